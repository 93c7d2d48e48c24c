"""A connection to an X server; what goes wrong on it becomes an error of ours."""

from __future__ import annotations

import os
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from Xlib import X, display, error
from Xlib.protocol import request

from agent.errors import NotSupported, PointerFailed

FRESH: Final = 0.005
"""Seconds for which a glance holds: shorter than any hand moves or key is pressed."""
WORDS: Final = 64
"""Of 32 bits, of a property that is asked for at most."""


_SHARED: Final = weakref.WeakValueDictionary[str, "Connection"]()
"""By the display's name."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The mouse and the keyboard at a moment."""

    x: int
    y: int
    is_held: bool
    """The left button."""
    keys: Sequence[int]
    """A bit a key, by its code, eight a number."""
    at: float

    def is_down(self, key: int) -> bool:
        return bool(self.keys[key // 8] & 1 << key % 8)


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
        self._glance: Glance | None = None

    def window(self, handle: int) -> Any:
        return self.display.create_resource_object("window", handle)

    def atom(self, name: str) -> int:
        return int(self.display.get_atom(name))

    def begin(self, kind: type[Any], **fields: Any) -> Any:
        """A request of `Xlib.protocol.request` whose answer is waited for by its `reply()`.

        Every answer that is waited for costs two changes of process; several that are begun before the first
        is waited for cost no more than one.
        """
        return kind(display=self.display.display, defer=True, **fields)

    def begin_values(self, window: Any, name: str) -> Any:
        """Ask for a property, for `numbers`."""
        return self.begin(
            request.GetProperty,
            delete=False,
            window=window.id,
            property=self.atom(name),
            type=X.AnyPropertyType,
            long_offset=0,
            long_length=WORDS,
        )

    def glance(self) -> Glance:
        """The mouse and the keyboard a moment ago, or now if something was done since."""
        if self._glance is None or time.monotonic() - self._glance.at > FRESH:
            return self.settle()
        return self._glance

    def settle(self) -> Glance:
        """Wait until all that was sent is done; how the mouse and the keyboard are then."""
        at = time.monotonic()
        place = self.begin(request.QueryPointer, window=self.root.id)
        keyboard = self.begin(request.QueryKeymap)
        place.reply()
        keyboard.reply()
        is_held = bool(place.mask & X.Button1Mask)
        self._glance = Glance(place.root_x, place.root_y, is_held, keyboard.map, at)
        return self._glance

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


def shared_connection() -> Connection:
    """To the display that `DISPLAY` names: the same one as long as somebody has it. Raises NotSupported."""
    name = os.environ.get("DISPLAY", "")
    connection = _SHARED.get(name)
    if connection is None:
        connection = _SHARED[name] = Connection()
    return connection


def numbers(answer: Any) -> list[int]:
    """What `Connection.begin_values` has begun; none when the window has no such property."""
    answer.reply()
    size, found = answer.value if answer.property_type else (0, ())
    return [int(value) for value in found] if size == 32 else []


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
