"""A simulated desktop with a simulated phone in a window: every port of `agent.ports`, and what they saw.

Captures hold no picture, but what is on the screen as JSON, which `SimSolver` reads.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from typing import Any, TypeVar

from agent.adapters.simphone import BOARD, HEIGHT, SCORE, START, WIDTH, SimClock, SimPhone
from agent.errors import AlreadyRunning, NoBoard, ServiceAway
from agent.ports import (
    Capture,
    PixelBox,
    Reading,
    ScreenPoint,
    ScreenRect,
    Solution,
    WindowState,
    Word,
)

R = TypeVar("R")


class SimDesktop:
    """`Window`, `Screen`, `Pointer`, `Abort` and `Seat` in one; its fields are there to be changed while a
    round is played."""

    def __init__(self, phone: SimPhone, clock: SimClock, bounds: ScreenRect, *, scale: float = 2.0) -> None:
        """`scale`: pixels of a capture for each point."""
        self.phone = phone
        self.state: WindowState | None = WindowState(7, "Phone", bounds, True, False, False)
        self.scale = scale
        self.hand = ScreenPoint(3, 3)
        """Where the mouse is."""
        self.abort_reason: str | None = None
        self.obeys = True
        """Whether the window comes to the front when it is told to."""
        self.look_seconds = 0.0
        """What a look at pixels takes."""
        self.failure: Exception | None = None
        """What a drag raises."""
        self.is_taken = False
        """By an agent."""
        self.is_held = False
        self.outside: list[tuple[str, ScreenPoint]] = []
        """Events that went where they must not: beside the window, or to one that is not in front."""
        self.events = 0
        self._clock = clock

    def find(self) -> WindowState | None:
        return self.state

    def activate(self, state: WindowState) -> None:
        self._clock.at(self._clock.now() + 0.1, self._to_front)

    def capture(self, bounds: ScreenRect) -> Capture:
        state, score = self.phone.screen()
        shown = {"state": state, "score": score}
        width, height = round(bounds.width * self.scale), round(bounds.height * self.scale)
        return Capture(json.dumps(shown).encode(), width, height, bounds)

    def snapshot(self, bounds: ScreenRect) -> Callable[[], Capture]:
        capture = self.capture(bounds)
        return lambda: capture

    def patch(self, bounds: ScreenRect) -> bytes:
        self._clock.sleep(self.look_seconds)
        state, score = self.phone.screen()
        seen = score if SCORE.contains(self._on_phone(bounds.centre)) else state
        return sha256(repr((seen, self._is_hidden)).encode()).digest()

    def position(self) -> ScreenPoint:
        return self.hand

    def move(self, to: ScreenPoint) -> None:
        self.hand = to
        self.events += 1

    def press(self, at: ScreenPoint) -> None:
        self._put("press", at)
        self.is_held = True
        self.phone.touch(self._on_phone(at))

    def drag(self, to: ScreenPoint) -> None:
        if self.failure is not None:
            raise self.failure
        self._put("drag", to)
        self.phone.slide(self._on_phone(to))

    def release(self, at: ScreenPoint) -> None:
        self.hand = at
        self.events += 1
        self.release_all()

    def release_all(self) -> None:
        if self.is_held:
            self.is_held = False
            self.phone.lift()

    def reason(self) -> str | None:
        return self.abort_reason

    @contextmanager
    def taken(self) -> Iterator[None]:
        if self.is_taken:
            raise AlreadyRunning("Another agent is playing.")
        self.is_taken = True
        try:
            yield
        finally:
            self.is_taken = False

    def change(self, **changes: Any) -> None:
        """Of the window, while there is one."""
        if self.state is not None:
            self.state = replace(self.state, **changes)

    @property
    def _is_hidden(self) -> bool:
        state = self.state
        return state is None or state.is_covered or state.is_minimised

    def _to_front(self) -> None:
        if self.obeys:
            self.change(is_front=True, is_minimised=False, is_covered=False)

    def _put(self, kind: str, point: ScreenPoint) -> None:
        self.hand = point
        self.events += 1
        state = self.state
        if state is None or self._is_hidden or not state.is_front or not state.bounds.contains(point):
            self.outside.append((kind, point))

    def _on_phone(self, point: ScreenPoint) -> ScreenPoint:
        """In points of the phone, whose screen fills the window."""
        if self.state is None:
            return ScreenPoint(-1, -1)
        bounds = self.state.bounds
        return ScreenPoint(
            (point.x - bounds.x) * WIDTH / bounds.width, (point.y - bounds.y) * HEIGHT / bounds.height
        )


class SimSolver:
    """Reads what a `SimDesktop` captures; `is_away` and `errors` are there to be changed."""

    def __init__(self, phone: SimPhone, words: Sequence[Word], clock: SimClock, *, seconds: float) -> None:
        """`words`: those that it finds, which need not be those that the game knows; `seconds`: of a call."""
        self._phone = phone
        self._words = tuple(words)
        self._clock = clock
        self._seconds = seconds
        self.is_away = False
        self.shows_score_box = True
        self.shows_score = True
        self.told: list[tuple[tuple[str, ...], tuple[str, ...]]] = []

    def read(self, capture: Capture) -> Reading:
        self._clock.sleep(self._seconds)
        if self.is_away:
            raise ServiceAway("The service does not answer.")
        shown = json.loads(capture.png)
        score = shown["score"] if self.shows_score and shown["state"] in ("playing", "over") else None
        reading = Reading(
            shown["state"],
            score=score,
            score_box=_box(SCORE, capture) if self.shows_score_box and score is not None else None,
        )
        if shown["state"] == "how-to-play":
            return replace(reading, start=_box(START, capture))
        if shown["state"] != "playing":
            return reading
        phone = self._phone
        return replace(
            reading, letters=phone.letters, rows=phone.rows, cols=phone.cols, board=_box(BOARD, capture)
        )

    def solve(self, capture: Capture) -> Solution:
        reading = self.read(capture)
        if reading.state != "playing":
            raise NoBoard("No round is running.")
        side = self._phone.pitch * 0.9
        cells = range(reading.rows * reading.cols)
        centres = [self._phone.cell_centre(cell) if self._phone.tile(cell) != "." else None for cell in cells]
        boxes = [
            None
            if centre is None
            else _box(ScreenRect(centre.x - side / 2, centre.y - side / 2, side, side), capture)
            for centre in centres
        ]
        return Solution(reading, tuple(boxes), self._words)

    def feedback(self, accepted: Sequence[str], rejected: Sequence[str]) -> None:
        self.told.append((tuple(accepted), tuple(rejected)))


def _box(rect: ScreenRect, capture: Capture) -> PixelBox:
    """From the phone's points to pixels of a capture."""
    x, y = capture.width / WIDTH, capture.height / HEIGHT
    return PixelBox(rect.x * x, rect.y * y, rect.width * x, rect.height * y)


class _Later(Future[R]):
    def __init__(self, clock: SimClock, ready: float) -> None:
        super().__init__()
        self._clock = clock
        self._ready = ready

    def done(self) -> bool:
        return self._clock.now() >= self._ready


class SimExecutor(Executor):
    """Work that is done as simulated time passes."""

    def __init__(self, clock: SimClock) -> None:
        self._clock = clock

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        work: Future[R] = Future()

        def run() -> None:
            try:
                work.set_result(fn(*args, **kwargs))
            except Exception as error:
                work.set_exception(error)

        _, seconds = self._clock.meanwhile(run)
        later = _Later[R](self._clock, self._clock.now() + seconds)
        if (error := work.exception()) is not None:
            later.set_exception(error)
        else:
            later.set_result(work.result())
        return later
