"""What hangs together in a mask, labelled and measured."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Labels = npt.NDArray[np.int32]

SMALL = 128 * 128
"""Pixels of a mask that OpenCV measures as quickly."""


def connected(mask: npt.NDArray[np.uint8], *, corners: bool = True) -> tuple[Labels, Labels]:
    """(height, width) labels of what is not 0, 0 being the ground; and (labels, 5): the left, top, width,
    height and area of each.

    Args:
        corners: whether pixels that meet at a corner hang together.
    """
    if corners and mask.size <= SMALL:
        # OpenCV measures more than twice as fast with this algorithm as with the one it would take.
        found = cv2.connectedComponentsWithStatsWithAlgorithm(mask, 8, cv2.CV_32S, cv2.CCL_BBDT)
        return np.asarray(found[1], np.int32), np.asarray(found[2], np.int32)
    count, labelled = cv2.connectedComponents(mask, connectivity=8 if corners else 4, ltype=cv2.CV_32S)
    labels = np.asarray(labelled, np.int32)
    return labels, measured(labels, count)


def measured(labels: Labels, count: int) -> Labels:
    """(count, 5): left, top, width, height and area of each label; all 0 of one that is not there.

    Run by run, of which there are far fewer than pixels; OpenCV adds up every pixel, for its middle as well.
    """
    begins = np.ones(labels.shape, bool)
    np.not_equal(labels[:, 1:], labels[:, :-1], out=begins[:, 1:])
    starts = np.flatnonzero(begins)
    label, lengths = labels.ravel()[starts].astype(np.intp), np.diff(starts, append=labels.size)
    row, left = np.divmod(starts, labels.shape[1])
    stats = np.zeros((count, 5), np.int64)
    first, last = np.full(count, labels.shape[1]), np.zeros(count, np.int64)
    np.minimum.at(first, label, left)
    np.maximum.at(last, label, left + lengths)
    stats[label[::-1], 1] = row[::-1]  # the first run of each stays
    stats[label, 3] = row + 1 - stats[label, 1]
    stats[:, 0], stats[:, 2] = first, last - first
    stats[:, 4] = np.bincount(label, lengths, count)
    stats[stats[:, 4] == 0] = 0
    return stats.astype(np.int32)
