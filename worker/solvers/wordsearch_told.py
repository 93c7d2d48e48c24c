"""The whole answer by the kernels, for words on straight lines of single letters.

Imported only when the kernels are wanted: it loads Numba.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain

import numpy as np
from numpy.typing import NDArray

from worker.kernels.lines_told import HIDDEN, NOWHERE, Telling, renumber, reorder, tell
from worker.kernels.lines_words import Spelling
from worker.lexicon import Lexicon
from worker.solvers.wordsearch_board import Board
from worker.solvers.wordsearch_flat import FlatCells, FlatHits, FlatList, FlatWords
from worker.solvers.wordsearch_hits import DictionarySolution, Solution
from worker.solvers.wordsearch_numba import KernelWords, in_order, kernel_words, spelled, spelling_of
from worker.solvers.wordsearch_options import SearchOptions
from worker.solvers.wordsearch_ranking import rank_words
from worker.solvers.wordsearch_ranks import WordRanks
from worker.solvers.wordsearch_words import SearchWord


class ToldList:
    """A list of words made ready."""

    def __init__(self, words: Sequence[SearchWord], kernel_words: KernelWords) -> None:
        self._kernel_words = kernel_words
        letters = list(chain.from_iterable(word.letters for word in words))
        codes = {letter: code for code, letter in enumerate(dict.fromkeys(letters))}
        first = accumulate((len(word.letters) for word in words), initial=0)
        spelling = Spelling(
            np.fromiter(map(codes.__getitem__, letters), np.int64), np.fromiter(first, np.int64)
        )
        self._listed = FlatList([word.word for word in words], [word.key for word in words], spelling)

    def solve(self, board: Board, options: SearchOptions) -> Solution:
        """Raises GridTooLarge."""
        field = self._kernel_words.board_field(board)
        places = in_order(self._kernel_words.places_in(field, options))
        most = self._kernel_words.most_cells(field, options)
        hits, words, unused = tell(places, self._listed.spelling, field, most, _telling(options))
        return Solution(
            FlatHits(self._listed, hits, board.cols),
            missing=self._named(words.tobytes(), NOWHERE),
            hidden=self._named(words.tobytes(), HIDDEN),
            unused=FlatCells(unused),
        )

    def _named(self, states: bytes, state: int) -> tuple[str, ...]:
        if state not in states:
            return ()
        return tuple(word for word, told in zip(self._listed.words, states, strict=True) if told == state)


def find_all(
    board: Board, lexicon: Lexicon, min_length: int, search: SearchOptions, ranks: WordRanks
) -> DictionarySolution:
    """Every word of the dictionary; the board is one for it. Raises GridTooLarge."""
    words = kernel_words(lexicon, min_length)
    field = words.board_field(board)
    places = in_order(words.places_in(field, search))
    numbers = renumber(places)
    spelling = spelling_of(lexicon, numbers)
    told, _, _ = tell(places, spelling, field, words.most_cells(field, search), _telling(search))
    left = renumber(told)
    if len(left) < len(numbers):
        spelling = spelling_of(lexicon, numbers[left])
    return _ranked(board, spelling, told, spelled(spelling, lexicon.alphabet), search, ranks)


def _ranked(
    board: Board,
    spelling: Spelling,
    places: NDArray[np.uint64],
    words: list[str],
    search: SearchOptions,
    ranks: WordRanks,
) -> DictionarySolution:
    """From the places of the words, which are in the order of the alphabet."""
    hits = FlatHits(FlatList(words, words, spelling), places, board.cols)
    ranking = rank_words(board, words, hits.of_words, search, ranks)
    moved, *spelled_anew = reorder(places, spelling, np.array(ranking.order, np.int64))
    words = [words[word] for word in ranking.order]
    hits = FlatHits(FlatList(words, words, Spelling(*spelled_anew)), moved, board.cols)
    return DictionarySolution(FlatWords(hits, ranking.levels, ranking.likely), board.without(ranking.used))


def _telling(options: SearchOptions) -> Telling:
    return Telling(options.overlapping, options.palindromes_twice, options.first_only)
