"""Colours that can be told apart and read, and strokes that end at the edge of the grid."""

from __future__ import annotations

import pytest

from worker.marking import WORD_CODES, rgb_of, strokes
from worker.model import Path


def luminance(code: int) -> float:
    """As WCAG 2.2 defines it, 0 to 1."""
    shares = (value / 255 for value in rgb_of(code))
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_there_are_24_colours() -> None:
    assert len(set(WORD_CODES)) == len(WORD_CODES) == 24


@pytest.mark.parametrize("code", WORD_CODES)
def test_each_is_readable_on_black_and_on_white(code: int) -> None:
    assert 1.05 / (luminance(code) + 0.05) >= 3
    assert (luminance(code) + 0.05) / 0.05 >= 3


@pytest.mark.parametrize(
    ("code", "rgb"), [(16, (0, 0, 0)), (231, (255, 255, 255)), (196, (255, 0, 0)), (33, (0, 135, 255))]
)
def test_colours_of_the_cube(code: int, rgb: tuple[int, int, int]) -> None:
    assert rgb_of(code) == rgb


# 0 1 2 3
# 4 5 6 7
# 8 9 . .
@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ((0, 1, 2, 3), [(0, 1, 2, 3)]),
        ((2, 3, 0, 1), [(2, 3), (0, 1)]),
        ((0, 5, 10), [(0, 5, 10)]),
        ((6, 11, 0, 5), [(6, 11), (0, 5)]),
        ((8, 0, 4), [(8,), (0, 4)]),
        ((3, 4), [(3,), (4,)]),
        ((7,), [(7,)]),
    ],
)
def test_strokes_end_at_the_edge(path: Path, parts: list[Path]) -> None:
    assert list(strokes(path, cols=4)) == parts
