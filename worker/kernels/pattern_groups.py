"""What guesses are worth: the groups into which their feedback parts the words that are left.

    matrix     (guesses, left) feedback, see `patterns`
    shares     (left,) how likely each word left is the answer, the likeliest first
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
    )
    size = np.zeros(feedbacks, np.int64)
    for row in range(rows):
        line = matrix[guesses[row]]
        groups, reach = 0, 0.0
        for word in range(len(shares)):
            code = line[word]
            if size[code] == 0:  # the likeliest of its group
                groups += 1
                reach += shares[word]
            size[code] += 1
        worst, expected, win = 0, 0.0, 0.0
        for word in range(len(shares)):
            code = line[word]
            if code == feedbacks - 1:
                win = shares[word]
            else:
                worst = max(worst, size[code])
                expected += shares[word] * size[code]
        for word in range(len(shares)):
            size[line[word]] = 0
        out.groups[row], out.worst[row], out.expected[row] = groups, worst, expected
        out.reach[row], out.win[row] = reach + win, win
    return out


@kernel
def bits_of(matrix: Any, guesses: Any, shares: Any, feedbacks: int) -> Any:
    """The information that some guesses are expected to give; apart, since logarithms take longest."""
    bits, mass = np.zeros(len(guesses)), np.zeros(feedbacks)
    for row in range(len(guesses)):
        line = matrix[guesses[row]]
        for word in range(len(shares)):
            mass[line[word]] += shares[word]
        for code in line[: len(shares)]:
            if mass[code] > 0:
                bits[row] -= mass[code] * np.log2(mass[code])
            mass[code] = 0.0
    return bits
