"""Taking words off a board, so that the rest is valid again."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from worker.kernels.compiled import inlined, kernel
from worker.kernels.layout_board import (
    ABSENT,
    below,
    count_on_board,
    highest,
    lowest,
    on_board,
    sides,
    take,
)

MOST_RUINED: Final = 4
"""Words taken off at once, beside those that hang on them."""
_KINDS: Final = 32
_EDGE: Final = 1
_NEARBY: Final = 13
"""So many ruins of 32 are of one edge; up to so many, of words close to each other; the others of any."""
_BLUR: Final = 8
"""How far off, in half cells, a word may seem nearer than it is."""
_EDGES: Final = 4
_WHOLE: Final = 64
"""What a word at an edge weighs in the choice of one, on average."""

_0: Final = np.uint64(0)
_1: Final = np.uint64(1)


@kernel
def ruin(board: Any, marks: Any) -> None:
    """Take some words off, by chance, but not all; `marks` is memory for two numbers a word."""
    placed = count_on_board(board)
    count = min(1 + below(board, MOST_RUINED), placed - 1)
    kind = below(board, _KINDS)
    if kind < _EDGE:
        _clear_edge(board, below(board, _EDGES), placed - 1)
    elif kind < _NEARBY:
        _take_nearby(board, _any_word(board, placed), count)
    else:
        for k in range(count):
            take(board, _any_word(board, placed - k))
    mend(board, marks)


@kernel
def _any_word(board: Any, placed: int) -> int:
    """One of the words on the board, which are so many."""
    ahead = below(board, placed)
    for word in range(len(board.lengths)):
        if on_board(board, word):
            if ahead == 0:
                return word
            ahead -= 1
    return 0


@kernel
def _take_nearby(board: Any, word: int, count: int) -> None:
    """Take off so many words about the one."""
    row, col = _middle(board, word)
    for _ in range(count):
        nearest, least = word, 1 << 60
        for other in range(len(board.lengths)):
            if on_board(board, other):
                other_row, other_col = _middle(board, other)
                distance = abs(other_row - row) + abs(other_col - col) + below(board, _BLUR)
                if distance < least:
                    nearest, least = other, distance
        take(board, nearest)


@inlined
def _middle(board: Any, word: int) -> tuple[int, int]:
    """Twice its row and column."""
    way, line, start = board.places[word, 0], board.places[word, 1], board.places[word, 2]
    along = 2 * start + board.lengths[word] - 1
    return (2 * line, along) if way == 0 else (along, 2 * line)


@kernel
def shrink(board: Any, costs: Any, cap: int, marks: Any) -> None:
    """Take off the words of whole edges, few letters first, until the box costs `cap` at most or nothing is
    left."""
    while count_on_board(board):
        rows, cols = sides(board)
        if costs[rows, cols] <= cap:
            return
        chosen, least = 0, 1 << 60
        for edge in range(_EDGES):
            weight = _edge_letters(board, edge) * (_WHOLE // 2 + below(board, _WHOLE))
            if weight < least:
                chosen, least = edge, weight
        _clear_edge(board, chosen, len(board.lengths))
        mend(board, marks)


@kernel
def _clear_edge(board: Any, edge: int, most: int) -> None:
    spot = _edge_spot(board, edge)
    for word in range(len(board.lengths)):
        if most and _at_edge(board, word, edge, spot):
            take(board, word)
            most -= 1


@kernel
def _edge_letters(board: Any, edge: int) -> int:
    letters, spot = 0, _edge_spot(board, edge)
    for word in range(len(board.lengths)):
        if _at_edge(board, word, edge, spot):
            letters += board.lengths[word]
    return letters


@inlined
def _edge_spot(board: Any, edge: int) -> Any:
    """The row of the top or bottom edge (0, 1), the column of the left or right edge (2, 3)."""
    lines = board.lines[edge // 2]
    return lowest(lines) if edge % 2 == 0 else highest(lines)


@inlined
def _at_edge(board: Any, word: int, edge: int, spot: int) -> bool:
    way, line, start = board.places[word, 0], board.places[word, 1], board.places[word, 2]
    if way == ABSENT:
        return False
    if way == edge // 2:
        return bool(line == spot)
    return bool(spot == (start if edge % 2 == 0 else start + board.lengths[word] - 1))


@kernel
def mend(board: Any, marks: Any) -> None:
    """Take off what is no longer valid: words whose letters touch without being of one word, and all but the
    largest of the parts that hang together."""
    while board.lines[0] != _0 and _part_neighbours(board):
        pass
    _keep_largest(board, marks)


@inlined
def _part_neighbours(board: Any) -> bool:
    """Take off one of two words whose letters touch though no word holds both; returns whether there were
    any."""
    for way in range(2):
        for line in range(lowest(board.lines[way]), highest(board.lines[way]) + 1):
            taken = board.taken[way, line]
            touching = taken & taken >> _1 & ~board.along[way, line]
            if touching != _0:
                spot = lowest(touching) + below(board, 2)
                take(board, _word_through(board, 1 - way, spot, line))
                return True
    return False


@inlined
def _word_through(board: Any, way: int, line: int, spot: int) -> int:
    """The word of this way that holds the spot."""
    for word in range(len(board.lengths)):
        if board.places[word, 0] == way and board.places[word, 1] == line:
            start = board.places[word, 2]
            if start <= spot < start + board.lengths[word]:
                return word
    return -1


@kernel
def _keep_largest(board: Any, marks: Any) -> None:
    words = len(board.lengths)
    for word in range(words):
        marks[0, word] = ABSENT
    best, most, parts = ABSENT, 0, 0
    for word in range(words):
        if on_board(board, word) and marks[0, word] == ABSENT:
            letters = _mark_part(board, word, parts, marks)
            if letters > most:
                best, most = parts, letters
            parts += 1
    if parts > 1:
        for word in range(words):
            if on_board(board, word) and marks[0, word] != best:
                take(board, word)


@kernel
def _mark_part(board: Any, word: int, part: int, marks: Any) -> Any:
    """Mark all words that hang together with the one; returns their letters."""
    marks[0, word], marks[1, 0] = part, word
    waiting, letters = 1, 0
    while waiting:
        waiting -= 1
        word = marks[1, waiting]
        letters += board.lengths[word]
        for other in range(len(board.lengths)):
            if marks[0, other] == ABSENT and _cross(board, word, other):
                marks[0, other], marks[1, waiting] = part, other
                waiting += 1
    return letters


@inlined
def _cross(board: Any, word: int, other: int) -> bool:
    way, line, start = board.places[word, 0], board.places[word, 1], board.places[word, 2]
    other_line, other_start = board.places[other, 1], board.places[other, 2]
    if board.places[other, 0] != 1 - way:
        return False
    if not start <= other_line < start + board.lengths[word]:
        return False
    return bool(other_start <= line < other_start + board.lengths[other])
