"""Points to rings: which blobs of one height stand on a circle at equal angles.

Points are complex numbers x + iy in pixels; y grows downwards, so a turn by a positive angle is clockwise
as a person sees it. A ring of n is a regular polygon: two neighbours on it tell where the third one lies,
three tell where all others lie. What is found there is fitted by least squares, which is linear in complex
numbers: corner k lies at `centre + arm * exp(2 pi i k / n)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

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
EACH_COUNT = 6
"""Rings of a count and a letter height that are worth a look."""
BUILT = 32
"""Rings of a picture that are fitted."""
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
        return float(_promise(np.array(self.found), self.count, np.array(self.error)))

    def corners(self) -> Points:
        """(count,)"""
        return self.centre + self.arm * turns_of(self.count)

    def covers(self, other: Ring) -> bool:
        """Whether the other ring's centre lies within this one."""
        return abs(self.centre - other.centre) < self.radius


def _promise(found: Ints, count: int, error: Values) -> Values:
    return np.asarray(found - 1.5 * (count - found) - 4 * error)


def find_rings(blobs: Blobs, shape: tuple[int, ...]) -> list[Ring]:
    """The most promising rings among blobs of a picture of this shape, best first."""
    least = max(LEAST_PIXELS, LEAST_HEIGHT * min(shape))
    levels = [_Level.of(blobs, which) for which in _levels(blobs, least)]
    found = [grown for level in levels for grown in _grown_on(level, shape)]
    found.sort(key=lambda grown: -grown.promise)
    rings = [_ring(grown.level, grown.members) for grown in _once(found)]
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


class _Grown(NamedTuple):
    """Blobs that may be a ring."""

    promise: float
    level: _Level
    members: Ints
    """(count,)"""


def _grown_on(level: _Level, shape: tuple[int, ...]) -> Iterator[_Grown]:
    first, second = _neighbours(level)
    for count in range(LEAST_COUNT, MOST_COUNT + 1):
        promises, members = _grown(level, _paths(level, first, second, count), count, shape)
        yield from (_Grown(*one) for one in zip(promises, [level] * len(members), members, strict=True))


def _once(found: list[_Grown]) -> list[_Grown]:
    """The first ones, without those whose blobs were met already: levels overlap."""
    kept: dict[tuple[int, ...], _Grown] = {}
    for grown in found:
        own = grown.level.which[grown.members[grown.members >= 0]]
        kept.setdefault(tuple(np.sort(own).tolist()), grown)
        if len(kept) == BUILT:
            break
    return list(kept.values())


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


def _grown(level: _Level, paths: Ints, count: int, shape: tuple[int, ...]) -> tuple[list[float], list[Ints]]:
    """The most promising rings through these three corners, each once: their promise and blobs (count,)."""
    if not len(paths):
        return [], []
    turns = turns_of(count)
    centres, arms = _fits(level.points[paths], turns[:3])
    corners = centres[:, None] + arms[:, None] * turns
    members = level.near(corners)
    found = (members >= 0).sum(axis=1)
    enough = (found >= max(LEAST_COUNT, (1 - MISSING_SHARE) * count)) & _lie_within(corners, shape)
    members, corners, found = members[enough], corners[enough], found[enough]
    off = np.where(members >= 0, np.abs(level.points[members] - corners), 0).sum(axis=1) / level.typical
    own = level.marks[members].sum(axis=1)  # whatever corner it starts with
    promise = _promise(found, count, off / np.maximum(found, 1))
    order = np.argsort(-promise, kind="stable")
    _, once = np.unique(own[order], return_index=True)
    best = order[np.sort(once)[:EACH_COUNT]]
    return promise[best].tolist(), list(members[best])


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
    turns, found = turns_of(len(members)), members >= 0
    points, heights = level.points[members[found]], level.heights[members[found]]
    (centre,), (arm,) = _fits(points[None], turns[found])
    height = float(np.median(heights))
    error = float(np.sqrt((np.abs(centre + arm * turns[found] - points) ** 2).mean())) / height
    first = next_to_twelve(arm * turns)
    ordered = np.roll(members, -first)
    own = tuple(int(level.which[member]) if member >= 0 else -1 for member in ordered.tolist())
    return Ring(complex(centre), complex(arm * turns[first]), len(members), height, own, error)


def next_to_twelve(arms: Points) -> int:
    """The corner next to straight up; of two that are as near, the one on the right."""
    angles = np.angle(arms * 1j)  # 0 straight up, growing clockwise
    return int(np.argmin(np.abs(angles) - 1e-2 * (angles > 0)))


def turns_of(count: int) -> Points:
    return np.asarray(np.exp(2j * np.pi * np.arange(count) / count))


def _distinct(rings: list[Ring]) -> list[Ring]:
    """Without what is the same ring again, or part of a better one."""
    kept: list[Ring] = []
    for ring in rings:
        if not any(same(ring, other) for other in kept):
            kept.append(ring)
    return kept


def same(a: Ring, b: Ring) -> bool:
    return abs(a.centre - b.centre) < 0.5 * b.height and abs(a.radius - b.radius) < 0.5 * b.height
