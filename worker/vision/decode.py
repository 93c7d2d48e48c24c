"""Picture bytes to pixels: checked before decoding, turned upright, and only as large as needed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from worker.errors import ImageTooLarge, NotAnImage
from worker.vision.headers import Header, read_header

# One process a core is the rule here, and a process with threads cannot be forked.
cv2.setNumThreads(1)

Pixels = npt.NDArray[np.uint8]

WORKING_SIDE = 1200
"""The longer side of the working copy, in pixels, is at least this (when the picture has as many) and
less than twice this: a board's letters are still 20 pixels high, a screenshot is a quarter of the work."""

_TURNS = {3: cv2.ROTATE_180, 6: cv2.ROTATE_90_CLOCKWISE, 8: cv2.ROTATE_90_COUNTERCLOCKWISE}
_REDUCED_GREY = {
    1: cv2.IMREAD_GRAYSCALE,
    2: cv2.IMREAD_REDUCED_GRAYSCALE_2,
    4: cv2.IMREAD_REDUCED_GRAYSCALE_4,
    8: cv2.IMREAD_REDUCED_GRAYSCALE_8,
}
_REDUCED_COLOUR = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


@dataclass(frozen=True, slots=True)
class DecodeLimits:
    """What is refused before decoding."""

    max_pixels: int = 40_000_000
    max_bytes: int = 30_000_000


@dataclass(frozen=True)
class Picture:
    """An upright picture; pixels at full size are decoded when they are first asked for."""

    data: bytes
    header: Header
    reduction: int
    """`grey` is this many times smaller than the picture: 1, 2, 4 or 8."""
    grey: Pixels
    """The working copy, (height, width)."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as a person sees the picture."""
        turned = self.header.orientation >= 5
        width, height = self.header.width, self.header.height
        return (height, width) if turned else (width, height)

    @cached_property
    def full_grey(self) -> Pixels:
        """(height, width) at full size."""
        return self.grey if self.reduction == 1 else _grey(self.data, self.header, 1)

    @cached_property
    def bgr(self) -> Pixels:
        """(height, width, 3) at full size."""
        return _upright(_colour(self.data, self.header), self.header.orientation)

    @cached_property
    def working_bgr(self) -> Pixels:
        """(height, width, 3): the working copy in colour, as large as `grey`."""
        if self.header.format == "jpeg":
            reduced = _decoded(self.data, self.header, _REDUCED_COLOUR[self.reduction], self.reduction)
            return _upright(reduced, self.header.orientation)
        return _shrunk(self.bgr, self.reduction)


def decode(data: bytes, limits: DecodeLimits | None = None) -> Picture:
    """Decode a PNG, JPEG or WebP picture.

    Raises:
        ImageTooLarge: more bytes or, by its header, more pixels than allowed; nothing was decoded.
        NotAnImage: another format, or a damaged file.
    """
    limits = limits or DecodeLimits()
    if len(data) > limits.max_bytes:
        raise ImageTooLarge(
            f"The picture has {len(data):,} bytes; up to {limits.max_bytes:,} are read.",
            bytes=len(data),
            max_bytes=limits.max_bytes,
        )
    header = read_header(data)
    if header.width * header.height > limits.max_pixels:
        raise ImageTooLarge(
            f"The picture has {header.width} x {header.height} pixels; up to {limits.max_pixels:,} are read.",
            width=header.width,
            height=header.height,
            max_pixels=limits.max_pixels,
        )
    reduction = working_reduction(header.width, header.height)
    if header.format == "jpeg":  # its decoder skips what a smaller copy does not need
        return Picture(data, header, reduction, _grey(data, header, reduction))
    full = _grey(data, header, 1)
    picture = Picture(data, header, reduction, _shrunk(full, reduction))
    picture.__dict__["full_grey"] = full  # decoded already: spare the second time
    return picture


def working_reduction(width: int, height: int) -> int:
    """How many times smaller the working copy may be: the largest of 1, 2, 4, 8 that keeps WORKING_SIDE."""
    return max(
        factor for factor in _REDUCED_GREY if factor == 1 or max(width, height) >= factor * WORKING_SIDE
    )


def _grey(data: bytes, header: Header, reduction: int) -> Pixels:
    if header.has_alpha:
        grey = np.asarray(cv2.cvtColor(_colour(data, header), cv2.COLOR_BGR2GRAY), np.uint8)
    else:
        grey = _decoded(data, header, _REDUCED_GREY[reduction], reduction)
    return _upright(grey, header.orientation)


def _shrunk(pixels: Pixels, reduction: int) -> Pixels:
    if reduction == 1:
        return pixels
    size = (-(-pixels.shape[1] // reduction), -(-pixels.shape[0] // reduction))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _colour(data: bytes, header: Header) -> Pixels:
    if not header.has_alpha:
        return _decoded(data, header, cv2.IMREAD_COLOR, 1)
    pixels = _decoded(data, header, cv2.IMREAD_UNCHANGED, 1)
    if pixels.dtype == np.uint16:
        pixels = (pixels >> 8).astype(np.uint8)
    return _on_plain_ground(pixels) if pixels.ndim == 3 and pixels.shape[2] == 4 else _three_channels(pixels)


def _three_channels(pixels: Pixels) -> Pixels:
    if pixels.ndim == 3 and pixels.shape[2] == 3:
        return pixels
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)


def _on_plain_ground(bgra: Pixels) -> Pixels:
    """Lay a transparent picture on black or white, whichever its opaque part stands out from."""
    alpha = cv2.extractChannel(bgra, 3)
    bgr = cv2.cvtColor(bgra, cv2.COLOR_BGRA2BGR)
    if alpha.min() == 255:  # most screenshots carry an alpha channel that hides nothing
        return np.asarray(bgr, np.uint8)
    brightness = cv2.mean(bgr, (alpha > 127).astype(np.uint8))
    weight = cv2.merge([alpha] * 3)
    lit = cv2.multiply(bgr, weight, scale=1 / 255)
    shines = sum(brightness[:3]) > 3 * 127
    return np.asarray(lit if shines else cv2.add(lit, cv2.bitwise_not(weight)), np.uint8)


def _decoded(data: bytes, header: Header, flags: int, reduction: int) -> Pixels:
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        pixels = None
    expected = (-(-header.height // reduction), -(-header.width // reduction))
    if pixels is None or pixels.shape[:2] != expected:
        raise NotAnImage(f"The {header.format.upper()} file is damaged: its pixels cannot be decoded.")
    return np.asarray(pixels)


def _upright(pixels: Pixels, orientation: int) -> Pixels:
    """Apply an EXIF orientation: 2, 4, 5 and 7 are mirrored, 5 to 8 change width and height."""
    if orientation in (5, 7):
        pixels = np.asarray(cv2.transpose(pixels), np.uint8)
        orientation = {5: 1, 7: 3}[orientation]
    elif orientation in (2, 4):
        pixels = np.asarray(cv2.flip(pixels, {2: 1, 4: 0}[orientation]), np.uint8)
    if orientation in _TURNS:
        pixels = np.asarray(cv2.rotate(pixels, _TURNS[orientation]), np.uint8)
    return pixels
