"""What a letter model gets right, as the tables of its model card."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from worker.vision.glyphs import CLASSES, LETTERS, SPELLED, Case, letter_probabilities

MARKER = "<!-- everything below is written by worker.vision.train -->"
LIMITS = (0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998)
BANDS = (0.0, 0.5, 0.8, 0.95, 0.99, 0.999, 1.0)

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]

_LETTER_OF = SPELLED.argmax(axis=1)
_CAPITALS = [i for i, shape in enumerate(CLASSES) if shape.isupper() or shape == "Qu"]


def letters_of(probs: Floats) -> Floats:
    """Probabilities of letters (n, len(LETTERS)) with nothing known about the board: all shapes summed."""
    return probs @ SPELLED


def report(probs: Floats, labels: Indices) -> str:
    """Markdown tables from shape probabilities (n, classes) and true classes (n,)."""
    letters, truth = letters_of(probs), _LETTER_OF[labels]
    guess, confidence = letters.argmax(1), letters.max(1)
    shapes = np.mean(probs.argmax(1) == labels)
    head = f"{np.mean(guess == truth):.2%} of {len(truth)} letters right ({shapes:.2%} of the shapes)."
    tables = [_bands(guess == truth, confidence), _limits(probs, labels), _per_letter(guess, truth)]
    return "\n\n".join([head, *tables])


def _bands(right: NDArray[np.bool_], confidence: Floats) -> str:
    """Whether a confidence means what it says."""
    rows = ["| confidence | share | mean confidence | right |", "|---|---|---|---|"]
    for low, high in pairwise(BANDS):
        inside = (confidence > low) & (confidence <= high)
        if inside.any():
            mean, accuracy = confidence[inside].mean(), right[inside].mean()
            rows.append(f"| {low:g} to {high:g} | {inside.mean():.1%} | {mean:.2%} | {accuracy:.2%} |")
    return "\n".join(rows)


def _limits(probs: Floats, labels: Indices) -> str:
    """What a threshold makes doubtful on boards of capitals: nearly all wrong letters, and how many right."""
    here = np.flatnonzero((labels == 0) | np.isin(labels, _CAPITALS))
    letters = letter_probabilities(probs[here], case=Case.UPPER, accents=True)
    truth, guess = _LETTER_OF[labels[here]], letters.argmax(1)
    confidence = np.where(guess == 0, 0, letters.max(1))
    wrong, right = confidence[guess != truth], confidence[(guess == truth) & (truth > 0)]
    rows = ["| threshold, capitals only | wrong below | right above |", "|---|---|---|"]
    rows += [f"| {t:g} | {np.mean(wrong < t):.2%} | {np.mean(right >= t):.2%} |" for t in LIMITS]
    return "\n".join(rows)


def _per_letter(guess: Indices, truth: Indices) -> str:
    """Accuracy and the commonest confusions of each letter."""
    rows = ["| letter | right | of | taken for |", "|---|---|---|---|"]
    for i, name in enumerate(LETTERS):
        mine = truth == i
        if mine.any():
            share = np.mean(guess[mine] == i)
            rows.append(f"| {name or 'none'} | {share:.1%} | {mine.sum()} | {_mixed_up(guess[mine], i)} |")
    return "\n".join(rows)


def _mixed_up(guess: Indices, letter: int) -> str:
    wrong, counts = np.unique(guess[guess != letter], return_counts=True)
    worst = sorted(zip(counts.tolist(), wrong.tolist(), strict=True), reverse=True)[:4]
    return ", ".join(f"{LETTERS[j] or 'none'} {n}" for n, j in worst)


def write_into_card(card: Path, text: str) -> None:
    """Replace what the last training wrote; what people wrote above the marker stays."""
    kept = card.read_text(encoding="utf-8").split(MARKER)[0] if card.exists() else ""
    card.write_text(f"{kept}{MARKER}\n\n{text}\n", encoding="utf-8")
