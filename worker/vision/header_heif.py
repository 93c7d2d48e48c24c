"""Headers of HEIC and AVIF files: boxes within boxes (ISO/IEC 14496-12 and 23008-12).

The size stands in a property (`ispe`) of the primary item. The coded picture has a size of its own: libheif
refuses one that does not match before it decodes, OpenCV's AVIF decoder does not, so that AV1's sequence
headers are read here, too.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import NamedTuple

from worker.vision.header import UPRIGHT, Header, each_part

HEIC_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
AVIF_BRANDS = frozenset({b"avif", b"avis"})

_ORIENTATIONS = {
    (0, None): UPRIGHT, (0, 1): 2, (2, None): 3, (0, 0): 4, (1, 0): 5, (3, None): 6, (1, 1): 7, (1, None): 8,
    (2, 0): 2, (2, 1): 4, (3, 0): 7, (3, 1): 5,
}  # fmt: skip
"""Quarter turns counter-clockwise, then what is mirrored (0: top and bottom, 1: left and right)."""


class _Box(NamedTuple):
    kind: bytes
    start: int
    end: int


def is_heic(data: bytes) -> bool:
    return data[4:8] == b"ftyp" and not is_avif(data) and bool(_brands(data) & HEIC_BRANDS)


def is_avif(data: bytes) -> bool:
    return data[4:8] == b"ftyp" and bool(_brands(data) & AVIF_BRANDS)


def _brands(data: bytes) -> set[bytes]:
    end = min(int.from_bytes(data[:4], "big"), 256)
    return {data[8:12]} | {data[offset : offset + 4] for offset in range(16, end, 4)}


def read_heic(data: bytes) -> Header:
    """libheif crops and turns the picture itself."""
    header = _read_meta(data, _meta(data), is_cropped=True)
    if header.orientation >= 5:
        header = header._replace(width=header.height, height=header.width)
    return header._replace(format="heic", orientation=UPRIGHT)


def read_avif(data: bytes) -> Header:
    meta = _meta(data)
    coded = [width * height for width, height in _coded_sizes(data, meta)]
    header = _read_meta(data, meta)
    return header._replace(format="avif", heaviest_part=max([header.heaviest_part, *coded]))


def _boxes(data: bytes, start: int, end: int) -> Iterator[_Box]:
    for _ in each_part():
        if start + 8 > end:
            return
        size, kind = struct.unpack_from(">I4s", data, start)
        body = start + 8
        if size == 1:
            (size,) = struct.unpack_from(">Q", data, body)
            body += 8
        stop = start + size if size else end
        if not body <= stop <= end:
            raise ValueError("cut inside a box")
        yield _Box(kind, body, stop)
        start = stop


def _child(data: bytes, parent: _Box, kind: bytes) -> _Box:
    found = next((box for box in _boxes(data, parent.start, parent.end) if box.kind == kind), None)
    if found is None:
        raise ValueError("a box is missing")
    return found


def _meta(data: bytes) -> _Box:
    """The box with all that is said about the items; every box of the file is whole."""
    metas = [box for box in _boxes(data, 0, len(data)) if box.kind == b"meta"]
    if not metas:
        raise ValueError("nothing about items")
    return metas[0]._replace(start=metas[0].start + 4)


def _read_meta(data: bytes, meta: _Box, *, is_cropped: bool = False) -> Header:
    """Of the primary item; `is_cropped`: of its clean aperture, where it has one."""
    primary = _primary_item(data, _child(data, meta, b"pitm"))
    properties = _child(data, meta, b"iprp")
    known = list(_boxes(data, *_child(data, properties, b"ipco")[1:]))
    size, turns, mirror = None, 0, None
    for index in _properties_of(data, _child(data, properties, b"ipma"), primary):
        kind, start, _ = known[index - 1]
        if kind == b"ispe":
            size = _extent(data, start)
        elif kind == b"clap" and is_cropped and size is not None:
            size = _clean_aperture(data, start, size)
        elif kind == b"irot":
            turns = data[start] & 3
        elif kind == b"imir":
            mirror = data[start] & 1
    if size is None:
        raise ValueError("no size")
    areas = [width * height for width, height in (_extent(data, b.start) for b in known if b.kind == b"ispe")]
    alpha = any(b.kind == b"auxC" and b"alpha" in data[b.start : b.end] for b in known)
    return Header("heif", *size, _ORIENTATIONS[turns, mirror], alpha, max(areas))


def _extent(data: bytes, start: int) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", data, start + 4)
    return width, height


def _clean_aperture(data: bytes, start: int, size: tuple[int, int]) -> tuple[int, int]:
    """Width and height of what is to be shown of a picture; HEVC codes even sizes only, so an odd one is
    cut off a larger picture. Raises ValueError when nothing would be left."""
    fractions = struct.unpack_from(">IIIIiIiI", data, start)
    kept = [
        _kept_of(side, *fractions[at : at + 2], *fractions[at + 4 : at + 6])
        for side, at in zip(size, (0, 2), strict=True)
    ]
    return kept[0], kept[1]


def _kept_of(side: int, extent: int, extent_parts: int, offset: int, offset_parts: int) -> int:
    """Pixels from the first to the last, both rounded down, of an aperture around a centre that lies `offset`
    beside the picture's (ISO/IEC 14496-12, 12.1.4; rounded as libheif does)."""
    if not extent_parts or not offset_parts:
        raise ValueError("divided by nothing")
    width = Fraction(extent, extent_parts)
    first = Fraction(offset, offset_parts) + Fraction(side - 1, 2) - (width - 1) / 2
    last = min(floor(first + width - 1), side - 1)
    kept = last - max(floor(first), 0) + 1
    if kept < 1:
        raise ValueError("nothing to be shown")
    return kept


def _primary_item(data: bytes, box: _Box) -> int:
    layout = ">I" if data[box.start] else ">H"
    return int(struct.unpack_from(layout, data, box.start + 4)[0])


def _properties_of(data: bytes, box: _Box, wanted: int) -> Iterator[int]:
    """Numbers (from 1) of an item's properties, in order."""
    version, wide = data[box.start], data[box.start + 3] & 1
    (count,) = struct.unpack_from(">I", data, box.start + 4)
    offset, id_size, step = box.start + 8, 4 if version else 2, 2 if wide else 1
    for _ in zip(range(count), each_part(), strict=False):
        item = int.from_bytes(data[offset : offset + id_size], "big")
        links = data[offset + id_size]
        offset += id_size + 1
        if item == wanted:
            for link in range(offset, offset + links * step, step):
                number = int.from_bytes(data[link : link + step], "big") & (0x7FFF if wide else 0x7F)
                if number:
                    yield number
        offset += links * step


def _coded_sizes(data: bytes, meta: _Box) -> Iterator[tuple[int, int]]:
    """Width and height of every AV1 picture in the file, as its own data say."""
    coded = set(_items_of_kind(data, _child(data, meta, b"iinf"), b"av01"))
    for item, start in _item_starts(data, _child(data, meta, b"iloc")):
        if item in coded:
            yield _av1_size(data, start)


def _items_of_kind(data: bytes, box: _Box, wanted: bytes) -> Iterator[int]:
    entries = box.start + (8 if data[box.start] else 6)
    for kind, start, _ in _boxes(data, entries, box.end):
        if kind == b"infe":
            layout, at = (">H", 8) if data[start] == 2 else (">I", 10)
            if data[start + at : start + at + 4] == wanted:
                yield int(struct.unpack_from(layout, data, start + 4)[0])


def _item_starts(data: bytes, box: _Box) -> Iterator[tuple[int, int]]:
    """Item and where in the file its content begins."""
    reader = _Numbers(data, box.start)
    version = reader.take(1)
    reader.take(3)
    sizes = reader.take(2)
    offset_size, length_size, base_size, index_size = (sizes >> shift & 15 for shift in (12, 8, 4, 0))
    for _ in zip(range(reader.take(4 if version == 2 else 2)), each_part(), strict=False):
        item = reader.take(4 if version == 2 else 2)
        place = reader.take(2) if version else 0
        reader.take(2)
        base, extents = reader.take(base_size), reader.take(2)
        extent_size = (index_size if version else 0) + offset_size + length_size
        if extents:
            reader.take(index_size if version else 0)
            start = base + reader.take(offset_size)
            reader.take(length_size + (extents - 1) * extent_size)
            if place & 15:
                raise ValueError("content in an unusual place")
            yield item, start


class _Numbers:
    """Big-endian numbers, one after the other."""

    def __init__(self, data: bytes, offset: int) -> None:
        self._data, self._offset = data, offset

    def take(self, size: int) -> int:
        start, self._offset = self._offset, self._offset + size
        if self._offset > len(self._data):
            raise ValueError("cut")
        return int.from_bytes(self._data[start : self._offset], "big")


_SEQUENCE_HEADER = 1


def _av1_size(data: bytes, offset: int) -> tuple[int, int]:
    """The largest frame that an AV1 stream announces (AV1 specification, 5.5)."""
    for _ in each_part():
        header = data[offset]
        offset += 2 if header & 4 else 1
        if not header & 2:
            raise ValueError("a unit without size")
        size, offset = _leb128(data, offset)
        if header >> 3 & 15 == _SEQUENCE_HEADER:
            return _sequence_size(_Bits(data[offset : offset + size]))
        offset += size
    raise ValueError("no end")


def _leb128(data: bytes, offset: int) -> tuple[int, int]:
    value = 0
    for place in range(8):
        value |= (data[offset + place] & 0x7F) << 7 * place
        if not data[offset + place] & 0x80:
            return value, offset + place + 1
    raise ValueError("an endless number")


class _Bits:
    """Numbers of any number of bits, one after the other."""

    def __init__(self, data: bytes) -> None:
        self._value, self._left = int.from_bytes(data[:256], "big"), 8 * min(len(data), 256)

    def take(self, count: int) -> int:
        self._left -= count
        if self._left < 0:
            raise ValueError("cut")
        return self._value >> self._left & (1 << count) - 1


def _sequence_size(bits: _Bits) -> tuple[int, int]:
    bits.take(4)  # profile, still picture
    if bits.take(1):  # the short form that single pictures have
        bits.take(5)
    else:
        if bits.take(1):
            raise ValueError("a picture with timing")
        delays = bits.take(1)
        for _ in range(bits.take(5) + 1):
            bits.take(12)
            if bits.take(5) > 7:
                bits.take(1)
            if delays and bits.take(1):
                bits.take(4)
    wide, high = bits.take(4) + 1, bits.take(4) + 1
    return bits.take(wide) + 1, bits.take(high) + 1
