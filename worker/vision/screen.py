"""What screen a board stands on: a running round, or the card that explains the game before it."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from worker.model import Box, ScreenState
from worker.vision.candidates import Blobs, Sensitivity, find_blobs
from worker.vision.captions import Caption, read_captions
from worker.vision.decode import Pixels
from worker.vision.glyphs import GlyphReader
from worker.vision.lattice import Lattice

DEMO_BOARD = ("CATD", "WOFO", "IRDG", "NOAS")
"""The board on Word Hunt's "How to play" card; W-O-R-D-S is traced on it."""
DEMO_LETTERS = 12
"""So many of its 16 letters in their places are no accident."""
HEADING = "HOWTOPLAY"
BUTTON = Sensitivity(0.08, (2,))


class Screen(NamedTuple):
    state: ScreenState
    start: Box | None = None
    """The Start button, in pixels of the picture searched."""
    score: int | None = None


def look_at_screen(
    grey: Pixels, lattice: Lattice, texts: npt.NDArray[np.str_], reader: GlyphReader
) -> Screen:
    """Tell the screen from the board's letters (rows, cols) and from what is written above it."""
    captions = read_captions(_part_above(grey, lattice), reader)
    if is_demo_board(texts) or any(_is_heading(caption) for caption in captions):
        return Screen(ScreenState.HOW_TO_PLAY, start=_start_button(grey, lattice))
    scores = (_score(caption) for caption in captions)
    return Screen(ScreenState.PLAYING, score=next((score for score in scores if score is not None), None))


def is_demo_board(texts: npt.NDArray[np.str_]) -> bool:
    demo = np.array([list(row) for row in DEMO_BOARD])
    return texts.shape == demo.shape and int((texts == demo).sum()) >= DEMO_LETTERS


def _is_heading(caption: Caption) -> bool:
    return SequenceMatcher(None, caption.letters, HEADING).ratio() > 0.7


def _score(caption: Caption) -> int | None:
    """The number after the word SCORE."""
    label = "SCORE"
    if SequenceMatcher(None, caption.letters[: len(label)], label).ratio() < 0.7:
        return None
    digits = caption.digits[len(label) :]
    return int(digits) if 1 <= len(digits) <= 7 else None


def _part_above(grey: Pixels, lattice: Lattice) -> Pixels:
    """The picture above the board, three boards wide at most."""
    left, top, right, bottom = _bounds(lattice)
    width, height = right - left, bottom - top
    rows = slice(max(round(top - 2.5 * height), 0), max(round(top - 0.05 * height), 0))
    cols = slice(max(round(left - width), 0), round(right + width))
    return grey[rows, cols]


def _bounds(lattice: Lattice) -> tuple[float, float, float, float]:
    outline = lattice.outline()
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _start_button(grey: Pixels, lattice: Lattice) -> Box | None:
    """A wide plate below the middle of the board."""
    left, _, right, bottom = _bounds(lattice)
    top = round(min(bottom, grey.shape[0]))
    part = grey[top : round(bottom + 2.5 * lattice.pitch), max(round(left), 0) : round(right)]
    if min(part.shape, default=0) < lattice.pitch / 2:
        return None
    blobs = find_blobs(part, BUTTON)
    plates = blobs.take(_is_plate(blobs, middle=part.shape[1] / 2, pitch=lattice.pitch))
    if not len(plates):
        return None
    best = int(np.prod(plates.sizes, axis=1).argmax())
    (x, y), (width, height) = plates.centres[best], plates.sizes[best]
    return Box(
        round(x - width / 2 + max(round(left), 0)), round(y - height / 2 + top), round(width), round(height)
    )


def _is_plate(blobs: Blobs, *, middle: float, pitch: float) -> npt.NDArray[np.bool_]:
    width, height = blobs.sizes.T
    central = np.abs(blobs.centres[:, 0] - middle) < 0.3 * pitch
    sized = (width > 1.2 * pitch) & (width < 3.6 * pitch) & (height > 0.4 * pitch) & (height < 1.6 * pitch)
    return np.asarray(central & sized & (width > 1.6 * height))
