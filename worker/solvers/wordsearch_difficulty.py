"""How hard a word search is for somebody who looks for each word by its first letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from worker.model import Grid
from worker.solvers.wordsearch import Solver
from worker.solvers.wordsearch_board import WILD_TILE, Board
from worker.solvers.wordsearch_hits import Hit, Solution
from worker.solvers.wordsearch_options import Direction, SearchOptions
from worker.solvers.wordsearch_words import fold, split_letters

BACKWARDS: Final = frozenset({Direction.W, Direction.NW, Direction.N, Direction.SW})
DIAGONAL: Final = frozenset({Direction.SE, Direction.SW, Direction.NW, Direction.NE})
EASY_LOOKS: Final = 16
MEDIUM_LOOKS: Final = 64


@dataclass(frozen=True, slots=True)
class Difficulty:
    """Figures of a puzzle; shares are from 0 to 1, of its words' places."""

    words: int
    mean_length: float
    directions: int
    """How many are used."""
    backwards: float
    diagonal: float
    bent: float
    crossings: int
    """Cells that several words share."""
    density: float
    """The share of the cells that belong to words."""
    false_starts: float
    """For a word on average, lines elsewhere that begin with half of it."""
    looks: float
    """For a word on average, lines to try: from each cell with its first letter in each direction used, and
    each false start again."""

    @property
    def level(self) -> str:
        if self.looks <= EASY_LOOKS:
            return "easy"
        return "medium" if self.looks <= MEDIUM_LOOKS else "hard"


def difficulty(grid: Grid, solution: Solution, options: SearchOptions | None = None) -> Difficulty:
    """The figures of a solved puzzle; of each word only its first place counts."""
    options = options or SearchOptions()
    firsts: dict[str, Hit] = {}
    for hit in solution.hits:
        firsts.setdefault(hit.key, hit)
    hits = list(firsts.values())
    ways = {hit.direction for hit in hits if hit.direction}
    directions = len(ways) if ways else 8
    uses = Counter(cell for hit in hits for cell in hit.cells)
    board = Board.of(grid, options.language, keep_accents=options.keep_accents)
    words = [_spelled(hit.key, board, options) for hit in hits]
    starts, false_starts = _starts(board, words), _false_starts(grid, words, options)
    return Difficulty(
        words=len(hits),
        mean_length=_mean(list(map(len, words))),
        directions=len(ways),
        backwards=_mean([hit.direction in BACKWARDS for hit in hits]),
        diagonal=_mean([hit.direction in DIAGONAL for hit in hits]),
        bent=_mean([hit.direction is None for hit in hits]),
        crossings=sum(times > 1 for times in uses.values()),
        density=len(uses) / max(1, sum(map(bool, grid.tiles))),
        false_starts=_mean(false_starts),
        looks=_mean([start * directions + false for start, false in zip(starts, false_starts, strict=True)]),
    )


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _spelled(key: str, board: Board, options: SearchOptions) -> Sequence[str]:
    """The letters of a word as the board has them; a dictionary has them in its own way."""
    folded = fold(key, options.language, keep_accents=options.keep_accents, signs=board.signs)
    return split_letters(folded)


def _starts(board: Board, words: Sequence[Sequence[str]]) -> list[int]:
    """For each word the cells with its first letter."""
    firsts = Counter(tile[0] for tile in board.tiles if tile and tile != WILD_TILE)
    return [firsts[letters[0]] for letters in words]


def _false_starts(grid: Grid, words: Sequence[Sequence[str]], options: SearchOptions) -> list[int]:
    """For each word the lines that begin with half of it, at least two letters, and are not its own."""
    halves = list(map(_half, words))
    search = SearchOptions(
        directions=options.directions,
        palindromes_twice=True,
        wrap=options.wrap,
        keep_accents=options.keep_accents,
        language=options.language,
    )
    places = Counter(hit.key for hit in Solver(halves, search).solve(grid).hits) if halves else Counter()
    return [max(0, places[half] - 1) for half in halves]


def _half(letters: Sequence[str]) -> str:
    return "".join(letters[: max(2, (len(letters) + 1) // 2)])
