"""Boards by what a game said of words, against the obvious way to order them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import wordhunt as reference
from tests.selection import examples
from tests.word_lists import SPANISH, lexicon_of
from worker.errors import GridTooLarge
from worker.model import Grid, Point
from worker.solvers.wordhunt import BOGGLE_POINTS, Engine, Order, WordHuntOptions, WordsJson
from worker.solvers.wordhunt_game import Game, Remark, solve_each_json, solve_json

ENGINES: list[Engine] = ["python", "numba"]
ALPHABET = "abcq"

words = st.sets(st.text(ALPHABET, min_size=1, max_size=4), min_size=1, max_size=30)
tiles = st.sampled_from(["A", "B", "C", "Q", "", "?", "Ab", "-B"])


@st.composite
def games(draw: st.DrawFn) -> tuple[set[str], set[str], dict[str, Remark]]:
    """A list, words that it lacks and the game has, and what is known of each of them."""
    listed, more = draw(words), draw(words)
    unlisted = more - listed
    remarks = {
        word: Remark(draw(st.integers(1, 999)) / 1000, draw(st.sampled_from([None, 35])), said)
        for word in sorted(listed | unlisted)
        for said in [True if word in unlisted else draw(st.sampled_from([None, True, False]))]
    }
    return listed, unlisted, remarks


@st.composite
def boards(draw: st.DrawFn) -> Grid:
    rows, cols = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    return Grid(rows, cols, tuple(draw(st.lists(tiles, min_size=rows * cols, max_size=rows * cols))))


def game_of(unlisted: set[str], remarks: dict[str, Remark]) -> Game:
    return Game(remarks.__getitem__, lexicon_of(unlisted, ALPHABET) if unlisted else None)


@pytest.mark.parametrize("engine", ENGINES)
@settings(deadline=None, max_examples=examples(60))
@given(
    grid=boards(),
    told=games(),
    order=st.sampled_from(Order),
    limit=st.none() | st.integers(0, 5),
    low=st.integers(1, 5),
)
def test_words_stand_as_the_game_wants_them(
    engine: Engine,
    grid: Grid,
    told: tuple[set[str], set[str], dict[str, Remark]],
    order: Order,
    limit: int | None,
    low: int,
) -> None:
    listed, unlisted, remarks = told
    options = WordHuntOptions(low, points=BOGGLE_POINTS, order=order, limit=limit)
    answer = solve_json(
        grid, lexicon_of(listed, ALPHABET), options, game_of(unlisted, remarks), engine=engine
    )
    found = reference.all_paths(grid, listed | unlisted, ALPHABET, min_length=low)
    expected = by_game(reference.in_order(found, ALPHABET, BOGGLE_POINTS.of, order.value), remarks, order)
    assert json.loads(answer.words) == [
        shown(word, reference.best_path(found[word], grid.cols), remarks[word]) for word in expected[:limit]
    ]
    assert answer.word_count == len(found)
    assert answer.total_points == sum(BOGGLE_POINTS.of(len(word)) for word in found)


def by_game(usual: list[str], remarks: dict[str, Remark], order: Order) -> list[str]:
    """Word by word, the usual order moved as little as the game asks for."""
    refused = [word for word in usual if remarks[word].is_accepted is False]
    others = [word for word in usual if word not in refused]
    return grouped(others, remarks, order) + grouped(refused, remarks, order)


def grouped(usual: list[str], remarks: dict[str, Remark], order: Order) -> list[str]:
    if order is Order.WORD:
        return usual
    same = (lambda word: BOGGLE_POINTS.of(len(word))) if order is Order.POINTS else len
    groups: dict[int, list[str]] = {}
    for word in usual:
        groups.setdefault(same(word), []).append(word)
    return [
        word
        for group in groups.values()
        for is_taken in (True, False)
        for word in group
        if (remarks[word].is_accepted is True) == is_taken
    ]


def shown(word: str, path: tuple[int, ...], remark: Remark) -> dict[str, Any]:
    level = {} if remark.level is None else {"level": remark.level}
    said = {} if remark.is_accepted is None else {"game": "accepted" if remark.is_accepted else "rejected"}
    points = BOGGLE_POINTS.of(len(word))
    return {"word": word, "points": points, "path": list(path), "chance": remark.chance, **level, **said}


@settings(deadline=None, max_examples=examples(20))
@given(st.lists(boards(), max_size=5), games())
def test_many_boards_at_once_are_as_each_alone(
    grids: list[Grid], told: tuple[set[str], set[str], dict[str, Remark]]
) -> None:
    listed, unlisted, remarks = told
    lexicon, game, options = lexicon_of(listed, ALPHABET), game_of(unlisted, remarks), WordHuntOptions(2)
    assert solve_each_json(grids, lexicon, options, game) == [
        solve_json(grid, lexicon, options, game, engine="python") for grid in grids
    ]


@pytest.mark.parametrize("engine", ENGINES)
def test_centres_paths_and_letters_beyond_ascii_stay(engine: Engine) -> None:
    remarks = {"año": Remark(0.5), "oña": Remark(0.25, None, True)}
    game = Game(remarks.__getitem__, lexicon_of(["oña"], SPANISH))
    centres = [Point(10.0 * cell, 5) for cell in range(3)]
    options = WordHuntOptions(all_paths=True)
    answer = solve_json(
        Grid.parse("AÑO"), lexicon_of(["año"], SPANISH), options, game, centres=centres, engine=engine
    )
    first, second = json.loads(answer.words)
    assert first == {
        **{"word": "oña", "points": 100, "path": [2, 1, 0]},
        **{"centres": [[20.0, 5.0], [10.0, 5.0], [0.0, 5.0]], "paths": [[2, 1, 0]]},
        **{"chance": 0.25, "game": "accepted"},
    }
    assert second["word"] == "año" and "game" not in second


def test_a_hopeless_board_leaves_the_others_their_answers() -> None:
    lexicon = lexicon_of(["cat"] + ["a" * length for length in range(1, 40)])
    hopeless, game = Grid(5, 7, ("?",) * 35), Game(lambda word: Remark(0.5))
    answers = solve_each_json([Grid.parse("CAT"), hopeless], lexicon, WordHuntOptions(), game)
    assert isinstance(answers[1], GridTooLarge)
    assert not isinstance(answers[0], GridTooLarge) and answers[0].word_count == 1


def test_without_a_game_nothing_is_added() -> None:
    lexicon, grid = lexicon_of(["cat"]), Grid.parse("CAT")
    (alone,) = solve_each_json([grid], lexicon, WordHuntOptions())
    assert alone == solve_json(grid, lexicon, WordHuntOptions())
    assert isinstance(alone, WordsJson) and b"chance" not in alone.words
