"""Every word on a board, the slow and obvious way: each path is tried, each spelling looked up in a set.

Written to be read beside the rules, and to share nothing with the solver it checks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from math import hypot

from worker.model import HOLE, WILDCARD, Grid, Path


def all_paths(
    grid: Grid, words: Collection[str], alphabet: str, *, min_length: int = 1, max_length: int | None = None
) -> dict[str, list[Path]]:
    """Every word with all its paths in lexicographic order; lengths are in letters."""
    prefixes = {word[:end] for word in words for end in range(len(word) + 1)}
    found: dict[str, set[Path]] = {}
    for cell in range(len(grid.tiles)):
        for word, path in _spellings((cell,), [""], grid, prefixes, alphabet):
            long_enough = min_length <= len(word) <= (max_length or len(word))
            if word in words and long_enough:
                found.setdefault(word, set()).add(path)
    return {word: sorted(paths) for word, paths in found.items()}


def best_path(paths: Collection[Path], cols: int) -> Path:
    """The shortest to drag; among equals the lexicographically smallest."""
    return min(paths, key=lambda path: (round(drag_length(path, cols), 9), path))


def drag_length(path: Path, cols: int) -> float:
    return sum(hypot(a // cols - b // cols, a % cols - b % cols) for a, b in pairwise(path))


def in_order(words: Collection[str], alphabet: str, points: Callable[[int], int], order: str) -> list[str]:
    """Words sorted by `points`, `length`, `word` or `easy`."""
    keys: dict[str, Callable[[str], tuple[int, ...]]] = {
        "points": lambda word: (-points(len(word)), -len(word)),
        "length": lambda word: (-len(word),),
        "word": lambda word: (),
        "easy": lambda word: (len(word),),
    }
    return sorted(words, key=lambda word: (keys[order](word), [alphabet.index(letter) for letter in word]))


def _spellings(
    path: Path, before: list[str], grid: Grid, prefixes: Collection[str], alphabet: str
) -> Iterator[tuple[str, Path]]:
    """What the path and all that go on from it spell, as far as words begin so."""
    now = [text + letters for text in before for letters in _letters(grid.tiles[path[-1]], alphabet)]
    now = [text for text in now if text in prefixes]
    for text in now:
        yield text, path
    if now and not grid.tiles[path[-1]].startswith("-"):
        for cell in _neighbours(path[-1], grid):
            if cell not in path and not grid.tiles[cell].endswith("-"):
                yield from _spellings((*path, cell), now, grid, prefixes, alphabet)


def _letters(tile: str, alphabet: str) -> list[str]:
    if tile == HOLE:
        return []
    return list(alphabet) if tile == WILDCARD else [tile.lower().strip("-")]


def _neighbours(cell: int, grid: Grid) -> list[int]:
    row, col = divmod(cell, grid.cols)
    return [
        other
        for other in range(grid.rows * grid.cols)
        if other != cell and abs(other // grid.cols - row) <= 1 and abs(other % grid.cols - col) <= 1
    ]
