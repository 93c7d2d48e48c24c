"""Words out of running text: books, web pages, subtitles. Counted, and cleared of what is no word.

A text is cut into tokens: letters and digits with the apostrophes, hyphens, dots and at signs between them.
Hyphens part words. What holds digits, apostrophes or dots (`r2d2`, `don't`, `e.g`, addresses) is no word, nor
is what has letters foreign to the language. Of the rest, words that the language's own list has are kept;
others only when they were seen more than once, and not with a capital each time, as names are.

Texts of any size are read in one pass; memory grows with the number of different words.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from typing import BinaryIO, Final

from dictionaries.language import Language
from dictionaries.word_list import LONGEST_WORD, Dropped, Progress, WordList, check_text, decode

_BLOCK: Final = 1 << 20
_LONGEST_UNBROKEN: Final = 1 << 20
"""Bytes without an end of a word between them, after which a text is cut anyway."""
_ENDS: Final = (b"\n", b" ", b",", b";", b'"', b"<", b">")
"""What no word goes on through, nor a sign of several bytes."""
_HEAD: Final = 1 << 16
"""Bytes that tell what a file is."""
_MOSTLY: Final = 0.8
_MOST_TOKENS: Final = 4_000_000
"""Different tokens kept, some 400 million bytes; then those seen once so far are forgotten."""

_TOKEN: Final = re.compile(r"[^\W_]+(?:['\u2019\u02bc.@\u2010\u2011-][^\W_]+)*")
_HYPHENS: Final = re.compile(r"[\u2010\u2011-]")
_MARKUP: Final = re.compile(rb"<!doctype html|<html|</(?:p|div|body|span|a|td|li|h\d)>", re.IGNORECASE)

_UNSEEN: Final = 1_000_000
"""Tokens that are thought to have been read besides, without the word: a short text proves little."""

ONE_OFF: Final = "seen once, and not in the language's list"
CAPITAL: Final = "always with a capital, and not in the language's list"


def is_list(file: BinaryIO) -> bool:
    """Whether an open file looks like a word list: no markup, and nearly every line is one word."""
    head = file.read(_HEAD)
    file.seek(0)
    lines = list(filter(None, map(bytes.strip, head.replace(b"\r", b"\n").split(b"\n"))))
    single = sum(len(line.split()) == 1 for line in lines)
    return not _MARKUP.search(head) and single >= _MOSTLY * len(lines)


def is_text(file: BinaryIO) -> bool:
    """Whether an open file begins like one."""
    head = file.read(_HEAD)
    file.seek(0)
    return b"\0" not in head


class TextCounter:
    """Counts the words of texts."""

    def __init__(self, tongue: Language, *, progress: Progress = lambda count: None) -> None:
        self._tongue = tongue
        self._progress = progress
        self._counts: Counter[str] = Counter()
        self._forgotten = 0

    def read(self, file: BinaryIO) -> None:
        """Count a text, plain or HTML; raises BadList when it is none."""
        head = file.read(_BLOCK)
        texts = map(_decode_lines, _chunks(head, file, self._progress))
        for text in _shown(texts) if _MARKUP.search(head) else texts:
            self._counts.update(_TOKEN.findall(unicodedata.normalize("NFC", text)))
            self._forget()

    @property
    def is_empty(self) -> bool:
        """Whether no text was read."""
        return not self._counts

    def words(self, known: Container[str]) -> WordList:
        """What is left when junk is dropped.

        Args:
            known: the language's own words.
        """
        dropped = Dropped()
        dropped.add(ONE_OFF, "", self._forgotten)
        seen = _Seen()
        for token, count in self._counts.items():
            for part in _HYPHENS.split(token):
                self._take(part, count, seen, dropped)
        total = sum(self._counts.values())
        seen.drop_junk(known, dropped)
        zipfs = {word: _zipf(count, total) for word, count in seen.counts.items()}
        return WordList(
            words=zipfs.keys(),
            repeated=sum(seen.counts.values()) - len(zipfs),
            dropped=dropped.counts(),
            examples=dropped.examples(),
            zipfs=zipfs,
            spellings=seen.ordered_spellings(),
        )

    def _take(self, token: str, count: int, seen: _Seen, dropped: Dropped) -> None:
        word = self._tongue.fold(token)
        if word is None:
            dropped.add(_why_dropped(token), token, count)
        elif len(word) > LONGEST_WORD:
            dropped.add(f"longer than {LONGEST_WORD} letters", token, count)
        else:
            seen.add(word, token, count)

    def _forget(self) -> None:
        if len(self._counts) > _MOST_TOKENS:
            kept = Counter({token: count for token, count in self._counts.items() if count > 1})
            self._forgotten += len(self._counts) - len(kept)
            self._counts = kept


class _Seen:
    """Folded words with how often they were seen, how they were written, and how often with a capital."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._capitals: Counter[str] = Counter()
        self._spellings: dict[str, Counter[str]] = {}

    def add(self, word: str, token: str, count: int) -> None:
        self.counts[word] += count
        if not token[0].islower():
            self._capitals[word] += count
        self._spellings.setdefault(word, Counter())[token.lower()] += count

    def drop_junk(self, known: Container[str], dropped: Dropped) -> None:
        """Take out what is likely no word of the language."""
        is_shouted = 2 * self._capitals.total() > self.counts.total()  # capitals tell nothing then
        for word, count in [*self.counts.items()]:
            if word in known:
                continue
            if count == 1:
                dropped.add(ONE_OFF, self._shown(word))
            elif self._capitals[word] == count and not is_shouted:
                dropped.add(CAPITAL, self._shown(word).capitalize(), count)
            else:
                continue
            del self.counts[word]

    def ordered_spellings(self) -> dict[str, tuple[str, ...]]:
        """Of the words that are not only written as they are played, commonest first."""
        kept = ((word, self._spellings[word]) for word in self.counts)
        return {
            word: tuple(spelling for spelling, _ in spellings.most_common())
            for word, spellings in kept
            if [*spellings] != [word]
        }

    def _shown(self, word: str) -> str:
        return self._spellings[word].most_common(1)[0][0]


def _shown(texts: Iterable[str]) -> Iterator[str]:
    from dictionaries.markup import without_markup

    return without_markup(texts)


def _chunks(head: bytes, file: BinaryIO, progress: Progress) -> Iterator[bytes]:
    """The file in pieces that end between words; raises BadList."""
    rest, block = b"", head
    while block:
        progress(len(block))
        check_text(block)
        rest += block
        end = 1 + max(map(rest.rfind, _ENDS))
        if end or len(rest) > _LONGEST_UNBROKEN:
            yield rest[: end or None]
            rest = rest[end:] if end else b""
        block = file.read(_BLOCK)
    yield rest


def _decode_lines(content: bytes) -> str:
    """UTF-8; where that fails, line by line whichever fits."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "\n".join(map(decode, content.split(b"\n")))


def _why_dropped(token: str) -> str:
    if any(map(str.isdigit, token)):
        return "digits"
    if token.isalpha():
        return "letters outside the alphabet"
    return "dots inside, as in addresses" if "." in token or "@" in token else "apostrophes"


def _zipf(count: int, total: int) -> float:
    return max(0.1, round(math.log10(count / (total + _UNSEEN)) + 9, 1))
