"""Plans keep to the time, and are near the best there is."""

from __future__ import annotations

from itertools import pairwise, permutations
from math import hypot
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.plan import Plan, Step
from agent.ports import Word
from agent.tempo import Tempo, TimeModel
from dictionaries import find
from tests.agent.boards import SolvedBoard, solved_boards
from worker.lexicon import open_lexicon

JUMPING = Tempo().model()
HOVERING = Tempo().at_pace(0.5).model()
models = st.sampled_from((JUMPING, HOVERING, Tempo().at_pace(1.0).model()))


@pytest.fixture(scope="module")
def board(lexicon_cache: Path) -> SolvedBoard:
    lexicon = open_lexicon(find("en"), lexicon_cache)
    return solved_boards(lexicon, 1, words=range(250, 400), seed=1)[0]


def drawn_words(random: Random, number: int) -> list[Word]:
    """On a 4 x 4 board; their letters do not matter."""
    words = []
    for name in range(number):
        length = random.randint(3, 6)
        paths = tuple(_drawn_path(random, length) for _ in range(random.randint(1, 3)))
        words.append(Word(f"{name:0{length}}", random.choice((100, 400, 800)), paths, random.uniform(0.3, 1)))
    return words


def _drawn_path(random: Random, length: int) -> tuple[int, ...]:
    while True:
        path = [random.randrange(16)]
        for _ in range(length - 1):
            row, col = divmod(path[-1], 4)
            near = [r * 4 + c for r in range(4) for c in range(4) if max(abs(r - row), abs(c - col)) == 1]
            if free := [cell for cell in near if cell not in path]:
                path.append(random.choice(free))
        if len(path) == length:
            return tuple(path)


def seconds_of(steps: list[Step], model: TimeModel, start: int | None = None) -> float:
    paths = [step.path for step in steps]
    drags = sum(model.drag(len(path), sum(_away(*pair) for pair in pairwise(path))) for path in paths)
    ends = ([] if start is None else [start]) + [path[-1] for path in paths]
    starts = [path[0] for path in paths][0 if start is not None else 1 :]
    return drags + model.hover * sum(map(_away, ends, starts))


def _away(one: int, other: int) -> float:
    return hypot(one // 4 - other // 4, one % 4 - other % 4)


@settings(deadline=None)
@given(st.integers(0, 2**32), models, st.floats(0, 30))
def test_a_plan_keeps_to_the_time(seed: int, model: TimeModel, seconds: float) -> None:
    random = Random(seed)
    words = drawn_words(random, 40)
    plan = Plan(words, 4, 4, model, seconds, start=random.choice((None, 5)), seed=seed)
    plan.improve(300)
    plan.settle()
    steps = list(plan.steps())
    assert plan.planned_seconds <= seconds + 1e-9
    assert len({step.word.text for step in steps}) == len(steps) == len(plan)
    assert all(step.path in step.word.paths and step.word in words for step in steps)
    assert plan.points == pytest.approx(sum(step.word.points * step.word.chance for step in steps))


@settings(deadline=None)
@given(st.integers(0, 2**32), models)
def test_its_seconds_are_those_of_its_gestures(seed: int, model: TimeModel) -> None:
    random = Random(seed)
    start = random.choice((None, 5))
    plan = Plan(drawn_words(random, 30), 4, 4, model, 10, start=start, seed=seed)
    plan.improve(200)
    assert plan.planned_seconds == pytest.approx(seconds_of(list(plan.steps()), model, start), abs=1e-6)


@pytest.mark.slow
def test_of_few_words_it_finds_nearly_the_best_walk() -> None:
    """In seconds for two or three words, where one wrong choice costs a third."""
    shares = [share for seed in range(60) if (share := share_of_the_best(seed)) is not None]
    assert fmean(shares) > 0.98 and min(shares) > 0.6


def share_of_the_best(seed: int) -> float | None:
    """What a plan gets of the best walk; None where no word can be had."""
    random = Random(seed)
    words = drawn_words(random, 5)
    seconds = random.uniform(0.5, 3)
    plan = Plan(words, 4, 4, HOVERING, seconds, seed=seed)
    plan.improve(2000)
    plan.settle()
    best = best_points(words, seconds)
    return plan.points / best if best else None


def best_points(words: list[Word], seconds: float) -> float:
    """Of every order of every choice of words, each by its best paths: slow and obvious."""
    best = 0.0
    for number in range(1, len(words) + 1):
        for order in permutations(words, number):
            worth = sum(word.points * word.chance for word in order)
            if worth > best and _least_seconds(order) <= seconds:
                best = worth
    return best


def _least_seconds(order: tuple[Word, ...]) -> float:
    ends = {path: _drag(path) for path in order[0].paths}
    for word in order[1:]:
        ends = {
            path: _drag(path)
            + min(before + HOVERING.hover * _away(last[-1], path[0]) for last, before in ends.items())
            for path in word.paths
        }
    return min(ends.values())


def _drag(path: tuple[int, ...]) -> float:
    return HOVERING.drag(len(path), sum(_away(*pair) for pair in pairwise(path)))


def test_improving_pays(board: SolvedBoard) -> None:
    plan = Plan(board.words, 4, 4, HOVERING, 80)
    greedy = plan.points
    plan.improve(8000)
    plan.settle()
    assert plan.points > 1.005 * greedy


@pytest.mark.slow
def test_it_beats_the_longest_words_first(board: SolvedBoard) -> None:
    plan = Plan(board.words, 4, 4, HOVERING, 80)
    plan.improve(8000)
    plan.settle()
    steps = [Step(word, word.paths[0], 0) for word in board.words]  # most points first
    while seconds_of(steps, HOVERING) > 80:
        steps.pop()
    assert plan.points > 1.07 * sum(step.word.points for step in steps)


def test_same_seed_same_portions_same_plan(board: SolvedBoard) -> None:
    plans = [Plan(board.words, 4, 4, HOVERING, 30, seed=3) for _ in range(2)]
    for plan in plans:
        for _ in range(5):
            plan.improve(100)
        plan.settle()
    assert list(plans[0].steps()) == list(plans[1].steps())


def test_words_are_taken_in_order_and_once(board: SolvedBoard) -> None:
    plan = Plan(board.words, 4, 4, HOVERING, 10)
    expected = list(plan.steps())
    taken = [plan.take() for _ in expected]
    assert taken == expected
    assert not set(taken) & set(plan.steps())


def test_with_time_for_all_words_all_are_dragged(board: SolvedBoard) -> None:
    plan = Plan(board.words, 4, 4, JUMPING, 500)
    texts = []
    while (step := plan.take()) is not None:
        texts.append(step.word.text)
    assert sorted(texts) == sorted(board.points)


def test_a_jumping_finger_begins_with_what_pays_best(board: SolvedBoard) -> None:
    rates = [step.word.points / step.seconds for step in Plan(board.words, 4, 4, JUMPING, 80).steps()]
    assert rates == sorted(rates, reverse=True)


def test_short_words_first_if_wanted(board: SolvedBoard) -> None:
    plan = Plan(board.words, 4, 4, HOVERING, 20, short_first=True)
    plan.improve(500)
    lengths = [len(step.word.text) for step in plan.steps()]
    assert lengths == sorted(lengths) and lengths[0] == 3


def test_words_that_the_game_hardly_knows_come_late() -> None:
    sure, doubtful = Word("SURE", 400, ((0, 1, 2, 3),), 1.0), Word("XYZZY", 800, ((4, 5, 6, 7, 3),), 0.1)
    steps = list(Plan([doubtful, sure], 4, 4, JUMPING, 10).steps())
    assert [step.word for step in steps] == [sure, doubtful]


class TestOnTheWay:
    def test_less_time_leaves_the_poorest_words_out(self, board: SolvedBoard) -> None:
        plan = Plan(board.words, 4, 4, HOVERING, 60)
        plan.retime(HOVERING, 10)
        plan.settle()
        assert plan.planned_seconds <= 10
        assert plan.points > 0.8 * Plan(board.words, 4, 4, HOVERING, 10).points

    def test_a_slower_finger_means_fewer_words(self, board: SolvedBoard) -> None:
        plan = Plan(board.words, 4, 4, HOVERING, 20)
        before = len(plan)
        plan.retime(Tempo().at_pace(1.0).model(), 20)
        plan.settle()
        assert len(plan) < 0.8 * before and plan.planned_seconds <= 20

    def test_a_missed_word_comes_back(self, board: SolvedBoard) -> None:
        plan = Plan(board.words, 4, 4, JUMPING, 60)
        step = plan.take()
        assert step is not None
        plan.put_back(step.word)
        assert step.word.text in {again.word.text for again in plan.steps()}

    def test_a_dropped_word_does_not(self, board: SolvedBoard) -> None:
        plan = Plan(board.words, 4, 4, JUMPING, 60)
        text = next(plan.steps()).word.text
        plan.drop(text)
        assert text not in {step.word.text for step in plan.steps()}

    def test_without_words_there_is_nothing_to_do(self) -> None:
        plan = Plan([], 4, 4, HOVERING, 60)
        plan.improve(10)
        plan.settle()
        assert plan.take() is None
