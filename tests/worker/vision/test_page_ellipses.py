"""Closed curves around words, among letters and rules."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from tests.page_pictures import page_picture
from worker.vision.page_ellipses import draw_ellipses

CELL = 44, 44
STYLE: dict[str, Any] = {
    "rows": 10,
    "cols": 10,
    "step": CELL,
    "size": 22,
    "font": "sans",
    "weight": 400,
    "outline": "rectangle",
    "beside": "nothing",
    "lower": False,
    "lassos": 0,
    "markers": 0,
    "paper": (255, 255, 255),
    "ink": (20, 20, 20),
}
ELLIPSE = (264.0, 242.0), (250.0, 50.0), 45.0


def ink_of(rules: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The ink of a page with a margin of one cell."""
    drawn = page_picture(4, **STYLE, rules=rules)
    left, top = (round(float(value)) - 66 for value in drawn.centres[0, 0])
    grey = drawn.canvas[top : top + 12 * 44, left : left + 12 * 44].mean(axis=2)
    return np.asarray(grey < 128, np.uint8)


@pytest.mark.parametrize("rules", ["none", "lines"])
def test_an_ellipse_across_letters_is_found(rules: str) -> None:
    ink, expected = ink_of(rules), np.zeros((528, 528), np.uint8)
    cv2.ellipse(expected, ELLIPSE, 255, 3)
    ink |= expected > 0
    canvas = np.zeros_like(expected)
    assert 3 <= draw_ellipses(ink, CELL, canvas) <= 7
    assert (canvas[expected > 0] > 0).mean() > 0.95
    assert (canvas > 0).sum() < 3 * (expected > 0).sum()


@pytest.mark.parametrize("rules", ["none", "lines", "boxes"])
def test_letters_and_rules_are_no_ellipses(rules: str) -> None:
    canvas = np.zeros((528, 528), np.uint8)
    assert draw_ellipses(ink_of(rules), CELL, canvas) == 0
    assert not canvas.any()
