"""From squares to boards: rows of equal tiles as wide apart as they are high, and where each tile lies.

A how-to sheet shows such rows too, but with text between them: its rows stand further apart than its tiles.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Blobs, Floats
from worker.vision.decode import Pixels
from worker.vision.lattice import Flags, Lattice, lattice_of
from worker.vision.wordle_colours import EVEN
from worker.vision.wordle_links import EDGE, SAME_SIZE
from worker.vision.wordle_outlines import Outlines
from worker.vision.wordle_squares import USUAL, squares_at

COLS, ROWS = range(3, 13), range(2, 25)
SKEW = 0.08
"""Sine of the most that rows and columns may be off the right angle: keys of a keyboard stand staggered."""
UNEQUAL = 1.25
"""Longest ratio of the two steps."""
OFF_PLACE = 0.12
"""How far from its place, in steps, a square may lie to be the tile there."""
HALF, LEAST_HELD = 0.5, 0.7
"""Share of its outline that a tile shows, and of its tiles that a board shows; a crossword has gaps."""
FINE = 3
"""Difference of neighbouring pixels that is an edge when it is known where to look for one."""
ROW_SHARE, COL_SHARE = 0.5, 0.5
"""Share of an outer row's and column's outlines that must be seen; a toast hides some."""
GROWTH = 0.6
"""The same for a line beyond the board, of which no plate was found."""
TRACES = 0.35
"""Share of the outlines of a line beyond the board from which on tiles may be there."""
THIN = 2
"""How far in from the middle of a gap tiles begin, in pixels of an outline's cell, if a lattice that is a
little off may lie on the wrong side of it."""
CLEAR = 0.9
"""Share of an outer line's outlines that must be seen, and of its tiles that must be even, to know that
nothing is lost in the picture beside it."""
ROUNDS = 8


@dataclass(frozen=True)
class TileBoard:
    """A board of tiles: the lattice is in pixels of the working copy."""

    lattice: Lattice
    share: float
    """Side of a tile's even part as a share of the pitch."""
    held: float = 1.0
    """Share of its tiles that are seen."""
    is_whole: bool = True
    """Whether nothing beside it looks as if it could belong to it."""

    @property
    def rows(self) -> int:
        return self.lattice.rows

    @property
    def cols(self) -> int:
        return self.lattice.cols

    @property
    def seen(self) -> Flags:
        return self.lattice.seen

    def enlarged(self, factor: int) -> TileBoard:
        """The same in a picture that is `factor` times larger."""
        return replace(self, lattice=scaled(self.lattice, factor))

    def covers(self, lattice: Lattice) -> bool:
        """Whether the middle of a lattice lies on this board."""
        x, y = (float(value) for value in lattice.middle)
        return cv2.pointPolygonTest(self.lattice.outline(), (x, y), False) >= 0


def scaled(lattice: Lattice, factor: float) -> Lattice:
    """The same in a picture that is `factor` times larger."""
    return Lattice(lattice.points * factor, lattice.projection.scaled(factor), lattice.extent * factor)


def is_square(lattice: Lattice) -> bool:
    middle = np.array([lattice.cols - 1, lattice.rows - 1]) / 2
    ends = lattice.projection.apply(middle + np.array([[0, 0], [1, 0], [0, 1]]))
    across, down = ends[1] - ends[0], ends[2] - ends[0]
    long, short = sorted((float(np.linalg.norm(across)), float(np.linalg.norm(down))), reverse=True)
    return long < UNEQUAL * short and abs(float(across @ down)) < SKEW * long * short


def settled(lattice: Lattice, squares: Blobs, contrast: Pixels, bgr: Pixels) -> TileBoard | None:
    """The board with all its rows: those with faint outlines, or under strokes and toasts, too."""
    grown = _with_other_tiles(lattice, squares, contrast)
    return _outlined(grown, bgr) if grown else None


def settled_around(letters: Lattice, bgr: Pixels) -> TileBoard | None:
    """The board whose letters are known, with those of its other rows that can be seen."""
    tile = Outlines(bgr, letters).share * letters.pitch
    board = _outlined(replace(letters, extent=tile), bgr)
    return board and replace(board, is_whole=False)


def _is_plausible(board: TileBoard) -> bool:
    return board.cols in COLS and board.rows in ROWS and board.held >= LEAST_HELD


def _with_other_tiles(lattice: Lattice, squares: Blobs, contrast: Pixels) -> Lattice | None:
    """With further squares in the columns of the board, also those with a finer edge below letters."""
    if not _ends_empty(lattice, contrast):
        squares = _joined(squares, _faint(lattice, contrast))
    size = _tile_size(lattice, squares)
    alike = (squares.sizes > size / SAME_SIZE - EDGE) & (squares.sizes < size * SAME_SIZE + EDGE)
    centres = squares.centres[alike.all(axis=1)]
    grown: Lattice | None = lattice
    for _ in range(2):  # what fits tells more exactly where the others must lie
        grown = grown and _extended(grown, *_fitting(grown, centres))
    return grown


def _tile_size(lattice: Lattice, squares: Blobs) -> Floats:
    """(2,): width and height of the lattice's tiles; keys of a keyboard may be as wide, but less high."""
    points = lattice.points[lattice.seen]
    at_points = np.abs(squares.centres[:, None] - points).max(axis=2).min(axis=1) < EDGE
    return np.asarray(np.median(squares.sizes[at_points], axis=0), np.float32)


def _ends_empty(lattice: Lattice, contrast: Pixels) -> bool:
    """Whether nothing stands on the lowest tiles: then the edges of empty ones are no finer than others."""
    reach = lattice.extent / 4
    places = np.rint(lattice.points[-1][lattice.seen[-1]]).astype(int).tolist()
    spots = [contrast[int(y - reach) : int(y + reach), int(x - reach) : int(x + reach)] for x, y in places]
    return lattice.rows > 1 and all(int(spot.max()) < USUAL for spot in spots if spot.size)


def _faint(lattice: Lattice, contrast: Pixels) -> Blobs:
    """The squares between faint edges above and below a board."""
    outline = lattice.outline()
    left = max(int(outline[:, 0].min() - lattice.pitch), 0)
    right = int(outline[:, 0].max() + lattice.pitch)
    faint = squares_at(np.ascontiguousarray(contrast[:, left:right]), FINE)
    return Blobs(faint.centres + np.array([left, 0], np.float32), faint.sizes, faint.dark)


def _joined(one: Blobs, other: Blobs) -> Blobs:
    return Blobs(*(np.concatenate(pair) for pair in zip(one, other, strict=True)))


def _fitting(lattice: Lattice, centres: Floats) -> tuple[npt.NDArray[np.int64], Floats]:
    """Those of the centres (n, 2) that lie in the middle of a cell in reach of the board, and their cells."""
    cells = lattice.projection.inverse(centres)
    nearest = np.round(cells).astype(np.int64)
    low, high = [-1, -ROWS.stop], [lattice.cols, lattice.rows + ROWS.stop]
    fits = np.abs(cells - nearest).max(axis=1) < OFF_PLACE
    fits &= ((nearest >= low) & (nearest <= high)).all(axis=1)
    return nearest[fits], centres[fits]


def _extended(lattice: Lattice, cells: npt.NDArray[np.int64], centres: Floats) -> Lattice | None:
    """With points at further cells (n, 2), given as col, row."""
    row, col = np.nonzero(lattice.seen)
    cells = np.vstack([cells, np.column_stack([col, row])])
    low, high = cells.min(axis=0), cells.max(axis=0)
    points = np.full((high[1] - low[1] + 1, high[0] - low[0] + 1, 2), np.nan, np.float32)
    points[tuple((cells - low).T[::-1])] = np.vstack([centres, lattice.points[row, col]])
    return lattice_of(points, lattice.extent)


def _outlined(lattice: Lattice, bgr: Pixels) -> TileBoard | None:
    """Grown and cut until the outer rows and columns hold tiles and those beyond do not, if it is a board."""
    current: Lattice | None = lattice
    for _ in range(ROUNDS):
        if current is None:
            return None
        outlines = Outlines(bgr, current)
        rows, cols, held, sides = _lines(current, outlines)
        window = (rows.start - 1, rows.stop - 1, cols.start - 1, cols.stop - 1)
        if window == (0, current.rows, 0, current.cols):
            break
        current = current.window(*window)
    if current is None:
        return None
    board = TileBoard(current, min(current.extent / current.pitch, 1.0), held)
    if not _is_plausible(board):
        return None
    return replace(board, is_whole=not _may_be_cut_short(sides, outlines))


class _Lines(NamedTuple):
    rows: slice
    cols: slice
    """Those that hold tiles, counted from the one beyond the board."""
    held: float
    """Share of the tiles that are seen."""
    sides: Floats
    """Share of each side that is seen, of the tiles and of those beyond the board."""


def _lines(lattice: Lattice, outlines: Outlines) -> _Lines:
    sides = outlines.sides()
    framed = sides.min(axis=0)  # beyond the board, a tile must show all its sides
    inner = np.where(lattice.seen, 1, np.sort(sides[:, 1:-1, 1:-1], axis=0)[1])  # and within it three
    framed[1:-1, 1:-1] = inner
    plain = framed[:, 1:-1].mean(axis=1) >= _least(lattice.rows, ROW_SHARE)
    faint = outlines.lines(0)
    rows = _run(plain | faint)
    telling = framed[rows][plain[rows]] if plain[rows].any() else framed[rows]
    cols = _run((telling.mean(axis=0) >= _least(lattice.cols, COL_SHARE)) | outlines.lines(1))
    held = float(((inner > HALF) | faint[1:-1, None]).mean())
    return _Lines(rows, cols, held, sides)


def _may_be_cut_short(sides: Floats, outlines: Outlines) -> bool:
    """Whether tiles may lie beyond the board, of whose sides (4, rows + 2, cols + 2) some are seen.

    Where the board's own outer tiles are as clear as can be, others would be too: they are even within their
    sides, as the keys of a keyboard are not that lie across several columns, and show the side of a thin gap.
    """
    beyond = np.where(outlines.cut_off, 0, sides).min(axis=0)
    own, even = sides.min(axis=0), outlines.evenness() > EVEN
    thin = outlines.edge <= THIN
    ends = zip(*(_ends(flags) for flags in (beyond, own, even)), _but_inner(sides), strict=True)
    for (traces, _), (_, shown), (evens, own_even), outer in ends:
        if _is_clear(shown, own_even):
            if float(np.where(evens, traces, 0).mean()) >= TRACES:
                return True
        elif float(traces.mean()) >= TRACES or (thin and float(outer.mean()) > GROWTH):
            return True
    return False


def _is_clear(shown: Floats, even: Flags) -> bool:
    """Whether a line of tiles shows nearly all of its sides, and is even within them."""
    return float(shown.mean()) >= CLEAR and float(even.mean()) >= CLEAR


def _ends(cells: npt.NDArray[np.generic]) -> list[tuple[npt.NDArray[np.generic], npt.NDArray[np.generic]]]:
    """The lines above, below, left and right of a board, each with the board's own next to it."""
    across = cells.T
    return [
        (lines[end, 1:-1], lines[own, 1:-1]) for lines in (cells, across) for end, own in ((0, 1), (-1, -2))
    ]


def _but_inner(sides: Floats) -> list[Floats]:
    """How much the tiles above, below, left and right of a board show of all their sides but that of the
    gap between, which the board's own tiles show."""
    outer = sides[[0, 1, 3], 0], sides[[1, 2, 3], -1], sides[[0, 2, 3], :, 0], sides[[0, 1, 2], :, -1]
    return [line[:, 1:-1].min(axis=0) for line in outer]


def _least(lines: int, share: float) -> Floats:
    """(lines + 2,): the share of its outlines that a line must have: those beyond the board most of them."""
    return np.array([GROWTH, *[share] * lines, GROWTH], np.float32)


def _run(held: npt.NDArray[np.bool_]) -> slice:
    """The longest run of lines that hold tiles."""
    best, start = slice(0, 0), 0
    for end, holds in enumerate([*held.tolist(), False]):
        if not holds:
            if end - start > best.stop - best.start:
                best = slice(start, end)
            start = end + 1
    return best
