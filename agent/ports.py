"""What the agent asks of the world, and the values that travel between its parts.

    PixelPoint, PixelBox     in a capture: pixels, origin top left
    ScreenPoint, ScreenRect  on the desktop: points, which may be negative left of or above the main display
    handle                   how the adapter knows its window again
    cell                     row * cols + col, from 0, top left
    path                     the cells of a word in the order they are dragged through

`agent.geometry` alone turns pixels into points. Nothing here does anything: adapters do, and everything that
waits, waits on a `Clock`, so that a round can be played in no time at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal, Protocol

State = Literal["playing", "how-to-play", "over", "unknown"]
Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PixelPoint:
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class PixelBox:
    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> PixelPoint:
        return PixelPoint(self.x + self.width / 2, self.y + self.height / 2)


@dataclass(frozen=True, slots=True)
class ScreenPoint:
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class ScreenRect:
    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> ScreenPoint:
        return ScreenPoint(self.x + self.width / 2, self.y + self.height / 2)

    def contains(self, point: ScreenPoint, margin: float = 0.0) -> bool:
        """Whether the point lies inside, at least `margin` points from every edge."""
        return (
            self.x + margin <= point.x <= self.x + self.width - margin
            and self.y + margin <= point.y <= self.y + self.height - margin
        )

    def overlaps(self, other: ScreenRect) -> bool:
        """Whether they share more than an edge."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )


@dataclass(frozen=True, slots=True)
class WindowState:
    """The window as it is at this moment."""

    handle: int
    title: str
    bounds: ScreenRect
    is_front: bool
    is_minimised: bool
    is_covered: bool
    """Whether another window lies over a part of it."""


@dataclass(frozen=True, slots=True)
class Capture:
    """A picture of exactly `bounds`; its scale is measured (`width / bounds.width`), never assumed."""

    png: bytes
    width: int
    height: int
    bounds: ScreenRect


@dataclass(frozen=True, slots=True)
class Reading:
    """What the service sees in a capture."""

    state: State
    start: PixelBox | None = None
    """The Start button."""
    score: int | None = None
    score_box: PixelBox | None = None
    """Where the score stands, where that is known."""
    letters: tuple[str, ...] = ()
    """A text a row in the grid syntax; empty unless a round is running."""
    rows: int = 0
    cols: int = 0
    board: PixelBox | None = None
    """Around all cells."""
    doubtful: bool = False
    """Whether any letter may be read wrong."""


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    points: int
    paths: tuple[Path, ...]
    """Every path that spells it, at least one."""
    chance: float = 1.0
    """That the game accepts it, 0..1."""
    level: int | None = None
    """SCOWL's, 10 (commonest) to 80, where it was asked for and is known."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A board with its words."""

    reading: Reading
    cells: tuple[PixelBox | None, ...]
    """A box per cell in the capture that was solved; None for a hole."""
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Permission:
    name: str
    how: str
    """The way to grant it, in words for the user."""


class Window(Protocol):
    """The one window that is played in."""

    def find(self) -> WindowState | None:
        """None when there is none. Fast enough to be asked before every drag."""

    def activate(self, state: WindowState) -> None:
        """Brings it to the front, out of the dock too; the next `find` tells whether that worked."""


class Screen(Protocol):
    def capture(self, bounds: ScreenRect) -> Capture:
        """A picture of what lies within `bounds`, nothing beyond."""

    def snapshot(self, bounds: ScreenRect) -> Callable[[], Capture]:
        """The same, taken now, and written as a file by whoever calls what it gives, in any thread."""

    def patch(self, bounds: ScreenRect) -> bytes:
        """Raw pixels of a small area, at once: other bytes mean that something changed there."""


class Pointer(Protocol):
    """The mouse. It is where it was put at last, unless the user moves it."""

    def position(self) -> ScreenPoint: ...

    def move(self, to: ScreenPoint) -> None:
        """With no button held."""

    def press(self, at: ScreenPoint) -> None: ...

    def drag(self, to: ScreenPoint) -> None:
        """Moves with the button held."""

    def release(self, at: ScreenPoint) -> None: ...

    def release_all(self) -> None:
        """No button is held afterwards; harmless when none was. Called at every end, also by others."""


class Clock(Protocol):
    def now(self) -> float:
        """Seconds, from any start, never backwards."""

    def sleep(self, seconds: float) -> None:
        """Zero and less return at once."""


class Abort(Protocol):
    def reason(self) -> str | None:
        """Why to stop now: hotkey, fail-safe corner, a signal; None to go on. Asked between two events."""


class Seat(Protocol):
    """The mouse and the screen of one user, which two agents would fight over."""

    def taken(self) -> AbstractContextManager[None]:
        """Kept until the block is left, or this process ends in whatever way. Raises AlreadyRunning."""


class Permissions(Protocol):
    def missing(self) -> Sequence[Permission]: ...


class Solver(Protocol):
    """The service. Every call may raise an error of `agent.errors`: `ServiceAway` is worth a second try."""

    def read(self, capture: Capture) -> Reading: ...

    def solve(self, capture: Capture) -> Solution:
        """Raises NoBoard where no round is running."""

    def feedback(self, accepted: Sequence[str], rejected: Sequence[str]) -> None: ...
