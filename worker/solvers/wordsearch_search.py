"""Every place of every word of a list, by whichever engine: along lines or bent paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from worker import kernels
from worker.model import Path
from worker.solvers.wordsearch_board import Board
from worker.solvers.wordsearch_hits import Solution
from worker.solvers.wordsearch_options import COMPASS, Direction, SearchOptions
from worker.solvers.wordsearch_python import LinePlace, find_lines, trie_of
from worker.solvers.wordsearch_words import SearchWord

if TYPE_CHECKING:
    from worker.solvers.wordsearch_numba import KernelWords
    from worker.solvers.wordsearch_told import ToldList

Engine = Literal["numba", "python", "auto"]
"""`auto` is Numba where the process has it loaded, or where Python would take seconds; else Python. Bent
paths are always searched by the kernel."""


PATIENCE: Final = 200_000
"""Lines that Python walks, about half a second's, before `auto` loads Numba (2 s)."""

BRANCHES: Final = 20
"""Times as long as a line takes in which wildcards or a letter that differs make many of one."""


class Place(NamedTuple):
    """Where a word lies; `word` is its number in the list."""

    word: int
    cells: Path
    direction: Direction | None


class Search:
    """A list of words, ready to be searched in any number of grids."""

    def __init__(self, words: Sequence[SearchWord], options: SearchOptions, engine: Engine = "auto") -> None:
        self.words, self._options, self._engine = words, options, engine
        self._longest = max((len(word.letters) for word in words), default=0)
        self._prepared: dict[str, Callable[..., Iterable[LinePlace]]] = {}

    def of(self, words: Sequence[int]) -> Search:
        """The same for some of the words only, which are numbered anew."""
        return Search([self.words[word] for word in words], self._options, self._engine)

    def flat(self, board: Board) -> Solution | None:
        """The whole answer, where the kernels give it alone."""
        if not self.words or not is_flat(board, self._options, self._engine):
            return None
        return self._told.solve(board, self._options)

    def places(self, board: Board, *, may_differ: bool = False) -> list[Place]:
        """Every place in the order of words, cells, directions; with `may_differ` also those where one letter
        is another."""
        if not self.words:
            return []
        if self._options.bent:
            return self._bent(board, may_differ=may_differ)
        found = self._finder(board)(board, may_differ=may_differ)
        return [self._place(board, *place) for place in found]

    def _bent(self, board: Board, *, may_differ: bool) -> list[Place]:
        from worker.solvers.wordsearch_bent import find_paths

        letters = [word.letters for word in self.words]
        best_only = self._options.first_only and not may_differ
        paths = find_paths(board, letters, best_only=best_only, may_differ=may_differ)
        return [Place(word, path, None) for word, path in sorted(paths)]

    def _place(self, board: Board, word: int, start: int, direction: int) -> Place:
        way = COMPASS[direction]
        cells = board.line(start, way, len(self.words[word].letters), wrap=self._options.wrap)
        return Place(word, cells, way)

    def _finder(self, board: Board) -> Callable[..., Iterable[LinePlace]]:
        engine = "numba" if by_kernel(board, self._options, self._engine) else "python"
        if engine not in self._prepared:
            self._prepared[engine] = self._by_numba() if engine == "numba" else self._by_python()
        return self._prepared[engine]

    def _by_python(self) -> Callable[..., Iterable[LinePlace]]:
        root = trie_of(word.letters for word in self.words)

        def find(board: Board, *, may_differ: bool) -> Iterable[LinePlace]:
            return sorted(
                find_lines(board, root, self._options, longest=self._longest, may_differ=may_differ)
            )

        return find

    def _by_numba(self) -> Callable[..., Iterable[LinePlace]]:
        from worker.solvers.wordsearch_numba import unpacked

        def find(board: Board, *, may_differ: bool) -> Iterable[LinePlace]:
            return unpacked(self._kernel_words.places(board, self._options, may_differ=may_differ))

        return find

    @cached_property
    def _kernel_words(self) -> KernelWords:
        from worker.solvers.wordsearch_numba import KernelWords

        return KernelWords.of_list([word.letters for word in self.words])

    @cached_property
    def _told(self) -> ToldList:
        from worker.solvers.wordsearch_told import ToldList

        return ToldList(self.words, self._kernel_words)


def by_kernel(board: Board, options: SearchOptions, engine: Engine) -> bool:
    if engine == "auto":
        lines = len(board.raw) * len(options.directions)
        branches = 1 if board.is_plain and not options.fuzzy else BRANCHES
        return kernels.is_loaded() or lines * branches > PATIENCE
    return engine == "numba"


def is_flat(board: Board, options: SearchOptions, engine: Engine) -> bool:
    """Whether the kernels answer alone: there are only straight lines of single letters."""
    lines = board.is_plain and not (options.wrap or options.bent or options.fuzzy)
    return lines and by_kernel(board, options, engine)
