"""Several boards that share their guesses."""

from __future__ import annotations

from math import prod
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.reference.wordle import feedback_of, fewest_guesses_on_boards
from tests.selection import examples
from tests.wordle_words import games
from worker.errors import BadOption
from worker.solvers.wordle import (
    Advice,
    Clue,
    Mode,
    Strategy,
    WordleOptions,
    WordleWords,
    may_guess,
    suggest,
)

Boards = list[list[Clue]]


def boards_of(answers: list[str], guesses: list[str]) -> Boards:
    """The clues of each board; a board that is solved gets none after that."""
    ends = [guesses.index(answer) + 1 if answer in guesses else len(guesses) for answer in answers]
    return [
        [Clue(guess, feedback_of(guess, answer)) for guess in guesses[:end]]
        for answer, end in zip(answers, ends, strict=True)
    ]


def may_follow(word: str, boards: Boards, mode: Mode) -> bool:
    return all(may_guess(word, clues, mode) for clues in boards if not any(clue.solved for clue in clues))


@pytest.mark.slow
@settings(deadline=None, max_examples=examples(80))
@given(st.data(), games(), st.sampled_from(Strategy), st.sampled_from(Mode))
def test_the_rules_of_all_boards_are_kept(
    data: st.DataObject, words: WordleWords, strategy: Strategy, mode: Mode
) -> None:
    answers = data.draw(st.lists(st.sampled_from(words.answer_words), min_size=2, max_size=8))
    guesses = data.draw(st.lists(st.sampled_from(words.allowed), unique=True, max_size=3))
    boards = boards_of(answers, guesses)
    legal = [word for word in words.allowed if may_follow(word, boards, mode)]
    try:
        advice = suggest(words, None, boards, WordleOptions(strategy, mode, top=5))
    except BadOption:
        assert not legal
        return
    told = [suggestion.word for suggestion in advice.suggestions]
    assert set(told) <= set(legal)
    assert told or set(answers) <= set(guesses)


@pytest.mark.parametrize("strategy", Strategy)
def test_hard_mode_when_each_board_is_known_but_must_not_be_guessed(strategy: Strategy) -> None:
    words = WordleWords(["crane", "moist", "tramp"], ["cramp"])
    boards = boards_of(["crane", "tramp"], ["cramp"])
    advice = suggest(words, None, boards, WordleOptions(strategy, Mode.HARD))
    assert [suggestion.word for suggestion in advice.suggestions] == ["cramp"]


def advice_on(words: WordleWords, boards: Boards, **options: Any) -> Advice:
    return suggest(words, None, boards, WordleOptions(top=len(words), **options))


@settings(deadline=None, max_examples=examples(40))
@given(st.data(), games(most=8))
def test_few_words_are_played_as_well_as_can_be(data: st.DataObject, words: WordleWords) -> None:
    answers = data.draw(st.lists(st.sampled_from(words.answer_words), min_size=2, max_size=3))
    boards = boards_of(answers, [data.draw(st.sampled_from(words.allowed))])
    lefts = [
        tuple(word for word in words.answer_words if all(clue.fits(word) for clue in clues))
        for clues in boards
        if not any(clue.solved for clue in clues)
    ]
    assume(len(lefts) >= 2 and prod(map(len, lefts)) <= 24 and max(map(len, lefts)) <= 4)
    advice = advice_on(words, boards, max_guesses=20)
    assert advice.best and advice.best.expected_guesses is not None
    fewest = fewest_guesses_on_boards(tuple(lefts), words.allowed)
    if advice.strategy == "exact":
        assert advice.best.expected_guesses == pytest.approx(float(fewest))
        assert advice.best.proven
    assert all((each.expected_guesses or 0) > float(fewest) - 1e-9 for each in advice.suggestions)


@settings(deadline=None, max_examples=examples(60))
@given(st.data(), games(weighted=True), st.sampled_from([Strategy.OPTIMAL, Strategy.LOOKAHEAD]))
def test_chances_agree_with_each_other(data: st.DataObject, words: WordleWords, strategy: Strategy) -> None:
    answers = data.draw(st.lists(st.sampled_from(words.answer_words), min_size=2, max_size=4))
    guesses = data.draw(st.lists(st.sampled_from(words.allowed), unique=True, max_size=2))
    boards = boards_of(answers, guesses)
    advice = advice_on(words, boards, strategy=strategy, max_guesses=12)
    for each in advice.suggestions:
        told = [board for board in each.boards if board is not None]
        assert [board is None for board in each.boards] == [board.solved for board in advice.boards]
        by = [round(chance, 9) for chance in each.win_by.values()]
        assert by == sorted(by) and all(0 <= chance <= 1 for chance in each.win_by.values())
        for guess, chance in each.win_by.items():
            on_boards = [board.win_by[guess] for board in told]
            assert sum(on_boards) - len(told) + 1 - 1e-9 <= chance <= min(on_boards) + 1e-9
        if each.drawn is None:
            now = [board.win_now for board in told]
            assert 1 - prod(1 - chance for chance in now) == pytest.approx(each.win_now)


def test_four_boards_with_two_words_each() -> None:
    """PRTV tells the words of all boards apart, and each board takes one guess then. A word of one board
    tells nothing of the others."""
    pairs = [("aaap", "aaaq"), ("bbbr", "bbbs"), ("ccct", "cccu"), ("dddv", "dddw")]
    words = WordleWords([word for pair in pairs for word in pair], ["abcd", "prtv"])
    advice = advice_on(words, boards_of([first for first, _ in pairs], ["abcd"]))
    assert [len(board.left) for board in advice.boards] == [2, 2, 2, 2]
    best, others = advice.suggestions[0], advice.suggestions[1:]
    assert (advice.strategy, best.word, best.expected_guesses, best.proven) == ("exact", "prtv", 5, True)
    assert (best.win_by[5], best.win_by[6], best.drawn) == (0, 1, None)
    assert all(board and board.win_now == 0 and board.win_by[6] == 1 for board in best.boards)
    (own,) = [each for each in others if each.word == "aaap"]
    assert own.expected_guesses == pytest.approx(5.5) and own.win_now == 0.5 and not own.proven
    assert [board and board.win_now for board in own.boards] == [0.5, 0, 0, 0]


def test_a_board_that_is_solved_has_no_chances() -> None:
    words = WordleWords(["aaap", "aaaq", "bbbr", "bbbs"], ["abcd"])
    advice = advice_on(words, boards_of(["aaap", "bbbr"], ["aaap"]))
    for each in advice.suggestions:
        solved, unsolved = each.boards
        assert solved is None and unsolved is not None
        assert (unsolved.win_now, unsolved.win_by) == (each.win_now, each.win_by)


def test_games_that_are_drawn() -> None:
    """Two boards with all words left: 27 times 27 games are too many to play all."""
    words = WordleWords([a + b + c for a in "pqr" for b in "stu" for c in "vwx"])
    advice = advice_on(words, [[], []])
    assert advice == advice_on(words, [[], []])
    best = advice.suggestions[0]
    assert best.drawn == 96 and best.expected_guesses and 3 < best.expected_guesses < 5
    assert best.win_by[max(best.win_by)] > 0.9


@pytest.mark.parametrize("mode", [Mode.HARD, Mode.STRICT])
def test_rules_under_which_chances_are_not_known(mode: Mode) -> None:
    words = WordleWords(["crane", "moist", "tramp"], ["cramp"])
    for each in advice_on(words, boards_of(["crane", "tramp"], []), mode=mode).suggestions:
        assert (each.win_by, each.boards, each.expected_guesses) == ({}, (), None)
