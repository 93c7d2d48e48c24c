"""The crossword above a letter wheel: which cells are boxes, and which letters stand in them already.

A box is one that an edge encloses (`worker.vision.crossword_boxes`), or a neighbour of one that looks like
the others: of the empty boxes' colour, and other than what is around it, or of the filled boxes' colour with
something in the middle. What is not surely a letter of the wheel (a coin, a gem, a letter that could not be
read) is given as a box to fill.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.crossword_boxes import Boxes, find_boxes
from worker.vision.crossword_cells import PATCH, Cells, look_at
from worker.vision.decode import Pixels
from worker.vision.glyphs import (
    LETTERS,
    Case,
    Glyph,
    GlyphReader,
    base_letter,
    cut_glyph,
    letter_probabilities,
)
from worker.vision.lattice import Flags

EMPTY, NOTHING = "#", "."
MARGIN = 3
"""Cells around the boxes found in which others are looked for."""
SURE, LIKELY = 0.9, 0.5
"""Confidence from which on a letter is given: among the wheel's letters, and among all."""
SAME_COLOUR = 0.6
"""How far an empty box's colour may be from the usual one, in steps from the gaps to the boxes."""
LEAST_STEP = 5
"""Levels between boxes and gaps."""
LEAST_INK = 30
"""Grey levels between a letter and its box."""
CALM = 0.3
"""Spread of the level around a letter, as a share of its contrast: a photo has none of this calm."""
ALIKE = 0.2
"""How far colours of filled boxes of one kind differ, as a share of their letters' contrast."""
LETTER_HEIGHT = (0.25, 0.8)
"""Of a letter over its box."""
SAME_HEIGHT = 1.25
TAILED, TAIL = ("J", "Q"), 1.25
"""Letters that may hang below the line, and how much higher they are then."""
COLOURFUL = 70.0
"""Levels between an ink's strongest and weakest channel, or between two inks."""
MANY = 3
"""Letters that make their colour a usual one."""

_BASES = np.array([base_letter(letter) for letter in LETTERS])


def find_crossword(
    bgr: Pixels, small: Pixels, letters: Collection[str], reader: GlyphReader
) -> tuple[str, ...]:
    """Rows of `#`, letters and `.`, cut to the boxes; empty when there is none.

    Boxes are looked for in `small`, a copy of `bgr` that may be smaller; `letters` are the wheel's.
    """
    boxes = find_boxes(small)
    if boxes is None:
        return ()
    patches, enclosed = _patches(bgr, boxes.scaled(bgr.shape[1] / small.shape[1]))
    share = boxes.side / boxes.pitch
    cells = look_at(patches, enclosed, share)
    texts = _letters(patches, cells, share, letters, reader)
    read = texts != ""
    texts[~read & (_empty(cells, read) | _like_filled(cells, read))] = EMPTY
    return _rows(_connected(texts, enclosed))


def _patches(bgr: Pixels, boxes: Boxes) -> tuple[Pixels, Flags]:
    """(rows, cols, PATCH, PATCH, 3) of the boxes with cells around them, and which ones are enclosed."""
    rows, cols = (side + 2 * MARGIN for side in boxes.shape)
    scale = PATCH / boxes.pitch
    first = np.array(boxes.origin) - (MARGIN + 0.5) * boxes.pitch
    shift = -first * scale - 0.5  # the middle of the first pixel lies half a pixel inside the cell
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    size = (cols * PATCH, rows * PATCH)
    flat = cv2.warpAffine(bgr, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    enclosed = np.zeros((rows, cols), bool)
    enclosed[boxes.cells[:, 0] + MARGIN, boxes.cells[:, 1] + MARGIN] = True
    return np.asarray(flat.reshape(rows, PATCH, cols, PATCH, 3).swapaxes(1, 2), np.uint8), enclosed


def _empty(cells: Cells, filled: Flags) -> Flags:
    """Cells that are boxes, though no letter was read in them."""
    plain = cells.enclosed & ~filled
    if not plain.any():
        return plain
    step = max(float(np.median(cells.step[plain])), LEAST_STEP)
    off = np.abs(cells.colour - np.median(cells.colour[plain], axis=0)).max(axis=2)
    usual = off < max(SAME_COLOUR * step, 3 * LEAST_STEP)
    return np.asarray(usual & (cells.enclosed | (cells.step > max(step / 3, LEAST_STEP))))


def _like_filled(cells: Cells, filled: Flags) -> Flags:
    """Cells of the colours of a box with a letter, and with something as strong in the middle."""
    colour, ink = cells.colour[filled], cells.ink[filled]
    near = np.abs(cells.colour[:, :, None] - colour).max(axis=3) < ALIKE * ink
    near &= np.abs(cells.ink[:, :, None] - ink) < ALIKE * ink
    return np.asarray(near.any(axis=2) & (cells.spread < ALIKE * cells.ink))


def _letters(
    patches: Pixels, cells: Cells, share: float, letters: Collection[str], reader: GlyphReader
) -> npt.NDArray[np.str_]:
    """(rows, cols): the letters of the wheel that surely stand in the cells, "" elsewhere."""
    texts = np.full(cells.enclosed.shape, "", "<U2")
    found = [(at, glyph) for at in _inked(cells) for glyph in _glyphs(patches[at], share)]
    if not found:
        return texts
    odds = letter_probabilities(reader.read([glyph.image for _, glyph in found]), case=Case.UPPER)
    able = np.isin(_BASES, list(letters))
    best = np.where(able, odds, 0).argmax(axis=1)
    own = odds[np.arange(len(found)), best]
    sure = (own > LIKELY) & (own > SURE * (odds[:, able].sum(axis=1) + odds[:, 0]))
    heights: Floats = np.array([glyph.box.height for _, glyph in found], np.float32)
    typical = float(np.median(heights[sure])) if sure.any() else 1.0
    tallest = np.where(np.isin(_BASES[best], TAILED), TAIL, 1) * typical * SAME_HEIGHT
    sure &= (heights > typical / SAME_HEIGHT) & (heights < tallest)
    sure &= _of_usual_ink(np.array([_ink(patches[at], glyph, share) for at, glyph in found]), sure)
    for i in np.argsort(own).tolist():  # of two readings of a cell the surer one stays
        if sure[i]:
            texts[found[i][0]] = _BASES[best[i]]
    return texts


def _of_usual_ink(inks: Floats, sure: Flags) -> Flags:
    """Which inks (n, 3) are black, white or grey, or the usual colour: coins and gems are bright."""
    grey = inks.max(axis=1) - inks.min(axis=1) < COLOURFUL
    if sure.sum() < MANY:
        return np.asarray(grey)
    usual = np.median(inks[sure], axis=0)
    return np.asarray(grey | (np.abs(inks - usual).max(axis=1) < COLOURFUL))


def _ink(patch: Pixels, glyph: Glyph, share: float) -> Floats:
    """(3,): the colour of the darkest, or lightest, part of a glyph."""
    rim = _rim(share)
    left, top = round(glyph.box.x) + rim, round(glyph.box.y) + rim
    right, bottom = left + max(round(glyph.box.width), 1), top + max(round(glyph.box.height), 1)
    colours = patch[top:bottom, left:right].reshape(-1, 3)
    order = np.argsort(colours.sum(axis=1, dtype=np.int32) * (1 if glyph.dark else -1))
    return np.asarray(np.median(colours[order[: max(len(order) // 8, 1)]], axis=0), np.float32)


def _rim(share: float) -> int:
    """Pixels of a patch that are gap, or the edge of the box."""
    return round(PATCH / 2 * (1 - 0.9 * share))


def _inked(cells: Cells) -> list[tuple[int, int]]:
    """Cells with something as strong as a letter in the middle, and calm around it."""
    strong = (cells.ink > LEAST_INK) & (cells.spread < CALM * cells.ink)
    return [(row, col) for row, col in np.argwhere(strong).tolist()]


def _glyphs(patch: Pixels, share: float) -> Iterator[Glyph]:
    """What stands on the ground of a box itself, dark or light, of a letter's height."""
    rim = _rim(share)
    inside = patch[rim:-rim, rim:-rim]
    grey = np.asarray(cv2.cvtColor(inside, cv2.COLOR_BGR2GRAY), np.uint8)
    for dark in (True, False):
        glyph = cut_glyph(grey, dark=dark)
        if glyph is None:
            continue
        height = glyph.box.height / (PATCH * share)
        if LETTER_HEIGHT[0] < height < LETTER_HEIGHT[1] and _on_ground(inside, glyph):
            yield glyph


def _on_ground(inside: Pixels, glyph: Glyph) -> bool:
    """Whether what surrounds the glyph is the box's ground: the sign on a coin stands on the coin."""
    left, top = max(round(glyph.box.x) - 3, 0), max(round(glyph.box.y) - 3, 0)
    right, bottom = round(glyph.box.x + glyph.box.width) + 2, round(glyph.box.y + glyph.box.height) + 2
    near = inside[top : bottom + 1, left : right + 1]
    around = np.concatenate([near[0], near[-1], near[:, 0], near[:, -1]])
    ground = np.concatenate([inside[:2], inside[-2:]]).reshape(-1, 3)
    off = np.abs(np.median(around, axis=0) - np.median(ground, axis=0)).max()
    return float(off) < ALIKE * glyph.contrast


def _connected(texts: npt.NDArray[np.str_], enclosed: Flags) -> npt.NDArray[np.str_]:
    """Only what hangs together with a box that an edge encloses."""
    _, labels = cv2.connectedComponents((texts != "").astype(np.uint8), connectivity=4)
    kept = np.isin(labels, np.unique(labels[enclosed & (texts != "")]))
    return np.where(kept, texts, "")


def _rows(texts: npt.NDArray[np.str_]) -> tuple[str, ...]:
    """The cells as text, without empty rows and columns around them."""
    rows, cols = np.flatnonzero((texts != "").any(axis=1)), np.flatnonzero((texts != "").any(axis=0))
    if not len(rows):
        return ()
    cut = texts[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    return tuple("".join(text or NOTHING for text in row) for row in cut.tolist())
