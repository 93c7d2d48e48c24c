"""The search for the best decision tree of a state: branch and bound, exact, on a stack of its own.

Each candidate of a state is bounded from below, in steps that cost more and tell more: by its score; by the
groups' own words, and by what the memo knows; by every guess for every group, the largest first. What is left
below the best so far has its groups decided one after the other, each with what the others leave of the
budget. Candidates come in the order of what their groups are expected to come to, so that the first is good
and most others fall at the first steps.
"""

from __future__ import annotations

from typing import Any, Final

from worker.kernels.compiled import kernel, part
from worker.kernels.wordle_search_bound import best_own, bound_by_all, restrict
from worker.kernels.wordle_search_enter import open_group, room_for
from worker.kernels.wordle_search_state import (
    ANSWER,
    ANSWERS,
    AT,
    BASE,
    BEST,
    BOTTOM,
    BOUND,
    BUDGET,
    CANDIDATE,
    CANDIDATES,
    COLUMN,
    FIRST,
    GUESS,
    LEFT,
    LEVEL,
    LOWER,
    NEVER,
    NEXT,
    OPEN,
    OUTER,
    ROW,
    ROWS,
    SCORE,
    SUM,
    TODO,
    WINS,
    WORD,
    WORK,
    find,
    store,
    write_key,
)

DECIDED: Final = 0
PAUSED: Final = 1
NO_ROOM: Final = 2

_PATIENCE: Final = 16


@kernel
def search(lists: Any, space: Any, memo: Any, width: int, work: int) -> int:
    """Go on with the state at BOTTOM until it is decided.

    Then its BEST is the value if it is below its BUDGET, with BOUND of OUTER the values of the groups of
    GUESS; else LOWER is a lower bound that is not below the budget. SCORE of OUTER has the lower bound or
    the value of each candidate that is done.

    Args:
        width: try about so many candidates of each state above BOTTOM; fewer than all make BEST an upper
            bound and the lower bounds meaningless. 0: open no states, bound the candidates only.
        work: pause after reading about so many labels more.

    Returns:
        DECIDED; PAUSED; or NO_ROOM, to be called again with a longer copy of `labels`.
    """
    level, work = space.control[LEVEL], work + space.control[WORK]
    while space.control[WORK] < work:
        frame = space.frame[level]
        if frame[AT] < frame[OPEN] and width == 0:
            _set_aside(space, level)
        elif frame[AT] < frame[OPEN]:
            step = _decide_group(lists, space, memo, level)
            if step < 0:
                space.control[LEVEL] = level
                return NO_ROOM
            level += step
        elif frame[NEXT] < _tried_at_most(space, level, width):
            _try_next(lists, space, memo, level)
        elif level == BOTTOM:
            return DECIDED
        else:
            lower, upper = frame[LOWER], NEVER + 1
            if frame[CANDIDATES] > _tried_at_most(space, level, width):
                lower = frame[BUDGET]  # of no more use than that; another time there may be found more
            if frame[BEST] < frame[BUDGET]:
                lower = upper = frame[BEST]
            level -= 1
            store(memo, space.key[level], lower, upper, frame[GUESS])
            _deliver(space, level, min(lower, NEVER))
    space.control[LEVEL] = level
    return PAUSED


@kernel
def known_guess(lists: Any, space: Any, memo: Any, columns: int, left: int) -> Any:
    """The best guess of the state of COLUMN[:columns] of OUTER, or -1 where the memo does not tell."""
    write_key(lists, space, OUTER, 0, columns, left)
    return find(memo, space.key[OUTER])[2]


@part
def _tried_at_most(space: Any, level: int, width: int) -> Any:
    """How many candidates a narrow search tries: more while it knows of no tree within the guesses left."""
    frame = space.frame[level]
    if level == BOTTOM:
        return frame[CANDIDATES]
    if frame[BEST] > NEVER // 2:
        width *= _PATIENCE
    return min(frame[CANDIDATES], width)


@part
def _decide_group(lists: Any, space: Any, memo: Any, level: int) -> int:
    """Look up the next group of the row on trial, or open it; returns how many levels were added, or -1
    when there is no room."""
    frame, cells = space.frame[level], space.cells[level]
    group = cells[TODO, frame[AT]]
    begin, end = cells[FIRST, group], cells[FIRST, group + 1]
    budget = frame[BEST] - (frame[SUM] - cells[BOUND, group])
    left = frame[LEFT] - 1
    lower, upper, _ = _recall(lists, space, memo, level, begin, end, left)
    if upper and (lower == upper or lower >= budget):
        _deliver(space, level, lower)
        return 0
    if not room_for(space, level, end - begin):
        return -1
    open_group(lists, space, level, begin, end, left, budget)
    return 1


@part
def _try_next(lists: Any, space: Any, memo: Any, level: int) -> None:
    frame = space.frame[level]
    row = space.rows[level, CANDIDATE, frame[NEXT]]
    frame[NEXT] += 1
    frame[ROW], frame[AT], frame[OPEN] = row, 0, 0
    space.control[WORK] += frame[ANSWERS]
    least = 3 * frame[ANSWERS] - space.rows[level, SCORE, row]
    if least < frame[BEST]:
        least = _bound_by_size(space, level, row)
    if least < frame[BEST]:
        least = _bound_by_own(lists, space, memo, level, least)
    if least < frame[BEST]:
        _largest_first(space, level)
        least = _bound_closely(lists, space, memo, level, least)
    frame[SUM] = least
    _conclude(space, level)


@part
def _conclude(space: Any, level: int) -> None:
    """Set the row on trial aside when its bound is too high; take it when no group awaits its value."""
    frame = space.frame[level]
    if frame[SUM] >= frame[BEST]:
        _set_aside(space, level)
    elif frame[AT] == frame[OPEN]:
        word = space.rows[level, WORD, frame[ROW]]
        frame[BEST], frame[GUESS] = frame[SUM], word
        if level == BOTTOM:
            space.rows[OUTER, SCORE, word] = frame[SUM]
            for group in range(frame[ANSWERS]):
                space.cells[OUTER, BOUND, group] = space.cells[level, BOUND, group]


@part
def _set_aside(space: Any, level: int) -> None:
    frame = space.frame[level]
    frame[LOWER] = min(frame[LOWER], frame[SUM])
    frame[AT] = frame[OPEN] = 0
    if level == BOTTOM:
        space.rows[OUTER, SCORE, space.rows[level, WORD, frame[ROW]]] = frame[SUM]


@part
def _deliver(space: Any, level: int, value: int) -> None:
    """Put the value, or a bound that is over the budget, in the place of the next group's bound."""
    frame, bound = space.frame[level], space.cells[level, BOUND]
    group = space.cells[level, TODO, frame[AT]]
    frame[SUM] += value - bound[group]
    bound[group] = value
    frame[AT] += 1
    _conclude(space, level)


@part
def _divide(space: Any, level: int, row: int) -> Any:
    """List the columns by their labels in a row; returns how many groups there are."""
    frame, starts = space.frame[level], space.sizes
    first, columns = space.cells[level, FIRST], space.cells[level, COLUMN]
    base, stride = frame[BASE] + row, frame[ROWS]
    count = space.rows[level, SCORE, row] - int(space.rows[level, WINS, row] >= 0)
    for group in range(count + 1):
        first[group] = 0
    for column in range(frame[ANSWERS]):
        first[space.labels[base + column * stride] + 1] += 1
    for group in range(count):
        first[group + 1] += first[group]
        starts[group] = first[group]
    for column in range(frame[ANSWERS]):
        label = space.labels[base + column * stride]
        columns[starts[label]] = column
        starts[label] += 1
    return count


@part
def _bound_by_size(space: Any, level: int, row: int) -> Any:
    """Sum of the answers and the groups' bounds by size alone; groups whose value is open go to TODO."""
    frame, left = space.frame[level], space.frame[level, LEFT] - 1
    first, bound, todo = space.cells[level, FIRST], space.cells[level, BOUND], space.cells[level, TODO]
    total, opened = frame[ANSWERS], 0
    for group in range(_divide(space, level, row)):
        begin, n = first[group], first[group + 1] - first[group]
        value = 2 * n - 1
        if n == 1 and space.cells[level, COLUMN, begin] == space.rows[level, WINS, row]:
            value = 0
        elif left < min(n, 2):
            value = NEVER
        elif n == 3 and left > 2:
            value = 9 - max(3, best_own(space, level, begin, begin + n)[0])
        elif n > 2:
            todo[opened] = group
            opened += 1
        bound[group] = value
        total += value
    frame[OPEN] = opened
    return total


@part
def _bound_by_own(lists: Any, space: Any, memo: Any, level: int, total: int) -> int:
    """Raise the bounds of the groups in TODO by what the memo and their own words tell."""
    frame, cells = space.frame[level], space.cells[level]
    left, kept = frame[LEFT] - 1, 0
    for i in range(frame[OPEN]):
        group = cells[TODO, i]
        begin, end = cells[FIRST, group], cells[FIRST, group + 1]
        lower, upper, _ = _recall(lists, space, memo, level, begin, end, left)
        if not upper:
            n = end - begin
            best, light = best_own(space, level, begin, end)
            lower = 2 * n - int(best > n)
            if best > n or (best == n and light and left > 2):
                upper = lower
                store(memo, space.key[level], lower, upper, -1)
        total += lower - cells[BOUND, group]
        cells[BOUND, group] = lower
        if lower != upper:
            cells[TODO, kept] = group
            kept += 1
        if total >= frame[BEST]:
            break
    frame[OPEN] = kept
    return total


@part
def _bound_closely(lists: Any, space: Any, memo: Any, level: int, total: int) -> int:
    """Raise the bounds of the groups in TODO by looking at all guesses for each of them."""
    frame, cells = space.frame[level], space.cells[level]
    left, kept = frame[LEFT] - 1, 0
    for i in range(frame[OPEN]):
        group = cells[TODO, i]
        begin, end = cells[FIRST, group], cells[FIRST, group + 1]
        lower, upper, _ = _recall(lists, space, memo, level, begin, end, left)
        if not upper:
            best, light = best_own(space, level, begin, end)
            lower, exact = bound_by_all(lists, space, level, begin, end, left, best, light)
            upper = lower if exact else NEVER + 1
            store(memo, space.key[level], lower, upper, -1)
        total += lower - cells[BOUND, group]
        cells[BOUND, group] = lower
        if lower != upper:
            cells[TODO, kept] = group
            kept += 1
        if total >= frame[BEST]:
            break
    frame[OPEN] = kept
    return total


@part
def _recall(lists: Any, space: Any, memo: Any, level: int, begin: int, end: int, left: int) -> Any:
    """What the memo knows of a group of the row on trial; its name and what hard mode allows are written."""
    if lists.hard:
        word, column = space.rows[level, WORD, space.frame[level, ROW]], space.cells[level, COLUMN, begin]
        restrict(lists, space, level, word, space.cells[level, ANSWER, column])
    write_key(lists, space, level, begin, end, left)
    return find(memo, space.key[level])


@part
def _largest_first(space: Any, level: int) -> None:
    first, todo = space.cells[level, FIRST], space.cells[level, TODO]
    for i in range(1, space.frame[level, OPEN]):
        group, j = todo[i], i
        size = first[group + 1] - first[group]
        while j > 0 and first[todo[j - 1] + 1] - first[todo[j - 1]] < size:
            todo[j] = todo[j - 1]
            j -= 1
        todo[j] = group
