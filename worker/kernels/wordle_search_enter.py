"""Opening a group of answers as a state of its own, with only the guesses that tell some of them apart.

Of guesses that make the same groups one is kept: the answer of a group of one, if it is among them, else the
first word. (In hard mode all are kept, for what they allow later differs.)
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from worker.kernels.compiled import kernel, part
from worker.kernels.wordle_search_bound import is_allowed
from worker.kernels.wordle_search_state import (
    ANSWER,
    ANSWERS,
    AT,
    BASE,
    BEST,
    BOTTOM,
    BUDGET,
    CANDIDATE,
    CANDIDATES,
    COLUMN,
    GUESS,
    HALF,
    LEFT,
    LEVEL,
    LOWER,
    MIX,
    NARROW,
    NEVER,
    NEXT,
    NODES,
    OPEN,
    OUTER,
    OWN,
    ROWS,
    SCORE,
    TOKEN,
    WIDE,
    WINS,
    WORD,
    WORK,
)

_ROW_BITS: Final = 20
"""Of a row's number beside what it is sorted by."""


@part
def room_for(space: Any, level: int, columns: int) -> bool:
    """Whether a state of so many columns can be opened upon a level."""
    needed = _base_above(space, level) + (2 * space.frame[level, ROWS] + 1) * columns
    return bool(needed <= len(space.labels))


@part
def _base_above(space: Any, level: int) -> int:
    frame = space.frame[level]
    return 0 if level == OUTER else frame[BASE] + frame[ROWS] * frame[ANSWERS]


@kernel
def open_bottom(lists: Any, space: Any, patterns: Any, columns: int, left: int, budget: int) -> None:
    """Open COLUMN[:columns] of OUTER as the state to decide; with all answers every guess is a row.

    Args:
        patterns: the feedback of each guess for each answer, flat, guess by guess.
    """
    space.control[LEVEL] = OUTER
    level, begin = space.control[LEVEL], columns - columns  # no literals: they would be compiled for
    _open(lists, space, level, patterns, begin, len(lists.own), begin + 1, begin, columns, left, budget)
    space.control[LEVEL] = BOTTOM


@part
def open_group(lists: Any, space: Any, level: int, begin: int, end: int, left: int, budget: int) -> None:
    """Open a group of the row on trial upon its level, to be decided below the budget."""
    base, rows = space.frame[level, BASE], space.frame[level, ROWS]
    _open(lists, space, level, space.labels, base, rows - rows + 1, rows, begin, end, left, budget)


@part
def _open(
    lists: Any,
    space: Any,
    level: int,
    source: Any,
    base: int,
    row_stride: int,
    column_stride: int,
    begin: int,
    end: int,
    left: int,
    budget: int,
) -> None:
    rows = _draft(lists, space, level, source, base, row_stride, column_stride, begin, end)
    above, n = _base_above(space, level), end - begin
    _settle(space, level + 1, n, rows, above, above + space.frame[level, ROWS] * n)
    for j in range(n):
        space.cells[level + 1, ANSWER, j] = space.cells[level, ANSWER, space.cells[level, COLUMN, begin + j]]
    if lists.hard:
        for i in range(space.allowed.shape[1]):
            space.allowed[level + 1, i] = space.allowed[-1, i]
    _begin(lists, space, level + 1, left, budget)


@part
def _draft(
    lists: Any,
    space: Any,
    level: int,
    source: Any,
    base: int,
    row_stride: int,
    column_stride: int,
    begin: int,
    end: int,
) -> int:
    """Write the rows of the level above, row by row, behind the place of its labels; returns how many.

    The group's own words come first, in the order of columns. Scores go to `keys`, words to CANDIDATE.
    """
    columns, n = space.cells[level, COLUMN], end - begin
    rows, drafted = space.frame[level, ROWS], 0
    target, slots = _base_above(space, level) + rows * n, _clear_slots(space, rows)
    every = level == OUTER and n == len(lists.own)
    alike = not every and not lists.hard
    for j in range(n + rows):
        own = j < n
        row = space.cells[level, OWN, columns[begin + j]] if own else j - n
        if not (own or alike or _is_further(lists, space, level, row, begin, end)):
            continue
        start = base + row * row_stride
        groups, code = _relabel(space, source, start, column_stride, columns, begin, end, target)
        kept, word = own or every or groups > 1, space.rows[level, WORD, row]
        if kept and alike:
            like = _first_alike(space, target, drafted, n, code, slots)
            if like >= n:
                space.rows[level + 1, CANDIDATE, like] = min(space.rows[level + 1, CANDIDATE, like], word)
            kept = own or like < 0
        if kept:
            space.rows[level + 1, CANDIDATE, drafted] = word
            space.keys[drafted] = groups + int(own)
            drafted += 1
            target += n
    space.control[WORK] += (n + rows) * n
    space.control[NODES] += 1
    return drafted


@part
def _is_further(lists: Any, space: Any, level: int, row: int, begin: int, end: int) -> bool:
    """Whether a row is allowed and none of the group's own words."""
    if lists.hard and not is_allowed(space, level, row):
        return False
    column = space.rows[level, WINS, row]
    if column >= 0:
        for i in range(begin, end):
            if space.cells[level, COLUMN, i] == column:
                return False
    return True


@part
def _relabel(
    space: Any, source: Any, base: int, stride: int, columns: Any, begin: int, end: int, target: int
) -> Any:
    """Copy a row's labels, renamed 0, 1, ... as they appear; returns how many they are, and a hash."""
    token = space.control[TOKEN] + 1
    space.control[TOKEN] = token + end - begin
    count, code = 0, MIX
    for i in range(begin, end):
        label = source[base + columns[i] * stride]
        name = space.names[label] - token
        if name < 0:
            name = count
            space.names[label] = token + count
            count += 1
        space.labels[target + i - begin] = name
        code = (code ^ np.uint64(name)) * MIX
        code ^= code >> HALF
    return count, code


@part
def _clear_slots(space: Any, rows: int) -> int:
    count = 16
    while count < 2 * rows:
        count *= 2
    for slot in range(count):
        space.slots[slot] = 0
    return count


@part
def _first_alike(space: Any, target: int, row: int, n: int, code: Any, slots: int) -> Any:
    """The drafted row with the labels that begin at `target`, those of `row`; -1 if there is none."""
    at = np.int64(code & np.uint64(slots - 1))
    while space.slots[at]:
        other = space.slots[at] - 1
        apart, column = (row - other) * n, 0
        while column < n and space.labels[target - apart + column] == space.labels[target + column]:
            column += 1
        if column == n:
            return np.int64(other)
        at = (at + 1) & (slots - 1)
    space.slots[at] = row + 1
    return -1


@part
def _settle(space: Any, level: int, n: int, rows: int, base: int, draft: int) -> None:
    """Move the drafted rows to their places: those of the highest score first, column by column."""
    frame, starts = space.frame[level], space.sizes
    frame[ANSWERS], frame[ROWS], frame[BASE] = n, rows, base
    frame[WIDE] = _starts_by_score(space, n, rows)
    for row in range(rows):
        score = space.keys[row]
        place = starts[score]
        starts[score] += 1
        space.rows[level, WORD, place] = space.rows[level, CANDIDATE, row]
        space.rows[level, SCORE, place] = score
        space.rows[level, WINS, place] = row if row < n else -1
        if row < n:
            space.cells[level, OWN, row] = place
        for column in range(n):
            space.labels[base + column * rows + place] = space.labels[draft + row * n + column]


@part
def _starts_by_score(space: Any, n: int, rows: int) -> int:
    """Write into `sizes` where the rows of each score begin; returns how many may have over NARROW labels."""
    starts, at, wide = space.sizes, 0, 0
    for score in range(n + 2):
        starts[score] = 0
    for row in range(rows):
        starts[space.keys[row]] += 1
    for score in range(n + 1, -1, -1):
        count = starts[score]
        starts[score] = at
        at += count
        if score > NARROW:
            wide = at
    return wide


@part
def _begin(lists: Any, space: Any, level: int, left: int, budget: int) -> None:
    """List the candidates: the guesses whose score may lead below the budget, the promising first."""
    frame, keys = space.frame[level], space.keys
    frame[LEFT], frame[BUDGET], frame[BEST], frame[GUESS], frame[LOWER] = left, budget, budget, -1, NEVER
    frame[NEXT], frame[OPEN], frame[AT] = 0, 0, 0
    count = 0
    for row in range(frame[ROWS]):
        least = 3 * frame[ANSWERS] - space.rows[level, SCORE, row]
        if least >= budget:
            frame[LOWER] = least
            break
        keys[count] = _expected(lists, space, level, row) << _ROW_BITS | row
        count += 1
    _shell_sort(keys, count)
    for i in range(count):
        space.rows[level, CANDIDATE, i] = keys[i] & (1 << _ROW_BITS) - 1
    frame[CANDIDATES] = count


@part
def _expected(lists: Any, space: Any, level: int, row: int) -> Any:
    """What a row's groups are expected to come to."""
    frame, sizes = space.frame[level], space.sizes
    base, stride = frame[BASE] + row, frame[ROWS]
    wins = np.int64(space.rows[level, WINS, row] >= 0)
    groups = space.rows[level, SCORE, row] - wins
    for group in range(groups):
        sizes[group] = 0
    for column in range(frame[ANSWERS]):
        sizes[space.labels[base + column * stride]] += 1
    total = -wins * lists.likely[1]
    for group in range(groups):
        total += lists.likely[sizes[group]]
    return total


@part
def _shell_sort(keys: Any, count: int) -> None:
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, count):
            key, j = keys[i], i
            while j >= gap and keys[j - gap] > key:
                keys[j] = keys[j - gap]
                j -= gap
            keys[j] = key
        gap //= 3
