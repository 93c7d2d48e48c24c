"""The window that is played in, as the X server and its window manager (EWMH) tell of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from Xlib import X, error, protocol
from Xlib.protocol import request

from agent.adapters.x11_connection import Connection, lost_server, numbers
from agent.ports import ScreenRect, WindowState

ICONIC = 3
"""WM_STATE of a minimised window."""
BY_USER = 2
"""Who asks: window managers may refuse the front to programs that ask for themselves."""


@dataclass
class _Found:
    window: Any
    name: str
    frame: int


class X11Window:
    """Looked up by a part of its title or by its number; without either none is meant.

    Once found it stays the one, though a page in it changes its title.
    """

    def __init__(
        self, connection: Connection, *, title: str | None = None, handle: int | None = None
    ) -> None:
        self._x = connection
        self._title = title
        self._handle = handle
        self._found: _Found | None = None
        self._in_front: list[ScreenRect] | None = None
        """What is seen in front of it, until something on the screen changes."""
        # From now on the server tells when windows come, go, move or change their order.
        self._x.root.change_attributes(event_mask=X.SubstructureNotifyMask)

    def find(self) -> WindowState | None:
        """As long as nothing moves, one turn to the server and back."""
        with lost_server():
            if self._found is None:
                self._found = self._search()
            return None if self._found is None else self._state(self._found)

    def activate(self, state: WindowState) -> None:
        """Asks the window manager; without one the window is mapped, raised and given the keyboard."""
        window = self._x.window(state.handle)
        with lost_server():
            if self._x.values(self._x.root, "_NET_SUPPORTING_WM_CHECK"):
                self._ask(window, "_NET_ACTIVE_WINDOW", BY_USER, X.CurrentTime)
            else:
                window.map()
                window.raise_window()
                window.set_input_focus(X.RevertToParent, X.CurrentTime)
            self._x.display.sync()

    def _search(self) -> _Found | None:
        for handle in self._managed():
            window = self._x.window(handle)
            with suppress(error.XError):  # closed meanwhile
                name = self._name(window)
                if self._is_wanted(handle, name):
                    return _Found(window, name, self._frame(window))
        return None

    def _managed(self) -> list[int]:
        """Front-most last, where a window manager tells; in the order of the server otherwise."""
        listed = self._x.values(self._x.root, "_NET_CLIENT_LIST_STACKING")
        return listed or [window.id for window in self._x.root.query_tree().children]

    def _is_wanted(self, handle: int, name: str) -> bool:
        if self._handle is not None:
            return handle == self._handle
        return self._title is not None and self._title.casefold() in name.casefold()

    def _name(self, window: Any) -> str:
        return self._x.text(window, "_NET_WM_NAME") or self._x.text(window, "WM_NAME")

    def _frame(self, window: Any) -> int:
        """The outermost window around it, which the window manager made."""
        while (parent := window.query_tree().parent) != self._x.root:
            window = parent
        return int(window.id)

    def _state(self, found: _Found) -> WindowState | None:
        """None when it was closed."""
        try:
            return self._state_of(found)
        except error.XError:
            self._found = self._in_front = None
            return None

    def _state_of(self, found: _Found) -> WindowState:
        window = found.window
        place = self._begin_bounds(window)
        active = self._x.begin_values(self._x.root, "_NET_ACTIVE_WINDOW")
        kept = self._x.begin_values(window, "WM_STATE")
        seen = self._x.begin(request.GetWindowAttributes, window=window.id)
        bounds = self._rect(*place)
        told = numbers(active)
        front = told[0] if told else self._focus()  # 0 says that none is active
        is_iconic = numbers(kept)[:1] == [ICONIC]
        seen.reply()
        return WindowState(
            handle=int(window.id),
            title=found.name,
            bounds=bounds,
            is_front=front == window.id,
            is_minimised=is_iconic or seen.map_state != X.IsViewable,
            is_covered=not self._is_on_screen(bounds)
            or any(bounds.overlaps(other) for other in self._covers(found)),
        )

    def _covers(self, found: _Found) -> list[ScreenRect]:
        """To be asked after another request, whose answer comes behind all that the server had to tell."""
        news = self._x.display.pending_events()
        for _ in range(news):
            self._x.display.next_event()
        if news or self._in_front is None:
            self._in_front = list(self._above(found))
        return self._in_front

    def _bounds(self, window: Any) -> ScreenRect:
        return self._rect(*self._begin_bounds(window))

    def _begin_bounds(self, window: Any) -> tuple[Any, Any]:
        return (
            self._x.begin(request.GetGeometry, drawable=window.id),
            self._x.begin(
                request.TranslateCoords, src_wid=window.id, dst_wid=self._x.root.id, src_x=0, src_y=0
            ),
        )

    def _rect(self, size: Any, corner: Any) -> ScreenRect:
        size.reply()
        corner.reply()
        return ScreenRect(corner.x, corner.y, size.width, size.height)

    def _is_on_screen(self, bounds: ScreenRect) -> bool:
        """Whether all of it is: the mouse cannot go where the screen ends."""
        right, bottom = self._x.screen.width_in_pixels, self._x.screen.height_in_pixels
        is_left = bounds.x >= 0 and bounds.x + bounds.width <= right
        return is_left and bounds.y >= 0 and bounds.y + bounds.height <= bottom

    def _focus(self) -> int | None:
        """The window in front where no window manager tells."""
        focus = self._x.display.get_input_focus().focus
        return getattr(focus, "id", None)

    def _above(self, found: _Found) -> Iterator[ScreenRect]:
        """What can be seen of other programs in front of the window, menus and the like too."""
        siblings = [sibling.id for sibling in self._x.root.query_tree().children]
        if found.frame not in siblings:  # another window manager makes other frames
            found.frame = self._frame(found.window)
            siblings = [sibling.id for sibling in self._x.root.query_tree().children]
        if found.frame not in siblings:  # it is being taken away at this moment
            yield self._bounds(found.window)
            return
        for handle in siblings[siblings.index(found.frame) + 1 :]:
            other = self._x.window(handle)
            with suppress(error.XError):  # closed meanwhile
                attributes = other.get_attributes()
                if attributes.map_state == X.IsViewable and attributes.win_class != X.InputOnly:
                    yield self._bounds(other)

    def _ask(self, window: Any, message: str, *numbers: int) -> None:
        padded = [*numbers, 0, 0, 0, 0, 0][:5]
        event = protocol.event.ClientMessage(
            window=window, client_type=self._x.atom(message), data=(32, padded)
        )
        mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
        self._x.root.send_event(event, event_mask=mask)
