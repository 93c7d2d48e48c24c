"""Wordle feedback of many pairs at once, and what hard mode still allows.

A word is a row of letter codes (uint8); *feedback* a number in base 3, the first letter its most significant
digit: 0 grey, 1 yellow, 2 green.

What a letter of the guess earns depends only on where the answer has that letter. So each answer is kept as
one bit mask of places a letter, and a guess adds up what its letters earn: a few operations for many answers
at once, in lanes as wide as the feedback.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from worker.kernels.compiled import kernel

MOST_LETTERS: Final = 12
"""Of a word. 3 ** 12 feedbacks need more than 16 bits, 12 places less."""
GREY: Final = 0
YELLOW: Final = 1
GREEN: Final = 2

Words: TypeAlias = NDArray[np.uint8]
"""(words, letters): a letter's code each."""


def feedback_type(length: int) -> type[np.unsignedinteger[Any]]:
    """The smallest type for all feedbacks of words so long, and for a bit a letter."""
    return np.uint8 if length <= 5 else np.uint16 if length <= 10 else np.uint32


def pattern_matrix(guesses: Words, answers: Words) -> NDArray[Any]:
    """The feedback that each guess gets from each answer: (guesses, answers)."""
    out = np.empty((len(guesses), len(answers)), feedback_type(guesses.shape[1]))
    fill_patterns(guesses, answers, out)
    return out


def fill_patterns(guesses: Words, answers: Words, out: NDArray[Any]) -> None:
    """Write the feedback of each guess (a row) for each answer (a column) into `out`.

    Args:
        out: (guesses, answers) of `feedback_type`.
    """
    if len(guesses) and len(answers):
        letters = int(max(guesses.max(), answers.max())) + 1
        masks = np.zeros((letters, len(answers)), out.dtype)
        _fill_places(answers, masks)
        _fill(guesses, masks, out)


@kernel
def _fill_places(answers: Any, masks: Any) -> None:
    """Set in `masks` (letters, answers) the places at which an answer has a letter, as bits."""
    kind = masks.dtype.type
    for answer in range(len(answers)):
        for place in range(answers.shape[1]):
            masks[answers[answer, place], answer] |= kind(1 << place)


@kernel
def _fill(guesses: Any, masks: Any, out: Any) -> None:
    length = guesses.shape[1]
    one = out.dtype.type(1)
    spare = np.empty(out.shape[1], out.dtype)
    for row in range(len(guesses)):
        guess = guesses[row]
        line = out[row]
        line[:] = 0
        for place in range(length):
            first, repeated = _occurrences(guess, place)
            if first == place:
                has = masks[guess[place]]
                if repeated:
                    _add_repeated(guess, place, has, spare, line)
                else:
                    worth = out.dtype.type(3 ** (length - 1 - place))
                    at = out.dtype.type(place)
                    for answer in range(len(line)):
                        there = (has[answer] >> at) & one
                        line[answer] += worth * (there + (has[answer] != 0))


@kernel
def _occurrences(guess: Any, place: int) -> tuple[int, bool]:
    """Where the guess has the letter of a place first, and whether more than once."""
    first, count = place, 0
    for other in range(len(guess) - 1, -1, -1):
        if guess[other] == guess[place]:
            first = other
            count += 1
    return first, count > 1


@kernel
def _add_repeated(guess: Any, first: int, has: Any, spare: Any, line: Any) -> None:
    """What all places of a repeated letter earn: yellow from the left, as long as the answer has unmatched
    ones (`spare`)."""
    kind = line.dtype.type
    one = kind(1)
    spare[:] = 0
    for place in range(len(guess)):
        if guess[place] != guess[first]:
            for answer in range(len(line)):
                spare[answer] += (has[answer] >> kind(place)) & one
    for place in range(first, len(guess)):
        if guess[place] == guess[first]:
            worth = kind(3 ** (len(guess) - 1 - place))
            for answer in range(len(line)):
                there = (has[answer] >> kind(place)) & one
                near = (one - there) * (spare[answer] != 0)
                spare[answer] -= near
                line[answer] += worth * (there + there + near)


@kernel
def hard_allowed(guesses: Any, guess: Any, feedback: int, out_mask: Any) -> None:
    """Clear in `out_mask` the guesses that hard mode forbids after this clue: greens stay, marked letters are
    there at least as often."""
    green, least = read_hints(guess, feedback)
    for row in range(len(guesses)):
        if out_mask[row]:
            out_mask[row] = keeps_hints(guesses[row], guess, green, least)


@kernel
def read_hints(guess: Any, feedback: int) -> Any:
    """What hard mode asks for after a clue: whether a letter must stay in its place; how often a letter must
    be there, told at the first of its marked places."""
    length = len(guess)
    green, marked = np.zeros(length, np.bool_), np.zeros(length, np.bool_)
    worth = 3 ** (length - 1)
    for place in range(length):
        mark = feedback // worth % 3
        worth //= 3
        green[place] = mark == GREEN
        marked[place] = mark != GREY
    least = np.zeros(length, np.int64)
    for place in range(length - 1, -1, -1):
        if marked[place]:
            least[place] = 1
            for later in range(place + 1, length):
                if guess[later] == guess[place]:
                    least[place] += least[later]
                    least[later] = 0
    return green, least


@kernel
def keeps_hints(word: Any, guess: Any, green: Any, least: Any) -> bool:
    """Whether hard mode lets a word follow a clue, as `read_hints` has read it."""
    for place in range(len(guess)):
        if green[place] and word[place] != guess[place]:
            return False
    for place in range(len(guess)):
        if least[place]:
            missing = least[place]
            for letter in word:
                missing -= int(letter == guess[place])
            if missing > 0:
                return False
    return True
