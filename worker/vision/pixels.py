"""Decodes the pixels of a picture whose header has been read and found harmless."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from worker.errors import NotAnImage
from worker.vision.header import Header
from worker.vision.header_web import PNG_PIXELS, PNG_SIGNATURE, first_gif_frame, png_chunks

# One process a core is the rule here, and a process with threads cannot be forked.
cv2.setNumThreads(1)

Pixels = npt.NDArray[np.uint8]

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
_HEIC_ERRORS = (ValueError, LookupError, EOFError, SyntaxError, RuntimeError, OSError)
_TURNS = {3: cv2.ROTATE_180, 6: cv2.ROTATE_90_CLOCKWISE, 8: cv2.ROTATE_90_COUNTERCLOCKWISE}


def only_pixels(data: bytes, header: Header) -> bytes:
    """The file without what its pixels do not need, so that no decoder unpacks it: colour profiles and texts,
    which may be bombs of their own, and all but the first frame of an animation."""
    if header.format == "gif":
        return data[: first_gif_frame(data)[0]] + b";"
    if header.format == "png":
        chunks = list(png_chunks(data))
        if any(kind not in PNG_PIXELS for kind, _, _ in chunks):
            kept = (data[start - 8 : end + 4] for kind, start, end in chunks if kind in PNG_PIXELS)
            return PNG_SIGNATURE + b"".join(kept)
    return data


def grey_pixels(data: bytes, header: Header, reduction: int = 1) -> Pixels:
    """(height, width), upright; `reduction` is 1, 2, 4 or 8. Transparent pictures: see `colour_pixels`."""
    if needs_colour(header):
        return grey_of(colour_pixels(data, header, reduction))
    return _upright(_decoded(data, header, _REDUCED_GREY[reduction], reduction), header.orientation)


def colour_pixels(data: bytes, header: Header, reduction: int = 1) -> Pixels:
    """(height, width, 3) in blue, green, red, upright."""
    if header.format == "heic":
        pixels = _as_colour(_decoded_heic(data, header))
    elif header.has_alpha:
        pixels = _as_colour(_decoded(data, header, cv2.IMREAD_UNCHANGED, 1))
    else:
        pixels = _decoded(data, header, _REDUCED_COLOUR[reduction], reduction)
        reduction = 1
    return _upright(shrunk(pixels, reduction), header.orientation)


def needs_colour(header: Header) -> bool:
    """Whether the grey picture is made from the coloured one."""
    return header.has_alpha or header.format == "heic"


def grey_of(colour: Pixels) -> Pixels:
    return np.asarray(cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY), np.uint8)


def shrunk(pixels: Pixels, reduction: int) -> Pixels:
    """So many times smaller, every pixel the mean of those it stands for."""
    if reduction == 1:
        return pixels
    size = (-(-pixels.shape[1] // reduction), -(-pixels.shape[0] // reduction))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _decoded(data: bytes, header: Header, flags: int, reduction: int) -> Pixels:
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        pixels = None
    expected = (-(-header.height // reduction), -(-header.width // reduction))
    if pixels is None or pixels.shape[:2] != expected:
        raise _damaged(header)
    return np.asarray(pixels)


def _decoded_heic(data: bytes, header: Header) -> npt.NDArray[np.generic]:
    import pillow_heif  # loads Pillow, which nothing else here needs

    pillow_heif.options.DECODE_THREADS = 1
    try:
        pixels = np.asarray(pillow_heif.open_heif(data, bgr_mode=True))
    except _HEIC_ERRORS:
        raise _damaged(header) from None
    if pixels.shape[:2] != (header.height, header.width):
        raise _damaged(header)
    return pixels


def _damaged(header: Header) -> NotAnImage:
    name = header.format.upper()
    return NotAnImage(f"The {name} file is damaged or of a rare kind: its pixels cannot be decoded.")


def _as_colour(pixels: npt.NDArray[np.generic]) -> Pixels:
    """Blue, green, red from grey, grey and alpha, colour, or colour and alpha, of 8 or 16 bits."""
    if pixels.dtype == np.uint16:
        pixels = np.asarray(pixels, np.uint16) >> 8
    if pixels.dtype.kind != "u":
        raise NotAnImage("The pixels of the picture are no whole numbers.")
    small = np.asarray(pixels, np.uint8)
    channels = small.shape[2] if small.ndim == 3 else 1
    if channels == 2:
        small = np.asarray(cv2.merge([small[:, :, 0]] * 3 + [small[:, :, 1]]), np.uint8)
    if channels in (2, 4):
        return _on_plain_ground(small)
    return small if channels == 3 else np.asarray(cv2.cvtColor(small, cv2.COLOR_GRAY2BGR), np.uint8)


def _on_plain_ground(bgra: Pixels) -> Pixels:
    """Lay a transparent picture on black or white, whichever its opaque part stands out from."""
    alpha = cv2.extractChannel(bgra, 3)
    bgr = np.asarray(cv2.cvtColor(bgra, cv2.COLOR_BGRA2BGR), np.uint8)
    if alpha.min() == 255:  # most screenshots carry an alpha channel that hides nothing
        return bgr
    brightness = cv2.mean(bgr, (alpha > 127).astype(np.uint8))
    weight = cv2.merge([alpha] * 3)
    lit = cv2.multiply(bgr, weight, scale=1 / 255)
    shines = sum(brightness[:3]) > 3 * 127
    return np.asarray(lit if shines else cv2.add(lit, cv2.bitwise_not(weight)), np.uint8)


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
