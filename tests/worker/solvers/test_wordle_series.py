from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import wordle_original as original
from tests.selection import examples
from tests.wordle_words import classic_solver, games
from worker.errors import BadOption
from worker.solvers.wordle import Mode, Solver, Strategy, WordleOptions
from worker.solvers.wordle_feedback import feedback
from worker.solvers.wordle_frequency import frequency_score
from worker.solvers.wordle_series import Game, chunks, opening, play, summary
from worker.solvers.wordle_starts import promising
from worker.solvers.wordle_words import WordleWords

FREQUENCY = WordleOptions(Strategy.FREQUENCY)
WORDS = ["least", "crane", "slate", "eerie", "those", "geese", "added", "stale", "steal", "tales"]


class TestFrequency:
    def test_scores(self) -> None:
        for word in WORDS:
            assert frequency_score(word) == pytest.approx(original.score(word))

    @pytest.mark.slow
    def test_the_original_on_its_own_answers(self, shared_data: Path) -> None:
        """3.697 guesses on average, 22 answers missed; game by game as the slow one plays."""
        solver = classic_solver(shared_data)
        answers = solver.words.answer_words
        assert opening(solver, FREQUENCY) == original.START
        games = play(solver, original.START, answers, FREQUENCY)
        told = summary(games)
        assert (round(told.average or 0, 3), len(told.lost), told.games) == (3.697, 22, 2315)
        ordered = original.in_order(answers)
        for game in games[::50]:
            assert list(game.guesses) == original.play(game.answer, ordered)

    def test_without_the_start_word(self) -> None:
        solver = Solver(WordleWords(["crane", "slate"]))
        assert opening(solver, FREQUENCY) == "slate"


@settings(deadline=None, max_examples=examples(30))
@given(st.data(), games(), st.sampled_from(Strategy), st.integers(1, 5))
def test_chunks_come_to_the_whole(
    data: st.DataObject, words: WordleWords, strategy: Strategy, count: int
) -> None:
    solver, options = Solver(words), WordleOptions(strategy, max_guesses=3)
    answers, start = words.answer_words, data.draw(st.sampled_from(words.allowed))
    parts = chunks(start, answers, count)
    assert 1 <= len(parts) <= count
    assert sorted(chain(*parts)) == sorted(answers)
    whole = play(solver, start, answers, options)
    apart = [game for part in parts for game in play(solver, start, part, options)]
    assert sorted(whole, key=str) == sorted(apart, key=str)
    for game in whole:
        assert game.guesses[0] == start and len(game.guesses) <= 3
        assert game.won or len(game.guesses) == 3
        assert game.answer not in game.guesses[:-1]


def test_summary() -> None:
    made = [Game("a", ("b", "a")), Game("b", ("b",)), Game("c", ("a", "c")), Game("d", ("a", "b"))]
    told = summary(made)
    assert told.histogram == {1: 1, 2: 2} and told.lost == ("d",)
    assert (told.games, told.won, told.total, told.average) == (4, 3, 5, 5 / 3)
    assert summary([Game("d", ("a", "b"))]).average is None


def test_words_that_the_game_has_not() -> None:
    solver = Solver(WordleWords(["crane", "slate"]))
    with pytest.raises(BadOption, match="'xxxxx'"):
        play(solver, "xxxxx", ["crane"], WordleOptions())
    with pytest.raises(BadOption, match="'those'"):
        play(solver, "crane", ["those"], WordleOptions())


@pytest.mark.long
@pytest.mark.parametrize(
    ("strategy", "mode", "most"),
    [
        (Strategy.LOOKAHEAD, Mode.EASY, 7_920),  # the proven minimum
        (Strategy.PARTITIONS, Mode.EASY, 7_936),
        (Strategy.ENTROPY, Mode.EASY, 7_947),
        (Strategy.LOOKAHEAD, Mode.HARD, 8_130),
    ],
)
def test_totals_from_salet(shared_data: Path, strategy: Strategy, mode: Mode, most: int) -> None:
    solver, options = classic_solver(shared_data), WordleOptions(strategy, mode)
    told = summary(play(solver, "salet", solver.words.answer_words, options))
    assert told.total + 7 * len(told.lost) <= most


def test_promising_starts_are_all_words_the_best_first() -> None:
    solver = Solver(WordleWords(WORDS))
    starts = promising(solver, WordleOptions())
    assert sorted(starts) == sorted(WORDS)
    scores = [len({feedback(start, answer) for answer in WORDS}) for start in starts]
    assert scores == sorted(scores, reverse=True)
