"""Boards to be solved against the clock: the reference boards, or drawn ones where those are absent."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from worker.model import Grid


@dataclass(frozen=True)
class Boards:
    """Boards of one kind; the first `sample` of them are for the original."""

    name: str
    grids: list[Grid]
    counted: int | None
    """The points on all of them as other solvers have counted them, where they have."""
    sample: int


_FILES = (
    ("4x4 dice", "boards-4x4", 250),
    ("4x4 dense", "boards-4x4-dense", 25),
    ("5x5", "boards-5x5", 80),
    ("6x6", "boards-6x6", 40),
    ("10x10", "boards-10x10", 5),
)
_SIZES = ((4, 1000, 250), (5, 500, 80), (6, 200, 40), (10, 50, 5))
"""Side, boards, sample: as many as there are reference boards."""


def reference_boards(shared_data: Path) -> list[Boards]:
    return [_in_file(name, shared_data / "boards" / f"{file}.txt", sample) for name, file, sample in _FILES]


def _in_file(name: str, path: Path, sample: int) -> Boards:
    grids, points = [], 0
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            letters, _, counted, *_ = line.split()
            grids.append(_grid(letters))
            points += int(counted)
    return Boards(name, grids, points, sample)


def drawn_boards(words: Iterable[str]) -> list[Boards]:
    """Each letter as often as in the words; the same boards every time."""
    shares = Counter(letter for word in words for letter in word)
    letters, weights = zip(*sorted(shares.items()), strict=True)
    boards = []
    for side, count, sample in _SIZES:
        dice = random.Random(side)
        grids = [_grid("".join(dice.choices(letters, weights, k=side * side))) for _ in range(count)]
        boards.append(Boards(f"{side}x{side} drawn", grids, None, sample))
    return boards


def _grid(letters: str) -> Grid:
    """A square board; q is read as `Qu`."""
    side = round(len(letters) ** 0.5)
    return Grid(side, side, tuple("QU" if letter == "q" else letter.upper() for letter in letters))
