"""Small picture files of every format and kind of pixels that Tilewise reads, all of the same scene."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pillow_heif
from PIL import Image

WIDTH, HEIGHT = 96, 64
RED, GREEN, BLUE, WHITE = (200, 30, 20), (30, 180, 40), (30, 40, 190), (255, 255, 255)
ORIENTATION = 0x0112
TURNING = ("PNG", "JPEG", "WEBP", "TIFF", "HEIF", "AVIF")
"""Formats that can say which way up they were taken."""
CORNERS = {"top left": (8, 8), "top right": (-8, 8), "bottom left": (8, -8), "bottom right": (-8, -8)}
"""Where the four colours are looked for, as x and y."""


def scene() -> Image.Image:
    """White at the top left, red, green and blue in the other corners: no turn or mirror image is alike."""
    image = Image.new("RGB", (WIDTH, HEIGHT), WHITE)
    image.paste(RED, (WIDTH // 2, 0, WIDTH, HEIGHT // 2))
    image.paste(GREEN, (0, HEIGHT // 2, WIDTH // 2, HEIGHT))
    image.paste(BLUE, (WIDTH // 2, HEIGHT // 2, WIDTH, HEIGHT))
    return image


def saved(image: Image.Image, file_format: str, **how: Any) -> bytes:
    file = io.BytesIO()
    if file_format == "HEIF":
        pillow_heif.from_pillow(image).save(file, **how)
    else:
        image.save(file, file_format, **how)
    return file.getvalue()


def turned(file_format: str, orientation: int) -> bytes:
    """The scene as a camera would store it that was held another way: a person sees it upright."""
    undo = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}
    image = scene()
    if orientation != 1:
        image = image.transpose(Image.Transpose(undo[orientation]))
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    if file_format == "HEIF":
        file = io.BytesIO()
        pillow_heif.encode("RGB", image.size, image.tobytes(), file, exif=exif.tobytes(), quality=95)
        return file.getvalue()
    how = {"quality": 95} if file_format in ("JPEG", "WEBP", "AVIF") else {}
    return saved(image, file_format, exif=exif, **how)


@cache
def in_every_form() -> Mapping[str, bytes]:
    """The opaque scene, in colour or close to it, by the name of the form."""
    rgb = scene()
    grey16 = np.asarray(rgb).astype(np.uint16) * 257
    return {
        "png": saved(rgb, "PNG"),
        "png, palette": saved(rgb.quantize(8), "PNG"),
        "png, with alpha": saved(rgb.convert("RGBA"), "PNG"),
        "png, 16 bits": png(grey16),
        "jpeg": saved(rgb, "JPEG", quality=95),
        "jpeg, progressive": saved(rgb, "JPEG", quality=95, progressive=True),
        "jpeg, cmyk": saved(rgb.convert("CMYK"), "JPEG", quality=95),
        "webp": saved(rgb, "WEBP", quality=95),
        "webp, lossless": saved(rgb, "WEBP", lossless=True),
        "webp, animated": saved(rgb, "WEBP", save_all=True, append_images=[rgb.rotate(180)]),
        "gif": saved(rgb.quantize(8), "GIF"),
        "gif, animated": saved(rgb.quantize(8), "GIF", save_all=True, append_images=[rgb.rotate(180)] * 3),
        "bmp": saved(rgb, "BMP"),
        "bmp, 32 bits": saved(rgb.convert("RGBA"), "BMP"),
        "bmp, palette": saved(rgb.quantize(8), "BMP"),
        "tiff": saved(rgb, "TIFF"),
        "tiff, lzw": saved(rgb, "TIFF", compression="tiff_lzw"),
        "tiff, palette": saved(rgb.quantize(8), "TIFF"),
        "tiff, cmyk": saved(rgb.convert("CMYK"), "TIFF"),
        "tiff, with alpha": saved(rgb.convert("RGBA"), "TIFF"),
        "heic": saved(rgb, "HEIF", quality=95),
        "heic, with alpha": saved(rgb.convert("RGBA"), "HEIF", quality=95),
        "avif": saved(rgb, "AVIF", quality=95),
        "avif, with alpha": saved(rgb.convert("RGBA"), "AVIF", quality=95),
    }


@cache
def in_grey() -> Mapping[str, bytes]:
    """The scene without its colours."""
    grey = scene().convert("L")
    sixteen = Image.fromarray(np.asarray(grey).astype(np.uint16) * 257)
    return {
        "png": saved(grey, "PNG"),
        "png, 16 bits": saved(sixteen, "PNG"),
        "png, with alpha": saved(scene().convert("LA"), "PNG"),
        "jpeg": saved(grey, "JPEG", quality=95),
        "webp": saved(grey, "WEBP", quality=95),
        "gif": saved(grey, "GIF"),
        "bmp": saved(grey, "BMP"),
        "tiff": saved(grey, "TIFF"),
        "tiff, 16 bits": saved(sixteen, "TIFF"),
        "heic": saved(grey, "HEIF", quality=95),
        "avif": saved(grey, "AVIF", quality=95),
    }


def png(pixels: np.ndarray[Any, Any], *, extra: bytes = b"") -> bytes:
    """A PNG file of (height, width, 3) pixels of 8 or 16 bits; `extra` chunks come before the pixels."""
    height, width, _ = pixels.shape
    depth = pixels.dtype.itemsize * 8
    rows = pixels.astype(f">u{pixels.dtype.itemsize}").tobytes()
    stride = len(rows) // height
    raw = b"".join(b"\0" + rows[start : start + stride] for start in range(0, len(rows), stride))
    size = struct.pack(">IIBBBBB", width, height, depth, 2, 0, 0, 0)
    content = chunk(b"IHDR", size) + extra + chunk(b"IDAT", zlib.compress(raw))
    return b"\x89PNG\r\n\x1a\n" + content + chunk(b"IEND", b"")


def chunk(kind: bytes, content: bytes) -> bytes:
    """A chunk of a PNG file."""
    checksum = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)
