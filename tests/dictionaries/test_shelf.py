from pathlib import Path

import pytest

import dictionaries
from dictionaries import BadName, DamagedList, Dictionary, NoSuchDictionary
from dictionaries.shelf import check_name


def store(data_dir: Path, name: str, *words: str, language_code: str = "en") -> Dictionary:
    return dictionaries.store(set(words), name=name, language_code=language_code, data_dir=data_dir)


def test_english_is_the_default(tmp_path: Path) -> None:
    english = dictionaries.find(data_dir=tmp_path)
    assert (english.name, english.alphabet, english.built_in) == ("en", "abcdefghijklmnopqrstuvwxyz", True)


def test_shipped_lists_come_first_then_names_in_order(tmp_path: Path) -> None:
    store(tmp_path, "zoo", "ape", "yak")
    store(tmp_path, "animals", "cat")
    assert [found.name for found in dictionaries.listed(data_dir=tmp_path)] == [
        "en",
        "es",
        "pt",
        "animals",
        "zoo",
    ]


@pytest.mark.parametrize("digits", [12, 20, 64])
def test_a_list_is_found_by_its_hash_or_the_beginning_of_it(tmp_path: Path, digits: int) -> None:
    zoo = store(tmp_path, "zoo", "ape", "yak")
    english = dictionaries.find("en", data_dir=tmp_path)
    assert dictionaries.find(zoo.sha256[:digits], data_dir=tmp_path) == zoo
    assert dictionaries.find(english.sha256[:digits], data_dir=tmp_path) == english


def test_a_shipped_list_is_found_by_hash_without_a_data_directory(tmp_path: Path) -> None:
    sha256 = dictionaries.find("en").sha256
    assert dictionaries.find(sha256, data_dir=tmp_path / "none").name == "en"


@pytest.mark.parametrize(
    "name", ["nope", "", "../en", "EN", "022cec68786", "f" * 64, "en.words", "/etc/passwd"]
)
def test_what_is_not_there_is_a_lookup_error_with_a_hint(tmp_path: Path, name: str) -> None:
    with pytest.raises(LookupError) as caught:
        dictionaries.find(name, data_dir=tmp_path)
    assert isinstance(caught.value, NoSuchDictionary)
    assert "dictionary list" in caught.value.hint


def test_a_short_hash_that_fits_two_lists_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "dictionaries"
    folder.mkdir()
    for end in "ab":
        sha256 = "0123456789abcdef" + end * 48
        card = f'{{"name": "{end}", "language": "en", "sha256": "{sha256}", "size": 1}}'
        (folder / f"{end}.json").write_text(card)
    with pytest.raises(NoSuchDictionary, match="fits 2"):
        dictionaries.find("0123456789abcdef", data_dir=tmp_path)


def test_words_that_were_changed_on_disk_are_refused(tmp_path: Path) -> None:
    zoo = store(tmp_path, "zoo", "ape", "yak")
    zoo.path.write_text("ape\nyeti")
    with pytest.raises(DamagedList, match="damaged"):
        zoo.words()


def test_a_card_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    store(tmp_path, "zoo", "ape", "yak")
    card = tmp_path / "dictionaries" / "zoo.json"
    card.write_text("{")
    with pytest.raises(DamagedList, match=r"zoo\.json"):
        dictionaries.find("zoo", data_dir=tmp_path)


@pytest.mark.parametrize("name", ["enable-2k", "x", "2024", "a-b-c", "x" * 40, "cafe"])
def test_good_names(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", "Enable", "a_b", "-a", "a-", "a--b", "ñ", "a b", "a/b", "..", "x" * 41, "en\n"),
        *("en", "es", "pt"),  # kept for lists of our own, those to come included
        *("deadbeefcafe", "0" * 12),  # would hide a hash
    ],
)
def test_bad_names(name: str) -> None:
    with pytest.raises(BadName) as caught:
        check_name(name)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("base", "expected"), [("/srv/share", "/srv/share/tilewise"), ("", "~"), ("relative", "~")]
)
def test_the_default_data_directory_follows_xdg(
    monkeypatch: pytest.MonkeyPatch, base: str, expected: str
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", base)
    monkeypatch.setenv("HOME", "/home/someone")
    wanted = expected.replace("~", "/home/someone/.local/share/tilewise")
    assert dictionaries.default_data_dir() == Path(wanted)


def test_on_macos_data_lie_in_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setenv("HOME", "/Users/someone")
    assert dictionaries.default_data_dir() == Path("/Users/someone/Library/Application Support/tilewise")
