"""Where in a picture boards of tiles are searched, and how often: in a small copy, at most twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from worker.vision.candidates import Blobs
from worker.vision.decode import Picture, Pixels
from worker.vision.lattice import Lattice
from worker.vision.wordle_lattice import TileBoard, is_square, scaled, settled, settled_around
from worker.vision.wordle_links import boards_among
from worker.vision.wordle_squares import (
    CLEAR,
    EVEN,
    FAINT,
    ROUGH,
    USUAL,
    edge_contrast,
    halved,
    smoothed_contrasts,
    squares_at,
)

SEARCHED, WIDE_SEARCHED, WIDE = 500_000, 1_000_000, 1.5
"""Most pixels of the picture in which tiles are searched: more of a desktop, this many times wider than high,
on which they are small."""
MANY, SMALL = 40, 16
"""More squares than this, half of them with shorter sides, are searched in a copy twice as wide."""
MOST_SQUARES = 600
"""More are a pattern; eight boards of 13 guesses have 520."""
TINTED, LEAST_TINT = 1.0, 0.12
"""Percent of the picture that must have another tint, and how different, by the range of its levels."""
CONTENDERS = 12
"""Lattices of a picture that are made boards."""


class Look(NamedTuple):
    """The squares that were seen in the small copy, and the boards among them."""

    squares: Blobs
    boards: list[TileBoard]
    """That with the most tiles first, none upon another; in pixels of the working copy."""


@dataclass(frozen=True)
class Search:
    """A picture, small enough to be searched quickly."""

    small: Pixels
    factor: int
    """How many times smaller than the working copy."""
    contrast: Pixels
    """Its `edge_contrast`."""
    squares: Blobs
    """Those between usual edges."""

    @classmethod
    def of(cls, picture: Picture) -> Search:
        height, width = picture.working_bgr.shape[:2]
        most = WIDE_SEARCHED if width > WIDE * height else SEARCHED
        search = cls._within(most, picture.working_bgr)
        return cls._within(4 * most, picture.working_bgr) if search.is_coarse else search

    @classmethod
    def _within(cls, pixels: int, small: Pixels) -> Search:
        factor = 1
        while small.shape[0] * small.shape[1] > pixels:
            small, factor = halved(small), 2 * factor
        contrast = edge_contrast(small)
        return cls(small, factor, contrast, squares_at(contrast, USUAL))

    @property
    def is_coarse(self) -> bool:
        """Whether there are many squares of which a larger copy would show more."""
        return self.factor > 1 and int((self.squares.extent < SMALL).sum()) > MANY

    @property
    def has_tints(self) -> bool:
        """Whether a little of the picture has another tint than most of it."""
        some = self.small[::4, ::4].astype(np.int16)
        brightest = some.max(axis=2)
        tints = brightest - some.min(axis=2)
        dark, light = np.percentile(brightest, (TINTED, 100 - TINTED))
        far = np.percentile(np.abs(tints - np.median(tints)), 100 - TINTED)
        return bool(far > LEAST_TINT * (light - dark))

    def looks(self, letters: Sequence[Lattice] = ()) -> Iterator[Look]:
        """The first look, a second one that suits the picture, one around letters that are known, and those
        that see past noise and blur, where there are colours: what is worn has rows of marks at least."""
        yield self._look(self.contrast, self.squares)
        clear = float((self.contrast[::2, ::2] < EVEN).mean()) > CLEAR
        yield self._look(self.contrast, squares_at(self.contrast, FAINT if clear else ROUGH))
        if letters:
            yield Look(self.squares, list(self._around(letters)))
        if not self.has_tints:
            return
        for contrast, step in smoothed_contrasts(self.small):
            yield self._look(contrast, squares_at(contrast, step))

    def _around(self, letters: Sequence[Lattice]) -> Iterator[TileBoard]:
        for lattice in letters:
            board = settled_around(scaled(lattice, 1 / self.factor), self.small)
            if board is not None and is_square(board.lattice):
                yield board.enlarged(self.factor)

    def _look(self, contrast: Pixels, squares: Blobs) -> Look:
        found = boards_among(squares) if len(squares) <= MOST_SQUARES else ()
        lattices = sorted(filter(is_square, found), key=lambda one: -one.fill * int(one.seen.sum()))
        boards = _apart(lattices, squares, contrast, self.small)
        return Look(squares, [board.enlarged(self.factor) for board in boards])


def _apart(lattices: list[Lattice], squares: Blobs, contrast: Pixels, bgr: Pixels) -> list[TileBoard]:
    """The boards that lattices settle to, none upon another; what lies on one is not settled at all."""
    kept: list[TileBoard] = []
    tries = 0
    for lattice in lattices:
        if tries == CONTENDERS or any(one.covers(lattice) for one in kept):
            continue
        tries += 1
        board = settled(lattice, squares, contrast, bgr)
        if board is not None and not any(
            one.covers(board.lattice) or board.covers(one.lattice) for one in kept
        ):
            kept.append(board)
    return sorted(kept, key=lambda one: -int(one.seen.sum()))
