"""The algorithm of the word-search console that Tilewise grew out of, at its natural speed: the benchmarks'
baseline.

From each cell in each of eight directions a word grows letter by letter, recursively, until it leaves the
grid or no word of the list begins so, for which the whole list is gone through each time. Where overlapping
words are not allowed it stops at the first match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class WordLocation(NamedTuple):
    row: int
    col: int
    direction_x: int
    direction_y: int
    length: int


class WordSearch:
    """A grid of letters, by row."""

    def __init__(self, rows: Sequence[str]) -> None:
        self.letters = [list(row) for row in rows]
        self.rows, self.cols = len(self.letters), len(self.letters[0])

    def in_bounds(self, row: int, col: int) -> bool:
        return 0 <= row < self.rows and 0 <= col < self.cols


@dataclass
class IterativeSolver:
    word_search: WordSearch
    words: Sequence[str]
    allow_overlapping: bool = True
    found: list[tuple[str, WordLocation]] = field(default_factory=list)

    def solve(self) -> list[tuple[str, WordLocation]]:
        for row in range(self.word_search.rows):
            for col in range(self.word_search.cols):
                self.try_cell(row, col)
        return self.found

    def try_cell(self, row: int, col: int) -> None:
        for direction_y in (-1, 0, 1):
            for direction_x in (-1, 0, 1):
                if direction_x or direction_y:
                    self._try(row, col, direction_x, direction_y, "", 0)

    def _try(self, row: int, col: int, direction_x: int, direction_y: int, word: str, extended: int) -> None:
        at_row, at_col = row + direction_y * extended, col + direction_x * extended
        if not self.word_search.in_bounds(at_row, at_col):
            return
        word += self.word_search.letters[at_row][at_col]
        is_match, is_possible = False, False
        for searched in self.words:
            if searched.startswith(word):
                is_possible = True
                if searched == word:
                    is_match = True
        if not is_possible:
            return
        if is_match:
            self.found.append((word, WordLocation(row, col, direction_x, direction_y, len(word))))
            if not self.allow_overlapping:
                return
        self._try(row, col, direction_x, direction_y, word, extended + 1)
