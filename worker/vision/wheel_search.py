"""Looks for the ring of letters that is most like a wheel, first among the strong things, then on discs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np

from worker.vision.candidates import Blobs, Sensitivity, find_blobs
from worker.vision.crossword_boxes import find_boxes
from worker.vision.decode import Picture, Pixels
from worker.vision.glyphs import GlyphReader
from worker.vision.lattice import Flags
from worker.vision.wheel_around import rings_around
from worker.vision.wheel_candidate import Wheel
from worker.vision.wheel_crossed import crossed_letters
from worker.vision.wheel_disc import (
    between,
    board_neighbours,
    coloured_disc_share,
    disc_share,
    find_discs,
    similar,
    strangers,
)
from worker.vision.wheel_letters import REACH, cut_patches, read_patches
from worker.vision.wheel_lines import without_lines
from worker.vision.wheel_rings import MOST_COUNT, Points, Ring, find_rings
from worker.vision.wheel_rows import stands_in_rows
from worker.vision.wheel_seats import letters_on
from worker.vision.wheel_views import glance, parts_by, scaled, searched, stretched

GLANCE_SIDE, BOXES_SIDE = 400, 600
"""Pixels: the longer side of the copy in which a disc is seen still, and boxes are."""
STRONG = (Sensitivity(0.25, (8,)), Sensitivity(0.5, (8,)))
"""The stronger things are free of a fainter line that joins them."""
SEARCHES = (STRONG[:1], (STRONG[1], Sensitivity(0.12, (8, 24))))
FINE_HEIGHT = 40
"""Letters less high than this in the working copy are read in the full picture."""
LOOKED_AT = 4
"""Rings whose letters are read; the others are less promising still."""
ABOUT = 32
"""Pixels by which a part in which a crossword is looked for may be too small."""
SPARSE = 0.75
"""Share of its rows and columns that a crossword fills at most; the tiles seen of a board are more."""
GOOD = 0.6
"""A wheel of this worth ends the search for fainter letters."""
LEAST_WORTH = 0.15
NO_DISC_COUNT = 5
"""From as many letters on, a ring without gaps or strangers may be a wheel without the edge of a disc."""
NO_DISC, MORE = 0.5, 0.05
"""What such a ring lacks, compared with one on a disc, and how much less it lacks for each letter more."""
WITH_CROSSWORD = 0.9
"""What a ring without a disc is worth below the boxes of a crossword."""
EVEN = 0.14
"""Letters that stand so near to their corners are no chance, in letter heights."""
SEATED = 0.8
"""What a ring of letters is worth that each have a disc or tile of their own."""
STRANGER = 0.9
"""What a ring is worth for each blob among its letters that is none of them."""
SPECK = 0.95
"""The same beside a crossword, where it is a gap between tiles or part of a photo."""
HALF = 0.3
"""What a ring is worth with as much between its letters: it is every second letter of one."""
AROUND_LETTER = 0.3
"""What a ring is worth with a letter of the same size in its middle."""
CORE = 0.7
"""Side of the squares between letters that are looked at for ink, in letter heights."""
ON_DISC, AROUND = 0.9, 2.0
"""How far outside the ring they are looked for, in letter heights, with a disc and without."""
FEW = 3
"""Blobs around a ring that may be buttons, or boxes of the crossword."""
BOARD = 3
"""Neighbours in rows and columns that make four letters part of a board."""
READ_ON_DISCS = 6
"""Rings whose letters are read on them, with and without a line."""
DISCS = 2
"""Discs that are looked at when the letters alone show no wheel."""


def shows_disc(grey: Pixels) -> bool:
    """Whether a glance at a picture shows a disc as large as a wheel's."""
    return bool(find_discs(glance(grey, GLANCE_SIDE)))


def best_wheel(picture: Picture, reader: GlyphReader) -> Wheel | None:
    """The most wheel-like ring of letters; None when there is none of at least a little worth."""
    search = _Search.of(picture, reader)
    best = _ringlike(search)
    if best is None and not search.has_disc:
        return None
    if best is not None and best.worth >= GOOD and best.is_clear and not search.crossed(best).any():
        return best
    best = _swiped(search, best)
    if best is None or best.worth < LEAST_WORTH:
        return None
    return best.with_crossed(search.crossed(best))


def _swiped(search: _Search, best: Wheel | None) -> Wheel | None:
    """The best ring when lines may hide some of its letters: those on discs count as well."""
    other = _best_of(search.on_discs() + ([search.without_line(best)] if best else []))
    if other is None or other.fit <= 0:
        return best
    return other if best is None or other.fit >= best.fit or best.worth < GOOD else best


def _best_of(wheels: list[Wheel]) -> Wheel | None:
    """The ring that fits best; its letters are doubtful when others may lie between them."""
    best = max(wheels, key=lambda wheel: wheel.fit, default=None)
    if best is None or all(one.read <= best.read for one in wheels if one.ring.count == 2 * best.ring.count):
        return best
    return best.unsure()


def _ringlike(search: _Search) -> Wheel | None:
    """The best ring of things that each stand out by themselves.

    A picture that has neither a disc, nor a crossword, nor a ring of letters among its strong things is given
    up at once.
    """
    best: Wheel | None = None
    for blobs in search.looks():
        rings = search.likely_rings(blobs)
        if not rings and best is None and not search.has_disc and not search.has_crossword:
            return None
        wheels = [search.read(ring, blobs, evidence) for ring, evidence in rings]
        if all(wheel.worth < GOOD for wheel in wheels):
            wheels += search.on_seats([ring for ring, _ in rings])
        best = max([best, *wheels] if best else wheels, key=lambda wheel: wheel.support, default=None)
        if best is not None and best.worth > GOOD:
            break
    return best


@dataclass
class _Search:
    picture: Picture
    reader: GlyphReader
    grey: Pixels
    scale: float
    """The working copy is this many times larger than `grey`."""
    seen: list[Blobs] = field(default_factory=list)
    shown: dict[tuple[int, int, int], bool] = field(default_factory=dict)
    """Parts of the picture, by their ends, and whether they hold a crossword."""

    @classmethod
    def of(cls, picture: Picture, reader: GlyphReader) -> _Search:
        grey, scale = searched(picture.grey)
        return cls(picture, reader, stretched(grey), scale)

    @cached_property
    def bgr(self) -> Pixels:
        """As large as `grey`."""
        return stretched(searched(self.picture.working_bgr)[0])

    @cached_property
    def has_disc(self) -> bool:
        """Whether a glance at a small copy shows a disc: a wheel's is large."""
        return shows_disc(self.grey)

    @cached_property
    def has_crossword(self) -> bool:
        """Whether a glance at a small copy shows boxes in rows and columns, with gaps between them."""
        boxes = find_boxes(glance(self.bgr, BOXES_SIDE))
        if boxes is None or not boxes.is_crossword:
            return False
        rows, cols = boxes.shape
        return len(boxes.cells) < SPARSE * rows * cols

    def looks(self) -> Iterator[Blobs]:
        """What stands out, then the faint things too, then what is black or white beside a coloured line."""
        for sensitivities in SEARCHES:
            self.seen += [find_blobs(self.grey, sensitivity) for sensitivity in sensitivities]
            yield self.blobs()
        blue, green, red = cv2.split(self.bgr)
        for extreme in (cv2.max, cv2.min):
            channel = np.asarray(extreme(extreme(blue, green), red), np.uint8)
            self.seen += [find_blobs(channel, sensitivity) for sensitivity in STRONG]
        yield self.blobs()

    def blobs(self) -> Blobs:
        """All that was seen so far."""
        return Blobs(*(np.concatenate(parts) for parts in zip(*self.seen, strict=True)))

    def likely_rings(self, blobs: Blobs) -> list[tuple[Ring, float]]:
        """The rings to look at with the evidence that they are wheels, 0..1, the likeliest first."""
        rings = [(ring, self._evidence(blobs, ring)) for ring in find_rings(blobs, self.grey.shape)]
        rings.sort(key=lambda one: -one[1] * max(one[0].promise, 0))
        return [one for one in rings[:LOOKED_AT] if one[1] >= LEAST_WORTH]

    def _evidence(self, blobs: Blobs, ring: Ring) -> float:
        points = similar(blobs, ring)
        neighbours = board_neighbours(points, ring)
        if neighbours >= BOARD:
            return 0.0
        among, whole = strangers(points, ring, ON_DISC), ring.found == ring.count
        around = strangers(points, ring, AROUND)
        many, apart = ring.count >= NO_DISC_COUNT, around <= FEW and neighbours < BOARD - 1
        disc = disc_share(self.grey, ring)
        if disc < GOOD:
            in_rows = stands_in_rows(points, ring)
            if in_rows and around and not many:  # keys, below others that are taken for a crossword
                return 0.0
            if whole and among <= ring.count / 2 and ring.error < EVEN and self._has_crossword_by(ring):
                return WITH_CROSSWORD * SPECK ** (among + around)
            if in_rows:
                return 0.0
        if disc < GOOD and not among and (apart or (many and whole)):
            disc = max(disc, coloured_disc_share(self.bgr, ring))
        disc *= STRANGER**among
        if 2 * between(points, ring) >= ring.count:
            disc *= HALF
        if many and whole:
            chance = NO_DISC - MORE * (ring.count - NO_DISC_COUNT)
            disc = max(disc, (1 - chance) * STRANGER ** (2 * around))
        return float(disc * np.clip(1.2 - 2 * ring.error, 0, 1))

    def _has_crossword_by(self, ring: Ring) -> bool:
        return self.has_crossword and any(self._shows_one(*part) for part in parts_by(self.bgr.shape, ring))

    def _shows_one(self, rows: slice, cols: slice) -> bool:
        """Whether there is a crossword in a part, which may end some pixels earlier: many rings are alike."""
        ends = rows.stop // ABOUT * ABOUT, -(-cols.start // ABOUT) * ABOUT, cols.stop // ABOUT * ABOUT
        if ends not in self.shown:
            boxes = find_boxes(self.bgr[: ends[0], ends[1] : ends[2]])
            self.shown[ends] = boxes is not None and boxes.is_crossword
        return self.shown[ends]

    def on_discs(self) -> list[Wheel]:
        """The rings that fit on discs, read without the line of a swipe."""
        blobs = self.blobs()
        discs = find_discs(self.bgr)[:DISCS]
        rings = [ring for disc in discs for ring in rings_around(blobs, disc.centre, disc.radius)]
        rings = sorted(rings, key=lambda ring: -ring.promise)[:READ_ON_DISCS]
        return [self.read(ring, blobs, 1.0, lines=True) for ring in rings]

    def crossed(self, wheel: Wheel) -> Flags:
        """Which letters of a wheel a line crosses."""
        return crossed_letters(self.picture.working_bgr, wheel.ring)

    def on_seats(self, rings: list[Ring]) -> list[Wheel]:
        """What is read on things of one size on a ring, where each letter has a disc or tile of its own."""
        whole = [ring for ring in rings if ring.found == ring.count]
        seated = [(ring, letters_on(self.grey, ring)) for ring in whole]
        blobs = self.blobs()
        return [
            self.read(replace(ring, height=on.height), blobs, SEATED, dark=[on.dark] * ring.count)
            for ring, on in seated
            if on is not None
        ]

    def without_line(self, wheel: Wheel) -> Wheel:
        """The same ring, read without the line of a swipe."""
        return self.read(scaled(wheel.ring, 1 / self.scale), self.blobs(), wheel.evidence, lines=True)

    def read(
        self,
        ring: Ring,
        blobs: Blobs,
        evidence: float,
        *,
        lines: bool = False,
        dark: Sequence[bool | None] | None = None,
    ) -> Wheel:
        """Read a ring found in `grey`; `lines` also tries to take off the line of a swipe.

        `dark` is the ink where the ring's blobs are not the letters themselves.
        """
        if dark is None:
            dark = [bool(blobs.dark[member]) if member >= 0 else None for member in ring.members]
        ring = scaled(ring, self.scale)
        fine = self.picture.reduction > 1 and ring.height < FINE_HEIGHT
        placed = scaled(ring, self.picture.reduction) if fine else ring
        grey = self.picture.full_grey if fine else self.picture.grey
        versions = [cut_patches(grey, _places(placed), REACH * placed.height)]
        if lines:
            full = scaled(ring, self.picture.reduction)
            versions += without_lines(cut_patches(self.picture.bgr, _places(full), REACH * full.height))
        *letters, middle = read_patches(versions, [*dark, None], self.reader)
        if middle.is_sure:
            evidence *= AROUND_LETTER
        if 2 * ring.count <= MOST_COUNT and _is_inked_between(grey, placed):
            return Wheel(ring, letters, evidence * HALF).unsure()
        return Wheel(ring, letters, evidence)


def _places(ring: Ring) -> Points:
    """(count + 1,): the corners and the middle."""
    return np.append(ring.corners(), ring.centre)


def _is_inked_between(grey: Pixels, ring: Ring) -> bool:
    """Whether half the places halfway between neighbours are as strongly inked as the letters."""
    halfway = (ring.corners() - ring.centre) * np.exp(1j * np.pi / ring.count) + ring.centre
    own, there = (
        np.ptp(cut_patches(grey, places, CORE * ring.height).astype(np.int16), axis=(1, 2))
        for places in (ring.corners(), halfway)
    )
    return float(np.mean(there > np.median(own) / 2)) >= 0.5
