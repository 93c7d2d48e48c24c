"""The letters of a page are of one font: what looks like its other R's is an R, however unsure alone.

It works against surety too: a glyph that looks more like the page's P's than like its F's is a doubtful F.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats

Ints = npt.NDArray[np.int64]

EXAMPLE = 0.8
"""Probability from which on a glyph shows the others what its letter looks like here."""
CERTAIN = 0.98
"""Letters read with more may be doubted by comparison, but are not read as another."""
WEIGHT = 1.6
"""By how many nats a letter is less likely that the glyph is as much less like as two prints of one letter
usually are."""
UNSEEN = 1.5
"""A letter with no example on the page is thought to look this much less like a glyph than its twin does."""
TWIN = 1.5
"""Up to how much less like each other than usual two prints of one letter are."""
CHANGED = 0.8
"""Probability, at most, of a letter that the network alone had read as another."""
MOST_ALIKE = 0.97
"""Two prints of one letter are never thought to be more alike than this."""
ODD, LEAST_ODD = 6.0, 0.115
"""How many times less like its kind than usual a glyph is that is doubted, and how much at least."""
LEAST_OWN = 3
"""Glyphs of a letter from which on it is told what is usual."""
TYPICAL = 64
"""Glyphs from which it is told how alike two prints of one letter are on this page."""


def of_one_font(likeness: Floats, letters: Floats) -> Floats:
    """Letter probabilities (n, letters) of glyphs, compared with the page's others; `likeness` is (n, n),
    the same either way."""
    best, sure = letters[:, 1:].argmax(axis=1) + 1, letters[:, 1:].max(axis=1)
    examples = np.flatnonzero(sure >= EXAMPLE)
    if not len(examples):
        return letters
    examples = examples[np.argsort(best[examples], kind="stable")]
    likeness = likeness[examples]
    likeness[np.arange(len(examples)), examples] = -1
    some = slice(0, None, -(-len(examples) // TYPICAL))
    usual = _usual_unlikeness(likeness[:, examples[some]].T, best[examples[some]], best[examples])
    by_letter = _closest(likeness, best[examples], letters.shape[1])
    closest = by_letter.max(axis=1, keepdims=True)
    # What has no twin may well be the page's only one of its letter, or crossed, and says less about it.
    apart = TWIN * usual / np.maximum(1 - closest, 1e-6)
    lag = np.where(apart > 1, UNSEEN * usual, 0)
    by_letter = np.where(by_letter < 0, closest - lag, by_letter)
    # Scrap looks like nothing else: without a twin it stays as likely beside the best letter.
    by_letter[:, :1] = np.take_along_axis(by_letter, best[:, None], axis=1) - 2 * lag
    weighed = np.log(letters + 1e-6) + WEIGHT / usual * np.minimum(apart, 1) * (by_letter - closest)
    return _settled(letters, _softmax(weighed), sure, has_twin=lag[:, 0] > 0)


def _settled(letters: Floats, compared: Floats, sure: Floats, *, has_twin: npt.NDArray[np.bool_]) -> Floats:
    """Only a twin may overrule the network, only where that is unsure, and the letter is doubtful still."""
    changed = (compared[:, 1:].argmax(axis=1) != letters[:, 1:].argmax(axis=1))[:, None]
    certain, twin = (sure >= CERTAIN)[:, None], has_twin[:, None]
    overruled, doubted = changed & twin & ~certain, changed & twin & certain
    settled = np.where(changed & ~twin, letters, compared)
    return np.where(overruled, compared * CHANGED, np.where(doubted, letters * CHANGED, settled))


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def _usual_unlikeness(likeness: Floats, own: Ints, letter: Ints) -> float:
    """How much two prints of one letter differ on this page, which tells how blurred or noisy it is.

    `likeness` is (some, examples), `own` (some,) and `letter` (examples,) are what they show.
    """
    closest = np.where(own[:, None] == letter, likeness, -1).max(axis=1)
    has_twin = closest >= 0
    return 1 - min(float(np.median(closest[has_twin])), MOST_ALIKE) if has_twin.any() else 1.0


def _closest(likeness: Floats, letter: Ints, count: int) -> Floats:
    """(n, letters): likeness to the closest example of each letter, or -1.

    `likeness` is (examples, n), `letter` (examples,) is in order.
    """
    which, first = np.unique(letter, return_index=True)
    closest = np.full((likeness.shape[1], count), -1, np.float32)
    closest[:, which] = np.maximum.reduceat(likeness, first, axis=0).T
    return closest


def unlike_their_own(likeness: Floats, letter: Ints) -> npt.NDArray[np.bool_]:
    """(n,): glyphs much less like the others of their letter than is usual on the page.

    Some of the F's that all lost their serifs may be taken for E's, and each of them has a twin among them.
    `likeness` is (n, n), `letter` (n,) what each one was read as.
    """
    typical = np.ones(len(letter), np.float32)
    for one in np.unique(letter):
        own = np.flatnonzero(letter == one)
        if len(own) >= LEAST_OWN:
            typical[own] = np.median(likeness[np.ix_(own, own)], axis=1)
    unlike = 1 - typical
    usual = float(np.median(unlike))
    return np.asarray(unlike > max(ODD * usual, LEAST_ODD))
