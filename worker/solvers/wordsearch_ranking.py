"""Which of the dictionary's words in a grid are likely its list, and the order in which all are told.

Most words of a grid have come about by chance. A word is *likely* when it is more probable that somebody laid
it on purpose: its chance to come about by itself is that of its letters, drawn as often as the grid has
them, times the lines it might lie on; that somebody wanted it is the more probable the commoner it is. A word
within a likely one is not likely itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from worker.solvers.wordsearch_board import WILD_TILE, Board
from worker.solvers.wordsearch_hits import Hit
from worker.solvers.wordsearch_options import SearchOptions
from worker.solvers.wordsearch_ranks import WordRanks
from worker.solvers.wordsearch_rules import within

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LIST_LENGTH: Final = 20
"""Words that a puzzle's list is supposed to have."""
WAYS_ON: Final = 5
"""Cells that a bent path may go on to, about."""


class Ranking(NamedTuple):
    order: list[int]
    """Places in the words given: the likely list, then all others; each the commonest first, among equals the
    longest, then as they were given."""
    levels: list[int | None]
    """In this order."""
    likely: int
    """How many of the first are likely."""
    used: set[int]
    """Cells of these."""


def rank_words(
    board: Board,
    words: Sequence[str],
    hits_of: Callable[[Sequence[int]], Sequence[Hit]],
    search: SearchOptions,
    ranks: WordRanks,
) -> Ranking:
    """`hits_of` words, by their places in `words`, are theirs on the board."""
    import numpy as np

    levels = ranks.levels(words)
    rising = sorted({*levels}, key=lambda level: inf if level is None else level)
    place = {level: at for at, level in enumerate(rising)}
    commonness = np.fromiter(map(place.__getitem__, levels), np.int64, len(words))
    lengths = np.fromiter(map(len, words), np.int64, len(words))
    wishes = np.array([LIST_LENGTH / ranks.rank(level) for level in rising])[commonness]
    wanted = np.flatnonzero(wishes >= _by_chance(board, words, lengths, search)).tolist()
    hits = hits_of(wanted)
    inner = within(hits)
    likely = {hit.key for at, hit in enumerate(hits) if at not in inner}
    others = np.ones(len(words), np.bool_)
    others[[word for word in wanted if words[word] in likely]] = False
    order = np.lexsort((-lengths, commonness, others)).tolist()
    used = {cell for hit in hits if hit.key in likely for cell in hit.cells}
    return Ranking(order, [levels[word] for word in order], len(likely), used)


def _by_chance(
    board: Board, words: Sequence[str], lengths: NDArray[np.int64], search: SearchOptions
) -> NDArray[np.float64]:
    """How many places of each word are to be expected of letters drawn at random."""
    import numpy as np

    signs = np.frombuffer("".join(words).encode("utf-32-le"), np.uint32)
    shares = np.ones(int(signs.max(initial=0)) + 1)
    for letter, share in _letter_shares(board).items():
        if ord(letter) < len(shares):
            shares[ord(letter)] = share
    lines = np.zeros(int(lengths.max(initial=0)) + 1)
    for length in {*lengths.tolist()}:
        lines[length] = _lines(board, length, search)
    spelled: NDArray[np.float64] = np.multiply.reduceat(shares[signs], np.cumsum(lengths) - lengths)
    return spelled * lines[lengths]


def _letter_shares(board: Board) -> dict[str, float]:
    letters: Counter[str] = Counter()
    for raw, count in Counter(board.raw).items():
        if board.folded[raw] != WILD_TILE:
            for letter in board.folded[raw]:
                letters[letter] += count
    total = letters.total()
    return {letter: count / total for letter, count in letters.items()}


def _lines(board: Board, length: int, search: SearchOptions) -> float:
    """On how many lines, or bent paths, a word may lie."""
    if search.bent:
        return float(len(board.tiles) * WAYS_ON ** (length - 1))
    if search.wrap:
        return len(board.tiles) * len(search.directions)
    lines = sum(
        max(board.rows - (length - 1) * abs(way.row_step), 0)
        * max(board.cols - (length - 1) * abs(way.col_step), 0)
        for way in search.directions
    )
    return max(lines, 1)  # a tile of several letters makes room
