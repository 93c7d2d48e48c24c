"""The algorithm of the script that solving Word Hunt here started from, at its natural speed: the benchmarks'
baseline.

A trie of dictionaries; a depth-first search from each cell over a board object that joins the whole path's
letters at every step, walks the trie from its root for that prefix, keeps visited cells in a set of tuples,
and collects words in a heap, longest first. Checked in one run against PyPI's wordhunt-package 0.2.0, which
is to be about 6.5 times as fast.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pydantic import BaseModel


@dataclass
class Node:
    children: dict[str, Node] = field(default_factory=dict)
    ends_word: bool = False


class Trie:
    def __init__(self, words: Iterable[str] = ()) -> None:
        self.root = Node()
        for word in words:
            self.add(word)

    def add(self, word: str) -> None:
        node = self.root
        for letter in word:
            if letter not in node.children:
                node.children[letter] = Node()
            node = node.children[letter]
        node.ends_word = True

    def is_prefix(self, text: str) -> bool:
        node = self.root
        for letter in text:
            if letter not in node.children:
                return False
            node = node.children[letter]
        return True

    def is_word(self, text: str) -> bool:
        node = self.root
        for letter in text:
            if letter not in node.children:
                return False
            node = node.children[letter]
        return node.ends_word


class Point(NamedTuple):
    x: int
    y: int


class Corners(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


class Cell(BaseModel):
    """A letter with its place in the picture, a validated model as the screen reader hands it over."""

    letter: str
    corners: Corners
    centre: Point


class Board:
    """Cells by row; `x` is the column."""

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        self.rows = [
            [_cell(letter, row, col) for col, letter in enumerate(line)] for row, line in enumerate(rows)
        ]

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, row: int) -> list[Cell]:
        return self.rows[row]

    def get_cell(self, x: int, y: int) -> Cell:
        return self[y][x]


def _cell(letter: str, row: int, col: int) -> Cell:
    left, top = 100 * col, 100 * row
    return Cell(
        letter=letter,
        corners=Corners(left, top, left + 100, top + 100),
        centre=Point(left + 50, top + 50),
    )


@dataclass
class Solution:
    path: list[Cell]
    word: str

    def __lt__(self, other: Solution) -> bool:
        return self.word < other.word


class OriginalSolver:
    """Solves one board of letters, given row by row."""

    def __init__(self, rows: Sequence[Sequence[str]], trie: Trie) -> None:
        self.trie = trie
        self.board = Board(rows)
        self.found: set[str] = set()
        self.queue: list[tuple[int, Solution]] = []

    def solve(self) -> list[Solution]:
        for row in range(len(self.board)):
            for col in range(len(self.board[row])):
                self._search(row, col, [], set())
        return [heapq.heappop(self.queue)[1] for _ in range(len(self.queue))]

    def _search(self, row: int, col: int, path: list[Cell], visited: set[tuple[int, int]]) -> None:
        if (row, col) in visited:
            return
        path.append(self.board.get_cell(col, row))
        text = "".join([cell.letter for cell in path])
        text = text.lower()
        if not self.trie.is_prefix(text):
            path.pop()
            return
        if self.trie.is_word(text) and text not in self.found:
            self.found.add(text)
            heapq.heappush(self.queue, (-len(path), Solution(path[:], text)))
        visited.add((row, col))
        for next_row, next_col in self._neighbours(row, col):
            self._search(next_row, next_col, path, visited)
        visited.remove((row, col))
        path.pop()

    def _is_inside(self, row: int, col: int) -> bool:
        return 0 <= row < len(self.board) and 0 <= col < len(self.board[row])

    def _neighbours(self, row: int, col: int) -> list[Point]:
        """Points that hold (row, col)."""
        steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
        neighbours = []
        for row_step, col_step in steps:
            next_row, next_col = row + row_step, col + col_step
            if self._is_inside(next_row, next_col):
                neighbours.append(Point(next_row, next_col))
        return neighbours
