"""What a page's letters tell of each other."""

from __future__ import annotations

import numpy as np

from worker.vision.page_font import unlike_their_own


def test_a_few_of_another_shape_are_doubted_among_many() -> None:
    kind = np.array([0] * 8 + [1] * 6 + [0] * 2)  # of what they look like
    letter = np.array([0] * 8 + [1] * 6 + [1] * 2)  # as what they were read
    likeness = np.where(kind[:, None] == kind, 0.98, 0.8).astype(np.float32)
    assert np.flatnonzero(unlike_their_own(likeness, letter)).tolist() == [14, 15]


def test_a_noisy_page_has_no_odd_ones() -> None:
    rng = np.random.default_rng(1)
    likeness = rng.uniform(0.7, 0.8, (20, 20)).astype(np.float32)
    assert not unlike_their_own(likeness, np.repeat([0, 1], 10)).any()
