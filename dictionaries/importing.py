"""Bring a list of one's own: read it, fold it, store it under its hash and a name.

Reading is one pass that keeps only the distinct words; storing writes whole files under temporary names and
then moves them, so that a reader or a second importer never sees half a list.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from dictionaries.dictionary import Dictionary, content_hash, write_card
from dictionaries.errors import BadList, NameTaken, NoSuchDictionary
from dictionaries.language import Language, language
from dictionaries.shelf import IMPORTED_WORDS, check_name, find, imported_dir

LONGEST_WORD: Final = 64
"""Letters; the longest word of English has 45, and a longer line is more likely no word list at all."""

MOST_WORDS: Final = 10_000_000
"""Distinct words in one list; some forty times English, which take about 1.4 GB of memory."""

_BLOCK: Final = 1 << 20
_LONGEST_LINE: Final = 1 << 12
"""Bytes kept of a line while its end is looked for; what is longer is no word, however it ends."""

Progress = Callable[[int], None]
"""Called with the number of bytes read since the last call."""


@dataclass(frozen=True, slots=True)
class WordList:
    """What was read from a file, ready to be stored."""

    words: Set[str]
    repeated: int
    """Lines whose word had been seen, also in another spelling (`Café` after `cafe`)."""
    dropped: dict[str, int]
    """How many lines were left out, by reason."""


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
    words: set[str] = set()
    dropped: Counter[str] = Counter()
    repeated = 0
    for line in _lines(file, progress):
        word = tongue.fold(line)
        if word is None or len(word) > LONGEST_WORD:
            dropped[_why_dropped(line, word)] += 1
        elif word in words:
            repeated += 1
        else:
            words.add(word)
            _check_count(len(words), most)
    if not words:
        raise BadList(f"{called} holds no word that can be played.", hint=_hint_for(dropped, tongue))
    return WordList(words, repeated, dict(dropped.most_common()))


def store(
    words: Set[str], *, name: str, language_code: str, data_dir: Path, replace: bool = False
) -> Dictionary:
    """Write folded words into the data directory and let a name stand for them.

    The same words under the same name are stored already, under another name they get that name as well.

    Raises:
        BadName; NameTaken: the name stands for other words, and `replace` was not asked for; OSError.
    """
    check_name(name)
    content = sorted(words)
    sha256 = content_hash(content)
    folder = imported_dir(data_dir)
    path = folder / IMPORTED_WORDS.format(sha256=sha256)
    alphabet = language(language_code, data_dir).alphabet
    dictionary = Dictionary(name, language_code, alphabet, sha256, path, len(content))
    if not replace:
        _refuse_taken(dictionary, data_dir)  # before anything is written
    folder.mkdir(parents=True, exist_ok=True)
    # Words before the cards that point to them.
    _write(path, "\n".join(content))
    _write(folder / f"{sha256}.json", write_card(dictionary))
    card = folder / f"{name}.json"
    if replace:
        _write(card, write_card(dictionary))
    elif not _claim(card, write_card(dictionary)):
        _refuse_taken(dictionary, data_dir)  # another importer may have been faster
    return dictionary


def _refuse_taken(dictionary: Dictionary, data_dir: Path) -> None:
    try:
        holder = find(dictionary.name, data_dir=data_dir)
    except NoSuchDictionary:
        return
    if (holder.sha256, holder.language) != (dictionary.sha256, dictionary.language):
        raise NameTaken(
            f"The name {dictionary.name!r} stands for another list of {holder.size:,} words.",
            hint="Choose another name, or add --replace.",
        )


def _lines(file: BinaryIO, progress: Progress) -> Iterator[str]:
    """Lines without their ends and outer blanks; empty ones are left out."""
    rest = b""
    while block := file.read(_BLOCK):
        progress(len(block))
        _check_text(block)
        *whole, rest = (rest + block.replace(b"\r", b"\n")).split(b"\n")
        rest = rest[:_LONGEST_LINE]
        yield from filter(None, map(_decode, whole))
    if last := _decode(rest):
        yield last


def _decode(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        return line.decode("latin-1").strip()


def _check_text(block: bytes) -> None:
    if b"\0" in block:
        raise BadList("This is no plain text.", hint="Save the list as UTF-8 text with one word a line.")


def _check_count(count: int, most: int) -> None:
    if count > most:
        raise BadList(f"The list has more than {most:,} different words.", hint="Divide it into parts.")


def _why_dropped(line: str, word: str | None) -> str:
    if word is not None:
        return f"longer than {LONGEST_WORD} letters"
    if any(map(str.isspace, line)):
        return "several words"
    if any(map(str.isdigit, line)):
        return "digits"
    return "letters outside the alphabet" if line.isalpha() else "signs that are no letters"


def _hint_for(dropped: Counter[str], tongue: Language) -> str:
    if not dropped:
        return "The file is empty; give one word a line."
    reason, count = dropped.most_common(1)[0]
    return f"Give one word a line, in letters of {tongue.title} only ({count:,} lines: {reason})."


def _write(path: Path, text: str) -> None:
    """Write a whole file or nothing, over what is there."""
    with _draft(path, text) as draft:
        draft.replace(path)


def _claim(path: Path, text: str) -> bool:
    """Write a whole file unless there is one already; False says that there is."""
    with _draft(path, text) as draft:
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            return False
    return True


@contextmanager
def _draft(path: Path, text: str) -> Iterator[Path]:
    """A finished file of another name in the same directory, removed at the end if it is still there."""
    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(handle)
        draft.chmod(0o644)  # mkstemp's own mode would hide the list from a server that runs as another user
        yield draft
    finally:
        draft.unlink(missing_ok=True)
