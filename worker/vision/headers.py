"""What a picture file says about itself, read without decoding a pixel.

Sizes come from the header so that a 400 kB file claiming 20,000 x 20,000 pixels is refused before it
takes gigabytes; the walk to the end of the file tells a whole picture from a cut one, which OpenCV would
otherwise fill with grey and hand over without a word.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import NamedTuple

from worker.errors import NotAnImage

UPRIGHT = 1


class Header(NamedTuple):
    """Size as stored, before the EXIF orientation (1 to 8) turns it."""

    format: str
    width: int
    height: int
    orientation: int = UPRIGHT
    has_alpha: bool = False


def read_header(data: bytes) -> Header:
    """Recognise the format by its first bytes and read what the file says about itself.

    Raises:
        NotAnImage: no known format, a damaged header, or a file that ends too early.
    """
    for name, (signature, parse) in FORMATS.items():
        if signature(data):
            return _checked(name, parse, data)
    raise NotAnImage("These bytes are no picture." if data else "The picture is empty.")


def _checked(name: str, parse: Callable[[bytes], Header], data: bytes) -> Header:
    try:
        header = parse(data)
    except (struct.error, IndexError, ValueError):
        raise NotAnImage(f"The {name.upper()} file is damaged or ends too early.") from None
    if header.width < 1 or header.height < 1:
        raise NotAnImage(f"The {name.upper()} file claims a size of {header.width} x {header.height} pixels.")
    return header


def _png(data: bytes) -> Header:
    width, height, _, colour_type = struct.unpack_from(">IIBB", data, 16)
    alpha, orientation, offset = colour_type in (4, 6), UPRIGHT, 8
    while True:
        length, kind = struct.unpack_from(">I4s", data, offset)
        body = offset + 8
        if kind == b"IEND":
            return Header("png", width, height, orientation, alpha)
        if body + length + 4 > len(data):
            raise ValueError("cut inside a chunk")
        if kind == b"eXIf":
            orientation = exif_orientation(data[body : body + length])
        alpha |= kind == b"tRNS"
        offset = body + length + 4


_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_SCAN, _JPEG_EXIF, _JPEG_END = 0xDA, 0xE1, b"\xff\xd9"


def _jpeg(data: bytes) -> Header:
    size: tuple[int, int] | None = None
    orientation, offset, marker = UPRIGHT, 2, 0
    while marker != _JPEG_SCAN:
        lead, marker, length = struct.unpack_from(">BBH", data, offset)
        if lead != 0xFF:
            raise ValueError("no segment")
        body, offset = offset + 4, offset + 2 + length
        if marker in _JPEG_FRAMES and size is None:
            height, width = struct.unpack_from(">HH", data, body + 1)
            size = width, height
        if marker == _JPEG_EXIF and data[body : body + 6] == b"Exif\0\0":
            orientation = exif_orientation(data[body + 6 : offset])
    # Coded data never holds an end mark: there, FF is always followed by 00 or by a restart mark.
    if size is None or data.find(_JPEG_END, offset) < 0:
        raise ValueError("no frame, or no end")
    return Header("jpeg", *size, orientation)


def _webp(data: bytes) -> Header:
    (riff_size,) = struct.unpack_from("<I", data, 4)
    if riff_size + 8 > len(data):
        raise ValueError("cut")
    kind = data[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return Header("webp", width & 0x3FFF, height & 0x3FFF)
    if kind == b"VP8L":
        (packed,) = struct.unpack_from("<I", data, 21)
        return Header(
            "webp", (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1, has_alpha=bool(packed >> 28 & 1)
        )
    if kind == b"VP8X":
        flags = data[20]
        width = int.from_bytes(data[24:27], "little") + 1
        height = int.from_bytes(data[27:30], "little") + 1
        return Header("webp", width, height, _webp_orientation(data), bool(flags & 0x10))
    raise ValueError("unknown WebP chunk")


def _webp_orientation(data: bytes) -> int:
    offset = 12
    while offset + 8 <= len(data):
        kind, length = struct.unpack_from("<4sI", data, offset)
        if kind == b"EXIF":
            return exif_orientation(data[offset + 8 : offset + 8 + length].removeprefix(b"Exif\0\0"))
        offset += 8 + length + (length & 1)
    return UPRIGHT


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
            if tag == 0x0112:
                return value if 1 <= value <= 8 else UPRIGHT
    except struct.error:  # a broken EXIF block does not spoil the picture
        pass
    return UPRIGHT


FORMATS: dict[str, tuple[Callable[[bytes], bool], Callable[[bytes], Header]]] = {
    "png": (lambda data: data.startswith(b"\x89PNG\r\n\x1a\n"), _png),
    "jpeg": (lambda data: data.startswith(b"\xff\xd8\xff"), _jpeg),
    "webp": (lambda data: data[:4] == b"RIFF" and data[8:12] == b"WEBP", _webp),
}
"""Format name -> how its files begin, and the parser of its header."""
