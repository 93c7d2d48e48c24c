"""Finds the closed curves that people draw around words they have found, whatever letters these cross.

Pieces of a pen's curve show between the letters. Two pieces of one curve tell the ellipse; that it is one is
told by the ink all along it, which letters and rules never have.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.connected import Labels, connected
from worker.vision.decode import Pixels

LONG = 1.2
"""Cells: ink that reaches as far is no letter's."""
BORDER, RULED = 0.17, 0.4
"""Cells: how near to a border between cells their rules lie; and how much of a page's width these ink."""
MIDDLE = 0.25
"""Cells: nearer to the middle of a cell are letters, in the way of the pieces."""
LEAST_PIECE = 0.3
"""Cells: length of a piece that tells something."""
MOST_PIECES = 40
POINTS, MOST_POINTS = 16, 3000
"""Of a piece, that are used, and of a page."""
SIDES = ((2.2, 24.0), (0.45, 4.0))
"""Cells: lengths and widths of such curves."""
PROMISING, INKED = 0.4, 0.9
"""Share of a curve that must have ink, at first and when it was fitted anew to all ink near it."""
MOST_TRIED = 150
"""Promising curves that are fitted anew; textures are full of them, and have none."""
NEAR = (0.25, 0.15, 0.1, 0.1)
"""Cells: what is near it, from one fit to the next."""
MOSTLY = 0.8
"""Share of a piece that must be near a curve for it to be a piece of it."""
STROKE = 0.6
"""Share of a curve beside it that has ink where that is still as wide as the pen's stroke."""
WIDEST = 0.3
"""Cells: wider ones are none of a pen."""

Ellipse = tuple[tuple[float, float], tuple[float, float], float]
"""As OpenCV has it: middle, both axes from end to end, and degrees of the first one."""


def draw_ellipses(ink: Pixels, cell: tuple[int, int], canvas: Pixels) -> int:
    """Draw every ellipse of a flat page's ink on a canvas, in 255; how thick the thickest stroke is, or 0."""
    short, thickest = min(cell), 0
    for ellipse in _ellipses(ink, cell):
        thick = _thickness(ink, ellipse, short)
        if 0 < thick <= WIDEST * short:
            cv2.ellipse(canvas, ellipse, 255, thick + 2)
            thickest = max(thickest, thick + 2)
    return thickest


def _ellipses(ink: Pixels, cell: tuple[int, int]) -> Iterator[Ellipse]:
    short = min(cell)
    pieces, points = _pieces(ink, cell)
    inked = np.asarray(cv2.dilate(ink, np.ones((3, 3), np.uint8)), np.uint8)
    taken, tried = np.zeros(len(pieces), bool), 0
    for one, other in combinations_with_replacement(range(len(pieces)), 2):
        if taken[one] or taken[other]:
            continue
        ellipse = _fitted(np.concatenate([pieces[one], pieces[other]]), short)
        if ellipse is None or _inked(inked, ellipse) < PROMISING:
            continue
        if (tried := tried + 1) > MOST_TRIED:
            return
        for near in NEAR:
            close = points[np.abs(_off(points, ellipse)) < near * short]
            ellipse = _fitted(close, short) or ellipse
        if _inked(inked, ellipse) >= INKED:
            taken |= [(np.abs(_off(piece, ellipse)) < NEAR[-1] * short).mean() > MOSTLY for piece in pieces]
            yield ellipse


def _pieces(ink: Pixels, cell: tuple[int, int]) -> tuple[list[Floats], Floats]:
    """Some points (n, 2) of each piece of a curve between the letters, of the longest first; and of all ink
    between the letters."""
    height, width = cell
    labels, stats = connected(ink)
    long = (stats[:, 2] > LONG * width) | (stats[:, 3] > LONG * height)
    long[0] = False
    bare = long[labels].view(np.uint8)
    down, across = (
        np.abs(np.arange(size) % side + 0.5 - side / 2) / side
        for size, side in zip(ink.shape, cell, strict=True)
    )
    bare[np.ix_(down < MIDDLE, across < MIDDLE)] = 0
    bare[_are_ruled(ink.mean(axis=1), down)] = 0
    bare[:, _are_ruled(ink.mean(axis=0), across)] = 0
    labels, stats = connected(bare)
    length = stats[:, 2:4].max(axis=1)
    length[0] = 0
    order = np.argsort(-length, kind="stable")[:MOST_PIECES]
    order = order[length[order] > LEAST_PIECE * min(cell)]
    y, x = np.nonzero(labels)
    some = slice(None, None, 1 + len(x) // MOST_POINTS)
    points = np.column_stack([x[some], y[some]]).astype(np.float32)
    return [_points_of(labels, stats[label], label) for label in order.tolist()], points


def _are_ruled(inked: npt.NDArray[np.float64], off: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """(n,): lines of pixels on and beside rules, by which share of each has ink and how far off the middle
    of a cell it is."""
    ruled = ((off > 0.5 - BORDER) & (inked > RULED)).astype(np.uint8)
    return np.asarray(cv2.dilate(ruled[None], np.ones((1, 3), np.uint8))[0] > 0)


def _points_of(labels: Labels, stats: Labels, label: int) -> Floats:
    left, top, width, height = stats[:4].tolist()
    y, x = np.nonzero(labels[top : top + height, left : left + width] == label)
    some = np.linspace(0, len(x) - 1, min(POINTS, len(x))).astype(int)
    order = np.argsort(x if width > height else y, kind="stable")[some]
    return np.column_stack([x[order] + left, y[order] + top]).astype(np.float32)


def _fitted(points: Floats, short: int) -> Ellipse | None:
    """The ellipse through some points, if it is one that may be drawn around a word."""
    if len(points) < POINTS:
        return None
    middle, axes, angle = cv2.fitEllipseAMS(points)
    sizes = zip(sorted(axes, reverse=True), SIDES, strict=True)
    if not all(low * short < axis < high * short for axis, (low, high) in sizes):
        return None
    return (float(middle[0]), float(middle[1])), (float(axes[0]), float(axes[1])), float(angle)


def _around(ellipse: Ellipse, wider: float = 0) -> Floats:
    """(n, 2): points all along an ellipse, or beside it by so many pixels."""
    (x, y), axes, angle = ellipse
    count = int(1.2 * sum(axes))
    turns = np.linspace(0, 2 * np.pi, count, endpoint=False)
    along = np.column_stack([(axes[0] / 2 + wider) * np.cos(turns), (axes[1] / 2 + wider) * np.sin(turns)])
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.asarray(along @ np.array([[cos, sin], [-sin, cos]]) + (x, y), np.float32)


def _inked(ink: Pixels, ellipse: Ellipse, wider: float = 0) -> float:
    """Share of an ellipse, or of what is beside it, that has ink; what lies outside of the page has none."""
    x, y = np.round(_around(ellipse, wider)).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < ink.shape[1]) & (y < ink.shape[0])
    return float((ink[y[inside], x[inside]] > 0).sum()) / len(x)


def _off(points: Floats, ellipse: Ellipse) -> Floats:
    """(n,): about how many pixels points are off an ellipse."""
    (x, y), axes, angle = ellipse
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    turned = (points - (x, y)) @ np.array([[cos, -sin], [sin, cos]])
    scaled = turned / (np.array(axes) / 2)
    radius = np.linalg.norm(scaled, axis=1)
    # To the first order: along the gradient.
    steepness = np.linalg.norm(scaled / (np.array(axes) / 2), axis=1)
    return np.asarray((radius - 1) * radius / np.maximum(steepness, 1e-6), np.float32)


def _thickness(ink: Pixels, ellipse: Ellipse, short: int) -> int:
    """How many pixels the stroke is wide."""
    reach = round(WIDEST * short)
    return sum(_inked(ink, ellipse, wider) > STROKE for wider in range(-reach, reach + 1))
