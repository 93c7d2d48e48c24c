"""The search for the smallest layout: greedy construction, then ruin and recreate.

The search knows one aim at a time: all words within a box that costs at most `cap`. A round takes some words
off and sets down whatever fits, longest first by and large; a round that leaves more letters missing than
before is undone, but for a few (simulated annealing at a constant temperature: n letters more with
probability 2 ** -n). Once no word is missing the layout is kept, the cap is lowered below its cost, words at
the cheapest edges are taken off until it holds, and the search goes on.

Ruin and recreate: Schrimpf et al. 2000. All is counted in whole numbers, so the same seed gives the same
layout on every machine, and rounds may be taken in any portions.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.bits import trailing_zeros
from worker.kernels.compiled import inlined, kernel
from worker.kernels.layout_board import (
    ABSENT,
    LAST,
    SIDE,
    Board,
    below,
    centre,
    copy_places,
    missing_letters,
    new_board,
    on_board,
    put,
    random_bits,
    restore,
    sides,
)
from worker.kernels.layout_fit import COST_SHIFT, put_best
from worker.kernels.layout_ruin import ruin, shrink
from worker.kernels.layout_tied import Ties, new_ties, put_tied

NOT_ALLOWED: Final = 1 << 40
"""The cost of a box that no allowed one holds."""
_ORDER: Final = 1024
_BLUR: Final = 614
"""How much of a word's length chance may hide when the order is chosen, of 1024."""
_RIM: Final = np.uint64(0xF00000000000000F)
"""Outer lines: a layout that comes so far is moved to the middle."""

_0: Final = np.uint64(0)
_1: Final = np.uint64(1)
_63: Final = np.uint64(63)

# Places in `Search.state`
_MISSING: Final = 0
"""Letters missing on the board."""
_BEST_MISSING: Final = 1
_BEST_COST: Final = 2
_CAP: Final = 3
_DONE: Final = 4
"""Whether no smaller layout is possible."""
STATE_SIZE: Final = 5


class Search(NamedTuple):
    """A search that can go on: everything that it needs to know, and memory to work in."""

    board: Board
    state: NDArray[np.int64]
    best: NDArray[np.int64]
    """(words, 3): the way, line and start of each word in the best layout."""
    before: NDArray[np.int64]
    """The same of the board before a round."""
    marks: NDArray[np.int64]
    """(2, words)"""
    ties: Ties


@kernel
def cost_of(rows: int, cols: int) -> Any:
    """What a box costs: by its area, then by its longer side."""
    return (rows * cols << COST_SHIFT) + max(rows, cols)


@kernel
def box_costs(max_side: int, max_aspect: float) -> Any:
    """(rows, cols) -> the cost of the cheapest allowed box that is as large, or `NOT_ALLOWED`."""
    costs = np.full((SIDE + 1, SIDE + 1), NOT_ALLOWED, np.int64)
    for rows in range(min(max_side, LAST), 0, -1):
        for cols in range(min(max_side, LAST), 0, -1):
            if max(rows, cols) <= max_aspect * min(rows, cols):
                costs[rows, cols] = cost_of(rows, cols)
            else:
                costs[rows, cols] = min(costs[rows + 1, cols], costs[rows, cols + 1])
    return costs


@kernel
def new_search(codes: Any, lengths: Any, kinds: int, seed: Any, costs: Any) -> Any:
    """The search with its first layout, built greedily."""
    words = len(lengths)
    board = new_board(codes, lengths, kinds, seed)
    search = Search(
        board,
        np.zeros(STATE_SIZE, np.int64),
        np.full((words, 3), ABSENT, np.int64),
        np.empty((words, 3), np.int64),
        np.empty((2, words), np.int64),
        new_ties(),
    )
    search.state[_BEST_MISSING] = NOT_ALLOWED
    search.state[_CAP] = NOT_ALLOWED - 1
    _put_first(board)
    _recreate(search, costs)
    _assess(search, costs)
    return search


@kernel
def advance(search: Any, costs: Any, rounds: int) -> None:
    """Search so many rounds more."""
    board, state = search.board, search.state
    for _ in range(rounds):
        if state[_DONE]:
            return
        if state[_MISSING] == 0:
            _lower_cap(search, costs)
        copy_places(board, search.before)
        before = state[_MISSING]
        ruin(board, search.marks)
        _recreate(search, costs)
        _assess(search, costs)
        if state[_MISSING] > before + _patience(board):
            restore(board, search.before)
            state[_MISSING] = before
        if (board.lines[0] | board.lines[1]) & _RIM != _0:
            centre(board, search.before)


@kernel
def _patience(board: Any) -> Any:
    """How many letters more may be missing after a round: n or more with probability 2 ** -n."""
    return np.int64(trailing_zeros(random_bits(board) | _1 << _63))


@kernel
def _put_first(board: Any) -> None:
    longest = 0
    for word in range(len(board.lengths)):
        if board.lengths[word] > board.lengths[longest]:
            longest = word
    put(board, longest, 0, SIDE // 2, (SIDE - board.lengths[longest]) // 2)


@kernel
def _recreate(search: Any, costs: Any) -> None:
    """Set down every missing word that fits, and those that fit together."""
    board, order, cap = search.board, search.marks[0], search.state[_CAP]
    count = _order_missing(board, search.marks)
    progress = True
    while progress and count:
        progress = False
        for k in range(count):
            if not on_board(board, order[k]):
                progress |= put_best(board, order[k], costs, cap)
        count = _still_missing(board, order, count)
        if not progress and count > 1:  # for one of them: the others have their turn in other rounds
            progress = put_tied(board, order[0], costs, cap, search.ties)
            count = _still_missing(board, order, count)


@kernel
def _order_missing(board: Any, marks: Any) -> int:
    """Write the missing words to `marks[0]`, long ones first by and large; returns how many there are."""
    order, keys = marks[0], marks[1]
    count = 0
    for word in range(len(board.lengths)):
        if not on_board(board, word):
            key = board.lengths[word] * (_ORDER - below(board, _BLUR))
            at = count
            while at and keys[at - 1] < key:
                order[at], keys[at] = order[at - 1], keys[at - 1]
                at -= 1
            order[at], keys[at] = word, key
            count += 1
    return count


@inlined
def _still_missing(board: Any, order: Any, count: int) -> int:
    kept = 0
    for k in range(count):
        if not on_board(board, order[k]):
            order[kept] = order[k]
            kept += 1
    return kept


@kernel
def _assess(search: Any, costs: Any) -> None:
    """Count what is missing, and keep the layout if it is the best so far."""
    board, state = search.board, search.state
    missing = missing_letters(board)
    rows, cols = sides(board)
    cost = cost_of(rows, cols)
    is_allowed = cost == costs[rows, cols]  # else only a larger box is, as if letters were missing in it
    state[_MISSING] = missing + (not is_allowed)
    if is_allowed and (missing, cost) < (state[_BEST_MISSING], state[_BEST_COST]):
        state[_BEST_MISSING], state[_BEST_COST] = missing, cost
        copy_places(board, search.best)


@kernel
def _lower_cap(search: Any, costs: Any) -> None:
    """Aim below the best layout, which is the one on the board."""
    board, state = search.board, search.state
    state[_CAP] = state[_BEST_COST] - 1
    if state[_CAP] < _least_cost(board, costs):
        state[_DONE] = 1
        return
    shrink(board, costs, state[_CAP], search.marks)
    if board.lines[0] == _0:
        _put_first(board)
    state[_MISSING] = missing_letters(board)


@kernel
def _least_cost(board: Any, costs: Any) -> Any:
    """What every layout costs at least: some word runs across and some other one down."""
    longest, shortest = 0, SIDE
    for word in range(len(board.lengths)):
        longest = max(longest, board.lengths[word])
        shortest = min(shortest, board.lengths[word])
    if len(board.lengths) == 1:
        shortest = 1
    return min(costs[shortest, longest], costs[longest, shortest])
