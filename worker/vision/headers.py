"""Recognises picture files and reads what they say about themselves, without decoding a pixel.

Sizes come from the header so that a 400 kB file claiming 20,000 x 20,000 pixels is refused before it takes
gigabytes.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from worker.errors import NotAnImage
from worker.vision.header import Header
from worker.vision.header_bitmaps import read_bmp, read_tiff
from worker.vision.header_heif import is_avif, is_heic, read_avif, read_heic
from worker.vision.header_web import PNG_SIGNATURE, read_gif, read_jpeg, read_png, read_webp

FORMATS: dict[str, tuple[Callable[[bytes], bool], Callable[[bytes], Header]]] = {
    "png": (lambda data: data.startswith(PNG_SIGNATURE), read_png),
    "jpeg": (lambda data: data.startswith(b"\xff\xd8\xff"), read_jpeg),
    "webp": (lambda data: data[:4] == b"RIFF" and data[8:12] == b"WEBP", read_webp),
    "gif": (lambda data: data[:6] in (b"GIF87a", b"GIF89a"), read_gif),
    "bmp": (lambda data: data[:2] == b"BM" and len(data) > 26, read_bmp),
    "tiff": (lambda data: data[:4] in (b"II*\0", b"MM\0*"), read_tiff),
    "heic": (is_heic, read_heic),
    "avif": (is_avif, read_avif),
}
"""Format name -> how its files begin, and the parser of its header."""


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
    except (struct.error, LookupError, ValueError):
        raise NotAnImage(f"The {name.upper()} file is damaged or ends too early.") from None
    if header.width < 1 or header.height < 1:
        raise NotAnImage(f"The {name.upper()} file claims a size of {header.width} x {header.height} pixels.")
    return header
