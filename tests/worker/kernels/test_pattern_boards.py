"""Games of several boards against the same play, said slowly."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.wordle import feedback_of, groups_of
from tests.selection import examples
from tests.wordle_words import games
from worker.kernels.pattern_boards import FEWEST, Boards, play_boards
from worker.kernels.patterns import pattern_matrix
from worker.solvers.wordle_words import WordleWords

EQUAL = 1e-9


def boards_of(words: WordleWords, lefts: list[list[str]]) -> Boards:
    """Boards with these words left, each as likely as it is in the game."""
    numbers = [words.numbers(left) for left in lefts]
    ends = np.cumsum([len(left) for left in lefts])
    everything = np.concatenate(numbers)
    return Boards(
        pattern_matrix(words.codes, words.codes[everything]),
        words.priors[everything],
        everything,
        np.array([(end - len(left), end) for end, left in zip(ends, lefts, strict=True)]),
        np.arange(len(words)),
        3**words.length,
    )


def likeliest_first(words: WordleWords, left: list[str]) -> list[str]:
    return sorted(left, key=lambda word: (-words.priors[words.number[word]], word))


def promise(words: WordleWords, guess: str, lefts: list[list[str]]) -> tuple[float, int]:
    """The reach of a guess, and how crowded its groups are."""
    reach, crowd = 0.0, 0
    for left in lefts:
        priors = {word: words.priors[words.number[word]] for word in left}
        groups = groups_of(guess, left)
        here = sum(max(priors[word] for word in group) for group in groups.values())
        reach += (here + priors.get(guess, 0)) / sum(priors.values())
        crowd += sum(len(group) ** 2 for group in groups.values())
    return reach, crowd


def chosen(words: WordleWords, lefts: list[list[str]]) -> str:
    own = [word for left in lefts for word in left]
    best, best_reach, best_crowd = "", -1.0, 0
    for guess in [*own, *words.allowed]:
        reach, crowd = promise(words, guess, lefts)
        if reach > best_reach + EQUAL or (reach > best_reach - EQUAL and crowd < best_crowd):
            best, best_reach, best_crowd = guess, reach, crowd
    return best


def needed_slowly(words: WordleWords, lefts: list[list[str]], answers: list[str], first: str) -> list[int]:
    needed, guess, made = [0] * len(answers), first, 0
    while not all(needed):
        made += 1
        lefts = [
            [word for word in left if feedback_of(guess, word) == feedback_of(guess, answer)]
            for left, answer in zip(lefts, answers, strict=True)
        ]
        needed = [
            made if answer == guess and not before else before
            for answer, before in zip(answers, needed, strict=True)
        ]
        open_boards = [left for left, done in zip(lefts, needed, strict=True) if not done]
        if open_boards:
            guess = chosen(words, open_boards)
    return needed


@settings(deadline=None, max_examples=examples(60))
@given(st.data(), games(weighted=True), st.integers(1, 3))
def test_games_go_as_if_played_slowly(data: st.DataObject, words: WordleWords, count: int) -> None:
    some = st.lists(st.sampled_from(words.answer_words), min_size=1, max_size=6, unique=True)
    lefts = [likeliest_first(words, data.draw(some)) for _ in range(count)]
    table = boards_of(words, lefts)
    answers = [data.draw(st.sampled_from(left)) for left in lefts]
    at = [int(table.runs[board, 0]) + left.index(answers[board]) for board, left in enumerate(lefts)]
    first = data.draw(st.sampled_from(words.allowed))
    needed = play_boards(table, words.number[first], np.array([at]), 100_000)
    assert needed[0].tolist() == needed_slowly(words, lefts, answers, first)


def test_more_words_than_are_looked_at() -> None:
    """Guesses are looked for among some of the words only, and every game ends nonetheless."""
    syllables = [a + b for a in "abcdefghijklmno" for b in "pqrstuvwxyz"]
    words = WordleWords([syllable + "x" for syllable in syllables])
    left = list(words.allowed)
    assert len(left) > FEWEST
    table = boards_of(words, [left, left])._replace(pool=np.arange(0))
    answers = np.array([[number, len(left) + len(left) - 1 - number] for number in range(0, len(left), 20)])
    needed = play_boards(table, 0, answers, 1)
    assert (needed >= 1).all() and (needed[:, 0] != needed[:, 1]).all()
