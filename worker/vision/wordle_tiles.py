"""Wordle and its clones: a picture becomes rows of letters and marks.

Found by geometry (`wordle_squares`, `wordle_lattice`), read by our own network (`wordle_letters`), judged by
the picture's own colours and the rules of the game (`wordle_colours`, `wordle_roles`, `wordle_marks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from worker.model import Box, Point, ReadCell, ScreenState
from worker.vision.calibration import Reading, calibrated
from worker.vision.decode import Picture
from worker.vision.glyphs import GlyphReader
from worker.vision.lattice import Lattice
from worker.vision.lookalikes import is_keyboard
from worker.vision.wordle_cells import cut_cells
from worker.vision.wordle_colours import UNEVEN, Fills
from worker.vision.wordle_glance import may_be_guesses
from worker.vision.wordle_howto import is_how_to_sheet
from worker.vision.wordle_keys import above_keyboard
from worker.vision.wordle_lattice import TileBoard
from worker.vision.wordle_letters import TileLetters, read_tiles
from worker.vision.wordle_marks import Marks, Rows, read_marks, rows_of
from worker.vision.wordle_room import may_end_before, may_go_on
from worker.vision.wordle_search import Look, Search

LOOKED_AT = 4
"""Boards of a picture that are read."""
LEAST_BOARD = 4
"""Rows of a board, not of a keyboard, that ends the search if its tiles cannot be guesses."""
FULL = 0.85
LEAST_WORTH, CLEAR_WORTH = 0.05, 0.5
"""Below the one it is no board of this game; above the other, nothing better will be found."""
SURER, SUREST = 0.94, 0.99
TOUCHED, MUCH_HIDDEN = 0.006, 0.08
"""Shares of a tile that is of foreign colours, from which on a letter must be surer, and the surest."""
ODD_SIZE = 0.72, 1.6
"""Height of a glyph compared with the others': an accent or a tail adds a third."""
USUAL_COLS, USUAL_ROWS = range(4, 10), range(5, 11)
MANY_EMPTY = 3
"""Empty rows below letters that nothing but a board of guesses has."""
SMALLEST = 5, 4
"""Rows and columns of the smallest board that is not probably a part of one."""
WORN = 0.05
"""Mean doubt of the letters from which on a picture is too worn for faint rows to be seen."""
DOUBT_THRESHOLD = 0.9


@dataclass(frozen=True, slots=True)
class WordleFound:
    """What `ReadGrid` needs, and how sure it is that the picture shows this game."""

    state: ScreenState
    rows: int
    cols: int
    cells: tuple[ReadCell, ...]
    tiles: tuple[str, ...]
    """Marks, one string of `g y b .` a row."""
    worth: float
    others: tuple[Box, ...] = ()


HOW_TO = WordleFound(ScreenState.HOW_TO_PLAY, 0, 0, (), (), worth=0.6)


class _Read(NamedTuple):
    board: TileBoard
    fills: Fills
    letters: TileLetters
    rows: Rows
    marks: Marks
    worth: float

    @property
    def is_full(self) -> bool:
        """Whether nearly every tile has a letter: whatever the game is, this is its board, if no keyboard."""
        return float(self.letters.found.mean()) > FULL and not is_keyboard(self.letters.texts)

    @property
    def is_short(self) -> bool:
        """Whether it has empty rows, but fewer than usual: there may be others that are fainter."""
        return self.board.rows < USUAL_ROWS.start + 1 and not self.letters.found[-1].any()

    def honest(self) -> _Read:
        """The same with confidences that are shares of right letters."""
        confidence = calibrated(Reading.WORDLE, self.letters.confidence, self.letters.found)
        return self._replace(letters=replace(self.letters, confidence=confidence))


def find(
    picture: Picture,
    reader: GlyphReader,
    *,
    threshold: float = DOUBT_THRESHOLD,
    letters: Sequence[Lattice] = (),
) -> WordleFound | None:
    """The board that looks most like Wordle, or the sheet that explains the game.

    Args:
        threshold: a letter read with less confidence is doubtful.
        letters: where else letters stand in rows and columns, in pixels of the working copy: tiles that are
            too worn to be found themselves may lie around them.
    """
    search = Search.of(picture)
    readings, named = _readings(picture, search.looks(letters), reader)
    if not readings or readings[0].worth < LEAST_WORTH:
        return HOW_TO if is_how_to_sheet(search.small, search.squares, reader) else None
    best = readings[0]
    apart = [one for one in readings[1:] if not best.board.covers(one.board.lattice)]
    others = [one.board for one in apart if one.worth > best.worth / 2]
    unread = [one.board for one in apart if one.worth <= best.worth / 2]
    unread += [board for board in named if not best.board.covers(board.lattice)]
    others += [board for board in unread if (board.rows, board.cols) == (best.board.rows, best.board.cols)]
    best = best.honest()
    return WordleFound(
        ScreenState.PLAYING,
        best.board.rows,
        best.board.cols,
        tuple(_cells(picture, best, threshold)),
        tuple("".join(row) for row in best.marks.marks),
        best.worth,
        tuple(_outline(board, picture) for board in others),
    )


def _readings(
    picture: Picture, looks: Iterable[Look], reader: GlyphReader
) -> tuple[list[_Read], list[TileBoard]]:
    """What the boards say, that which looks most like Wordle first; and boards that were not read."""
    readings: list[_Read] = []
    named: list[TileBoard] = []
    for number, look in enumerate(looks):
        seen = [_read(picture, board, reader) for board in look.boards[:LOOKED_AT]]
        readings = sorted([*readings, *filter(None, seen)], key=_rank)
        named = look.boards[LOOKED_AT:]
        clear = [one for one in readings if one.worth > CLEAR_WORTH]
        if any(one.is_full for one in readings) or any(number or not one.is_short for one in clear):
            break
        if not any(seen) and any(board.rows >= LEAST_BOARD for board in look.boards):
            break
    return readings, named


def _rank(read: _Read) -> tuple[float, int]:
    """For sorting: that which looks most like Wordle first, of two that do alike the larger one."""
    return -round(read.worth, 1), -int(read.letters.texts.size)


def _read(picture: Picture, board: TileBoard, reader: GlyphReader) -> _Read | None:
    """What a board says, or None if its tiles cannot be guesses."""
    cells = cut_cells(picture, board.lattice, board.share)
    if not may_be_guesses(cells):
        return None
    letters = read_tiles(cells, reader)
    if (above := above_keyboard(board, letters)) is not None:
        return _read(picture, above, reader)
    rows = rows_of(letters)
    marks = read_marks(cells, letters, rows)
    goes_on = may_go_on(picture, board, cells, letters, is_solved=marks.is_solved)
    if board.is_whole and (goes_on or may_end_before(cells, letters)):
        board = replace(board, is_whole=False)
    worth = _worth(letters, rows, marks) * board.held**3
    return _Read(board, cells.fills, letters, rows, marks, worth)


def _worth(letters: TileLetters, rows: Rows, marks: Marks) -> float:
    """How much this is Wordle: whole rows of letters above empty ones, several colours, marks that fit."""
    if not letters.found.any() or is_keyboard(letters.texts):
        return 0.0
    count_rows, count_cols = letters.texts.shape
    in_play = [*rows.judged, *rows.typed]
    whole = float(letters.found[rows.judged].mean()) if rows.judged else 1.0
    sure = float(letters.confidence[letters.found].mean())
    fits = max(1 - 4 * marks.clashes / max(len(rows.judged) * count_cols, 1), 0.05)
    empty_below = count_rows - 1 > max(in_play)
    usual = count_rows in USUAL_ROWS and count_cols in USUAL_COLS
    signs = (
        (0.3, usual and (empty_below or count_rows != count_cols)),
        (0.35, marks.colours > 1),
        (0.45, empty_below),
        (0.1, count_rows - max(in_play) > MANY_EMPTY),
        (0.2, marks.colours > 2),
        (0.2, marks.is_solved),
    )
    evidence = min(sum(weight for weight, shows in signs if shows), 1.0)
    told = any(shows for _, shows in signs[1:3])
    varied = 3 * len(np.unique(letters.texts[letters.found])) > count_cols  # one sign all over is no word
    doubts = (1.0 if told else 0.2) * (1.0 if in_play[0] == 0 else 0.3) * (1.0 if varied else 0.2)
    return float(whole**3 * sure * fits * evidence * doubts)


def _cells(picture: Picture, read: _Read, threshold: float) -> Iterator[ReadCell]:
    lattice = read.board.lattice
    centres = lattice.centres() * picture.reduction
    half = lattice.pitch * picture.reduction * read.board.share / 2
    whys = _doubts(read, threshold)
    for row, col in np.ndindex(read.letters.texts.shape):
        x, y = (float(value) for value in centres[row, col])
        text, why = str(read.letters.texts[row, col]), whys.item(row, col)
        yield ReadCell(
            letters=text,
            confidence=round(float(read.letters.confidence[row, col]), 4) if text or why else 1.0,
            box=_box(np.array([[x - half, y - half], [x + half, y + half]]), picture),
            centre=Point(round(x, 1), round(y, 1)),
            doubtful=why is not None,
            why=why,
        )


def _doubts(read: _Read, threshold: float) -> npt.NDArray[np.object_]:
    """(rows, cols): why a letter or its mark is doubtful, or None."""
    whys = read.marks.whys.copy()
    worn = float(1 - read.letters.confidence[read.letters.found].mean()) > WORN
    if worn or not read.board.is_whole or (np.array(whys.shape) < SMALLEST).any():
        whys[whys == None] = "rows or columns of the board may be missing"  # noqa: E711 - by element
    typical = float(np.median(read.letters.height[read.letters.found]))
    for row, col in np.ndindex(whys.shape):
        whys[row, col] = _letter_doubt(read, row, col, threshold, typical) or whys[row, col]
    return whys


def _letter_doubt(read: _Read, row: int, col: int, threshold: float, typical: float) -> str | None:
    letters = read.letters
    text, confidence = letters.texts[row, col], letters.confidence[row, col]
    if not text:
        unread = row in read.rows.judged or letters.disputed[row, col]
        return "no letter could be read" if unread else None
    if row not in read.rows.judged and row not in read.rows.typed:
        return "a letter where none is expected"
    if letters.covered[row, col]:
        return f"partly hidden; could be {text} or {letters.runner_up[row, col]}"
    harmed = letters.foreign[row, col] > TOUCHED or read.fills.even[row, col] < 1 - UNEVEN
    harmed = harmed or letters.blurred[row, col]
    much = letters.foreign[row, col] > MUCH_HIDDEN or letters.blurred[row, col]
    surer = SUREST if much else SURER
    if confidence < (max(threshold, surer) if harmed else threshold):
        return f"could be {text} or {letters.runner_up[row, col]}"
    if letters.disputed[row, col]:
        return f"read in two ways; could be {text} or {letters.runner_up[row, col]}"
    ratio = float(letters.height[row, col]) / max(typical, 1e-6)
    return None if ODD_SIZE[0] < ratio < ODD_SIZE[1] else "not of the size of the other letters"


def _outline(board: TileBoard, picture: Picture) -> Box:
    return _box(board.lattice.outline() * picture.reduction, picture)


def _box(corners: npt.NDArray[np.floating], picture: Picture) -> Box:
    """The box around points (n, 2) in pixels of the full picture, cut off at its edges."""
    limit = np.array(picture.size)
    low = np.clip(np.floor(corners.min(axis=0)), 0, limit - 1).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0)), low + 1, limit).astype(int)
    return Box(int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1]))
