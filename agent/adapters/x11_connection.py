"""A connection to an X server; what goes wrong on it becomes an error of ours."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from Xlib import X, display, error

from agent.errors import NotSupported, PointerFailed


class Connection:
    """One program's line to the server, with the requests that we need."""

    def __init__(self, name: str | None = None) -> None:
        """Connect.

        Args:
            name: as in `DISPLAY`, which is taken where it is None.

        Raises:
            NotSupported: there is no such server, or it is not for us.
        """
        try:
            self.display = display.Display(name)
        except (error.DisplayError, error.ConnectionClosedError, OSError) as failure:
            raise NotSupported(
                f"No X display can be reached: {failure}",
                hint="Run it in an X11 session, or name its display in the variable DISPLAY.",
            ) from failure
        # Errors of requests without an answer come late and by this way only; they are printed otherwise.
        self.display.set_error_handler(lambda *_: None)
        weakref.finalize(self, _close, self.display)
        self.screen = self.display.screen()
        self.root = self.screen.root

    def window(self, handle: int) -> Any:
        return self.display.create_resource_object("window", handle)

    def atom(self, name: str) -> int:
        return int(self.display.get_atom(name))

    def values(self, window: Any, name: str) -> list[int]:
        """The numbers in a window's property; none when it has no such property."""
        found = window.get_full_property(self.atom(name), X.AnyPropertyType)
        return [int(value) for value in found.value] if found and found.format == 32 else []

    def text(self, window: Any, name: str) -> str:
        """The text in a window's property; empty when it has no such property."""
        found = window.get_full_property(self.atom(name), X.AnyPropertyType)
        if not found or found.format != 8:
            return ""
        value = found.value
        return value if isinstance(value, str) else bytes(value).decode(errors="replace")


def _close(server: display.Display) -> None:
    with suppress(error.ConnectionClosedError, OSError):
        server.close()


@contextmanager
def lost_server() -> Iterator[None]:
    """Raises PointerFailed when the server is gone, or refuses."""
    try:
        yield
    except (error.ConnectionClosedError, error.XError, OSError) as failure:
        raise PointerFailed(f"The X server does not answer: {failure}") from failure
