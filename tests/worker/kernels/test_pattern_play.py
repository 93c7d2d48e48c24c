from __future__ import annotations

import string
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.wordle import groups_of as slow_groups
from tests.selection import examples
from tests.wordle_words import games
from tests.worker.kernels.second_process import printed_without_compiling
from worker.kernels.pattern_groups import groups_of
from worker.kernels.pattern_play import DEPTHS, Rules, Table, play_on
from worker.kernels.patterns import pattern_matrix
from worker.solvers.wordle_left import left_after
from worker.solvers.wordle_words import WordleWords


def table(words: WordleWords) -> Table:
    left = left_after(words, [])
    matrix = pattern_matrix(words.codes, words.codes[left.numbers])
    return Table(matrix, left.shares, left.numbers, words.codes, 3**words.length)


@settings(deadline=None, max_examples=examples(50))
@given(st.data(), games(weighted=True), st.booleans())
def test_all_games_are_won_some_time(data: st.DataObject, words: WordleWords, hard: bool) -> None:
    everything = np.arange(len(words))
    effort = data.draw(st.sampled_from([1, 20, 1000]))
    wins, expected = play_on(table(words), Rules(everything, hard, effort), everything)
    assert wins.sum(axis=1) == pytest.approx(1)
    assert wins @ np.arange(1, DEPTHS + 1) == pytest.approx(expected)
    assert wins[:, 0] == pytest.approx(words.priors)


@settings(deadline=None, max_examples=examples(50))
@given(games(weighted=True))
def test_reach_bounds_what_play_needs(words: WordleWords) -> None:
    everything = np.arange(len(words))
    known = table(words)
    worth = groups_of(known.matrix, everything, known.shares, known.feedbacks)
    _, expected = play_on(known, Rules(everything, False, 1000), everything)
    assert (expected >= 3 - worth.reach - 1e-9).all()
    for number, guess in enumerate(words.allowed):
        groups = slow_groups(guess, words.answer_words)
        likeliest = (max(words.priors[words.numbers(group)]) for group in groups.values())
        assert worth.reach[number] == pytest.approx(words.priors[number] + sum(likeliest))
        if all(len(group) <= 2 for group in groups.values()):
            assert expected[number] == pytest.approx(3 - worth.reach[number])


@pytest.mark.parametrize("hard", [False, True])
def test_games_longer_than_are_told_apart(hard: bool) -> None:
    """26 words that differ in their first letter only, with nothing else to guess: one after the other."""
    words = WordleWords(letter + "at" for letter in string.ascii_lowercase)
    everything = np.arange(len(words))
    wins, expected = play_on(table(words), Rules(everything, hard, 10_000), everything[:1])
    assert expected == pytest.approx(sum(range(1, 27)) / 26)
    assert wins[0, :-1] == pytest.approx(1 / 26)
    assert wins[0, -1] == pytest.approx(3 / 26)


def test_hard_mode_plays_by_its_rules() -> None:
    """A probe from outside helps only where the hints may be broken."""
    words = WordleWords(["bat", "cat", "hat", "mat"], ["bch", "xat"])
    everything = np.arange(len(words))
    first = np.array([words.number["xat"]])
    _, easy = play_on(table(words), Rules(everything, False, 1000), first)
    _, hard = play_on(table(words), Rules(everything, True, 1000), first)
    assert (easy[0], hard[0]) == pytest.approx((3, 3.5))


def test_hard_mode_after_a_guess_that_the_likeliest_word_made_obvious() -> None:
    """EFF is so likely that it is guessed though it tells none of the others apart; what may be guessed then
    is known nonetheless, and not taken from the game before."""
    weights = {"eff": 96, "bat": 1, "cat": 1, "hat": 1, "mat": 1}
    words = WordleWords(weights, ["bch", "xat", "zzz"], weights)
    firsts = words.numbers(["xat", "zzz"])
    wins, expected = play_on(table(words), Rules(np.arange(len(words)), True, 1000), firsts)
    assert wins[1, :5] == pytest.approx([0, 0.96, 0, 0.04, 0])
    assert expected[1] == pytest.approx(2 * 0.96 + 4 * 0.04)


@pytest.mark.slow
def test_a_second_process_compiles_nothing(lexicon_cache: Path) -> None:
    suggest = (
        "from worker.solvers.wordle import *; words = WordleWords(['bat', 'cat', 'hat', 'mat'], ['bch']);"
        "print(*(suggest(words, None, [[]], WordleOptions(mode=mode)).best.word for mode in Mode))"
    )
    assert printed_without_compiling(suggest, lexicon_cache).endswith("bch bch bch\n")
