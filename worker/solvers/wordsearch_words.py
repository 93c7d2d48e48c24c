"""Words as people write them, made comparable with what stands in a grid."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from worker.errors import BadOption
from worker.model import AFFIX, SYNTAX

if TYPE_CHECKING:
    from dictionaries import Language

# Upper-case letters that Unicode does not take apart into a base letter and marks.
_SPELLED_OUT: Final = {
    "Æ": "AE",
    "Œ": "OE",
    "Ø": "O",
    "Ł": "L",
    "Đ": "D",
    "Ð": "D",
    "Þ": "TH",
    "Ħ": "H",
    "Ŧ": "T",
    "ẞ": "SS",
    "\u0401": "\u0415",  # Cyrillic io, which Russian prints as ie
}
_FOLDED_SCRIPTS: Final = ("LATIN", "GREEK")
"""Where a mark makes no other letter; in Cyrillic or Japanese it does."""
_POINTED_SCRIPTS: Final = ("HEBREW", "ARABIC")
"""Where marks are vowels that puzzles leave out."""
_FIRST_MODIFIER: Final = "\u02b0"
_LAST_MODIFIER: Final = "\u02ff"
"""Signs that Unicode calls letters and that look like apostrophes and accents."""


def fold(
    word: str,
    language: Language | None = None,
    *,
    keep_accents: bool = False,
    signs: Collection[str] = frozenset(),
) -> str:
    """The letters and digits of a word in capitals: no spaces, hyphens or other signs, no accents.

    A letter of the language's alphabet is kept as it is, and so is every mark that makes another letter in
    its script, and the `signs`, which stand in a grid. Empty when nothing is left.

    >>> fold("Crème brûlée"), fold("Straße"), fold("O'Neill-Smith"), fold("Œuvre"), fold("йод")
    ('CREMEBRULEE', 'STRASSE', 'ONEILLSMITH', 'OEUVRE', 'ЙОД')
    >>> fold("R2-D2"), fold("Q&A"), fold("Q&A", signs={"&"})
    ('R2D2', 'QA', 'Q&A')
    """
    if word.isascii():
        if word.isalpha():
            return word.upper()
        return "".join(sign for sign in word.upper() if sign.isalnum() or sign in signs)
    kept = language.alphabet.upper() if language else ""
    clusters = letters_of(unicodedata.normalize("NFC", word).upper(), signs)
    if keep_accents:
        return "".join(cluster.replace("ẞ", "SS") for cluster in clusters)
    return "".join(cluster if cluster in kept else _plain(cluster) for cluster in clusters)


@lru_cache(maxsize=256)
def signs_of(tiles: frozenset[str]) -> frozenset[str]:
    """Signs that are letters in a grid of these tiles, though no letters or digits: words keep them."""
    if "".join(tiles).isalnum():
        return frozenset()
    texts = (tile if len(tile) == 1 else tile.strip(AFFIX) for tile in tiles)
    return frozenset(sign for text in texts for sign in text if sign not in SYNTAX and _is_dropped(sign))


def _is_dropped(sign: str) -> bool:
    return not letters_of(sign) and not _is_mark(sign)


def letters_of(text: str, signs: Collection[str] = frozenset()) -> list[str]:
    """Split composed text into letters, digits and the given signs, each with the marks that follow it; all
    others go."""
    letters: list[str] = []
    attached = False
    for sign in text:
        if sign in signs or (sign.isalnum() and not _FIRST_MODIFIER <= sign <= _LAST_MODIFIER):
            letters.append(sign)
            attached = True
        elif _is_mark(sign):
            if attached:
                letters[-1] += sign
        else:
            attached = False
    return letters


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign).startswith("M")


def _plain(letter: str) -> str:
    if letter.isascii():
        return letter
    script = unicodedata.name(letter[0], "")
    if script.startswith(_FOLDED_SCRIPTS):
        base = unicodedata.normalize("NFD", letter)[0]
        return _SPELLED_OUT.get(base, base)
    if script.startswith(_POINTED_SCRIPTS):
        return letter[0]
    return _SPELLED_OUT.get(letter, letter)


class SearchWord(NamedTuple):
    """A word as asked for and as searched for."""

    word: str
    key: str
    letters: tuple[str, ...]
    """The key's letters, each with its marks."""


def search_words(
    words: Iterable[str],
    language: Language | None = None,
    *,
    keep_accents: bool = False,
    signs: Collection[str] = frozenset(),
) -> tuple[SearchWord, ...]:
    """Words with their keys; of those with the same key the first.

    Raises:
        BadOption: a word without letters.
    """
    by_key: dict[str, SearchWord] = {}
    for word in words:
        key = fold(word, language, keep_accents=keep_accents, signs=signs)
        if not key:
            raise BadOption(f"The word {word!r} has no letters.", option="words")
        if key not in by_key:
            by_key[key] = SearchWord(word, key, split_letters(key))
    return tuple(by_key.values())


def split_letters(key: str) -> tuple[str, ...]:
    """The letters of what `fold` returns."""
    if key.isalnum():
        return tuple(key)
    letters: list[str] = []
    for sign in key:
        if letters and _is_mark(sign):
            letters[-1] += sign
        else:
            letters.append(sign)
    return tuple(letters)
