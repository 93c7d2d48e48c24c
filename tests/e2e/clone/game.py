"""A round of the clone in a browser on a desktop, with hands to play it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from agent.adapters.x11_connection import Connection
from agent.adapters.x11_pointer import X11Pointer
from agent.adapters.x11_screen import X11Screen
from agent.adapters.x11_window import X11Window
from agent.ports import Capture, ScreenPoint, WindowState
from tests.brokers import eventually
from tests.e2e.clone.server import CloneServer, Entry
from tests.e2e.desktop import TITLE, BrowserWindow, Desktop
from worker.errors import GridNotFound
from worker.model import Box, ReadCell, ReadGrid
from worker.vision.read import read_picture


class Game:
    """One page, from its START button to the end of its round."""

    def __init__(self, desktop: Desktop, server: CloneServer, browser: BrowserWindow) -> None:
        connection = Connection(desktop.name)
        self.server = server
        self.browser = browser
        self.pointer = X11Pointer(connection)
        self._window = X11Window(connection, title=TITLE)
        self._screen = X11Screen(desktop.name)

    @property
    def window(self) -> WindowState:
        state = self._window.find()
        assert state is not None
        return state

    def capture(self) -> Capture:
        return self._screen.capture(self.window.bounds)

    def start(self) -> None:
        """Press START, wherever it is drawn, and wait for the board."""
        button = eventually(self._start_button)
        self.tap(self._centre(button))
        self.server.wait_for("started")

    def centres(self) -> list[ScreenPoint]:
        """The middles of the tiles, in the order of reading."""
        cells = eventually(self._cells)
        return [self._centre(cell.box) for cell in cells]

    def drag(self, points: Sequence[ScreenPoint], *, dwell: float) -> Entry:
        """A gesture, each point held for so many seconds; answers what the page made of it."""
        before = len(self.server.entries("gesture"))
        self.pointer.press(points[0])
        for point in points[1:]:
            time.sleep(dwell)
            self.pointer.drag(point)
        time.sleep(dwell)
        self.pointer.release(points[-1])
        return self.server.wait_for("gesture", count=before + 1)

    def tap(self, at: ScreenPoint) -> None:
        self.pointer.press(at)
        self.pointer.release(at)

    def _start_button(self) -> Box | None:
        seen = self._read()
        return seen.start if seen else None

    def _cells(self) -> tuple[ReadCell, ...]:
        seen = self._read()
        return seen.cells if seen else ()

    def _read(self) -> ReadGrid | None:
        """What is on the page; None while it is blank."""
        with suppress(GridNotFound):
            return read_picture(self.capture().png)
        return None

    def _centre(self, box: Box) -> ScreenPoint:
        bounds = self.window.bounds
        return ScreenPoint(bounds.x + box.centre.x, bounds.y + box.centre.y)


@contextmanager
def opened(
    desktop: Desktop, words: Iterable[str], *, scale: float = 1.0, **options: str | float
) -> Iterator[Game]:
    """The page with these options, showing its START button."""
    with CloneServer(words) as server, desktop.browser(server.address(**options), scale=scale) as browser:
        server.wait_for("opened")
        game = Game(desktop, server, browser)
        eventually(lambda: game.window.is_front)
        yield game
