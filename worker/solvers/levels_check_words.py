"""A level of a pack as its JSON tells it, and whether its grid is a crossword of its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Cells = Mapping[tuple[int, int], str]


@dataclass(frozen=True, slots=True)
class Grid:
    """What a level says."""

    letters: str
    rows: int
    cols: int
    words: dict[str, str]
    """Each with its spelling."""
    placed: tuple[tuple[str, int, int, bool], ...]
    bonus: tuple[str, ...]
    difficulty: float
    tier: str
    density: float
    crossings: int

    @classmethod
    def of(cls, level: Mapping[str, Any]) -> Grid:
        """Raises LookupError, TypeError, ValueError when something is missing or of another kind."""
        words = level["words"]
        placed = tuple(
            (_text(each["word"]), _count(each["row"]), _count(each["col"]), _flag(each["across"]))
            for each in words
        )
        bonus = tuple(_text(word) for word in level["bonus"])
        spelled = {each["word"]: _text(each["display"]) for each in words}
        rows, cols, _ = _count(level["rows"]), _count(level["cols"]), _count(level["number"])
        difficulty = _number(level["difficulty"], 100)
        if not placed:
            raise ValueError("there are no words")
        density, crossings = _number(level["density"], 1), _count(level["crossings"])
        letters, tier = _text(level["letters"]), _text(level["tier"])
        return cls(letters, rows, cols, spelled, placed, bonus, difficulty, tier, density, crossings)

    @property
    def longest(self) -> list[str]:
        """Every word of the greatest length."""
        most = max(map(len, self.words))
        return [word for word in self.words if len(word) == most]

    def faults(self) -> Iterator[tuple[str, str]]:
        """What is wrong with the level by itself, as code and sentence."""
        yield from self._formable()
        if len(max(self.words, key=len)) != len(self.letters):
            yield "no_full_word", "No word has all letters of the wheel."
        if len(self.words) != len(self.placed):
            yield "word_twice", "A word is there twice."
        cells: dict[tuple[int, int], str] = {}
        for word, row, col, across in self.placed:
            for step, letter in enumerate(word):
                cell = (row, col + step) if across else (row + step, col)
                if cells.setdefault(cell, letter) != letter:
                    yield "layout", f"Row {cell[0]}, column {cell[1]} has two letters."
        yield from self._box(cells)
        yield from self._runs_are_words(cells)
        yield from self._figures(len(cells))
        if not _hangs_together(cells):
            yield "layout", "The words do not hang together."

    def difficulty_of(self, zipfs: Sequence[float]) -> float:
        """0 to 100, as the format defines it; `zipfs` are those of its words, 0 for unknown."""
        known = [zipf if zipf else 3.0 for zipf in zipfs]
        area, filled = max(1, self.rows * self.cols), len(self._cells())
        letters = sum(map(len, self.words))
        rare = (_between(5.5 - sum(known) / len(known), 0, 2.5) + _between(5.0 - min(known), 0, 2.5)) / 2
        return (
            28 * _between(len(self.letters), 4, 8)
            + 22 * _between(len(self.words), 3, 14)
            + 15 * _between(letters / len(self.words), 3, 5.5)
            + 25 * rare
            + 5 * _between(filled / area, 0.3, 0.7)
            + 5 * _between(1 - (letters - filled) / filled, 0.6, 0.9)
        )

    def _formable(self) -> Iterator[tuple[str, str]]:
        wheel = Counter(self.letters)
        for word in (*self.words, *self.bonus):
            if not Counter(word) <= wheel:
                yield "not_formable", f"{word!r} cannot be formed from {self.letters!r}."
        both = set(self.words).intersection(self.bonus)
        if both:
            yield "word_twice", f"{min(both)!r} is in the grid and a bonus word, too."
        if len(set(self.bonus)) != len(self.bonus):
            yield "word_twice", "A bonus word is there twice."

    def _figures(self, filled: int) -> Iterator[tuple[str, str]]:
        density = filled / max(1, self.rows * self.cols)
        if abs(density - self.density) > 0.0001:
            yield "density", f"Its density is {density:.4f}, not {self.density}."
        crossings = sum(len(word) for word, *_ in self.placed) - filled
        if crossings != self.crossings:
            yield "crossings", f"Its words cross {crossings} times, not {self.crossings}."

    def _cells(self) -> set[tuple[int, int]]:
        return {
            (row, col + step) if across else (row + step, col)
            for word, row, col, across in self.placed
            for step in range(len(word))
        }

    def _box(self, cells: Cells) -> Iterator[tuple[str, str]]:
        rows, cols = ({cell[side] for cell in cells} for side in (0, 1))
        if (min(rows), min(cols)) != (0, 0) or (max(rows) + 1, max(cols) + 1) != (self.rows, self.cols):
            yield "layout", f"The grid is not the smallest box of {self.rows} rows and {self.cols} columns."

    def _runs_are_words(self, cells: Cells) -> Iterator[tuple[str, str]]:
        """Whatever can be read in the grid, across and down, must be what was placed, once."""
        across = [(word, row, col) for word, row, col, is_across in self.placed if is_across]
        down = [(word, row, col) for word, row, col, is_across in self.placed if not is_across]
        turned = {(col, row): letter for (row, col), letter in cells.items()}
        read = {
            "across": Counter(_runs(cells)) - Counter(across),
            "down": Counter((word, row, col) for word, col, row in _runs(turned)) - Counter(down),
        }
        for way, extra in read.items():
            for word, row, col in extra:
                yield "layout", f"{word!r} can be read {way} at row {row}, column {col}."


def _runs(cells: Cells) -> Iterator[tuple[str, int, int]]:
    """Every run of two or more letters from left to right, with where it begins."""
    for row, col in cells:
        if (row, col - 1) not in cells and (row, col + 1) in cells:
            end, word = col, ""
            while (row, end) in cells:
                word += cells[row, end]
                end += 1
            yield word, row, col


def _hangs_together(cells: Cells) -> bool:
    waiting, left = [next(iter(cells))], set(cells)
    while waiting:
        row, col = waiting.pop()
        if (row, col) in left:
            left.remove((row, col))
            waiting += [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
    return not left


def _between(value: float, least: float, most: float) -> float:
    return (min(max(value, least), most) - least) / (most - least)


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise TypeError(f"{value!r} is no text")
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError(f"{value!r} is no whole number from 0")
    return value


def _number(value: object, most: int) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= most:
        raise TypeError(f"{value!r} is no number from 0 to {most}")
    return float(value)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value
