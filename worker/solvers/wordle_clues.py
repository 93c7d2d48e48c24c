"""Clues, and what they allow: which words fit, which may be guessed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from worker.errors import BadOption
from worker.solvers.wordle_feedback import (
    LENGTHS,
    Mark,
    all_green,
    feedback,
    feedback_text,
    marks_of,
    parse_feedback,
)


class Mode(StrEnum):
    """What may be guessed."""

    EASY = "easy"
    """Any allowed word."""
    HARD = "hard"
    """Greens stay in place, a marked letter is in the guess at least as often as it was marked."""
    STRICT = "strict"
    """Only what can be the answer as far as the clues tell."""


@dataclass(frozen=True, slots=True)
class Clue:
    """A guess and what the game said to it: `Clue("crane", 0)`."""

    guess: str
    """Lower case."""
    feedback: int

    def __post_init__(self) -> None:
        if len(self.guess) not in LENGTHS:
            raise BadOption(
                f"{self.guess!r} has {len(self.guess)} letters; words have {LENGTHS[0]} to {LENGTHS[-1]}.",
                option="guess",
            )
        if not 0 <= self.feedback <= all_green(len(self.guess)):
            raise BadOption(f"{self.feedback} is no feedback for {self.guess!r}.", option="feedback")

    @classmethod
    def parse(cls, text: str) -> Clue:
        """Read `crane=gybbb`, with the marks written in any way that `parse_feedback` knows.

        Raises:
            BadOption: no `=`, or marks that do not go with the word.
        """
        guess, equals, marks = (part.strip() for part in text.partition("="))
        if not equals or not guess.isalpha():
            raise BadOption(
                f"{text!r} is no guess with its feedback.", hint="Write it as crane=gybbb.", option="guess"
            )
        return cls(guess.lower(), parse_feedback(marks, len(guess)))

    def __str__(self) -> str:
        return f"{self.guess}={feedback_text(self.feedback, len(self.guess))}"

    @property
    def solved(self) -> bool:
        return self.feedback == all_green(len(self.guess))

    def fits(self, word: str) -> bool:
        """Whether the word could be the answer, as far as this clue tells."""
        return feedback(self.guess, word) == self.feedback

    def keeps_hints(self, word: str) -> bool:
        """Whether hard mode lets the word follow."""
        marked = []
        for place, mark in enumerate(marks_of(self.feedback, len(self.guess))):
            if mark is Mark.GREEN and word[place] != self.guess[place]:
                return False
            if mark is not Mark.GREY:
                marked.append(self.guess[place])
        return all(word.count(letter) >= marked.count(letter) for letter in marked)


def fitting(words: Iterable[str], clues: Sequence[Clue]) -> Iterator[str]:
    """The words that could be the answer."""
    return (word for word in words if all(clue.fits(word) for clue in clues))


def may_guess(word: str, clues: Sequence[Clue], mode: Mode) -> bool:
    """Whether the rules let a word be guessed after the clues."""
    if mode is Mode.EASY:
        return True
    allows = Clue.keeps_hints if mode is Mode.HARD else Clue.fits
    return all(allows(clue, word) for clue in clues)
