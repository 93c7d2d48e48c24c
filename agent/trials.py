"""Which drags arrive: words along one direction after the other, slower until they count.

The ways across a board are four, since a drag that works one way works back. What is tried next follows from
what came of the trials before; the words are those of the round that is running.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Final

from agent.desktop import PointerName
from agent.ports import Path, Word

SPEEDS: Final = (1.0, 1.5, 2.5, 4.0)
"""Times slower than the quickest tempo, in the order in which they are tried."""
TRIES: Final = 2
"""Words of one direction and speed: a single one may be unknown to the game."""


class Direction(StrEnum):
    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"
    FALLING = "falling diagonal"
    RISING = "rising diagonal"


@dataclass(frozen=True, slots=True)
class Trial:
    """A word that was dragged, or for which there was none."""

    pointer: PointerName
    slowness: float
    direction: Direction
    word: Word | None = None
    gained: int = 0

    @property
    def counted(self) -> bool:
        return self.word is not None and self.gained == self.word.points


def direction_of(here: int, there: int, cols: int) -> Direction:
    """Of a step from a cell to one that it touches."""
    down, right = there // cols - here // cols, there % cols - here % cols
    if down == 0:
        return Direction.HORIZONTAL
    if right == 0:
        return Direction.VERTICAL
    return Direction.FALLING if down == right else Direction.RISING


def directions_of(path: Path, cols: int) -> list[Direction]:
    return [direction_of(here, there, cols) for here, there in pairwise(path)]


def word_along(
    words: Sequence[Word],
    direction: Direction,
    cols: int,
    *,
    sound: Collection[Direction],
    used: Collection[str],
) -> tuple[Word, Path] | None:
    """The word that tells most of a direction: none but steps in it at best, else also steps in directions
    that are known to work; likely words first, short ones before long ones."""
    best: tuple[tuple[float, float, int], Word, Path] | None = None
    for word in words:
        for path in word.paths if word.text not in used else ():
            steps = directions_of(path, cols)
            told = steps.count(direction) / max(len(steps), 1)
            if told == 0 or not set(steps) <= {direction, *sound}:
                continue
            rank = (told, word.chance, -len(path))
            if best is None or rank > best[0]:
                best = rank, word, path
    return None if best is None else best[1:]


@dataclass(slots=True)
class Course:
    """What was tried so far, and what is tried next."""

    pointers: Sequence[PointerName]
    trials: list[Trial] = field(default_factory=list)

    def next(self) -> tuple[PointerName, float, Direction] | None:
        """None when there is nothing left to be learned."""
        for pointer in self.pointers:
            for slowness in SPEEDS:
                for direction in self._open(pointer, slowness):
                    return pointer, slowness, direction
            if self.slowness_of(pointer) == SPEEDS[0] and len(self.sound(pointer)) == len(Direction):
                return None
        return None

    def sound(self, pointer: PointerName) -> tuple[Direction, ...]:
        """Directions in which drags arrive, at some speed."""
        return tuple(direction for direction in Direction if self.speed(pointer, direction) is not None)

    def speed(self, pointer: PointerName, direction: Direction) -> float | None:
        """How much slower than the quickest drags have to be to arrive; None when none has."""
        return min((trial.slowness for trial in self._of(pointer, direction) if trial.counted), default=None)

    def was_tried(self, pointer: PointerName, direction: Direction) -> bool:
        return any(trial.word is not None for trial in self._of(pointer, direction))

    def slowness_of(self, pointer: PointerName) -> float:
        """At which everything arrives that arrives at all."""
        speeds = (self.speed(pointer, direction) for direction in Direction)
        return max((speed for speed in speeds if speed is not None), default=SPEEDS[-1])

    def best_pointer(self) -> PointerName:
        """That with which most directions work, then the quickest, then the first."""
        return max(self.pointers, key=lambda pointer: (len(self.sound(pointer)), -self.slowness_of(pointer)))

    def _of(self, pointer: PointerName, direction: Direction) -> Iterator[Trial]:
        return (trial for trial in self.trials if (trial.pointer, trial.direction) == (pointer, direction))

    def _open(self, pointer: PointerName, slowness: float) -> Iterator[Direction]:
        """Directions that have yet to be tried at this speed."""
        for direction in Direction:
            known = [*self._of(pointer, direction)]
            if any(trial.counted or trial.word is None for trial in known):
                continue
            if sum(trial.slowness == slowness for trial in known) < TRIES:
                yield direction
