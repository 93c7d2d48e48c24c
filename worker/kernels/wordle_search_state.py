"""Memory of the search for decision trees: the lists, a frame for each open state, the memo of states.

A *state* is a set of answers with the number of guesses left (and in hard mode the guesses still allowed).
Its value is the least total of guesses that finds all of its answers. Legend, here and in the modules beside:

    column     an answer of a state; row: a guess that tells some of them apart
    label      which group of the row's partition a column is in: 0, 1, ...
    score      groups of a row, and one more if the guess may be the answer
    level      depth of the stack of open states; OUTER holds the lists as they are, BOTTOM the state in
               question

With n answers a guess of that score leads to 3 * n - score at best: n guesses now, 2 * size - 1 a group.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.compiled import part

NEVER: Final = 1 << 22
"""The value of what cannot be found within the guesses left; above every total."""
BLOCK: Final = 512
"""Rows whose marks stay close to the processor."""
NARROW: Final = 64
"""Labels that a uint64 can mark."""
OUTER: Final = 0
BOTTOM: Final = 1

ANSWERS, ROWS, WIDE, BASE, LEFT, BUDGET, BEST, GUESS, CANDIDATES, NEXT, ROW, OPEN, AT, SUM, LOWER = range(15)
FRAME_FIELDS: Final = 15
"""Of a frame: its columns; its rows, of which the first WIDE ones have more than NARROW labels, and where
their labels begin; guesses left; the total to stay below, the best so far and its word, or -1; how many
candidates there are, the number of the next one; the row on trial, its groups that await their value, which
of them is next, the sum of its groups' bounds; the least bound of what was set aside."""

WORD, SCORE, WINS, CANDIDATE = range(4)
ROW_FIELDS: Final = 4
"""Of a row: the guess, the score, the column that it wins or -1. CANDIDATE lists rows, the promising first.
SCORE of OUTER keeps what is known of the candidates at BOTTOM, by guess."""

ANSWER, OWN, COLUMN, FIRST, BOUND, TODO = range(6)
CELL_FIELDS: Final = 6
"""Of a column: the answer and the row of that word. COLUMN lists the columns by group of the row on trial,
from FIRST[group] on; BOUND is a group's lower bound; TODO lists the groups that await their value."""

TOKEN, LEVEL, NODES, SCANS, WORK = range(5)
CONTROLS: Final = 5
"""The last mark in `names`; the level on top; how many states were opened, how many bounded by all guesses,
and how many labels were read, more or less."""

PROBES: Final = 8

_SEED: Final = np.uint64(0x9E3779B97F4A7C15)
MIX: Final = np.uint64(0xD6E8FEB86659FD93)
"""An odd number with bits all over (of Pelle Evensen's rrmxmx)."""
HALF: Final = np.uint64(32)
_UPPER: Final = 23
_GUESS: Final = 46
_TOTAL: Final = (1 << _UPPER) - 1
MOST_WORDS: Final = (1 << 17) - 1
"""Guesses that the memo can tell apart."""
_WORDS: Final = MOST_WORDS
_0: Final = np.uint64(0)
_1: Final = np.uint64(1)


class Lists(NamedTuple):
    """What does not change in a search. The sets of guesses are bits, 64 a number; they and `letters` are
    used in hard mode only."""

    letters: NDArray[np.uint8]
    """(guesses, length): codes."""
    own: NDArray[np.int64]
    """(answers,): the guess that is the answer."""
    salt: NDArray[np.uint64]
    """(answers, 2): random numbers; their sum is a state's name in the memo."""
    at: NDArray[np.uint64]
    """(length, codes, numbers): the guesses with a letter at a place."""
    often: NDArray[np.uint64]
    """(length + 1, codes, numbers): the guesses with a letter at least so often."""
    likely: NDArray[np.int64]
    """(answers + 1,): what a group of a size is expected to come to, for the order of trials only."""
    hard: bool


class Space(NamedTuple):
    """The stack and what is needed for moments."""

    labels: Any
    """Of all levels one after the other, column by column: uint8 where that is enough, else uint16."""
    rows: NDArray[np.int64]
    """(levels, ROW_FIELDS, guesses)"""
    cells: NDArray[np.int64]
    """(levels, CELL_FIELDS, answers or feedbacks, and some)"""
    frame: NDArray[np.int64]
    """(levels, FRAME_FIELDS)"""
    key: NDArray[np.uint64]
    """(levels, 2): the memo's name of the group that is looked at."""
    allowed: NDArray[np.uint64]
    """(levels + 1, numbers): guesses that hard mode allows; the last are those of the group looked at."""
    seen: NDArray[np.uint64]
    """(2, BLOCK)"""
    sizes: NDArray[np.int64]
    names: NDArray[np.int64]
    slots: NDArray[np.int32]
    keys: NDArray[np.int64]
    control: NDArray[np.int64]
    """(CONTROLS,)"""


@part
def _mixed(value: Any) -> Any:
    value ^= value >> HALF
    value *= MIX
    value ^= value >> HALF
    value *= MIX
    return value ^ (value >> HALF)


@part
def write_key(lists: Any, space: Any, level: int, begin: int, end: int, left: int) -> None:
    """Name the state of COLUMN[begin:end] with so many guesses left, in 128 bits."""
    first, second = _mixed(np.uint64(left)), _SEED
    for i in range(begin, end):
        answer = space.cells[level, ANSWER, space.cells[level, COLUMN, i]]
        first += lists.salt[answer, 0]
        second += lists.salt[answer, 1]
    if lists.hard:
        code = _SEED
        for bits in space.allowed[-1]:
            code = (code ^ bits) * MIX
            code ^= code >> HALF
        first += _mixed(code)
        second += _mixed(code * _SEED)
    space.key[level, 0], space.key[level, 1] = first, second


@part
def find(memo: Any, key: Any) -> Any:
    """What is known of a state: (at least, at most, guess); at most 0 when nothing is, the guess then or
    where none was needed to know -1."""
    last = np.uint64(len(memo) - 1)
    at = key[0] & last
    for _ in range(PROBES):
        if memo[at, 0] == key[0] and memo[at, 1] == key[1]:
            known = np.int64(memo[at, 2])
            return known & _TOTAL, known >> _UPPER & _TOTAL, (known >> _GUESS & _WORDS) - 1
        if memo[at, 2] == _0:
            break
        at = (at + _1) & last
    return 0, 0, -1


@part
def store(memo: Any, key: Any, lower: int, upper: int, guess: int) -> None:
    """Keep what is known of a state; where the memo is full, in the place of one that took less.

    The memo is (a power of two, 3) uint64, zeros at first.
    """
    last = np.uint64(len(memo) - 1)
    at = key[0] & last
    spare = at
    for _ in range(PROBES):
        if memo[at, 2] == _0 or (memo[at, 0] == key[0] and memo[at, 1] == key[1]):
            break
        if np.int64(memo[at, 2]) >> _GUESS == 0:
            spare = at
        at = (at + _1) & last
    else:
        at = spare
    memo[at, 0], memo[at, 1] = key[0], key[1]
    memo[at, 2] = min(lower, NEVER) | min(upper, NEVER + 1) << _UPPER | (guess + 1) << _GUESS
