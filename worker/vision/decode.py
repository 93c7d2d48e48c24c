"""Picture bytes to pixels: checked before decoding, turned upright, and only as large as needed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from worker.errors import ImageTooLarge
from worker.vision.header import Header
from worker.vision.headers import read_header
from worker.vision.pixels import (
    Pixels,
    colour_pixels,
    grey_of,
    grey_pixels,
    needs_colour,
    only_pixels,
    shrunk,
)

__all__ = ["DecodeLimits", "Picture", "Pixels", "decode", "working_reduction"]

WORKING_SIDE = 1200
"""The longer side of the working copy, in pixels, is at least this (when the picture has as many) and
less than twice this: a board's letters are still 20 pixels high, a screenshot is a quarter of the work."""
REDUCTIONS = (1, 2, 4, 8)
"""What a JPEG decoder can do on its way."""


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
        return self.grey if self.reduction == 1 else grey_pixels(self.data, self.header)

    @cached_property
    def bgr(self) -> Pixels:
        """(height, width, 3) at full size."""
        return colour_pixels(self.data, self.header)

    @cached_property
    def working_bgr(self) -> Pixels:
        """(height, width, 3): the working copy in colour, as large as `grey`."""
        if self.header.format == "jpeg":  # its decoder skips what a smaller copy does not need
            return colour_pixels(self.data, self.header, self.reduction)
        return shrunk(self.bgr, self.reduction)


def decode(data: bytes, limits: DecodeLimits | None = None) -> Picture:
    """Decode a PNG, JPEG, WebP, GIF (its first frame), BMP, TIFF, HEIC or AVIF picture.

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
    if header.pixels > limits.max_pixels:
        raise ImageTooLarge(
            f"The picture has {header.width} x {header.height} pixels; up to {limits.max_pixels:,} are read.",
            width=header.width,
            height=header.height,
            max_pixels=limits.max_pixels,
        )
    return _decoded(only_pixels(data, header), header)


def _decoded(data: bytes, header: Header) -> Picture:
    reduction = working_reduction(header.width, header.height)
    if header.format == "jpeg":
        return Picture(data, header, reduction, grey_pixels(data, header, reduction))
    # What had to be decoded at full size on the way is kept.
    kept = {"bgr": colour_pixels(data, header)} if needs_colour(header) else {}
    kept["full_grey"] = grey_of(kept["bgr"]) if kept else grey_pixels(data, header)
    picture = Picture(data, header, reduction, shrunk(kept["full_grey"], reduction))
    picture.__dict__.update(kept)
    return picture


def working_reduction(width: int, height: int) -> int:
    """How many times smaller the working copy may be: the largest of 1, 2, 4, 8 that keeps WORKING_SIDE."""
    longer = max(width, height)
    return max(factor for factor in REDUCTIONS if factor == 1 or longer >= factor * WORKING_SIDE)
