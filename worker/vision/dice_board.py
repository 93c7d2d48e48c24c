"""A board of dice: whether it is one, and its letters."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from worker.vision.board_letters import Letters
from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.dice import READ, Die, missing_dice, read_dice
from worker.vision.glyphs import LETTERS, GlyphReader

MOST_DICE = 36
TURNED = 0.1
"""Share of the letters that are read at another turn than the board's, and not at that."""
WORTH_A_TRY = 0.6
"""Share of the letters that must be read at some turn at first sight."""
READ_TURNED, UNREAD = 0.75, 0.5
"""Probability of a letter that is read, and of one that is not."""
WELL_READ = 0.75
"""Share of the dice that must be read surely: scrap that is turned long enough looks like a letter, too."""
OFF = 0.1
"""Of a patch's side: a letter that far from its middle is cut anew."""

_NOTHING = np.eye(1, len(LETTERS), dtype=np.float32)[0]
"""The probabilities where nothing stands out."""


def may_be_dice(by_turn: Floats, cells: int) -> bool:
    """Whether letters may lie in a turn of their own each, from their best probabilities (4, n) by turn."""
    common = by_turn[by_turn.mean(axis=1).argmax()]
    read = by_turn.max(axis=0) > READ_TURNED
    turned = read & (common < UNREAD)
    return cells <= MOST_DICE and float(read.mean()) >= WORTH_A_TRY and float(turned.mean()) >= TURNED


def read_dice_board(patches: Pixels, reader: GlyphReader, *, dark: bool) -> Letters | None:
    """The letters of patches (rows, cols, side, side), which stay as they lie; None when too few are read."""
    rows, cols, side, _ = patches.shape
    dice = read_dice(patches.reshape(-1, side, side), reader, dark=dark)
    centred = _centred(patches, dice)
    if centred is not None:
        pairs = zip(dice, read_dice(centred, reader, dark=dark), strict=True)
        dice = [max(pair, key=_sureness) for pair in pairs]
    if sum(_sureness(die) > READ for die in dice) < WELL_READ * len(dice):
        return None
    bare = missing_dice(patches.reshape(-1, side, side), dice)
    return replace(_letters(dice, (rows, cols), side), bare=bare.reshape(rows, cols))


def _sureness(die: Die | None) -> float:
    return die.sureness if die else 0.0


def _centred(patches: Pixels, dice: list[Die | None]) -> Pixels | None:
    """Patches (n, side, side) cut anew where the dice seem to be; None when they are in the middle already.

    Seen from the side, the tops of dice stand off from where a lattice through their feet or a few of them
    has them; how far changes evenly over the board.
    """
    rows, cols, side, _ = patches.shape
    places = np.array([(1, row, col) for row, col in np.ndindex(rows, cols)], np.float64)
    read = [i for i, die in enumerate(dice) if _sureness(die) > READ]
    off = np.array([die.off if die else 0 for die in dice])
    if 2 * len(read) < len(dice):
        return None
    moved = places @ np.linalg.lstsq(places[read].astype(complex), off[read], rcond=None)[0]
    if float(np.abs(moved).max()) < OFF * side:
        return None
    sheet = np.ascontiguousarray(patches.swapaxes(1, 2)).reshape(rows * side, cols * side)
    middles = (places[:, 2] + 0.5 + 1j * (places[:, 1] + 0.5)) * side - (0.5 + 0.5j) + moved
    cut = [cv2.getRectSubPix(sheet, (side, side), (middle.real, middle.imag)) for middle in middles]
    return np.asarray(cut, np.uint8)


def _letters(dice: list[Die | None], shape: tuple[int, int], side: int) -> Letters:
    shares = np.array([die.letters if die else _NOTHING for die in dice])
    names, order = np.array(LETTERS), np.argsort(-shares[:, 1:], axis=1) + 1
    best, second = order[:, 0], order[:, 1]
    inked = np.array([die is not None for die in dice])
    heights = [die.height / side if die else 0.0 for die in dice]
    contrasts = [die.glyph.contrast if die else 0.0 for die in dice]
    return Letters(
        texts=np.where(shares.argmax(axis=1) > 0, names[best], "").reshape(shape),
        confidence=shares[np.arange(len(dice)), best].reshape(shape),
        runner_up=np.where(inked, names[second], "").reshape(shape),
        inked=inked.reshape(shape),
        contrast=np.array(contrasts, np.float32).reshape(shape),
        height=np.array(heights, np.float32).reshape(shape),
        crossed=np.zeros(shape, bool),
        letterlike=float((1 - shares[inked, 0]).mean()),
        on_dice=True,
    )
