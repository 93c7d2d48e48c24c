"""Bounds of a group of answers from one look at each guess.

`COLUMN[begin:end]` of a level is the group, n its size. A guess that makes only groups of one and two has its
exact value at once, 3 * n - score, since two are always found in three guesses.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from worker.kernels.bits import ones
from worker.kernels.compiled import kernel, part
from worker.kernels.wordle_search_state import (
    BASE,
    BLOCK,
    COLUMN,
    NEVER,
    OWN,
    ROWS,
    SCANS,
    SCORE,
    TOKEN,
    WIDE,
    WORD,
    WORK,
)

_0: Final = np.uint64(0)
_1: Final = np.uint64(1)
_6: Final = np.uint64(6)
_63: Final = np.uint64(63)


@part
def _groups_of(space: Any, level: int, row: int, begin: int, end: int) -> Any:
    """How many groups a row makes of the columns."""
    frame, columns = space.frame[level], space.cells[level, COLUMN]
    base, stride = frame[BASE] + row, frame[ROWS]
    if row >= frame[WIDE]:
        seen = _0
        for i in range(begin, end):
            seen |= _1 << np.uint64(space.labels[base + columns[i] * stride])
        return np.int64(ones(seen))
    token, count = space.control[TOKEN] + 1, np.int64(0)
    space.control[TOKEN] = token
    for i in range(begin, end):
        label = space.labels[base + columns[i] * stride]
        count += np.int64(space.names[label] != token)
        space.names[label] = token
    return count


@part
def _pairs_at_most(space: Any, level: int, row: int, begin: int, end: int) -> bool:
    """Whether no group has more than two."""
    frame, columns = space.frame[level], space.cells[level, COLUMN]
    base, stride = frame[BASE] + row, frame[ROWS]
    for i in range(begin, end):
        space.sizes[space.labels[base + columns[i] * stride]] = 0
    for i in range(begin, end):
        label = space.labels[base + columns[i] * stride]
        space.sizes[label] += 1
        if space.sizes[label] > 2:
            return False
    return True


@part
def best_own(space: Any, level: int, begin: int, end: int) -> tuple[int, bool]:
    """The best score of the group's own words, and whether one with it makes but singles and pairs."""
    best, light, n = 0, False, end - begin
    for i in range(begin, end):
        row = space.cells[level, OWN, space.cells[level, COLUMN, i]]
        score = _groups_of(space, level, row, begin, end) + 1
        if score > best:
            best, light = score, False
        if score == best and not light and 2 * score > n:
            light = _pairs_at_most(space, level, row, begin, end)
        if best > n:
            break
    space.control[WORK] += n * n
    return best, light


@part
def bound_by_all(
    lists: Any, space: Any, level: int, begin: int, end: int, left: int, best: int, light: bool
) -> tuple[int, bool]:
    """A lower bound of the group, and whether it is its value; `best`, `light` as of `best_own`.

    No row makes more groups of a part than of the whole, and rows are in order of score: the loop ends early.
    """
    n = end - begin
    if left == 2 and best <= n:
        best, light = n - 1, False  # two guesses do for a pair only with one that tells all apart
    rows, wide, at = space.frame[level, ROWS], space.frame[level, WIDE], 0
    scores = space.rows[level, SCORE]
    while at < rows and best < n and scores[at] >= best + np.int64(light):
        stop = min(at + BLOCK, rows if at >= wide else wide)
        most = _count_groups(space, level, at, stop, begin, end)
        if most > best or (most == best and not light and 2 * most >= n):
            for i in range(stop - at):
                count: Any = np.int64(space.seen[0, i])
                if count < best or (count == best and light):
                    continue
                if lists.hard and not is_allowed(space, level, at + i):
                    continue
                if at < wide:
                    count = _groups_of(space, level, at + i, begin, end)
                if count > best:
                    best, light = count, False
                if count == best and not light and 2 * count >= n:
                    light = _pairs_at_most(space, level, at + i, begin, end)
        at = stop
    space.control[SCANS] += 1
    if left == 2:
        return (3 * n - best if best >= n else NEVER), True
    return 3 * n - best, light


@part
def _count_groups(space: Any, level: int, at: int, stop: int, begin: int, end: int) -> Any:
    """Write into `seen` how many groups the rows at:stop make, and return the most.

    They are all narrow, or all wide: then each column with a label from NARROW on counts as a group. Such
    labels are rare, for they are those that appear last.
    """
    count, wide = stop - at, at < space.frame[level, WIDE]
    rows, seen, late = space.frame[level, ROWS], space.seen[0], space.seen[1]
    for i in range(count):
        seen[i] = late[i] = _0
    for i in range(begin, end):
        start = space.frame[level, BASE] + space.cells[level, COLUMN, i] * rows + at
        labels = space.labels[start : start + count]
        if wide:
            _mark_early(seen, late, labels)
        else:
            _mark(seen, labels)
    most = _0
    for i in range(count):
        seen[i] = ones(seen[i]) + late[i]
        most = max(most, seen[i])
    space.control[WORK] += count * (end - begin)
    return np.int64(most)


@part
def _mark(seen: Any, labels: Any) -> None:
    for i in range(len(labels)):
        seen[i] |= _1 << np.uint64(labels[i])


@part
def _mark_early(seen: Any, late: Any, labels: Any) -> None:
    for i in range(len(labels)):
        label = np.uint64(labels[i])
        early = np.uint64(label <= _63)
        seen[i] |= early << (label & _63)
        late[i] += _1 - early


@part
def is_allowed(space: Any, level: int, row: int) -> bool:
    """Whether hard mode allows a row in the group that is looked at."""
    word = np.uint64(space.rows[level, WORD, row])
    return bool((space.allowed[-1, word >> _6] >> (word & _63)) & _1)


@kernel
def restrict(lists: Any, space: Any, level: int, word: int, answer: int) -> None:
    """Write the guesses that hard mode leaves of a level's after `word` against an answer:
    greens stay, marked letters are there at least as often."""
    out, letters = space.allowed[-1], lists.letters
    for i in range(len(out)):
        out[i] = space.allowed[level, i]
    target = lists.own[answer]
    length = letters.shape[1]
    for place in range(length):
        letter = letters[word, place]
        if letters[target, place] == letter:
            _keep(out, lists.at[place, letter])
        guessed, there = 0, 0
        for other in range(length):
            guessed += letters[word, other] == letter
            there += letters[target, other] == letter
        if there:
            _keep(out, lists.often[min(guessed, there), letter])


@part
def _keep(out: Any, bits: Any) -> None:
    for i in range(len(out)):
        out[i] &= bits[i]
