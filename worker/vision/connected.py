"""What hangs together in a mask, labelled and measured."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Labels = npt.NDArray[np.int32]


def connected(mask: npt.NDArray[np.uint8]) -> tuple[Labels, Labels]:
    """(height, width) labels of what is not 0, corners joining, 0 being the ground; and (labels, 5): the
    left, top, width, height and area of each.

    OpenCV measures more than twice as fast with this algorithm as with the one it would take.
    """
    _, labels, stats, _ = cv2.connectedComponentsWithStatsWithAlgorithm(mask, 8, cv2.CV_32S, cv2.CCL_BBDT)
    return np.asarray(labels, np.int32), np.asarray(stats, np.int32)
