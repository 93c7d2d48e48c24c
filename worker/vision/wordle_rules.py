"""What the rules of Wordle say about a board: do its marks fit its letters?

Marks are `g` (right place), `y` (elsewhere in the word), `b` (not in it), one a letter. Where the last guess
is right, it is the answer and every other mark follows from it; before that, guesses can still contradict
each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class Guess(NamedTuple):
    letters: Sequence[str]
    """"" where none could be read."""
    marks: str


Place = tuple[int, int]
"""Row of the guess, and column."""


def conflicts(guesses: Sequence[Guess]) -> set[Place]:
    """The places whose letters and marks cannot all be right."""
    if not guesses:
        return set()
    found = _against_places(guesses) | _against_absence(guesses) | _against_order(guesses)
    found |= _against_room(guesses)
    last = guesses[-1]
    if set(last.marks) == {"g"} and all(last.letters):
        found |= _against_answer(guesses[:-1], last.letters)
    return found


def feedback(letters: Sequence[str], answer: Sequence[str]) -> str:
    """The marks of a guess: first the right places, then the others as far as the answer's letters go."""
    left = Counter(a for g, a in zip(letters, answer, strict=True) if g != a)
    marks = []
    for guessed, right in zip(letters, answer, strict=True):
        if guessed == right:
            marks.append("g")
        elif left[guessed] > 0:
            left[guessed] -= 1
            marks.append("y")
        else:
            marks.append("b")
    return "".join(marks)


def _against_answer(guesses: Sequence[Guess], answer: Sequence[str]) -> set[Place]:
    """Marks that the answer does not give; the second of two equal letters may be marked either way.

    Not all clones count letters, as `feedback` does.
    """
    found = set()
    for row, (letters, marks) in enumerate(guesses):
        for col, expected in enumerate(feedback(letters, answer)):
            loosely = "y" if expected == "b" and letters[col] in answer else expected
            if letters[col] and marks[col] not in (expected, loosely):
                found.add((row, col))
                if marks[col] == "g":
                    found.add((len(guesses), col))
    return found


def _against_places(guesses: Sequence[Guess]) -> set[Place]:
    """Columns in which two letters are both right, or one letter is both right and not."""
    found = set()
    for col in range(len(guesses[0].marks)):
        column = [(row, guess.letters[col], guess.marks[col]) for row, guess in enumerate(guesses)]
        right = Counter(letter for _, letter, mark in column if mark == "g" and letter)
        for row, letter, mark in column:
            others = sum(right.values()) - right[letter]
            if letter and ((mark == "g" and others) or (mark != "g" and right[letter])):
                found.add((row, col))
    return found


def _against_absence(guesses: Sequence[Guess]) -> set[Place]:
    """Letters that one guess rules out altogether and another one has in the word."""
    found = set()
    absent = [_ruled_out(guess) for guess in guesses]
    for row, guess in enumerate(guesses):
        for col, (letter, mark) in enumerate(zip(guess.letters, guess.marks, strict=True)):
            if letter and mark in "gy" and any(letter in out for out in absent):
                found.add((row, col))
    return found


def _against_order(guesses: Sequence[Guess]) -> set[Place]:
    """Letters that are elsewhere in the word after the same one was said not to be: the first is marked."""
    found = set()
    for row, (letters, marks) in enumerate(guesses):
        for col, (letter, mark) in enumerate(zip(letters, marks, strict=True)):
            absent = {(row, i) for i in range(col) if letters[i] == letter and marks[i] == "b"}
            if letter and mark == "y" and absent:
                found |= {(row, col), *absent}
    return found


def _against_room(guesses: Sequence[Guess]) -> set[Place]:
    """Letters that are elsewhere in the word, where more are in it than it has places."""
    places = [
        (row, col, letter, mark)
        for row, guess in enumerate(guesses)
        for col, (letter, mark) in enumerate(zip(guess.letters, guess.marks, strict=True))
    ]
    inside = {letter for _, _, letter, mark in places if letter and mark in "gy"}
    if len(inside) <= len(guesses[0].marks):
        return set()
    return {(row, col) for row, col, letter, mark in places if letter and mark == "y"}


def _ruled_out(guess: Guess) -> set[str]:
    """Letters of which no mark says that the word has them."""
    pairs = list(zip(guess.letters, guess.marks, strict=True))
    return {letter for letter, mark in pairs if mark == "b"} - {
        letter for letter, mark in pairs if mark != "b"
    }
