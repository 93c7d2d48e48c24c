"""Reads dice: every one lies in a turn of its own, and its letter's looks must tell which way is up.

The network knows upright letters; turned ones are no letters to it, but for a few: O, I, S, H, N, Z and X
look the same upside down, and N is a Z on its side as W is an M on its head. So each die is read at every
turn, a letter of the first kind only counts as far as it is read upside down too, and twins are told apart by
the underline that dice have for it, by the proportions of N and Z, and else by what the network prefers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.glyphs import LETTERS, Case, Glyph, GlyphReader, cut_glyph, letter_probabilities

READ = 0.9
"""A die that is read with this is looked at no more."""
CERTAIN = 0.9999
"""No reading of the network counts for more, so that one turn cannot silence all others."""
TILTS = (30, -30)
"""Degrees from the sides of the board; the network takes half the step as it comes."""
TILTED = 0.1
"""What the odds of a letter count for that only one such turn speaks for."""
WORN = 0.35
"""Contrast of worn print, as a share of the others', that is taken for full ink."""
GROUND = 0.3
"""Side of the square, in sides of a patch, in which the ground under a stroke is looked for."""
SMOOTH = 1.2
"""Pixels over which the specks of worn print run together."""
UNDERLINED = 50.0
"""How many times likelier the letter above the underline is than its twin."""
N_PER_Z = 4.0
"""Dice show N that much more often than Z, and most underline the Z."""
SIDE_OF_N, SIDE_OF_Z, SPREAD = 0.86, 1.26, 0.14
"""Width by height of an N, and of a Z that lies on its side as an N, and how far fonts stray (in logarithms):
medians of 334 faces."""

_SAME_UPSIDE_DOWN = np.array([letter != "" and letter in "HINOSXZ" for letter in LETTERS])
_N, _Z, _M, _W = (LETTERS.index(letter) for letter in "NZMW")


@dataclass(frozen=True)
class Die:
    """A die's glyph as its best reading has it upright, and how likely each letter is."""

    glyph: Glyph
    letters: Floats
    """(len(LETTERS),), summing to one; the first is no letter at all."""
    off: complex
    """From the middle of the patch to that of the glyph, x + y j, in pixels."""

    @property
    def sureness(self) -> float:
        return float(self.letters[1:].max())


class _View(NamedTuple):
    """A way to look at a die's patch, and what the odds of a letter seen so count for."""

    change: Callable[[Pixels], Pixels]
    weight: float = 1.0


def read_dice(patches: Pixels, reader: GlyphReader, *, dark: bool) -> list[Die | None]:
    """Each of the patches (n, side, side) read in its own turn; None where nothing stands out.

    Args:
        dark: whether the letters are darker than the dice.
    """
    dice = [_read(patch, reader, dark) for patch in patches]
    contrast = float(np.median([die.glyph.contrast for die in dice if die] or [0.0]))
    views = [_View(partial(_reinforced, full=WORN * contrast, dark=dark))]
    views += [_View(partial(_tilted, degrees=degrees), TILTED) for degrees in TILTS]
    for view in views:
        dice = [_looked_at(die, patch, view, reader, dark) for die, patch in zip(dice, patches, strict=True)]
    return dice


def _looked_at(before: Die | None, patch: Pixels, view: _View, reader: GlyphReader, dark: bool) -> Die | None:
    """The die as it is seen so, if it is surer than before."""
    if before is not None and before.sureness >= READ:
        return before
    die = _read(view.change(patch), reader, dark, view.weight)
    return before if die is None or (before and before.sureness >= die.sureness) else die


def _reinforced(patch: Pixels, *, full: float, dark: bool) -> Pixels:
    """The patch with all that stands out by `full` grey levels or more as black as can be, on white."""
    level = patch if dark else 255 - patch
    wide = np.ones((round(GROUND * len(patch)),) * 2, np.uint8)
    ground = cv2.morphologyEx(cv2.medianBlur(level, 3), cv2.MORPH_CLOSE, wide)
    depth = ground.astype(np.float32) - cv2.GaussianBlur(level, (0, 0), SMOOTH)
    seen = np.clip(255 - depth * (255 / max(full, 1.0)), 0, 255).astype(np.uint8)
    return np.asarray(seen if dark else 255 - seen, np.uint8)


def _tilted(patch: Pixels, *, degrees: float) -> Pixels:
    middle = (len(patch) - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), degrees, 1.0)
    return np.asarray(cv2.warpAffine(patch, matrix, patch.shape, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _read(patch: Pixels, reader: GlyphReader, dark: bool, weight: float = 1.0) -> Die | None:
    """The die read at the four quarter turns of its patch."""
    cut = ((turn, cut_glyph(np.ascontiguousarray(np.rot90(patch, turn)), dark=dark)) for turn in range(4))
    glyphs = {turn: glyph for turn, glyph in cut if glyph is not None}
    if not glyphs:
        return None
    read = np.zeros((4, len(LETTERS)), np.float32)
    shapes = reader.read([glyph.image for glyph in glyphs.values()])
    read[list(glyphs)] = letter_probabilities(shapes, case=Case.UPPER)
    odds = weight * _odds(_seen_upside_down_too(read))
    upright = odds.argmax(axis=0)
    best = odds.max(axis=0) * _twin_shares([glyphs.get(turn) for turn in upright.tolist()])
    turn = int(upright[best.argmax()])
    letters = best / (1 + best.sum())
    letters[0] = 1 - letters.sum()
    glyph = glyphs.get(turn) or next(iter(glyphs.values()))
    return Die(glyph, np.asarray(letters, np.float32), _off(glyph, len(patch)) * 1j**turn)


def _off(glyph: Glyph, side: int) -> complex:
    return (
        complex(glyph.box.x + glyph.box.width / 2, glyph.box.y + glyph.box.height / 2) - (1 + 1j) * side / 2
    )


def _seen_upside_down_too(read: Floats) -> Floats:
    """(4, letters): readings at each turn; a letter that looks the same upside down must be read so twice."""
    return np.where(_SAME_UPSIDE_DOWN, np.minimum(read, np.roll(read, 2, axis=0)), read)


def _odds(read: Floats) -> Floats:
    """(4, letters): how many times likelier each letter is than all else at that turn; none for no letter."""
    odds = np.minimum(read, CERTAIN) / (1 - np.minimum(read, CERTAIN))
    odds[:, 0] = 0
    return np.asarray(odds, np.float32)


def _twin_shares(upright: list[Glyph | None]) -> Floats:
    """(letters,): what is left of the odds of N, Z, M and W beside their twins.

    Args:
        upright: for each letter the glyph at the turn that speaks most for it.
    """
    shares = np.ones(len(LETTERS), np.float32)
    for one, other in ((_N, _Z), (_Z, _N), (_M, _W), (_W, _M)):
        glyph = upright[one]
        if glyph is not None and glyph.underlined:
            shares[other] = 1 / UNDERLINED
    glyph = upright[_N]
    if glyph is not None and shares[_N] == shares[_Z]:
        more = N_PER_Z * _n_by_proportion(glyph.box.width / glyph.box.height)
        shares[_N], shares[_Z] = min(more, 1), min(1 / more, 1)
    return shares


def _n_by_proportion(ratio: float) -> float:
    """How many times likelier an N is than a Z on its side, both `ratio` as wide as high."""
    off = np.log(ratio / np.array([SIDE_OF_N, SIDE_OF_Z])) / SPREAD
    return float(np.exp(np.clip((off[1] ** 2 - off[0] ** 2) / 2, -7, 7)))
