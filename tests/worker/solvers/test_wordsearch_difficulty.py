from __future__ import annotations

from dataclasses import replace

import pytest

from dictionaries import language
from worker.model import Grid
from worker.solvers.wordsearch import Direction, SearchOptions, solve
from worker.solvers.wordsearch_difficulty import Difficulty, difficulty
from worker.solvers.wordsearch_make import MakeOptions, make


def figures(grid: str, words: list[str], options: SearchOptions | None = None) -> Difficulty:
    board = Grid.parse(grid)
    return difficulty(board, solve(board, words, options), options)


def test_figures() -> None:
    #     C A T S
    #     X O D X      CAT and SDO begin at the ends of the first row; CAXX and CODX are none
    #     X X W X
    #     C A X .
    found = figures("CATS/XODX/XXWX/CAX.", ["cat", "cow", "dog"])
    assert found == Difficulty(
        words=2,
        mean_length=3,
        directions=2,
        backwards=0,
        diagonal=0.5,
        bent=0,
        crossings=1,
        density=5 / 15,
        false_starts=0.5,  # the CA of the last row
        looks=(2 * 2 + 1 + 2 * 2 + 0) / 2,
    )
    assert found.level == "easy"


def test_of_words_as_a_dictionary_spells_them() -> None:
    grid, listed = Grid.parse("CATS/CÁDX/ÑUCA"), ["cat", "ñu"]
    options = SearchOptions(language=language("es"))
    solution = solve(grid, listed, options)
    spelled = replace(solution, hits=[replace(hit, key=hit.key.lower()) for hit in solution.hits])
    found = difficulty(grid, spelled, options)
    assert found == difficulty(grid, solution, options)
    assert (found.false_starts, found.looks) == ((6 - 1) / 2, (3 + 6 - 1 + 1) / 2)  # six CA and CÁ


def test_directions() -> None:
    assert figures("CAT/XXX/GOD", ["cat", "dog"]).backwards == 0.5
    bent = figures("CX/TA", ["cat"], SearchOptions(bent=True))
    assert (bent.bent, bent.directions) == (1, 0)


def test_nothing_found() -> None:
    nothing = figures("XXX", ["cat"])
    assert (nothing.words, nothing.looks, nothing.level) == (0, 0, "easy")


def test_more_directions_and_decoys_are_harder() -> None:
    words = ["planet", "galaxy", "rocket", "nebula", "comet"]
    simple = make(words, 8, 8, MakeOptions(directions=frozenset({Direction.E, Direction.S})))
    hard = make(words, 20, 20, MakeOptions(letters="planetgxyrockbum"))
    easy_looks = difficulty(simple.grid, solve(simple.grid, words)).looks
    hard_looks = difficulty(hard.grid, solve(hard.grid, words))
    assert easy_looks < hard_looks.looks
    assert hard_looks.level == "hard"


@pytest.mark.parametrize(("looks", "level"), [(16, "easy"), (17, "medium"), (65, "hard")])
def test_levels(looks: float, level: str) -> None:
    assert Difficulty(1, 3, 8, 0, 0, 0, 0, 0.1, 0, looks).level == level
