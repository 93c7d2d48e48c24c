"""Pictures of exactly what was asked for, in the pixels of the display."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from agent.errors import NoPermission, NotSupported
from agent.geometry import to_pixel, to_screen
from agent.ports import Capture, PixelPoint, Screen, ScreenPoint, ScreenRect
from tests.agent.mac.desk import DeskWindow, Display, Program, Rect
from tests.agent.mac.machine import Machine

GREEN, GREY, BLUE, BLACK = (10, 120, 10), (90, 140, 60), (20, 40, 160), (0, 0, 0)
PHONE = ScreenRect(100, 80, 326, 720)


@pytest.fixture
def screen(mac: Machine) -> Screen:
    from agent.adapters.macos_screen import MacScreen

    return MacScreen()


def pixels(capture: Capture) -> Image.Image:
    image = Image.open(io.BytesIO(capture.png))
    assert image.format == "PNG" and image.size == (capture.width, capture.height)
    return image.convert("RGB")


@pytest.mark.parametrize("scale", [1, 2])
def test_a_capture_shows_the_window_and_nothing_else(mac: Machine, screen: Screen, scale: int) -> None:
    mac.displays[0] = Display(1, Rect.of(0, 0, 1440, 900), scale)
    capture = screen.capture(PHONE)
    assert (capture.width, capture.height, capture.bounds) == (326 * scale, 720 * scale, PHONE)
    assert pixels(capture).getcolors() == [(326 * 720 * scale * scale, GREEN)]
    assert to_screen(PixelPoint(163 * scale, 0), capture) == ScreenPoint(263, 80)


def test_a_window_that_spans_displays_has_the_finer_ones_pixels(
    mac: Machine, screen: Screen, phone: Program
) -> None:
    mac.displays.append(Display(2, Rect.of(-1280, -124, 1280, 1024), 1))
    phone.windows[1].bounds = Rect.of(-200, -100, 326, 720)
    mac.close(10)
    capture = screen.capture(ScreenRect(-200, -100, 326, 720))
    assert (capture.width, capture.height) == (652, 1440)
    assert to_pixel(ScreenPoint(0, 0), capture) == PixelPoint(400, 200)
    assert pixels(capture).getcolors() == [(652 * 1440, GREEN)]


def test_what_lies_over_the_window_is_seen(mac: Machine, screen: Screen, terminal: Program) -> None:
    mac.open(terminal, DeskWindow(31, Rect.of(100, 80, 163, 720), "above", colour=GREY))
    image = pixels(screen.capture(PHONE))
    assert image.getpixel((325, 10)) == GREY and image.getpixel((326, 10)) == GREEN


def test_bounds_with_fractions_grow_to_whole_points(mac: Machine, screen: Screen) -> None:
    capture = screen.capture(ScreenRect(99.5, 80.25, 326.5, 719.75))
    assert capture.bounds == ScreenRect(99, 80, 327, 720)
    assert (capture.width, capture.height) == (654, 1440)
    image = pixels(capture)
    assert image.getpixel((1, 0)) == BLUE and image.getpixel((2, 0)) == GREEN


def test_a_patch_is_the_same_until_a_pixel_in_it_changes(
    mac: Machine, screen: Screen, phone: Program
) -> None:
    area = ScreenRect(200, 100, 40.5, 10)
    first = screen.patch(area)
    assert len(first) == 82 * 20 * 4  # without what pads the rows
    assert screen.patch(area) == first
    phone.windows[1].colour = (10, 120, 11)
    assert screen.patch(area) != first


def test_without_permission_it_says_so(mac: Machine) -> None:
    from agent.adapters.macos_screen import MacScreen

    mac.may_record = False
    with pytest.raises(NoPermission):
        MacScreen(program="/nonexistent").capture(PHONE)


@pytest.mark.parametrize("has_function", [True, False])
def test_where_the_window_server_gives_no_picture_the_program_takes_it(
    mac: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_function: bool
) -> None:
    from agent.adapters.macos_screen import MacScreen

    Image.new("RGB", (652, 1440), GREEN).save(tmp_path / "taken.png")
    program = tmp_path / "screencapture"
    program.write_text(f'#!/bin/sh\necho "$1 $2" > {tmp_path}/told\ncp {tmp_path}/taken.png "$3"\n')
    program.chmod(0o755)
    monkeypatch.setattr(mac, "CGWindowListCreateImage", (lambda *_: None) if has_function else None)
    capture = MacScreen(str(program)).capture(ScreenRect(-100, 80, 326, 720))
    assert (capture.width, capture.height) == (652, 1440)
    assert pixels(capture).getcolors() == [(652 * 1440, GREEN)]
    assert (tmp_path / "told").read_text() == "-x -R-100,80,326,720\n"
    assert MacScreen(str(program)).patch(PHONE)


@pytest.mark.parametrize("program", ["/nonexistent", "/bin/false"])
def test_no_picture_at_all_is_an_error(mac: Machine, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    from agent.adapters.macos_screen import MacScreen

    refuses: Callable[..., None] = lambda *_: None  # noqa: E731
    monkeypatch.setattr(mac, "CGWindowListCreateImage", refuses)
    with pytest.raises(NotSupported):
        MacScreen(program).capture(PHONE)
