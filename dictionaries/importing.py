"""Bring words of one's own: plain lists, running text and pages, from a file or a folder of them.

A list has a word a line, and all its words are taken. From anything else words are counted and junk is
dropped (`rawtext`); words that a list beside it has are no junk. Reading is one pass; memory grows with the
number of different words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, Literal

from dictionaries.dictionary import Dictionary
from dictionaries.errors import BadList
from dictionaries.knowledge import knowledge_in
from dictionaries.language import Language, language
from dictionaries.shelf import check_name
from dictionaries.storing import store
from dictionaries.word_list import LONGEST_WORD, Dropped, Progress, WordList, check_text, decode

if TYPE_CHECKING:
    from dictionaries.rawtext import TextCounter

MOST_WORDS: Final = 10_000_000
"""Distinct words in one list; some forty times English, which take about 1.4 GB of memory."""

Kind = Literal["auto", "words", "text"]
"""How a file is read: a word a line, running text or HTML, or whichever it looks like."""

_BLOCK: Final = 1 << 20
_LONGEST_LINE: Final = 1 << 12
"""Bytes kept of a line while its end is looked for; what is longer is no word, however it ends."""


def import_list(
    path: Path, *, name: str, data_dir: Path, language_code: str = "en", replace: bool = False
) -> Dictionary:
    """Read a plain word list, one word a line, and store it under a name.

    Raises:
        BadName, NoSuchLanguage, BadLanguage, NameTaken; BadList: nothing usable in the file; OSError.
    """
    check_name(name)
    words = read_list(path, language(language_code, data_dir)).words
    return store(words, name=name, language_code=language_code, data_dir=data_dir, replace=replace)


def files_in(path: Path) -> list[Path]:
    """The file, or all files of a folder and its folders but those with a name that begins with `_` or a dot.

    Raises:
        BadList: a folder without files.
    """
    if not path.is_dir():
        return [path]
    files = [file for file in sorted(path.rglob("*")) if file.is_file() and not _is_skipped(file, path)]
    if not files:
        raise BadList(f"{path} holds no file.", hint="Names that begin with _ or a dot are skipped.")
    return files


def read_files(
    files: list[Path], tongue: Language, *, kind: Kind = "auto", progress: Progress = lambda count: None
) -> WordList:
    """The words of lists, texts and pages together.

    Raises:
        BadList: no text, no usable word, or more than `MOST_WORDS`; DamagedList; OSError.
    """
    from dictionaries.rawtext import (
        TextCounter,
        is_list,
        is_text,
    )  # compiles patterns, which plain lists do not need

    lists = ListReader(tongue, most=MOST_WORDS, progress=progress)
    texts = TextCounter(tongue, progress=progress)
    for path in files:
        with path.open("rb") as file:
            if len(files) > 1 and not is_text(file):
                lists.skip(path)
            elif kind == "words" or (kind == "auto" and is_list(file)):
                lists.read(file)
            else:
                texts.read(file)
    read = lists.words() if texts.is_empty else _both(lists.words(), texts, tongue)
    return _checked(read, tongue, str(files[0]) if len(files) == 1 else f"None of these {len(files)} files")


def read_list(path: Path, tongue: Language, *, progress: Progress = lambda count: None) -> WordList:
    """Fold every line of a text file: UTF-8 with or without mark, else Latin-1; any line ends.

    Raises:
        BadList: no text, no usable word, or more than `MOST_WORDS`; OSError.
    """
    with path.open("rb") as file:
        return read_words(file, tongue, called=str(path), most=MOST_WORDS, progress=progress)


def read_words(
    file: BinaryIO,
    tongue: Language,
    *,
    called: str,
    most: int = MOST_WORDS,
    progress: Progress = lambda count: None,
) -> WordList:
    """As `read_list`, from an open file.

    Args:
        called: the file in messages.
        most: distinct words.
    """
    reader = ListReader(tongue, most=most, progress=progress)
    reader.read(file)
    return _checked(reader.words(), tongue, called)


class ListReader:
    """Gathers the words of plain lists."""

    def __init__(self, tongue: Language, *, most: int, progress: Progress) -> None:
        self._tongue = tongue
        self._most = most
        self._progress = progress
        self._words: set[str] = set()
        self._repeated = 0
        self._dropped = Dropped()
        self._spellings: dict[str, dict[str, None]] = {}

    def read(self, file: BinaryIO) -> None:
        """Take every line of a list; raises BadList."""
        for line in _lines(file, self._progress):
            word = self._tongue.fold(line)
            if word is None or len(word) > LONGEST_WORD:
                self._dropped.add(_why_dropped(line, word), line)
            else:
                self._take(word, line)

    def skip(self, path: Path) -> None:
        """Leave a file out."""
        self._dropped.add("files that are no text", path.name)

    def words(self) -> WordList:
        spellings = {word: tuple(written) for word, written in self._spellings.items()}
        dropped = self._dropped
        return WordList(
            self._words, self._repeated, dropped.counts(), dropped.examples(), spellings=spellings
        )

    def _take(self, word: str, line: str) -> None:
        spelling = word if line.isascii() else unicodedata.normalize("NFC", line).lower()
        is_new = word not in self._words
        if spelling != word and word not in self._spellings:
            self._spellings[word] = {} if is_new else {word: None}
        if word in self._spellings:
            self._spellings[word][spelling] = None
        self._words.add(word)
        self._repeated += not is_new
        if len(self._words) > self._most:
            raise BadList(
                f"The list has more than {self._most:,} different words.", hint="Divide it into parts."
            )


def _both(listed: WordList, texts: TextCounter, tongue: Language) -> WordList:
    known = _Either(listed.words, frozenset(knowledge_in(tongue.folder).words))
    told = texts.words(known)
    return WordList(
        words=listed.words | told.words,
        repeated=listed.repeated + told.repeated + len(listed.words & told.words),
        dropped={**listed.dropped, **told.dropped},
        examples={**listed.examples, **told.examples},
        zipfs=told.zipfs,
        spellings={**told.spellings, **listed.spellings},
    )


class _Either:
    """What one of two holds."""

    def __init__(self, *holders: Container[str]) -> None:
        self._holders = holders

    def __contains__(self, word: object) -> bool:
        return any(word in holder for holder in self._holders)


def _is_skipped(file: Path, folder: Path) -> bool:
    return any(part.startswith(("_", ".")) for part in file.relative_to(folder).parts)


def _checked(read: WordList, tongue: Language, called: str) -> WordList:
    if not read.words:
        raise BadList(f"{called} holds no word that can be played.", hint=_hint_for(read.dropped, tongue))
    return read


def _lines(file: BinaryIO, progress: Progress) -> Iterator[str]:
    """Lines without their ends and outer blanks; empty ones are left out."""
    rest = b""
    while block := file.read(_BLOCK):
        progress(len(block))
        check_text(block)
        *whole, rest = (rest + block.replace(b"\r", b"\n")).split(b"\n")
        rest = rest[:_LONGEST_LINE]
        yield from filter(None, map(_line, whole))
    if last := _line(rest):
        yield last


def _line(content: bytes) -> str:
    return decode(content).strip()


def _why_dropped(line: str, word: str | None) -> str:
    if word is not None:
        return f"longer than {LONGEST_WORD} letters"
    if any(map(str.isspace, line)):
        return "several words"
    if any(map(str.isdigit, line)):
        return "digits"
    return "letters outside the alphabet" if line.isalpha() else "signs that are no letters"


def _hint_for(dropped: dict[str, int], tongue: Language) -> str:
    if not dropped:
        return "The file is empty; give one word a line."
    reason, count = next(iter(dropped.items()))
    return f"Give one word a line, in letters of {tongue.title} only ({count:,} lines: {reason})."
