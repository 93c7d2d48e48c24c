"""Wordle's lists from PyPI's `32word` and `nyt-wordle-cli`:
`python -m dictionaries.building.wordle --packages FOLDER`.

32word tells which words may be guessed and which the game can be expected to ask for, nyt-wordle-cli which
ones the game asked for at first. Of the other words, those of SCOWL's common sizes are likelier than rare
ones, and the game never asks for plurals in -s.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from dictionaries.building.__main__ import LICENCES_DIR, compare, write
from dictionaries.packing import pack_levels, pack_words
from dictionaries.shelf import find
from dictionaries.wordle import CLASSIC, COMMON, LIKELY, PLAIN, SCALE, UNUSUAL, WEIGHTS, WORDS

_COMMON_LEVEL: Final = 50
"""SCOWL's size up to which a word is common."""


def weigh(
    allowed: Collection[str], expected: Collection[str], classic: Collection[str], levels: Mapping[str, int]
) -> dict[str, int]:
    """How likely each allowed word is the answer, sorted by word.

    Args:
        expected: what the game can be expected to ask for.
        classic: what it asked for at first.
        levels: SCOWL's size of each word that it has.
    """

    def weight(word: str) -> int:
        if word in expected:
            return CLASSIC if word in classic else LIKELY
        if word not in levels or (word.endswith("s") and not word.endswith("ss")):
            return UNUSUAL
        return COMMON if levels[word] <= _COMMON_LEVEL else PLAIN

    return {word: weight(word) for word in sorted(allowed)}


def read_wordle(packages: Path) -> dict[str, int]:
    """The weights from the unpacked packages, which lie under their names."""
    lists = packages / "32word" / "word32" / "data"
    return weigh(
        _words(lists / "valid_guesses.txt"),
        _words(lists / "targets.txt"),
        _words(packages / "nyt-wordle-cli" / "wordle" / "answers.txt"),
        find("en").levels(),
    )


def main(arguments: list[str] | None = None) -> int:
    """Write the lists and their licences, or compare them; 1 when a file differs, 2 without the sources."""
    parser = argparse.ArgumentParser(prog="python -m dictionaries.building.wordle", description=main.__doc__)
    parser.add_argument("--packages", type=Path, required=True, help="where the unpacked packages lie")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args(arguments)
    try:
        weights = read_wordle(options.packages)
        files = {
            WORDS: pack_words(weights),
            WEIGHTS: pack_levels(weights.values(), SCALE),
            **_licences(options.packages),
        }
    except OSError as error:
        print(f"{error}. See `SOURCES.md` for what is needed.", file=sys.stderr)
        return 2
    return compare(files) if options.check else write(files)


def _licences(packages: Path) -> dict[Path, bytes]:
    names = ("32word", "nyt-wordle-cli")
    found = {name: next((packages / name).glob("*.dist-info/licenses/LICENSE"), None) for name in names}
    missing = next((name for name, path in found.items() if path is None), None)
    if missing:
        raise FileNotFoundError(f"The package {missing} is not in {packages}, or has no licence")
    return {LICENCES_DIR / f"{name}.txt": path.read_bytes() for name, path in found.items() if path}


def _words(path: Path) -> set[str]:
    return set(path.read_text("utf-8").split())


if __name__ == "__main__":
    sys.exit(main())
