"""Which colour means what: right place, elsewhere in the word, absent, or typed but not yet judged.

Every way to give the board's colours these meanings is scored, and the best one is taken:
- absent is the grey one: the colour with little chroma beside the others;
- hue speaks for right (green, teal; orange beside blue; red beside yellow) or for elsewhere (yellow, blue);
- the rules speak loudest: two letters cannot both be right in one column, a guess of one strong colour was
  the answer, and once there is an answer all marks follow from it (`wordle_rules`);
- where the rules tell nothing, only a usual palette is believed;
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
CONFLICT = 2.0
"""What a mark that breaks the rules costs, in units of the hues' evidence."""
FORESEEN, MOST_FORESEEN = 1.0, 8.0
"""What a mark says that follows from the answer, where all do; and all of them together at most."""
AGAIN = 0.7
"""What it costs that a letter is guessed again where it was said not to be: few players do."""
USUAL = 3.0
"""How much more each hue tells for its usual meaning than for the opposite, on the palettes of most games."""
TOLD = 1.0
"""How much the rules must tell for one meaning and against another, where the palette is an unusual one."""
WINNING_ROW = 2.0
"""What a guess of one strong colour at the end says for "right"."""
ONLY_ROW = 1.0
"""The same where there is no other guess."""
_OPPOSITE = str.maketrans(RIGHT + ELSEWHERE, ELSEWHERE + RIGHT)
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
        hues = sum(_evidence(c, mark, strongest) for c, mark in zip(colours, marks, strict=True))
        guesses = [
            Guess(word, "".join(marks[group] for group in row))
            for word, row in zip(words, groups, strict=True)
            if not any(marks[group] == TYPED for group in row)
        ]
        rules = _foreseen(guesses) + _winning(guesses)
        rules -= CONFLICT * len(conflicts(guesses)) + AGAIN * _tried_again(guesses)
        scored.append((hues + _high_contrast(colours, marks) + rules, rules, marks))
    scored.sort(reverse=True)
    score, rules, marks = scored[0]
    other, other_rules, rivals = scored[1] if len(scored) > 1 else (score - 9, rules, marks)
    usual = USUAL * sum(mark in (RIGHT, ELSEWHERE) for mark in marks)
    settled = score - other >= usual or rules - other_rules >= TOLD or _high_contrast(colours, marks) > 0
    unsettled = not settled and rivals == marks.translate(_OPPOSITE)
    return Roles(marks, 0.0 if unsettled else score - other, rivals)


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


def _foreseen(guesses: Sequence[Guess]) -> float:
    """What it says that a last guess of right letters is the answer, from which all other marks follow."""
    if len(guesses) < 2 or set(guesses[-1].marks) != {RIGHT} or conflicts(guesses):
        return 0.0
    coloured = sum(mark != ABSENT for guess in guesses[:-1] for mark in guess.marks)
    return min(FORESEEN * coloured, MOST_FORESEEN)


def _tried_again(guesses: Sequence[Guess]) -> int:
    """How often a letter stands once more in a place of which it is known that it is elsewhere."""
    tried = [
        (col, letter)
        for guess in guesses
        for col, (letter, mark) in enumerate(zip(guess.letters, guess.marks, strict=True))
        if letter and mark == ELSEWHERE
    ]
    return len(tried) - len(set(tried))


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
