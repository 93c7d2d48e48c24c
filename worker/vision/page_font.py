"""The letters of a page are of one font: what looks like its other R's is an R, however unsure alone."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats

Ints = npt.NDArray[np.int64]

EXAMPLE = 0.8
"""Probability from which on a glyph shows the others what its letter looks like here."""
CERTAIN = 0.98
"""Letters read with more are left as they are."""
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
TYPICAL = 64
"""Glyphs from which it is told how alike two prints of one letter are on this page."""


def of_one_font(images: Floats, letters: Floats) -> Floats:
    """Letter probabilities (n, letters) of glyphs (n, S, S), unsure ones compared with the page's others."""
    best, sure = letters[:, 1:].argmax(axis=1) + 1, letters[:, 1:].max(axis=1)
    unsure = np.flatnonzero(sure < CERTAIN)
    examples = np.flatnonzero(sure >= EXAMPLE)
    if not len(unsure) or not len(examples):
        return letters
    prints = _prints(images)
    likeness = prints[unsure] @ prints[examples].T
    likeness[unsure[:, None] == examples] = -1
    by_letter = _closest(likeness, best[examples], letters.shape[1])
    closest = by_letter.max(axis=1, keepdims=True)
    usual = _usual_unlikeness(prints[examples], best[examples])
    # What has no twin may well be the page's only one of its letter, or crossed, and says less about it.
    apart = TWIN * usual / np.maximum(1 - closest, 1e-6)
    lag = np.where(apart > 1, UNSEEN * usual, 0)
    by_letter = np.where(by_letter < 0, closest - lag, by_letter)
    # Scrap looks like nothing else: without a twin it stays as likely beside the best letter.
    by_letter[:, :1] = np.take_along_axis(by_letter, best[unsure, None], axis=1) - 2 * lag
    weighed = np.log(letters[unsure] + 1e-6) + WEIGHT / usual * np.minimum(apart, 1) * (by_letter - closest)
    compared = _softmax(weighed)
    changed = compared[:, 1:].argmax(axis=1) + 1 != best[unsure]
    # Only a twin may overrule the network, and then the letter is doubtful still.
    alone = changed & (lag[:, 0] == 0)
    compared[alone] = letters[unsure[alone]]
    compared[changed & ~alone] *= CHANGED
    settled = letters.copy()
    settled[unsure] = compared
    return settled


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def _prints(images: Floats) -> Floats:
    """(n, pixels): softened, so that a pixel's shift does not count, and of mean 0 and length 1."""
    n, side, _ = images.shape
    stack = np.ascontiguousarray(images.reshape(n * side, side))
    soft = np.asarray(cv2.blur(stack, (3, 1)), np.float32).reshape(n, side, side)
    flat = (soft + np.roll(soft, 1, axis=1) + np.roll(soft, -1, axis=1)).reshape(n, -1)
    flat -= flat.mean(axis=1, keepdims=True)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6), np.float32)


def _usual_unlikeness(prints: Floats, letter: Ints) -> float:
    """How much two prints of one letter differ on this page, which tells how blurred or noisy it is."""
    some = np.arange(0, len(prints), -(-len(prints) // TYPICAL))
    likeness = np.where(letter[some, None] == letter, prints[some] @ prints.T, -1)
    likeness[np.arange(len(some)), some] = -1
    closest = likeness.max(axis=1)
    has_twin = closest >= 0
    return 1 - min(float(np.median(closest[has_twin])), MOST_ALIKE) if has_twin.any() else 1.0


def _closest(likeness: Floats, letter: Ints, count: int) -> Floats:
    """(unsure, letters): likeness to the closest example of each letter, or -1."""
    closest = np.full((len(likeness), count), -1, np.float32)
    for which in np.unique(letter).tolist():
        closest[:, which] = likeness[:, letter == which].max(axis=1)
    return closest
