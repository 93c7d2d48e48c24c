"""The colours of a board's tiles, grouped by the picture itself: no theme's colours are known here.

Colours are compared in CIE Lab after the picture's levels were stretched from black to white, so that a board
behind a dark or pale sheet counts like any other. Tiles of one state have one colour; colours less than
`SAME_COLOUR` apart, directly or by way of others, are one group.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.tiles import rim

SAME_COLOUR = 9.0
"""Distance in Lab up to which two tiles have one colour; green and yellow are 60 apart, two greys 15."""
PALE_TINT, TELLING = 6.0, 4.0
"""Distance in the a, b plane of Lab from which on groups of tiles have different tints however pale, and how
many times farther apart than the tiles of one group they are: light and noise spread tints evenly."""
TINT = 18.0
"""Distance in that plane from which on two tints differ whatever the others are."""
COLOURLESS = 12.0
"""Chroma in Lab of what is grey on any board."""
EVEN = 0.8
"""Share of a tile's rim that has one colour, from which on the tile is covered by nothing that matters."""
UNEVEN, HIDDEN = 0.25, 0.5
"""Share of a tile's rim that is of another colour: part of its letter may be hidden; the tile is."""
DARKEST = 0.5
"""Percentile of the levels that is taken for black, as far from the other end for white."""
SAME_LEVELS = 20
"""Levels that a pixel of one even colour may be off."""
CAST = 1.6
"""Longest ratio of the channels of what was white before the whole picture was tinted."""
MOST_GAIN = 8.0
"""The most that levels are stretched; beyond it only noise shows."""
_RIM = (0.78, 0.93)
"""The part of a tile, from its middle to its edge, that letters and blurred edges do not reach."""


class Light(NamedTuple):
    """How levels are stretched: from `black`, by `gain` and each channel by its `balance`."""

    black: float
    gain: float
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """What makes white of the brightest part, by channel."""

    def lab(self, levels: npt.NDArray[np.generic]) -> Floats:
        """Lab (..., 3) of blue, green, red (..., 3)."""
        balance = np.array(self.balance, np.float32)
        lit = (np.asarray(levels, np.float32) - self.black) * (balance * self.gain / 255)
        flat = np.clip(lit, 0, 1).astype(np.float32).reshape(-1, 1, 3)
        return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).reshape(levels.shape), np.float32)


@dataclass(frozen=True)
class Fills:
    """What colour each tile has: arrays are (rows, cols) or (rows, cols, 3)."""

    levels: Floats
    """Blue, green, red of the even part of the tile."""
    lab: Floats
    share: Floats
    """Of the tile's rim that has this colour."""
    even: Floats
    """The same for the rim above and below the letter, which wide letters do not reach."""


def fills_of(patches: Pixels, light: Light) -> Fills:
    """The fills of tiles (rows, cols, side, side, 3)."""
    ring, beside = _rim(patches.shape[2])
    pixels = patches[:, :, ring]
    levels = np.median(pixels, axis=2)
    off = np.abs(pixels.astype(np.float32) - levels[:, :, None]).max(axis=3) * light.gain
    alike = off < SAME_LEVELS
    return Fills(
        levels=np.asarray(levels, np.float32),
        lab=light.lab(levels),
        share=np.asarray(alike.mean(axis=2), np.float32),
        even=np.asarray(alike[:, :, ~beside[ring]].mean(axis=2), np.float32),
    )


def light_for(patches: Pixels) -> Light:
    """The light in which the darkest part of the tiles is black and the brightest, if nearly grey, white."""
    some = patches[:, :, ::4, ::4].reshape(-1, 3)
    lowest, highest = some.min(axis=1), some.max(axis=1)
    black = float(np.percentile(lowest, DARKEST))
    white = float(np.percentile(highest, 100 - DARKEST))
    gain = float(np.clip(255 / max(white - black, 1.0), 1.0, MOST_GAIN))
    bright = np.median(some[lowest >= np.percentile(lowest, 100 - 4 * DARKEST)], axis=0) - black
    if bright.max() > CAST * max(float(bright.min()), 1.0):
        return Light(black, gain)
    blue, green, red = (float(white - black) / np.maximum(bright, 1.0)).tolist()
    return Light(black, gain, (blue, green, red))


def chroma(lab: Floats, ground: Floats | None = None) -> Floats:
    """How far from grey; on a tinted ground, what has its tint is as grey."""
    own = np.hypot(lab[..., 1], lab[..., 2])
    if ground is not None:
        own = np.minimum(own, np.hypot(lab[..., 1] - ground[1], lab[..., 2] - ground[2]))
    return np.asarray(own, np.float32)


def hue(lab: Floats) -> Floats:
    """Degrees in the Lab plane: red 40, orange 55, yellow 95, green 140, teal 185, blue 260, purple 320."""
    return np.asarray(np.degrees(np.arctan2(lab[..., 2], lab[..., 1])) % 360, np.float32)


def grouped(colours: Floats, reach: float = SAME_COLOUR) -> npt.NDArray[np.int64]:
    """(n,): the group of each colour (n, 3); groups are numbered in the order in which they appear."""
    close = np.linalg.norm(colours[:, None] - colours, axis=2) < reach
    groups = np.full(len(colours), -1)
    for first in range(len(colours)):
        if groups[first] < 0:
            groups[_linked_to(first, close)] = groups.max() + 1
    return groups


def has_tints(colours: Floats) -> bool:
    """Whether colours (n, 3) differ in more than their lightness: strongly, or in well-parted groups."""
    if len(colours) < 2:
        return False
    steps = _links(colours[:, 1:])
    return bool(steps.max() > max(PALE_TINT, min(TINT, TELLING * float(np.median(steps)))))


def _links(points: Floats) -> Floats:
    """(n - 1,): lengths of the links that connect points (n, 2) at least cost (Prim's algorithm)."""
    apart = np.linalg.norm(points[:, None] - points, axis=2)
    nearest = apart[0].copy()
    linked = np.arange(len(points)) == 0
    links = np.zeros(len(points) - 1, np.float32)
    for i in range(len(links)):
        following = int(np.where(linked, np.inf, nearest).argmin())
        links[i], linked[following] = nearest[following], True
        nearest = np.minimum(nearest, apart[following])
    return links


def _linked_to(first: int, close: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    members: npt.NDArray[np.bool_] = close[first]
    while True:
        more = np.asarray(close[members].any(axis=0))
        if (more == members).all():
            return members
        members = more


def colour_under(patch: Pixels, candidates: Floats, light: Light) -> tuple[int, float]:
    """Which of the colours (n, 3) in Lab shows most in a partly hidden tile's rim, and in how much of it."""
    lab = light.lab(patch[_rim(patch.shape[0])[0]])
    far = np.linalg.norm(lab[:, None] - candidates, axis=2)
    shares = (far < SAME_COLOUR).mean(axis=0)
    best = int(shares.argmax())
    return best, float(shares[best])


@cache
def _rim(side: int) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """(side, side): some pixels of a patch's rim, and what lies beside the letter, not above it."""
    inner, outer = _RIM
    ring = rim(side, inner=inner, outer=outer)
    ring[::2] = False
    ring[:, ::2] = False
    beside = np.zeros_like(ring)
    beside[round(side * (1 - inner) / 2) : round(side * (1 + inner) / 2)] = True
    return ring, beside
