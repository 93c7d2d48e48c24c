"""A crossword under construction, as rows of bits seen from both sides.

Legend
------
way     0 across, 1 down
line    a row for words across, a column for words down
spot    a place on a line; a word of way w, line l and start s stands on the spots s, s + 1 ... of line l
code    a letter as a number, 0, 1, 2 ...

Every set of cells is kept twice, by rows and by columns, so that all starts of a word on a line are found by
a few shifts and masks, whatever its way. The board has 64 lines of 64 spots; nothing stands on the outermost
ones, so neighbours need no question whether they exist.

Of a valid board every two neighbours on a line are part of one word, every word is there once, and all hang
together. `take` may break this; `worker.kernels.layout_ruin` mends it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.bits import leading_zeros, trailing_zeros
from worker.kernels.compiled import inlined, kernel

SIDE: Final = 64
LAST: Final = SIDE - 2
"""The last spot and line on which a letter may stand; the first one is 1."""
ABSENT: Final = -1
"""The way of a word that is not on the board."""

_0: Final = np.uint64(0)
_1: Final = np.uint64(1)
_7: Final = np.uint64(7)
_9: Final = np.uint64(9)
_33: Final = np.uint64(33)


class Board(NamedTuple):
    """Words and where they stand; sets of spots are uint64, bit s for spot s."""

    codes: NDArray[np.int64]
    """(words, longest): the letters of each word."""
    lengths: NDArray[np.int64]
    taken: NDArray[np.uint64]
    """(way, line): spots with a letter."""
    along: NDArray[np.uint64]
    """(way, line): spots that are part of a word of this way."""
    athwart: NDArray[np.uint64]
    """(way, line): spots that are part of a word of the other way."""
    holding: NDArray[np.uint64]
    """(way, line, code): spots with that letter."""
    lines: NDArray[np.uint64]
    """(way,): lines with a letter, bit l for line l."""
    places: NDArray[np.int64]
    """(words, 3): way or `ABSENT`, line, start."""
    dice: NDArray[np.uint64]
    """(1,): the state of the random numbers."""


@kernel
def new_board(codes: Any, lengths: Any, kinds: int, seed: Any) -> Any:
    """An empty board for words whose codes are below `kinds`."""
    words = len(lengths)
    places = np.zeros((words, 3), np.int64)
    for word in range(words):
        places[word, 0] = ABSENT
    dice = np.empty(1, np.uint64)
    dice[0] = scattered(seed)
    return Board(
        codes,
        lengths,
        np.zeros((2, SIDE), np.uint64),
        np.zeros((2, SIDE), np.uint64),
        np.zeros((2, SIDE), np.uint64),
        np.zeros((2, SIDE, kinds), np.uint64),
        np.zeros(2, np.uint64),
        places,
        dice,
    )


@kernel
def scattered(seed: Any) -> Any:
    """A number that is not 0, far from those of neighbouring seeds (the finaliser of splitmix64)."""
    z = np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return (z ^ z >> np.uint64(31)) | _1


@inlined
def random_bits(board: Any) -> Any:
    """64 random bits, by Marsaglia's xorshift with Brent's shifts."""
    x = board.dice[0]
    x ^= x << _7
    x ^= x >> _9
    board.dice[0] = x
    return x


@inlined
def below(board: Any, end: int) -> Any:
    """A random number from 0 to end - 1."""
    return np.int64((random_bits(board) >> _33) % np.uint64(end))


@inlined
def lowest(bits: Any) -> Any:
    return np.int64(trailing_zeros(bits))


@inlined
def highest(bits: Any) -> Any:
    return SIDE - 1 - np.int64(leading_zeros(bits))


@inlined
def span(start: int, length: int) -> Any:
    """So many spots from the start."""
    return ((_1 << np.uint64(length)) - _1) << np.uint64(start)


@kernel
def put(board: Any, word: int, way: int, line: int, start: int) -> None:
    """Set a word down where it fits."""
    spots, bit, other = span(start, board.lengths[word]), _1 << np.uint64(line), 1 - way
    board.taken[way, line] |= spots
    board.along[way, line] |= spots
    board.lines[way] |= bit
    board.lines[other] |= spots
    for k in range(board.lengths[word]):
        code, spot = board.codes[word, k], start + k
        board.taken[other, spot] |= bit
        board.athwart[other, spot] |= bit
        board.holding[way, line, code] |= _1 << np.uint64(spot)
        board.holding[other, spot, code] |= bit
    board.places[word, 0], board.places[word, 1], board.places[word, 2] = way, line, start


@kernel
def take(board: Any, word: int) -> None:
    """Take a word off; letters of words that cross it stay."""
    way, line, start = board.places[word, 0], board.places[word, 1], board.places[word, 2]
    spots, bit, other = span(start, board.lengths[word]), _1 << np.uint64(line), 1 - way
    gone = spots & ~board.athwart[way, line]
    board.taken[way, line] &= ~gone
    board.along[way, line] &= ~spots
    for k in range(board.lengths[word]):
        spot = start + k
        mark = _1 << np.uint64(spot)
        board.athwart[other, spot] &= ~bit
        if gone & mark != _0:
            board.holding[way, line, board.codes[word, k]] &= ~mark
            board.holding[other, spot, board.codes[word, k]] &= ~bit
            board.taken[other, spot] &= ~bit
            if board.taken[other, spot] == _0:
                board.lines[other] &= ~mark
    if board.taken[way, line] == _0:
        board.lines[way] &= ~bit
    board.places[word, 0] = ABSENT


@inlined
def on_board(board: Any, word: int) -> bool:
    return bool(board.places[word, 0] != ABSENT)


@kernel
def count_on_board(board: Any) -> int:
    count = 0
    for word in range(len(board.lengths)):
        count += on_board(board, word)
    return count


@kernel
def missing_letters(board: Any) -> Any:
    """The letters of all words that are not on the board."""
    letters = 0
    for word in range(len(board.lengths)):
        if not on_board(board, word):
            letters += board.lengths[word]
    return letters


@inlined
def sides(board: Any) -> tuple[Any, Any]:
    """Rows and columns of the smallest box around all letters."""
    rows, cols = board.lines[0], board.lines[1]
    return highest(rows) - lowest(rows) + 1, highest(cols) - lowest(cols) + 1


@inlined
def sides_with(board: Any, way: int, line: int, start: int, length: int) -> tuple[Any, Any]:
    """The same when a word is added."""
    along = board.lines[way] | _1 << np.uint64(line)
    across = board.lines[1 - way] | span(start, length)
    depth = highest(along) - lowest(along) + 1
    width = highest(across) - lowest(across) + 1
    return (depth, width) if way == 0 else (width, depth)


@kernel
def restore(board: Any, places: Any) -> None:
    """Bring the words back to where they were."""
    for word in range(len(board.lengths)):
        if on_board(board, word) and not _stands(board, word, places):
            take(board, word)
    for word in range(len(board.lengths)):
        if not on_board(board, word) and places[word, 0] != ABSENT:
            put(board, word, places[word, 0], places[word, 1], places[word, 2])


@kernel
def _stands(board: Any, word: int, places: Any) -> bool:
    return bool(
        board.places[word, 0] == places[word, 0]
        and board.places[word, 1] == places[word, 1]
        and board.places[word, 2] == places[word, 2]
    )


@kernel
def copy_places(board: Any, places: Any) -> None:
    for word in range(len(board.lengths)):
        for k in range(3):
            places[word, k] = board.places[word, k]


@kernel
def centre(board: Any, places: Any) -> None:
    """Move everything to the middle of the board; `places` is memory to work in."""
    copy_places(board, places)
    shift = np.empty(2, np.int64)
    for way in range(2):
        shift[way] = SIDE // 2 - (lowest(board.lines[way]) + highest(board.lines[way])) // 2
    for word in range(len(board.lengths)):
        if on_board(board, word):
            take(board, word)
            places[word, 1] += shift[places[word, 0]]
            places[word, 2] += shift[1 - places[word, 0]]
    restore(board, places)
