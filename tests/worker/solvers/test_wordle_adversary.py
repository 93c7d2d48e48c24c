from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.wordle import fits, groups_of
from tests.selection import examples
from tests.wordle_words import games
from worker.solvers.wordle_adversary import replies, reply
from worker.solvers.wordle_clues import Clue
from worker.solvers.wordle_feedback import feedback_text
from worker.solvers.wordle_words import WordleWords


@settings(deadline=None, max_examples=examples(50))
@given(st.data(), games())
def test_most_words_stay(data: st.DataObject, words: WordleWords) -> None:
    clues: list[Clue] = []
    for guess in data.draw(st.lists(st.sampled_from(words.allowed), min_size=1, max_size=4)):
        told = [(clue.guess, clue.feedback) for clue in clues]
        left = [word for word in words.answer_words if fits(word, told)]
        sizes = {code: len(group) for code, group in groups_of(guess, left).items()}
        assert replies(words, clues, guess) == sizes
        clues.append(Clue(guess, reply(words, clues, guess)))
        assert sizes[clues[-1].feedback] == max(sizes.values())


def test_of_equal_replies_the_one_that_tells_least() -> None:
    words = WordleWords(["cat", "bat"], ["dog"])
    assert feedback_text(reply(words, [], "cat"), 3) == "bgg"
    assert feedback_text(reply(words, [], "dog"), 3) == "bbb"
    assert feedback_text(reply(words, [Clue.parse("cat=bgg")], "bat"), 3) == "ggg"
    assert feedback_text(reply(words, [Clue.parse("cat=bgg")], "xxb"), 3) == "bby"


def test_words_off_the_list_keep_a_game_alive() -> None:
    words = WordleWords(["cat"], ["dog"])
    assert replies(words, [Clue.parse("cat=bbb")], "dog") == {26: 1}
