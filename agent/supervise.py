"""The course of a round as a state machine: pure, so that every turn it can take is tried in tests.

    look ──Start seen──> start ──board──> solve ──words──> play ──> over
      └──────board is there already───────┘  <──resized──┘

`step` takes where the round stands and what was observed, and says where it stands now and what to do next;
whoever drives it does that, looks at the window again and comes back. In every phase the window may be gone,
covered, minimised or behind another, and the service away: that is waited out, for as long as `Patience`
allows, and then the round ends with the error that says so. Every action but waiting and bringing the window
to the front is only given when the window was seen in front and uncovered a moment ago, and every course
ends: the deadline is asked first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from agent.errors import (
    AgentError,
    NoBoard,
    NoWindow,
    ServiceAway,
    TooManyMisses,
    WindowLost,
)
from agent.ports import PixelBox, Reading, Solution, WindowState
from agent.progress import Phase
from agent.turns import (
    Action,
    Activate,
    Click,
    Clicked,
    Drag,
    Dragged,
    Look,
    News,
    Observation,
    Solve,
    Stop,
    Wait,
)

OUT_OF_SIGHT: Final = (
    "Is the phone in use or locked, or a message over the game? Lock the phone, connect again, and keep your "
    "hands off it while a round is played."
)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long each kind of trouble is waited out, in seconds, unless it says otherwise."""

    window: float = 6.0
    """Gone, covered or behind another window."""
    service: float = 6.0
    board: float = 20.0
    """No how-to card and no board in sight, before the first word."""
    unknown: float = 4.0
    """The same while playing: the phone may be locked."""
    start: float = 1.5
    """Until Start is clicked again."""
    clicks: int = 3
    """On Start."""
    misses: int = 10
    """In a row: drags do not arrive."""
    doubtful: int = 3
    """Times that a board is solved anew because letters are doubtful: it may still have been moving."""
    total: float = 60.0
    """Besides the round itself, for everything."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a round stands."""

    phase: Phase
    since: float
    """When the phase began."""
    deadline: float
    """When everything ends, whatever happens."""
    trouble_since: float | None = None
    """Since when the window or the screen keep it waiting."""
    away_since: float | None = None
    """Since when the service is not reached."""
    has_played: bool = False
    clicks: int = 0
    solved: int = 0
    """Times that the board was solved in a row."""

    @classmethod
    def at_first(cls, now: float, round_seconds: float, patience: Patience) -> Situation:
        return cls("look", now, now + round_seconds + patience.total)


Turn = tuple[Situation, Action]


def step(situation: Situation, seen: Observation, patience: Patience) -> Turn:
    """The next turn of a round. `Stop` is the last one; nothing comes after it."""
    if _is_fatal(seen.news):
        assert isinstance(seen.news, AgentError)
        return _stop(situation, seen, seen.news.code, seen.news)
    if seen.now >= situation.deadline:
        return _stop(situation, seen, "time")
    if (why := _window_trouble(seen.window)) is not None:
        return _wait_for_window(situation, seen, why, patience)
    if isinstance(seen.news, ServiceAway):
        return _wait_for_service(situation, seen, seen.news, patience)
    if isinstance(seen.news, Reading | Solution | NoBoard):
        situation = replace(situation, away_since=None)
    match situation.phase:
        case "look":
            return _look(situation, seen, patience)
        case "start":
            return _start(situation, seen, patience)
        case "solve":
            return _solve(situation, seen, patience)
        case "play":
            return _play(situation, seen, patience)
        case "over":
            return situation, Stop("over")


def _is_fatal(news: News | None) -> bool:
    return isinstance(news, AgentError) and not isinstance(news, ServiceAway | NoBoard)


def _window_trouble(window: WindowState | None) -> str | None:
    if window is None:
        return "gone"
    if window.is_minimised:
        return "minimised"
    if not window.is_front:
        return "behind another window"
    return "covered" if window.is_covered else None


def _wait_for_window(situation: Situation, seen: Observation, why: str, patience: Patience) -> Turn:
    situation, waited = _troubled(situation, seen)
    if waited > patience.window:
        error: AgentError = WindowLost(f"The window is {why}.")
        if situation.phase == "look" and seen.window is None:
            error = NoWindow("There is no such window.")
        return _stop(situation, seen, error.code, error)
    if seen.window is None:
        return situation, Wait(0.1, f"window {why}")
    return situation, Activate(f"window {why}")


def _wait_for_service(
    situation: Situation, seen: Observation, error: ServiceAway, patience: Patience
) -> Turn:
    since = seen.now if situation.away_since is None else situation.away_since
    if seen.now - since > patience.service:
        return _stop(situation, seen, error.code, error)
    situation = replace(situation, away_since=since)
    if situation.phase == "play" and situation.trouble_since is None:
        return situation, Drag()
    return situation, Wait(0.25, "service away")


def _look(situation: Situation, seen: Observation, patience: Patience) -> Turn:
    match seen.news:
        case Reading(state="playing"):
            return _begin(situation, seen, "solve"), Solve()
        case Reading(state="over" | "how-to-play") if situation.has_played:
            return _stop(situation, seen, "over")
        case Reading(state="how-to-play", start=PixelBox() as start):
            return _click(situation, seen, start, patience)
        case Reading() | NoBoard():
            if seen.now - situation.since > patience.board:
                error = _nothing_to_play(seen.news)
                return _stop(situation, seen, error.code, error)
            return _calm(situation), Wait(0.25, "no board in sight")
    return situation, Look()


def _nothing_to_play(news: Reading | NoBoard) -> NoBoard:
    if isinstance(news, Reading) and news.state == "how-to-play":
        return NoBoard(
            "The card is in sight, but no Start button that looks like the one that was remembered.",
            hint="Press Start yourself when it plays; `python -m agent calibrate --live` remembers it anew.",
        )
    return NoBoard("Neither a Start button nor a board is in sight.")


def _click(situation: Situation, seen: Observation, start: PixelBox, patience: Patience) -> Turn:
    if situation.clicks >= patience.clicks:
        error = NoBoard("Start was clicked, and no board came.")
        return _stop(situation, seen, error.code, error)
    begun = _begin(situation, seen, "start")
    return replace(begun, clicks=situation.clicks + 1), Click(start)


def _start(situation: Situation, seen: Observation, patience: Patience) -> Turn:
    """Start was clicked; the board is waited for."""
    match seen.news:
        case Clicked():
            return situation, Wait(0.15)
        case Solution():
            return _with_words(situation, seen, seen.news, patience)
        case NoBoard():
            if seen.now - situation.since > patience.start:
                return _begin(situation, seen, "look"), Look()
            return _calm(situation), Wait(0.1)
    return situation, Solve()


def _solve(situation: Situation, seen: Observation, patience: Patience) -> Turn:
    match seen.news:
        case Solution():
            return _with_words(situation, seen, seen.news, patience)
        case NoBoard():
            return _begin(situation, seen, "look"), Wait(0.1)
    return situation, Solve()


def _with_words(situation: Situation, seen: Observation, solution: Solution, patience: Patience) -> Turn:
    if solution.reading.doubtful and situation.solved + 1 < patience.doubtful:
        return replace(_calm(situation), solved=situation.solved + 1), Wait(0.15)
    return replace(_begin(situation, seen, "play"), has_played=True), Drag()


def _play(situation: Situation, seen: Observation, patience: Patience) -> Turn:
    match seen.news:
        case Reading():
            return _read_while_playing(situation, seen, seen.news, patience)
        case NoBoard():
            return _unseen(situation, seen, patience)
        case Dragged():
            return _dragged(_calm(situation), seen, seen.news, patience)
    return situation, Look() if situation.trouble_since is not None else Drag()


def _read_while_playing(
    situation: Situation, seen: Observation, reading: Reading, patience: Patience
) -> Turn:
    match reading.state:
        case "playing":
            return _calm(situation), Drag()
        case "over" | "how-to-play":
            return _stop(situation, seen, "over")
    return _unseen(situation, seen, patience)


def _unseen(situation: Situation, seen: Observation, patience: Patience) -> Turn:
    """The board is not to be seen: a locked phone, a message over it."""
    situation, waited = _troubled(situation, seen)
    if waited > patience.unknown:
        error = WindowLost("The board is no longer in sight.", hint=OUT_OF_SIGHT)
        return _stop(situation, seen, error.code, error)
    return situation, Wait(0.2, "board out of sight")


def _dragged(situation: Situation, seen: Observation, dragged: Dragged, patience: Patience) -> Turn:
    if dragged.finished is not None:
        return _stop(situation, seen, dragged.finished)
    if dragged.misses >= patience.misses:
        error = TooManyMisses(f"{dragged.misses} words in a row did not count.")
        return _stop(situation, seen, error.code, error)
    if dragged.is_resized:
        return _begin(situation, seen, "solve"), Solve()
    return situation, Look() if dragged.is_suspicious else Drag()


def _begin(situation: Situation, seen: Observation, phase: Phase) -> Situation:
    return replace(situation, phase=phase, since=seen.now, trouble_since=None, solved=0)


def _troubled(situation: Situation, seen: Observation) -> tuple[Situation, float]:
    """With the time for which there is trouble already."""
    since = seen.now if situation.trouble_since is None else situation.trouble_since
    return replace(situation, trouble_since=since), seen.now - since


def _calm(situation: Situation) -> Situation:
    return situation if situation.trouble_since is None else replace(situation, trouble_since=None)


def _stop(situation: Situation, seen: Observation, reason: str, error: AgentError | None = None) -> Turn:
    return replace(situation, phase="over", since=seen.now), Stop(reason, error)
