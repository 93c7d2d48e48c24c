"""From picture bytes to a grid of letters."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from worker.errors import GridNotFound
from worker.model import Box, CellSource, Kind, Point, ReadCell, ReadGrid, ScreenState
from worker.vision.boards import Board, find_boards
from worker.vision.decode import DecodeLimits, Picture, decode
from worker.vision.doubts import doubts_of, is_board, without_empty_edges, without_ground
from worker.vision.glyphs import GlyphReader, default_reader
from worker.vision.letters import Letters, letters_between, read_letters
from worker.vision.screen import Screen, look_at_screen

PAGE_SIDE = 9
"""Rows and columns from which on a board is a word-search page."""
MOST_BETWEEN = 0.25
"""Share of the places between the letters of a page that may look like letters."""
LOOKED_AT = 4
"""Boards of a picture whose letters are read; the others are less promising still."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read a picture."""

    kind: Kind | None = None
    """The game when it is known; None finds out."""
    doubt_threshold: float = 0.9
    """A letter read with less confidence than this is doubtful."""
    limits: DecodeLimits = field(default_factory=DecodeLimits)


class _Found(NamedTuple):
    board: Board
    letters: Letters


def read_picture(data: bytes, options: ReadOptions | None = None) -> ReadGrid:
    """Find the board in a picture and read it.

    Raises:
        NotAnImage, ImageTooLarge: see `decode`.
        GridNotFound: no board, or things in rows and columns that are not letters.
    """
    options = options or ReadOptions()
    reader, clock = default_reader(), _Clock()
    picture = decode(data, options.limits)
    clock.lap("decode")
    found = _find(picture, reader, clock)
    best = found[0]
    screen = look_at_screen(picture, best.board.lattice, best.letters.texts, reader)
    clock.lap("screen")
    return _assembled(picture, best, found[1:], screen, options, clock)


def _find(picture: Picture, reader: GlyphReader, clock: _Clock) -> list[_Found]:
    """The boards whose letters can be read, the best one first, none upon another."""
    for boards in find_boards(picture):
        clock.lap("locate")
        found = sorted(_readable(picture, boards, reader), key=lambda one: -_worth(one))
        clock.lap("letters")
        if found:
            return _apart(found)
    raise GridNotFound("No board of letters was found in the picture.")


def _readable(picture: Picture, boards: list[Board], reader: GlyphReader) -> Iterator[_Found]:
    clear: list[Board] = []
    for board in boards[:LOOKED_AT]:
        if any(other.covers(board.lattice) for other in clear):
            continue
        letters = read_letters(board.patches, reader)
        if letters is None or not is_board(board, letters):
            continue
        if not board.lift.any() and letters_between(picture, board.lattice, reader) > MOST_BETWEEN:
            continue
        clear += [board] if board.is_clear else []
        cut = without_empty_edges(board, without_ground(board, letters))
        yield from [_Found(*cut)] if cut else []


def _apart(found: list[_Found]) -> list[_Found]:
    kept: list[_Found] = []
    for one in found:
        lattice = one.board.lattice
        if not any(other.board.covers(lattice) or one.board.covers(other.board.lattice) for other in kept):
            kept.append(one)
    return kept


def _worth(found: _Found) -> float:
    """The number of cells, by how surely they are read."""
    return float((found.letters.confidence * found.letters.found).sum())


def _assembled(
    picture: Picture, best: _Found, others: list[_Found], screen: Screen, options: ReadOptions, clock: _Clock
) -> ReadGrid:
    boxes = tuple(_box(other.board.lattice.outline() * picture.reduction, picture) for other in others)
    if screen.state is not ScreenState.PLAYING:
        kind = options.kind or Kind.WORDHUNT
        return ReadGrid(kind, screen.state, start=screen.start, others=boxes, ms=clock.finished())
    cells = _upright_cells(picture, best, options)
    rows, cols = cells.shape
    kind = options.kind or (Kind.WORDSEARCH if min(rows, cols) >= PAGE_SIDE else Kind.WORDHUNT)
    return ReadGrid(
        kind,
        screen.state,
        rows,
        cols,
        tuple(cells.ravel()),
        score=screen.score,
        others=boxes,
        ms=clock.finished(),
    )


def _upright_cells(picture: Picture, found: _Found, options: ReadOptions) -> npt.NDArray[np.object_]:
    """(rows, cols) of cells as a person reads the board, however it lies in the picture."""
    lattice, letters = found.board.lattice, found.letters
    centres = lattice.centres() * picture.reduction
    half = lattice.pitch * picture.reduction / 2
    whys = doubts_of(found.board, letters, options.doubt_threshold)
    cells = np.empty((lattice.rows, lattice.cols), object)
    for row, col in np.ndindex(cells.shape):
        x, y = (float(value) for value in centres[row, col])
        text = str(letters.texts[row, col])
        why = whys.item(row, col)
        cells[row, col] = ReadCell(
            letters=text,
            confidence=round(float(letters.confidence[row, col]), 4) if text or why else 1.0,
            box=_box(np.array([[x - half, y - half], [x + half, y + half]]), picture),
            centre=Point(round(x, 1), round(y, 1)),
            source=CellSource.MODEL,
            doubtful=why is not None,
            why=why,
        )
    return np.rot90(cells, letters.turns)


def _box(corners: npt.NDArray[np.floating], picture: Picture) -> Box:
    """The box around points (n, 2) in pixels of the full picture, cut off at its edges."""
    limit = np.array(picture.size)
    low = np.clip(np.floor(corners.min(axis=0)), 0, limit - 1).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0)), low + 1, limit).astype(int)
    return Box(int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1]))


class _Clock:
    """Milliseconds per stage; a stage that runs again adds up."""

    def __init__(self) -> None:
        self._began = self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self._laps[stage] = self._laps.get(stage, 0.0) + (now - self._last) * 1000
        self._last = now

    def finished(self) -> dict[str, float]:
        self.lap("assemble")
        total = (self._last - self._began) * 1000
        return {stage: round(spent, 2) for stage, spent in (self._laps | {"total": total}).items()}
