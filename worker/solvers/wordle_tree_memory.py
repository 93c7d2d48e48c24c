"""The arrays that the search for decision trees works on."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from worker.kernels.wordle_search_state import (
    ANSWER,
    ANSWERS,
    BLOCK,
    CELL_FIELDS,
    COLUMN,
    CONTROLS,
    FRAME_FIELDS,
    OUTER,
    OWN,
    ROW_FIELDS,
    ROWS,
    WINS,
    WORD,
    Lists,
    Space,
)
from worker.solvers.wordle_words import WordleWords

_SEED: Final = 3
_GROWTH: Final = 0.045
"""What a large group costs beyond two guesses for each of its words but one, times its size to 1.5: fitted to
groups of the English game."""
_SIXTEENTHS: Final = 16
_ROOM: Final = 1 << 24
"""Labels at first."""


def lists_of(words: WordleWords, *, hard: bool) -> Lists:
    count = len(words.answers)
    sizes = np.arange(count + 1)
    likely = np.where(sizes > 2, 2 * sizes - 1 + _GROWTH * sizes**1.5, 2 * sizes - 1)
    likely[0] = 0
    at, often = _sets_of_guesses(words.codes) if hard else (np.zeros((1, 1, 1), np.uint64),) * 2
    return Lists(
        letters=words.codes,
        own=words.answers,
        salt=np.random.default_rng(_SEED).integers(0, 2**64, (count, 2), dtype=np.uint64),
        at=at,
        often=often,
        likely=np.round(_SIXTEENTHS * likely).astype(np.int64),
        hard=hard,
    )


def _sets_of_guesses(codes: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """`at` and `often` of `Lists`."""
    length, letters = codes.shape[1], range(int(codes.max()) + 1)
    at = [[_bits(codes[:, place] == letter) for letter in letters] for place in range(length)]
    counts = [(codes == letter).sum(axis=1) for letter in letters]
    often = [[_bits(count >= least) for count in counts] for least in range(length + 1)]
    return np.array(at), np.array(often)


def _bits(mask: NDArray[np.bool_]) -> NDArray[np.uint64]:
    padded = np.pad(mask, (0, -len(mask) % 64))
    return np.packbits(padded, bitorder="little").view("<u8").astype(np.uint64)


def space_of(words: WordleWords, patterns: NDArray[Any], *, hard: bool, max_guesses: int) -> Space:
    """Room for the states of a game; every answer is a column of OUTER."""
    guesses, answers = patterns.shape
    levels = max_guesses + 2
    labels = max(answers, 3**words.length) + 3
    numbers = -(-guesses // 64) if hard else 1
    space = Space(
        labels=np.empty(_ROOM, np.uint8 if 3**words.length <= 256 else np.uint16),
        rows=np.zeros((levels, ROW_FIELDS, guesses), np.int64),
        cells=np.zeros((levels, CELL_FIELDS, answers + 3), np.int64),
        frame=np.zeros((levels, FRAME_FIELDS), np.int64),
        key=np.zeros((levels, 2), np.uint64),
        allowed=np.full((levels + 1, numbers), np.iinfo(np.uint64).max, np.uint64),
        seen=np.zeros((2, BLOCK), np.uint64),
        sizes=np.zeros(labels, np.int64),
        names=np.zeros(labels, np.int64),
        slots=np.zeros(_power_of_two(2 * guesses), np.int32),
        keys=np.zeros(guesses, np.int64),
        control=np.zeros(CONTROLS, np.int64),
    )
    space.rows[OUTER, WORD] = np.arange(guesses)
    space.rows[OUTER, WINS] = words.columns
    space.cells[OUTER, ANSWER, :answers] = space.cells[OUTER, COLUMN, :answers] = np.arange(answers)
    space.cells[OUTER, OWN, :answers] = words.answers
    space.frame[OUTER, [ANSWERS, ROWS]] = answers, guesses
    return space


def with_room(space: Space, labels: int) -> Space:
    """The space with so many labels at least, and the same ones as far as they went."""
    longer = np.empty(max(labels, 2 * len(space.labels)), space.labels.dtype)
    longer[: len(space.labels)] = space.labels
    return space._replace(labels=longer)


def memo_of(states: int) -> NDArray[np.uint64]:
    return np.zeros((_power_of_two(states), 3), np.uint64)


def _power_of_two(least: int) -> int:
    return 1 << max(4, (least - 1).bit_length())
