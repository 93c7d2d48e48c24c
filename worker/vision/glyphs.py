"""Reads letters: normalised glyphs in, calibrated probabilities of each shape out.

The classes are shapes, not letters: `c` and `C` are two classes although they look alike at one size, and the
network shares the probability between them. What a caller wants is mostly a letter, so `letter_probabilities`
sums the shapes that spell it, given what is known about the board (capitals only? digits possible?).

`cut_glyph` and `cut_box` make the glyphs; see `worker.vision.glyph_cut`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from worker.vision.glyph_cut import GLYPH_SIZE, Glyph, PatchBox, cut_box, cut_glyph
from worker.vision.glyph_net import GlyphNets

__all__ = [
    "ACCENTED",
    "CLASSES",
    "GLYPH_SIZE",
    "LETTERS",
    "NO_LETTER",
    "Case",
    "Glyph",
    "GlyphReader",
    "PatchBox",
    "base_letter",
    "cut_box",
    "cut_glyph",
    "default_reader",
    "letter_probabilities",
]

Probabilities = NDArray[np.float32]

NO_LETTER = ""  # the class of textures, strokes, fragments: something is there, but no letter
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIGITS = "0123456789"
ACCENTED = "ÑÇÁÉÍÓÚÀÂÊÔÃÕÜ"

CLASSES: tuple[str, ...] = (
    NO_LETTER,
    *_CAPITALS,
    *_CAPITALS.lower(),
    *_DIGITS,
    *ACCENTED,
    *ACCENTED.lower(),
    "Qu",  # a die's face
)
LETTERS: tuple[str, ...] = (NO_LETTER, *_CAPITALS, *ACCENTED, "QU", *_DIGITS)
"""What the shapes spell; `letter_probabilities` has a column for each."""

KIND_SHARES = {"upper": 0.47, "lower": 0.19, "digit": 0.08, "accent": 0.10, "Qu": 0.015, NO_LETTER: 0.145}
"""How much of the training set each kind of shape is: what the network expects before it looks."""

MODEL_PATH = Path(__file__).parent / "data" / "glyphs.npz"

_BASES = {**dict(zip("ÁÀÂÃÉÊÍÓÔÕÚÜ", "AAAAEEIOOOUU", strict=True)), "Ç": "C"}


SPELLED: Probabilities = np.array([[letter == c.upper() for letter in LETTERS] for c in CLASSES], np.float32)
"""(classes, letters): 1 where a shape spells a letter, whatever its case."""
_ALIKE = {"0": "O", "1": "I", "l": "I"}
LOOKS: Probabilities = np.array(
    [[letter == _ALIKE.get(c, c.upper()) for letter in LETTERS] for c in CLASSES], np.float32
)
"""(classes, letters): the same, with rings counted together, and bars: only their board tells these apart."""


class Case(StrEnum):
    """What is known about a board's letters."""

    UPPER = "upper"
    LOWER = "lower"
    ANY = "any"


class GlyphReader:
    """The trained networks, loaded once; safe to share between threads, since reading changes nothing."""

    def __init__(self, path: Path = MODEL_PATH) -> None:
        with np.load(path) as stored:
            if tuple(stored["classes"].tolist()) != CLASSES:
                raise ValueError(f"{path} was trained for other classes; run `make model`")
            self._nets = GlyphNets.from_arrays(stored, LOOKS)

    def read(self, glyphs: NDArray[np.float32] | Sequence[NDArray[np.float32]]) -> Probabilities:
        """Probabilities (n, len(CLASSES)) of glyphs (n, GLYPH_SIZE, GLYPH_SIZE); rows sum to one."""
        stack = np.asarray(glyphs, np.float32).reshape(-1, GLYPH_SIZE, GLYPH_SIZE)
        return self._nets.probabilities(stack)


@cache
def default_reader() -> GlyphReader:
    """The shipped model, one per process."""
    return GlyphReader()


def letter_probabilities(
    probs: Probabilities, *, case: Case = Case.ANY, digits: bool = False, accents: bool = False
) -> Probabilities:
    """Probabilities (n, len(LETTERS)) of letters, from those of shapes (n, len(CLASSES)).

    Shapes that the board cannot hold (the other case, digits) are ruled out and the rest scaled up to one, so
    that among capitals a lone bar is an `I` and a ring an `O`. Accented letters count for their base letter,
    `Ñ` excepted, unless `accents` asks for columns of their own.
    """
    sums = probs @ _spelling(case, digits, accents)
    total = np.maximum(sums.sum(axis=1, keepdims=True), np.float32(1e-12))
    return np.asarray(sums / total, np.float32)


def base_letter(letter: str) -> str:
    """The letter without its accent: `É` -> `E`, `Ç` -> `C`; `Ñ` is a letter of its own."""
    return _BASES.get(letter, letter)


@cache
def _spelling(case: Case, digits: bool, accents: bool) -> NDArray[np.float32]:
    """(classes, letters): how much of a shape's probability goes to the letter that it spells.

    Zero for shapes that the board cannot hold. The others count for more than "no letter" in return: the
    network learned to expect them beside all that is now ruled out.
    """
    table = np.zeros((len(CLASSES), len(LETTERS)), np.float32)
    table[0, 0] = _expected(case, digits) / (1 - KIND_SHARES[NO_LETTER])
    for i, shape in enumerate(CLASSES[1:], 1):
        if _possible(shape, case, digits):
            letter = shape.upper() if accents else base_letter(shape.upper())
            table[i, LETTERS.index(letter)] = 1
    return table


def _expected(case: Case, digits: bool) -> float:
    """The share of the training set that is letters such a board can hold."""
    accents = KIND_SHARES["accent"] / 2
    upper = KIND_SHARES["upper"] + accents if case is not Case.LOWER else 0
    lower = KIND_SHARES["lower"] + accents if case is not Case.UPPER else 0
    return KIND_SHARES["Qu"] + upper + lower + (KIND_SHARES["digit"] if digits else 0)


def _possible(shape: str, case: Case, digits: bool) -> bool:
    if shape == "Qu":
        return True
    if shape.isdigit():
        return digits
    return case is Case.ANY or (shape.isupper() == (case is Case.UPPER))
