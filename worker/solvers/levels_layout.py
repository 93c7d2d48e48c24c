"""Words as a crossword: how one is asked for, what comes out, and the search for a small one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

from worker.errors import BadOption

if TYPE_CHECKING:
    from worker.solvers.levels_layout_search import LayoutSearch

MOST_WORDS: Final = 100
MOST_LETTERS: Final = 30
"""Of a word."""
MOST_SIDE: Final = 62

Method = Literal["search", "monte-carlo"]
ROUNDS: Final[Mapping[Method, int]] = {"search": 18_000, "monte-carlo": 100}
"""By method, where none are asked for: after so many most sets have the smallest layout known. About a tenth
of a second, and three."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A word and where its first letter stands, from the top left corner of the layout."""

    word: str
    row: int
    col: int
    across: bool

    def cells(self) -> Iterator[tuple[int, int]]:
        """Row and column of each letter."""
        for k in range(len(self.word)):
            yield (self.row, self.col + k) if self.across else (self.row + k, self.col)


@dataclass(frozen=True)
class Layout:
    """A crossword; `rows` and `cols` are the smallest box around it."""

    rows: int
    cols: int
    placements: tuple[Placement, ...]
    """By row, then column, across before down."""
    missing: tuple[str, ...] = ()
    """Words that found no place."""

    @classmethod
    def of(cls, placements: Iterable[Placement], missing: Iterable[str] = ()) -> Layout:
        """Moves what is placed anywhere to the top left corner."""
        placed = list(placements)
        top = min((each.row for each in placed), default=0)
        left = min((each.col for each in placed), default=0)
        moved = [Placement(each.word, each.row - top, each.col - left, each.across) for each in placed]
        moved.sort(key=lambda each: (each.row, each.col, not each.across))
        cells = [cell for each in moved for cell in each.cells()]
        rows, cols = (max((cell[side] for cell in cells), default=-1) + 1 for side in (0, 1))
        return cls(rows, cols, tuple(moved), tuple(missing))

    @property
    def area(self) -> int:
        return self.rows * self.cols

    @cached_property
    def letters(self) -> Mapping[tuple[int, int], str]:
        """The letter in each cell that has one, by row and column."""
        return {
            cell: letter
            for each in self.placements
            for cell, letter in zip(each.cells(), each.word, strict=True)
        }

    @property
    def crossings(self) -> int:
        """Cells that belong to two words."""
        return sum(len(each.word) for each in self.placements) - len(self.letters)

    @property
    def density(self) -> float:
        """The share of the box's cells that have a letter."""
        return len(self.letters) / self.area if self.area else 0.0

    def texts(self, empty: str = ".") -> list[str]:
        """A text a row."""
        return [
            "".join(self.letters.get((row, col), empty) for col in range(self.cols))
            for row in range(self.rows)
        ]


@dataclass(frozen=True, slots=True)
class LayoutOptions:
    """How a layout is looked for; the limits always hold: what finds no place within them is missing."""

    seed: int = 0
    rounds: int | None = None
    """How often some words are taken off and set down anew; with `monte-carlo` the boards that are tried."""
    max_side: int = MOST_SIDE
    """Rows and columns at most."""
    max_aspect: float | None = None
    """How many times as long as the other a side may be, e.g. 1.5."""
    method: Method = "search"

    def __post_init__(self) -> None:
        if self.rounds is not None and self.rounds < 0:
            raise BadOption(f"Rounds are 0 or more, not {self.rounds}.", option="rounds")
        if not 2 <= self.max_side <= MOST_SIDE:
            raise BadOption(f"A side has 2 to {MOST_SIDE} cells, not {self.max_side}.", option="max_side")
        if self.max_aspect is not None and not self.max_aspect >= 1:
            raise BadOption(f"The aspect is at least 1, not {self.max_aspect}.", option="max_aspect")
        if self.method not in ROUNDS:
            known = ", ".join(ROUNDS)
            raise BadOption(f"There is no method {self.method!r}; there are {known}.", option="method")

    @property
    def rounds_or_default(self) -> int:
        return ROUNDS[self.method] if self.rounds is None else self.rounds

    def allows(self, layout: Layout) -> bool:
        """Whether it is within the limits."""
        longer, shorter = max(layout.rows, layout.cols), min(layout.rows, layout.cols)
        return longer <= self.max_side and (self.max_aspect is None or longer <= self.max_aspect * shorter)


def lay_out(words: Sequence[str], options: LayoutOptions | None = None) -> Layout:
    """The words as a crossword, as small and as near to a square as the search finds it; the same seed gives
    the same one.

    Every run of two or more letters is one of the words, each is there once, and all hang together.

    >>> lay_out(["male", "lame", "meal", "ale", "elm"]).texts()
    ['m..a', 'a..l', 'lame', 'e.e.', '..a.', '.elm']

    Raises:
        BadOption: no words, too many, or one of a single letter or of too many.
    """
    options = options or LayoutOptions()
    listed = checked_words(words)
    if options.method == "monte-carlo":
        from worker.solvers.levels_layout_chance import lay_out_by_chance

        return lay_out_by_chance(listed, options)
    search = start(listed, options)
    search.advance(options.rounds_or_default)
    return search.best


def start(words: Sequence[str], options: LayoutOptions) -> LayoutSearch:
    """A search that can be taken further in portions; `options.rounds` counts for nothing here."""
    from worker.solvers.levels_layout_search import LayoutSearch

    return LayoutSearch(checked_words(words), options)


def checked_words(words: Iterable[str]) -> list[str]:
    """Each word once; raises BadOption."""
    listed = list(dict.fromkeys(words))
    if not listed:
        raise BadOption("There are no words to lay out.", option="words")
    if len(listed) > MOST_WORDS:
        raise BadOption(f"Up to {MOST_WORDS} words can be laid out, not {len(listed)}.", option="words")
    wrong = next((word for word in listed if not 2 <= len(word) <= MOST_LETTERS), None)
    if wrong is not None:
        raise BadOption(
            f"A word has 2 to {MOST_LETTERS} letters, not {len(wrong)}: {wrong!r}.", option="words"
        )
    return listed
