"""What a round is told and what it is told to do: the values of `agent.supervise`."""

from __future__ import annotations

from dataclasses import dataclass

from agent.errors import AgentError
from agent.ports import PixelBox, Reading, Solution, WindowState


@dataclass(frozen=True, slots=True)
class Dragged:
    """A word was dragged, or there was none left, or a drag broke off."""

    misses: int = 0
    """Words in a row that did not count."""
    is_suspicious: bool = False
    """Whether something lies over the board."""
    is_resized: bool = False
    """Whether the board is no longer where it was within the window, or this is another one."""
    finished: str | None = None
    """Why no more words are wanted: `played`, `target`, `max-words`, `time`."""


@dataclass(frozen=True, slots=True)
class Clicked:
    """Start was clicked."""


News = Reading | Solution | Dragged | Clicked | AgentError
"""What came of the last action, if anything did."""


@dataclass(frozen=True, slots=True)
class Observation:
    now: float
    window: WindowState | None
    news: News | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    seconds: float
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Activate:
    """Bring the window to the front."""

    why: str


@dataclass(frozen=True, slots=True)
class Look:
    """Capture the window and have it read."""


@dataclass(frozen=True, slots=True)
class Click:
    """On Start, which the last capture shows there."""

    box: PixelBox


@dataclass(frozen=True, slots=True)
class Solve:
    """Capture the window and have its board solved."""


@dataclass(frozen=True, slots=True)
class Drag:
    """The next word."""


@dataclass(frozen=True, slots=True)
class Stop:
    reason: str
    error: AgentError | None = None


Action = Wait | Activate | Look | Click | Solve | Drag | Stop
