"""Linux with X11: everything that the agent needs of the desktop."""

from __future__ import annotations

import os
from collections.abc import Callable

from agent.adapters.x11_connection import Connection, shared_connection
from agent.adapters.x11_pointer import X11Abort, X11Permissions, X11Pointer
from agent.adapters.x11_screen import X11Screen
from agent.adapters.x11_seat import X11Seat
from agent.adapters.x11_window import X11Window
from agent.desktop import Desktop, Target


def open_desktop(target: Target) -> Desktop:
    """The display that `DISPLAY` names.

    Raises:
        NotSupported: it cannot be reached.
    """
    connection = shared_connection()
    return Desktop(
        window=X11Window(connection, title=target.title, handle=target.window_id),
        screen=X11Screen(),
        abort=X11Abort(connection),
        permissions=X11Permissions(connection, os.environ.get("XDG_SESSION_TYPE", "")),
        seat=X11Seat(connection),
    )


def open_pointer() -> X11Pointer:
    """On the desktop's connection, so that one look at the mouse does for both."""
    return X11Pointer(shared_connection())


def open_releaser() -> Callable[[], None]:
    """A way to let the button go over a connection of its own; it returns when the server has done so."""
    return X11Pointer(Connection()).release_all
