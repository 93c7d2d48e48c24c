"""The Wordle strategy that ours started from, played honestly: the game's own feedback, an exact filter, and
a game is won by guessing the word. Written after the description of the scores, not after our solver.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference.wordle import feedback_of

START = "least"
GUESSES = 6

VALUES = {
    "s": 46.1, "e": 44.8, "a": 40.5, "r": 30.9, "o": 29.5, "i": 28.1, "l": 25, "t": 24, "n": 21.4, "u": 18.6,
    "d": 18.1, "c": 15.7, "y": 15.4, "p": 14.6, "m": 14.2, "h": 13.3, "g": 11.8, "b": 11.5, "k": 10.2,
    "f": 7.9, "w": 7.7, "v": 5.2, "z": 2.5, "x": 2.4, "j": 2.1, "q": 0.9,
}  # fmt: skip
PAIRS = {
    "th": 33, "he": 30.2, "an": 18.1, "in": 17.9, "er": 16.9, "nd": 14.6, "re": 13.3, "ed": 12.6, "es": 11.5,
    "ou": 11.5, "to": 11.5, "ha": 11.4, "en": 11.1, "ea": 11, "st": 10.9, "nt": 10.6, "on": 10.6, "at": 10.4,
    "hi": 9.7, "as": 9.5, "it": 9.3, "ng": 9.2, "is": 8.6, "or": 8.4, "et": 8.3, "of": 8, "ti": 7.6,
    "ar": 7.5, "te": 7.5, "se": 7.4, "me": 6.8, "sa": 6.7, "ne": 6.6, "wa": 6.6, "ve": 6.5, "le": 6.4,
    "no": 6, "ta": 5.9, "al": 5.7, "de": 5.7, "ot": 5.7, "so": 5.7, "dt": 5.6, "ll": 5.6, "tt": 5.6,
    "el": 5.5, "ro": 5.5, "ad": 5.2, "di": 5, "ew": 5, "ra": 5, "ri": 5, "sh": 5,
}  # fmt: skip
PLACES = ("s", 11.5), ("a", 12.5), ("r", 11.7), ("e", 12.5), ("s", 13.1)


def score(word: str) -> float:
    total, seen = 0.0, set()
    for letter, (favoured, bonus) in zip(word, PLACES, strict=True):
        if letter == favoured:
            total += bonus
        total += VALUES[letter] / 5 if letter in seen else VALUES[letter]
        seen.add(letter)
    for pair, value in PAIRS.items():
        if pair in word:
            total += value
    return total


def play(answer: str, words: Sequence[str], start: str = START) -> list[str]:
    """The guesses for one answer; `words` are in the strategy's order."""
    guesses, left = [start], list(words)
    while guesses[-1] != answer and len(guesses) < GUESSES:
        told = feedback_of(guesses[-1], answer)
        left = [word for word in left if feedback_of(guesses[-1], word) == told]
        guesses.append(left[0])
    return guesses


def in_order(words: Sequence[str]) -> list[str]:
    """The best score first, equal scores in descending order of the word."""
    return sorted(sorted(words, reverse=True), key=score, reverse=True)
