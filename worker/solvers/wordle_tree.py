"""The best decision trees of Wordle: the least total of guesses over all answers, with proof.

    search = TreeSearch(words, patterns, TreeOptions(start="salet"))
    while not search.run(work):
        print(search.progress)
    result = search.result()

The search goes on in turns of work, and may end after any of them: the result is then the best tree known and
a lower bound of what any can reach; what is `known` by then lets another search go on from there. Its stages:

    GREEDY   the promising starts, with ever more candidates a state, the best one exactly if that is quick:
             a good tree soon, and a total to beat
    BOUND    what each start comes to at least; most of them are ruled out so
    PROVE    the remaining starts exactly, those of the lowest bound first

Equal turns of equal numbers of threads give equal results. How a state is decided is told in
`worker/kernels/wordle_search.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from worker.errors import BadOption
from worker.kernels.wordle_search_state import MOST_WORDS, NEVER
from worker.solvers.wordle_clues import Mode
from worker.solvers.wordle_lanes import run_all
from worker.solvers.wordle_proof import Known
from worker.solvers.wordle_tree_grow import Tree, decide, grown, guess_counts
from worker.solvers.wordle_tree_result import Stage, TreeOptions, TreeProgress, TreeResult
from worker.solvers.wordle_tree_state import BOUNDS_ONLY, EVERY, UNLIMITED, StateSearch
from worker.solvers.wordle_words import WordleWords

__all__ = [
    "TURN",
    "Stage",
    "TreeOptions",
    "TreeProgress",
    "TreeResult",
    "TreeSearch",
    "check_size",
    "search_tree",
]

TURN: Final = 200_000_000
"""Labels read in a usual turn: about a quarter of a second."""
_MOST_CELLS: Final = 1 << 30
"""Feedback of all guesses for all answers; the search needs about three times as many bytes."""
_GREEDY: Final = ((1, 48), (4, 12), (16, 4), (64, 2))
"""Widths of the first stage, and how many starts are tried with each."""
_GREEDY_WORK: Final = 10_000_000_000
"""Labels read at most with each of them, once a tree is known: half a minute."""
_PROVING: Final = {BOUNDS_ONLY, EVERY}
"""Widths of searches whose memo holds nothing but facts."""


def check_size(words: WordleWords, most_cells: int = _MOST_CELLS) -> None:
    """Before memory is taken; raises BadOption."""
    if len(words) > MOST_WORDS:
        raise BadOption(f"Trees are for at most {MOST_WORDS:,} allowed words.", option="allowed")
    if len(words) * len(words.answers) > most_cells:
        raise BadOption(
            f"{len(words.answers):,} answers and {len(words):,} allowed words are too many for a tree.",
            hint="Give shorter lists with answers and allowed.",
            option="allowed",
        )


def search_tree(
    words: WordleWords,
    patterns: NDArray[Any],
    options: TreeOptions,
    *,
    work: int = UNLIMITED,
    threads: int = 1,
) -> TreeResult:
    """The best tree, or the best that about so much work finds.

    Args:
        patterns: (allowed, answers), the feedback of each guess for each answer.
    """
    search = TreeSearch(words, patterns, options, threads=threads)
    while work > 0 and not search.run(min(work, TURN)):
        work -= TURN
    return search.result()


@dataclass(slots=True)
class _Found:
    """The best start so far, with the width of the search that found it."""

    total: int = NEVER
    guess: int = -1
    width: int = EVERY

    def improve(self, total: int, guess: int, width: int) -> None:
        if (total, -width) < (self.total, -self.width):
            self.total, self.guess, self.width = total, guess, width


class TreeSearch:
    """A search that goes on in turns."""

    def __init__(
        self,
        words: WordleWords,
        patterns: NDArray[Any],
        options: TreeOptions,
        *,
        threads: int = 1,
        known: Known | None = None,
    ) -> None:
        """Make ready.

        Args:
            known: by an earlier search with the same words, mode and number of guesses.

        Raises:
            BadOption: too many allowed words, or the start is not among them.
        """
        check_size(words)
        if options.start is not None and options.start not in words.number:
            raise BadOption(f"{options.start.upper()} is not among the allowed words.", option="start")
        self._words, self._patterns, self._left = words, patterns, options.max_guesses
        hard = options.mode == Mode.HARD
        self._lanes = [
            StateSearch(words, patterns, hard=hard, max_guesses=self._left)
            for _ in range(threads if options.start is None else 1)
        ]
        first = self._lanes[0]
        first.open_all(self._left)
        self._starts = first.promising
        if options.start is not None:
            self._starts = np.array([words.number[options.start]])
        self._first_bounds = first.first_bounds()
        self._bounds = self._first_bounds.copy()
        self._found = _Found()
        self._before = known or Known()
        self._take(self._before)
        self._stage, self._share, self._work = Stage.GREEDY, 0.0, TURN
        self._turns = self._stages()

    def _take(self, known: Known) -> None:
        if known.start is not None and known.total is not None:
            self._found.improve(known.total, self._words.number[known.start], known.width)
        for start, bound in known.bounds.items():
            number = self._words.number[start]
            self._bounds[number] = max(bound, self._bounds[number])

    @property
    def known(self) -> Known:
        """What is proven of starts; of the best one only when good ones were looked for."""
        found, before = self._found, self._before
        is_good = found.guess >= 0 and self._stage != Stage.GREEDY
        raised = np.flatnonzero(self._bounds > self._first_bounds).tolist()
        return Known(
            self._words.allowed[found.guess] if is_good else before.start,
            found.total if is_good else before.total,
            found.width if is_good else before.width,
            {self._words.allowed[number]: int(self._bounds[number]) for number in raised},
            before.states + sum(lane.nodes for lane in self._lanes),
            before.scans + sum(lane.scans for lane in self._lanes),
            before.work + sum(lane.work for lane in self._lanes),
        )

    @property
    def below(self) -> int:
        """The total that a better tree is below."""
        return self._found.total

    @property
    def open_starts(self) -> tuple[str, ...]:
        """Those that may still be better than the best so far, the lowest bound first."""
        return tuple(self._words.allowed[number] for number in self._open().tolist())

    def _open(self) -> NDArray[np.int64]:
        starts = self._starts[self._bounds[self._starts] < self._found.total]
        return starts[np.argsort(self._bounds[starts], kind="stable")]

    def run(self, work: int = TURN) -> bool:
        """Take a turn; whether the search is at its end now."""
        self._work = work
        next(self._turns, None)
        return self._stage == Stage.DONE

    @property
    def progress(self) -> TreeProgress:
        found = self._found
        start = self._words.allowed[found.guess] if found.guess >= 0 else None
        return TreeProgress(self._stage, self._share, start, found.total if start else None, self._lowest())

    def _lowest(self) -> int:
        return min(self._found.total, int(self._bounds[self._starts].min()))

    def _stages(self) -> Iterator[None]:
        found, starts = self._found, self._starts
        if found.guess < 0:
            for width, count in _GREEDY:
                yield from self._turns_of(Stage.GREEDY, width, starts[:count], enough=_GREEDY_WORK)
        yield from self._best_exactly(Stage.GREEDY, enough=_GREEDY_WORK)
        if len(starts) > 1:
            untouched = starts[self._bounds[starts] == self._first_bounds[starts]]
            yield from self._turns_of(Stage.BOUND, BOUNDS_ONLY, untouched)
        self._stage, self._share = Stage.PROVE, 0.0
        yield  # from here on others may go on, see `wordle_proof`
        yield from self._best_exactly(Stage.PROVE)
        yield from self._turns_of(Stage.PROVE, EVERY, self._open())
        self._stage = Stage.DONE

    def _best_exactly(self, stage: Stage, *, enough: int = UNLIMITED) -> Iterator[None]:
        """Find out what the best start comes to, unless that is known."""
        found = self._found
        if found.guess >= 0 and self._bounds[found.guess] < found.total:
            best = np.array([found.guess])
            yield from self._turns_of(stage, EVERY, best, spare=1, enough=enough)

    def _turns_of(
        self,
        stage: Stage,
        width: int,
        starts: NDArray[np.int64],
        *,
        spare: int = 0,
        enough: int = UNLIMITED,
    ) -> Iterator[None]:
        """Try starts, dealt to the lanes; totals are to be below the best one and `spare`.

        Args:
            enough: leave off after so much work when a tree is known.
        """
        self._stage, self._share = stage, 0.0
        lanes = self._lanes[: len(starts)]
        for number, lane in enumerate(lanes):
            if width != lane.width and not {width, lane.width} <= _PROVING:
                lane.forget()
            lane.width = width
            lane.open_all(self._left, min(self._found.total + spare, NEVER))
            lane.choose(starts[number :: len(lanes)])
        end = enough + sum(lane.work for lane in lanes)
        while lanes:
            is_done = run_all(lanes, self._work)
            self._gather(lanes, width)
            self._share = sum(lane.tried for lane in lanes) / len(starts)
            is_enough = self._found.guess >= 0 and sum(lane.work for lane in lanes) > end
            if is_done or is_enough:
                return
            yield

    def _gather(self, lanes: Sequence[StateSearch], width: int) -> None:
        for lane in lanes:
            if lane.best is not None:
                self._found.improve(lane.best, lane.best_guess, width)
            if width in _PROVING:
                np.maximum(self._bounds, lane.bounds(), out=self._bounds)
        for lane in lanes:
            lane.stay_below(self._found.total)

    def result(self) -> TreeResult:
        """What is known by now; growing the tree takes about as long as finding its last form took."""
        tree = self._grown() if self._found.guess >= 0 else None
        guesses = guess_counts(tree, self._words, self._patterns) if tree else {}
        total = sum(count * number for count, number in guesses.items()) if tree else None
        lowest, known = self._lowest(), self.known
        return TreeResult(
            start=tree["guess"] if tree else None,
            total=total,
            lower_bound=lowest if lowest < NEVER else None,
            guesses=guesses,
            tree=tree,
            starts=len(self._starts),
            ruled_out=int((self._bounds[self._starts] >= self._found.total).sum()),
            nodes=known.states,
            scans=known.scans,
            work=known.work,
        )

    def _grown(self) -> Tree:
        """The tree of the best start, found again by a search of the same width."""
        found, lane = self._found, self._lanes[0]
        if found.width != lane.width:
            lane.forget()
        lane.width = found.width

        def open_start(budget: int = NEVER) -> None:
            lane.open_all(self._left, budget)
            lane.choose(np.array([found.guess]))

        open_start(found.total + 1)
        decide(lane, open_start)
        return grown(lane, self._left)
