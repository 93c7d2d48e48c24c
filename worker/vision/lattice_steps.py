"""The steps of a lattice: the displacements between neighbours that most of them share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.medians import medians

Ints = npt.NDArray[np.int64]

LEAST_CELLS = 6
"""Of a lattice; half as many neighbours must share its steps."""
NEIGHBOURS = 10
"""The eight around a cell, and two for blobs that are none of the board."""
_KD_TREE_SINGLE = 4
"""FLANN's exact search in one k-d tree: a noisy picture has 10,000 blobs, too many to compare in pairs."""
ONE_STEP = 0.12
"""By how much of their length two displacements may differ and be one step."""
FINER = 0.8
"""Share of the neighbours that share a step from which on finer ones are preferred."""


def neighbour_steps(points: Floats) -> tuple[Ints, Floats]:
    """Indices (n, k) of the nearest points and the displacements (n, k, 2) to them."""
    count = min(NEIGHBOURS, len(points) - 1)
    tree = cv2.flann.Index(points, {"algorithm": _KD_TREE_SINGLE})
    found, _ = tree.knnSearch(points, count + 1, params={"checks": -1})
    itself = found == np.arange(len(points))[:, None]
    itself[~itself.any(axis=1), -1] = True  # of more points in one place, others may have come first
    nearest = found[~itself].reshape(-1, count)
    return nearest, points[nearest] - points[:, None]


def shared_steps(
    steps: Floats, shortest: float, *, sample: int = 240, pairs: int = 2
) -> Iterator[tuple[Floats, Floats]]:
    """Up to `pairs` (across, down) steps that most neighbours share, `across` nearer to the x axis."""
    half = steps[(steps[:, 0] > 0) | ((steps[:, 0] == 0) & (steps[:, 1] > 0))]
    if len(half) < LEAST_CELLS:
        return
    if len(half) > sample:
        half = half[_lot(len(half), sample)]
    # A turn must not part (3, 40) from (-3, 40), which are the same step down: compare up to sign.
    lengths = np.hypot(*half.T)
    apart = _squared_distances(half, half)
    votes = (apart < (ONE_STEP * lengths[:, None]) ** 2).astype(np.float32)
    every = votes.sum(axis=1)
    left = every >= LEAST_CELLS / 2
    found: list[Floats] = []
    while len(found) < pairs and left.any():
        first = _most_shared(np.where(left, every, 0), lengths, shortest)
        second = _other_step(half, lengths, every, first=first, shortest=shortest)
        left &= votes[first] == 0
        if second is None:
            continue
        left &= votes[second] == 0
        pair = np.array([_mean_step(half, votes[first], first), _mean_step(half, votes[second], second)])
        pair = _ordered(_finest(half, pair))
        if not found or not _are_close(pair, found[-1]):  # both may be coarser steps of one lattice
            found.append(pair)
            yield pair[0], pair[1]


@lru_cache
def _lot(count: int, sample: int) -> Ints:
    """(sample,) of so many: by lot, since every k-th would favour some rows."""
    return np.random.default_rng(0).choice(count, sample, replace=False)


_AS_FINE = np.array(
    [[[1, 0], [0, 1]], [[0.5, 0], [0, 1]], [[1, 0], [0, 0.5]], [[0.5, 0.5], [0.5, -0.5]]], np.float32
).reshape(8, 2)
"""Both steps, then pairs of finer ones: half of the one, half of the other, or half diagonals."""


def _finest(half: Floats, pair: Floats) -> Floats:
    """The same steps (2, 2), or those of a finer lattice that holds this one, if as many share them.

    On a board that is partly hidden as many letters may be two cells apart, or a diagonal, as one.
    """
    steps = _AS_FINE @ pair
    sharing = _sharing(half, steps).reshape(4, 2).min(axis=1).tolist()
    least = max(FINER * sharing[0], LEAST_CELLS / 2)
    better = next((number for number in (1, 2, 3) if sharing[number] >= least), None)
    return pair if better is None else _finest(half, steps[2 * better : 2 * better + 2])


def _are_close(pair: Floats, other: Floats) -> bool:
    miss = np.hypot(*(pair - other).T)
    return bool((miss < 0.06 * np.hypot(*pair.T)).all())


def _sharing(half: Floats, steps: Floats) -> Ints:
    """(m,): how many displacements end where each of the steps (m, 2) does."""
    near = ONE_STEP**2 * (steps * steps).sum(axis=1)
    return np.asarray(np.count_nonzero(_squared_distances(half, steps) < near, axis=0))


def middle(values: Floats) -> float:
    """The median (of an even number the upper one); np.median is ten times slower on few values."""
    return float(np.sort(values)[len(values) // 2])


def _squared_distances(one: Floats, other: Floats) -> Floats:
    """(n, m): between displacements (n, 2) and (m, 2), up to sign."""
    apart = np.abs(one @ other.T)
    apart *= -2
    apart += (one * one).sum(axis=1)[:, None]
    apart += (other * other).sum(axis=1)
    return np.asarray(apart, np.float32)


def _most_shared(count: Floats, lengths: Floats, shortest: float) -> int:
    """The step with the largest count, or the shortest of those whose count is nearly as large."""
    if shortest == 1.0:
        return int(np.argmax(count))
    return int(np.argmin(np.where(count >= shortest * count.max(), lengths, np.inf)))


def _other_step(half: Floats, lengths: Floats, every: Floats, *, first: int, shortest: float) -> int | None:
    """The most shared step that crosses the first one at 60 degrees or more and is of like length."""
    sine = np.abs(half[:, 0] * half[first, 1] - half[:, 1] * half[first, 0]) / (lengths * lengths[first])
    ratio = lengths / lengths[first]
    count = np.where((sine > 0.86) & (ratio > 0.4) & (ratio < 2.5), every, 0)
    second = _most_shared(count, lengths, shortest)
    return second if count[second] >= LEAST_CELLS / 2 else None


def _mean_step(half: Floats, votes: Floats, index: int) -> Floats:
    same = half[votes > 0]
    sign = np.where((same @ half[index]) < 0, -1, 1)[:, None]
    return np.asarray(medians(same * sign), np.float32)


def _ordered(pair: Floats) -> Floats:
    """The step nearer to the x axis, pointing right, and the other, pointing down."""
    (x, y), (other_x, other_y) = pair.tolist()
    across, down = pair if abs(x) * abs(other_y) >= abs(y) * abs(other_x) else pair[::-1]
    return np.array([across if across[0] >= 0 else -across, down if down[1] >= 0 else -down])
