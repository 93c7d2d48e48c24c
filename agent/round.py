"""A round from the first look at the window to the last word: what `agent.supervise` decides is done here.

Every turn looks at the window, asks what to do, and does it. However a round ends, no button is held
afterwards, and the cursor is back where it was unless the user has taken it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, assert_never

from agent.dragging import Dragging
from agent.errors import AgentError, OutsideWindow, TooManyMisses, UserStopped
from agent.geometry import rect_on_screen
from agent.pace import Pace
from agent.player import TAP, Player
from agent.ports import (
    Abort,
    Capture,
    Clock,
    PixelBox,
    Pointer,
    Reading,
    Screen,
    ScreenPoint,
    Solution,
    Solver,
    Window,
    WindowState,
)
from agent.progress import Ended, Interrupted, Listener, PhaseBegan, ScreenRead, StartClicked, WindowSeen
from agent.supervise import Patience, Situation, step
from agent.tempo import Tempo
from agent.turns import (
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
from agent.verify import Ledger
from agent.wishes import Wishes
from agent.witness import Witness

TO_FRONT = 0.2
"""Seconds that a window takes to come to the front."""


@dataclass(frozen=True, slots=True)
class World:
    """Everything outside: real or simulated."""

    window: Window
    screen: Screen
    pointer: Pointer
    clock: Clock
    abort: Abort
    solver: Solver
    executor: Executor
    """One thread, in which the score's digits are read while words are dragged."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    reason: str
    """As `progress.Ended` has it."""
    error: AgentError | None
    words: int
    """That counted, as far as is known."""
    points: int
    dragged: int
    accepted: tuple[str, ...]
    """Words that surely counted, of those that did."""
    refused: tuple[str, ...]
    """Words that the game surely does not take, of those that did not count."""


class Drags(Protocol):
    """The part of a round in which the board is there: `agent.dragging`, or another one."""

    @property
    def has_board(self) -> bool: ...

    @property
    def ledger(self) -> Ledger: ...

    def take_board(self, solution: Solution, capture: Capture, ends_at: float) -> None:
        """Begin, or go on with the same board as it is now. Raises NoBoard."""

    def take_reading(self, reading: Reading, captured: float) -> None:
        """What was read for another reason."""

    def drag(self, window: WindowState) -> Dragged | Reading | AgentError:
        """One word at most. Raises UserStopped, PointerFailed; the button is up."""

    def confirm(self, window: WindowState) -> Reading:
        """The score at the end. Raises errors of the service."""

    def improve(self) -> None:
        """Called in waits."""


class Round:
    def __init__(
        self,
        world: World,
        *,
        wishes: Wishes,
        tempo: Tempo,
        listener: Listener,
        patience: Patience | None = None,
        seed: int = 0,
        dragging: Callable[[Player, Witness], Drags] | None = None,
    ) -> None:
        """`tempo` is the profile's; the wishes may slow it down. `dragging` drags in place of what plays for
        the most points."""
        self._world = world
        self._wishes = wishes
        self._tell = listener
        self._patience = patience or Patience()
        self._player = Player(world.pointer, world.clock, world.abort, idle=self._idle)
        witness = Witness(world.screen, world.solver, world.clock, world.executor)
        self._dragging: Drags = (
            dragging(self._player, witness)
            if dragging is not None
            else Dragging(
                self._player,
                world.clock,
                world.window,
                witness,
                wishes=wishes,
                pace=Pace(tempo if wishes.pace is None else tempo.at_pace(wishes.pace)),
                listener=listener,
                seed=seed,
            )
        )
        self._capture: Capture | None = None
        """The last one that was read or solved."""
        self._ends_at: float | None = None
        self._taps = 0
        self._window: WindowState | None = None
        self._played_in: int | None = None
        """The handle of the window whose board was solved."""

    def run(self) -> RoundResult:
        """Play to the end. Errors of the agent end the round and are part of its result."""
        home = self._world.pointer.position()
        try:
            stop = self._play()
        except AgentError as error:
            stop = Stop(error.code, error)
        finally:
            self._world.pointer.release_all()
            self._put_back(home)
        return self._ended(stop)

    def _put_back(self, home: ScreenPoint) -> None:
        """The cursor, unless it was never moved or the user has taken it."""
        with suppress(AgentError):
            if self._player.has_mouse():
                self._world.pointer.move(home)

    def _play(self) -> Stop:
        clock = self._world.clock
        situation = Situation.at_first(clock.now(), self._wishes.seconds, self._patience)
        self._tell(PhaseBegan(situation.phase))
        news: News | None = None
        while True:
            window = self._find()
            phase = situation.phase
            situation, action = step(situation, Observation(clock.now(), window, news), self._patience)
            if situation.phase != phase:
                self._tell(PhaseBegan(situation.phase))
            if isinstance(action, Stop):
                self._read_last(action, window)
                return action
            news = self._do(action, window)

    def _find(self) -> WindowState | None:
        window = self._world.window.find()
        if window is not None and (self._window is None or window.bounds != self._window.bounds):
            self._tell(WindowSeen(window.title, window.bounds))
        self._window = window
        return window

    def _do(
        self, action: Wait | Activate | Look | Click | Solve | Drag, window: WindowState | None
    ) -> News | None:
        """What comes of it, if anything does."""
        if isinstance(action, Wait):
            if action.why is not None:
                self._tell(Interrupted(action.why))
            self._player.wait(action.seconds)
            return None
        if window is None:
            return None
        try:
            return self._act(action, window)
        except UserStopped:
            raise
        except AgentError as error:
            return error

    def _act(self, action: Activate | Look | Click | Solve | Drag, window: WindowState) -> News | None:
        match action:
            case Activate(why):
                self._tell(Interrupted(why))
                self._world.window.activate(window)
                self._player.wait(TO_FRONT)
                return None
            case Look():
                return self._look(window)
            case Click(box):
                return self._click(box, window)
            case Solve():
                return self._solve(window)
            case Drag():
                if window.handle != self._played_in:  # closed, and another one opened
                    return Dragged(is_resized=True)
                return self._dragging.drag(window)
            case _:
                assert_never(action)

    def _look(self, window: WindowState) -> News:
        self._capture = self._world.screen.capture(window.bounds)
        captured = self._world.clock.now()
        reading = self._world.solver.read(self._capture)
        if self._dragging.has_board:
            self._dragging.take_reading(reading, captured)
        else:
            self._tell(ScreenRead(reading.state, reading.score))
        return reading

    def _click(self, box: PixelBox, window: WindowState) -> News | None:
        """On the middle of Start, if it is still where it was seen."""
        capture = self._capture
        if capture is None or capture.bounds != window.bounds:
            return None
        at = rect_on_screen(box, capture).centre
        if not window.bounds.contains(at):
            raise OutsideWindow(f"Start at ({at.x:.0f}, {at.y:.0f}) is not in the window.")
        seconds = TAP * 2**self._taps  # longer each time, for a phone that looks seldom
        if not self._player.click(at, lambda point: self._trouble(point, window), seconds):
            return None
        self._taps += 1
        self._ends_at = self._world.clock.now() + self._wishes.seconds
        self._tell(StartClicked(at))
        return Clicked()

    def _trouble(self, point: ScreenPoint, window: WindowState) -> str | None:
        now = self._world.window.find()
        return None if now == window and window.bounds.contains(point) else "the window has changed"

    def _solve(self, window: WindowState) -> Solution:
        self._capture = self._world.screen.capture(window.bounds)
        if self._ends_at is None:  # somebody else pressed Start: the round may end any time before that
            self._ends_at = self._world.clock.now() + self._wishes.seconds
        solution = self._world.solver.solve(self._capture)
        self._dragging.take_board(solution, self._capture, self._ends_at)
        self._played_in = window.handle
        return solution

    def _read_last(self, stop: Stop, window: WindowState | None) -> None:
        """The score once more, when nothing keeps it from being read; the round has ended in any case."""
        may_look = stop.error is None or isinstance(stop.error, TooManyMisses)
        if may_look and self._dragging.has_board and window is not None and window.is_front:
            with suppress(AgentError):
                self._dragging.confirm(window)

    def _idle(self) -> None:
        self._dragging.improve()

    def _ended(self, stop: Stop) -> RoundResult:
        ledger = self._dragging.ledger
        points = ledger.points_at_the_end
        message = "" if stop.error is None else stop.error.message
        self._tell(Ended(stop.reason, message, ledger.words, points, ledger.dragged))
        return RoundResult(
            stop.reason,
            stop.error,
            ledger.words,
            points,
            ledger.dragged,
            tuple(ledger.accepted),
            tuple(ledger.refused),
        )
