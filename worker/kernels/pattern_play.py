"""Games played to the end: how many guesses a first guess leads to, when play goes on well.

For each group of words left a word is guessed that has the best reach (see `pattern_groups`), of the words of
the group or of a pool of guesses. Play with few words left is perfect so, and with more nearly: a handful of
guesses more over all of Wordle's answers than the 7,920 that are proven best.

The words left are one array that is parted in place; a group is a run of it. Groups wait on a stack, the
latest on top, so that the pools of hard mode, which shrink from guess to guess, need one row a depth.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.compiled import kernel
from worker.kernels.patterns import keeps_hints, read_hints

DEPTHS: Final = 24
"""Guesses that are told apart; what takes longer counts as the last."""
_FEW: Final = 2
"""So many words are guessed one after the other, the likeliest first."""
_EQUAL: Final = 1e-12


class Table(NamedTuple):
    """What is known of the guesses and the words that are left."""

    matrix: NDArray[Any]
    """(guesses, left) feedback."""
    shares: NDArray[np.float64]
    """(left,) how likely each is, the likeliest first."""
    left: NDArray[np.int64]
    """(left,) the guess that each word left is."""
    codes: NDArray[np.uint8]
    """(guesses, length) letters, for hard mode."""
    feedbacks: int
    """3 ** length; the last one wins."""


class Rules(NamedTuple):
    """What may be guessed."""

    pool: NDArray[np.int64]
    """Guesses beside the words of the group, the best first; none in strict mode."""
    hard: bool
    """Whether they must keep the hints."""
    effort: int
    """Words compared in a group for the pool: as many guesses as that makes, times the words of the group."""


class _Desk(NamedTuple):
    """Room to work in."""

    words: NDArray[np.int64]
    """(left,) columns, parted into groups."""
    spare: NDArray[np.int64]
    size: NDArray[np.int64]
    """(feedbacks,) all 0 between uses."""
    stack: NDArray[np.int64]
    """(left + 1, 5): start, stop, depth, and the guess and feedback that made the group."""
    pools: NDArray[np.int64]
    """(DEPTHS, pool) what may be guessed at a depth of the branch that is played, in hard mode."""
    sizes: NDArray[np.int64]
    """(DEPTHS,) how much of a pool is filled."""


@kernel
def play_on(table: Any, rules: Any, firsts: Any) -> Any:
    """Play on after each of some first guesses.

    Returns:
        wins: (firsts, DEPTHS) the chance to win with the first guess, the second, ...
        expected: (firsts,) guesses, the first included.
    """
    wins, expected = np.zeros((len(firsts), DEPTHS)), np.zeros(len(firsts))
    desk = _desk(table, rules)
    for at in range(len(firsts)):
        expected[at] = _play(table, rules, desk, firsts[at], wins[at])
    return wins, expected


@kernel
def _desk(table: Any, rules: Any) -> Any:
    left = len(table.shares)
    rows = DEPTHS if rules.hard else 1
    desk = _Desk(
        np.arange(left),
        np.empty(left, np.int64),
        np.zeros(table.feedbacks, np.int64),
        np.empty((left + 1, 5), np.int64),
        np.empty((rows, len(rules.pool)), np.int64),
        np.empty(rows, np.int64),
    )
    desk.pools[0] = rules.pool
    desk.sizes[0] = len(rules.pool)
    return desk


@kernel
def _play(table: Any, rules: Any, desk: Any, first: int, wins: Any) -> Any:
    """The guesses expected; adds to the chances to win with each."""
    expected, height = _part(table, desk, first, (0, len(table.shares), 0), 0, wins)
    while height:
        height -= 1
        start, stop, depth, guess, code = desk.stack[height]
        group = desk.words[start:stop]
        if len(group) <= _FEW:
            expected += _guess_each(table, group, depth, wins)
        else:
            chosen = _choose(table, rules, desk, group, (depth, guess, code))
            won, height = _part(table, desk, chosen, (start, stop, depth), height, wins)
            expected += won
    return expected


@kernel
def _guess_each(table: Any, group: Any, depth: int, wins: Any) -> Any:
    """Guess one or two words, the likelier first."""
    first = table.shares[group[0]]
    second = table.shares[group[1]] if len(group) > 1 else 0.0
    likelier, other = max(first, second), min(first, second)
    wins[min(depth, DEPTHS - 1)] += likelier
    wins[min(depth + 1, DEPTHS - 1)] += other
    return likelier * (depth + 1) + other * (depth + 2)


@kernel
def _part(table: Any, desk: Any, guess: int, run: Any, height: int, wins: Any) -> Any:
    """Part a run of words by the feedback to a guess and put the groups on the stack.

    Returns:
        What winning by this guess adds to the guesses expected; the new height of the stack.
    """
    start, stop, depth = run
    line = table.matrix[guess]
    expected, base, at = 0.0, height, start
    for place in range(start, stop):
        desk.size[line[desk.words[place]]] += 1
    for place in range(start, stop):
        code = np.int64(line[desk.words[place]])
        if desk.size[code] > 0:  # the first of its group: size becomes the place, in the complement
            desk.stack[height] = (at, at + desk.size[code], depth + 1, guess, code)
            at += desk.size[code]
            desk.size[code] = ~desk.stack[height, 0]
            height += 1
        desk.spare[~desk.size[code]] = desk.words[place]
        desk.size[code] -= 1
    desk.words[start:stop] = desk.spare[start:stop]
    top = base
    for entry in range(base, height):
        code = desk.stack[entry, 4]
        desk.size[code] = 0
        if code == table.feedbacks - 1:
            share = table.shares[desk.words[desk.stack[entry, 0]]]
            wins[min(depth, DEPTHS - 1)] += share
            expected += share * (depth + 1)
        else:
            desk.stack[top] = desk.stack[entry]
            top += 1
    return expected, top


@kernel
def _choose(table: Any, rules: Any, desk: Any, group: Any, came: Any) -> int:
    """The guess of the best reach; of equal ones that which leaves fewer words."""
    total = 0.0
    best, best_reach, best_crowd = 0, -1.0, 0
    for word in group:
        total += table.shares[word]
        reach, crowd = _reach(table, desk, group, table.left[word])
        if reach > best_reach + _EQUAL or (reach > best_reach - _EQUAL and crowd < best_crowd):
            best, best_reach, best_crowd = table.left[word], reach, crowd
    # In any case: what may be guessed at the next depth is told by this one.
    pool = _narrowed(table, desk, came) if rules.hard else rules.pool
    # A guess from outside reaches `total` at most, when it tells all words apart.
    if best_reach > total - _EQUAL:
        return best
    for guess in pool[: max(1, rules.effort // len(group))]:
        reach, crowd = _reach(table, desk, group, guess)
        if reach > best_reach + _EQUAL or (reach > best_reach - _EQUAL and crowd < best_crowd):
            best, best_reach, best_crowd = guess, reach, crowd
            if reach > total - _EQUAL:
                break
    return best


@kernel
def _reach(table: Any, desk: Any, group: Any, guess: int) -> Any:
    """The reach of a guess, and the sum of the squares of its groups' sizes."""
    line = table.matrix[guess]
    reach, crowd = 0.0, 0
    for word in group:
        code = line[word]
        if desk.size[code] == 0:  # the likeliest of its group, since words stay in order
            reach += table.shares[word]
        if code == table.feedbacks - 1:
            reach += table.shares[word]
        crowd += 2 * desk.size[code] + 1
        desk.size[code] += 1
    for word in group:
        desk.size[line[word]] = 0
    return reach, crowd


@kernel
def _narrowed(table: Any, desk: Any, came: Any) -> Any:
    """What hard mode still lets be guessed of the pool one depth above."""
    depth, guess, code = came
    row = min(depth, DEPTHS - 1)
    green, least = read_hints(table.codes[guess], code)
    count = 0
    for word in desk.pools[row - 1][: desk.sizes[row - 1]]:
        if keeps_hints(table.codes[word], table.codes[guess], green, least):
            desk.pools[row, count] = word
            count += 1
    desk.sizes[row] = count
    return desk.pools[row][:count]
