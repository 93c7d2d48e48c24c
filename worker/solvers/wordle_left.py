"""Which words are left after some clues, and which clues are at fault when none is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.errors import BadOption, NoWordFits
from worker.kernels.patterns import hard_allowed, pattern_matrix
from worker.solvers.wordle_clues import Clue, Mode
from worker.solvers.wordle_words import WordleWords

MOST_COUNTED: Final = 4096
"""Words that figures rest on at most."""
_ENOUGH: Final = 0.98
_UNLIKELY: Final = 0.05
"""Figures leave out words that are so much less likely than the likeliest, once the others hold that part of
the likelihood: there may be thousands, and they hardly change anything."""


@dataclass(frozen=True, eq=False)
class Left:
    """Words that fit all clues, the likeliest first."""

    numbers: NDArray[np.int64]
    shares: NDArray[np.float64]
    """How likely each is, in total 1."""

    def __len__(self) -> int:
        return len(self.numbers)

    @cached_property
    def counted(self) -> Left:
        """Those that figures rest on, with shares that add up to 1.

        Of more than `MOST_COUNTED` words that are equally likely some are taken, spread over the alphabet.
        """
        most = int(np.searchsorted(np.cumsum(self.shares), _ENOUGH)) + 1
        likely = int(np.count_nonzero(self.shares > self.shares[0] * _UNLIKELY))
        count = min(max(most, likely), MOST_COUNTED)
        if count >= len(self):
            return self
        chosen = self._likeliest(count)
        shares = self.shares[chosen]
        return Left(self.numbers[chosen], shares / shares.sum())

    def _likeliest(self, count: int) -> NDArray[np.int64]:
        """The places of so many."""
        last = self.shares[count - 1]
        above = int(np.count_nonzero(self.shares > last))
        equal = above + np.arange(int(np.count_nonzero(self.shares == last)))
        spread = np.linspace(0, len(equal) - 1, count - above).round().astype(np.int64)
        return np.concatenate([np.arange(above), equal[spread]])


def left_after(words: WordleWords, clues: Sequence[Clue], exclude: Collection[str] = ()) -> Left:
    """The words that may be the answer.

    Words that are excluded or have no likelihood count only where no other word fits.

    Raises:
        NoWordFits: no allowed word fits the clues.
    """
    fits = _fits(words, clues, words.codes).all(axis=0)
    priors: NDArray[np.float64] = np.where(fits, words.priors, 0.0)
    if exclude:
        priors[words.numbers(exclude)] = 0.0
    if not priors.any():
        if not fits.any():
            raise no_word_fits(words, clues)
        priors = np.where(fits, 1.0, 0.0)
    numbers = np.flatnonzero(priors)
    numbers = numbers[np.argsort(-priors[numbers], kind="stable")]
    shares = priors[numbers]
    return Left(numbers, shares / shares.sum())


def guessable(
    words: WordleWords, clues: Sequence[Clue], mode: Mode, among: NDArray[np.int64] | None = None
) -> NDArray[np.bool_]:
    """Which words the rules let be guessed, of all that are allowed or of some given by their numbers."""
    codes = words.codes if among is None else words.codes[among]
    if mode is Mode.STRICT:
        return np.asarray(_fits(words, clues, codes).all(axis=0))
    mask = np.ones(len(codes), np.bool_)
    if mode is Mode.HARD:
        for clue in clues:
            hard_allowed(codes, words.encode([clue.guess])[0], clue.feedback, mask)
    return mask


def no_word_fits(words: WordleWords, clues: Sequence[Clue]) -> NoWordFits:
    """The error that names the fewest clues which no word fits together, and the likeliest word that fits all
    clues but one (or but as few as possible)."""
    fits = _fits(words, clues, words.codes)
    clash = _smallest_clash(fits)
    most = fits.sum(axis=0)
    closest = np.flatnonzero(most == most.max())
    nearest = words.allowed[closest[np.argmax(words.priors[closest])]]
    missed = [number for number, clue in enumerate(clues) if not clue.fits(nearest)]
    return NoWordFits(
        f"No word fits {' and '.join(str(clues[number]) for number in clash)}.",
        hint=f"{nearest.upper()} fits all but {', '.join(str(clues[number]) for number in missed)}: "
        "check the marks.",
        clash=[str(clues[number]) for number in clash],
        clash_numbers=list(clash),
        nearest=nearest,
        nearest_misses=[str(clues[number]) for number in missed],
    )


def _fits(words: WordleWords, clues: Sequence[Clue], codes: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """(clues, codes): whether a word, given by its letters, could be the answer, by each clue."""
    if not clues:
        return np.ones((1, len(codes)), np.bool_)
    wrong = next((clue for clue in clues if len(clue.guess) != words.length), None)
    if wrong:
        raise BadOption(
            f"{wrong.guess!r} has {len(wrong.guess)} letters; the words of this game have {words.length}.",
            option="guess",
        )
    patterns = pattern_matrix(words.encode([clue.guess for clue in clues]), codes)
    told = np.array([clue.feedback for clue in clues])
    return np.asarray(patterns == told[:, None])


def _smallest_clash(fits: NDArray[np.bool_]) -> tuple[int, ...]:
    """The fewest rows which are true together in no column; all rows are in none."""
    numbers = range(len(fits))
    sets = (chosen for size in range(1, len(fits)) for chosen in combinations(numbers, size))
    clashing = (chosen for chosen in sets if not fits[list(chosen)].all(axis=0).any())
    return next(clashing, tuple(numbers))
