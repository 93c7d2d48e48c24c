"""What is asked of the search for decision trees, and what it tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from worker.errors import BadOption
from worker.solvers.wordle_clues import Mode
from worker.solvers.wordle_tree_grow import Tree

_MOST_GUESSES: Final = 20


class Stage(StrEnum):
    GREEDY = "greedy"
    BOUND = "bound"
    PROVE = "prove"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class TreeOptions:
    start: str | None = None
    """The first guess; None looks for the best one."""
    mode: Mode = Mode.EASY
    max_guesses: int = 6

    def __post_init__(self) -> None:
        if not 1 <= self.max_guesses <= _MOST_GUESSES:
            raise BadOption(f"A game has 1 to {_MOST_GUESSES} guesses.", option="max_guesses")
        if self.mode == Mode.STRICT:
            raise BadOption("Trees are for easy or hard mode.", option="mode")


@dataclass(frozen=True, slots=True)
class TreeProgress:
    stage: Stage
    share: float
    """Of the stage, by the number of starts that are done."""
    start: str | None
    total: int | None
    """The best so far."""
    lower_bound: int


@dataclass(frozen=True, slots=True)
class TreeResult:
    """The best tree known and what is proven about it."""

    start: str | None
    total: int | None
    """Guesses over all answers; None where no tree is known that finds each of them in time."""
    lower_bound: int | None
    """No tree has a total below; None when it is proven that none finds each answer in time."""
    guesses: Mapping[int, int]
    """How many answers take each number of guesses."""
    tree: Tree | None
    starts: int
    """How many first guesses were considered."""
    ruled_out: int
    """How many of them are proven not to be better."""
    nodes: int
    """States opened."""
    scans: int
    """Groups bounded by looking at every guess."""
    work: int
    """Labels read, more or less."""

    @property
    def proven(self) -> bool:
        """Whether no tree with these starts is better, or none exists."""
        return self.lower_bound == self.total

    @property
    def worst(self) -> int | None:
        return max(self.guesses, default=None)
