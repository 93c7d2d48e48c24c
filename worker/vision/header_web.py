"""Headers of PNG, JPEG, WebP and GIF files.

Every parser walks to the end of the picture, since OpenCV fills what is missing of a cut one with grey and
hands it over without a word. They raise ValueError, IndexError or struct.error for damaged files.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from worker.vision.header import UPRIGHT, Header, each_part, exif_orientation

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
PNG_PIXELS = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})
"""The chunks that make the picture; the others are colour profiles, texts, further frames of an animation."""

_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_JPEG_SCAN, _JPEG_EXIF, _JPEG_FILL, _JPEG_END = 0xDA, 0xE1, 0xFF, b"\xff\xd9"
MOST_SCANS = 100
"""Progressive pictures have about ten. Each scan goes over all pixels, so that a small file with thousands
of empty ones takes hours."""


def read_png(data: bytes) -> Header:
    width, height, _, colour_type = struct.unpack_from(">IIBB", data, 16)
    alpha, orientation = colour_type in (4, 6), UPRIGHT
    for kind, start, end in png_chunks(data):
        if kind == b"eXIf":
            orientation = exif_orientation(data[start:end])
        alpha |= kind == b"tRNS"
    return Header("png", width, height, orientation, alpha)


def png_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Kind, start and end of the content of every chunk up to the last one."""
    offset = len(PNG_SIGNATURE)
    for _ in each_part():
        length, kind = struct.unpack_from(">I4s", data, offset)
        start, offset = offset + 8, offset + 12 + length
        if start + length > len(data):  # OpenCV makes room for what a chunk claims before it looks
            raise ValueError("cut inside a chunk")
        yield kind, start, start + length
        if kind == b"IEND":
            return


def read_jpeg(data: bytes) -> Header:
    size: tuple[int, int] | None = None
    orientation, offset, frame, components = UPRIGHT, 2, 0, 0
    for _ in each_part():
        lead, marker = struct.unpack_from("BB", data, offset)
        if lead != _JPEG_FILL:
            raise ValueError("no segment")
        if marker == _JPEG_FILL:  # any number of fill bytes may stand before a marker
            offset += 1
            continue
        (length,) = struct.unpack_from(">H", data, offset + 2)
        body, offset = offset + 4, offset + 2 + length
        if marker in _JPEG_FRAMES and size is None:
            frame, (height, width, components) = marker, struct.unpack_from(">HHB", data, body + 1)
            size = width, height
        if marker == _JPEG_EXIF and data[body : body + 6] == b"Exif\0\0":
            orientation = exif_orientation(data[body + 6 : offset])
        if marker == _JPEG_SCAN:
            break
    # Coded data never holds a mark like these: there, FF is always followed by 00 or by a restart mark.
    if size is None or data.rfind(_JPEG_END, offset) < 0:
        raise ValueError("no frame, or no end")
    one_scan = frame not in _JPEG_PROGRESSIVE and data[body] == components
    if not one_scan and data.count(bytes((_JPEG_FILL, _JPEG_SCAN)), offset) > MOST_SCANS:
        raise ValueError("more scans than any picture has")
    return Header("jpeg", *size, orientation)


def read_webp(data: bytes) -> Header:
    (riff_size,) = struct.unpack_from("<I", data, 4)
    if riff_size + 8 > len(data):
        raise ValueError("cut")
    kind = data[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return Header("webp", width & 0x3FFF, height & 0x3FFF)
    if kind == b"VP8L":
        (packed,) = struct.unpack_from("<I", data, 21)
        alpha = bool(packed >> 28 & 1)
        return Header("webp", (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1, has_alpha=alpha)
    if kind == b"VP8X":
        flags = data[20]
        width = int.from_bytes(data[24:27], "little") + 1
        height = int.from_bytes(data[27:30], "little") + 1
        return Header("webp", width, height, _webp_orientation(data), bool(flags & 0x10))
    raise ValueError("unknown WebP chunk")


def _webp_orientation(data: bytes) -> int:
    offset = 12
    for _ in each_part():
        if offset + 8 > len(data):
            break
        kind, length = struct.unpack_from("<4sI", data, offset)
        if kind == b"EXIF":
            return exif_orientation(data[offset + 8 : offset + 8 + length].removeprefix(b"Exif\0\0"))
        offset += 8 + length + (length & 1)
    return UPRIGHT


_GIF_EXTENSION, _GIF_IMAGE, _GIF_CONTROL = 0x21, 0x2C, 0xF9


def read_gif(data: bytes) -> Header:
    width, height = struct.unpack_from("<HH", data, 6)
    _, transparent = first_gif_frame(data)
    return Header("gif", width, height, has_alpha=transparent)


def first_gif_frame(data: bytes) -> tuple[int, bool]:
    """Where the first frame of a GIF ends, and whether parts of it are transparent."""
    parts = each_part()
    offset, transparent = 13 + _palette_size(data[10]), False
    while data[offset] == _GIF_EXTENSION:
        if data[offset + 1] == _GIF_CONTROL:
            transparent = bool(data[offset + 3] & 1)
        offset = _after_blocks(data, offset + 2, parts)
    if data[offset] != _GIF_IMAGE:
        raise ValueError("no frame")
    # Ten bytes of position, size and flags, the frame's own palette, and how wide its codes are.
    return _after_blocks(data, offset + 11 + _palette_size(data[offset + 9]), parts), transparent


def _palette_size(flags: int) -> int:
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _after_blocks(data: bytes, offset: int, parts: Iterator[None]) -> int:
    for _ in parts:
        if not data[offset]:
            break
        offset += 1 + data[offset]
    return offset + 1
