"""What is proven of first guesses: found in parts side by side, gone on with another day.

A lower bound of what a start comes to is a fact about the game's words and rules, whoever has found it and
when; so facts may be kept, sent and joined.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from worker.solvers.wordle_tree_state import EVERY, StateSearch
from worker.solvers.wordle_words import WordleWords

_Rank: TypeAlias = tuple[bool, int, str]


@dataclass(frozen=True, slots=True)
class Known:
    """The best tree's start so far, and bounds of all starts that were looked at."""

    start: str | None = None
    total: int | None = None
    """What it comes to."""
    width: int = EVERY
    """Of the search that found its tree, see `wordle_tree_state`."""
    bounds: Mapping[str, int] = field(default_factory=dict)
    """No tree with a start comes below."""
    states: int = 0
    """Opened to find this out."""
    scans: int = 0
    """Groups bounded by looking at every guess."""
    work: int = 0
    """Labels read, more or less."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def _rank(self) -> _Rank:
        return self.total is None, self.total or 0, self.start or ""


def joined(facts: Iterable[Known]) -> Known:
    """All that is known together."""
    each = list(facts)
    bounds: dict[str, int] = {}
    for one in each:
        for start, bound in one.bounds.items():
            bounds[start] = max(bound, bounds.get(start, 0))
    best = min(each, key=lambda one: one._rank)
    return Known(
        best.start,
        best.total,
        best.width,
        bounds,
        states=sum(one.states for one in each),
        scans=sum(one.scans for one in each),
        work=sum(one.work for one in each),
    )


def rule_out(
    words: WordleWords,
    patterns: NDArray[Any],
    starts: Iterable[str],
    below: int,
    *,
    hard: bool,
    max_guesses: int,
    work: int,
) -> Known:
    """Show of each start that no tree comes below a total, or find the best one that does.

    Args:
        work: labels read for a start, more or less; one that takes more keeps the bound that it has by then.
    """
    search = StateSearch(words, patterns, hard=hard, max_guesses=max_guesses)
    bounds: dict[str, int] = {}
    best: str | None = None
    for start in starts:
        number = words.number[start]
        search.open_all(max_guesses, below)
        first = int(search.first_bounds()[number])
        search.choose(np.array([number]))
        search.run(work)
        bounds[start] = max(first, int(search.bounds()[number]))
        if search.best is not None:
            best, below = start, search.best
    total = None if best is None else below
    return Known(best, total, EVERY, bounds, search.nodes, search.scans, search.work)
