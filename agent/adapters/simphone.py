"""A simulated phone in a simulated window, on a clock that costs no time.

The phone looks at its finger 60 times a second and sees nothing in between; it may lose looks and
whole touches, answer late, and ignore a touch that comes too soon after the last. What it does
follows from its seed and from the events alone. `agent.adapters.simdesktop` puts it into a window.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final, TypeVar

from agent.ports import ScreenPoint, ScreenRect, State

R = TypeVar("R")

WIDTH: Final = 390.0
HEIGHT: Final = 844.0
"""Of the phone's screen, in its own points."""
BOARD: Final = ScreenRect(35, 320, 320, 320)
SCORE: Final = ScreenRect(60, 120, 120, 30)
START: Final = ScreenRect(120, 640, 150, 50)


class SimClock:
    """A `Clock` whose sleep is short: things happen in their order, and the time is later."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._borrowed: float | None = None

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        if self._borrowed is not None:
            self._borrowed += max(seconds, 0.0)
            return
        until = self._now + max(seconds, 0.0)
        while self._due and self._due[0][0] <= until:
            at, _, happen = heapq.heappop(self._due)
            self._now = max(self._now, at)
            happen()
        self._now = max(self._now, until)

    def at(self, moment: float, happen: Callable[[], None]) -> None:
        heapq.heappush(self._due, (moment, next(self._order), happen))

    def meanwhile(self, work: Callable[[], R]) -> tuple[R, float]:
        """What it gives and how long it would take, if nobody waited for it."""
        self._borrowed = 0.0
        try:
            return work(), self._borrowed
        finally:
            self._borrowed = None


@dataclass(frozen=True, slots=True)
class Quality:
    """How well the phone follows."""

    latency: float = 0.05
    """Seconds from an event to what it changes on the screen."""
    sampling: float = 60.0
    """Looks at the finger a second."""
    lost_looks: float = 0.0
    """Share of looks that see nothing new."""
    lost_touches: float = 0.0
    """Share of touches that do not arrive at all."""
    hit_radius: float = 0.5
    """Of a tile, in pitches."""
    min_gap: float = 0.0
    """Seconds after a touch in which the next one is not noticed."""


class SimPhone:
    """The game: a how-to card with Start, a round, its end."""

    def __init__(
        self,
        letters: Sequence[str],
        words: Mapping[str, int],
        clock: SimClock,
        *,
        quality: Quality | None = None,
        seconds: float = 80.0,
        state: State = "how-to-play",
        seed: int = 0,
    ) -> None:
        """`letters`: a row each, `.` for a hole; `words`: those that the game knows, with their points."""
        self.letters = tuple(letters)
        self.rows, self.cols = len(letters), len(letters[0])
        self.quality = quality or Quality()
        self.is_locked = False
        self.found: dict[str, int] = {}
        self.dragged: list[str] = []
        """What was spelled by each touch, words or not."""
        self.over_at = math.inf
        self.touches_after_end = 0
        self._words = words
        self._clock = clock
        self._seconds = seconds
        self._random = Random(seed)
        self._state: State = state
        self._shown: list[tuple[float, State, int]] = [(-math.inf, state, 0)]
        self._track: list[tuple[float, ScreenPoint]] = []
        self._phase = self._random.random()
        self._lifted = -math.inf
        if state == "playing":
            self._begin()

    @property
    def score(self) -> int:
        return sum(self.found.values())

    @property
    def state(self) -> State:
        return "over" if self._state == "playing" and self._clock.now() >= self.over_at else self._state

    def screen(self) -> tuple[State, int]:
        """What is to be seen now, which is a little late."""
        if self.is_locked:
            return "unknown", 0
        if self._clock.now() >= self.over_at + self.quality.latency:
            return "over", self.score
        return next(shown[1:] for shown in reversed(self._shown) if shown[0] <= self._clock.now())

    def touch(self, at: ScreenPoint) -> None:
        """The finger comes down."""
        is_noticed = self._clock.now() - self._lifted >= self.quality.min_gap
        is_noticed &= self._random.random() >= self.quality.lost_touches
        self._track = [(self._clock.now(), at)] if is_noticed and not self.is_locked else []
        self.touches_after_end += self.state == "over"

    def slide(self, to: ScreenPoint) -> None:
        if self._track:
            self._track.append((self._clock.now(), to))

    def lift(self) -> None:
        self._lifted = self._clock.now()
        if self._track and self.state == "playing":
            self._spell(self._path(self._lifted))
        elif self._track and self._state == "how-to-play":
            self._tap(list(self._looks(self._lifted)))
        self._track = []

    def cell_centre(self, cell: int) -> ScreenPoint:
        row, col = divmod(cell, self.cols)
        return ScreenPoint(BOARD.x + (col + 0.5) * self.pitch, BOARD.y + (row + 0.5) * self.pitch)

    @property
    def pitch(self) -> float:
        return BOARD.width / max(self.cols, self.rows)

    def tile(self, cell: int) -> str:
        return self.letters[cell // self.cols][cell % self.cols]

    def _begin(self) -> None:
        self._state = "playing"
        self.over_at = self._clock.now() + self._seconds
        self._show()

    def _show(self) -> None:
        self._shown.append((self._clock.now() + self.quality.latency, self._state, self.score))

    def _tap(self, seen: list[ScreenPoint]) -> None:
        """Start is pressed when the finger is seen there more than once, and nowhere else."""
        if len(seen) > 1 and all(map(START.contains, seen)):
            self._begin()

    def _path(self, lifted: float) -> list[int]:
        path: list[int] = []
        for point in self._looks(lifted):
            cell = self._cell_at(point)
            if cell is not None and cell not in path and (not path or self._touch(path[-1], cell)):
                path.append(cell)
        return path

    def _looks(self, lifted: float) -> Iterator[ScreenPoint]:
        """Where the finger is seen: as it comes down, and then at every look that is not lost."""
        down, first = self._track[0]
        yield first
        look = math.ceil(down * self.quality.sampling - self._phase) + self._phase
        place = 0
        while (at := look / self.quality.sampling) < lifted:
            while place + 1 < len(self._track) and self._track[place + 1][0] <= at:
                place += 1
            if self._random.random() >= self.quality.lost_looks:
                yield self._track[place][1]
            look += 1

    def _cell_at(self, point: ScreenPoint) -> int | None:
        row, col = int((point.y - BOARD.y) // self.pitch), int((point.x - BOARD.x) // self.pitch)
        if not (0 <= row < self.rows and 0 <= col < self.cols) or self.letters[row][col] == ".":
            return None
        centre = self.cell_centre(row * self.cols + col)
        away = math.dist((point.x, point.y), (centre.x, centre.y))
        return row * self.cols + col if away <= self.quality.hit_radius * self.pitch else None

    def _touch(self, one: int, other: int) -> bool:
        (row, col), (row2, col2) = divmod(one, self.cols), divmod(other, self.cols)
        return max(abs(row - row2), abs(col - col2)) == 1

    def _spell(self, path: list[int]) -> None:
        text = "".join(map(self.tile, path))
        self.dragged.append(text)
        if text in self._words and text not in self.found:
            self.found[text] = self._words[text]
            self._show()
