"""The crossword above a letter wheel: which cells are boxes, and which letters stand in them already.

A box is one that an edge encloses (`worker.vision.crossword_boxes`), or a neighbour of one that looks like
the others: as light inside and around, or with a letter of their letters' height. What is not surely a
letter of the wheel (a coin, a gem, a letter that could not be read) is given as a box to fill.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.crossword_boxes import Boxes, find_boxes
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
PATCH = 64
"""Pixels to a pitch in the boxes' patches."""
MARGIN = 4
"""Cells around the boxes found in which others are looked for."""
SURE = 0.9
"""Confidence from which on a letter is given."""
SAME_LEVEL = 0.6
"""How far an empty box may be from the usual one, in steps from the gaps to the boxes."""
LEAST_STEP = 4
"""Grey levels between boxes and gaps."""
LEAST_INK = 30
"""Grey levels between a letter and its box."""
CALM = 0.3
"""Spread of the level around a letter, as a share of its contrast: a photo has none of this calm."""
ALIKE = 0.2
"""How far levels of filled boxes of one colour differ, as a share of their letters' contrast."""
LETTER_HEIGHT = (0.25, 0.8)
"""Of a letter over its box."""
SAME_HEIGHT = 1.25

_BASES = np.array([base_letter(letter) for letter in LETTERS])


@dataclass(frozen=True)
class _Cells:
    """What is seen in the cells of a lattice; every array is (rows, cols)."""

    enclosed: Flags
    level: Floats
    """Grey level inside the box, beside the letter."""
    step: Floats
    """From the gap to the box, the least of the four sides; 0 where the sides' signs differ."""
    spread: Floats
    """Of the level beside the letter."""
    ink: Floats
    """Range of the levels where a letter would be."""


def find_crossword(grey: Pixels, letters: Collection[str], reader: GlyphReader) -> tuple[str, ...]:
    """Rows of `#`, letters and `.`, cut to the boxes; empty when there is none. `letters` are the wheel's."""
    boxes = find_boxes(grey)
    if boxes is None:
        return ()
    patches, enclosed = _patches(grey, boxes)
    cells = _look(patches, enclosed, boxes.side / boxes.pitch)
    texts = _letters(patches, cells, boxes.side / boxes.pitch, letters, reader)
    read = texts != ""
    texts[~read & (_empty(cells, read) | _like_filled(cells, read))] = EMPTY
    return _rows(_connected(texts, enclosed))


def _patches(grey: Pixels, boxes: Boxes) -> tuple[Pixels, Flags]:
    """(rows, cols, PATCH, PATCH) of the boxes with cells around them, and which ones are enclosed."""
    rows, cols = (side + 2 * MARGIN for side in boxes.shape)
    scale = PATCH / boxes.pitch
    first = np.array(boxes.origin) - (MARGIN + 0.5) * boxes.pitch
    shift = -first * scale - 0.5  # the middle of the first pixel lies half a pixel inside the cell
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    flat = cv2.warpAffine(
        grey, matrix, (cols * PATCH, rows * PATCH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    enclosed = np.zeros((rows, cols), bool)
    enclosed[boxes.cells[:, 0] + MARGIN, boxes.cells[:, 1] + MARGIN] = True
    return np.asarray(flat.reshape(rows, PATCH, cols, PATCH).swapaxes(1, 2), np.uint8), enclosed


def _look(patches: Pixels, enclosed: Flags, share: float) -> _Cells:
    """Measure every cell; `share` is the boxes' side over the pitch."""
    half = PATCH / 2
    rim, inside = round(half * (1 - 0.86 * share)), round(half * (1 - 0.55 * share))
    middle = slice(inside, PATCH - inside)
    beside, gaps = _four_lines(patches, rim, middle), _four_lines(patches, 0, middle)
    steps = np.median(beside, axis=3) - np.median(gaps, axis=3)
    same = np.abs(np.sign(steps).sum(axis=0)) == len(steps)
    beside = beside.transpose(1, 2, 0, 3).reshape(*enclosed.shape, -1)
    low, level, high = np.percentile(beside, (15, 50, 85), axis=2)
    core = patches[:, :, middle, middle].reshape(*enclosed.shape, -1)
    dark, light = np.percentile(core, (3, 97), axis=2)
    return _Cells(enclosed, level, np.where(same, np.abs(steps).min(axis=0), 0), high - low, light - dark)


def _four_lines(patches: Pixels, rim: int, middle: slice) -> Pixels:
    """(4, rows, cols, length): lines along the four sides, `rim` pixels inside."""
    far = PATCH - 1 - rim
    rows = patches[:, :, rim, middle], patches[:, :, far, middle]
    return np.stack([*rows, patches[:, :, middle, rim], patches[:, :, middle, far]])


def _empty(cells: _Cells, filled: Flags) -> Flags:
    """Cells that are boxes, though no letter was read in them."""
    plain = cells.enclosed & ~filled
    if not plain.any():
        return plain
    level = float(np.median(cells.level[plain]))
    step = max(float(np.median(cells.step[plain])), LEAST_STEP)
    usual = np.abs(cells.level - level) < max(SAME_LEVEL * step, 3 * LEAST_STEP)
    return np.asarray(usual & (cells.enclosed | (cells.step > max(step / 2, LEAST_STEP))))


def _like_filled(cells: _Cells, filled: Flags) -> Flags:
    """Cells of the colours of a box with a letter, and with something as strong in the middle."""
    level, ink = cells.level[filled], cells.ink[filled]
    near = np.abs(cells.level[..., None] - level) < ALIKE * ink
    near &= np.abs(cells.ink[..., None] - ink) < ALIKE * ink
    return np.asarray(near.any(axis=-1) & (cells.spread < ALIKE * cells.ink))


def _letters(
    patches: Pixels, cells: _Cells, share: float, letters: Collection[str], reader: GlyphReader
) -> npt.NDArray[np.str_]:
    """(rows, cols): the letters of the wheel that surely stand in the cells, "" elsewhere."""
    texts = np.full(cells.enclosed.shape, "", "<U2")
    found = [(at, glyph) for at in _inked(cells) if (glyph := _glyph(patches[at], share)) is not None]
    if not found:
        return texts
    odds = letter_probabilities(reader.read([glyph.image for _, glyph in found]), case=Case.UPPER)
    best = odds.argmax(axis=1)
    heights = np.array([glyph.box.height for _, glyph in found])
    sure = np.isin(_BASES[best], list(letters)) & (odds.max(axis=1) > SURE)
    typical = float(np.median(heights[sure])) if sure.any() else 0.0
    for (at, glyph), letter, certain in zip(found, best, sure, strict=True):
        ratio = glyph.box.height / max(typical, 1)
        if certain and 1 / SAME_HEIGHT < ratio < SAME_HEIGHT:
            texts[at] = _BASES[letter]
    return texts


def _inked(cells: _Cells) -> list[tuple[int, int]]:
    """Cells with something as strong as a letter in the middle, and calm around it."""
    strong = (cells.ink > LEAST_INK) & (cells.spread < CALM * cells.ink)
    return [(row, col) for row, col in np.argwhere(strong).tolist()]


def _glyph(patch: Pixels, share: float) -> Glyph | None:
    """The glyph inside a box, of a letter's height."""
    rim = round(PATCH / 2 * (1 - 0.9 * share))
    glyph = cut_glyph(patch[rim : PATCH - rim, rim : PATCH - rim])
    if glyph is None:
        return None
    height = glyph.box.height / (PATCH * share)
    return glyph if LETTER_HEIGHT[0] < height < LETTER_HEIGHT[1] else None


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
