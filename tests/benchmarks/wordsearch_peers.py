"""Grids to be searched against the clock, and how others search them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import ahocorasick_rs

from tests.reference.wordsearch_original import IterativeSolver, WordLocation, WordSearch
from worker.model import Grid
from worker.solvers.wordsearch import COMPASS

ALPHABET = "abcdefghijklmnopqrstuvwxyz"

Ends = list[tuple[int, int, int]]
"""The word's number, its first and its last cell."""


@dataclass(frozen=True)
class Case:
    """A grid of chance letters in which each of the words was laid, as far as later ones spared it."""

    side: int
    words: Sequence[str]
    rows: tuple[str, ...]

    @classmethod
    def drawn(cls, side: int, words: Sequence[str], laid: int | None = None) -> Case:
        """The same for the same arguments; `laid` of the words, or all, are laid if they are not too long."""
        dice = random.Random(side)
        letters = dice.choices(ALPHABET, k=side * side)
        for word in words if laid is None else dice.sample(words, laid):
            if len(word) > side:
                continue
            way = dice.choice(COMPASS)
            row, col = (_start(dice, side, len(word), step) for step in (way.row_step, way.col_step))
            for at, letter in enumerate(word):
                letters[(row + at * way.row_step) * side + col + at * way.col_step] = letter
        rows = ("".join(letters[start : start + side]) for start in range(0, side * side, side))
        return cls(side, words, tuple(rows))

    @cached_property
    def capitals(self) -> list[str]:
        return [row.upper() for row in self.rows]

    @cached_property
    def grid(self) -> Grid:
        return Grid(self.side, self.side, tuple("".join(self.capitals)))

    @cached_property
    def number(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}


def _start(dice: random.Random, side: int, length: int, step: int) -> int:
    first = length - 1 if step < 0 else 0
    last = side - length if step > 0 else side - 1
    return dice.randint(first, last)


class ByAhoCorasick:
    """`ahocorasick_rs` on the grid's lines; the automaton is made before."""

    def __init__(self, case: Case) -> None:
        self._case, self._side = case, case.side
        self._automaton = ahocorasick_rs.AhoCorasick(list(case.words), store_patterns=False)
        every = range(case.side**2)
        self._lines = [every[start:stop:step] for start, stop, step in self._slices]
        self._cells = [cell for line in self._lines for cell in [*line, -1]]
        self.text = self.cut()

    @cached_property
    def _slices(self) -> list[tuple[int, int, int]]:
        """Of the grid as one text: rows, columns and both diagonals."""
        side = self._side
        rows = [(row * side, row * side + side, 1) for row in range(side)]
        columns = [(col, side * side, side) for col in range(side)]
        falling = [(col, (side - col) * side, side + 1) for col in range(side)]
        falling += [(row * side, side * side, side + 1) for row in range(1, side)]
        rising = [(col, col * side + 1, side - 1) for col in range(1, side)] + [(0, 1, 1)]
        rising += [(row * side + side - 1, side * side, side - 1) for row in range(1, side)]
        return rows + columns + falling + rising

    def cut(self) -> str:
        letters = "".join(self._case.rows)
        return "\n".join([letters[start:stop:step] for start, stop, step in self._slices]) + "\n"

    def search(self) -> int:
        """Only the search of the text that has been cut before: the number of matches."""
        find = self._automaton.find_matches_as_indexes
        return len(find(self.text, overlapping=True)) + len(find(self.text[::-1], overlapping=True))

    def line_by_line(self) -> Ends:
        """As one would write it: each line put together from its cells and searched for itself."""
        find, rows, side = self._automaton.find_matches_as_indexes, self._case.rows, self._side
        found = []
        for cells in (*self._lines, *(line[::-1] for line in self._lines)):
            text = "".join([rows[cell // side][cell % side] for cell in cells])
            for word, start, end in find(text, overlapping=True):
                found.append((word, cells[start], cells[end - 1]))
        return found

    def at_once(self) -> Ends:
        """All lines cut by slicing and joined to one text, whose cells are known before."""
        text, cells = self.cut(), self._cells
        last = len(text) - 1
        find = self._automaton.find_matches_as_indexes
        found = [(word, cells[start], cells[end - 1]) for word, start, end in find(text, overlapping=True)]
        found += [
            (word, cells[last - start], cells[last - end + 1])
            for word, start, end in find(text[::-1], overlapping=True)
        ]
        return found


def by_original(case: Case, cells: Sequence[int] | None = None) -> Ends:
    """From all cells, or some only."""
    solver = IterativeSolver(WordSearch(case.rows), case.words)
    for cell in cells if cells is not None else range(case.side**2):
        solver.try_cell(*divmod(cell, case.side))
    return [(case.number[word], *_ends(place, case.side)) for word, place in solver.found]


def _ends(place: WordLocation, side: int) -> tuple[int, int]:
    row = place.row + (place.length - 1) * place.direction_y
    col = place.col + (place.length - 1) * place.direction_x
    return place.row * side + place.col, row * side + col
