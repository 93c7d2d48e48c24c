"""What the agent needs of this machine, what is missing, and what that means."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from agent.client import ServiceClient
from agent.desktop import Desktop, Target, is_mac, open_desktop, open_pointer, releasing_module, ways_to_drag
from agent.errors import AgentError
from agent.instance import only_instance
from agent.ports import Clock, Reading, WindowState
from agent.profile import load_profile, profile_path
from agent.service import ServiceOptions
from agent.template import template_path
from agent.watchdog import Watchdog

PACKAGES: Final = {
    True: ("pyautogui", "Quartz", "AppKit", "ApplicationServices", "PIL"),
    False: ("pyautogui", "Xlib", "mss", "PIL"),
}
"""Modules of the extra `agent`, on macOS and elsewhere."""


@dataclass(frozen=True, slots=True)
class Check:
    """A line of the report; `meaning` says what follows when the thing is missing."""

    name: str
    ok: bool
    needed: bool
    found: str
    meaning: str = ""


def check_all(
    directory: Path, service: ServiceOptions, target: Target | None, clock: Clock
) -> Iterator[Check]:
    """Nothing is moved; the window is looked at only when there is a `target`."""
    service = replace(service, patience=0)
    yield _python()
    yield _packages()
    yield _attempt("data directory", True, lambda: _lock(directory))
    yield _attempt("watchdog", True, _watchdog)
    yield from _desktop(service, target, clock)
    yield _attempt("mouse", True, _mouse)
    yield _attempt("service", True, lambda: _service(service, clock))
    yield _attempt("profile", True, lambda: _profile(directory))
    yield _template(directory)


def _attempt(name: str, needed: bool, found: Callable[[], str]) -> Check:
    """What is found, or the error that comes instead."""
    try:
        return Check(name, True, needed, found())
    except AgentError as error:
        return Check(name, False, needed, error.message, error.hint)


def _python() -> Check:
    found = ".".join(map(str, sys.version_info[:3]))
    return Check("Python", sys.version_info >= (3, 11), True, found, "The agent needs Python 3.11 or newer.")


def _packages() -> Check:
    missing = [name for name in PACKAGES[is_mac()] if find_spec(name) is None]
    found = f"missing: {', '.join(missing)}" if missing else "all installed"
    return Check("packages", not missing, True, found, "Install what the agent needs: make agent.")


def _lock(directory: Path) -> str:
    with only_instance(directory / "agent.lock"):
        return f"{directory}, which no other agent uses"


def _seat(desktop: Desktop) -> str:
    with desktop.seat.taken():
        return "none is playing"


def _watchdog() -> str:
    with Watchdog.start(releasing_module()):
        return "starts, and can release the button"


def _mouse() -> str:
    """Each way to drag is opened, which moves nothing: what is installed may not start."""
    ways = ways_to_drag()
    for way in ways:
        open_pointer(way)
    return f"can be moved through {' and '.join(ways)}"


def _desktop(service: ServiceOptions, target: Target | None, clock: Clock) -> Iterator[Check]:
    try:
        desktop = open_desktop(target or Target())
    except AgentError as error:
        yield Check("desktop", False, True, error.message, error.hint)
        return
    missing = desktop.permissions.missing()
    for permission in missing:
        yield Check(permission.name, False, True, "not granted", permission.how)
    if not missing:
        yield Check("permissions", True, True, "granted")
        yield _attempt("no other agent", True, lambda: _seat(desktop))
        if target is not None:
            yield from _window(desktop, service, clock)


def _window(desktop: Desktop, service: ServiceOptions, clock: Clock) -> Iterator[Check]:
    try:
        window = desktop.window.find()
        if window is not None and (window.is_covered or window.is_minimised):
            yield Check("window", True, False, _described(window))
            yield Check("game", False, False, "not looked at", "Leave all of the window in sight.")
            return
        capture = None if window is None else desktop.screen.capture(window.bounds)
    except AgentError as error:
        yield Check("window", False, False, error.message, error.hint)
        return
    if window is None or capture is None:
        yield Check("window", False, False, "not there", "Open it before a round is played.")
        return
    yield Check("window", True, False, _described(window))
    across, down = capture.width / capture.bounds.width, capture.height / capture.bounds.height
    yield Check("scale", True, False, f"{across:g} x {down:g} pixels a point")

    def read() -> str:
        with ServiceClient(service, clock) as client:
            return _seen(client.read(capture))

    yield _attempt("game", False, read)


def _described(window: WindowState) -> str:
    bounds = window.bounds
    states = {"minimised": window.is_minimised, "behind another": not window.is_front}
    told = [*(name for name, holds in states.items() if holds), *(["covered"] if window.is_covered else [])]
    size = f"{bounds.width:g} x {bounds.height:g} points at ({bounds.x:g}, {bounds.y:g})"
    return f"{window.title!r}, {size}{''.join(f', {state}' for state in told)}"


def _seen(reading: Reading) -> str:
    board = f", {'/'.join(reading.letters)}" if reading.letters else ""
    return f"{reading.state}{', with its Start button' if reading.start else ''}{board}"


def _service(options: ServiceOptions, clock: Clock) -> str:
    with ServiceClient(options, clock) as client:
        client.check()
    return f"{options.address} answers, and has the word list {options.dictionary!r}"


def _profile(directory: Path) -> str:
    path = profile_path(directory)
    profile = load_profile(path)
    if not path.exists():
        return "none: drags are made as they usually work; see calibrate"
    broken = f"; does not work: {', '.join(profile.broken)}" if profile.broken else ""
    return f"{profile.pointer}, {profile.tempo.typical_seconds():.2f} s a word, {profile.made_on}{broken}"


def _template(directory: Path) -> Check:
    meaning = "Not needed: calibrate keeps one, as second evidence of what is clicked."
    path = template_path(directory)
    return Check("Start button", path.exists(), False, str(path) if path.exists() else "not known", meaning)
