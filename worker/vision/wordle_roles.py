"""Which colour means what: right place, elsewhere in the word, absent, or typed but not yet judged.

Every way to give the board's colours these meanings is scored, and the best one is taken:
- absent is the grey one: the colour with little chroma beside the others;
- hue speaks for right (green, teal; orange beside blue; red beside yellow) or for elsewhere (yellow, blue);
- the rules speak loudest: two letters cannot both be right in one column, a guess of one strong colour was
  the answer, and once there is an answer all marks follow from it (`wordle_rules`);
- a last row whose tiles all have the colour of empty ones, or of the ground, is typed only.
So a theme that nobody has seen is read as well, if the guesses tell enough; else the colours stay doubtful.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from worker.vision.candidates import Floats
from worker.vision.wordle_colours import COLOURLESS, hue
from worker.vision.wordle_rules import Guess, conflicts

RIGHT, ELSEWHERE, ABSENT, TYPED = "g", "y", "b", "."
GREY_SHARE = 0.38
"""Chroma, as a share of the board's strongest, up to which a colour is grey beside the others."""
CONFLICT = 0.8
"""What a mark that breaks the rules costs, in units of the hues' evidence."""
WINNING_ROW = 2.0
"""What a guess of one strong colour at the end says for "right"."""
ONLY_ROW = 1.0
"""The same where there is no other guess."""
_HUES = (0, 32, 46, 60, 76, 92, 115, 140, 185, 225, 260, 310, 345, 360)
_RIGHT = (0.6, 1.2, 2.4, 2.2, -0.5, -1.5, 1.5, 3.0, 2.5, 0.6, 0.3, 0.5, 0.5, 0.6)
_ELSEWHERE = (0.8, 0.8, 1.0, 1.2, 2.5, 3.0, 1.0, -2.0, -1.0, 1.0, 1.5, 1.0, 1.0, 0.8)
"""How much a hue speaks for a meaning, between `_HUES` by line: as the games that are played have it."""


@dataclass(frozen=True)
class Colour:
    """A group of tiles of one colour."""

    lab: Floats
    chroma: float
    """How far from grey, the ground's tint counting as grey."""
    share: float
    """Of all tiles with letters."""
    bare: bool
    """Whether empty tiles or the ground around tiles have this colour too."""
    last_row_only: bool
    """Whether exactly the tiles of the last row with letters have it."""


@dataclass(frozen=True)
class Roles:
    marks: str
    """The meaning of each colour."""
    margin: float
    """How much better this is than the next best."""
    rivals: str
    """The next best meanings."""


def assign(
    colours: Sequence[Colour], groups: Sequence[Sequence[int]], words: Sequence[Sequence[str]]
) -> Roles:
    """The likeliest meaning of each colour; `groups` and `words` are the tiles' by row."""
    strongest = max([colour.chroma for colour in colours], default=0.0)
    scored = []
    for marks in _meanings(colours):
        score = sum(_evidence(c, mark, strongest) for c, mark in zip(colours, marks, strict=True))
        guesses = [
            Guess(word, "".join(marks[group] for group in row))
            for word, row in zip(words, groups, strict=True)
            if not any(marks[group] == TYPED for group in row)
        ]
        score += _high_contrast(colours, marks)
        score -= CONFLICT * len(conflicts(guesses))
        score += _winning(guesses)
        scored.append((score, marks))
    scored.sort(reverse=True)
    best, second = scored[0], scored[1] if len(scored) > 1 else (scored[0][0] - 9, scored[0][1])
    return Roles(best[1], best[0] - second[0], second[1])


def _meanings(colours: Sequence[Colour]) -> Iterator[str]:
    """All ways to give the colours meanings; more colours than meanings share "absent"."""
    typed = [index for index, colour in enumerate(colours) if colour.last_row_only]
    spare = ABSENT * max(len(colours) - 2, 1)
    ways = set(permutations(RIGHT + ELSEWHERE + spare, len(colours)))
    ways |= {
        (*way[:index], TYPED, *way[index:])
        for index in typed
        for way in set(permutations(RIGHT + ELSEWHERE + spare, len(colours) - 1))
    }
    return ("".join(way) for way in sorted(ways))


def _evidence(colour: Colour, mark: str, strongest: float) -> float:
    grey = colour.chroma <= max(COLOURLESS, GREY_SHARE * strongest)
    if mark == TYPED:
        return (2.6 if colour.bare else 0.5) if grey else -3.0
    if mark == ABSENT:
        return (2.0 if grey else -1.5) + colour.share
    if grey:
        return -3.0
    angle = float(hue(colour.lab))
    return float(np.interp(angle, _HUES, _RIGHT if mark == RIGHT else _ELSEWHERE))


def _high_contrast(colours: Sequence[Colour], marks: str) -> float:
    """Beside blue, a warm colour is right: the palette for the colour-blind, in most of the games."""
    hues = {mark: float(hue(colour.lab)) for colour, mark in zip(colours, marks, strict=True)}
    if RIGHT in hues and ELSEWHERE in hues and 35 < hues[RIGHT] < 85 and 215 < hues[ELSEWHERE] < 300:
        return 1.5
    return 0.0


def _winning(guesses: Sequence[Guess]) -> float:
    """A last guess of one mark only: the answer, after others that were not.

    A first guess is rarely the answer, and still more rarely all its letters in other places: hues that tell
    clearly count for more.
    """
    if not guesses:
        return 0.0
    marks = set(guesses[-1].marks)
    if len(guesses) == 1:
        return ONLY_ROW if marks == {RIGHT} else 0.0
    return WINNING_ROW if marks == {RIGHT} else -WINNING_ROW if marks == {ELSEWHERE} else 0.0
