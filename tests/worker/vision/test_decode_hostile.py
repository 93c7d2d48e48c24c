"""Bombs, lying headers and damaged files of every format are refused, quickly and without much memory."""

from __future__ import annotations

import random
import resource
import struct
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests import picture_files as files
from worker.errors import ImageTooLarge, NotAnImage
from worker.vision.decode import DecodeLimits, decode

SMALL = DecodeLimits(max_pixels=200_000)
BOMB_SECONDS, BOMB_MEGABYTES = 0.1, 50


def peak_megabytes() -> float:
    unit = 1024**2 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


@cache
def all_files() -> list[bytes]:
    turned = [files.turned(file_format, 6) for file_format in files.TURNING]
    return [*files.in_every_form().values(), *files.in_grey().values(), *turned]


@contextmanager
def cheaply() -> Iterator[None]:
    """Fails when what happens inside takes long or much memory."""
    for data in all_files():
        decode(data)  # so that no library is loaded meanwhile
    memory, start = peak_megabytes(), time.process_time()
    yield
    assert time.process_time() - start < BOMB_SECONDS
    assert peak_megabytes() - memory < BOMB_MEGABYTES


def claiming(form: str, width: int, height: int) -> bytes:
    """A small file whose header claims another size."""
    data = files.in_every_form()[form]
    old, new = (files.WIDTH, files.HEIGHT), (width, height)
    if form == "png":
        body = b"IHDR" + struct.pack(">II", *new) + data[24:29]
        return data[:12] + body + struct.pack(">I", zlib.crc32(body)) + data[33:]
    if form == "tiff":
        sides = zip((256, 257), old, new, strict=True)
        for before, after in ((_tiff_side(tag, was), _tiff_side(tag, now)) for tag, was, now in sides):
            assert before in data
            data = data.replace(before, after)
        return data
    layout = {"jpeg": ">HH", "webp, animated": "<HBHB", "gif": "<HH", "bmp": "<ii"}.get(form, ">II")
    before, after = (struct.pack(layout, *_as_stored(form, *size)) for size in (old, new))
    assert before in data
    return data.replace(before, after)


def _tiff_side(tag: int, value: int) -> bytes:
    return struct.pack("<HHII", tag, 4, 1, value)


def _as_stored(form: str, width: int, height: int) -> tuple[int, ...]:
    if form == "webp, animated":
        return width - 1, 0, height - 1, 0
    return (height, width) if form == "jpeg" else (width, height)


def many_scans() -> bytes:
    """A progressive JPEG in which the last scan is repeated thousands of times."""
    data = files.in_every_form()["jpeg, progressive"]
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * 5000 + data[-2:]


def packed_profile() -> bytes:
    """A PNG whose colour profile and text each unpack to 200 million bytes."""
    packed = zlib.compressobj(9)
    bomb = b"".join([*(packed.compress(bytes(1_000_000)) for _ in range(200)), packed.flush()])
    extra = files.chunk(b"iCCP", b"profile\0\0" + bomb) + files.chunk(b"zTXt", b"Comment\0\0" + bomb)
    return files.png(np.asarray(files.scene()), extra=extra)


def smaller_outside(file_format: str, side: int) -> bytes:
    """A picture in a frame that says 96 x 64."""
    data = files.saved(Image.new("L", (side, side)), file_format)
    honest = struct.pack(">4sIII", b"ispe", 0, side, side)
    assert honest in data
    return data.replace(honest, struct.pack(">4sIII", b"ispe", 0, 96, 64))


def huge_tiles() -> bytes:
    """A TIFF of 64 x 64 pixels in one tile of 20,000 x 20,000."""
    tags = [
        (256, 64), (257, 64), (258, 8), (259, 1), (262, 1), (277, 1),
        (322, 20_000), (323, 20_000), (324, 8), (325, 64),
    ]  # fmt: skip
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + entries + bytes(4) + bytes(64)


class TestBombs:
    @pytest.mark.parametrize("form", ["png", "jpeg", "webp, animated", "gif", "heic", "avif"])
    def test_a_small_file_that_claims_400_million_pixels(self, form: str) -> None:
        bomb = claiming(form, 20_000, 20_000)
        with cheaply(), pytest.raises(ImageTooLarge) as caught:
            decode(bomb)
        assert (caught.value.details["width"], caught.value.details["height"]) == (20_000, 20_000)

    # These hold their pixels as they are, so that the file would have to be as large as it claims.
    @pytest.mark.parametrize("form", ["bmp", "tiff"])
    def test_a_bitmap_that_claims_400_million_pixels(self, form: str) -> None:
        with cheaply(), pytest.raises((ImageTooLarge, NotAnImage)):
            decode(claiming(form, 20_000, 20_000))

    def test_a_jpeg_of_thousands_of_scans(self) -> None:
        bomb = many_scans()
        with cheaply(), pytest.raises(NotAnImage):
            decode(bomb)

    @pytest.mark.slow
    def test_a_packed_profile_is_not_unpacked(self) -> None:
        bomb = packed_profile()
        with cheaply():
            assert decode(bomb).size == (files.WIDTH, files.HEIGHT)

    def test_tiles_larger_than_the_picture(self) -> None:
        with cheaply(), pytest.raises(ImageTooLarge):
            decode(huge_tiles())

    @pytest.mark.parametrize(
        ("form", "head", "part"),
        [
            ("png", 33, files.chunk(b"teXt", b"")),
            ("jpeg", 2, b"\xff\xe5\0\2"),
            ("jpeg", 2, b"\xff"),  # fill bytes
            ("webp, animated", 30, b"JUNK\0\0\0\0"),
            ("gif", 37, b"\x21\xfe\0"),  # empty comments
            ("heic", 0, b"\0\0\0\x08free"),
            ("avif", 0, b"\0\0\0\x08free"),
        ],
    )
    def test_millions_of_empty_parts(self, form: str, head: int, part: bytes) -> None:
        data = files.in_every_form()[form]
        head = head or int.from_bytes(data[:4], "big")
        filling = part * (10_000_000 // len(part))
        bomb = data[:head] + filling + data[head:]
        if form == "webp, animated":
            bomb = bomb[:4] + struct.pack("<I", len(bomb) - 8) + bomb[8:]
        with cheaply(), pytest.raises(NotAnImage):
            decode(bomb)

    @pytest.mark.slow
    @pytest.mark.parametrize("file_format", ["HEIF", "AVIF"])
    def test_a_picture_larger_than_its_frame(self, file_format: str) -> None:
        bomb = smaller_outside(file_format, 1504)
        with cheaply(), pytest.raises((ImageTooLarge, NotAnImage)):
            decode(bomb, DecodeLimits(max_pixels=1_000_000))


NASTY = (bytes(4), b"\xff" * 4, b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f", b"\0\0\x40\0", b"\0\x40\0\0")


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The file with bytes changed, removed, inserted, or its end cut off, mostly near the beginning."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        at = rng.randrange(min(len(changed), rng.choice((64, 400, 1 << 30))))
        match rng.randrange(10):
            case 0 | 1 | 2 | 3 | 4:
                changed[at] = rng.randrange(256)
            case 5 | 6:
                changed[at : at + 4] = rng.choice(NASTY)
            case 7:
                del changed[at : at + rng.randrange(1, 40)]
            case 8:
                changed[at:at] = rng.randbytes(rng.randrange(1, 20))
            case _:
                del changed[at + 1 :]
        changed = changed or bytearray(b"\0")
    # Wrong checksums would hide all else that is wrong.
    return with_right_checksums(bytes(changed)) if rng.random() < 0.7 else bytes(changed)


def with_right_checksums(data: bytes) -> bytes:
    """A mutated PNG as its author would send it; other files as they are."""
    if not data.startswith(b"\x89PNG"):
        return data
    parts, offset = [data[:8]], 8
    while offset + 12 <= len(data):
        length = int.from_bytes(data[offset : offset + 4], "big")
        body = data[offset + 4 : offset + 8 + length]
        parts.append(data[offset : offset + 4] + body + struct.pack(">I", zlib.crc32(body)))
        offset += 12 + length
    return b"".join(parts)


def decode_mutations(count: int, seed: int) -> None:
    """Each file is a picture of the size it claims, or refused, within bounded memory and time."""
    for data in all_files():
        assert decode(data).bgr.size
    rng, memory = random.Random(seed), peak_megabytes()
    for index in range(count):
        data = mutated(all_files()[index % len(all_files())], rng)
        start = time.process_time()
        try:
            picture = decode(data, SMALL)
            assert picture.bgr.shape[:2] == picture.size[::-1]
        except (NotAnImage, ImageTooLarge) as refusal:
            assert refusal.message
        assert time.process_time() - start < 1
    assert peak_megabytes() - memory < BOMB_MEGABYTES


class TestDamage:
    @pytest.mark.slow
    def test_damaged_files_are_read_or_refused(self) -> None:
        decode_mutations(3_000, seed=1)

    @pytest.mark.long
    def test_many_damaged_files_are_read_or_refused(self) -> None:
        decode_mutations(100_000, seed=2)

    @given(st.binary(max_size=200), st.sampled_from(sorted(files.in_every_form())))
    def test_anything_after_the_first_bytes(self, tail: bytes, form: str) -> None:
        try:
            decode(files.in_every_form()[form][:16] + tail, SMALL)
        except (NotAnImage, ImageTooLarge) as refusal:
            assert refusal.hint
