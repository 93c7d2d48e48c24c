"""Glyphs of one shape are read once."""

from __future__ import annotations

import numpy as np

from worker.vision.candidates import Floats
from worker.vision.page_alike import mean_of_each, prints_of, shapes_among


def bar(row: int, *, tail: bool = False) -> Floats:
    """A glyph with a bar, and perhaps a few pixels more."""
    image = np.zeros((32, 32), np.float32)
    image[row : row + 5, 4:28] = 1
    if tail:
        image[row + 5 : row + 10, 22:26] = 1
    return image


def test_same_shapes_are_one_and_a_small_tail_makes_another() -> None:
    rng = np.random.default_rng(0)
    clean = [bar(10), bar(10), bar(10, tail=True), bar(20), bar(10, tail=True)]
    noisy = [np.clip(one + rng.normal(0, 0.03, one.shape), 0, 1) for one in clean]
    images = np.asarray(np.stack(noisy), np.float32)
    prints = prints_of(images)
    shape = shapes_among(prints, prints.unit @ prints.unit.T)
    assert shape.tolist() == [0, 0, 1, 2, 1]
    means = mean_of_each(images, shape)
    assert means.shape == (3, 32, 32)
    assert np.abs(means[0] - bar(10)).mean() < 0.03


def test_blank_glyphs_have_prints() -> None:
    prints = prints_of(np.zeros((2, 32, 32), np.float32))
    assert np.isfinite(prints.unit).all()
