"""The letters on a board's tiles.

A tile is one even colour with a letter of another one on it, so that each of its pixels lies on the line
between the two colours: how far along is how much of it is ink. What lies off the line (a pen stroke,
confetti) belongs to neither and is painted over from its sides. One look at clean tiles is enough; what is
unsure is cut out again from the plain grey patch, and the surer reading counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.glyph_cut import GLYPH_MARGIN
from worker.vision.glyphs import (
    CLASSES,
    GLYPH_SIZE,
    LETTERS,
    Case,
    Glyph,
    GlyphReader,
    base_letter,
    cut_glyph,
    letter_probabilities,
)
from worker.vision.lattice import Flags
from worker.vision.wordle_cells import TILE, Cells

LEAST_CONTRAST = 24.0
"""Distance of ink and fill in levels, after brightening, below which a tile is blank."""
FAINT = 0.15
"""Marks of less contrast, compared with the board's letters, are what shines through a sheet."""
LEAST_INK = 0.006
"""Share of a tile that a letter covers: a thin I has 0.015."""
SAME_FILL = 14
"""Levels of a channel that two tiles of one fill differ at most."""
FOREIGN = 0.3
"""How far off the line between fill and ink, in lengths of it, a pixel is of neither colour."""
HIDDEN = 0.02
"""Share of a tile that is foreign, from which on the letter may be harmed."""
SPECK = 0.5
"""Height of a mark, compared with the board's sure letters, below which it is none of them."""
SURE, LIKELY = 0.9, 0.5
CORE = slice(4, -4)
"""The part of a patch that letters keep to."""
BAR, SAME_HEIGHT = 0.98, 0.07
"""How sure a bar is an I, if its height differs from the other letters' by no more than this share."""
BAR_BOX = GLYPH_SIZE - 2 * GLYPH_MARGIN
_QU = LETTERS.index("QU")
_I = LETTERS.index("I")
_UPPER = np.array([shape.isupper() or shape == "Qu" for shape in CLASSES])
_LOWER = np.array([shape.islower() for shape in CLASSES])
_BASES = [base_letter(letter) for letter in LETTERS]


@dataclass(frozen=True)
class TileLetters:
    """What was read; every array is (rows, cols)."""

    texts: npt.NDArray[np.str_]
    """Letters in capitals, "" where none was read."""
    confidence: Floats
    runner_up: npt.NDArray[np.str_]
    inked: Flags
    """Whether anything but the fill is seen in the tile."""
    disputed: Flags
    """Whether two ways to see past a stroke gave two letters, or a mark too faint was left out."""
    foreign: Floats
    """Share of the tile that is neither fill nor ink."""
    height: Floats
    """Of the glyph as a share of the tile; 0 where there is none."""
    ink: Floats
    """(rows, cols, 3): blue, green, red of the ink."""

    @property
    def found(self) -> Flags:
        return np.asarray(self.texts != "")


class _Inks(NamedTuple):
    """Tiles as ink on ground, (n, side, side) by tile."""

    alpha: Pixels
    """0 fill, 255 ink."""
    foreign: Pixels
    """Nonzero on pixels of neither colour."""
    inked: Flags
    """(n,): whether there is enough of the ink's colour for a letter."""
    levels: Floats
    """(n, 3): blue, green, red of the ink."""


class _Look(NamedTuple):
    """One way to see a tile."""

    cell: int
    glyph: Glyph


def read_tiles(cells: Cells, reader: GlyphReader) -> TileLetters:
    """Read the tiles of a board."""
    flat = cells.tiles.reshape(-1, TILE, TILE, 3)
    inks = _inks(flat, cells.fills.levels.reshape(-1, 3), cells.light.gain)
    looks = list(_first_looks(inks))
    shapes = _shapes(looks, reader)
    more = list(_second_looks(flat, looks, _best(shapes)))
    every = np.vstack([shapes, _shapes(more, reader)])
    return _without_ghosts(_assembled(looks + more, every, inks, cells.patches.shape[:2]))


def _without_ghosts(letters: TileLetters) -> TileLetters:
    """Without specks, and what shines through a sheet below the last guess: rows with gaps, none sure."""
    sure = letters.confidence >= SURE
    usual = float(np.median(letters.height[sure])) if sure.any() else 0.0
    specks = letters.inked & (letters.height < SPECK * usual)
    found = letters.found & ~specks
    whole: Flags = np.asarray((sure & found).any(axis=1) | found.all(axis=1))
    ghosts = found & ~np.logical_or.accumulate(whole[::-1])[::-1][:, None]
    dropped = specks | ghosts
    return replace(
        letters,
        texts=np.where(dropped, "", letters.texts),
        inked=letters.inked & ~ghosts,
        disputed=letters.disputed | (letters.found & dropped),
    )


def _inks(flat: Pixels, fills: Floats, gain: float) -> _Inks:
    """Part every tile (n, side, side, 3) into ink and fill; blank tiles show neither ink nor strokes."""
    least = LEAST_CONTRAST / gain
    inks = _farthest(flat[:, CORE, CORE][:, ::2, ::2].astype(np.float32) - fills[:, None, None])
    marked = np.linalg.norm(inks, axis=1) > least
    alpha, foreign = np.zeros(flat.shape[:3], np.uint8), np.zeros(flat.shape[:3], np.uint8)
    if marked.any():
        away = flat[marked].astype(np.float32) - fills[marked, None, None]
        inks[marked] = _agreed(away, inks[marked], fills[marked], least)
        alpha[marked], foreign[marked] = _parted(away, inks[marked])
    length = np.linalg.norm(inks, axis=1)
    strong = length > FAINT * float(np.sort(length)[-3:].mean())
    ink = ((alpha > 127) & (foreign == 0))[:, CORE, CORE].mean(axis=(1, 2))
    return _Inks(alpha, foreign, marked & strong & (ink > LEAST_INK), fills + inks)


def _parted(away: Floats, inks: Floats) -> tuple[Pixels, Pixels]:
    """How far each pixel is from fill to ink, 0 to 255, and which pixels are off that line."""
    lengths = np.maximum(np.linalg.norm(inks, axis=1), 1)[:, None, None]
    turned = np.matmul(away.reshape(len(away), -1, 3), _bases(inks)) / lengths
    along, off = turned[..., 0], turned[..., 1] ** 2 + turned[..., 2] ** 2
    foreign = (off > FOREIGN**2) | (np.abs(along - 0.5) > 0.5 + FOREIGN)
    alpha = np.clip(along * 255, 0, 255).astype(np.uint8)
    return alpha.reshape(away.shape[:3]), foreign.astype(np.uint8).reshape(away.shape[:3])


def _bases(inks: Floats) -> Floats:
    """(n, 3, 3): columns of length one at right angles, the first along each ink."""
    along = inks / np.maximum(np.linalg.norm(inks, axis=1, keepdims=True), 1e-6)
    axis = np.eye(3, dtype=np.float32)[np.abs(along).argmin(axis=1)]
    second = np.cross(along, axis)
    second /= np.maximum(np.linalg.norm(second, axis=1, keepdims=True), 1e-6)
    return np.asarray(np.stack([along, second, np.cross(along, second)], axis=2), np.float32)


def _farthest(away: Floats) -> Floats:
    """(n, 3): the colour of the pixels of each tile that are farthest from its fill, as the difference."""
    core = away.reshape(len(away), -1, 3)
    distance = np.einsum("npc,npc->np", core, core)
    count = max(core.shape[1] // 80, 4)
    top = np.argpartition(distance, -count, axis=1)[:, -count:]
    return np.asarray(np.median(np.take_along_axis(core, top[:, :, None], axis=1), axis=1), np.float32)


def _agreed(away: Floats, inks: Floats, fills: Floats, least: float) -> Floats:
    """(n, 3): inks, with that of most tiles (of the same fill) where a tile shows it beside another colour.

    That other colour is a stroke's; a tile that shows only its own has letters of another colour.
    """
    alike = np.abs(fills[:, None] - fills).max(axis=2) < SAME_FILL
    agreed = inks.copy()
    anywhere = np.median(fills + inks, axis=0)
    for cell in range(len(inks)):
        same = alike[cell]
        usual = np.median(inks[same], axis=0) if same.sum() >= 3 else anywhere - fills[cell]
        own = float(np.linalg.norm(inks[cell]))
        strong = float(np.linalg.norm(usual)) > max(least, FOREIGN * own)
        if strong and _off_line(usual, inks[cell]) and _shows(away[cell, CORE, CORE], usual):
            agreed[cell] = usual
    return agreed


def _off_line(colour: Floats, ink: Floats) -> bool:
    """Whether a colour is no mixture of fill and ink."""
    along = float(colour @ ink) / max(float(ink @ ink), 1.0)
    miss = float(np.linalg.norm(colour - np.clip(along, 0, 1) * ink))
    return miss > FOREIGN * float(np.linalg.norm(colour))


def _shows(away: Floats, colour: Floats) -> bool:
    """Whether enough pixels of a tile (side, side, 3) have a colour, for a letter."""
    near = np.linalg.norm(away - colour, axis=2) < FOREIGN * np.linalg.norm(colour)
    return bool(near.mean() > LEAST_INK)


def _first_looks(inks: _Inks) -> Iterator[_Look]:
    for cell in np.flatnonzero(inks.inked).tolist():
        alpha, foreign = inks.alpha[cell], inks.foreign[cell]
        seen = [alpha] if foreign.mean() <= HIDDEN else [alpha, _painted_over(alpha, foreign)]
        yield from _looks(cell, (cut_glyph(patch, dark=False) for patch in seen))


def _looks(cell: int, glyphs: Iterable[Glyph | None]) -> Iterator[_Look]:
    yield from (_Look(cell, glyph) for glyph in glyphs if glyph is not None)


def _painted_over(alpha: Pixels, foreign: Pixels) -> Pixels:
    wide = cv2.dilate(foreign, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.inpaint(alpha, wide, 3, cv2.INPAINT_TELEA), np.uint8)


def _second_looks(flat: Pixels, looks: list[_Look], sure: Floats) -> Iterator[_Look]:
    """The unsure tiles again, cut from the plain picture."""
    read = {look.cell for look, best in zip(looks, sure, strict=True) if best >= SURE}
    for cell in sorted({look.cell for look in looks} - read):
        grey = np.asarray(cv2.cvtColor(flat[cell], cv2.COLOR_BGR2GRAY), np.uint8)
        yield from _looks(cell, [cut_glyph(grey)])


def _shapes(looks: list[_Look], reader: GlyphReader) -> Floats:
    if not looks:
        return np.zeros((0, len(CLASSES)), np.float32)
    return reader.read(np.stack([look.glyph.image for look in looks]))


def _best(shapes: Floats) -> Floats:
    """(n,): probability of the best letter."""
    return np.asarray(letter_probabilities(shapes)[:, 1:].max(axis=1, initial=0))


def _case(shapes: Floats) -> Case:
    """A board has one case: the one under which all its glyphs together are likelier."""
    upper = np.log(shapes[:, _UPPER].sum(axis=1) + 1e-3).sum()
    lower = np.log(shapes[:, _LOWER].sum(axis=1) + 1e-3).sum()
    return Case.UPPER if upper >= lower else Case.LOWER


def _with_bars(letters: Floats, looks: list[_Look]) -> Floats:
    """The probabilities, with a solid bar as tall as the board's other letters taken for an I.

    By itself it could be a stroke or a piece of a letter, and the network says so.
    """
    boxes: Floats = np.array([look.glyph.box for look in looks], np.float32).reshape(-1, 4)
    width, height = boxes[:, 2], boxes[:, 3]
    typical = float(np.median(height)) if len(height) else 0.0
    solid = [float((look.glyph.image > 0.5).sum()) for look in looks]
    filled = (
        np.array(solid, np.float32) * (np.maximum(height, 1) / BAR_BOX) ** 2 / np.maximum(width * height, 1)
    )
    bars = (filled > 0.85) & (height > 2 * width) & (np.abs(height / max(typical, 1) - 1) < SAME_HEIGHT)
    bars &= letters.argmax(axis=1) == _I
    sure = letters.copy()
    sure[bars] *= (1 - BAR) / np.maximum(1 - letters[bars, _I : _I + 1], 1e-6)
    sure[bars, _I] = BAR
    return np.where(bars[:, None] & (letters[:, _I : _I + 1] < BAR), sure, letters)


def _assembled(looks: list[_Look], shapes: Floats, inks: _Inks, shape: tuple[int, ...]) -> TileLetters:
    """The surest look at each tile."""
    letters = letter_probabilities(shapes, case=_case(shapes))
    letters[:, _QU] = 0  # a tile holds one letter
    letters = _with_bars(letters / np.maximum(letters.sum(axis=1, keepdims=True), 1e-6), looks)
    order = np.argsort(-letters[:, 1:], axis=1)[:, :2] + 1
    sure = np.take_along_axis(letters, order[:, :1], axis=1)[:, 0]
    count = len(inks.inked)
    texts, runner_up = np.full(count, "", "<U2"), np.full(count, "", "<U2")
    confidence, height = np.zeros(count, np.float32), np.zeros(count, np.float32)
    disputed = np.zeros(count, bool)
    for index in np.argsort(sure, kind="stable").tolist():
        cell, glyph = looks[index]
        if sure[index] > letters[index, 0]:
            disputed[cell] = disputed[cell] or (
                confidence[cell] > LIKELY and texts[cell] != _BASES[order[index, 0]]
            )
            texts[cell], runner_up[cell] = _BASES[order[index, 0]], _BASES[order[index, 1]]
            confidence[cell], height[cell] = sure[index], glyph.box.height / inks.alpha.shape[1]
    return TileLetters(
        texts=texts.reshape(shape),
        confidence=confidence.reshape(shape),
        runner_up=runner_up.reshape(shape),
        inked=inks.inked.reshape(shape),
        disputed=disputed.reshape(shape),
        foreign=np.asarray(inks.foreign.mean(axis=(1, 2)), np.float32).reshape(shape),
        height=height.reshape(shape),
        ink=inks.levels.reshape(*shape, 3),
    )
