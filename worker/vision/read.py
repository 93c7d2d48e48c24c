"""From picture bytes to a grid of letters."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.errors import GridNotFound
from worker.model import Box, CellSource, Kind, Point, ReadCell, ReadGrid, ScreenState
from worker.vision.boards import Board, find_boards, strong_blobs
from worker.vision.candidates import Floats
from worker.vision.decode import DecodeLimits, Picture, decode
from worker.vision.doubts import Whys, doubts_of, is_board, without_empty_edges, without_ground
from worker.vision.glyphs import GlyphReader, default_reader
from worker.vision.lattice import Lattice
from worker.vision.letters import Letters, letters_between, read_letters
from worker.vision.page import Page, find_page, is_crowded, page_doubts
from worker.vision.page_marks import CONTRASTS
from worker.vision.screen import Screen, look_at_screen

PAGE_SIDE = 7
"""Rows or columns from which on a board is a word-search page."""
MOST_BETWEEN = 0.25
"""Share of the places between the letters of a page that may look like letters."""
OF_PAGES = 1.15
"""A page counts for more than a board of as many cells: its outline is told by its letters, not by boxes."""
SURE = 0.9
"""Confidence of every letter of a board beside which no page is looked for."""
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
    """A board or page that was read; arrays are (rows, cols) as it lies in the working copy."""

    letters: Letters
    whys: Whys
    centres: Floats
    outline: Floats
    pitch: float
    worth: float
    lattice: Lattice | None
    """Of a board on a screen, which may have captions around it; a page has none."""

    def covers(self, other: _Found) -> bool:
        x, y = (float(value) for value in other.outline.mean(axis=0))
        return cv2.pointPolygonTest(self.outline, (x, y), False) >= 0


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
    found = _find(picture, reader, options, clock)
    screen = Screen(ScreenState.PLAYING)
    if found[0].lattice is not None:
        screen = look_at_screen(picture, found[0].lattice, found[0].letters.texts, reader)
    clock.lap("screen")
    return _assembled(picture, found, screen, options, clock)


def _find(picture: Picture, reader: GlyphReader, options: ReadOptions, clock: _Clock) -> list[_Found]:
    """The boards whose letters can be read, the best one first, none upon another.

    A crowd of blobs is probably a page; else tiles are looked for first, then a page, then bare letters and
    fainter things.
    """
    threshold, strong = options.doubt_threshold, strong_blobs(picture)
    crowded = is_crowded(strong)
    if crowded and (page := find_page(picture, reader, CONTRASTS[:1])) is not None:
        clock.lap("page")
        return [_found_page(page, threshold)]
    for attempt, boards in enumerate(find_boards(picture, strong)):
        clock.lap("locate")
        boards = boards[:LOOKED_AT]
        found = list(_readable(picture, [one for one in boards if one.has_lift], reader, threshold))
        clock.lap("letters")
        if attempt == 0 and not any(_is_plain(one) for one in found):
            page = find_page(picture, reader, CONTRASTS[1:] if crowded else CONTRASTS)
            found += [_found_page(page, threshold)] if page else []
            clock.lap("page")
        if not found:
            bare = [one for one in boards if not one.has_lift]
            found = list(_readable(picture, bare, reader, threshold))
            clock.lap("letters")
        if found:
            return _apart(sorted(found, key=lambda one: -one.worth))
    raise GridNotFound("No board of letters was found in the picture.")


def _readable(
    picture: Picture, boards: list[Board], reader: GlyphReader, threshold: float
) -> Iterator[_Found]:
    clear: list[Board] = []
    for board in boards:
        if any(other.covers(board.lattice) for other in clear):
            continue
        letters = read_letters(board.patches, reader)
        if letters is None or not is_board(board, letters):
            continue
        if not board.has_lift and letters_between(picture, board.lattice, reader) > MOST_BETWEEN:
            continue
        clear += [board] if board.is_clear else []
        cut = without_empty_edges(board, without_ground(board, letters))
        yield from [_found_board(*cut, threshold)] if cut else []


def _found_board(board: Board, letters: Letters, threshold: float) -> _Found:
    lattice, whys = board.lattice, doubts_of(board, letters, threshold)
    return _Found(
        letters, whys, lattice.centres(), lattice.outline(), lattice.pitch, _worth(letters), lattice
    )


def _found_page(page: Page, threshold: float) -> _Found:
    whys, lattice = page_doubts(page.letters, threshold), page.lattice
    worth = _worth(page.letters) * OF_PAGES
    pitch = sum(lattice.steps) / 2
    return _Found(page.letters, whys, lattice.centres, lattice.outline(), pitch, worth, None)


def _is_plain(found: _Found) -> bool:
    """Whether it is a small board with nothing to doubt: there is no need to look for a page."""
    letters = found.letters
    sure = letters.found.all() and float(letters.confidence.min()) > SURE
    return bool(max(letters.texts.shape) < PAGE_SIDE and sure)


def _worth(letters: Letters) -> float:
    """The number of cells, by how surely they are read."""
    return float((letters.confidence * letters.found).sum())


def _apart(found: list[_Found]) -> list[_Found]:
    kept: list[_Found] = []
    for one in found:
        if not any(other.covers(one) or one.covers(other) for other in kept):
            kept.append(one)
    return kept


def _assembled(
    picture: Picture, found: list[_Found], screen: Screen, options: ReadOptions, clock: _Clock
) -> ReadGrid:
    boxes = tuple(_box(other.outline * picture.reduction, picture) for other in found[1:])
    if screen.state is not ScreenState.PLAYING:
        kind = options.kind or Kind.WORDHUNT
        return ReadGrid(kind, screen.state, start=screen.start, others=boxes, ms=clock.finished())
    cells = _upright_cells(picture, found[0])
    rows, cols = cells.shape
    kind = options.kind or (Kind.WORDSEARCH if max(rows, cols) >= PAGE_SIDE else Kind.WORDHUNT)
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


def _upright_cells(picture: Picture, found: _Found) -> npt.NDArray[np.object_]:
    """(rows, cols) of cells as a person reads the board, however it lies in the picture."""
    letters = found.letters
    centres = found.centres * picture.reduction
    half = found.pitch * picture.reduction / 2
    cells = np.empty(letters.texts.shape, object)
    for row, col in np.ndindex(cells.shape):
        x, y = (float(value) for value in centres[row, col])
        text = str(letters.texts[row, col])
        why = found.whys.item(row, col)
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
