"""A word search without its list: every dictionary word in the grid, and which of them are likely the list.

Most words of a grid have come about by chance. A word is *likely* when it is more probable that somebody laid
it on purpose: its chance to come about by itself is that of its letters, drawn as often as the grid has
them, times the lines it might lie on; that somebody wanted it is the more probable the commoner it is. A word
within a likely one is not likely itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from worker.errors import BadOption
from worker.lexicon import Lexicon
from worker.model import Grid
from worker.solvers.wordsearch_board import WILD_TILE, Board
from worker.solvers.wordsearch_hits import Hit
from worker.solvers.wordsearch_options import COMPASS, SearchOptions
from worker.solvers.wordsearch_python import LexiconNode, find_lines
from worker.solvers.wordsearch_ranks import WordRanks
from worker.solvers.wordsearch_rules import told
from worker.solvers.wordsearch_search import Engine, by_kernel

if TYPE_CHECKING:
    from worker.solvers.wordsearch_numba import KernelWords

LIST_LENGTH: Final = 20
"""Words that a puzzle's list is supposed to have."""
WAYS_ON: Final = 5
"""Cells that a bent path may go on to, about."""


@dataclass(frozen=True, slots=True)
class DictionaryOptions:
    search: SearchOptions = field(default_factory=SearchOptions)
    """Of these, accents and language are the dictionary's own affair."""
    min_length: int = 4
    contained: bool = True
    """Whether places within those of longer words are told."""

    def __post_init__(self) -> None:
        if self.min_length < 1:
            raise BadOption(f"The minimum length is at least 1, not {self.min_length}.", option="min_length")
        if self.search.fuzzy:
            raise BadOption("With a whole dictionary no letter may differ.", option="fuzzy")


@dataclass(frozen=True, slots=True)
class RankedWord:
    word: str
    hits: tuple[Hit, ...]
    level: int | None
    """How common it is, as the dictionary tells: lower is commoner."""
    likely: bool
    """Whether it was probably laid on purpose."""


@dataclass(frozen=True, slots=True)
class DictionarySolution:
    words: tuple[RankedWord, ...]
    """The likely list, then all others; each the commonest first, among equals the longest, then by
    alphabet."""
    unused: tuple[int, ...]
    """Cells that belong to no likely word."""


def find_words(
    grid: Grid,
    lexicon: Lexicon,
    options: DictionaryOptions | None = None,
    *,
    ranks: WordRanks | None = None,
    engine: Engine = "auto",
) -> DictionarySolution:
    """Every word of the dictionary; without ranks all are taken to be equally common.

    Raises:
        GridTooLarge: more bent paths than can be searched.
    """
    options = options or DictionaryOptions()
    ranks = ranks or WordRanks({}, len(lexicon))
    board = Board.for_lexicon(grid, lexicon)
    hits = told(list(_hits(board, lexicon, options, engine)), options.search)
    if not options.contained:
        within = _within(hits)
        hits = [hit for number, hit in enumerate(hits) if number not in within]
    words = _ranked(board, hits, options, ranks)
    used = {cell for word in words if word.likely for hit in word.hits for cell in hit.cells}
    return DictionarySolution(tuple(words), board.without(used))


def _hits(board: Board, lexicon: Lexicon, options: DictionaryOptions, engine: Engine) -> Iterator[Hit]:
    """By word, cells and direction."""
    if options.search.bent:
        yield from _bent_hits(board, lexicon, options)
        return
    places = _line_places(board, lexicon, options, engine)
    for word, same in groupby(places, itemgetter(0)):
        if len(word) >= options.min_length:
            for _, start, direction in same:
                way = COMPASS[direction]
                yield Hit(word, word, board.line(start, way, len(word), wrap=options.search.wrap), way)


def _line_places(
    board: Board, lexicon: Lexicon, options: DictionaryOptions, engine: Engine
) -> list[tuple[str, int, int]]:
    """Word, start cell, number of the direction."""
    if by_kernel(board, options.search, engine):
        from worker.solvers.wordsearch_numba import spelled, unpacked

        places = list(unpacked(kernel_words(lexicon, options.min_length).places(board, options.search)))
        numbers = sorted({number for number, _, _ in places})
        words = dict(zip(numbers, spelled(lexicon, numbers), strict=True))
    else:
        root = LexiconNode.root(lexicon)
        places = sorted(find_lines(board, root, options.search, longest=lexicon.max_length))
        words = {number: lexicon.word(number) for number in {number for number, _, _ in places}}
    return [(words[number], start, direction) for number, start, direction in places]


@lru_cache(maxsize=8)
def kernel_words(lexicon: Lexicon, min_length: int) -> KernelWords:
    from worker.solvers.wordsearch_numba import KernelWords

    return KernelWords.of_lexicon(lexicon, least=min_length)


def _bent_hits(board: Board, lexicon: Lexicon, options: DictionaryOptions) -> Iterator[Hit]:
    from worker.solvers.wordsearch_bent import find_lexicon_paths

    places = find_lexicon_paths(
        board, lexicon, min_length=options.min_length, best_only=options.search.first_only
    )
    for number, path in sorted(places):
        word = lexicon.word(number)
        yield Hit(word, word, path, None)


def _within(hits: Sequence[Hit]) -> set[int]:
    """Places in the sequence of hits whose cells are among those of a longer word that contains theirs."""
    through: dict[int, set[int]] = {}
    for number, hit in enumerate(hits):
        for cell in hit.cells:
            through.setdefault(cell, set()).add(number)
    return {
        number
        for number, hit in enumerate(hits)
        if any(_contains(hits[other], hit) for other in through[hit.start] & through[hit.end])
    }


def _contains(outer: Hit, inner: Hit) -> bool:
    if len(outer.key) <= len(inner.key):
        return False
    spelled = inner.key in outer.key or inner.key in outer.key[::-1]
    return spelled and set(inner.cells) <= set(outer.cells)


def _ranked(
    board: Board, hits: Iterable[Hit], options: DictionaryOptions, ranks: WordRanks
) -> list[RankedWord]:
    by_word: dict[str, list[Hit]] = {}
    for hit in hits:
        by_word.setdefault(hit.key, []).append(hit)
    likely = _likely(board, by_word, options.search, ranks)
    words = [
        RankedWord(word, tuple(places), ranks.level(word), word in likely) for word, places in by_word.items()
    ]
    rarest = 1 + max((word.level for word in words if word.level is not None), default=0)
    return sorted(
        words,
        key=lambda word: (
            not word.likely,
            rarest if word.level is None else word.level,
            -len(word.word),
            word.word,
        ),
    )


def _likely(
    board: Board, by_word: Mapping[str, Sequence[Hit]], search: SearchOptions, ranks: WordRanks
) -> set[str]:
    shares = _letter_shares(board)
    lines = {length: _lines(board, length, search) for length in set(map(len, by_word))}
    wanted = {
        word
        for word in by_word
        if LIST_LENGTH / ranks.rank(word) >= lines[len(word)] * prod(shares.get(letter, 1) for letter in word)
    }
    hits = [hit for word in wanted for hit in by_word[word]]
    within = _within(hits)
    return {hit.key for number, hit in enumerate(hits) if number not in within}


def _letter_shares(board: Board) -> dict[str, float]:
    letters = Counter(letter for tile in board.tiles if tile != WILD_TILE for letter in tile)
    total = sum(letters.values())
    return {letter: count / total for letter, count in letters.items()}


def _lines(board: Board, length: int, search: SearchOptions) -> float:
    """On how many lines, or bent paths, a word may lie."""
    if search.bent:
        return float(len(board.tiles) * WAYS_ON ** (length - 1))
    if search.wrap:
        return len(board.tiles) * len(search.directions)
    return sum(
        max(board.rows - (length - 1) * abs(way.row_step), 0)
        * max(board.cols - (length - 1) * abs(way.col_step), 0)
        for way in search.directions
    )
