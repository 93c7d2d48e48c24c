"""Several boards that share their guesses."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.wordle import feedback_of
from tests.wordle_words import games
from worker.errors import BadOption
from worker.solvers.wordle import Clue, Mode, Strategy, WordleOptions, WordleWords, may_guess, suggest

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


@settings(deadline=None, max_examples=80)
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
