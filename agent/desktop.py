"""Which adapters play on this machine."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from enum import StrEnum
from types import ModuleType
from typing import Final

from agent.errors import NotSupported
from agent.ports import Abort, Permissions, Pointer, Screen, Seat, Window

PHONE: Final = "com.apple.ScreenContinuity"
"""The bundle of iPhone Mirroring."""


@dataclass(frozen=True, slots=True)
class Target:
    """The window to be played in; what is None does not matter."""

    bundle_id: str | None = None
    """Of the program, on macOS."""
    title: str | None = None
    """Part of the window's title."""
    window_id: int | None = None
    """Its number, where the system has such numbers."""


@dataclass(frozen=True, slots=True)
class Desktop:
    """All of a platform but the mouse."""

    window: Window
    screen: Screen
    abort: Abort
    permissions: Permissions
    seat: Seat


class PointerName(StrEnum):
    """As the option and the profile name a way to drag."""

    AUTO = "auto"
    PYAUTOGUI = "pyautogui"
    QUARTZ = "quartz"
    QUARTZ_PLAIN = "quartz-plain"
    """Without telling how far the mouse went."""
    X11 = "x11"


def is_mac() -> bool:
    return sys.platform == "darwin"


def open_desktop(target: Target) -> Desktop:
    """Raises NotSupported where there is no desktop, or a package is missing."""
    desktop: Desktop = _adapter("macos" if is_mac() else "x11").open_desktop(target)
    return desktop


def open_pointer(name: PointerName) -> Pointer:
    """The way to drag of that name; `auto` is pyautogui. Raises NotSupported."""
    pointer: Pointer
    match name:
        case PointerName.QUARTZ | PointerName.QUARTZ_PLAIN:
            pointer = _adapter("quartz").open_pointer(deltas=name is PointerName.QUARTZ)
        case PointerName.X11:
            pointer = _adapter("x11").open_pointer()
        case _:
            pointer = _adapter("pyautogui").open_pointer()
    return pointer


def ways_to_drag() -> tuple[PointerName, ...]:
    """Those of this system, the usual one first."""
    others = (PointerName.QUARTZ, PointerName.QUARTZ_PLAIN) if is_mac() else (PointerName.X11,)
    return PointerName.PYAUTOGUI, *others


def releasing_module() -> str:
    """The module with which the watchdog releases the button here."""
    return f"agent.adapters.{'quartz' if is_mac() else 'x11'}"


def _adapter(name: str) -> ModuleType:
    try:
        return importlib.import_module(f"agent.adapters.{name}")
    except ImportError as error:
        raise NotSupported(
            f"{name} cannot be used here: {error}.",
            hint="Install what the agent needs: make agent.",
        ) from None
