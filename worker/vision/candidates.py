"""Things in a picture that could be letters or tiles: blobs that stand out from what surrounds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.decode import Pixels
from worker.vision.medians import percentiles

Floats = npt.NDArray[np.float32]


class Blobs(NamedTuple):
    """Bounding boxes in pixels of the picture given."""

    centres: Floats
    """(n, 2): x, y."""
    sizes: Floats
    """(n, 2): width, height."""
    dark: npt.NDArray[np.bool_]
    """(n,): darker than what surrounds it."""

    def __len__(self) -> int:
        return len(self.centres)

    @property
    def extent(self) -> Floats:
        """The longer side of each blob: much the same for all capitals of a font, however they are turned."""
        return np.maximum(self.sizes[:, 0], self.sizes[:, 1])  # `max` takes far longer along two numbers

    def take(self, which: npt.NDArray[np.generic]) -> Blobs:
        return Blobs(self.centres[which], self.sizes[which], self.dark[which])


SMALLEST = 6
"""Pixels: what is less high cannot be told from noise, nor read."""


class Sensitivity(NamedTuple):
    """How much a blob must stand out from the mean of the square around it.

    The wide square keeps big tiles whole, a narrow one follows shadows and glare; little contrast finds faint
    letters, and noise with them.
    """

    contrast: float
    """As a share of the picture's range of grey levels."""
    parts: tuple[int, ...]
    """The square is this many times smaller than the picture's shorter side."""


SENSITIVITIES = (Sensitivity(0.25, (8,)), Sensitivity(0.12, (8, 24)), Sensitivity(0.04, (8, 24)))
"""From the strong things only, which are few and quickly searched, to the faint ones."""
LEAST_CONTRAST = 4
"""Grey levels; below it JPEG blocks and sensor noise become blobs."""


def find_blobs(grey: Pixels, sensitivity: Sensitivity) -> Blobs:
    """Dark and bright blobs, each about once."""
    smooth = np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.uint8)
    boxes = [(_bounding_boxes(mask), dark) for mask, dark in _masks(smooth, sensitivity)]
    darkness = np.concatenate([np.full(len(found), dark) for found, dark in boxes])
    return _plausible(np.concatenate([found for found, _ in boxes]), darkness, grey.shape)


def _masks(grey: Pixels, sensitivity: Sensitivity) -> Iterator[tuple[Pixels, bool]]:
    """What is darker than its surroundings (True) and what is brighter; all in one array, one at a time."""
    mask = np.empty_like(grey)
    low, high = percentiles(grey[::8, ::8], 2, 98)
    contrast = max(LEAST_CONTRAST, sensitivity.contrast * (high - low))
    for parts in sensitivity.parts:
        side = max(min(grey.shape) // parts, 2 * SMALLEST) | 1
        mean = cv2.blur(grey, (side, side), borderType=cv2.BORDER_REPLICATE)
        for one, other, dark in ((mean, grey, True), (grey, mean, False)):
            cv2.subtract(one, other, mask)
            cv2.threshold(mask, contrast, 255, cv2.THRESH_BINARY, mask)
            yield mask, dark


def _bounding_boxes(mask: Pixels) -> npt.NDArray[np.int32]:
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    boxes = [cv2.boundingRect(contour) for contour in contours if len(contour) >= 4]
    return np.array(boxes, np.int32).reshape(-1, 4)


def _plausible(boxes: npt.NDArray[np.int32], dark: npt.NDArray[np.bool_], shape: tuple[int, ...]) -> Blobs:
    longer, shorter = boxes[:, 2:].max(axis=1), boxes[:, 2:].min(axis=1)
    fits = (longer >= SMALLEST) & (longer <= min(shape) // 2) & (shorter * 12 >= longer)
    kept = boxes[fits].astype(np.float32)
    return _distinct(Blobs(kept[:, :2] + kept[:, 2:] / 2, kept[:, 2:], dark[fits]))


_PLACES = np.array([1 << 32, 1 << 14, 1 << 7, 1])
"""What x, y and the two levels of size count for in one number that tells them all."""


def _distinct(blobs: Blobs) -> Blobs:
    """The same blob is seen in several masks: keep one of those that agree within an eighth of their size."""
    if not len(blobs):
        return blobs
    step = np.maximum(blobs.extent / 8, 1)
    # Sizes are compared on a logarithmic scale, so that the step is a ratio for small and large alike.
    level = np.round(np.log2(np.maximum(blobs.sizes, 1)) * 4)
    place = np.round(blobs.centres / np.exp2(np.round(np.log2(step)))[:, None])
    key = np.column_stack([place, level]).astype(np.int64) @ _PLACES
    _, first = np.unique(key, return_index=True)
    return blobs.take(first)
