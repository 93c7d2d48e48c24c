"""Reads dice: every one lies in a turn of its own, and its letter's looks must tell which way is up.

The network knows upright letters; turned ones are no letters to it, but for a few: O, I, S, H, N, Z and X
look the same upside down, and N is a Z on its side as W is an M on its head. So each die is read at every
turn, a letter of the first kind only counts as far as it is read upside down too, and the underline that dice
have for the others tells what is below. Without it N and Z are told apart by their proportions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.glyphs import LETTERS, Case, Glyph, GlyphReader, cut_glyph, letter_probabilities
from worker.vision.lattice import Flags
from worker.vision.tiles import rim

READ = 0.95
"""With this a die is read; when one is not, all are looked at in other ways too."""
CERTAIN = 0.9999
"""No reading of the network counts for more, so that one turn cannot silence all others."""
TILTS = (22.5, -22.5, 45)
"""Degrees from the sides of the board; the network takes half the step as it comes."""
TILTED = 0.1
"""What the odds of a letter count for that only one such turn speaks for."""
GROUND_RIM = 0.8
"""Share of a patch in which the die's ground shows around its letter."""
OTHER_GROUND, ODD_GROUND = 0.35, 0.1
"""How far, in logarithms, a ground is off that of the other dice when it is none of a die (shadows take a
quarter), and what the odds of a letter on it count for."""
WORN = 0.35
"""Contrast of worn print, as a share of the others', that is taken for full ink."""
GROUND = 0.3
"""Side of the square, in sides of a patch, in which the ground under a stroke is looked for."""
SMOOTH = 1.2
"""Pixels over which the specks of worn print run together."""
UNDERLINED = 50.0
"""How many times likelier the turn is that has the underline below the letter."""
N_OR_Z = (1.0, 1.2, -7.0)
"""What speaks for an N against a Z on its side, in logarithms of odds: so many times how far the network
prefers the N, plus this, plus this for each factor e that the glyph is wider than high. The first is half of
what fits 584 faces best, as drawn and photographed; it tells 98.6 % of those, the network alone 91 %."""
N_PER_Z = 4.0
"""Dice show N that much more often than Z, and most underline the Z."""

_SAME_UPSIDE_DOWN = np.array([letter != "" and letter in "HINOSXZ" for letter in LETTERS])
_N, _Z, _TILDE_N = (LETTERS.index(letter) for letter in "NZÑ")


@dataclass(frozen=True)
class Die:
    """A die's glyph as its best reading has it upright, and how likely each letter is."""

    glyph: Glyph
    letters: Floats
    """(len(LETTERS),), summing to one; the first is no letter at all."""
    off: complex
    """From the middle of the patch to that of the glyph, x + y j, in pixels."""

    @property
    def sureness(self) -> float:
        return float(self.letters[1:].max())

    @property
    def clearness(self) -> float:
        """How sure the shape is read, be it an N or a Z on its side."""
        return max(self.sureness, float(self.letters[_N] + self.letters[_Z]))

    @property
    def best(self) -> int:
        """The likeliest letter."""
        return 1 + int(self.letters[1:].argmax())

    def contested_by(self, other: Die) -> Die:
        """The die as far as another look at it, that shows another letter, leaves it sure."""
        weight, against = (look.clearness / (1 - min(look.clearness, CERTAIN)) for look in (self, other))
        share = np.float32(weight / (weight + against))
        return replace(self, letters=share * self.letters + (1 - share) * other.letters)

    def weighed(self, weight: float) -> Die:
        """The die with the odds of its letters counting `weight`."""
        letters = self.letters * np.float32(weight)
        letters[0] = self.letters[0]
        return replace(self, letters=letters / letters.sum())


class _View(NamedTuple):
    """A way to look at a die's patch, and what the odds of a letter seen so count for."""

    change: Callable[[Pixels], Pixels]
    weight: float = 1.0


def read_dice(patches: Pixels, reader: GlyphReader, *, dark: bool) -> list[Die | None]:
    """Each of the patches (n, side, side) read in its own turn; None where nothing stands out.

    Args:
        dark: whether the letters are darker than the dice.
    """
    dice = [_read(patch, reader, dark) for patch in patches]
    odd = _odd_grounds(patches, np.array([_is_read(die) for die in dice]))
    dice = [die.weighed(ODD_GROUND) if die and odd[i] else die for i, die in enumerate(dice)]
    left = np.flatnonzero(~odd).tolist()
    if not all(_is_read(dice[i]) for i in left):
        views = list(_views(dice, dark))
        for i in left:
            dice[i] = _surest(dice[i], patches[i], views, reader, dark)
    return dice


def _is_read(die: Die | None) -> bool:
    return die is not None and die.sureness >= READ


def _views(dice: list[Die | None], dark: bool) -> Iterator[_View]:
    contrast = float(np.median([die.glyph.contrast for die in dice if die] or [0.0]))
    yield _View(partial(_reinforced, full=WORN * contrast, dark=dark))
    for degrees in TILTS:
        yield _View(partial(_tilted, degrees=degrees), TILTED)


def _surest(
    die: Die | None, patch: Pixels, views: list[_View], reader: GlyphReader, dark: bool
) -> Die | None:
    """The die as it is seen or in the view that shows it best; in others, proportions are not its own."""
    seen = (die, *(_read(view.change(patch), reader, dark, view.weight) for view in views))
    looks = sorted(filter(None, seen), key=lambda look: -look.clearness)
    if not looks:
        return None
    other = next((look for look in looks if look.best != looks[0].best), None)
    return looks[0].contested_by(other) if other else looks[0]


def _odd_grounds(patches: Pixels, read: Flags) -> Flags:
    """(n,): patches of another ground than those in which letters are read, as the bottom of a tray."""
    around = rim(patches.shape[-1], outer=GROUND_RIM)
    level = np.log(np.maximum(np.median(patches[:, around], axis=1), 1))
    return np.asarray(np.abs(level - np.median(level[read] if read.any() else level)) > OTHER_GROUND)


def _reinforced(patch: Pixels, *, full: float, dark: bool) -> Pixels:
    """The patch with all that stands out by `full` grey levels or more as black as can be, on white."""
    level = patch if dark else 255 - patch
    wide = np.ones((round(GROUND * len(patch)),) * 2, np.uint8)
    ground = cv2.morphologyEx(cv2.medianBlur(level, 3), cv2.MORPH_CLOSE, wide)
    depth = ground.astype(np.float32) - cv2.GaussianBlur(level, (0, 0), SMOOTH)
    seen = np.clip(255 - depth * (255 / max(full, 1.0)), 0, 255).astype(np.uint8)
    return np.asarray(seen if dark else 255 - seen, np.uint8)


def _tilted(patch: Pixels, *, degrees: float) -> Pixels:
    middle = (len(patch) - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), degrees, 1.0)
    return np.asarray(cv2.warpAffine(patch, matrix, patch.shape, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _read(patch: Pixels, reader: GlyphReader, dark: bool, weight: float = 1.0) -> Die | None:
    """The die read at the four quarter turns of its patch."""
    cut = ((turn, cut_glyph(np.ascontiguousarray(np.rot90(patch, turn)), dark=dark)) for turn in range(4))
    glyphs = {turn: glyph for turn, glyph in cut if glyph is not None}
    if not glyphs:
        return None
    read = np.zeros((4, len(LETTERS)), np.float32)
    shapes = reader.read([glyph.image for glyph in glyphs.values()])
    read[list(glyphs)] = letter_probabilities(shapes, case=Case.UPPER)
    underlined = [turn for turn, glyph in glyphs.items() if glyph.underlined]
    odds = weight * _odds(_seen_upside_down_too(read, underlined))
    if len(underlined) == 1:
        odds *= np.where(np.arange(4) == underlined[0], 1, 1 / UNDERLINED)[:, None]
    upright = odds.argmax(axis=0)
    best = _n_or_z(odds.max(axis=0), glyphs.get(int(upright[_N])))
    best[_N] = max(best[_N], best[_TILDE_N])  # its underline, on its head, is a tilde
    turn = int(upright[best.argmax()])
    letters = best / (1 + best.sum())
    letters[0] = 1 - letters.sum()
    glyph = glyphs.get(turn) or next(iter(glyphs.values()))
    return Die(glyph, np.asarray(letters, np.float32), _off(glyph, len(patch)) * 1j**turn)


def _off(glyph: Glyph, side: int) -> complex:
    return (
        complex(glyph.box.x + glyph.box.width / 2, glyph.box.y + glyph.box.height / 2) - (1 + 1j) * side / 2
    )


def _seen_upside_down_too(read: Floats, underlined: list[int]) -> Floats:
    """(4, letters): readings at each turn; a letter that looks the same upside down must be read so twice.

    Where it is underlined, what it looks like upside down does not matter.
    """
    twice = np.where(_SAME_UPSIDE_DOWN, np.minimum(read, np.roll(read, 2, axis=0)), read)
    twice[underlined] = read[underlined]
    return twice


def _odds(read: Floats) -> Floats:
    """(4, letters): how many times likelier each letter is than all else at that turn; none for no letter."""
    odds = np.minimum(read, CERTAIN) / (1 - np.minimum(read, CERTAIN))
    odds[:, 0] = 0
    return np.asarray(odds, np.float32)


def _n_or_z(odds: Floats, glyph: Glyph | None) -> Floats:
    """(letters,): the odds, with those of N and Z settled; the glyph is that of the N, upright."""
    if glyph is None or glyph.underlined or not odds[_Z] > 0:
        return odds
    share = _share_of_n(float(odds[_N] / odds[_Z]), glyph.box.width / glyph.box.height)
    settled, both = odds.copy(), max(float(odds[_N]), float(odds[_Z]))
    settled[_N], settled[_Z] = both * share, both * (1 - share)
    return settled


def _share_of_n(preferred: float, ratio: float) -> float:
    """How likely it is an N, not a Z on its side.

    Args:
        preferred: odds of N by odds of Z as the network reads them.
        ratio: width by height of the N.
    """
    factor, offset, by_width = N_OR_Z
    logit = factor * (math.log(max(preferred, 1e-9)) + offset + by_width * math.log(ratio))
    return 1 / (1 + math.exp(-logit) / N_PER_Z)
