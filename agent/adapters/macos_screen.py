"""Pictures of the screen, in the display's own pixels: several a point on Retina."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import Quartz

from agent.adapters.macos_displays import whole
from agent.errors import NoPermission, NotSupported
from agent.ports import Capture, ScreenRect

PROGRAM: Final = "/usr/sbin/screencapture"
"""Part of every macOS; slower than asking the window server, a tenth of a second and more."""
PROGRAM_SECONDS: Final = 5.0


class MacScreen:
    """What lies on the screen at that place, other windows too; never the mouse cursor."""

    def __init__(self, program: str = PROGRAM) -> None:
        """`program` takes pictures where the window server gives none; Apple calls asking it out of date."""
        self._program = program

    def capture(self, bounds: ScreenRect) -> Capture:
        return self.snapshot(bounds)()

    def snapshot(self, bounds: ScreenRect) -> Callable[[], Capture]:
        area = whole(bounds)  # macOS would enlarge the picture to them without saying so
        return partial(_capture_of, self._image(area), area)

    def patch(self, bounds: ScreenRect) -> bytes:
        image = self._image(whole(bounds))
        pixels = bytes(Quartz.CGDataProviderCopyData(Quartz.CGImageGetDataProvider(image)))
        used = Quartz.CGImageGetWidth(image) * Quartz.CGImageGetBitsPerPixel(image) // 8
        # Rows are padded with whatever lay in memory.
        starts = range(0, len(pixels), Quartz.CGImageGetBytesPerRow(image))
        return b"".join(pixels[start : start + used] for start in starts)

    def _image(self, area: ScreenRect) -> Any:
        image = _from_window_server(area)
        if image is None:
            image = _from_program(self._program, area)
        if image is not None:
            return image
        if not Quartz.CGPreflightScreenCaptureAccess():
            raise NoPermission("macOS does not let this program record the screen.")
        raise NotSupported("macOS gave no picture of the screen.")


def _from_window_server(area: ScreenRect) -> Any:
    """None when it refuses, or when this macOS has the function no more."""
    create = getattr(Quartz, "CGWindowListCreateImage", None)
    if create is None:
        return None
    return create(
        Quartz.CGRectMake(area.x, area.y, area.width, area.height),
        Quartz.kCGWindowListOptionOnScreenOnly,
        Quartz.kCGNullWindowID,
        Quartz.kCGWindowImageBestResolution,
    )


def _from_program(program: str, area: ScreenRect) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "screen.png"
        where = f"-R{area.x:.0f},{area.y:.0f},{area.width:.0f},{area.height:.0f}"
        try:
            subprocess.run([program, "-x", where, str(file)], check=True, timeout=PROGRAM_SECONDS)
            png = file.read_bytes()
        except (OSError, subprocess.SubprocessError):
            return None
    source = Quartz.CGImageSourceCreateWithData(png, None)
    return None if source is None else Quartz.CGImageSourceCreateImageAtIndex(source, 0, None)


def _capture_of(image: Any, area: ScreenRect) -> Capture:
    return Capture(
        png=_png(image),
        width=int(Quartz.CGImageGetWidth(image)),
        height=int(Quartz.CGImageGetHeight(image)),
        bounds=area,
    )


def _png(image: Any) -> bytes:
    data = Quartz.CFDataCreateMutable(None, 0)
    destination = Quartz.CGImageDestinationCreateWithData(data, "public.png", 1, None)
    Quartz.CGImageDestinationAddImage(destination, image, None)
    if not Quartz.CGImageDestinationFinalize(destination):
        raise NotSupported("macOS could not write a picture of the screen.")
    return bytes(data)
