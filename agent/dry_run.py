"""What a round would do, done with a mouse that moves nothing: the default of the program."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PIL import Image

from agent.adapters.recorder import Recorder
from agent.adapters.simphone import SimClock
from agent.client import ServiceClient
from agent.desktop import Desktop
from agent.drawing import Line, plan_svg
from agent.errors import BadOption, BadOutput, NoWindow
from agent.geometry import Board
from agent.gesture import gesture_of
from agent.guarded import LoggedPointer
from agent.log import EventLog
from agent.pace import Pace
from agent.plan import Plan, Step
from agent.play import check_permissions, opened_log
from agent.player import Player
from agent.ports import Capture, ScreenRect, Solution, Solver
from agent.progress import BoardSolved, Ended, WindowSeen, WordDragged
from agent.service import ServiceOptions
from agent.stopping import AnyAbort, Signals, SystemClock
from agent.tempo import Tempo
from agent.wishes import Wishes

MOVES: Final = 12_000
"""Of improving the plan: a tenth of a second or two, which nobody misses here."""


@dataclass(frozen=True, slots=True)
class DryRun:
    """A plan with what it was made from."""

    capture: Capture
    solution: Solution
    steps: tuple[Step, ...]
    seconds: float
    """That the drags would take."""
    board: Board

    @property
    def points(self) -> int:
        return sum(step.word.points for step in self.steps)

    def to_svg(self) -> str:
        lines = [Line(f"{step.word.text} {step.word.points}", step.path) for step in self.steps]
        return plan_svg(self.capture, self.board, lines)


def plan_on(
    capture: Capture, solver: Solver, *, wishes: Wishes, tempo: Tempo, log: Path | None = None, seed: int = 0
) -> DryRun:
    """Plan a round on the picture and go through every drag of it.

    Args:
        log: gets the events that a live round would make.

    Raises:
        NoBoard: no round is running in the picture; and errors of the service.
    """
    solution = solver.solve(capture)
    board = Board.of(solution, capture)
    tempo = tempo if wishes.pace is None else tempo.at_pace(wishes.pace)
    steps = _planned(solution, wishes, tempo, seed)
    clock = SimClock()
    with opened_log(log, clock) as events:
        events.tell(WindowSeen("dry run", capture.bounds))
        events.tell(_solved(solution, steps, board))
        seconds = _go_through(steps, board, tempo, clock, events, wishes.seconds)
        points = sum(step.word.points for step in steps)
        events.tell(Ended("dry-run", "", len(steps), points, len(steps)))
    return DryRun(capture, solution, steps, seconds, board)


def _planned(solution: Solution, wishes: Wishes, tempo: Tempo, seed: int) -> tuple[Step, ...]:
    words = wishes.most_wanted(wishes.allowed(solution.words), 0)
    plan = Plan(
        words,
        solution.reading.rows,
        solution.reading.cols,
        Pace(tempo).model(),
        wishes.seconds,
        short_first=wishes.short_first,
        seed=seed,
    )
    plan.improve(MOVES)
    plan.settle()
    return _up_to(wishes.target, tuple(plan.steps()))


def _up_to(target: int | None, steps: Sequence[Step]) -> tuple[Step, ...]:
    """The first steps that reach the target, or all."""
    points = 0
    for count, step in enumerate(steps):
        if target is not None and points >= target:
            return tuple(steps[:count])
        points += step.word.points
    return tuple(steps)


def _solved(solution: Solution, steps: Sequence[Step], board: Board) -> BoardSolved:
    return BoardSolved(
        letters=solution.reading.letters,
        words=len(solution.words),
        points=sum(word.points for word in solution.words),
        planned_words=len(steps),
        planned_points=sum(step.word.points for step in steps),
        doubtful=solution.reading.doubtful,
        area=board.area,
    )


def _go_through(
    steps: Sequence[Step], board: Board, tempo: Tempo, clock: SimClock, log: EventLog, seconds: float
) -> float:
    """Seconds that it takes."""
    recorder = Recorder(clock, board.area.centre)
    player = Player(LoggedPointer(recorder, log), clock, AnyAbort([]))
    begun = clock.now()
    for step in steps:
        played = player.play(gesture_of(step.path, board, tempo, recorder.position()), lambda _: None)
        left = seconds - (clock.now() - begun)
        word = step.word
        log.tell(WordDragged(word.text, word.points, step.path, 1, played.seconds, 1.0, left))
        player.wait(tempo.gap)
    return clock.now() - begun


def capture_of_picture(path: Path) -> Capture:
    """A picture from a file as if it were the window, a point a pixel.

    Raises:
        BadOption: it cannot be read.
    """
    try:
        with Image.open(path) as picture:
            content = io.BytesIO()
            picture.convert("RGB").save(content, "PNG")
            width, height = picture.size
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise BadOption(f"{path}: {why}.", hint="Give a screenshot as PNG or JPEG.") from None
    return Capture(content.getvalue(), width, height, ScreenRect(0, 0, width, height))


def capture_of_window(desktop: Desktop) -> Capture:
    """The window as it is, wherever it is.

    Raises:
        NoPermission, NoWindow: it cannot be looked at, or what lies over it would be, too.
    """
    check_permissions(desktop.permissions.missing())
    window = desktop.window.find()
    if window is None or window.is_minimised:
        raise NoWindow("There is no such window to look at.")
    if window.is_covered:
        raise NoWindow(
            "Another window lies over a part of it, or it reaches over the edge of the screen.",
            hint="Move them apart: the picture would show the other one, too. Nothing was sent.",
        )
    return desktop.screen.capture(window.bounds)


@contextmanager
def solver_of(options: ServiceOptions, signals: Signals) -> Iterator[ServiceClient]:
    with ServiceClient(options, SystemClock(signals)) as solver:
        yield solver


def write_drawing(planned: DryRun, path: Path) -> None:
    """Raises BadOutput."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(planned.to_svg(), "utf-8")
    except OSError as error:
        raise BadOutput(f"{path}: {error.strerror or error}.") from None


def summary(planned: DryRun, out: Path) -> str:
    reading = planned.solution.reading
    doubt = " Some letters may be read wrong." if reading.doubtful else ""
    return (
        f"{'/'.join(reading.letters)}: {len(planned.steps):,} of {len(planned.solution.words):,} words, "
        f"{planned.points:,} points in {planned.seconds:.1f} s.{doubt} Drawn in {out}; nothing was moved."
    )


def to_json(planned: DryRun, out: Path) -> dict[str, Any]:
    return {
        "letters": list(planned.solution.reading.letters),
        "doubtful": planned.solution.reading.doubtful,
        "words_on_board": len(planned.solution.words),
        "points": planned.points,
        "seconds": round(planned.seconds, 2),
        "drawing": str(out),
        "words": [
            {
                "word": step.word.text,
                "points": step.word.points,
                "chance": step.word.chance,
                "path": list(step.path),
            }
            for step in planned.steps
        ],
    }
