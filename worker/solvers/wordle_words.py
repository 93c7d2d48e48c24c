"""The words of a game, as letters in arrays and with how likely each is to be the answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.errors import BadOption
from worker.solvers.wordle_feedback import LENGTHS

_MOST_SIGNS: Final = 254
"""Letters of an alphabet; a letter's code is a byte, 0 none, and one more stands for all other letters."""


class WordleWords:
    """A game's words, all of one length; a word is known by its number in `allowed`."""

    allowed: tuple[str, ...]
    """What may be guessed, answers included, in alphabetical order."""
    answers: NDArray[np.int64]
    """The numbers of the listed answers, ascending."""
    priors: NDArray[np.float64]
    """How likely each allowed word is to be the answer, in total 1."""
    codes: NDArray[np.uint8]
    """(allowed, length): the letters, from 1."""

    def __init__(
        self,
        answers: Iterable[str],
        allowed: Iterable[str] = (),
        weights: Mapping[str, float] | None = None,
    ) -> None:
        """Take lower-case words; answers may be guessed in any case.

        Args:
            weights: how likely words are, in any unit; without them all answers are equally likely. A word
                without a weight is the answer only where no word with one fits.

        Raises:
            BadOption: no answers, words of several lengths or too short or long, weights that are none.
        """
        listed = set(answers)
        self.allowed = tuple(sorted(listed.union(allowed)))
        self.length = _length_of(self.allowed)
        if not listed:
            raise BadOption("There are no answers.", option="answers")
        self.answers = np.fromiter(
            (number for number, word in enumerate(self.allowed) if word in listed), np.int64
        )
        self.priors = self._priors(dict.fromkeys(listed, 1.0) if weights is None else weights)
        signs = _signs(self.allowed)
        self._alphabet = np.unique(signs)
        if len(self._alphabet) > _MOST_SIGNS:
            raise BadOption(f"The words have more than {_MOST_SIGNS} letters.", option="allowed")
        self.codes = self._coded(signs)

    def __len__(self) -> int:
        return len(self.allowed)

    @cached_property
    def number(self) -> Mapping[str, int]:
        """The number of each allowed word."""
        return {word: number for number, word in enumerate(self.allowed)}

    @cached_property
    def columns(self) -> NDArray[np.int64]:
        """(allowed,): which of the listed answers a word is, or -1."""
        columns = np.full(len(self), -1, np.int64)
        columns[self.answers] = np.arange(len(self.answers))
        return columns

    @property
    def answer_words(self) -> tuple[str, ...]:
        return self.spelled(self.answers)

    def spelled(self, numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.allowed[number] for number in numbers)

    def numbers(self, words: Collection[str]) -> NDArray[np.int64]:
        """The numbers of those of the words that are allowed."""
        return np.array([self.number[word] for word in words if word in self.number], np.int64)

    def encode(self, words: Sequence[str]) -> NDArray[np.uint8]:
        """(words, length): letters as here, whether the words are allowed or not."""
        return self._coded(_signs(words))

    def _coded(self, signs: NDArray[np.uint32]) -> NDArray[np.uint8]:
        places = np.searchsorted(self._alphabet, signs)
        known = self._alphabet[np.minimum(places, len(self._alphabet) - 1)] == signs
        return np.where(known, places + 1, len(self._alphabet) + 1).astype(np.uint8)

    def _priors(self, weights: Mapping[str, float]) -> NDArray[np.float64]:
        priors = np.array([weights.get(word, 0.0) for word in self.allowed], np.float64)
        most = priors.max()
        if not (np.isfinite(most) and most > 0 and priors.min() >= 0):
            raise BadOption("Weights are numbers from 0 up, at least one of them above.", option="weights")
        # The sum of the largest numbers there are is none; powers of two change no digit.
        priors = np.ldexp(priors, -int(np.frexp(most)[1]))
        return np.asarray(priors / priors.sum(), np.float64)


def _length_of(words: Sequence[str]) -> int:
    lengths = {len(word) for word in words}
    if len(lengths) > 1:
        told = " or ".join(map(str, sorted(lengths)))
        raise BadOption(
            "The words of a game have one length.",
            hint=f"These have {told} letters: leave the others out.",
            option="allowed",
            lengths=sorted(lengths),
        )
    length = lengths.pop() if lengths else LENGTHS[0]
    if length not in LENGTHS:
        raise BadOption(f"Words have {LENGTHS[0]} to {LENGTHS[-1]} letters, not {length}.", option="allowed")
    return length


def _signs(words: Sequence[str]) -> NDArray[np.uint32]:
    """(words, length): code points."""
    return np.frombuffer("".join(words).encode("utf-32-le"), np.uint32).reshape(len(words), -1)
