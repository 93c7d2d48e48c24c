"""One look at dice: their glyphs as they lie, and how likely each letter is in each of the quarter turns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.dice_lines import line_beside
from worker.vision.glyph_bars import Shape, ink_beside, shape_of
from worker.vision.glyph_pairs import with_cut_pairs
from worker.vision.glyphs import (
    LETTERS,
    Case,
    Glyph,
    GlyphReader,
    cut_glyph,
    letter_probabilities,
)

CERTAIN = 0.9999
"""No reading of the network counts for more, so that one turn cannot silence all others."""
UNDERLINED = 500.0
"""How many times likelier the turn is that has the underline below the letter."""
FALLEN_J = 3.0
"""Odds of a J that no C has upside down; a J with a bar on top has a thousand, and as a C a hundred."""
PERHAPS = 0.3
"""Probability of an M or W, whose line may run out into the die's edge."""

_C, _J = LETTERS.index("C"), LETTERS.index("J")
_WIDE = np.array([letter != "" and letter in "MW" for letter in LETTERS])
_SAME_UPSIDE_DOWN = np.array([letter != "" and letter in "HINOSXZ" for letter in LETTERS])


@dataclass(frozen=True)
class Look:
    """What one patch shows of a die."""

    glyph: Glyph
    """As it lies in the patch."""
    odds: Floats
    """(4, len(LETTERS)): of each letter against all else, after so many quarter turns counter-clockwise; none
    for no letter."""
    accented: float
    """Probability of an Ñ, with the mark above it."""
    beside: float | None
    """Ink beside a lone bar, as a share of its own; None when it is none."""
    off: complex
    """From the middle of the patch to that of the glyph, x + y j, in pixels."""

    @cached_property
    def shape(self) -> Shape:
        return shape_of(self.glyph)


def look_at(patches: Pixels, reader: GlyphReader, *, dark: bool) -> list[Look | None]:
    """A look at each of the patches (n, side, side); None where nothing stands out.

    Args:
        dark: whether the letters are darker than the dice.
    """
    cut = [cut_glyph(np.ascontiguousarray(patch), dark=dark, turned=True) for patch in patches]
    glyphs = [glyph for glyph in cut if glyph is not None]
    if not glyphs:
        return [None] * len(cut)
    turned = [np.rot90(glyph.image, turns) for glyph in glyphs for turns in range(4)]
    read = letter_probabilities(reader.read(turned), case=Case.UPPER).reshape(-1, 4, len(LETTERS))
    seen = iter(with_cut_pairs(read, glyphs))
    pairs = zip(cut, patches, strict=True)
    return [_look(glyph, next(seen), patch, reader) if glyph else None for glyph, patch in pairs]


def _look(glyph: Glyph, read: Floats, patch: Pixels, reader: GlyphReader) -> Look:
    if glyph.underline is None and float(read[:, _WIDE].max()) > PERHAPS:
        glyph = replace(glyph, underline=line_beside(patch, glyph))
    odds = _without_fallen_j(_odds(_seen_upside_down_too(read, glyph.underline)))
    if glyph.underline is not None:
        odds *= np.where(np.arange(4) == glyph.underline, 1, 1 / UNDERLINED)[:, None]
    middle = complex(glyph.box.x + glyph.box.width / 2, glyph.box.y + glyph.box.height / 2)
    beside = ink_beside(patch, glyph) if shape_of(glyph).is_bar else None
    return Look(glyph, odds, _accented(glyph, patch, reader), beside, middle - (1 + 1j) * len(patch) / 2)


def _accented(glyph: Glyph, patch: Pixels, reader: GlyphReader) -> float:
    """How likely it is an Ñ: cut out once more with its mark, which was no part of it."""
    if glyph.accent is None:
        return 0.0
    whole = cut_glyph(np.ascontiguousarray(np.rot90(patch, glyph.accent)), dark=glyph.dark)
    if whole is None:
        return 0.0
    return float(letter_probabilities(reader.read([whole.image]), case=Case.UPPER)[0, LETTERS.index("Ñ")])


def _seen_upside_down_too(read: Floats, underline: int | None) -> Floats:
    """(4, letters): readings at each turn; a letter that looks the same upside down must be read so twice.

    Where it is underlined, what it looks like upside down does not matter.
    """
    twice = np.where(_SAME_UPSIDE_DOWN, np.minimum(read, np.roll(read, 2, axis=0)), read)
    if underline is not None:
        twice[underline] = read[underline]
    return twice


def _without_fallen_j(odds: Floats) -> Floats:
    """(4, letters): the odds without those of a C that is a J upside down: no C looks like a J."""
    shrunk = odds.copy()
    shrunk[:, _C] *= FALLEN_J / np.maximum(np.roll(odds[:, _J], 2), FALLEN_J)
    return shrunk


def _odds(read: Floats) -> Floats:
    """(4, letters): how many times likelier each letter is than all else at that turn; none for no letter."""
    odds = np.minimum(read, CERTAIN) / (1 - np.minimum(read, CERTAIN))
    odds[:, 0] = 0
    return np.asarray(odds, np.float32)
