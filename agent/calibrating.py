"""What a calibrating round has in place of an ordinary one's: drags that are trials, a mouse that can be
exchanged, eyes for the Start button.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from agent.clearance import clearance
from agent.desktop import PointerName
from agent.errors import AgentError, ScoreUnseen
from agent.geometry import Board
from agent.gesture import gesture_of
from agent.player import Player
from agent.ports import (
    Capture,
    Clock,
    Pointer,
    Reading,
    ScreenPoint,
    Solution,
    Solver,
    Window,
    WindowState,
)
from agent.progress import BoardSolved, Listener, Verdict, WordDragged, WordJudged
from agent.template import keep_template
from agent.tempo import Tempo
from agent.trials import HITS, Along, Course, Direction, Trial, tempo_at, word_along
from agent.turns import Dragged
from agent.verify import Ledger
from agent.witness import Witness

ANSWER: Final = 1.5
"""Seconds in which the score has to change after a word."""
BETWEEN: Final = 0.05
"""Seconds between two looks at it."""


class Switch:
    """A `Pointer` that is one of several."""

    def __init__(self, pointers: Mapping[PointerName, Pointer]) -> None:
        self._pointers = dict(pointers)
        self._now = next(iter(self._pointers.values()))

    def choose(self, name: PointerName) -> None:
        self._now.release_all()
        self._now = self._pointers[name]

    def position(self) -> ScreenPoint:
        return self._now.position()

    def move(self, to: ScreenPoint) -> None:
        self._now.move(to)

    def press(self, at: ScreenPoint) -> None:
        self._now.press(at)

    def drag(self, to: ScreenPoint) -> None:
        self._now.drag(to)

    def release(self, at: ScreenPoint) -> None:
        self._now.release(at)

    def release_all(self) -> None:
        for pointer in self._pointers.values():
            pointer.release_all()


class TemplateKeeper:
    """A `Solver` that remembers how the Start button looks that the service sees."""

    def __init__(self, solver: Solver, path: Path) -> None:
        self._solver = solver
        self._path = path
        self.has_kept = False

    def read(self, capture: Capture) -> Reading:
        reading = self._solver.read(capture)
        if reading.start is not None and not self.has_kept:
            with suppress(OSError):  # a round without second evidence is better than none
                keep_template(capture, reading.start, self._path)
                self.has_kept = True
        return reading

    def solve(self, capture: Capture) -> Solution:
        return self._solver.solve(capture)

    def feedback(self, accepted: Sequence[str], rejected: Sequence[str]) -> None:
        self._solver.feedback(accepted, rejected)


class Trials:
    """Drags for the sake of learning, in place of those for points: `agent.round.Drags`."""

    def __init__(
        self,
        course: Course,
        player: Player,
        witness: Witness,
        *,
        window: Window,
        clock: Clock,
        choose: Callable[[PointerName], None],
        tempo: Tempo,
        listener: Listener,
    ) -> None:
        self.ledger = Ledger()
        self._course = course
        self._player = player
        self._witness = witness
        self._window = window
        self._clock = clock
        self._choose = choose
        self._tempo = tempo
        self._tell = listener
        self._board: Board | None = None
        self._solution: Solution | None = None
        self._score: int | None = None
        """Read last; None before it was read at all."""
        self._ends_at = 0.0

    @property
    def has_board(self) -> bool:
        return self._board is not None

    def take_board(self, solution: Solution, capture: Capture, ends_at: float) -> None:
        self._board = Board.of(solution, capture)
        self._solution = solution
        self._note(solution.reading)
        self._ends_at = ends_at
        self._tell(
            BoardSolved(
                letters=solution.reading.letters,
                words=len(solution.words),
                points=sum(word.points for word in solution.words),
                planned_words=len(Direction) * HITS,
                planned_points=0,
                doubtful=solution.reading.doubtful,
                area=self._board.area,
            )
        )

    def take_reading(self, reading: Reading, captured: float) -> None:
        self._note(reading)

    def confirm(self, window: WindowState) -> Reading:
        return self._witness.read_now(window.bounds)[1]

    def improve(self) -> None:
        """Nothing is planned."""

    def drag(self, window: WindowState) -> Dragged | Reading | AgentError:
        """The next trial. Raises UserStopped, PointerFailed."""
        if self._clock.now() + ANSWER > self._ends_at:
            return Dragged(finished="time")
        if (asked := self._course.next()) is None:
            return Dragged(finished="played")
        assert self._board is not None and self._solution is not None
        board = self._board.in_window(window.bounds)
        if board is None:
            return Dragged(is_resized=True)
        pointer, slowness, direction = asked
        along = word_along(
            self._solution.words,
            direction,
            self._solution.reading.cols,
            sound=self._course.sound(pointer),
            used=self._course.used(pointer, slowness),
        )
        if along is None:
            self._course.trials.append(Trial(pointer, slowness, direction))
            return Dragged()
        return self._try(Trial(pointer, slowness, direction, along), along, board, window)

    def _try(
        self, trial: Trial, along: Along, board: Board, window: WindowState
    ) -> Dragged | Reading | AgentError:
        word, path = along.word, along.path
        self._choose(trial.pointer)
        gesture = gesture_of(path, board, tempo_at(self._tempo, trial.slowness))
        played = self._player.play(gesture, clearance(board, self._window))
        if played.broken is not None:
            return Dragged()
        attempt = self.ledger.drag(word, 1, played.released)
        left = self._ends_at - self._clock.now()
        self._tell(WordDragged(word.text, word.points, path, 1, played.seconds, trial.slowness, left))
        try:
            reading = self._answer(window)
        except AgentError as error:
            return error
        before = self._score or 0
        self._note(reading)
        if self._score is None:
            return ScoreUnseen("The score is not seen, by which it is told whether a drag arrives.")
        gained = self._score - before
        if reading.state != "playing" and not gained:
            return reading
        trial = replace(trial, gained=gained)
        self._course.trials.append(trial)
        self.ledger.see(attempt, trial.counted)
        verdict: Verdict = "accepted" if trial.counted else "refused"
        self._tell(WordJudged(word.text, word.points, verdict, self.ledger.words, self.ledger.points))
        return Dragged()

    def _note(self, reading: Reading) -> None:
        if reading.score is not None:
            self._score = reading.score

    def _answer(self, window: WindowState) -> Reading:
        """What is read when the score has changed, or has had time to. Raises errors of the service."""
        until = self._clock.now() + ANSWER
        while True:
            self._player.wait(BETWEEN)
            _, reading = self._witness.read_now(window.bounds)
            changed = reading.score is not None and reading.score != self._score
            if changed or reading.state != "playing" or self._clock.now() >= until:
                return reading
