"""A word's path as timed events of the mouse.

The pointer goes straight from tile to tile in steps that are short enough for a phone to follow, and rests on
each tile for longer than the phone needs to see it there. Between two tiles that touch at a corner the line
passes right between the two others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, dist
from typing import Final, Literal

from agent.geometry import Board
from agent.ports import Path, ScreenPoint
from agent.tempo import Tempo

Kind = Literal["move", "press", "drag", "release"]
MOST_STEPS: Final = 4
"""From a tile to the next one: where a window is enlarged, more of them would only take their time."""


@dataclass(frozen=True, slots=True)
class Event:
    at: float
    """Seconds from the gesture's start."""
    kind: Kind
    point: ScreenPoint
    is_tile: bool = False
    """Whether the pointer arrives at a tile of the path."""

    @property
    def is_between(self) -> bool:
        """Whether it is on the way from a tile to the next one."""
        return self.kind == "drag" and not self.is_tile


@dataclass(frozen=True, slots=True)
class Gesture:
    """One press, then drags, then one release; moves before the press at most."""

    events: tuple[Event, ...]

    @property
    def seconds(self) -> float:
        return self.events[-1].at

    @property
    def end(self) -> ScreenPoint:
        return self.events[-1].point


def gesture_of(path: Path, board: Board, tempo: Tempo, start: ScreenPoint | None = None) -> Gesture:
    """Drag through the cells.

    Args:
        start: where the pointer is, for a tempo that hovers; without it the first event is the press.

    Raises:
        NoBoard: the path leaves the board.
    """
    tiles = [board.centre(cell) for cell in path]
    events = [] if start is None or not tempo.hover else list(_hover(start, tiles[0], board.pitch, tempo))
    at = events[-1].at if events else 0.0
    events.append(Event(at, "press", tiles[0], is_tile=True))
    at += tempo.hold
    for here, there in pairwise(tiles):
        events += _drag(at, here, there, board.pitch, tempo)
        at = events[-1].at + tempo.dwell
    events.append(Event(at, "release", tiles[-1]))
    return Gesture(tuple(events))


def _hover(start: ScreenPoint, to: ScreenPoint, pitch: float, tempo: Tempo) -> Iterator[Event]:
    seconds = tempo.hover * _distance(start, to) / pitch
    for share, point in _steps(start, to, max(tempo.step, pitch / 2)):
        yield Event(seconds * share, "move", point)


def _drag(at: float, here: ScreenPoint, there: ScreenPoint, pitch: float, tempo: Tempo) -> Iterator[Event]:
    seconds = tempo.stride * _distance(here, there) / pitch
    for share, point in _steps(here, there, max(tempo.step, pitch / MOST_STEPS)):
        yield Event(at + seconds * share, "drag", point, is_tile=point == there)


def _steps(start: ScreenPoint, to: ScreenPoint, step: float) -> Iterator[tuple[float, ScreenPoint]]:
    """Evenly spaced points after `start`, no two further apart than `step`, each with its share of the way;
    the last one is `to` itself."""
    count = max(ceil(_distance(start, to) / step), 1)
    for number in range(1, count):
        share = number / count
        yield (
            share,
            ScreenPoint(start.x + (to.x - start.x) * share, start.y + (to.y - start.y) * share),
        )
    yield 1.0, to


def _distance(one: ScreenPoint, other: ScreenPoint) -> float:
    return dist((one.x, one.y), (other.x, other.y))
