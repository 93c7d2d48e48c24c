"""A lone bar is an I; a bar with faint ink beside it is what is left of another letter."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from tests.drawing import installed_fonts, write
from worker.vision.glyph_bars import ALONE, BESIDE, as_bar, ink_beside, is_lopsided, shape_of, with_bars
from worker.vision.glyphs import LETTERS, Case, Glyph, cut_glyph, default_reader, letter_probabilities

Patch = npt.NDArray[np.uint8]


def tile(text: str, *, faint: str = "", ink: float = 0.3) -> Patch:
    """A tile with a letter, and another one that has lost most of its ink."""
    canvas = np.full((64, 64, 3), 225, np.uint8)
    if faint:
        grey = round(225 - 195 * ink)
        write(canvas, faint, (32, 32), 28, (grey, grey, grey), weight=700)
    write(canvas, text, (32, 32), 28, (30, 30, 30), weight=700)
    return np.ascontiguousarray(canvas[:, :, 0])


def glyph_of(patch: Patch, *, turned: bool = False) -> Glyph:
    glyph = cut_glyph(patch, dark=True, turned=turned)
    assert glyph is not None
    return glyph


@pytest.mark.parametrize("turns", range(4))
def test_nothing_is_beside_an_i(turns: int) -> None:
    patch = np.ascontiguousarray(np.rot90(tile("I"), turns))
    glyph = glyph_of(patch, turned=True)
    assert shape_of(glyph).is_bar
    assert ink_beside(patch, glyph) < ALONE


@pytest.mark.parametrize("faint", "TFL")
def test_faint_strokes_are_seen_beside_a_stem(faint: str) -> None:
    patch = tile("I", faint=faint)
    assert ink_beside(patch, glyph_of(patch)) > BESIDE


@pytest.mark.parametrize("text", "ABCEHKMNOSTVXZ")
def test_other_letters_are_no_bars(text: str) -> None:
    assert not shape_of(glyph_of(tile(text))).is_bar


@pytest.mark.parametrize("font", ["sans", *installed_fonts()])
def test_an_i_is_as_wide_above_as_below(font: str) -> None:
    lopsided = {}
    for text in "ITLF":
        canvas = np.full((64, 64, 3), 225, np.uint8)
        write(canvas, text, (32, 32), 28, (30, 30, 30), font=font, weight=700)
        lopsided[text] = is_lopsided(glyph_of(np.ascontiguousarray(canvas[:, :, 0])).image)
    assert lopsided == {"I": False, "T": True, "L": True, "F": True}


def test_length_and_neighbourhood_count() -> None:
    assert as_bar(0.0, 28, 28) > 1
    assert as_bar(0.0, 28, None) == as_bar(0.0, 36, 28) == 1
    assert as_bar(0.4, 28, 28) < 1


def test_the_board_tells_an_i_from_a_stem() -> None:
    patches = np.stack([*map(tile, "HENRI"), tile("I", faint="T")])
    glyphs = [glyph_of(patch) for patch in patches]
    read = letter_probabilities(default_reader().read([glyph.image for glyph in glyphs]), case=Case.UPPER)
    weighed = with_bars(read, glyphs, patches, 0)[:, LETTERS.index("I")]
    assert weighed[4] > 0.99
    assert weighed[5] < 0.9
