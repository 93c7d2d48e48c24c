"""The letters of a board: every cell's glyph through the network, then what the board as a whole tells."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from worker.vision.board_letters import Letters
from worker.vision.candidates import Floats
from worker.vision.cell_glyphs import CellGlyphs, cell_glyphs
from worker.vision.decode import Picture, Pixels
from worker.vision.dice_board import may_be_dice, read_dice_board
from worker.vision.glyph_bars import with_bars
from worker.vision.glyph_pairs import with_cut_pairs
from worker.vision.glyphs import (
    LETTERS,
    Case,
    Glyph,
    GlyphReader,
    base_letter,
    cut_glyph,
    letter_probabilities,
)
from worker.vision.lattice import Flags, Lattice
from worker.vision.letter_case import case_of, letter_share
from worker.vision.patches import PATCH, cut_patches
from worker.vision.strokes import find_strokes, without_stroke
from worker.vision.swipe_levels import without_swipe
from worker.vision.swipes import MOST_CELLS, find_swipe
from worker.vision.tile_words import with_words

__all__ = [
    "SAMPLE",
    "Glance",
    "Letters",
    "case_of",
    "glance_at",
    "letter_share",
    "letters_between",
    "read_letters",
]

Value = TypeVar("Value", bound=np.generic)

UPRIGHT_ENOUGH = 0.85
"""Mean confidence at which a board counts as upright, and the three other turns are not tried. A turned board
does not fall far below: N and Z, M and W, and the round letters are letters still."""
LIKELY = 0.4
"""Probability from which on a reading in the board's usual ink is preferred to one in the other."""
SURE = 0.9
"""A letter read with less is looked at a second time."""
LETTER, LEAST_LETTERS = 0.5, 0.3
"""Probability of what may be a letter, and the share of a board's glyphs that must be: half of them are left
under the longest swipe."""
MOST_CUT_OFF = 0.4
"""Share of the glyphs beside which another letter runs out of the patch: lines of text, cut into pieces."""
SAMPLE = 24
"""Letters that decide which way up a board is."""


def read_letters(patches: Pixels, reader: GlyphReader) -> Letters | None:
    """Read the patches (rows, cols, side, side) of a board; None when hardly any of them holds a letter."""
    rows, cols, side, _ = patches.shape
    flat = patches.reshape(-1, side, side)
    first = cell_glyphs((cell, cut_glyph(patch)) for cell, patch in enumerate(flat))
    if first is None:
        return None
    dark, shapes = first.mostly_dark, reader.read(first.images)
    by_turn = _by_turn(first, shapes, reader)
    if not _are_letters(by_turn) or first.cut_off.mean() > MOST_CUT_OFF:
        return None
    letters = _read_turned(patches, first, shapes, int(by_turn.mean(axis=1).argmax()), reader)
    if rows * cols <= MOST_CELLS:
        letters = _spelled(letters, patches, first, reader)
    dice = read_dice_board(patches, reader, dark=dark) if may_be_dice(by_turn, rows * cols) else None
    return letters if dice is None or _surely_read(letters) >= _surely_read(dice) else dice


def _spelled(letters: Letters, patches: Pixels, first: CellGlyphs, reader: GlyphReader) -> Letters:
    """The letters with tiles of several spelled out, but those that run out of their patches."""
    words = with_words(letters, patches, reader, dark=first.mostly_dark)
    cut_off = np.zeros(letters.texts.size, bool)
    cut_off[first.cells] = first.cut_off
    cut = cut_off.reshape(letters.texts.shape)
    texts = np.where(cut, letters.texts, words.texts)
    confidence = np.where(cut, letters.confidence, words.confidence)
    return replace(words, texts=texts, confidence=confidence)


class Glance(NamedTuple):
    """What some cells of a board show, as they lie."""

    letterlike: float
    """Share of the probability that lies on letters, all turned alike."""
    read: float
    """Share of the cells in which a letter is read, each turned as it likes."""


def glance_at(some: Pixels, reader: GlyphReader) -> Glance:
    """Whether there may be letters in patches (n, side, side), before all of a board is read."""
    glyphs = cell_glyphs((cell, cut_glyph(patch)) for cell, patch in enumerate(some))
    if glyphs is None:
        return Glance(0.0, 0.0)
    shapes = reader.read(glyphs.images)
    by_turn = _by_turn(glyphs, shapes, reader)
    turns = int(by_turn.mean(axis=1).argmax())
    if turns:
        shapes = reader.read(np.rot90(glyphs.images, turns, axes=(1, 2)))
    read = float((by_turn.max(axis=0) > LETTER).mean()) * len(glyphs.cells) / len(some)
    return Glance(float(letter_share(shapes).mean()), read)


def _are_letters(by_turn: Floats) -> bool:
    """Whether enough of the glyphs are letters at one turn or another, by the best probabilities (4, n)."""
    return float((by_turn.max(axis=0) > LETTER).mean()) >= LEAST_LETTERS


def _surely_read(letters: Letters) -> int:
    return int((letters.found & (letters.confidence > SURE)).sum())


def _read_turned(
    patches: Pixels, first: CellGlyphs, shapes: Floats, turns: int, reader: GlyphReader
) -> Letters:
    """The letters of a board that some quarter turns bring upright; `shapes` are those of no turn."""
    rows, cols, side, _ = patches.shape
    flat = patches.reshape(-1, side, side)
    if turns:
        shapes = reader.read(np.rot90(first.images, turns, axes=(1, 2)))
    looks = _looks_past_swipe(patches, first) or _looks_past_strokes(flat, first)
    whole = np.flatnonzero(~looks.replaced[first.cells])
    first, shapes = first.pick(whole), shapes[whole]
    second = cell_glyphs(itertools.chain(looks.glyphs, _other_inks(flat, first, _best(shapes))))
    if second is not None:
        more = reader.read(np.rot90(second.images, turns, axes=(1, 2)))
        first, shapes = first + second, np.concatenate([shapes, more])
    return _assembled(first, shapes, looks.crossed.reshape(rows, cols), turns, flat)


def letters_between(picture: Picture, lattice: Lattice, reader: GlyphReader) -> float:
    """Share of the places halfway between neighbours of a row that show whole letters too.

    A lattice laid over lines of text may well meet every second letter.
    """
    halfway = replace(lattice, projection=lattice.projection.moved(0.5, 0))
    patches = cut_patches(picture, halfway)[:, :-1].reshape(-1, PATCH, PATCH)
    side = PATCH // 5  # what reaches in from the letters to the left and right
    some = patches[:: -(-len(patches) // SAMPLE), :, side:-side]
    glyphs = cell_glyphs(enumerate(map(cut_glyph, some)))
    return 0.0 if glyphs is None else float((_best(reader.read(glyphs.images)) > SURE).sum()) / len(some)


def _by_turn(glyphs: CellGlyphs, shapes: Floats, reader: GlyphReader) -> Floats:
    """(turns, n): the best letter's probability after each number of quarter turns, of some of the glyphs.

    What is read well as it lies is not turned.
    """
    best = _best(shapes)
    if float(best.mean()) >= UPRIGHT_ENOUGH:
        return best[None]
    some = glyphs.pick(np.linspace(0, len(glyphs.cells) - 1, min(SAMPLE, len(glyphs.cells))).astype(int))
    turned = np.concatenate([np.rot90(some.images, turns, axes=(1, 2)) for turns in range(4)])
    return _best(reader.read(turned)).reshape(4, -1)


class _Looks(NamedTuple):
    """Glyphs of cells without the stroke across them."""

    glyphs: list[tuple[int, Glyph | None]]
    crossed: Flags
    """(n,): cells with a stroke."""
    replaced: Flags
    """(n,): cells whose glyph with the stroke counts no more."""


def _looks_past_swipe(patches: Pixels, first: CellGlyphs) -> _Looks | None:
    """The letters under the line of a swipe; None when there is no such line.

    A bright line over a dark letter looks like ink of its own, and cuts the letter to pieces.
    """
    dark = first.mostly_dark
    swipe = find_swipe(patches, contrast=first.contrast)
    if swipe is None or not swipe.crossed.any():
        return None
    crossed = swipe.crossed.ravel()
    lifted, shining = without_swipe(patches, swipe, dark=dark)
    glyphs = [cut_glyph(patch, dark=dark) for patch in lifted]
    cells = np.flatnonzero(crossed).tolist()
    return _Looks(list(zip(cells, glyphs, strict=True)), crossed, crossed & shining)


def _looks_past_strokes(patches: Pixels, first: CellGlyphs) -> _Looks:
    """The letters of cells (n, side, side) that look as if strokes crossed them."""
    dark = first.mostly_dark
    strokes = find_strokes(patches, dark=dark, contrast=first.contrast)
    crossed = np.asarray(strokes.any(axis=(1, 2)))
    cells = [cell for cell in first.cells.tolist() if crossed[cell]]
    cut = [(cell, cut_glyph(without_stroke(patches[cell], strokes[cell]), dark=dark)) for cell in cells]
    glyphs = [(cell, glyph) for cell, glyph in cut if glyph is None or not _fills(glyph, patches[cell])]
    return _Looks(glyphs, crossed, np.zeros(len(patches), bool))


def _fills(glyph: Glyph, patch: Pixels) -> bool:
    """Whether a glyph is as large as its patch: a die's lit top is no stroke, and its letter went with it."""
    return min(glyph.box.width, glyph.box.height) >= len(patch)


def _other_inks(patches: Pixels, first: CellGlyphs, sure: Floats) -> Iterator[tuple[int, Glyph | None]]:
    """Readings in the board's usual ink of the cells that are not read in it, or not surely."""
    dark = first.mostly_dark
    for cell, glyph, confidence in zip(first.cells.tolist(), first.glyphs, sure.tolist(), strict=True):
        if glyph.dark is not dark or confidence < SURE:
            yield cell, cut_glyph(patches[cell], dark=dark)


def _best(shapes: Floats) -> Floats:
    """(n,): probability of the best letter."""
    return np.asarray(letter_probabilities(shapes)[:, 1:].max(axis=1))


_BASES = np.array([base_letter(letter) for letter in LETTERS])


def _assembled(glyphs: CellGlyphs, shapes: Floats, crossed: Flags, turns: int, patches: Pixels) -> Letters:
    case = case_of(shapes)
    letters = with_cut_pairs(letter_probabilities(shapes, case=case), glyphs.glyphs)
    if case is Case.UPPER:
        letters = with_bars(letters, glyphs.glyphs, patches[glyphs.cells], turns)
    kept = _likelier_readings(glyphs, letters)
    agreed = _averaged(glyphs, letters)[kept]
    glyphs, letters, shapes = glyphs.pick(kept), letters[kept], shapes[kept]
    order = np.argsort(-letters[:, 1:], axis=1)[:, :2] + 1
    read = letters.max(axis=1) > letters[:, 0]
    confidence = np.take_along_axis(agreed, order[:, :1], axis=1)[:, 0]
    boxes: Floats = np.array([(glyph.box.height, glyph.box.width) for glyph in glyphs.glyphs], np.float32)
    contrast = np.array([glyph.contrast for glyph in glyphs.glyphs], np.float32)

    def spread(values: npt.NDArray[Value]) -> npt.NDArray[Value]:
        flat = np.zeros(crossed.size, values.dtype)
        flat[glyphs.cells] = values
        return flat.reshape(crossed.shape)

    return Letters(
        texts=spread(np.where(read, _BASES[order[:, 0]], "")),
        confidence=spread(confidence),
        runner_up=spread(_BASES[order[:, 1]]),
        inked=spread(np.ones(len(glyphs.cells), bool)),
        contrast=spread(contrast),
        crossed=crossed,
        height=spread(np.asarray(boxes[:, turns % 2] / PATCH, np.float32)),
        letterlike=_letterlike(shapes, whole=~crossed.ravel()[glyphs.cells]),
        lower=case is Case.LOWER,
        turns=turns,
    )


def _letterlike(shapes: Floats, *, whole: Flags) -> float:
    share = letter_share(shapes)
    return float(share[whole].mean() if whole.any() else share.mean())


def _averaged(glyphs: CellGlyphs, letters: Floats) -> Floats:
    """The readings of a cell in the board's usual ink, with and without a stroke, count equally."""
    usual = np.array([glyph.dark is glyphs.mostly_dark for glyph in glyphs.glyphs])
    cells = glyphs.cells[usual]
    sums = np.zeros((int(glyphs.cells.max()) + 1, letters.shape[1]), np.float32)
    np.add.at(sums, cells, letters[usual])
    count = np.bincount(cells, minlength=len(sums))[:, None]
    averaged = letters.copy()
    averaged[usual] = (sums / np.maximum(count, 1))[cells]
    return averaged


def _likelier_readings(glyphs: CellGlyphs, letters: Floats) -> npt.NDArray[np.int64]:
    """Of two readings of a cell, the one in the board's usual ink if it is a letter, else the surer one.

    A swipe's line may well look like a perfect V or I.
    """
    best = letters[:, 1:].max(axis=1)
    usual = np.array([glyph.dark is glyphs.mostly_dark for glyph in glyphs.glyphs])
    order = np.argsort(-(best + (usual & (best > LIKELY))), kind="stable")
    _, first = np.unique(glyphs.cells[order], return_index=True)
    return np.asarray(order[first])
