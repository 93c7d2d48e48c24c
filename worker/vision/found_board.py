"""A board or page that was found and read, and how it becomes cells of the whole picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from worker.model import Box, Kind, Point, ReadCell
from worker.vision.board import Board
from worker.vision.board_shades import is_of_one_shade, may_be_guesses
from worker.vision.calibration import Reading, calibrated
from worker.vision.candidates import Floats
from worker.vision.decode import Picture
from worker.vision.doubts import Whys, doubts_of
from worker.vision.lattice import Flags, Lattice
from worker.vision.letters import Letters
from worker.vision.lookalikes import is_chart, is_noughts_and_crosses, is_of_few_signs
from worker.vision.page import Page
from worker.vision.page_doubts import page_doubts

PAGE_SIDE = 7
"""Rows or columns from which on a board is a word-search page."""
OF_PAGES = 1.15
"""A page counts for more than a board of as many cells: its outline is told by its letters, not by boxes."""
BETWEEN_TILES = 0.75
"""A page on a board of tiles with steps this much shorter than its pitch is made of the gaps between them."""
MORE = 1.1
"""How many times the letters of a board a page must have to be more than that board."""
FEW = 0.3
"""Share of a board's cells that may be doubtful or unread on one that is found all the same."""
MOSTLY = 0.5
"""Share of doubtful cells beyond which on no cell is certain."""
LARGE, FEW_OF_PAGE = 10, 0.05
"""Rows and columns of a page, and the share of its cells that are doubtful or missing, with which it is sure
to be no board of guesses: these are narrower, and several of them have gaps between them."""
SHORTEST_GUESS = 4
"""Letters of a word in games with several boards."""
POOR = 0.25
"""Share of doubtful cells and holes from which on something else may be seen as a board."""


@dataclass(frozen=True)
class FoundBoard:
    """A board or page that was read; arrays are (rows, cols) as it lies in the working copy."""

    letters: Letters
    whys: Whys
    centres: Floats
    outline: Floats
    pitch: float
    worth: float
    present: Flags
    """Cells in which there must be a letter: those with a tile, on a page those that were read."""
    lattice: Lattice | None = None
    """Of a board on a screen, which may have captions around it; a page has none."""
    one_shade: bool = False
    """Whether all its tiles have about one shade."""
    of_crowd: bool = False
    """Whether it is a page among so many blobs that nothing better will be found."""

    @classmethod
    def of_board(cls, picture: Picture, board: Board, letters: Letters, threshold: float) -> FoundBoard:
        """A board of tiles or bare letters; a letter with less confidence than `threshold` is doubtful."""
        letters = _honest(letters, Reading.DICE if letters.on_dice else Reading.BOARD)
        lattice, whys = board.lattice, _all_or_some(doubts_of(board, letters, threshold), letters)
        place = lattice.centres(), lattice.outline(), lattice.pitch
        worth = _worth(letters, letters.found & board.present)
        one_shade = is_of_one_shade(picture, board, letters)
        present = board.present if letters.bare is None else ~letters.bare
        return cls(letters, whys, *place, worth, present, lattice, one_shade)

    @classmethod
    def of_page(cls, page: Page, threshold: float, *, of_crowd: bool = False) -> FoundBoard:
        """A page without tiles."""
        letters, lattice = _honest(page.letters, Reading.PAGE), page.lattice
        whys = _all_or_some(page_doubts(letters, threshold), letters)
        place = lattice.centres, lattice.outline(), sum(lattice.steps) / 2
        return cls(letters, whys, *place, page.worth * OF_PAGES, letters.found, of_crowd=of_crowd)

    @property
    def shape(self) -> tuple[int, int]:
        rows, cols = self.letters.texts.shape
        return rows, cols

    @property
    def kind(self) -> Kind:
        return Kind.WORDSEARCH if max(self.shape) >= PAGE_SIDE else Kind.WORDHUNT

    @property
    def is_small_and_clear(self) -> bool:
        """Whether it is a small board with hardly a doubt: there is no need to look for a page."""
        missing = self.present & ~self.letters.found
        unclear = (self._doubtful | missing).sum() <= FEW * (self.present | self.letters.found).sum()
        return bool(max(self.shape) < PAGE_SIDE and unclear)

    @property
    def is_settled(self) -> bool:
        """Whether it can be nothing else: one of several shades could still be a part of Wordle's."""
        rows, cols = self.shape
        if self.of_crowd:
            clear = self._unclear_share <= FEW_OF_PAGE
            return min(self.shape) >= LARGE and clear and not self._says_the_same_again
        return self.is_read_whole and self.one_shade and rows == cols

    @property
    def _says_the_same_again(self) -> bool:
        """Whether rows repeat after some columns, as the guesses do on several boards beside each other."""
        texts = self.letters.texts
        periods = range(SHORTEST_GUESS, texts.shape[1] // 2 + 1)
        return any((texts[:, :-period] == texts[:, period:]).mean() > MOSTLY for period in periods)

    @property
    def is_read_whole(self) -> bool:
        """Whether it is clear and no letter is missing: nothing else that lies there is as good."""
        return self.is_small_and_clear and bool((self.letters.found | ~self.present).all())

    @property
    def is_poor(self) -> bool:
        """Whether much of it is doubtful or missing: it may be a chance find among other things."""
        return self._unclear_share > POOR

    @property
    def is_nonsense(self) -> bool:
        """Whether its letters are nothing that a board has: where some are clear, another game's signs."""
        texts = self.letters.texts
        if is_noughts_and_crosses(texts):
            return True
        all_doubtful = bool((self._doubtful | ~self.letters.found).all())
        return all_doubtful and (is_of_few_signs(texts) or is_chart(texts))

    @property
    def _unclear_share(self) -> float:
        return float((self._doubtful | ~self.letters.found).mean())

    @property
    def _doubtful(self) -> Flags:
        return np.asarray(self.whys.astype(bool))

    def covers(self, other: FoundBoard) -> bool:
        """Whether the middle of the other one lies on it."""
        return self.has_on_it(other.outline)

    def shadows(self, page: Page) -> bool:
        """Whether a page is but this board of tiles once more, or the gaps between its tiles."""
        if not self.has_on_it(page.lattice.outline()):
            return False
        more = page.letters.found.sum() > MORE * self.letters.found.sum()
        return bool(not more or min(page.lattice.steps) < BETWEEN_TILES * self.pitch)

    def has_on_it(self, outline: Floats) -> bool:
        """Whether the middle of an outline (n, 2) lies on it."""
        x, y = (float(value) for value in outline.mean(axis=0))
        return cv2.pointPolygonTest(self.outline, (x, y), False) >= 0


def _honest(letters: Letters, reading: Reading) -> Letters:
    return replace(letters, confidence=calibrated(reading, letters.confidence, letters.found))


def _all_or_some(whys: Whys, letters: Letters) -> Whys:
    """The doubts, in every cell where they are in most of them: such a board may be a chance find."""
    doubtful = np.vectorize(bool, otypes=[bool])(whys)
    cells = letters.found | doubtful
    if doubtful.sum() <= MOSTLY * cells.sum():
        return whys
    return np.asarray(np.where(cells & ~doubtful, "most of the board is doubtful", whys), object)


def _worth(letters: Letters, which: Flags) -> float:
    """The number of these cells, by how surely they are read."""
    return float((letters.confidence * which).sum())


def best_apart(found: Iterable[FoundBoard]) -> list[FoundBoard]:
    """The best one first, none upon another."""
    kept: list[FoundBoard] = []
    for one in sorted(found, key=lambda one: -one.worth):
        if not any(other.covers(one) or one.covers(other) for other in kept):
            kept.append(one)
    return kept


def upright_cells(picture: Picture, found: FoundBoard) -> npt.NDArray[np.object_]:
    """(rows, cols) of cells as a person reads the board, however it lies in the picture."""
    letters = found.letters
    centres = np.asarray(found.centres, np.float64).reshape(-1, 2) * picture.reduction
    half = found.pitch * picture.reduction / 2
    places = zip(_boxes(centres - half, centres + half, picture), centres.tolist(), strict=True)
    cells, whys = np.empty(letters.texts.shape, object), found.whys
    if may_be_guesses(picture, found.centres, found.pitch):
        whys = np.where(letters.found & ~whys.astype(bool), "may be guesses of a Wordle board", whys)
    for cell, (box, (x, y)) in zip(np.ndindex(cells.shape), places, strict=True):
        text, why = str(letters.texts[cell]), whys.item(cell)
        cells[cell] = ReadCell(
            letters=text,
            confidence=round(float(letters.confidence[cell]), 4) if text or why else 1.0,
            box=box,
            centre=Point(round(x, 1), round(y, 1)),
            doubtful=why is not None,
            why=why,
        )
    return np.rot90(cells, letters.turns)


def box_around(corners: npt.NDArray[np.floating], picture: Picture) -> Box:
    """The box around points (n, 2) in pixels of the full picture, cut off at its edges."""
    return _boxes(corners.min(axis=0)[None], corners.max(axis=0)[None], picture)[0]


def _boxes(low: npt.NDArray[np.floating], high: npt.NDArray[np.floating], picture: Picture) -> list[Box]:
    """Of top left and bottom right corners (n, 2)."""
    limit = np.array(picture.size)
    first = np.clip(np.floor(low), 0, limit - 1).astype(int)
    sides = np.clip(np.ceil(high), first + 1, limit).astype(int) - first
    return [Box(*box) for box in np.concatenate([first, sides], axis=1).tolist()]
