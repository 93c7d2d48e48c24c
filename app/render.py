"""A word search with its words marked, as text in the five formats of the word-search console.

Pure: a `MarkedGrid` comes in, which a result's JSON makes, and text goes out. `render_svg` and `render_html`
draw the same value. Only here a place is a pair (x, y), column before row, as that console prints it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from worker.errors import BadOption
from worker.marking import word_code
from worker.model import Grid, Path

RESET: Final = "\x1b[0m"
RED: Final = "\x1b[31m"
ROOM_OF_PARENTHESES: Final = 2
"""Columns between two letters that are both marked: one closes, one opens."""
MOST_SPACING: Final = 1_000
"""Columns or lines between letters: far more than any paper has, and no gigabytes of spaces by a slip."""


class SolutionsFormat(StrEnum):
    """How letters of found words are shown."""

    ASTERISK = "asterisk"
    PARENTHESES = "parentheses"
    COLOR = "color"
    SINGLE_COLOR = "single-color"
    NONE = "none"


SHORT_FORMATS: Final[Mapping[str, SolutionsFormat]] = {
    "a": SolutionsFormat.ASTERISK,
    "p": SolutionsFormat.PARENTHESES,
    "c": SolutionsFormat.COLOR,
    "sc": SolutionsFormat.SINGLE_COLOR,
    "n": SolutionsFormat.NONE,
}


@dataclass(frozen=True, slots=True)
class Mark:
    """A place of a word; `number` is the word's own in the list, which says its colour."""

    word: str
    number: int
    cells: Path
    direction: str | None = None
    """None when the path is bent."""
    differs: bool = False
    """Whether the grid has another letter somewhere."""
    inferred: bool = False
    """Whether that letter was doubtful, and is now taken to be the word's."""


@dataclass(frozen=True, slots=True)
class Inferred:
    """A doubtful cell with what was read and what it is taken to be."""

    cell: int
    read: str
    letters: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MarkedGrid:
    """A grid, the words to find in it, and where they are."""

    grid: Grid
    words: tuple[str, ...] = ()
    """The list, in its order; without one, the words that were found."""
    marks: tuple[Mark, ...] = ()
    missing: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    """Words that lie only where a shorter one begins in the same direction."""
    inferred: tuple[Inferred, ...] = ()
    others: tuple[Mark, ...] = ()
    """Words of a dictionary that lie there by chance, as far as one can tell; they are not marked."""
    notes: tuple[str, ...] = ()
    """Sentences about the puzzle."""

    @classmethod
    def from_json(cls, result: Mapping[str, Any]) -> MarkedGrid:
        """Take what a word search answers."""
        side = max(result["rows"], result["cols"])
        grid = Grid.parse("/".join(result["letters"]), max_side=side, any_sign=True)
        wanted = [hit for hit in result["hits"] if hit.get("likely", True)]
        others = [hit for hit in result["hits"] if not hit.get("likely", True)]
        words = tuple(dict.fromkeys([*result["words"], *(hit["word"] for hit in wanted)]))
        numbers = {word: number for number, word in enumerate(words)}
        return cls(
            grid,
            words,
            tuple(_mark(hit, numbers[hit["word"]]) for hit in wanted),
            tuple(result["missing"]),
            tuple(result["hidden"]),
            tuple(
                Inferred(cell["cell"], cell["read"], cell["letters"], tuple(cell["words"]))
                for cell in result["inferred"]
            ),
            tuple(_mark(hit, 0) for hit in others),
            tuple(_notes(result)),
        )

    def given_out(self) -> MarkedGrid:
        """The puzzle for those who are to solve it: of the words only those that are there."""
        words = tuple(word for word in self.words if word not in self.missing)
        return replace(self, words=words, missing=(), notes=())

    def numbers(self) -> dict[int, int]:
        """For each cell of a found word the number of the word, the later one's where several meet."""
        by_word = sorted(self.marks, key=lambda mark: mark.number)
        return {cell: mark.number for mark in by_word for cell in mark.cells}


def _mark(hit: Mapping[str, Any], number: int) -> Mark:
    differs = bool(hit["mismatches"])
    return Mark(hit["word"], number, tuple(hit["cells"]), hit["direction"], differs, hit["inferred"])


def _notes(result: Mapping[str, Any]) -> Iterator[str]:
    if known := result.get("dictionary"):
        yield f"Without a list these are words of the dictionary '{known['name']}'."
    if message := result.get("message"):
        what = "Unused letters read" if message["reads"] else "Unused letters"
        yield f"{what}: {message['text']}" if message["letters"] else "No letter is unused."
    if figures := result.get("difficulty"):
        yield difficulty_text(figures)


def difficulty_text(figures: Mapping[str, Any]) -> str:
    """A puzzle's figures in sentences."""
    return (
        f"Difficulty: {figures['level']}, {figures['looks']:.1f} looks a word, of them"
        f" {figures['false_starts']:.1f} false starts."
        f" {_counted(figures['words'], 'word')} of {figures['mean_length']:.1f} letters on average in"
        f" {_counted(figures['directions'], 'direction')}: {figures['backwards']:.0%} backwards,"
        f" {figures['diagonal']:.0%} diagonal, {figures['bent']:.0%} bent;"
        f" {_counted(figures['crossings'], 'crossing')}, {figures['density']:.0%} of the cells in words."
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@dataclass(frozen=True, slots=True)
class Layout:
    """How a grid is written: spaces between letters, empty lines between rows."""

    format: SolutionsFormat = SolutionsFormat.NONE
    hspacing: int = 1
    vspacing: int = 0

    def __post_init__(self) -> None:
        for name, value in (("hspacing", self.hspacing), ("vspacing", self.vspacing)):
            if not 0 <= value <= MOST_SPACING:
                raise BadOption(f"--{name} takes 0 to {MOST_SPACING}, not {value}.", option=name)
        if self.format is SolutionsFormat.PARENTHESES and self.hspacing < ROOM_OF_PARENTHESES:
            raise BadOption(
                f"Parentheses need --hspacing {ROOM_OF_PARENTHESES} or more, not {self.hspacing}.",
                hint="Two marked letters side by side need room for `)(` between them.",
                option="hspacing",
            )


def tile_text(tile: str) -> str:
    """`QU` as `Qu`, a hole as the dot that it is typed as."""
    return tile[:1] + tile[1:].lower() if tile else "."


def grid_text(puzzle: MarkedGrid, layout: Layout) -> str:
    """The grid, a line a row, without a line break at the end."""
    rows = _rows_in_parentheses if layout.format is SolutionsFormat.PARENTHESES else _rows
    return ("\n" * (layout.vspacing + 1)).join(rows(puzzle, layout))


def _rows(puzzle: MarkedGrid, layout: Layout) -> Iterator[str]:
    numbers, width = puzzle.numbers(), _tile_width(puzzle.grid)
    gap = " " * layout.hspacing
    for cells in _cells_by_row(puzzle.grid):
        shown = (
            _shown(tile_text(puzzle.grid.tiles[cell]), numbers.get(cell), layout.format, width)
            for cell in cells
        )
        yield gap.join(shown).rstrip(" ")


def _shown(tile: str, number: int | None, how: SolutionsFormat, width: int) -> str:
    """A tile as wide as the others, marked when it belongs to a word."""
    if number is None or how is SolutionsFormat.NONE:
        return tile + _filling(tile, width)
    if how is SolutionsFormat.ASTERISK:
        return "*".ljust(width)
    colour = RED if how is SolutionsFormat.SINGLE_COLOR else f"\x1b[38;5;{word_code(number)}m"
    return f"{colour}{tile}{RESET}{_filling(tile, width)}"


def _rows_in_parentheses(puzzle: MarkedGrid, layout: Layout) -> Iterator[str]:
    """Parentheses stand in the spaces between letters, so that columns stay straight."""
    grid, marked, width = puzzle.grid, puzzle.numbers().keys(), _tile_width(puzzle.grid)
    has_margin = any(cell in marked for cell in range(0, len(grid.tiles), grid.cols))
    for cells in _cells_by_row(grid):
        row = " " if has_margin and cells[0] not in marked else ""
        for cell in cells:
            tile = tile_text(grid.tiles[cell])
            filled = f"({tile})" if cell in marked else tile
            # The space before a marked letter gives way to its parenthesis.
            row = row[:-1] + filled if cell in marked and cell != cells[0] else row + filled
            row += _filling(tile, width) + " " * (layout.hspacing - (cell in marked))
        yield row.rstrip(" ")


def _cells_by_row(grid: Grid) -> Iterator[range]:
    return (range(start, start + grid.cols) for start in range(0, len(grid.tiles), grid.cols))


def _tile_width(grid: Grid) -> int:
    return max(_width(tile_text(tile)) for tile in set(grid.tiles))


def _filling(tile: str, width: int) -> str:
    return " " * (width - _width(tile)) if width > 1 else ""


def _width(tile: str) -> int:
    """Columns of a terminal; marks stand above or below their letter, and Chinese signs take two."""
    return 1 if tile.isascii() and len(tile) == 1 else sum(map(_sign_width, tile))


def _sign_width(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def puzzle_text(puzzle: MarkedGrid, layout: Layout) -> str:
    """The puzzle as it is given out: the grid without marks, and the words to find."""
    plain = replace(layout, format=SolutionsFormat.NONE)
    parts = [grid_text(puzzle, plain), "Words to find:"]
    parts += _block(puzzle.given_out().words)
    parts += _section("Without a place:", map(_quoted, puzzle.missing))
    return "\n\n".join(parts) + "\n"


def solved_text(puzzle: MarkedGrid, layout: Layout) -> str:
    """All that the console prints: the grid, where each word lies, and which words do not."""
    parts = ["Solved:", grid_text(puzzle, layout), "Coordinates to Solutions:"]
    parts += _block(place_line(puzzle.grid, mark) for mark in puzzle.marks)
    inferred = (_inferred_line(puzzle.grid, cell) for cell in puzzle.inferred)
    parts += _section("Inferred from the words:", inferred)
    parts += _section("Hidden by a shorter word (-o shows them):", map(_quoted, puzzle.hidden))
    parts += _section("Not found:", map(_quoted, puzzle.missing))
    others = (place_line(puzzle.grid, mark) for mark in puzzle.others)
    parts += _section("Other words, perhaps by chance:", others)
    parts += puzzle.notes
    return "\n\n".join(parts) + "\n"


def _block(lines: Iterable[str]) -> list[str]:
    text = "\n".join(lines)
    return [text] if text else []


def _section(heading: str, lines: Iterable[str]) -> list[str]:
    block = _block(lines)
    return [heading, *block] if block else []


def _quoted(word: str) -> str:
    return f"'{word}'"


def place_line(grid: Grid, mark: Mark) -> str:
    """`'CAT': (1, 0) through (1, 2)`, and what else there is to know of the place."""
    line = f"'{mark.word}': {place(grid, mark.cells[0])} through {place(grid, mark.cells[-1])}"
    between = mark.cells[1:-1]
    if mark.direction is None and between:
        line += f" by {' '.join(place(grid, cell) for cell in between)}"
    if mark.differs and not mark.inferred:
        line += f", where {spelled(grid, mark.cells)} stands"
    return line


def place(grid: Grid, cell: int) -> str:
    row, col = divmod(cell, grid.cols)
    return f"({col}, {row})"


def spelled(grid: Grid, cells: Sequence[int]) -> str:
    return "".join(grid.tiles[cell] or "." for cell in cells)


def _inferred_line(grid: Grid, cell: Inferred) -> str:
    read = f"not {cell.read}" if cell.read else "which could not be read"
    return f"{place(grid, cell.cell)}: {cell.letters}, {read}, for {', '.join(map(_quoted, cell.words))}"
