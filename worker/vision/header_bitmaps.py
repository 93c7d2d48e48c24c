"""Headers of BMP and TIFF files; see `worker.vision.header_web` for what the parsers promise."""

from __future__ import annotations

import struct
from collections.abc import Mapping

import numpy as np

from worker.vision.header import Header

_BMP_OLD_HEADER = 12
_BMP_PLAIN = (0, 3)  # not run-length coded: neither with a palette nor with colour masks


def read_bmp(data: bytes) -> Header:
    pixels, header_size = struct.unpack_from("<II", data, 10)
    if header_size == _BMP_OLD_HEADER:
        width, height, _, depth = struct.unpack_from("<HHHH", data, 18)
        compression = 0
    else:
        width, height, _, depth, compression = struct.unpack_from("<iiHHI", data, 18)
    height = abs(height)  # negative when the rows run from top to bottom
    row = (width * depth + 31) // 32 * 4
    if compression in _BMP_PLAIN and pixels + row * height > len(data):
        raise ValueError("cut")
    # A fourth channel is more often left empty than meant: OpenCV leaves it out, too.
    return Header("bmp", width, height)


_WIDTH, _HEIGHT, _ORIENTATION, _SAMPLES, _EXTRA = 256, 257, 274, 277, 338
_STRIPS, _TILES = (273, 279), (324, 325)
_TILE_WIDTH, _TILE_HEIGHT = 322, 323
_MOST_SAMPLES = 4
_TYPES = {1: "B", 3: "H", 4: "I"}


def read_tiff(data: bytes) -> Header:
    order = {b"II": "<", b"MM": ">"}[data[:2]]
    tags = _directory(data, order)
    width, height = int(tags[_WIDTH][0]), int(tags[_HEIGHT][0])
    for starts, sizes in (_STRIPS, _TILES):
        if starts in tags and int((tags[starts].astype(np.int64) + tags[sizes]).max()) > len(data):
            raise ValueError("cut")
    if _first(tags, _SAMPLES, 1) > _MOST_SAMPLES:
        raise ValueError("more channels than a picture has")
    if _first(tags, _ORIENTATION, 1) >= 5:
        width, height = height, width  # OpenCV turns TIFF files upright, and only these
    tile = _first(tags, _TILE_WIDTH, 0) * _first(tags, _TILE_HEIGHT, 0)
    return Header("tiff", width, height, has_alpha=_EXTRA in tags, heaviest_part=tile)


def _first(tags: Mapping[int, np.ndarray], tag: int, default: int) -> int:
    return int(tags[tag][0]) if tag in tags else default


def _directory(data: bytes, order: str) -> dict[int, np.ndarray]:
    """The numbers of the first picture in the file by tag."""
    (start,) = struct.unpack_from(order + "I", data, 4)
    (entries,) = struct.unpack_from(order + "H", data, start)
    tags: dict[int, np.ndarray] = {}
    for entry in range(start + 2, start + 2 + 12 * entries, 12):
        tag, kind, count = struct.unpack_from(order + "HHI", data, entry)
        if kind in _TYPES and count:
            dtype = np.dtype(order + _TYPES[kind])
            inline = count * dtype.itemsize <= 4
            (offset,) = (entry + 8,) if inline else struct.unpack_from(order + "I", data, entry + 8)
            tags[tag] = np.frombuffer(data, dtype, count, offset)
    return tags
