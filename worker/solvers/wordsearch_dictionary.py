"""A word search without its list: every dictionary word in the grid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter

from worker.errors import BadOption
from worker.lexicon import Lexicon
from worker.model import Grid
from worker.solvers.wordsearch_board import Board
from worker.solvers.wordsearch_hits import DictionarySolution, Hit, RankedWord
from worker.solvers.wordsearch_options import COMPASS, SearchOptions
from worker.solvers.wordsearch_python import LexiconNode, find_lines
from worker.solvers.wordsearch_ranking import rank_words
from worker.solvers.wordsearch_ranks import WordRanks
from worker.solvers.wordsearch_rules import told, within
from worker.solvers.wordsearch_search import Engine, by_kernel, is_flat


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
    if options.contained and is_flat(board, options.search, engine):
        from worker.solvers.wordsearch_told import find_all

        return find_all(board, lexicon, options.min_length, options.search, ranks)
    hits = told(list(_hits(board, lexicon, options, engine)), options.search)
    if not options.contained:
        inner = within(hits)
        hits = [hit for number, hit in enumerate(hits) if number not in inner]
    return _ranked(board, hits, options.search, ranks)


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
        from worker.solvers.wordsearch_numba import kernel_words, unpacked

        places = list(unpacked(kernel_words(lexicon, options.min_length).places(board, options.search)))
    else:
        root = LexiconNode.root(lexicon)
        places = sorted(find_lines(board, root, options.search, longest=lexicon.max_length))
    words = {number: lexicon.word(number) for number in {number for number, _, _ in places}}
    return [(words[number], start, direction) for number, start, direction in places]


def _bent_hits(board: Board, lexicon: Lexicon, options: DictionaryOptions) -> Iterator[Hit]:
    from worker.solvers.wordsearch_bent import find_lexicon_paths

    places = find_lexicon_paths(
        board, lexicon, min_length=options.min_length, best_only=options.search.first_only
    )
    for number, path in sorted(places):
        word = lexicon.word(number)
        yield Hit(word, word, path, None)


def _ranked(board: Board, hits: Iterable[Hit], search: SearchOptions, ranks: WordRanks) -> DictionarySolution:
    by_word: dict[str, list[Hit]] = {}
    for hit in hits:
        by_word.setdefault(hit.key, []).append(hit)
    words = list(by_word)

    def hits_of(chosen: Sequence[int]) -> list[Hit]:
        return [hit for word in chosen for hit in by_word[words[word]]]

    ranking = rank_words(board, words, hits_of, search, ranks)
    return DictionarySolution(
        tuple(
            RankedWord(words[word], tuple(by_word[words[word]]), level, place < ranking.likely)
            for place, (word, level) in enumerate(zip(ranking.order, ranking.levels, strict=True))
        ),
        board.without(ranking.used),
    )
