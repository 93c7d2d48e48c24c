"""Cuts one glyph out of a grey patch and brings it to the form that the network reads.

A normalised glyph is float32 (S, S), 0 = background, 1 = ink, whatever the colours were; its longer side fills the
square but for a margin, its aspect is kept. Two ways in: `cut_glyph` finds the glyph in a patch of about one cell,
`cut_box` trusts a caller who already knows where the ink is (much cheaper: pages have hundreds of letters).

How `cut_glyph` decides: the patch is brought to one working size and parted by Otsu's threshold (and, when that
shows no glyph, by the thresholds inside its dark and its light class: letters under a marker are the third level).
Each threshold gives two readings, dark ink and light ink. In each, blobs that run into the patch's edge (tile
borders, rules, neighbours) are foreign, the main blob is the large central one, and what belongs to it (dot, accent,
second letter of a `Qu`, parts of a worn print) is joined. The reading with the best contrast and place wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]
Mask = NDArray[np.uint8]
Image = NDArray[np.float32]

GLYPH_SIZE = 32
GLYPH_MARGIN = 3
MIN_CONTRAST = 10.0  # grey levels; below it a patch is bare background (JPEG noise stays under it)

_WORK = 64  # side of the working patch, in pixels
_MIN_SIDE = 8  # of a glyph in the working patch: an eighth of a cell
_SOLID_TILE_SIDE = 0.52 * _WORK  # an about square and mostly filled blob of this size is a tile, not a letter
_RING = 4  # pixels around a glyph in which its background is measured
_CLOSE = np.ones((3, 3), np.uint8)
_WIDE = np.ones((2 * _RING + 1, 2 * _RING + 1), np.uint8)


class PatchBox(NamedTuple):
    """A rectangle inside the patch, in patch pixels with fractions."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Glyph:
    """A normalised glyph and where it came from.

    `contrast` is the distance between ink and background in grey levels, `ink` the share of the patch it covers,
    `dark` whether the ink is the darker of the two, `underlined` whether a separate bar lay beneath and was dropped.
    """

    image: Image
    box: PatchBox
    contrast: float
    ink: float
    dark: bool
    underlined: bool


class _Blob(NamedTuple):
    """A connected component in the working patch."""

    index: int
    x: int
    y: int
    w: int
    h: int
    area: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to see the patch: these blobs are the glyph, in ink of this polarity; the mask covers their box."""

    mask: Mask
    x: int
    y: int
    w: int
    h: int
    dark: bool
    underlined: bool
    foreign: bool
    area: int
    contrast: float
    background: float
    score: float

    @property
    def fill(self) -> float:
        return self.area / (self.w * self.h)

    @property
    def is_large(self) -> bool:
        return min(self.w, self.h) > 0.66 * _WORK and self.w * self.h > 0.6 * _WORK * _WORK

    @property
    def is_tile(self) -> bool:
        square = max(self.w, self.h) < 1.4 * min(self.w, self.h)
        solid = self.fill > 0.6 and min(self.w, self.h) > _SOLID_TILE_SIDE
        return self.is_large or self.foreign or (square and solid)

    @property
    def is_counter(self) -> bool:
        """A full and convex blob as inside an O: no letter but a thin I is both."""
        if self.fill < 0.7 or max(self.w, self.h) > 2.2 * min(self.w, self.h):
            return False
        outline = cv2.convexHull(cv2.findNonZero(self.mask))
        return self.area > 0.88 * cv2.contourArea(outline)

    @property
    def is_blank(self) -> bool:
        """A tile, or the frame of one, without anything in it."""
        return self.is_large and (self.fill > 0.85 or self._is_frame())

    def _is_frame(self) -> bool:
        band = max(round(0.14 * min(self.w, self.h)), 2)
        return not self.mask[band:-band, band:-band].any()

    def inside(self, other: _Reading) -> bool:
        return (
            self.x >= other.x
            and self.y >= other.y
            and self.x + self.w <= other.x + other.w
            and self.y + self.h <= other.y + other.h
        )


def cut_glyph(patch: Grey, *, dark: bool | None = None) -> Glyph | None:
    """The glyph nearest the middle of a grey patch (h, w); None when nothing stands out from the background.

    The patch should hold about one cell: the glyph takes an eighth to three quarters of its side. `dark` settles the
    polarity when the board has already told it.
    """
    found = _find(patch, dark)
    if found is None or not found[1].is_blank:
        return None if found is None else _cut(*found)
    x, y, width, height = _inside(found[1], found[2])
    if min(width, height) < 8:
        return None
    found = _find(patch[y : y + height, x : x + width], dark)
    if found is None or found[1].is_blank:
        return None
    glyph = _cut(*found)
    ink = glyph.ink * width * height / patch.size
    return replace(glyph, box=glyph.box._replace(x=glyph.box.x + x, y=glyph.box.y + y), ink=ink)


def _find(patch: Grey, dark: bool | None) -> tuple[Grey, _Reading, float] | None:
    """The working patch, its best reading, and the factor between patch and working patch."""
    work, scale = _to_work(patch)
    best = _best_reading(work, cv2.GaussianBlur(work, (3, 3), 0), dark)
    return None if best is None else (work, best, scale)


def _cut(work: Grey, reading: _Reading, scale: float) -> Glyph:
    box = PatchBox(reading.x / scale, reading.y / scale, reading.w / scale, reading.h / scale)
    image = _fit(_coverage(work, reading))
    return Glyph(image, box, reading.contrast, reading.area / work.size, reading.dark, reading.underlined)


def _inside(tile: _Reading, scale: float) -> tuple[int, int, int, int]:
    """The box within a tile's rim, in patch pixels: its frame or gap may have drowned a faint letter."""
    rim = 0.09 * min(tile.w, tile.h)
    x, y = round((tile.x + rim) / scale), round((tile.y + rim) / scale)
    return x, y, round((tile.w - 2 * rim) / scale), round((tile.h - 2 * rim) / scale)


def cut_box(grey: Grey, box: Sequence[float], *, dark: bool, ink: Mask | None = None) -> Image:
    """The normalised glyph in a box (x, y, width, height) of a picture whose ink polarity is known.

    `ink` (the picture's shape, nonzero on the glyph's own pixels) keeps neighbours out; without it the whole box
    counts. Costs a few array operations on the box alone.
    """
    x0, y0 = max(int(box[0]), 0), max(int(box[1]), 0)
    x1 = min(int(np.ceil(box[0] + box[2])), grey.shape[1])
    y1 = min(int(np.ceil(box[1] + box[3])), grey.shape[0])
    ax0, ay0 = max(x0 - 2, 0), max(y0 - 2, 0)
    around = grey[ay0 : y1 + 2, ax0 : x1 + 2].astype(np.float32)
    if not dark:
        around = 255.0 - around
    levels = np.sort(around, axis=None)
    darkest, lightest = levels[levels.size // 25], levels[levels.size * 9 // 10]
    alpha = np.clip((lightest - around) / max(lightest - darkest, 1.0), 0, 1)
    if ink is not None:
        alpha *= cv2.dilate(ink[ay0 : y1 + 2, ax0 : x1 + 2], _CLOSE) > 0
    return _fit(alpha[y0 - ay0 : y1 - ay0, x0 - ax0 : x1 - ax0])


def _to_work(patch: Grey) -> tuple[Grey, float]:
    """The patch with its longer side at the working size, and the factor that took it there."""
    h, w = patch.shape
    scale = _WORK / max(h, w)
    size = max(round(w * scale), 8), max(round(h * scale), 8)
    return cv2.resize(patch, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC), scale


def _best_reading(work: Grey, smooth: Grey, dark: bool | None) -> _Reading | None:
    """The most letter-like reading over the thresholds; later ones are tried only while nothing convinces."""
    best: _Reading | None = None
    for threshold in _thresholds(smooth):
        reading = _read_level(work, smooth, threshold, dark)
        if reading is not None and (best is None or reading.score > 1.25 * best.score):
            best = reading
        if best is not None and best.score > 0.5 * best.contrast:
            break
    return best


def _thresholds(smooth: Grey) -> Iterator[float]:
    """Otsu's threshold of the patch, then those of its dark and of its light part."""
    middle, _ = cv2.threshold(smooth, 0, 255, cv2.THRESH_OTSU)
    yield middle
    for part in (smooth[smooth <= middle], smooth[smooth > middle]):
        if part.size > 32:
            yield cv2.threshold(part.reshape(1, -1), 0, 255, cv2.THRESH_OTSU)[0]


def _read_level(work: Grey, smooth: Grey, threshold: float, dark: bool | None) -> _Reading | None:
    """The better of dark and light ink at one threshold."""
    _, light = cv2.threshold(smooth, threshold, 1, cv2.THRESH_BINARY)
    readings = []
    if dark is not False:
        readings.append(_read_mask(work, 1 - light, dark=True))
    if dark is not True:
        readings.append(_read_mask(work, light, dark=False))
    found = [r for r in readings if r is not None and r.contrast >= MIN_CONTRAST]
    if len(found) < 2:
        return found[0] if found else None
    return _outer_or_inner(found[0], found[1])


def _outer_or_inner(a: _Reading, b: _Reading) -> _Reading:
    """Of two nested readings the outer one (a letter around its counter), unless it is a tile around its letter."""
    for inner, outer in ((a, b), (b, a)):
        if inner.inside(outer):
            wanted = outer.is_large or outer.foreign or (outer.is_tile and not inner.is_counter)
            return inner if wanted else outer
    return a if a.score >= b.score else b


def _read_mask(work: Grey, mask: Mask, *, dark: bool) -> _Reading | None:
    """The central glyph of one mask, with what belongs to it."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8, ltype=cv2.CV_16U)
    blobs = [_Blob(i, *row) for i, row in enumerate(stats.tolist()) if i and row[4] >= 6]
    own = [b for b in blobs if not _is_foreign(b, mask.shape) and not _is_frame(b, blobs)]
    main = max(own or blobs, key=lambda b: b.area * _centrality(b, mask.shape), default=None)
    if main is None or max(main.w, main.h) < _MIN_SIDE:
        return None
    parts = _parts(main, own)
    underlined = any(_is_bar(main, b) for b in own if b is not main)
    return _describe(work, labels, parts, dark=dark, underlined=underlined, foreign=not own)


def _is_frame(blob: _Blob, blobs: list[_Blob]) -> bool:
    """Whether a blob is the thin outline of a tile, with the letter inside."""
    if min(blob.w, blob.h) < 0.6 * _WORK or blob.area > 0.4 * blob.w * blob.h:
        return False
    return any(
        b.x > blob.x and b.y > blob.y and b.right < blob.right and b.bottom < blob.bottom
        for b in blobs
        if max(b.w, b.h) > 0.18 * _WORK
    )


def _is_foreign(blob: _Blob, shape: tuple[int, ...]) -> bool:
    """Whether a blob runs into the patch's edge like a border, a rule or a neighbour's letter."""
    height, width = shape
    touches = (blob.x == 0) + (blob.y == 0) + (blob.right == width) + (blob.bottom == height)
    if touches != 1:
        return touches > 1
    cx, cy = (blob.x + blob.w / 2) / width, (blob.y + blob.h / 2) / height
    return not (0.28 < cx < 0.72 and 0.28 < cy < 0.72)


def _centrality(blob: _Blob, shape: tuple[int, ...]) -> float:
    """1 in the middle of the patch, falling to almost nothing at its corners."""
    height, width = shape
    dx = (blob.x + blob.w / 2) / width - 0.5
    dy = (blob.y + blob.h / 2) / height - 0.5
    return max(1 - 4 * (dx * dx + dy * dy), 0.02)


def _parts(main: _Blob, blobs: list[_Blob]) -> list[_Blob]:
    """The main blob with its dot, accent, second letter and broken pieces."""
    parts = [main]
    for blob in blobs:
        if blob is main or _is_bar(main, blob):
            continue
        if _is_mark(main, blob) or _is_piece(main, blob):
            parts.append(blob)
    return parts


def _is_bar(main: _Blob, blob: _Blob) -> bool:
    """Whether a blob is an underline: wide, thin, full, and beneath."""
    wide = blob.w >= 0.7 * main.w and blob.w <= 1.8 * main.w and blob.h <= max(0.2 * main.h, 4)
    below = main.bottom - 1 <= blob.y <= main.bottom + 0.5 * main.h
    return wide and below and blob.w > 3 * blob.h and abs(blob.x + blob.w / 2 - main.x - main.w / 2) < 0.35 * main.w


def _is_mark(main: _Blob, blob: _Blob) -> bool:
    """Whether a blob is a dot or accent above the main one, or a cedilla below."""
    overlap = min(main.right, blob.right) - max(main.x, blob.x)
    if overlap < 0.5 * blob.w or blob.h > 0.45 * main.h or blob.area < 0.015 * main.area:
        return False
    above = main.y - blob.bottom
    below = blob.y - main.bottom
    return -0.1 * main.h <= above <= 0.4 * main.h or -0.1 * main.h <= below <= 0.12 * main.h


def _is_piece(main: _Blob, blob: _Blob) -> bool:
    """Whether a blob is a part of the same print: very near, or beyond a stroke that cuts the letter in two."""
    gap_x = max(main.x - blob.right, blob.x - main.right, 0)
    gap_y = max(main.y - blob.bottom, blob.y - main.bottom, 0)
    reach = max(main.w, main.h)
    if max(gap_x, gap_y) <= 0.13 * reach and blob.area >= 0.06 * main.area:
        return True
    apart = max(gap_x, gap_y) <= 0.35 * reach and blob.area >= 0.04 * main.area
    return apart and _abreast(main, blob) and _centres(main, blob)


def _abreast(main: _Blob, blob: _Blob) -> bool:
    """Whether the main blob covers most of the other one's width or height, seen from one side."""
    across = min(main.right, blob.right) - max(main.x, blob.x)
    down = min(main.bottom, blob.bottom) - max(main.y, blob.y)
    return across > 0.6 * blob.w or down > 0.6 * blob.h


def _centres(main: _Blob, blob: _Blob) -> bool:
    """Whether both together lie nearer the patch's middle than the main blob alone: a neighbour would pull away."""
    left, top = min(main.x, blob.x), min(main.y, blob.y)
    right, bottom = max(main.right, blob.right), max(main.bottom, blob.bottom)
    alone = max(abs(main.x + main.right - _WORK), abs(main.y + main.bottom - _WORK))
    return max(abs(left + right - _WORK), abs(top + bottom - _WORK)) < alone


def _describe(
    work: Grey,
    labels: NDArray[np.uint16],
    parts: list[_Blob],
    *,
    dark: bool,
    underlined: bool,
    foreign: bool,
) -> _Reading | None:
    """Measures a reading: levels inside and around it, and how much it looks like a letter."""
    x, y = min(b.x for b in parts), min(b.y for b in parts)
    w, h = max(b.right for b in parts) - x, max(b.bottom for b in parts) - y
    top, left = max(y - _RING, 0), max(x - _RING, 0)
    window = np.s_[top : y + h + _RING, left : x + w + _RING]
    near, grey = labels[window], work[window]
    mask = cv2.compare(near, parts[0].index, cv2.CMP_EQ)
    for part in parts[1:]:
        mask |= cv2.compare(near, part.index, cv2.CMP_EQ)
    ring = cv2.dilate(mask, _WIDE) - cv2.dilate(mask, _CLOSE)
    if not ring.any():
        return None
    background, ink = cv2.mean(grey, ring)[0], cv2.mean(grey, mask)[0]
    contrast = background - ink if dark else ink - background
    area = sum(b.area for b in parts)
    score = contrast * _likeness(x, y, w, h, area, work.shape)
    own = mask[y - top : y - top + h, x - left : x - left + w]
    return _Reading(own, x, y, w, h, dark, underlined, foreign, area, contrast, background, score)


def _likeness(x: int, y: int, w: int, h: int, area: int, shape: tuple[int, ...]) -> float:
    """0..1: how much a blob's size, place and fill are those of a letter in its cell."""
    height, width = shape
    off = max(abs((x + w / 2) / width - 0.5), abs((y + h / 2) / height - 0.5))
    likeness = max(1 - 2 * off * off * 4, 0.05)
    touches = x == 0 or y == 0 or x + w == width or y + h == height
    solid = area > 0.8 * w * h and max(w, h) < 2.2 * min(w, h)
    large = min(w, h) > 0.7 * _WORK
    tiny = max(w, h) < 0.2 * max(width, height)
    for fault, factor in ((touches, 0.4), (solid, 0.4), (large, 0.3), (tiny, 0.4)):
        likeness *= factor if fault else 1.0
    return likeness


def _coverage(work: Grey, reading: _Reading) -> Image:
    """How much of each pixel of the reading's box is ink, 0..1: soft at edges, zero on what is not its own."""
    grey = work[reading.y : reading.y + reading.h, reading.x : reading.x + reading.w].astype(np.float32)
    inside = np.sort(grey[reading.mask > 0])
    core = float(inside[inside.size // 4 if reading.dark else inside.size * 3 // 4])
    span = max(abs(reading.background - core), 1.0)
    alpha = (reading.background - grey) / span if reading.dark else (grey - reading.background) / span
    alpha[cv2.dilate(reading.mask, _CLOSE) == 0] = 0
    return np.clip(alpha, 0, 1, out=alpha)


def _fit(alpha: Image) -> Image:
    """A crop scaled to the glyph square, aspect kept, centred."""
    h, w = alpha.shape
    out = np.zeros((GLYPH_SIZE, GLYPH_SIZE), np.float32)
    if not h or not w:
        return out
    scale = (GLYPH_SIZE - 2 * GLYPH_MARGIN) / max(h, w)
    size = max(round(w * scale), 1), max(round(h * scale), 1)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    x, y = (GLYPH_SIZE - size[0]) // 2, (GLYPH_SIZE - size[1]) // 2
    out[y : y + size[1], x : x + size[0]] = cv2.resize(alpha.astype(np.float32), size, interpolation=way)
    return out

