"""The letters on a board's tiles.

Strokes that are neither fill nor ink are painted over from their sides, covers are left out. One look at
clean tiles is enough; what is unsure is cut out again from the plain grey patch, and the surer reading
counts.
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
from worker.vision.glyph_bars import shape_of
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
from worker.vision.wordle_covers import cover_of, hides_letter
from worker.vision.wordle_inks import CORE, Inks, inks_of

HIDDEN = 0.02
"""Share of a tile that is foreign, from which on the letter may be harmed."""
SPECK = 0.5
"""Height of a mark, compared with the board's sure letters, below which it is none of them."""
SURE, LIKELY = 0.9, 0.5
BAR, SAME_HEIGHT = 0.98, 0.07
"""How sure a bar is an I, if its height differs from the other letters' by no more than this share."""
EDGE, BESIDE, PIECE = 3, 0.3, 20.0
"""Pixels beside a bar that are its own, blurred; ink from which on there is something else at its height; how
many times less likely such a bar is an I, not a piece of a letter."""
BAR_SIZE = 1.16
"""Longest ratio of the heights of an I without serifs and of the other letters."""
ASIDE = 0.08
"""How far off the middle of its tile, across, a bar that is an I may stand, as a share of the tile."""
STEEPEST, BLURRED = 40, 1.7
"""Pixels that tell how sharp a letter's edges are; how many times softer they are if it is blurred."""
TOLD, WIDER = 0.05, 1.4
"""Probability of an I beside a likelier T that is looked at again; how much wider than its foot a T is."""
BAR_BOX = GLYPH_SIZE - 2 * GLYPH_MARGIN
_QU = LETTERS.index("QU")
_I, _T = LETTERS.index("I"), LETTERS.index("T")
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
    covered: Flags
    """Whether something lies upon part of the letter."""
    blurred: Flags
    """Whether its edges are much softer than those of the other letters."""

    @property
    def found(self) -> Flags:
        return np.asarray(self.texts != "")


class _Look(NamedTuple):
    """One way to see a tile."""

    cell: int
    glyph: Glyph


def read_tiles(cells: Cells, reader: GlyphReader) -> TileLetters:
    """Read the tiles of a board."""
    flat = cells.tiles.reshape(-1, TILE, TILE, 3)
    inks = inks_of(cells)
    covers = _covers(inks)
    looks = list(_first_looks(inks, covers))
    shapes = _shapes(looks, reader)
    more = list(_second_looks(flat, looks, _best(shapes), covers))
    every = np.vstack([shapes, _shapes(more, reader)])
    letters = _assembled(looks + more, every, inks, cells.patches.shape[:2])
    hidden = np.array([cell in covers and hides_letter(covers[cell]) for cell in range(len(flat))])
    return _without_ghosts(replace(letters, covered=hidden.reshape(letters.texts.shape)))


def _without_ghosts(letters: TileLetters) -> TileLetters:
    """Without specks, and what shines through a sheet below the last guess: rows with gaps, none sure."""
    sure = letters.confidence >= SURE
    usual = float(np.median(letters.height[sure])) if sure.any() else 0.0
    specks = letters.inked & ~letters.covered & (letters.height < SPECK * usual)
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


def _covers(inks: Inks) -> dict[int, Flags]:
    """The covers upon tiles, by cell."""
    marked = ((cell, (inks.alpha[cell] > 127) | (inks.foreign[cell] > 0)) for cell in range(len(inks.alpha)))
    found = ((cell, cover_of(flags)) for cell, flags in marked if flags.any())
    return {cell: cover for cell, cover in found if cover is not None}


def _first_looks(inks: Inks, covers: dict[int, Flags]) -> Iterator[_Look]:
    for cell in np.flatnonzero(inks.inked).tolist():
        alpha, foreign = inks.alpha[cell], inks.foreign[cell]
        if cell in covers:
            alpha = np.where(covers[cell], 0, alpha).astype(np.uint8)
            foreign = np.where(covers[cell], 0, foreign).astype(np.uint8)
        seen = [alpha] if foreign.mean() <= HIDDEN else [alpha, _painted_over(alpha, foreign)]
        yield from _looks(cell, (cut_glyph(patch, dark=False) for patch in seen))


def _looks(cell: int, glyphs: Iterable[Glyph | None]) -> Iterator[_Look]:
    yield from (_Look(cell, glyph) for glyph in glyphs if glyph is not None)


def _painted_over(alpha: Pixels, foreign: Pixels) -> Pixels:
    wide = cv2.dilate(foreign, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.inpaint(alpha, wide, 3, cv2.INPAINT_TELEA), np.uint8)


def _second_looks(
    flat: Pixels, looks: list[_Look], sure: Floats, covers: dict[int, Flags]
) -> Iterator[_Look]:
    """The unsure tiles again, cut from the plain picture."""
    read = {look.cell for look, best in zip(looks, sure, strict=True) if best >= SURE}
    for cell in sorted({look.cell for look in looks} - read - covers.keys()):
        grey = np.asarray(cv2.cvtColor(flat[cell], cv2.COLOR_BGR2GRAY), np.uint8)
        yield from _looks(cell, [cut_glyph(grey)])


def _blurred(alpha: Pixels, found: Flags) -> Flags:
    """(n,): which of the tiles with letters have softer edges than most."""
    core = alpha[:, CORE, CORE].astype(np.int16)
    steps = np.abs(core[:, :, 2:] - core[:, :, :-2]).reshape(len(core), -1)
    sharp = np.sort(steps, axis=1)[:, -STEEPEST:].mean(axis=1)
    usual = float(np.median(sharp[found])) if found.any() else 0.0
    return np.asarray(found & (BLURRED * sharp < usual))


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


def _without_pieces(letters: Floats, looks: list[_Look], inks: Inks) -> Floats:
    """The probabilities, with no I where there is more ink at its height: that is a stem of another letter.

    Nor where a bar is not as high as the other letters, or not in the middle of its tile: that is a stroke.
    """
    told = letters.copy()
    sure = letters[:, 1:].max(axis=1) > SURE
    heights = [look.glyph.box.height for look, is_sure in zip(looks, sure, strict=True) if is_sure]
    typical = float(np.median(heights)) if heights else 0.0
    for index in np.flatnonzero(letters[:, _I] > TOLD).tolist():
        cell, glyph = looks[index]
        alpha = np.where(inks.foreign[cell] > 0, 0, inks.alpha[cell]).astype(np.uint8)
        of_size = 1 / BAR_SIZE < glyph.box.height / (typical or glyph.box.height) < BAR_SIZE
        astray = shape_of(glyph).is_bar and not (of_size and _is_amid(glyph))
        if _ink_beside(alpha, glyph) > BESIDE or astray:
            told[index, _I] /= PIECE
    return np.asarray(told / np.maximum(told.sum(axis=1, keepdims=True), 1e-6), np.float32)


def _is_amid(glyph: Glyph) -> bool:
    """Whether a glyph stands in the middle of its tile, across."""
    return abs((glyph.box.x + glyph.box.width / 2) / TILE - 0.5) < ASIDE


def _ink_beside(alpha: Pixels, glyph: Glyph) -> float:
    """The strongest ink, 0 to 1, left and right of a glyph in its tile; as strong as the I's own is 1."""
    box = glyph.box
    rows = cv2.blur(alpha, (EDGE, EDGE))[max(round(box.y), 0) : round(box.y + box.height)]
    left, right = max(round(box.x) - EDGE, 0), round(box.x + box.width) + EDGE
    beside = np.concatenate([rows[:, CORE.start : left].ravel(), rows[:, right : CORE.stop].ravel()])
    return float(beside.max(initial=0)) / 255


def _with_feet(letters: Floats, looks: list[_Look]) -> Floats:
    """The probabilities, with no I where the upper serifs are wider than the lower ones: that is a T."""
    told = letters.copy()
    unsure = (letters[:, _T] > letters[:, _I]) & (letters[:, _I] > TOLD)
    for index in np.flatnonzero(unsure).tolist():
        ink = looks[index].glyph.image > 0.5
        rows = np.flatnonzero(ink.any(axis=1))
        band = max(len(rows) // 6, 1)
        top, bottom = (ink[rows[part]].any(axis=0).sum() for part in (slice(band), slice(-band, None)))
        if top > WIDER * bottom:
            told[index, _T] += told[index, _I]
            told[index, _I] = 0
    return told


def _assembled(looks: list[_Look], shapes: Floats, inks: Inks, shape: tuple[int, ...]) -> TileLetters:
    """The surest look at each tile."""
    letters = letter_probabilities(shapes, case=_case(shapes))
    letters[:, _QU] = 0  # a tile holds one letter
    letters = letters / np.maximum(letters.sum(axis=1, keepdims=True), 1e-6)
    letters = _with_feet(_without_pieces(_with_bars(letters, looks), looks, inks), looks)
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
        covered=np.zeros(shape, bool),
        blurred=_blurred(inks.alpha, texts != "").reshape(shape),
    )
