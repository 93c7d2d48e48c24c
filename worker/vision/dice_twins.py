"""Letters that are others when they are turned, told apart by what all dice of a board have in common.

An N is a Z on its side. Makers underline the Z, or both; and capitals are of one height, so that the side of
the glyph that has it runs from top to bottom. A lone bar is an I if it is as long as capitals are high.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.dice_look import Look
from worker.vision.glyph_bars import Shape, as_bar, capital_height
from worker.vision.glyph_pairs import CUT_U
from worker.vision.glyphs import LETTERS

N_OR_Z = (1.0, 1.2, -7.0)
"""What speaks for an N against a Z on its side, in logarithms of odds: so many times how far the network
prefers the N, plus this, plus this for each factor e that the glyph is wider than high. The first is half of
what fits 584 faces best, as drawn and photographed; it tells 98.6 % of those, the network alone 91 %."""
N_PER_Z = 4.0
"""Dice show N that much more often than Z, and most underline the Z."""
BARE_N = 20.0
"""How many times likelier an N is than a Z, both without a line, where other letters are underlined."""
SPREAD = 0.06
"""Of the heights of a board's capitals, in logarithms."""
ROUGH_SPREAD = 0.12
"""The same of round and pointed letters, and of those that descend."""
MOST = 4.0
"""No size speaks louder than this, in logarithms of odds."""
SMALL_Q = 0.87
"""Height of a Q, by that of capitals, below which it is the first letter of a Qu whose other one is unseen:
by itself it is higher than others."""
LONE_Q = 0.005
"""What the odds of a Q without its u count for: O is seven times as frequent on dice, nearly all makers have
a Qu, and a stroke across an O, or beside a C, is a tail to the network."""
LINE_LEFT = 0.5
"""How likely a tilde is one where other dice are underlined, and half a worn line looks the same."""
READ = 0.95
"""Probability of a letter that tells what all have in common."""

_N, _Z, _I, _Q, _QU, _TILDE_N = (LETTERS.index(letter) for letter in ("N", "Z", "I", "Q", "QU", "Ñ"))
_SIZED = np.array([len(letter) == 1 and letter not in "NZÑ" for letter in LETTERS])
_LINED = np.array([letter != "" and letter in "MWZN" for letter in LETTERS])


class Common(NamedTuple):
    """What the dice of a board have in common."""

    capital: float | None = None
    """Height of capitals, in pixels of the patches."""
    underlines: bool = False
    """Whether letters are underlined that could be taken for others."""


def in_common(looks: Sequence[Look | None]) -> Common:
    """What surely read dice tell of the others."""
    heights, letters, underlines = [], [], False
    for look in looks:
        if look is None:
            continue
        turn, letter = np.unravel_index(int(look.odds.argmax()), look.odds.shape)
        if look.odds[turn, letter] * (1 - READ) < READ:
            continue
        if letter not in (_N, _Z):
            heights.append(look.shape.turned(int(turn)).height)
            letters.append(int(letter))
        underlines |= bool(look.glyph.underline == turn and _LINED[letter])
    return Common(capital_height(heights, letters), underlines)


def settled(look: Look, common: Common) -> tuple[int, Floats]:
    """The turn that brings the letter upright, and (len(LETTERS),) how likely each letter is."""
    upright, odds = look.odds.argmax(axis=0), look.odds.max(axis=0)
    odds = odds * _of_size(look.shape, upright, common)
    if common.capital and look.shape.turned(int(upright[_Q])).height < SMALL_Q * common.capital:
        odds[_Q], odds[_QU] = (1 - CUT_U) * odds[_Q], odds[_QU] + CUT_U * odds[_Q]
    odds[_Q] *= LONE_Q
    if look.glyph.underline is None:
        odds = _n_or_z(odds, look.shape.turned(int(upright[_N])), common)
    if look.beside is not None:
        odds[_I] *= as_bar(look.beside, look.shape.long, common.capital)
    odds[_N], odds[_TILDE_N] = _n_or_tilde_n(max(odds[_N], odds[_TILDE_N]), look, common)
    letters = odds / (1 + odds.sum())
    letters[0] = 1 - letters.sum()
    return int(upright[odds.argmax()]), np.asarray(letters, np.float32)


def _n_or_tilde_n(odds: float, look: Look, common: Common) -> tuple[float, float]:
    """The odds of an N and of an Ñ, by what is above it: half a line, perhaps, where dice are underlined."""
    there = look.accented * (LINE_LEFT if common.underlines else 1)
    return odds * (1 - there), odds * there


def _of_size(shape: Shape, upright: npt.NDArray[np.int64], common: Common) -> Floats:
    """(letters,): what the odds of each count for, upright, by its height; digits and letter pairs aside."""
    if common.capital is None:
        return np.ones(len(LETTERS), np.float32)
    heights = np.where(upright % 2, shape.width, shape.height)
    off = np.log(heights / common.capital) / ROUGH_SPREAD
    return np.asarray(np.where(_SIZED, np.exp(-np.minimum(off**2 / 2, MOST)), 1), np.float32)


def _n_or_z(odds: Floats, shape: Shape, common: Common) -> Floats:
    """(letters,): the odds, with those of N and Z settled; the shape is that of the N, upright."""
    if not (odds[_Z] > 0 and odds[_N] > 0 and shape.width > 0):
        return odds
    share = _share_of_n(float(odds[_N] / odds[_Z]), shape, common)
    parted, both = odds.copy(), max(float(odds[_N]), float(odds[_Z]))
    parted[_N], parted[_Z] = both * share, both * (1 - share)
    return parted


def _share_of_n(preferred: float, shape: Shape, common: Common) -> float:
    """How likely it is an N, not a Z on its side.

    Args:
        preferred: odds of N by odds of Z as the network reads them.
        shape: that of the N, upright.
    """
    factor, offset, by_width = N_OR_Z
    logit = factor * (
        math.log(max(preferred, 1e-9)) + offset + by_width * math.log(shape.width / shape.height)
    )
    logit += math.log(N_PER_Z) + _by_height(shape, common.capital)
    if common.underlines:
        logit += math.log(BARE_N)
    return 1 / (1 + math.exp(-logit))


def _by_height(shape: Shape, capital: float | None) -> float:
    """What speaks for its height being that of capitals, rather than its width, in logarithms of odds."""
    if capital is None:
        return 0.0
    off, other = (math.log(side / capital) for side in (shape.height, shape.width))
    return float(np.clip((other**2 - off**2) / (2 * SPREAD**2), -MOST, MOST))
