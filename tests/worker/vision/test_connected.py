"""Blobs and medians come out as OpenCV and NumPy have them, which take longer."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from worker.vision.connected import connected
from worker.vision.glyph_blobs import blobs_of
from worker.vision.medians import median, medians, percentiles

Mask = npt.NDArray[np.uint8]
MASKS = arrays.arrays(np.uint8, st.tuples(st.integers(1, 12), st.integers(1, 12)), elements=st.integers(0, 1))


@pytest.mark.parametrize(("scale", "connectivity"), [(1, 8), (1, 4), (40, 8), (40, 4)])
@settings(deadline=None)
@given(mask=MASKS)
def test_labels_and_boxes_are_those_of_opencv(scale: int, connectivity: int, mask: Mask) -> None:
    mask = np.kron(mask, np.ones((scale, scale), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=connectivity, ltype=cv2.CV_32S)
    own_labels, own = connected(mask, corners=connectivity == 8)
    assert np.array_equal(own_labels, labels)
    assert np.array_equal(own[1:], stats[1:])


@settings(deadline=None)
@given(mask=MASKS)
def test_few_blobs_are_measured_like_many(mask: Mask) -> None:
    mask = np.kron(mask, np.ones((3, 3), np.uint8))
    stats = cv2.connectedComponentsWithStats(mask, connectivity=8, ltype=cv2.CV_32S)[2].tolist()
    found = [[blob.x, blob.y, blob.w, blob.h, blob.area] for blob in blobs_of(mask)[1]]
    assert found == stats[1:]


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.float32, np.float64])
@settings(deadline=None)
@given(shape=st.tuples(*[st.integers(1, 7)] * 3), seed=st.integers(0, 99))
def test_medians_are_those_of_numpy(kind: type, shape: tuple[int, ...], seed: int) -> None:
    values: npt.NDArray[Any] = (np.random.default_rng(seed).random(shape) * 200).astype(kind)
    assert median(values) == float(np.median(values))
    for axis in (0, 1, 2, -1):
        assert np.array_equal(medians(values, axis), np.median(values, axis=axis))


@pytest.mark.parametrize("kind", [np.uint8, np.float32])
@settings(deadline=None)
@given(shape=st.tuples(*[st.integers(1, 9)] * 2), seed=st.integers(0, 99))
def test_percentiles_are_those_of_numpy(kind: type, shape: tuple[int, ...], seed: int) -> None:
    values: npt.NDArray[Any] = (np.random.default_rng(seed).random(shape) * 200).astype(kind)
    shares = 0, 2, 50, 98, 100
    assert percentiles(values, *shares) == pytest.approx(np.percentile(values, shares).tolist())
