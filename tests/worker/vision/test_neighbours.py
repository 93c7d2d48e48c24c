"""Neighbours are the nearest ones, however many points there are and wherever they lie."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.selection import examples
from worker.errors import GridNotFound
from worker.vision.lattice_steps import NEIGHBOURS, neighbour_steps
from worker.vision.read import read_picture


@settings(deadline=None, max_examples=examples(60))
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=2, max_size=60))
def test_as_near_as_by_comparing_all_pairs(places: list[tuple[int, int]]) -> None:
    points = np.array(places, np.float32)
    nearest, steps = neighbour_steps(points)
    distances = np.linalg.norm(points[:, None] - points, axis=2)
    np.fill_diagonal(distances, np.inf)
    count = min(NEIGHBOURS, len(points) - 1)
    assert nearest.shape == (len(points), count)
    assert np.allclose(np.sort(np.linalg.norm(steps, axis=2)), np.sort(distances)[:, :count], atol=1e-3)
    assert all(len(set(row)) == count and index not in row for index, row in enumerate(nearest.tolist()))


def test_thousands_of_points_are_not_compared_in_pairs() -> None:
    points = np.random.default_rng(0).random((50_000, 2), np.float32) * 5000
    nearest, _ = neighbour_steps(points)  # all pairs would take 10 GB
    assert nearest.shape == (50_000, NEIGHBOURS)


@pytest.mark.slow
def test_noise_is_no_board() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (300, 240, 3), dtype=np.uint8)
    blurred = cv2.normalize(cv2.GaussianBlur(noise, (0, 0), 2), noise, 0, 255, cv2.NORM_MINMAX)
    with pytest.raises(GridNotFound):
        read_picture(cv2.imencode(".jpg", blurred, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes())
