"""English from SCOWL, Debian's package `scowl`.

SCOWL parts its words by spelling (english, american, british, canadian, ..., and their variants), by kind
(words, upper, proper-names, abbreviations, contractions) and by size (10 common ... 80 huge, 95 insane). For
play we take every spelling of the kind `words` up to size 80, and of those the words written with a-z alone:
names, short forms, possessives and accented spellings are no moves in a word game. A word's level is the
smallest size that it appears in.

What is commoner as a name than as a word (`Turkey` is of size 10, `turkey` of 20) is no word for players.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from dictionaries.dictionary import SCOWL_LEVELS

SCOWL_DIR: Final = Path("/usr/share/dict/scowl")
SCOWL_LICENCE: Final = Path("/usr/share/doc/scowl/copyright")

_PLAYABLE: Final = re.compile(r"[a-z]+")
_NAME_KINDS: Final = ("upper", "proper-names")


def read_scowl(folder: Path) -> dict[str, int]:
    """Every playable word with its level, sorted."""
    levels: dict[str, int] = {}
    for size in SCOWL_LEVELS:
        for word in filter(_PLAYABLE.fullmatch, _of_size(folder, "words", size)):
            levels.setdefault(word, size)
    return dict(sorted(levels.items()))


def names_among(levels: Mapping[str, int], folder: Path) -> list[str]:
    """The words that SCOWL has with a capital at a smaller size, sorted."""
    names = _sizes_of(folder, _NAME_KINDS)
    return [word for word, level in levels.items() if names.get(word, level) < level]


def abbreviations_among(levels: Mapping[str, int], folder: Path) -> list[str]:
    """The words that SCOWL has as an abbreviation at a smaller size, sorted."""
    short = _sizes_of(folder, ("abbreviations",))
    return [word for word, level in levels.items() if short.get(word, level) < level]


def _sizes_of(folder: Path, kinds: tuple[str, ...]) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for size in SCOWL_LEVELS:
        for kind in kinds:
            for word in _of_size(folder, kind, size):
                sizes.setdefault(word.removesuffix("'s").lower(), size)
    return sizes


def _of_size(folder: Path, kind: str, size: int) -> Iterator[str]:
    for file in sorted(folder.glob(f"*-{kind}.{size}")):
        yield from file.read_text("utf-8").splitlines()
