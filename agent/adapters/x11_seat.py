"""One agent a display, whoever started it and wherever its files are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from Xlib import X, Xatom

from agent.adapters.x11_connection import Connection, lost_server
from agent.errors import AlreadyRunning, PointerFailed

SELECTION: Final = "_TILEWISE_AGENT"
"""Owned by the agent that plays, as a window manager owns one (ICCCM, manager selections): the server takes
it back when the connection ends, however it ends."""


class X11Seat:
    def __init__(self, connection: Connection) -> None:
        self._x = connection

    @contextmanager
    def taken(self) -> Iterator[None]:
        with lost_server():
            owner = self._own()
        try:
            yield
        finally:
            with suppress(PointerFailed), lost_server():
                owner.destroy()
                self._x.display.sync()

    def _own(self) -> Any:
        """A window that nobody sees; raises AlreadyRunning when there is an owner."""
        selection = self._x.atom(SELECTION)
        self._x.display.grab_server()  # nobody else may ask between question and answer
        try:
            holder = self._x.display.get_selection_owner(selection)
            if holder != X.NONE:
                (process,) = self._x.values(holder, "_NET_WM_PID")[:1] or ("unknown",)
                raise AlreadyRunning(f"Another agent is playing on this display (process {process}).")
            owner = self._x.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
            owner.change_property(self._x.atom("_NET_WM_PID"), Xatom.CARDINAL, 32, [os.getpid()])
            owner.set_selection_owner(selection, X.CurrentTime)
            return owner
        finally:
            self._x.display.ungrab_server()
            self._x.display.sync()
