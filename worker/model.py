"""The words that every module uses, as values.

Legend
------
row, col    from 0, top left
cell        row * cols + col
path        cells in the order they are swiped, e.g. (0, 1, 5)
tile        what stands in a cell: one or more letters in capitals, in a word search also digits and other
            signs; "" is a hole, "?" a wildcard; words only begin with "OVER-" and only end with "-ING"
box         x, y, width, height in pixels of the upright picture (EXIF applied), origin top left
centre      the pixel point to drag through
word        in lower case, as the dictionary spells it

A 2 x 3 grid, `Grid.parse("AB[Qu]/.?D")`, has these cells:

    A  B  Qu        0 1 2
    .  ?  D         3 4 5
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from worker.errors import BadGrid, GridTooLarge, RaggedGrid

HOLE = ""
WILDCARD = "?"
AFFIX = "-"
SYNTAX = "/;[].?"
"""Signs that say how a grid is written, and stand in no tile."""
MAX_SIDE = 50

Path = tuple[int, ...]

_ROW_BREAKS = re.compile(r"[/;\r\n]")
_LETTERS = re.compile(r"[^\W\d_]+-?|-[^\W\d_]+")
_SIGNS = re.compile(rf"[^\s{re.escape(SYNTAX)}]+")
_TILES = re.compile(r"\[([^\[\]]*)\]|(.)", re.DOTALL)


class Point(NamedTuple):
    """A place in the picture, in pixels."""

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle in the picture, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of tiles; `str(grid)` and `Grid.parse` are inverse to each other."""

    rows: int
    cols: int
    tiles: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            raise BadGrid("The grid is empty.")
        if len(self.tiles) != self.rows * self.cols:
            count = self.rows * self.cols
            raise RaggedGrid(f"A {self.rows} x {self.cols} grid needs {count} tiles, not {len(self.tiles)}.")

    @classmethod
    def parse(cls, text: str, *, max_side: int = MAX_SIDE, any_sign: bool = False) -> Grid:
        """Read `ABCD/EFGH/...`: rows parted by `/`, `;` or newline, spaces ignored.

        Args:
            any_sign: whether tiles may be of any printable signs, `SYNTAX` apart, not only of letters.

        Raises:
            BadGrid: no tiles, or a sign that may not stand in one; RaggedGrid, GridTooLarge.
        """
        lines = [line for line in (re.sub(r"\s", "", part) for part in _ROW_BREAKS.split(text)) if line]
        rows = [_split_row(line, row) for row, line in enumerate(lines)]
        return cls.from_rows(rows, max_side=max_side, any_sign=any_sign)

    @classmethod
    def from_rows(cls, rows: list[list[str]], *, max_side: int = MAX_SIDE, any_sign: bool = False) -> Grid:
        """Take tiles as lists, `[["A", "Qu"], [".", "D"]]`; raises as `parse` does."""
        if not rows or not rows[0]:
            raise BadGrid("The grid is empty.")
        cols = len(rows[0])
        for row, line in enumerate(rows):
            if len(line) != cols:
                tiles = "1 tile" if len(line) == 1 else f"{len(line)} tiles"
                raise RaggedGrid(f"Row {row + 1} has {tiles} where the first row has {cols}.", row=row)
        if len(rows) > max_side or cols > max_side:
            raise GridTooLarge(
                f"A grid may have up to {max_side} rows and columns, not {len(rows)} x {cols}."
            )
        known: dict[str, str] = {}  # a large grid has a million tiles, and thirty kinds of them
        for row, line in enumerate(rows):
            for tile in dict.fromkeys(line):
                if tile not in known:
                    known[tile] = _canonical_tile(tile, row, any_sign=any_sign)
        return cls(len(rows), cols, tuple(known[tile] for line in rows for tile in line))

    @classmethod
    def from_json(
        cls, value: str | list[str] | list[list[str]], *, max_side: int = MAX_SIDE, any_sign: bool = False
    ) -> Grid:
        """Take one text, a text a row, or a list of tiles a row; raises as `parse` does."""
        if isinstance(value, str):
            return cls.parse(value, max_side=max_side, any_sign=any_sign)
        if all(isinstance(row, str) for row in value):
            return cls.parse("/".join(map(str, value)), max_side=max_side, any_sign=any_sign)
        return cls.from_rows([list(row) for row in value], max_side=max_side, any_sign=any_sign)

    def row_texts(self) -> list[str]:
        """One string a row in the grid syntax, e.g. `["AB[Qu]", ".?D"]`."""
        kinds, starts = {*self.tiles}, range(0, len(self.tiles), self.cols)
        if HOLE not in kinds and len("".join(kinds)) == len(kinds):  # single letters only
            text = "".join(self.tiles)
            return [text[start : start + self.cols] for start in starts]
        texts = {tile: _tile_text(tile) for tile in kinds}
        shown = list(map(texts.__getitem__, self.tiles))
        return ["".join(shown[start : start + self.cols]) for start in starts]

    def __str__(self) -> str:
        return "/".join(self.row_texts())


def _split_row(line: str, row: int) -> list[str]:
    if line.count("[") != line.count("]"):
        raise BadGrid(f"Row {row + 1} has a '[' without its ']'.", row=row)
    tiles: list[str] = []
    for inside, single in _TILES.findall(_composed(line)):
        if _is_mark(single) and tiles:
            tiles[-1] += single
        else:
            tiles.append(single or inside)
    return tiles


def _is_mark(sign: str) -> bool:
    """Whether it belongs to the letter before, as vowel signs of many scripts do."""
    return not sign.isascii() and unicodedata.category(sign).startswith("M")


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _canonical_tile(tile: str, row: int, *, any_sign: bool) -> str:
    text = _composed(tile.strip())
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1]
    if text in (".", ""):
        return HOLE
    if text == WILDCARD or _LETTERS.fullmatch(text) or _LETTERS.fullmatch(_without_marks(text)):
        return text.upper()
    if not any_sign:
        raise BadGrid(f"Row {row + 1} has {tile!r}, which is no letter.", row=row)
    if not _SIGNS.fullmatch(text) or not text.isprintable() or _is_mark(text[0]):
        raise BadGrid(f"Row {row + 1} has {tile!r}, which cannot stand in a cell.", row=row)
    return text.upper()


def _without_marks(text: str) -> str:
    return text[:1] + "".join(sign for sign in text[1:] if not _is_mark(sign))


def _tile_text(tile: str) -> str:
    if tile == HOLE:
        return "."
    return tile if len(tile) == 1 else f"[{tile[0]}{tile[1:].lower()}]"


@dataclass(frozen=True, slots=True)
class FoundWord:
    """A word on the board with the path to drag; `paths` holds every path when they were asked for."""

    word: str
    points: int
    path: Path
    paths: tuple[Path, ...] = ()


class Kind(StrEnum):
    """What game a picture shows."""

    WORDHUNT = "wordhunt"
    WORDSEARCH = "wordsearch"
    WORDLE = "wordle"
    WHEEL = "wheel"


class ScreenState(StrEnum):
    PLAYING = "playing"
    HOW_TO_PLAY = "how-to-play"
    OVER = "over"
    UNKNOWN = "unknown"


class CellSource(StrEnum):
    """Which stage read a cell."""

    MODEL = "model"
    TESSERACT = "tesseract"
    LLM = "llm"


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A cell as seen in the picture; a hole has the letters "" and no doubt."""

    letters: str
    confidence: float
    box: Box
    centre: Point
    source: CellSource = CellSource.MODEL
    doubtful: bool = False
    why: str | None = None
    """Why the cell is doubtful, in a few words."""


@dataclass(frozen=True, slots=True)
class ReadGrid:
    """What vision saw in one picture; `cells` are row by row and empty when the state is not `playing`."""

    kind: Kind
    state: ScreenState
    rows: int = 0
    cols: int = 0
    cells: tuple[ReadCell, ...] = ()
    tiles: tuple[str, ...] = ()
    """Wordle colours, one string of `g y b .` a row."""
    words: tuple[str, ...] = ()
    """The word list printed beside a word search."""
    crossword: tuple[str, ...] = ()
    """The grid above a letter wheel: rows of `#`, letters and `.`."""
    start: Box | None = None
    """The Start button, when one is seen."""
    score: int | None = None
    score_box: Box | None = None
    """The line that the score stands on."""
    others: tuple[Box, ...] = ()
    """Other grids seen in the picture."""
    ms: dict[str, float] = field(default_factory=dict)
    """Milliseconds per stage."""

    def __post_init__(self) -> None:
        if len(self.cells) != self.rows * self.cols:
            raise ValueError(f"{self.rows} x {self.cols} cells expected, {len(self.cells)} given")

    def to_grid(self) -> Grid:
        """The letters as a board to solve; a doubtful cell without a letter becomes a hole."""
        return Grid(self.rows, self.cols, tuple(cell.letters.upper() for cell in self.cells))
