"""What guesses are worth: the groups into which their feedback parts the words that are left.

    matrix     (guesses, left) feedback, see `patterns`
    shares     (left,) how likely each word left is the answer
    feedbacks  how many there are, 3 ** length; the last one is that of the answer itself

*Reach* is the chance to win now, plus the chance to have won by the guess after this one, when that is the
likeliest word of its group. The guesses still needed are 3 - reach at least, and exactly so where no group
has more than two words: the best simple measure of a guess.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.compiled import kernel


class Groups(NamedTuple):
    """Arrays, one number for each guess."""

    groups: NDArray[np.int64]
    """How many different feedbacks it may get."""
    worst: NDArray[np.int64]
    """The most words that may be left then; none when it wins."""
    expected: NDArray[np.float64]
    """The words that are left on average."""
    bits: NDArray[np.float64]
    reach: NDArray[np.float64]
    win: NDArray[np.float64]
    """The chance that the guess is the answer."""


@kernel
def groups_of(matrix: Any, guesses: Any, shares: Any, feedbacks: int) -> Any:
    """The figures of some guesses (rows of the matrix)."""
    rows = len(guesses)
    out = Groups(
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows),
        np.zeros(rows),
        np.zeros(rows),
        np.zeros(rows),
    )
    size, mass, most = np.zeros(feedbacks, np.int64), np.zeros(feedbacks), np.zeros(feedbacks)
    seen = np.zeros(len(shares), np.int64)
    for row in range(rows):
        line = matrix[guesses[row]]
        count = 0
        for word in range(len(shares)):
            code = line[word]
            if size[code] == 0:
                seen[count] = code
                count += 1
            size[code] += 1
            mass[code] += shares[word]
            most[code] = max(most[code], shares[word])
        out.groups[row] = count
        for code in seen[:count]:
            _add_group(out, row, size[code], mass[code], most[code], code == feedbacks - 1)
            size[code] = 0
            mass[code] = most[code] = 0.0
    return out


@kernel
def _add_group(out: Any, row: int, size: int, mass: float, most: float, wins: bool) -> None:
    if wins:
        out.win[row] = mass
        out.reach[row] += mass
    else:
        out.worst[row] = max(out.worst[row], size)
        out.expected[row] += mass * size
    out.reach[row] += most
    if mass > 0:
        out.bits[row] -= mass * np.log2(mass)
