"""Tiles with two letters of which one was left out of the glyph."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from worker.vision.candidates import Floats
from worker.vision.glyphs import LETTERS, Glyph

CUT_U = 0.6
"""How likely it is that what runs out of a patch beside a Q is its `u`."""

_Q, _QU = (LETTERS.index(letter) for letter in ("Q", "QU"))


def with_cut_pairs(letters: Floats, glyphs: Sequence[Glyph]) -> Floats:
    """Probabilities (n, ..., len(LETTERS)) of glyphs, where a Q with a letter cut off beside may be a Qu."""
    cut = [i for i, glyph in enumerate(glyphs) if glyph.cut_off]
    if not cut:
        return letters
    shared: Floats = np.array(letters)
    shared[cut, ..., _QU] += np.float32(CUT_U) * letters[cut, ..., _Q]
    shared[cut, ..., _Q] *= np.float32(1 - CUT_U)
    return shared
