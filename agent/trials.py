"""Which drags arrive: words along one direction after the other, slower until they count.

The ways across a board are four, since a drag that works one way works back. What is tried next follows from
what came of the trials before; the words are those of the round that is running.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from typing import Final

from agent.desktop import PointerName
from agent.ports import Path, Word
from agent.tempo import Tempo

SPEEDS: Final = (1.0, 1.5, 2.5, 4.0)
"""Times slower than the quickest tempo, in the order in which they are tried."""
FINEST: Final = 6.0
"""Points of a step; finer ones only make more events."""
HITS: Final = 2
"""Words that have to count before a direction is taken to work at a speed: a single one may be luck."""
MISSES: Final = 2
"""Words that may not: a single one may be unknown to the game."""


class Direction(StrEnum):
    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"
    FALLING = "falling diagonal"
    RISING = "rising diagonal"


@dataclass(frozen=True, slots=True)
class Along:
    """A word to be dragged for the sake of a direction."""

    word: Word
    path: Path
    directions: frozenset[Direction]
    """Of all its steps."""
    is_clean: bool
    """Whether its other steps are in directions that are known to work, so that a miss tells something."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of it; without a word where there was none."""

    pointer: PointerName
    slowness: float
    direction: Direction
    along: Along | None = None
    gained: int = 0

    @property
    def counted(self) -> bool:
        return self.along is not None and self.gained == self.along.word.points

    def proves(self, direction: Direction) -> bool:
        """A word that counts arrived along all of its way."""
        return self.counted and self.along is not None and direction in self.along.directions


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
) -> Along | None:
    """The word that tells most of a direction: with no other steps but in sound ones, and few of these;
    likely words first, long ones, which need more luck, before short ones."""
    best: tuple[tuple[bool, float, float, int], Along] | None = None
    for word in words:
        for path in word.paths if word.text not in used else ():
            steps = directions_of(path, cols)
            if direction not in steps:
                continue
            is_clean = set(steps) <= {direction, *sound}
            rank = (is_clean, steps.count(direction) / len(steps), round(word.chance, 1), len(path))
            if best is None or rank > best[0]:
                best = rank, Along(word, path, frozenset(steps), is_clean)
    return None if best is None else best[1]


def tempo_at(quickest: Tempo, slowness: float) -> Tempo:
    """So many times slower, in steps so many times finer."""
    slower = quickest.slower(slowness)
    return replace(slower, step=min(slower.step, max(slower.step / slowness, FINEST)))


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
        """How much slower than the quickest drags have to be to arrive; None when none does."""
        return next((speed for speed in SPEEDS if self._is_proven(pointer, direction, speed)), None)

    def is_known(self, pointer: PointerName, direction: Direction) -> bool:
        """Whether it is sure that drags arrive, or that they do not even when they are slowest."""
        missed = sum(
            trial.direction is direction
            and not trial.counted
            and trial.along is not None
            and trial.along.is_clean
            for trial in self._of(pointer, SPEEDS[-1])
        )
        return self.speed(pointer, direction) is not None or missed >= MISSES

    def has_tried(self, pointer: PointerName, direction: Direction) -> bool:
        """Whether a word was dragged for its sake."""
        return any(trial.direction is direction and trial.along is not None for trial in self._of(pointer))

    def slowness_of(self, pointer: PointerName) -> float:
        """At which everything arrives that arrives at all."""
        speeds = (self.speed(pointer, direction) for direction in Direction)
        return max((speed for speed in speeds if speed is not None), default=SPEEDS[-1])

    def best_pointer(self) -> PointerName:
        """That with which most directions work, then the quickest, then the first."""
        return max(self.pointers, key=lambda pointer: (len(self.sound(pointer)), -self.slowness_of(pointer)))

    def used(self, pointer: PointerName, slowness: float) -> list[str]:
        """Words that the game does not take once more, or that are no use to try again in the same way."""
        return [
            trial.along.word.text
            for trial in self.trials
            if trial.along and (trial.gained or (trial.pointer, trial.slowness) == (pointer, slowness))
        ]

    def _of(self, pointer: PointerName, slowness: float | None = None) -> Iterator[Trial]:
        return (
            trial for trial in self.trials if trial.pointer is pointer and slowness in (None, trial.slowness)
        )

    def _open(self, pointer: PointerName, slowness: float) -> Iterator[Direction]:
        """Directions that have yet to be tried at this speed."""
        for direction in Direction:
            asked = [trial for trial in self._of(pointer, slowness) if trial.direction is direction]
            is_told = sum(not trial.counted for trial in asked) >= MISSES or _is_exhausted(asked)
            if not is_told and self.speed(pointer, direction) is None:
                yield direction

    def _is_proven(self, pointer: PointerName, direction: Direction, slowness: float) -> bool:
        trials = [*self._of(pointer, slowness)]
        asked = [trial for trial in trials if trial.direction is direction]
        hits = sum(trial.proves(direction) for trial in trials)
        return hits >= (1 if _is_exhausted(asked) else HITS)


def _is_exhausted(trials: Iterable[Trial]) -> bool:
    """Whether the board had no word any more."""
    return any(trial.along is None for trial in trials)
