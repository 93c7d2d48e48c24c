"""Points to rings: which blobs of one height stand on a circle at equal angles.

Points are complex numbers x + iy in pixels; y grows downwards, so a turn by a positive angle is clockwise
as a person sees it. A ring of n is a regular polygon: two neighbours on it tell where the third one lies,
three tell where all others lie. What is found there is fitted by least squares, which is linear in complex
numbers: corner k lies at `centre + arm * exp(2 pi i k / n)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Blobs

Points = npt.NDArray[np.complex128]
Ints = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

LEAST_COUNT, MOST_COUNT = 3, 8
"""Letters of a wheel."""
SAME_HEIGHT = 1.18
"""Capitals of a font are equally high, but for the tail of a Q and the overshoot of an O."""
HANGING = 1.3
"""A J that hangs below the line is this much higher than the other letters."""
LEAST_RADIUS, MOST_RADIUS = 1.0, 5.5
"""Of a ring, in letter heights."""
LEAST_CHORD = 1.1
"""Between neighbours, in letter heights; closer letters are a word."""
TOLERANCE = 0.28
"""How far a letter's box may lie from its corner, in letter heights: an L or J stands off its middle."""
LEAST_HEIGHT = 0.018
"""Of a wheel's letters, as a share of the picture's shorter side; smaller ones are a caption."""
LEAST_PIXELS = 9
"""Of a letter, in height."""
MOST_OF_A_SIZE = 320
"""More blobs of one height than this are a page of text, or leaves."""
MISSING_SHARE = 0.35
"""Share of the letters that may be hidden, under a swipe's line or merged with it."""
ON_DISC = (0.4, 0.85)
"""Where the letters' middles lie on a disc, in its radii."""
LETTER_ON_DISC = (0.15, 0.65)
"""Height of the letters on a disc, in its radii."""
EACH = 2
"""Rings of a count on a disc."""
EACH_COUNT = 6
"""Rings of a count and a letter height that are worth a look."""
LIKELIEST = 16
"""Rings of a picture that are worth a closer one."""


@dataclass(frozen=True, slots=True)
class Ring:
    """A regular polygon of letters."""

    centre: complex
    arm: complex
    """From the centre to corner 0, the one next to twelve o'clock; the others follow clockwise."""
    count: int
    height: float
    """Median of the letters found, in pixels."""
    members: tuple[int, ...]
    """The blob at each corner, -1 where none was found."""
    error: float
    """Root mean square distance of the blobs from their corners, in letter heights."""

    @property
    def radius(self) -> float:
        return abs(self.arm)

    @property
    def found(self) -> int:
        return sum(member >= 0 for member in self.members)

    @property
    def promise(self) -> float:
        """How unlikely it is that the blobs stand so by chance: each one counts, a gap tells against it."""
        missing = self.count - self.found
        return self.found - 1.5 * missing - 4 * self.error

    def corners(self) -> Points:
        """(count,)"""
        return self.centre + self.arm * _turns(self.count)

    def covers(self, other: Ring) -> bool:
        """Whether the other ring's centre lies within this one."""
        return abs(self.centre - other.centre) < self.radius


def find_rings(blobs: Blobs, shape: tuple[int, ...]) -> list[Ring]:
    """The most promising rings among blobs of a picture of this shape, best first."""
    least = max(LEAST_PIXELS, LEAST_HEIGHT * min(shape))
    rings: list[Ring] = []
    for level in _levels(blobs, least):
        rings += _rings_of(_Level.of(blobs, level), shape)
    return _distinct(sorted(rings, key=lambda ring: -ring.promise))[:LIKELIEST]


def _levels(blobs: Blobs, least: float) -> Iterator[Ints]:
    """Blobs of about one height, in overlapping groups from small to large."""
    width, height = blobs.sizes.T
    able = (height >= least) & (width <= 1.8 * height)
    if not able.any():
        return
    low, top = least, float(height[able].max())
    while low <= top:
        which = np.flatnonzero(able & (height >= low) & (height < low * SAME_HEIGHT * HANGING))
        if LEAST_COUNT <= len(which) <= MOST_OF_A_SIZE:
            yield which
        low *= SAME_HEIGHT


@dataclass(frozen=True, slots=True)
class _Level:
    """Blobs of about one height, and where they lie as a picture to look corners up in."""

    which: Ints
    points: Points
    heights: Values
    typical: float
    index: npt.NDArray[np.int32]
    """One more than the position of the blob that is near; 0 for none."""
    step: float
    """Pixels of the picture to one of the index."""
    marks: Values
    """A number for each blob, the last one for none: the sums of different blobs differ."""

    @classmethod
    def of(cls, blobs: Blobs, which: Ints) -> _Level:
        centres = blobs.centres[which].astype(np.float64)
        heights = blobs.sizes[which, 1].astype(np.float64)
        typical = float(np.median(heights))
        step = typical / 8
        places = np.round(centres / step).astype(int)
        index = np.zeros(places.max(axis=0)[::-1] + 8, np.int32)
        for number, (x, y) in enumerate(places.tolist(), 1):
            cv2.circle(index, (x, y), round(TOLERANCE * 8), number, -1)
        marks = np.append(np.random.default_rng(0).random(len(which)), 0.0)
        return cls(which, centres @ np.array([1, 1j]), heights, typical, index, step, marks)

    def near(self, places: Points) -> Ints:
        """The position of the blob near each place, -1 where there is none."""
        cols = np.round(places.real / self.step).astype(int)
        rows = np.round(places.imag / self.step).astype(int)
        height, width = self.index.shape
        inside = (cols >= 0) & (rows >= 0) & (cols < width) & (rows < height)
        found = self.index[np.where(inside, rows, 0), np.where(inside, cols, 0)].astype(np.int64)
        return np.asarray(np.where(inside, found, 0) - 1)


def _rings_of(level: _Level, shape: tuple[int, ...]) -> Iterator[Ring]:
    first, second = _neighbours(level)
    for count in range(LEAST_COUNT, MOST_COUNT + 1):
        for members in _grown(level, _paths(level, first, second, count), count, shape):
            yield _ring(level, members)


def _neighbours(level: _Level) -> tuple[Ints, Ints]:
    """Pairs that may stand next to each other on a ring, in both orders."""
    length = np.abs(level.points[:, None] - level.points[None, :]) / level.typical
    ratio = level.heights[:, None] / level.heights[None, :]
    alike = (ratio < SAME_HEIGHT) & (ratio > 1 / SAME_HEIGHT)
    longest = 2 * MOST_RADIUS * np.sin(np.pi / LEAST_COUNT)
    first, second = np.nonzero(alike & (length > LEAST_CHORD) & (length < longest))
    return first, second


def _paths(level: _Level, first: Ints, second: Ints, count: int) -> Ints:
    """(n, 3): corners 0, 1 and 2 of rings of this count."""
    turn = np.exp(2j * np.pi / count)
    edge = level.points[second] - level.points[first]
    radius = np.abs(edge) / (2 * np.sin(np.pi / count)) / level.typical
    fits = np.flatnonzero((radius > LEAST_RADIUS) & (radius < MOST_RADIUS))
    third = level.near(level.points[second[fits]] + edge[fits] * turn)
    paths = np.column_stack([first[fits], second[fits], third])
    return np.asarray(paths[(third >= 0) & (third != paths[:, 0])])


def _grown(level: _Level, paths: Ints, count: int, shape: tuple[int, ...]) -> Ints:
    """(n, count): the blobs on the rings through these three corners, each ring once, the most promising."""
    if not len(paths):
        return np.empty((0, count), np.int64)
    turns = _turns(count)
    centres, arms = _fits(level.points[paths], turns[:3])
    corners = centres[:, None] + arms[:, None] * turns
    members = level.near(corners)
    found = (members >= 0).sum(axis=1)
    enough = (found >= max(LEAST_COUNT, (1 - MISSING_SHARE) * count)) & _lie_within(corners, shape)
    members, corners, found = members[enough], corners[enough], found[enough]
    off = np.where(members >= 0, np.abs(level.points[members] - corners), 0).sum(axis=1) / level.typical
    own = level.marks[members].sum(axis=1)  # whatever corner it starts with
    order = np.argsort(off / np.maximum(found, 1) - found, kind="stable")
    _, once = np.unique(own[order], return_index=True)
    return np.asarray(members[order[np.sort(once)[:EACH_COUNT]]])


def _lie_within(corners: Points, shape: tuple[int, ...]) -> Flags:
    """(n,): whether all of the corners (n, count) lie in a picture of this shape."""
    inside = (corners.real > 0) & (corners.imag > 0) & (corners.real < shape[1]) & (corners.imag < shape[0])
    return np.asarray(inside.all(axis=1))


def _fits(points: Points, turns: Points) -> tuple[Points, Points]:
    """Centres (n,) and arms (n,) of the polygons nearest to points (n, k), which lie at these turns (k,)."""
    aside = turns - turns.mean()
    arms = (points @ aside.conj()) / (aside.conj() @ aside).real
    return points.mean(axis=1) - arms * turns.mean(), arms


def _ring(level: _Level, members: Ints) -> Ring:
    """The ring with its corners in reading order: the one next to twelve o'clock first."""
    turns, found = _turns(len(members)), members >= 0
    points, heights = level.points[members[found]], level.heights[members[found]]
    (centre,), (arm,) = _fits(points[None], turns[found])
    height = float(np.median(heights))
    error = float(np.sqrt((np.abs(centre + arm * turns[found] - points) ** 2).mean())) / height
    first = _next_to_twelve(arm * turns)
    ordered = np.roll(members, -first)
    own = tuple(int(level.which[member]) if member >= 0 else -1 for member in ordered.tolist())
    return Ring(complex(centre), complex(arm * turns[first]), len(members), height, own, error)


def _next_to_twelve(arms: Points) -> int:
    """The corner next to straight up; of two that are as near, the one on the right."""
    angles = np.angle(arms * 1j)  # 0 straight up, growing clockwise
    return int(np.argmin(np.abs(angles) - 1e-2 * (angles > 0)))


def _turns(count: int) -> Points:
    return np.asarray(np.exp(2j * np.pi * np.arange(count) / count))


def _distinct(rings: list[Ring]) -> list[Ring]:
    """Without what is the same ring again, or part of a better one."""
    kept: list[Ring] = []
    for ring in rings:
        if not any(_same(ring, other) for other in kept):
            kept.append(ring)
    return kept


def _same(a: Ring, b: Ring) -> bool:
    return abs(a.centre - b.centre) < 0.5 * b.height and abs(a.radius - b.radius) < 0.5 * b.height


def rings_around(blobs: Blobs, centre: complex, radius: float) -> list[Ring]:
    """For each count the rings with the most letters, on a disc of which centre and radius are known.

    With the centre given, one letter tells where all others lie.
    """
    points = blobs.centres.astype(np.float64) @ np.array([1, 1j])
    heights = blobs.sizes[:, 1].astype(np.float64)
    reach = np.abs(points - centre) / radius
    able = (reach > ON_DISC[0]) & (reach < ON_DISC[1])
    able &= (heights > LETTER_ON_DISC[0] * radius) & (heights < LETTER_ON_DISC[1] * radius)
    which = np.flatnonzero(able)
    rings: list[Ring] = []
    for start in which.tolist():
        alike = np.abs(np.log(heights[which] / heights[start])) < np.log(SAME_HEIGHT)
        for count in range(LEAST_COUNT, MOST_COUNT + 1):
            ring = _ring_from(points, heights, which[alike], centre, start, count)
            rings += [ring] if ring is not None else []
    rings.sort(key=lambda ring: -ring.promise)
    return _best_of_each(rings)


def _best_of_each(rings: list[Ring]) -> list[Ring]:
    """The two best rings of each count that are not the same."""
    kept: list[Ring] = []
    for ring in rings:
        others = [other for other in kept if other.count == ring.count]
        if len(others) < EACH and not any(_same(ring, other) for other in others):
            kept.append(ring)
    return kept


def _ring_from(
    points: Points, heights: Values, which: Ints, centre: complex, start: int, count: int
) -> Ring | None:
    """The ring with a corner at this blob; None when its letters would lie too close together."""
    arm, height = complex(points[start] - centre), float(np.median(heights[which]))
    if 2 * abs(arm) * np.sin(np.pi / count) < LEAST_CHORD * height:
        return None
    first = _next_to_twelve(arm * _turns(count))
    arm = complex(arm * _turns(count)[first])
    corners = centre + arm * _turns(count)
    gaps = np.abs(points[which] - corners[:, None]) / height
    nearest = gaps.argmin(axis=1)
    near = gaps[np.arange(count), nearest] < TOLERANCE
    members = tuple(int(which[i]) if hit else -1 for i, hit in zip(nearest, near, strict=True))
    error = float(np.sqrt((gaps.min(axis=1)[near] ** 2).mean()))
    return Ring(centre, arm, count, height, members, error)
