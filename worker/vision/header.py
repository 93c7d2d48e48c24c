"""What a picture file says about itself."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

UPRIGHT = 1
MOST_PARTS = 40_000
"""Chunks, segments, blocks, boxes: the largest pictures have some thousands."""
_ORIENTATION_TAG = 0x0112


class Header(NamedTuple):
    """Size as the decoder hands it over, before the EXIF orientation (1 to 8) turns it."""

    format: str
    width: int
    height: int
    orientation: int = UPRIGHT
    has_alpha: bool = False
    heaviest_part: int = 0
    """Pixels of the largest thing that is decoded on the way, when a file is made of several."""

    @property
    def pixels(self) -> int:
        """What decoding costs."""
        return max(self.width * self.height, self.heaviest_part)


def each_part() -> Iterator[None]:
    """Goes round once for every part of a file that is walked through; raises ValueError after far too many.

    A file of nothing but empty parts takes seconds to walk through otherwise.
    """
    for _ in range(MOST_PARTS):
        yield
    raise ValueError("more parts than any picture has")


def exif_orientation(tiff: bytes) -> int:
    """The orientation (1 to 8) in an EXIF block that starts at its TIFF header; 1 when it tells none."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return UPRIGHT
    try:
        (start,) = struct.unpack_from(order + "I", tiff, 4)
        (entries,) = struct.unpack_from(order + "H", tiff, start)
        for entry in range(entries):
            tag, _, _, value = struct.unpack_from(order + "HHIH", tiff, start + 2 + 12 * entry)
            if tag == _ORIENTATION_TAG:
                return value if 1 <= value <= 8 else UPRIGHT
    except struct.error:  # a broken EXIF block does not spoil the picture
        pass
    return UPRIGHT
