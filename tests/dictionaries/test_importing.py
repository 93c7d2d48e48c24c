from __future__ import annotations

import hashlib
import multiprocessing
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dictionaries
from dictionaries import BadList, BadName, NameTaken, NoSuchLanguage, WordList, language
from dictionaries.word_list import LONGEST_WORD

ENGLISH = language("en")


def read(path: Path, content: bytes | str, code: str = "en") -> WordList:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return dictionaries.read_list(path, language(code))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "list.txt"
    path.write_text("dog\ncat\nCat\n", "utf-8")
    return path


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


class TestReading:
    @pytest.mark.parametrize(
        "content",
        [
            b"cat\ncafe\n",
            b"cat\ncafe",  # no newline at the end
            b"cat\r\ncafe\r\n",  # Windows
            b"cat\rcafe\r",  # old Macs
            b"\xef\xbb\xbfcat\n  CAFE\t\n\n",  # byte order mark, blanks, empty lines
            "cat\ncafé\n".encode(),
            "cat\ncafe\u0301\n".encode(),  # decomposed
            "cat\ncafé\n".encode("latin-1"),
        ],
    )
    def test_encodings_and_line_ends(self, source: Path, content: bytes) -> None:
        assert read(source, content) == WordList({"cat", "cafe"}, 0, {})

    def test_repeated_words_are_counted_in_any_spelling(self, source: Path) -> None:
        assert read(source, "cafe\nCafé\nCAFE\n") == WordList({"cafe"}, 2, {})

    def test_dropped_lines_are_counted_by_reason(self, source: Path) -> None:
        text = "cat\ndon't\nwell-known\ntwo words\nr2d2\n日本\n" + "a" * (LONGEST_WORD + 1)
        assert read(source, text).dropped == {
            "signs that are no letters": 2,
            "several words": 1,
            "digits": 1,
            "letters outside the alphabet": 1,
            f"longer than {LONGEST_WORD} letters": 1,
        }

    def test_spanish_keeps_its_own_letter(self, source: Path) -> None:
        assert read(source, "Año\nano\ncamión\n", "es").words == {"año", "ano", "camion"}
        assert read(source, "Año\nano\ncamión\n", "en").words == {"ano", "camion"}

    @pytest.mark.parametrize(
        ("content", "hint"),
        [
            (b"", "empty"),
            (b"\n \r\n", "empty"),
            (b"don't\n123\n456\n", "2 lines: digits"),
            ("жук\n".encode(), "letters of English only"),
        ],
    )
    def test_nothing_usable_is_an_error_that_says_why(self, source: Path, content: bytes, hint: str) -> None:
        with pytest.raises(BadList, match="no word that can be played") as caught:
            read(source, content)
        assert hint in caught.value.hint

    @pytest.mark.parametrize("content", ["cat\ndog\n".encode("utf-16"), b"\x7fELF\x00\x00"])
    def test_what_is_no_text_is_refused(self, source: Path, content: bytes) -> None:
        with pytest.raises(BadList, match="no plain text"):
            read(source, content)

    def test_too_many_words_are_refused(self, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("dictionaries.importing.MOST_WORDS", 2)
        assert len(read(source, "a\nb\nb\n").words) == 2
        with pytest.raises(BadList, match="more than 2"):
            read(source, "a\nb\nc\n")

    @given(st.lists(st.text("abcé' \n\r", max_size=9)), st.integers(1, 12))
    def test_where_blocks_end_does_not_matter(
        self, tmp_path_factory: pytest.TempPathFactory, lines: list[str], block: int
    ) -> None:
        path = tmp_path_factory.mktemp("blocks") / "list.txt"
        text = "\n".join(["word", *lines])
        whole = read(path, text)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("dictionaries.importing._BLOCK", block)
            assert read(path, text) == whole

    @pytest.mark.slow
    def test_progress_adds_up_to_the_size_of_the_file(self, source: Path) -> None:
        source.write_text("cat\n" * 600_000)
        counts: list[int] = []
        dictionaries.read_list(source, ENGLISH, progress=counts.append)
        assert len(counts) > 1
        assert sum(counts) == source.stat().st_size

    def test_a_file_that_is_one_endless_line_is_one_dropped_line(self, source: Path) -> None:
        assert read(source, b"cat\n" + b"a" * 5_000_000).dropped == {f"longer than {LONGEST_WORD} letters": 1}


class TestStoring:
    def test_an_imported_list_is_found_with_its_words(self, source: Path, data_dir: Path) -> None:
        imported = dictionaries.import_list(source, name="pets", data_dir=data_dir)
        assert dictionaries.find("pets", data_dir=data_dir) == imported
        assert list(imported.words()) == ["cat", "dog"]
        assert imported.size == 2
        assert imported.levels() == {}

    def test_it_is_stored_under_the_hash_of_its_file(self, source: Path, data_dir: Path) -> None:
        path = dictionaries.import_list(source, name="pets", data_dir=data_dir).path
        assert path.name == hashlib.sha256(path.read_bytes()).hexdigest() + ".txt"
        assert stat.S_IMODE(path.stat().st_mode) == 0o644

    def test_order_case_and_source_do_not_change_the_identity(self, tmp_path: Path, data_dir: Path) -> None:
        texts = ["cat\ndog", "DOG\r\nCat\r\ncat\r\n123"]
        hashes = set()
        for number, text in enumerate(texts):
            path = tmp_path / f"{number}.txt"
            path.write_bytes(text.encode())
            hashes.add(dictionaries.import_list(path, name=f"n{number}", data_dir=data_dir).sha256)
        assert len(hashes) == 1
        assert len(list((data_dir / "dictionaries").glob("*.txt"))) == 1

    def test_the_same_list_may_have_two_names_and_come_twice(self, source: Path, data_dir: Path) -> None:
        for name in ("pets", "animals", "pets"):
            dictionaries.import_list(source, name=name, data_dir=data_dir)
        pets, animals = (dictionaries.find(name, data_dir=data_dir) for name in ("pets", "animals"))
        assert pets.sha256 == animals.sha256

    def test_a_taken_name_is_replaced_only_on_request(self, source: Path, data_dir: Path) -> None:
        before = dictionaries.import_list(source, name="pets", data_dir=data_dir)
        source.write_text("hamster\n")
        with pytest.raises(NameTaken) as caught:
            dictionaries.import_list(source, name="pets", data_dir=data_dir)
        assert "--replace" in caught.value.hint
        assert dictionaries.find("pets", data_dir=data_dir) == before
        assert len(list((data_dir / "dictionaries").glob("*.txt"))) == 1

        after = dictionaries.import_list(source, name="pets", data_dir=data_dir, replace=True)
        assert dictionaries.find("pets", data_dir=data_dir) == after
        # A job that was queued with the old list's hash still finds it.
        assert list(dictionaries.find(before.sha256, data_dir=data_dir).words()) == ["cat", "dog"]

    def test_another_language_is_another_list(self, source: Path, data_dir: Path) -> None:
        dictionaries.import_list(source, name="pets", data_dir=data_dir)
        with pytest.raises(NameTaken):
            dictionaries.import_list(source, name="pets", data_dir=data_dir, language_code="es")

    def test_replacing_mends_a_damaged_list(self, source: Path, data_dir: Path) -> None:
        path = dictionaries.import_list(source, name="pets", data_dir=data_dir).path
        path.write_text("rubbish")
        path.with_name("pets.json").write_text("rubbish")
        dictionaries.import_list(source, name="pets", data_dir=data_dir, replace=True)
        assert list(dictionaries.find("pets", data_dir=data_dir).words()) == ["cat", "dog"]

    @pytest.mark.parametrize(
        ("name", "code", "error"),
        [("en", "en", BadName), ("No!", "en", BadName), ("x", "xx", NoSuchLanguage)],
    )
    def test_nothing_is_written_for_a_bad_request(
        self, source: Path, data_dir: Path, name: str, code: str, error: type[Exception]
    ) -> None:
        with pytest.raises(error):
            dictionaries.import_list(source, name=name, data_dir=data_dir, language_code=code)
        assert not data_dir.exists()

    def test_nothing_but_lists_and_cards_is_left(self, source: Path, data_dir: Path) -> None:
        for _ in range(2):
            dictionaries.import_list(source, name="pets", data_dir=data_dir, replace=True)
        folder = data_dir / "dictionaries"
        assert sorted(path.suffix for path in folder.iterdir()) == [".json", ".json", ".txt"]


def _import_many(folder: Path, data_dir: Path, outcomes: multiprocessing.Queue[tuple[int, int]]) -> None:
    """Store one list under `shared` and claim `one`, over and over; report how many claims won and lost."""
    won = lost = 0
    for round_number in range(20):
        dictionaries.import_list(folder / "list.txt", name="shared", data_dir=data_dir)
        try:
            dictionaries.import_list(folder / "own.txt", name=f"claim-{round_number}", data_dir=data_dir)
            won += 1
        except NameTaken:
            lost += 1
    outcomes.put((won, lost))


@pytest.mark.slow
def test_importers_at_the_same_time_agree_on_who_has_a_name(tmp_path: Path, data_dir: Path) -> None:
    context = multiprocessing.get_context("spawn")
    outcomes: multiprocessing.Queue[tuple[int, int]] = context.Queue()
    importers = []
    for own in ("ape", "yak"):
        folder = tmp_path / own
        folder.mkdir()
        (folder / "list.txt").write_text("cat\ndog\n" * 1000)
        (folder / "own.txt").write_text(own)
        importers.append(context.Process(target=_import_many, args=(folder, data_dir, outcomes)))
    for importer in importers:
        importer.start()
    results = [outcomes.get(timeout=60) for _ in importers]
    for importer in importers:
        importer.join(timeout=60)
    assert [importer.exitcode for importer in importers] == [0, 0]
    assert sum(won for won, _ in results) == sum(lost for _, lost in results) == 20
    assert list(dictionaries.find("shared", data_dir=data_dir).words()) == ["cat", "dog"]
