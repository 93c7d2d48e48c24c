"""A desktop without a screen: an X server of our own, a window manager, and a page in a browser's window.

All of it is on this machine only, ends with its `with` block, and is ended by process id.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from Xlib import XK, X, display, protocol
from Xlib.ext import xtest

from tests.brokers import eventually
from tests.conftest import require_tool

SIZE = (1600, 1800)
"""Pixels: room for the page at scale 2, and to move it."""
WITHIN = 20.0
"""Seconds for anything to start."""
LONGEST = 3600
"""Seconds for all tests on one desktop."""
TITLE = "Word Hunt clone"
MANAGER = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew></focus>
  <mouse><dragThreshold>4</dragThreshold></mouse>
</openbox_config>
"""
"""Without bindings of the mouse: for those the manager holds each press back until it has looked at it, which
takes long on a busy machine."""
QUIET = (
    "--no-sandbox",  # the tests may run as root
    "--test-type",  # no bar that warns of the option above
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-sync",
    "--disable-features=Translate,MediaRouter,OptimizationHints",
    "--password-store=basic",
    "--ozone-platform=x11",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
"""Options with which Chromium speaks with this machine only and asks no questions."""


@dataclass
class BrowserWindow:
    """A window of the browser, as the window manager has it."""

    desktop: Desktop
    window: Any

    @property
    def handle(self) -> int:
        return int(self.window.id)

    def move(self, x: int, y: int) -> None:
        self.window.configure(x=x, y=y)
        self.desktop.connection.sync()

    def minimise(self) -> None:
        self.desktop.ask_manager(self.window, "WM_CHANGE_STATE", 3)

    def bring_back(self) -> None:
        self.desktop.ask_manager(self.window, "_NET_ACTIVE_WINDOW", 2)

    def close(self) -> None:
        self.desktop.ask_manager(self.window, "_NET_CLOSE_WINDOW", 0)


class Desktop:
    """What the tests do on a display besides the agent, over a connection of their own."""

    def __init__(self, name: str) -> None:
        self.name = name
        """As `DISPLAY` names it."""
        self.connection = display.Display(name)
        self.root = self.connection.screen().root

    @property
    def environment(self) -> dict[str, str]:
        """For programs that are to run on it."""
        return {**os.environ, "DISPLAY": self.name}

    def is_button_held(self) -> bool:
        return bool(self.root.query_pointer().mask & X.Button1Mask)

    def pointer(self) -> tuple[int, int]:
        place = self.root.query_pointer()
        return place.root_x, place.root_y

    def move_mouse(self, x: int, y: int) -> None:
        """As the user does."""
        xtest.fake_input(self.connection, X.MotionNotify, x=x, y=y)
        self.connection.sync()

    @contextmanager
    def key_held(self, name: str) -> Iterator[None]:
        key = self.connection.keysym_to_keycode(XK.string_to_keysym(name))
        xtest.fake_input(self.connection, X.KeyPress, key)
        self.connection.sync()
        try:
            yield
        finally:
            xtest.fake_input(self.connection, X.KeyRelease, key)
            self.connection.sync()

    @contextmanager
    def covering(self, x: int, y: int, width: int, height: int) -> Iterator[None]:
        """While another program's window lies there, in front."""
        window = self.root.create_window(
            x, y, width, height, 0, X.CopyFromParent, background_pixel=0x80A0C0, override_redirect=True
        )
        window.map()
        self.connection.sync()
        try:
            yield
        finally:
            window.destroy()
            self.connection.sync()

    def ask_manager(self, window: Any, message: str, number: int) -> None:
        """Send the window manager a request about a window."""
        event = protocol.event.ClientMessage(
            window=window,
            client_type=self.connection.intern_atom(message),
            data=(32, [number, 0, 0, 0, 0]),
        )
        self.root.send_event(event, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        self.connection.sync()

    def windows(self) -> list[Any]:
        """Those that the window manager looks after."""
        listed = self.root.get_full_property(
            self.connection.intern_atom("_NET_CLIENT_LIST"), X.AnyPropertyType
        )
        handles = listed.value if listed else ()
        return [self.connection.create_resource_object("window", handle) for handle in handles]

    def is_managed(self) -> bool:
        return bool(
            self.root.get_full_property(
                self.connection.intern_atom("_NET_SUPPORTING_WM_CHECK"), X.AnyPropertyType
            )
        )

    @contextmanager
    def browser(
        self,
        address: str,
        *,
        scale: float = 1.0,
        size: tuple[int, int] = (420, 800),
        at: tuple[int, int] = (40, 30),
    ) -> Iterator[BrowserWindow]:
        """A page in a window of its own.

        Args:
            scale: pixels of the screen to a pixel of the page.
            size, at: of the window, in pixels of the page.
        """
        before = {window.id for window in self.windows()}
        with tempfile.TemporaryDirectory(prefix="tw-browser-", ignore_cleanup_errors=True) as profile:
            command = [
                require_tool("chromium"),
                f"--app={address}",
                f"--user-data-dir={profile}",
                f"--force-device-scale-factor={scale:g}",
                "--window-size={},{}".format(*size),
                "--window-position={},{}".format(*at),
                *QUIET,
            ]
            with running(command, self.environment):
                (window,) = eventually(
                    lambda: [window for window in self.windows() if window.id not in before], WITHIN
                )
                yield BrowserWindow(self, window)


@contextmanager
def desktop() -> Iterator[Desktop]:
    """An empty desktop."""
    readable, writable = os.pipe()
    width, height = SIZE
    # Everything on the desktop ends with its server, which ends by itself when nobody is left to end it.
    command = ["timeout", str(LONGEST), require_tool("Xvfb"), "-displayfd", str(writable)]
    command += ["-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset"]
    with os.fdopen(readable) as told, running(command, dict(os.environ), keep=writable):
        os.close(writable)
        place = Desktop(f":{told.readline().strip()}")
        try:
            with tempfile.NamedTemporaryFile(suffix=".xml") as settings:
                Path(settings.name).write_text(MANAGER)
                manager = [require_tool("openbox"), "--sm-disable", "--config-file", settings.name]
                with running(manager, place.environment):
                    eventually(place.is_managed, WITHIN)
                    yield place
        finally:
            place.connection.close()


@contextmanager
def running(
    command: list[str], environment: dict[str, str], *, keep: int | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A program without output, ended with all that it started.

    Args:
        keep: a file that it inherits.
    """
    process = subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=() if keep is None else (keep,),
    )
    try:
        yield process
    finally:
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    try:
        family = psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        family = []
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(0.5)
    process.kill()
    process.wait(5)
    for left in psutil.wait_procs(family, timeout=0.5)[1]:
        left.kill()
