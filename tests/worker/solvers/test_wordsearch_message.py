from __future__ import annotations

from itertools import product
from math import isclose
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dictionaries import find
from tests.selection import examples
from tests.word_lists import lexicon_of
from worker.lexicon import Lexicon, open_lexicon
from worker.model import Grid
from worker.solvers import wordsearch_message
from worker.solvers.wordsearch import solve
from worker.solvers.wordsearch_message import CHANGE, Message, leftover, read_message
from worker.solvers.wordsearch_ranks import WordRanks


@pytest.fixture(scope="module")
def english(lexicon_cache: Path) -> Lexicon:
    return open_lexicon(find("en"), lexicon_cache)


@pytest.fixture(scope="module")
def ranks() -> WordRanks:
    return WordRanks(find("en").levels(), find("en").size)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "TEST",
        "GOOD WORK",
        "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG",
        "CONGRATULATIONS YOU HAVE FOUND ALL THE WORDS IN THIS PUZZLE",
    ],
)
def test_messages(text: str, english: Lexicon, ranks: WordRanks) -> None:
    message = read_message(text.replace(" ", ""), english, ranks)
    assert message.text == text
    assert message.reads


def test_a_message_among_letters_by_chance(english: Lexicon, ranks: WordRanks) -> None:
    message = read_message("XKWQHAPPYBIRTHDAYZZGJ", english, ranks)
    assert [(part.text, part.is_word) for part in message.parts] == [
        ("XKWQ", False),
        ("HAPPY", True),
        ("BIRTHDAY", True),
        ("ZZGJ", False),
    ]
    assert not message.reads


@pytest.mark.parametrize("letters", ["XQ", "TNRKWLS", "RTTSLTYSRRABZVW", "?", "Ñ"])
def test_letters_that_say_nothing(letters: str, english: Lexicon, ranks: WordRanks) -> None:
    message = read_message(letters, english, ranks)
    assert message.text == message.letters == letters
    assert not message.reads


def test_nothing_left(english: Lexicon) -> None:
    assert read_message("", english) == Message(())
    assert not Message(()).reads


def test_what_a_solved_puzzle_leaves() -> None:
    grid = Grid.parse("CATHI/X[Qu].OT")
    solution = solve(grid, ["cat", "to"])
    assert leftover(grid, solution.unused) == "HIXQU"


@settings(deadline=None, max_examples=examples(80))
@given(
    st.text("AB", max_size=7), st.sets(st.text("ab", min_size=1, max_size=4), min_size=1), st.integers(1, 9)
)
def test_the_best_of_all_explanations(letters: str, words: set[str], rank: int) -> None:
    lexicon, ranks = lexicon_of(words), WordRanks(dict.fromkeys(words, 1), rank)
    message = read_message(letters, lexicon, ranks)
    assert message.letters == letters
    cheapest = min(explanations(letters, words, ranks))
    told = [(part.text, part.is_word) for part in message.parts]
    assert isclose(cost([one for text, is_word in told for one in single(text, is_word)], ranks), cheapest)


def explanations(letters: str, words: set[str], ranks: WordRanks) -> list[float]:
    """What each way costs to split the letters and to take each part for a word or not."""
    costs = []
    for cuts in product([False, True], repeat=max(0, len(letters) - 1)):
        parts = [""]
        for letter, cut in zip(letters, [*cuts, False], strict=False):
            parts[-1] += letter
            if cut:
                parts.append("")
        for kinds in product([False, True], repeat=len(parts)):
            chosen = list(zip(parts, kinds, strict=True))
            if all(part.lower() in words if kind else len(part) <= 1 for part, kind in chosen):
                costs.append(cost(chosen, ranks))
    return costs


def single(text: str, is_word: bool) -> list[tuple[str, bool]]:
    return [(text, True)] if is_word else [(letter, False) for letter in text]


def cost(parts: list[tuple[str, bool]], ranks: WordRanks) -> float:
    total, before = 0.0, True
    for text, is_word in parts:
        if is_word:
            total += wordsearch_message._cost(text.lower(), ranks) + (0 if before else CHANGE)
        elif text:
            total += 3.258096538021482  # one of 26 letters
        before = is_word or not text
    return total
