"""A good tree of a game that is too large for a proof, by ever wider searches of one start.

    search = NarrowSearch(words, patterns, TreeOptions(start="lants"), width=600)
    while not search.run(work):
        print(search.progress)

The groups that the start makes are searched one by one, each with the promising guesses of a state only, and
with the total of the search before it to beat. So there is a whole tree soon, and memory for one group is
enough. What is `known` after any turn lets another search go on from there, a wider one, too. Results depend
neither on the turns nor on the number of threads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from worker.errors import BadOption
from worker.kernels.wordle_search_state import NEVER
from worker.solvers.wordle_clues import Mode
from worker.solvers.wordle_feedback import all_green, feedback_text
from worker.solvers.wordle_lanes import run_all
from worker.solvers.wordle_tree_grow import Tree, grown, guess_counts, one_by_one
from worker.solvers.wordle_tree_result import Stage, TreeOptions, TreeProgress, TreeResult
from worker.solvers.wordle_tree_state import StateSearch
from worker.solvers.wordle_words import WordleWords

MOST_WIDTH: Final = 1_000
_WIDER: Final = 4
_PATIENCE: Final = 16
"""So many times the width is tried in a group for which no tree is known."""


@dataclass(frozen=True, slots=True)
class KnownGroups:
    """What a search has found by some turn."""

    groups: Mapping[str, Mapping[str, Any]]
    """By feedback to the start: the tree of a group, and the width of the widest search that is done."""

    def to_json(self) -> dict[str, Any]:
        return {"groups": dict(self.groups)}


@dataclass(slots=True)
class _Group:
    """Answers with the same feedback to the start."""

    reply: str
    answers: NDArray[np.int64]
    width: int = 0
    """Of the widest search that is done."""
    total: int = NEVER
    tree: Tree | None = None


class _Lane:
    """Searches one group after the other."""

    def __init__(self, search: StateSearch, left: int, start: int) -> None:
        self.search, self._left, self._path = search, left, (start,)
        self.group: _Group | None = None
        self._width = self._tries = 0

    def take(self, group: _Group, width: int) -> None:
        """Begin with a group."""
        if self.search.width != width:
            self.search.forget()
            self.search.width = width
        self.group, self._width, self._tries = group, width, 0
        self._try_next(group)

    def _try_next(self, group: _Group) -> None:
        """Open it with the promising guesses, and the next ones where those led to no tree."""
        self.search.open_group(group.answers, self._left, group.total, self._path)
        first = self._tries * self._width
        self._tries += 1
        self.search.choose(self.search.promising[first : first + self._width])

    def run(self, work: int) -> bool:
        """Go on; whether the group is done: it has its tree then, if it has a better one now, and is no more
        that of the lane."""
        group = self.group
        if group is None or not self.search.run(work):
            return group is None
        if self.search.best is not None:
            group.total, group.tree = self.search.best, grown(self.search, self._left, self._path)
        elif group.tree is None and self._tries < _PATIENCE:
            self._try_next(group)
            return False
        group.width, self.group = self._width, None
        return True


class NarrowSearch:
    """A search that goes on in turns."""

    def __init__(
        self,
        words: WordleWords,
        patterns: NDArray[Any],
        options: TreeOptions,
        width: int,
        *,
        threads: int = 1,
        known: KnownGroups | None = None,
    ) -> None:
        """Make ready.

        Args:
            width: about so many guesses of each state are tried.
            known: by an earlier search with the same words and options.

        Raises:
            BadOption: a width out of range, or no start that is among the allowed words.
            LookupError, TypeError, ValueError: what is said to be known is not of this game.
        """
        if not 1 <= width <= MOST_WIDTH:
            raise BadOption(f"A width is 1 to {MOST_WIDTH:,}, not {width:,}.", option="width")
        if options.start is None:
            raise BadOption("A narrow search needs a start.", option="start")
        if options.start not in words.number:
            raise BadOption(f"{options.start.upper()} is not among the allowed words.", option="start")
        self._words, self._patterns, self._options = words, patterns, options
        self._start, self._left = words.number[options.start], options.max_guesses - 1
        self._groups = self._parted()
        if known is not None:
            self._take(known)
        hard = options.mode == Mode.HARD
        self._lanes = [
            _Lane(
                StateSearch(words, patterns, hard=hard, max_guesses=options.max_guesses),
                self._left,
                self._start,
            )
            for _ in range(threads)
        ]
        self._least = {group.reply: self._bound(group) for group in self._groups}
        self._widths = _widths(width)
        self._tasks = deque(
            (group, width)
            for width in self._widths
            for group in self._groups
            if group.width < width and group.total > self._least[group.reply]
        )
        self._count = len(self._tasks)

    def _parted(self) -> list[_Group]:
        """The groups that the start makes, the largest first; two answers are guessed one by one."""
        codes = self._patterns[self._start]
        groups = []
        for code in np.unique(codes).tolist():
            if code != all_green(self._words.length):
                answers = np.flatnonzero(codes == code)
                groups.append(_Group(feedback_text(code, self._words.length), answers))
        return sorted(groups, key=lambda group: -len(group.answers))

    def _take(self, known: KnownGroups) -> None:
        groups = {group.reply: group for group in self._groups}
        for reply, told in known.groups.items():
            group = groups[reply]
            group.width, group.tree = int(told["width"]), dict(told["tree"])
            counts = guess_counts(group.tree, self._words, self._patterns, group.answers)
            group.total = sum(guesses * number for guesses, number in counts.items())

    def _bound(self, group: _Group) -> int:
        """What a group comes to at least; decides those of one or two answers."""
        count = len(group.answers)
        if count <= 2:
            least = 2 * count - 1 if count <= self._left else NEVER
            if least < NEVER:
                group.total, group.tree = least, one_by_one(self._lanes[0].search, group.answers)
            return least
        if self._left < 2:
            return NEVER
        search = self._lanes[0].search
        search.open_group(group.answers, self._left, NEVER, (self._start,))
        bounds = search.first_bounds()
        return int(bounds[bounds > 0].min())

    @property
    def known(self) -> KnownGroups:
        """What is known of each group."""
        found = [group for group in self._groups if group.tree is not None]
        return KnownGroups({group.reply: {"width": group.width, "tree": group.tree} for group in found})

    def run(self, work: int) -> bool:
        """Take a turn of about so much work; whether the search is at its end now."""
        for lane in self._lanes:
            if lane.group is None and self._tasks:
                lane.take(*self._tasks.popleft())
        busy = [lane for lane in self._lanes if lane.group is not None]
        is_done = not busy or run_all(busy, work)
        return is_done and not self._tasks

    @property
    def progress(self) -> TreeProgress:
        total, done = self._total(), self._count - len(self._tasks)
        done -= sum(lane.group is not None for lane in self._lanes)
        share = done / self._count if self._count else 1.0
        start = None if total is None else self._options.start
        return TreeProgress(Stage.GREEDY, share, start, total, min(self._lowest(), NEVER))

    def _total(self) -> int | None:
        total = len(self._words.answers) + sum(group.total for group in self._groups)
        return total if total < NEVER else None

    def _lowest(self) -> int:
        return len(self._words.answers) + sum(self._least.values())

    def _tree(self) -> Tree:
        tree: Tree = {"guess": self._options.start}
        if self._groups:
            tree["next"] = dict(sorted((group.reply, group.tree) for group in self._groups))
        return tree

    def result(self) -> TreeResult:
        """What is known by now."""
        total, lowest = self._total(), self._lowest()
        tree = None if total is None else self._tree()
        searches = [lane.search for lane in self._lanes]
        return TreeResult(
            start=self._options.start if tree else None,
            total=total,
            lower_bound=lowest if lowest < NEVER else None,
            guesses=guess_counts(tree, self._words, self._patterns) if tree else {},
            tree=tree,
            starts=1,
            ruled_out=int(total is not None and lowest >= total),
            nodes=sum(search.nodes for search in searches),
            scans=sum(search.scans for search in searches),
            work=sum(search.work for search in searches),
        )


def _widths(most: int) -> Sequence[int]:
    """1, 4, 16, ... and the last one."""
    widths = [1]
    while widths[-1] * _WIDER < most:
        widths.append(widths[-1] * _WIDER)
    return widths if most == 1 else [*widths, most]
