"""Boards with all their words, drawn at random: as a solver gives them to the agent."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from agent.ports import Word
from dictionaries import find
from worker.lexicon import Lexicon
from worker.model import Grid
from worker.solvers.wordhunt import WordHuntOptions, solve


@dataclass(frozen=True)
class SolvedBoard:
    letters: tuple[str, ...]
    """A row each; `.` is a hole."""
    words: tuple[Word, ...]
    """With all their paths, most points first."""

    @property
    def cols(self) -> int:
        return len(self.letters[0])

    @property
    def points(self) -> dict[str, int]:
        return {word.text: word.points for word in self.words}


SQUARE = ("####", "####", "####", "####")
DONUT = (".###.", "#####", "##.##", "#####", ".###.")
"""Where there are tiles."""


def solved_boards(
    lexicon: Lexicon,
    number: int,
    *,
    shape: tuple[str, ...] = SQUARE,
    words: range = range(1, 10**6),
    seed: int = 0,
) -> list[SolvedBoard]:
    """The first boards with so many words; letters come as often as they do in the list."""
    boards = (solved_board(lexicon, letters) for letters in _rolls(shape, seed))
    return list(islice((board for board in boards if len(board.words) in words), number))


def solved_board(lexicon: Lexicon, letters: tuple[str, ...]) -> SolvedBoard:
    grid = Grid.parse("/".join(letters))
    found = solve(grid, lexicon, WordHuntOptions(all_paths=True), engine="python").words
    return SolvedBoard(
        letters,
        tuple(Word(word.word.upper(), word.points, tuple(map(tuple, word.paths))) for word in found),
    )


def _rolls(shape: tuple[str, ...], seed: int) -> Iterator[tuple[str, ...]]:
    letters, weights = _shares()
    rolls = random.Random(seed)
    while True:
        yield tuple(
            "".join("." if tile == "." else rolls.choices(letters, weights)[0] for tile in row)
            for row in shape
        )


@lru_cache(maxsize=1)
def _shares() -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Letters and how often they come, without the q, whose tile says Qu."""
    counts = Counter(letter for word in find("en").words() for letter in word if letter != "q")
    letters, weights = zip(*sorted(counts.items()), strict=True)
    return tuple(map(str.upper, letters)), tuple(weights)
