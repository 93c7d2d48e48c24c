"""Words that only fit together.

A word beside another one makes short runs of letters across the two. It may still stand there when each of
these *loose* runs becomes part of a further word, which in turn may make loose runs. Some smallest layouts
cannot be reached by setting down one word at a time, each in its turn valid.

As long as there are loose runs, a run is known by one of its spots. It is tied by a word through this spot,
of the run's way: the word covers the whole run, since the spots before and after a word are free.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.compiled import inlined, kernel
from worker.kernels.layout_board import (
    LAST,
    below,
    highest,
    lowest,
    on_board,
    put,
    sides_with,
    span,
    take,
)
from worker.kernels.layout_fit import beside, reaching, starts_on

DEPTH: Final = 3
"""Words that may be needed to tie the runs of the first one."""
_MOST_LOOSE: Final = 32
_PATIENCE: Final = 200
"""Words set down for one, before it is given up."""
_NO: Final = -1

_0: Final = np.uint64(0)
_1: Final = np.uint64(1)


class Ties(NamedTuple):
    """Memory of the search for words that tie; entry d of the last three is for depth d."""

    loose: NDArray[np.int64]
    """(runs, 3): the way, line and spot of each run made so far."""
    words: NDArray[np.int64]
    """Which word was set down."""
    ahead: NDArray[np.int64]
    """Which word and letter to try next: word * longest + letter."""
    runs: NDArray[np.int64]
    """How many runs had been made."""


@kernel
def new_ties() -> Any:
    return Ties(
        np.empty((_MOST_LOOSE, 3), np.int64),
        np.empty(DEPTH + 1, np.int64),
        np.empty(DEPTH + 1, np.int64),
        np.empty(DEPTH + 1, np.int64),
    )


@kernel
def put_tied(board: Any, word: int, costs: Any, cap: int, ties: Any) -> bool:
    """Set the word down with others that it needs, at the first place found, within a box of the cost `cap`;
    returns whether there is one."""
    first_way = below(board, 2)
    for turn in range(2):
        way = first_way ^ turn
        first = max(1, lowest(board.lines[way]) - 1)
        count = min(LAST, highest(board.lines[way]) + 1) - first + 1
        offset = below(board, count)
        for k in range(count):
            line = first + (k + offset) % count
            starts = _loose_starts(board, word, way, line)
            while starts != _0:
                start = lowest(starts)
                starts &= starts - _1
                if _put_and_tie(board, word, way, line, start, costs, cap, ties):
                    return True
    return False


@inlined
def _loose_starts(board: Any, word: int, way: int, line: int) -> Any:
    """Every spot of the line where the word may start, to make loose runs."""
    vacant = _vacant(board, way, line)
    touching = vacant & beside(board.taken, way, line)
    if touching == _0:
        return _0
    return starts_on(board, word, way, line, vacant) & reaching(touching, board.lengths[word])


@inlined
def _vacant(board: Any, way: int, line: int) -> Any:
    """Free spots beside which no word of the other way would grow."""
    return ~board.taken[way, line] & ~beside(board.athwart, way, line)


@kernel
def _put_and_tie(
    board: Any, word: int, way: int, line: int, start: int, costs: Any, cap: int, ties: Any
) -> bool:
    runs = _add_loose(board, way, line, start, board.lengths[word], ties, 0)
    if runs > DEPTH or not _within(board, way, line, start, board.lengths[word], costs, cap):
        return False
    put(board, word, way, line, start)
    if _tie(board, costs, cap, ties, runs):
        return True
    take(board, word)
    return False


@inlined
def _within(board: Any, way: int, line: int, start: int, length: int, costs: Any, cap: int) -> bool:
    rows, cols = sides_with(board, way, line, start, length)
    return bool(costs[rows, cols] <= cap)


@inlined
def _add_loose(board: Any, way: int, line: int, start: int, length: int, ties: Any, runs: int) -> Any:
    """Note the loose runs that a word there makes; returns how many there are then, or a number beyond
    `_MOST_LOOSE`."""
    touching = beside(board.taken, way, line) & ~board.taken[way, line] & span(start, length)
    while touching != _0:
        if runs < _MOST_LOOSE:
            ties.loose[runs, 0], ties.loose[runs, 1], ties.loose[runs, 2] = 1 - way, lowest(touching), line
        runs += 1
        touching &= touching - _1
    return runs


@kernel
def _tie(board: Any, costs: Any, cap: int, ties: Any, runs: int) -> bool:
    """Set down further words until no run is loose, depth first; returns whether that can be done, and takes
    them off if not."""
    depth, patience = 0, _PATIENCE
    ties.ahead[0], ties.runs[0] = 0, runs
    while True:
        loose = _first_loose(board, ties, ties.runs[depth])
        if loose == _NO:
            return True
        if depth < DEPTH and patience and _put_through(board, loose, costs, cap, ties, depth):
            depth += 1
            patience -= 1
            ties.ahead[depth] = 0
        elif depth == 0:
            return False
        else:
            depth -= 1
            take(board, ties.words[depth])


@inlined
def _first_loose(board: Any, ties: Any, runs: int) -> int:
    for run in range(runs):
        way, line, spot = ties.loose[run, 0], ties.loose[run, 1], ties.loose[run, 2]
        if not board.along[way, line] >> np.uint64(spot) & _1:
            return run
    return _NO


@kernel
def _put_through(board: Any, loose: int, costs: Any, cap: int, ties: Any, depth: int) -> bool:
    """Set down the next word that covers the loose run."""
    way, line, spot = ties.loose[loose, 0], ties.loose[loose, 1], ties.loose[loose, 2]
    longest = board.codes.shape[1]
    for ahead in range(ties.ahead[depth], len(board.lengths) * longest):
        word, letter = ahead // longest, ahead % longest
        if on_board(board, word) or letter >= board.lengths[word]:
            continue
        start = spot - letter
        if _fits(board, word, way, line, start, spot) and _within(
            board, way, line, start, board.lengths[word], costs, cap
        ):
            runs = _add_loose(board, way, line, start, board.lengths[word], ties, ties.runs[depth])
            if runs <= _MOST_LOOSE:
                put(board, word, way, line, start)
                ties.words[depth], ties.ahead[depth], ties.runs[depth + 1] = word, ahead + 1, runs
                return True
    return False


@inlined
def _fits(board: Any, word: int, way: int, line: int, start: int, spot: int) -> bool:
    """Whether the word may start there if the loose runs that it makes are tied."""
    if not board.holding[way, line, board.codes[word, spot - start]] >> np.uint64(spot) & _1:
        return False
    if start < 1 or start + board.lengths[word] - 1 > LAST:
        return False
    starts = starts_on(board, word, way, line, _vacant(board, way, line))
    return bool(starts >> np.uint64(start) & _1)
