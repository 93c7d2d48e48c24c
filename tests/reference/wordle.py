"""Wordle's rules as slowly and plainly as they can be said."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import prod

GREY, YELLOW, GREEN = range(3)


def marks_of(guess: str, answer: str) -> list[int]:
    """The mark of each letter: greens first, then yellows from the left, each using up a letter of the
    answer."""
    marks = [GREY] * len(guess)
    unused = list(answer)
    for place, letter in enumerate(guess):
        if answer[place] == letter:
            marks[place] = GREEN
            unused.remove(letter)
    for place, letter in enumerate(guess):
        if marks[place] != GREEN and letter in unused:
            marks[place] = YELLOW
            unused.remove(letter)
    return marks


def feedback_of(guess: str, answer: str) -> int:
    """The marks as a number in base 3, first letter first."""
    return int("".join(map(str, marks_of(guess, answer))), 3)


def keeps_hints(word: str, guess: str, marks: list[int]) -> bool:
    """Whether hard mode lets `word` follow: greens stay, each marked letter is there as often as marked."""
    greens_stay = all(word[at] == guess[at] for at, mark in enumerate(marks) if mark == GREEN)
    marked = [letter for letter, mark in zip(guess, marks, strict=True) if mark != GREY]
    return greens_stay and all(word.count(letter) >= marked.count(letter) for letter in marked)


def fits(word: str, clues: Iterable[tuple[str, int]]) -> bool:
    """Whether the word could be the answer after guesses with their feedback."""
    return all(feedback_of(guess, word) == feedback for guess, feedback in clues)


def groups_of(guess: str, left: Iterable[str]) -> dict[int, list[str]]:
    """The words left by the feedback that the guess would get."""
    groups: dict[int, list[str]] = {}
    for word in left:
        groups.setdefault(feedback_of(guess, word), []).append(word)
    return groups


def fewest_guesses(left: tuple[str, ...], allowed: tuple[str, ...], *, hard: bool = False) -> int:
    """The guesses that the best play needs for all words left together, by trying everything."""
    if len(left) == 1:
        return 1
    totals = []
    for guess in allowed:
        groups = groups_of(guess, left)
        if len(groups) > 1:
            total = len(left)
            for group in groups.values():
                if group != [guess]:
                    marks = marks_of(guess, group[0])
                    kept = tuple(word for word in allowed if not hard or keeps_hints(word, guess, marks))
                    total += fewest_guesses(tuple(group), kept, hard=hard)
            totals.append(total)
    return min(totals)


def fewest_guesses_on_boards(lefts: tuple[tuple[str, ...], ...], allowed: tuple[str, ...]) -> Fraction:
    """The guesses that the best play needs on average until all boards are solved, by trying everything; the
    words left on a board are equally likely."""
    if not lefts:
        return Fraction(0)
    if all(len(left) == 1 for left in lefts):
        return Fraction(len(set(lefts)))
    least = None
    for guess in allowed:
        groups = [list(groups_of(guess, left).values()) for left in lefts]
        if max(map(len, groups)) == 1 and [guess] not in [group for each in groups for group in each]:
            continue
        cost = Fraction(1)
        for reply in product(*groups):
            chance = prod(Fraction(len(group), len(left)) for group, left in zip(reply, lefts, strict=True))
            after = tuple(tuple(group) for group in reply if group != [guess])
            cost += chance * fewest_guesses_on_boards(after, allowed)
        least = cost if least is None else min(least, cost)
    assert least is not None
    return least
