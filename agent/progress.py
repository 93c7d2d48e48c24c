"""What happens in a round, as it is told to whoever listens: the terminal and the log.

Times are seconds of the round's clock. Every value is JSON after `dataclasses.asdict`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from agent.ports import Path, ScreenPoint, ScreenRect, State

Phase = Literal["look", "start", "solve", "play", "over"]
"""Looking for the window and at it; Start was clicked; the board is being solved; drags; the end."""
Verdict = Literal["accepted", "missed", "refused"]
"""Points came; none came, and it may be tried again; none came, and it will not."""


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    phase: Phase


@dataclass(frozen=True, slots=True)
class WindowSeen:
    """The window for the first time, or where it is now."""

    title: str
    bounds: ScreenRect


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Nothing is dragged until that is over."""

    why: str


@dataclass(frozen=True, slots=True)
class ScreenRead:
    """What the service sees."""

    state: State
    score: int | None


@dataclass(frozen=True, slots=True)
class StartClicked:
    at: ScreenPoint


@dataclass(frozen=True, slots=True)
class BoardSolved:
    """`words` and `points` are what the wishes leave of all words; `planned` are those for which there is
    time."""

    letters: tuple[str, ...]
    words: int
    points: int
    planned_words: int
    planned_points: int
    doubtful: bool
    area: ScreenRect
    """Of the board, on the desktop."""


@dataclass(frozen=True, slots=True)
class WordDragged:
    """A gesture was played to its end; whether it counts is told by a `WordJudged` later."""

    word: str
    points: int
    path: Path
    attempt: int
    """1 for the first."""
    seconds: float
    """From the first event to the last."""
    slowness: float
    """Of the pace: 1 is the profile's."""
    left: float
    """Seconds to the round's end."""


@dataclass(frozen=True, slots=True)
class WordJudged:
    word: str
    points: int
    verdict: Verdict
    total_words: int
    total_points: int
    """Gained so far, as far as is known."""


@dataclass(frozen=True, slots=True)
class Ended:
    reason: str
    """`over`, `played`, `target`, `max-words`, `time`, an error's code, or `dry-run`."""
    message: str
    words: int
    points: int
    dragged: int
    """Gestures, also those that did not count."""


Progress = (
    PhaseBegan
    | WindowSeen
    | Interrupted
    | ScreenRead
    | StartClicked
    | BoardSolved
    | WordDragged
    | WordJudged
    | Ended
)
Listener = Callable[[Progress], None]
