"""Where one more word fits on a board, and the best such place.

A word fits where its letters are those that stand there, the spots before and after it are free, and each of
its new letters has no neighbour to either side: those would make a further run of letters. Such a run is fine
when it is a word too; `worker.kernels.layout_tied` tries that.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from worker.kernels.bits import ones
from worker.kernels.compiled import inlined, kernel
from worker.kernels.layout_board import highest, lowest, put, random_bits, sides, span

CROSSING: Final = 1024
"""What one more crossing is worth, where chance decides about 1023."""
GROWTH: Final = 51
"""What a cell costs by which the box grows."""
COST_SHIFT: Final = 6
"""A box costs its cells times 64, plus its longer side: among equal ones the squarer is better."""

_0: Final = np.uint64(0)
_1: Final = np.uint64(1)
_CHANCE: Final = np.uint64(CROSSING - 1)
_20: Final = np.uint64(20)


@inlined
def crossable(board: Any, way: int, line: int) -> Any:
    """Spots whose letter is part of a word of the other way only."""
    return board.taken[way, line] & ~board.along[way, line]


@inlined
def beside(bits: Any, way: int, line: int) -> Any:
    """The spots next to those of the set, on the lines to both sides."""
    return bits[way, line - 1] | bits[way, line + 1]


@inlined
def starts_on(board: Any, word: int, way: int, line: int, vacant: Any) -> Any:
    """Every spot of the line where the word may start, if its new letters may stand on the vacant spots."""
    free = ~board.taken[way, line]
    crossing = crossable(board, way, line)
    length = board.lengths[word]
    starts = (free << _1) & (free >> np.uint64(length))
    for k in range(length):
        same = board.holding[way, line, board.codes[word, k]] & crossing
        starts &= (vacant | same) >> np.uint64(k)
    return starts


@inlined
def reaching(spots: Any, length: int) -> Any:
    """Every start from which a word so long has one of the spots."""
    done = 1
    while done < length:
        step = min(done, length - done)
        spots |= spots >> np.uint64(step)
        done += step
    return spots


@inlined
def _crossing_starts(board: Any, word: int, way: int, line: int) -> Any:
    """Every spot of the line where the word may start, to cross at least one other."""
    crossing = crossable(board, way, line)
    if crossing == _0:
        return _0
    lonely = ~board.taken[way, line] & ~beside(board.taken, way, line)
    return starts_on(board, word, way, line, lonely) & reaching(crossing, board.lengths[word])


@kernel
def put_best(board: Any, word: int, costs: Any, cap: int) -> bool:
    """Set the word down at the place with many crossings and little growth, with some chance, within a box of
    the cost `cap`; returns whether there is one.

    `costs` is (rows, cols) -> cost of the cheapest allowed box that is as large.
    """
    length = board.lengths[word]
    rows, cols = sides(board)
    now = costs[rows, cols]
    best, best_way, best_line, best_start = -(1 << 62), -1, 0, 0
    for way in range(2):
        low, high = lowest(board.lines[1 - way]), highest(board.lines[1 - way])
        depth = rows if way == 0 else cols
        for line in range(lowest(board.lines[way]), highest(board.lines[way]) + 1):
            starts = _crossing_starts(board, word, way, line)
            while starts != _0:
                start = lowest(starts)
                starts &= starts - _1
                width = max(high, start + length - 1) - min(low, start) + 1
                cost = costs[depth, width] if way == 0 else costs[width, depth]
                if cost <= cap:
                    crossings = np.int64(ones(crossable(board, way, line) & span(start, length)))
                    chance = np.int64(random_bits(board) >> _20 & _CHANCE)
                    score = CROSSING * crossings - ((cost - now) * GROWTH >> COST_SHIFT) + chance
                    if score > best:
                        best, best_way, best_line, best_start = score, way, line, start
    if best_way < 0:
        return False
    put(board, word, best_way, best_line, best_start)
    return True
