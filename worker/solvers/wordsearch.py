"""Word search: where each word of a list lies.

All places of all words are found first, in lines or bent paths; then those that are missing are tried with
what doubtful cells may hold, then with one letter that differs; last the options say which places are told.

    wordsearch_options      directions and rules
    wordsearch_hits         the answer
    wordsearch_words        words as people write them, made comparable
    wordsearch_board        the grid's tiles likewise, and the lines through it
    wordsearch_search       every place, by kernel or Python, along lines or bent
        wordsearch_python, wordsearch_numba, wordsearch_bent
    wordsearch_doubts       letters of doubtful cells
    wordsearch_rules        which places are told
    wordsearch_told         all that by kernels, for straight lines of single letters
        wordsearch_flat     its answer as flat arrays

    wordsearch_dictionary   without a list: every word of a dictionary
    wordsearch_ranking      its order, the likely list first
    wordsearch_message      what the unused letters say
    wordsearch_ranks        how common words are, for both
    wordsearch_difficulty   how hard the puzzle is
    wordsearch_make         making puzzles; wordsearch_layout lays the words, wordsearch_chance draws
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from worker.errors import BadOption
from worker.model import Grid
from worker.solvers.wordsearch_board import UNREAD, Board
from worker.solvers.wordsearch_doubts import Inference, corrected, infer
from worker.solvers.wordsearch_hits import Hit, InferredCell, Solution
from worker.solvers.wordsearch_options import (
    ALL_DIRECTIONS,
    COMPASS,
    CONSOLE_OPTIONS,
    DIRECTION_SETS,
    FUZZY_LENGTH,
    Direction,
    SearchOptions,
    directions_of,
)
from worker.solvers.wordsearch_rules import told
from worker.solvers.wordsearch_search import Engine, Place, Search
from worker.solvers.wordsearch_words import SearchWord, fold, search_words

__all__ = [
    "ALL_DIRECTIONS",
    "COMPASS",
    "CONSOLE_OPTIONS",
    "DIRECTION_SETS",
    "Direction",
    "Engine",
    "Hit",
    "InferredCell",
    "SearchOptions",
    "SearchWord",
    "Solution",
    "Solver",
    "directions_of",
    "fold",
    "solve",
    "solve_many",
]

MOST_READY: Final = 4
"""Spellings of a list that are kept: grids with other signs among their letters have others."""


def solve(
    grid: Grid,
    words: Iterable[str],
    options: SearchOptions | None = None,
    *,
    doubtful: Collection[int] = (),
    engine: Engine = "auto",
) -> Solution:
    """Where each word lies; `doubtful` are cells whose letters may have been misread.

    Raises:
        BadOption: a word without letters, a doubtful cell outside of the grid; GridTooLarge: more bent paths
        than can be searched.
    """
    return Solver(words, options, engine=engine).solve(grid, doubtful=doubtful)


def solve_many(
    grids: Sequence[Grid],
    words: Iterable[str],
    options: SearchOptions | None = None,
    *,
    engine: Engine = "auto",
) -> list[Solution]:
    """As `solve`, for several grids with one list."""
    solver = Solver(words, options, engine=engine)
    return [solver.solve(grid) for grid in grids]


class Solver:
    """A list of words made ready for any number of grids.

    Signs such as `&` are letters where a grid has them, or in any grid when they are among `signs`.
    """

    def __init__(
        self,
        words: Iterable[str],
        options: SearchOptions | None = None,
        *,
        engine: Engine = "auto",
        signs: frozenset[str] = frozenset(),
    ) -> None:
        self._words, self._options, self._engine = tuple(words), options or SearchOptions(), engine
        self._signs = signs
        self._ready: dict[frozenset[str], _ListSolver] = {}

    def solve(self, grid: Grid, *, doubtful: Collection[int] = ()) -> Solution:
        """Raises BadOption, GridTooLarge, as the function `solve` does."""
        options = self._options
        board = Board.of(grid, options.language, keep_accents=options.keep_accents, signs=self._signs)
        return self._for(board.signs).solve(grid, board, doubtful)

    def _for(self, signs: frozenset[str]) -> _ListSolver:
        if signs not in self._ready:
            if len(self._ready) == MOST_READY:
                self._ready.clear()
            self._ready[signs] = _ListSolver(self._words, self._options, self._engine, signs)
        return self._ready[signs]


class _ListSolver:
    """The list as it is spelled where these signs are letters."""

    def __init__(
        self, words: Iterable[str], options: SearchOptions, engine: Engine, signs: frozenset[str]
    ) -> None:
        self._options = options
        self.words = search_words(words, options.language, keep_accents=options.keep_accents, signs=signs)
        self._number = {word.key: number for number, word in enumerate(self.words)}
        self._search = Search(self.words, options, engine)

    def solve(self, grid: Grid, board: Board, doubtful: Collection[int]) -> Solution:
        board = self._unread(board, doubtful)
        flat = None if doubtful else self._search.flat(board)
        if flat is not None:
            return flat
        hits = self._hits(self._search.places(board))
        inferred: list[Inference] = []
        if doubtful:
            inferred, more = self._infer(board, hits, doubtful)
            hits = sorted(hits + more, key=self._order)
        if self._options.fuzzy:
            hits = sorted(hits + self._fuzzy(corrected(board, inferred), hits), key=self._order)
        return self._solution(grid, board, hits, inferred)

    @staticmethod
    def _unread(board: Board, doubtful: Collection[int]) -> Board:
        if not all(0 <= cell < len(board.tiles) for cell in doubtful):
            raise BadOption("A doubtful cell lies outside of the grid.", option="doubtful")
        return board.with_tiles({cell: UNREAD for cell in doubtful if not board.tiles[cell]})

    def _hits(self, places: Iterable[Place]) -> list[Hit]:
        return [
            Hit(self.words[word].word, self.words[word].key, cells, direction)
            for word, cells, direction in places
        ]

    def _missing(self, hits: Iterable[Hit]) -> list[int]:
        found = {hit.key for hit in hits}
        return [number for number, word in enumerate(self.words) if word.key not in found]

    def _infer(
        self, board: Board, hits: Sequence[Hit], doubtful: Collection[int]
    ) -> tuple[list[Inference], list[Hit]]:
        """What doubtful cells hold, and the places of missing words which that makes fit."""
        missing = self._missing(hits)
        needed = {cell for hit in hits for cell in hit.cells}
        inferred = infer(board, self._search, missing, set(doubtful) - needed)
        if not inferred:
            return [], []
        search = self._search.of(missing)
        places = search.places(corrected(board, inferred))
        return inferred, [
            self._differing(board, search.words[place.word], place, inferred=True) for place in places
        ]

    def _fuzzy(self, board: Board, hits: Sequence[Hit]) -> list[Hit]:
        long = [word for word in self._missing(hits) if len(self.words[word].letters) >= FUZZY_LENGTH]
        search = self._search.of(long)
        places = search.places(board, may_differ=True)
        return [self._differing(board, search.words[place.word], place) for place in places]

    @staticmethod
    def _differing(board: Board, word: SearchWord, place: Place, *, inferred: bool = False) -> Hit:
        differing = board.mismatches(place.cells, word.letters)
        return Hit(word.word, word.key, place.cells, place.direction, differing, inferred)

    def _order(self, hit: Hit) -> tuple[int, int, int, tuple[int, ...]]:
        direction = COMPASS.index(hit.direction) if hit.direction else 0
        return self._number[hit.key], hit.start, direction, hit.cells

    def _solution(
        self, grid: Grid, board: Board, hits: Sequence[Hit], inferred: Sequence[Inference]
    ) -> Solution:
        chosen = told(hits, self._options)
        found = {hit.key for hit in hits}
        hidden = found.difference(hit.key for hit in chosen)
        return Solution(
            hits=tuple(chosen),
            missing=tuple(word.word for word in self.words if word.key not in found),
            hidden=tuple(word.word for word in self.words if word.key in hidden),
            unused=board.without(cell for hit in hits for cell in hit.cells),
            inferred=tuple(
                InferredCell(
                    inference.cell,
                    grid.tiles[inference.cell],
                    "".join(inference.letters),
                    tuple(self.words[word].word for word in inference.words),
                )
                for inference in inferred
            ),
        )
