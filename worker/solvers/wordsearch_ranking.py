"""Which of the dictionary's words in a grid are likely its list, and the order in which all are told.

Most words of a grid have come about by chance. A word is *likely* when it is more probable that somebody laid
it on purpose: its chance to come about by itself is that of its letters, drawn as often as the grid has
them, times the lines it might lie on; that somebody wanted it is the more probable the commoner it is. A word
within a likely one is not likely itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import compress
from math import inf, prod
from typing import Final, NamedTuple

from worker.solvers.wordsearch_board import WILD_TILE, Board
from worker.solvers.wordsearch_hits import Hit
from worker.solvers.wordsearch_options import SearchOptions
from worker.solvers.wordsearch_ranks import WordRanks
from worker.solvers.wordsearch_rules import within

LIST_LENGTH: Final = 20
"""Words that a puzzle's list is supposed to have."""
WAYS_ON: Final = 5
"""Cells that a bent path may go on to, about."""


WordKind = tuple[int | None, int]
"""Of words: their level and their length."""


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
    kinds = list(zip(ranks.levels(words), map(len, words), strict=True))
    wanted = _wanted(board, words, kinds, search, ranks)
    hits = hits_of(wanted)
    inner = within(hits)
    likely = {hit.key for at, hit in enumerate(hits) if at not in inner}
    first = [word for word in wanted if words[word] in likely]
    order = _order(kinds, first)
    used = {cell for hit in hits if hit.key in likely for cell in hit.cells}
    return Ranking(order, [kinds[word][0] for word in order], len(first), used)


def _order(kinds: Sequence[WordKind], first: Sequence[int]) -> list[int]:
    in_order = sorted({*kinds}, key=lambda kind: (inf if kind[0] is None else kind[0], -kind[1]))
    number = {kind: place for place, kind in enumerate(in_order)}
    keys = list(map(number.__getitem__, kinds))
    for word in first:
        keys[word] -= len(number)
    return sorted(range(len(keys)), key=keys.__getitem__)


def _wanted(
    board: Board, words: Sequence[str], kinds: Sequence[WordKind], search: SearchOptions, ranks: WordRanks
) -> list[int]:
    """Words that somebody rather laid than that they came about by chance."""
    shares = _letter_shares(board)
    rarest = min(shares.values(), default=1.0)
    # How probable the letters of a word are at most.
    bounds = {
        (level, length): LIST_LENGTH / ranks.rank(level) / _lines(board, length, search)
        for level, length in {*kinds}
    }
    hopeful = {kind for kind, bound in bounds.items() if bound >= rarest ** kind[1]}
    return [
        word
        for word in compress(range(len(words)), map(hopeful.__contains__, kinds))
        if bounds[kinds[word]] >= prod(shares.get(letter, 1) for letter in words[word])
    ]


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
