"""Words out of running text and pages: what is kept, what is dropped and why, whatever the size."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dictionaries import BadList, WordList, language, read_files
from dictionaries.importing import files_in
from dictionaries.rawtext import CAPITAL, ONE_OFF, TextCounter, is_list

ENGLISH = language("en")
KNOWN = frozenset({"the", "cat", "sat", "mat", "well", "known", "naive"})


def read(text: str | bytes, known: frozenset[str] = KNOWN) -> WordList:
    counter = TextCounter(ENGLISH)
    counter.read(io.BytesIO(text.encode() if isinstance(text, str) else text))
    return counter.words(known)


class TestText:
    def test_known_words_are_kept_and_the_rest_is_told(self) -> None:
        told = read("The cat sat. Don't e.g. mail me@x.org r2d2 xqzt; Пётр blorp blorp! Bob, Bob the cat")
        assert told.words == {"the", "cat", "sat", "blorp"}
        assert told.dropped == {
            ONE_OFF: 2,  # mail, xqzt
            CAPITAL: 2,  # Bob
            "apostrophes": 1,
            "dots inside, as in addresses": 2,
            "digits": 1,
            "letters outside the alphabet": 1,
        }
        assert told.examples[CAPITAL] == ("Bob",)

    def test_hyphens_part_words(self) -> None:
        assert read("well-known\u2010cat").words == {"well", "known", "cat"}

    def test_accents_are_folded_and_kept_for_show(self) -> None:
        told = read("na\u00efve nai\u0308ve naive the")  # composed, decomposed, plain
        assert told.spellings == {"naive": ("naïve", "naive")}

    def test_capitals_tell_nothing_where_all_is_capitals(self) -> None:
        assert read("THE BLORP SAT. THE BLORP SAT.").words == {"the", "blorp", "sat"}

    def test_a_latin_1_line_does_not_spoil_the_others(self) -> None:
        told = read("naïve\n".encode("latin-1") + "naïve\n".encode())
        assert told.words == {"naive"} and told.repeated == 1

    @pytest.mark.slow
    def test_words_are_as_common_as_they_were_seen(self) -> None:
        told = read("the " * 900_000 + "cat " * 100_000)
        assert told.zipfs == {"the": 8.7, "cat": 7.7}
        assert read("cat")  # a short text proves little
        assert read("cat").zipfs["cat"] == 3.0

    def test_a_text_without_blanks_is_cut_between_words(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("dictionaries.rawtext._BLOCK", 7)
        monkeypatch.setattr("dictionaries.rawtext._LONGEST_UNBROKEN", 7)
        assert read('["the","cat","sat"]' * 9).words == {"the", "cat", "sat"}

    def test_no_text_is_refused(self) -> None:
        with pytest.raises(BadList):
            read(b"\0\1\2")

    @given(st.lists(st.sampled_from(["the", "cat", "sat", "é", "\n", "mat."]), min_size=1), st.integers(1, 9))
    def test_where_blocks_end_does_not_matter(self, pieces: list[str], block: int) -> None:
        text = " ".join(pieces)
        with pytest.MonkeyPatch.context() as patch:
            whole = read(text)
            patch.setattr("dictionaries.rawtext._BLOCK", block)
            assert read(text) == whole


class TestPage:
    def test_markup_is_no_text(self) -> None:
        page = (
            "<!doctype html><html><head><title>the mat</title><style>blorp blorp</style></head>"
            "<body><p class='cat'>the <b>c</b>at</p><p>sat</p><script>sat sat sat</script><!-- mat --></body>"
        )
        told = read(page)
        assert told.words == {"the", "mat", "cat", "sat"}
        assert told.repeated == 1  # "the"; nothing of scripts and comments

    def test_entities_are_letters(self) -> None:
        assert read("<p>na&iuml;ve &amp; cat</p>").words == {"naive", "cat"}

    def test_a_tag_may_lie_across_blocks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("dictionaries.rawtext._BLOCK", 64)
        told = read("<html><body>" + "<p title='a b c d e f'>the cat</p>\n" * 50)
        assert told.words == {"the", "cat"} and told.repeated == 98


def test_of_too_many_words_those_seen_once_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dictionaries.rawtext._MOST_TOKENS", 3)
    monkeypatch.setattr("dictionaries.rawtext._BLOCK", 10)
    told = read("cat cat\nba bo bu\nby bi be\ncat\n", frozenset())
    assert told.words == {"cat"}
    assert told.dropped == {ONE_OFF: 6}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"cat\ndog\nbird\n", True),
        (b"cat\rdog\r", True),
        (b"don't\n\nr2d2\n", True),
        (b"a b\ncat\ndog\nbird\nape\n", True),  # a stray line with two words
        (b"", True),
        (b"The cat sat on the mat.\nThe end.\n", False),
        (b"<p>cat</p>\n<p>dog</p>\n", False),
    ],
)
def test_lists_are_told_from_texts(content: bytes, expected: bool) -> None:
    assert is_list(io.BytesIO(content)) is expected


class TestFiles:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        (tmp_path / "deeper").mkdir()
        (tmp_path / "list.txt").write_text("zyx\ncat\nÉlan\n")
        (tmp_path / "deeper" / "text.txt").write_text("The zyx sat on the qqq.\n")
        for skipped in ("_draft.txt", ".hidden", "deeper/_old.txt"):
            (tmp_path / skipped).write_text("skipped\n")
        return tmp_path

    def test_names_with_an_underscore_are_skipped(self, folder: Path) -> None:
        assert [path.name for path in files_in(folder)] == ["text.txt", "list.txt"]

    def test_lists_and_texts_go_together(self, folder: Path) -> None:
        told = read_files(files_in(folder), ENGLISH)
        assert told.words == {"zyx", "cat", "elan", "the", "sat", "on"}  # zyx was seen once, and is listed
        assert told.dropped == {ONE_OFF: 1}
        assert told.zipfs["the"] > told.zipfs["zyx"] > 0
        assert told.spellings["elan"] == ("élan",)

    def test_what_is_no_text_is_skipped_in_a_folder(self, folder: Path) -> None:
        (folder / "cover.png").write_bytes(b"\x89PNG\0")
        assert read_files(files_in(folder), ENGLISH).examples["files that are no text"] == ("cover.png",)

    @pytest.mark.parametrize(("kind", "words"), [("words", {"cat"}), ("text", {"cat", "the"})])
    def test_a_kind_can_be_said(self, tmp_path: Path, kind: str, words: set[str]) -> None:
        path = tmp_path / "file"
        path.write_text("the the\ncat\n")
        assert read_files([path], ENGLISH, kind=kind).words == words  # type: ignore[arg-type]

    def test_progress_adds_up(self, folder: Path) -> None:
        counts: list[int] = []
        files = files_in(folder)
        read_files(files, ENGLISH, progress=counts.append)
        assert sum(counts) == sum(path.stat().st_size for path in files)

    def test_a_folder_without_files_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(BadList, match="no file"):
            files_in(tmp_path)
