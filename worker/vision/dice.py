"""Reads dice: every one lies in a turn of its own, and its letter's looks must tell which way is up.

The network knows upright letters; turned ones are no letters to it, but for a few: O, I, S, H, N, Z and X
look the same upside down, and N is a Z on its side as W is an M on its head. So each die is read at every
turn, a letter of the first kind only counts as far as it is read upside down too, and the underline that dice
have for the others tells what is below (`dice_look`). What one die leaves open the others settle
(`dice_twins`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.dice_look import CERTAIN, Look, look_at
from worker.vision.dice_twins import Common, in_common, settled
from worker.vision.glyphs import LETTERS, Glyph, GlyphReader
from worker.vision.lattice import Flags
from worker.vision.tiles import rim

READ = 0.95
"""With this a die is read; others are looked at in other ways too."""
SURELY_READ = 0.999
"""With less than this it is looked at once more, with its faint ink made strong: an E whose arms are faint is
an F, and the network is sure of it."""
ASKEW = 12.0
"""Degrees from the sides of the board from which on a die is looked at in other ways, even if it is read."""
TILTS = (22.5, -22.5, 45)
"""Degrees from the sides of the board; the network takes half the step as it comes."""
TILTED = 0.1
"""What the odds of a letter count for that only one such turn speaks for."""
GROUND_RIM = 0.8
"""Share of a patch in which the die's ground shows around its letter."""
OTHER_GROUND, ODD_GROUND = 0.35, 0.1
"""How far, in logarithms, a ground is off that of the other dice when it is none of a die (shadows take a
quarter), and what the odds of a letter on it count for."""
NO_DIE, NO_DIE_AT_ALL = 0.25, 0.5
"""How far, in logarithms, a ground is off that of all dice that are read where one is missing: the first
where nothing is like a letter, the second where something is a little."""
SCRAP, NOTHING = 0.5, 0.02
"""Probability of a letter that is none, and of what is not even like one."""
WORN = 0.35
"""Contrast of worn print, as a share of the others', that is taken for full ink."""
GROUND = 0.3
"""Side of the square, in sides of a patch, in which the ground under a stroke is looked for."""
SMOOTH = 1.2
"""Pixels over which the specks of worn print run together."""

_N, _Z = (LETTERS.index(letter) for letter in "NZ")


@dataclass(frozen=True)
class Die:
    """A die's glyph, and how likely each letter is."""

    glyph: Glyph
    """As it lies in the patch."""
    turn: int
    """Quarter turns counter-clockwise that bring it upright."""
    letters: Floats
    """(len(LETTERS),), summing to one; the first is no letter at all."""
    off: complex
    """From the middle of the patch to that of the glyph, x + y j, in pixels."""

    @property
    def sureness(self) -> float:
        return float(self.letters[1:].max())

    @property
    def height(self) -> float:
        """Of the letter, in pixels of the patch."""
        return self.glyph.box.width if self.turn % 2 else self.glyph.box.height

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
    looks = look_at(patches, reader, dark=dark)
    common = in_common(looks)
    dice = [_settled(look, common) for look in looks]
    odd = _odd_grounds(patches, np.array([_is_read(die) for die in dice]))
    dice = [die.weighed(ODD_GROUND) if die and odd[i] else die for i, die in enumerate(dice)]
    askew = [look is not None and abs(look.shape.tilt) > ASKEW for look in looks]
    left = [i for i, die in enumerate(dice) if not odd[i] and (askew[i] or not _is_read(die))]
    hardly = [i for i, die in enumerate(dice) if i not in left and not odd[i] and not _is_surely_read(die)]
    views = _views(dice, dark)
    for which, ways in (left, views), (hardly, views[:1]):
        others = _looked_at_again(patches[which], ways, reader, common, dark)
        for i, seen in zip(which, others, strict=True):
            dice[i] = _surest([dice[i], *(look for look in seen if not _tells_less(look, dice[i]))])
    return dice


def _settled(look: Look | None, common: Common, weight: float = 1.0) -> Die | None:
    if look is None:
        return None
    turn, letters = settled(replace(look, odds=look.odds * np.float32(weight)), common)
    return Die(look.glyph, turn, letters, look.off)


def _is_read(die: Die | None) -> bool:
    return die is not None and die.sureness >= READ


def _is_surely_read(die: Die | None) -> bool:
    return die is not None and die.sureness >= SURELY_READ


def _tells_less(look: Die | None, die: Die | None) -> bool:
    """Whether a look at an N or Z that is read shows no line: without one sizes tell the two apart, and these
    are now those of thicker strokes."""
    if look is None or die is None or not _is_read(die):
        return False
    return look.glyph.underline is None and {look.best, die.best} <= {_N, _Z}


def _views(dice: list[Die | None], dark: bool) -> list[_View]:
    contrast = float(np.median([die.glyph.contrast for die in dice if die] or [0.0]))
    tilted = (_View(partial(_tilted, degrees=degrees), TILTED) for degrees in TILTS)
    return [_View(partial(_reinforced, full=WORN * contrast, dark=dark)), *tilted]


def _looked_at_again(
    patches: Pixels, views: list[_View], reader: GlyphReader, common: Common, dark: bool
) -> list[list[Die | None]]:
    """For each of the patches (n, side, side) the die as every view shows it."""
    if not len(patches):
        return []
    changed = np.stack([view.change(patch) for patch in patches for view in views])
    looks = look_at(changed, reader, dark=dark)
    weights = [view.weight for _ in patches for view in views]
    seen = [_settled(look, common, weight) for look, weight in zip(looks, weights, strict=True)]
    return [seen[start : start + len(views)] for start in range(0, len(seen), len(views))]


def _surest(seen: Sequence[Die | None]) -> Die | None:
    """The die in the view that shows it best, as far as the one that shows another letter leaves it sure."""
    looks = sorted(filter(None, seen), key=lambda look: -look.clearness)
    if not looks:
        return None
    other = next((look for look in looks if look.best != looks[0].best), None)
    return looks[0].contested_by(other) if other else looks[0]


def missing_dice(patches: Pixels, dice: Sequence[Die | None]) -> Flags:
    """(n,): patches without a letter whose ground is that of no die that is read, however it is lit."""
    read, level = np.array([_is_read(die) for die in dice]), _grounds(patches)
    if not read.any():
        return read
    sureness = np.array([die.sureness if die else 0.0 for die in dice])
    off = np.abs(level[:, None] - level[read]).min(axis=1)
    enough = np.where(sureness < NOTHING, NO_DIE, NO_DIE_AT_ALL)
    return np.asarray((sureness < SCRAP) & (off > enough))


def _odd_grounds(patches: Pixels, read: Flags) -> Flags:
    """(n,): patches of another ground than those in which letters are read, as the bottom of a tray."""
    level = _grounds(patches)
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


def _grounds(patches: Pixels) -> Floats:
    """(n,): logarithm of the grey level around the letters."""
    around = rim(patches.shape[-1], outer=GROUND_RIM)
    return np.asarray(np.log(np.maximum(np.median(patches[:, around], axis=1), 1)), np.float32)
