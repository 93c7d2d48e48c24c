"""Whether words can be laid out in a box, asked of CP-SAT.

For each word and each place in the box a variable says that the word stands there. What makes these a layout:

- each word has one place; a cell is in one word across and one down at most
- a cell has one letter if it has any, that of each word through it
- two neighbours with letters are within one word: so every run of letters is a word of the list
- each word crosses another one; there are crossings for all words to hang together at least

Where the words fall into parts all the same, the next attempt is told that some word of the part has to
cross one of the others. That happens a few times at most.

Imported only when it is wanted: it loads OR-tools.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Final

from ortools.sat.python import cp_model

from worker.solvers.levels_layout import Layout, Placement

_MOST_CUTS: Final = 200

Cell = tuple[int, int]


def solve_box(
    words: Sequence[str], rows: int, cols: int, *, is_spanning: bool = False, seed: int, effort: float
) -> tuple[Layout | None, bool]:
    """A layout of all words in the box, or none, and whether that is decided within the effort
    (deterministic seconds).

    Args:
        is_spanning: whether it has to take up all rows of the box, and as many columns or more.
    """
    model = _BoxModel(words, rows, cols)
    if is_spanning:
        model.span(rows, cols)
    for _ in range(_MOST_CUTS):
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1  # several would answer in an order of their own
        solver.parameters.random_seed = seed % 2**31
        solver.parameters.max_deterministic_time = effort
        status = solver.solve(model.model)
        if status == cp_model.INFEASIBLE:
            return None, True
        if status not in (cp_model.FEASIBLE, cp_model.OPTIMAL):
            return None, False
        placed = [place for place, stands in model.places.items() if solver.boolean_value(stands)]
        part = _part_of(placed)
        if len(part) == len(placed):
            return Layout.of(placed), True
        model.join(part)
    return None, False


class _BoxModel:
    def __init__(self, words: Sequence[str], rows: int, cols: int) -> None:
        self.model = cp_model.CpModel()
        self.places = {
            place: self.model.new_bool_var(f"{place.word} {place.row} {place.col} {place.across}")
            for word in words
            for place in _places(word, rows, cols)
        }
        self._cells = [(row, col) for row in range(rows) for col in range(cols)]
        self._filled = {cell: self.model.new_bool_var(f"filled {cell}") for cell in self._cells}
        self._through = {way: self._by_cell(way) for way in (True, False)}
        self._place_each_once(words)
        self._letters(sorted(set("".join(words))))
        self._runs()
        self._crossings(words)

    def join(self, part: Collection[str]) -> None:
        """Some word of the part crosses one of the others."""
        crossings = []
        for cell in self._cells:
            for way in (True, False):
                inside = [stands for place, stands in self._through[way][cell] if place.word in part]
                outside = [stands for place, stands in self._through[not way][cell] if place.word not in part]
                if inside and outside:
                    crosses = self.model.new_bool_var("")
                    self.model.add(sum(inside) >= crosses)
                    self.model.add(sum(outside) >= crosses)
                    crossings.append(crosses)
        self.model.add_bool_or(crossings)

    def span(self, rows: int, cols: int) -> None:
        """The layout begins in the first row and column; it ends in the last row, and not before it has as
        many columns as rows."""
        for edge in (
            [(0, col) for col in range(cols)],
            [(rows - 1, col) for col in range(cols)],
            [(row, 0) for row in range(rows)],
            [(row, col) for row in range(rows) for col in range(rows - 1, cols)],
        ):
            self.model.add_bool_or([self._filled[cell] for cell in edge])

    def _by_cell(self, across: bool) -> dict[Cell, list[tuple[Placement, cp_model.IntVar]]]:
        through: dict[Cell, list[tuple[Placement, cp_model.IntVar]]] = {cell: [] for cell in self._cells}
        for place, stands in self.places.items():
            if place.across == across:
                for cell in place.cells():
                    through[cell].append((place, stands))
        return through

    def _covers(self, across: bool, cell: Cell) -> cp_model.LinearExpr:
        """How many words of this way hold the cell: one at most."""
        return cp_model.LinearExpr.sum([stands for _, stands in self._through[across][cell]])

    def _place_each_once(self, words: Sequence[str]) -> None:
        by_word = defaultdict(list)
        for place, stands in self.places.items():
            by_word[place.word].append(stands)
        for word in words:
            self.model.add_exactly_one(by_word[word])

    def _letters(self, alphabet: Sequence[str]) -> None:
        for cell in self._cells:
            has = {letter: self.model.new_bool_var(f"{letter} {cell}") for letter in alphabet}
            self.model.add(sum(has.values()) == self._filled[cell])
            for way in (True, False):
                spelled = defaultdict(list)
                for place, stands in self._through[way][cell]:
                    k = cell[1] - place.col if way else cell[0] - place.row
                    spelled[place.word[k]].append(stands)
                for letter, standing in spelled.items():
                    self.model.add(sum(standing) <= has[letter])
            self.model.add(self._covers(True, cell) <= self._filled[cell])
            self.model.add(self._covers(False, cell) <= self._filled[cell])
            self.model.add(self._covers(True, cell) + self._covers(False, cell) >= self._filled[cell])

    def _runs(self) -> None:
        for row, col in self._cells:
            for across, neighbour in ((True, (row, col + 1)), (False, (row + 1, col))):
                if neighbour in self._filled:
                    both = [
                        stands
                        for place, stands in self._through[across][row, col]
                        if neighbour in place.cells()
                    ]
                    self.model.add(self._filled[row, col] + self._filled[neighbour] - sum(both) <= 1)

    def _crossings(self, words: Sequence[str]) -> None:
        letters = sum(map(len, words))
        self.model.add(sum(self._filled.values()) <= letters - (len(words) - 1))
        if len(words) > 1:
            for place, stands in self.places.items():
                crossing = [self._covers(not place.across, cell) for cell in place.cells()]
                self.model.add(sum(crossing) >= stands)


def _places(word: str, rows: int, cols: int) -> list[Placement]:
    across = [Placement(word, row, col, True) for row in range(rows) for col in range(cols - len(word) + 1)]
    down = [Placement(word, row, col, False) for row in range(rows - len(word) + 1) for col in range(cols)]
    return across + down


def _part_of(placed: Sequence[Placement]) -> set[str]:
    """The words that hang together with the first one."""
    cells = {place.word: set(place.cells()) for place in placed}
    part, waiting = {placed[0].word}, [placed[0].word]
    while waiting:
        word = waiting.pop()
        near = [other for other in cells if other not in part and cells[other] & cells[word]]
        part.update(near)
        waiting += near
    return part
