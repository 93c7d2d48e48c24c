"""Whether words can be laid out in a box: everything is tried, cell by cell.

The box is filled row by row. What matters of a part that is filled is its *edge*: the run of letters that
reaches it in each column, which of its cells hang together, the run of the present row, and the words there
are so far. Parts with the same edge have the same future, so each edge is gone on from once (dynamic
programming over a broken profile). Shares nothing with the solvers that it checks; for narrow boxes and few
words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

EMPTY = ""

T = TypeVar("T")


class Edge(NamedTuple):
    """What is known of a box filled up to some cell."""

    columns: tuple[str, ...]
    """By column the run that ends at its last filled cell; empty where that has no letter."""
    parts: tuple[int, ...]
    """By column a number that cells which hang together share; 0 where there is no letter."""
    row: str
    """The run that ends at the last cell."""
    used: frozenset[str]


def fits_in_box(words: Sequence[str], rows: int, cols: int) -> bool:
    """Whether all words can be laid out in a box of so many rows and columns (or it on its side)."""
    return _Filling(words, max(rows, cols), min(rows, cols)).ends_well()


class _Filling:
    def __init__(self, words: Sequence[str], rows: int, cols: int) -> None:
        self.words, self.rows, self.cols = frozenset(words), rows, cols
        self.letters = sorted(set("".join(words)))
        self.total = sum(map(len, self.words))

    def ends_well(self) -> bool:
        edges = {Edge((EMPTY,) * self.cols, (0,) * self.cols, EMPTY, frozenset())}
        for cell in range(self.rows * self.cols):
            row, col = divmod(cell, self.cols)
            edges = {after for edge in edges for after in self.successors(edge, row, col)}
            if any(after.used == self.words and not any(after.parts) for after in edges):
                return True
        return any(self.is_whole(edge) for edge in edges)

    def successors(self, edge: Edge, row: int, col: int) -> Iterator[Edge]:
        """The edges after the cell is left empty or given a letter."""
        if col == 0:
            used = self.close(edge.row, edge.used)
            if used is None:
                return
            edge = edge._replace(row=EMPTY, used=used)
        left_empty = self.without_letter(edge, col)
        if left_empty is not None and self.has_room(left_empty, row, col):
            yield left_empty
        for letter in self.letters:
            down, across = edge.columns[col] + letter, edge.row + letter
            after = Edge(_replaced(edge.columns, col, down), _joined(edge, col), across, edge.used)
            may_go_on = self.may_go_on(down, self.rows - row - 1, edge.used) and self.may_go_on(
                across, self.cols - col - 1, edge.used
            )
            if may_go_on and self.has_room(after, row, col):
                yield after

    def without_letter(self, edge: Edge, col: int) -> Edge | None:
        used = self.close(edge.columns[col], edge.used)
        used = None if used is None else self.close(edge.row, used)
        if used is None:
            return None
        parts = _replaced(edge.parts, col, 0)
        is_cut_off = edge.parts[col] != 0 and edge.parts[col] not in parts
        if is_cut_off and (any(parts) or used != self.words):
            return None
        return Edge(_replaced(edge.columns, col, EMPTY), _numbered(parts), EMPTY, used)

    def close(self, run: str, used: frozenset[str]) -> frozenset[str] | None:
        """The words there are when the run ends, or None when it must not."""
        if len(run) < 2:
            return used
        return used | {run} if run in self.words and run not in used else None

    def may_go_on(self, run: str, room: int, used: frozenset[str]) -> bool:
        """Whether it can become a word within the room, or stay a single letter."""
        return len(run) == 1 or any(
            word.startswith(run) and len(word) - len(run) <= room for word in self.words - used
        )

    def has_room(self, edge: Edge, row: int, col: int) -> bool:
        """Whether the letters that are missing could stand in the cells that are left, each in two words."""
        begun = sum(map(len, edge.columns)) + len(edge.row)
        missing = self.total - sum(map(len, edge.used)) - begun
        return missing <= 2 * ((self.rows - row) * self.cols - col - 1)

    def is_whole(self, edge: Edge) -> bool:
        used: frozenset[str] | None = edge.used
        for run in (*edge.columns, edge.row):
            used = None if used is None else self.close(run, used)
        return used == self.words and max(edge.parts) == 1


def _joined(edge: Edge, col: int) -> tuple[int, ...]:
    """The parts when the cell gets a letter, which may join those above and to the left."""
    mine = max(edge.parts) + 1
    near = {edge.parts[col], edge.parts[col - 1] if edge.row else 0} - {0}
    joined = tuple(mine if part in near else part for part in edge.parts)
    return _numbered(_replaced(joined, col, mine))


def _numbered(parts: tuple[int, ...]) -> tuple[int, ...]:
    """The same with numbers from 1 in the order in which they come."""
    numbers = {0: 0}
    return tuple(numbers.setdefault(part, len(numbers)) for part in parts)


def _replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
