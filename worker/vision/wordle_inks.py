"""Tiles parted into ink and fill.

A tile is one even colour with a letter of another one on it, so that each of its pixels lies on the line
between the two colours: how far along is how much of it is ink. What lies off the line (a pen stroke,
confetti) belongs to neither.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.lattice import Flags
from worker.vision.wordle_cells import TILE, Cells
from worker.vision.wordle_colours import EVEN, colour_under

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
CORE = slice(4, -4)
"""The part of a patch that letters keep to."""


class Inks(NamedTuple):
    """Tiles as ink on ground, (n, side, side) by tile."""

    alpha: Pixels
    """0 fill, 255 ink."""
    foreign: Pixels
    """Nonzero on pixels of neither colour."""
    inked: Flags
    """(n,): whether there is enough of the ink's colour for a letter."""
    levels: Floats
    """(n, 3): blue, green, red of the ink."""


def inks_of(cells: Cells) -> Inks:
    """Part every tile into ink and fill; blank tiles show neither ink nor strokes."""
    return _inks(cells.tiles.reshape(-1, TILE, TILE, 3), _levels(cells).reshape(-1, 3), cells.light.gain)


def _levels(cells: Cells) -> Floats:
    """(rows, cols, 3): the tiles' fills; of one that is mostly covered, that of another which still shows."""
    fills, levels = cells.fills, cells.fills.levels.copy()
    whole = fills.share > EVEN
    if whole.any():
        for row, col in zip(*np.nonzero(~whole), strict=True):
            best, share = colour_under(cells.tiles[row, col], fills.lab[whole], cells.light)
            levels[row, col] = fills.levels[whole][best] if share else levels[row, col]
    return levels


def _inks(flat: Pixels, fills: Floats, gain: float) -> Inks:
    """The same for tiles (n, side, side, 3) with fills (n, 3)."""
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
    return Inks(alpha, foreign, marked & strong & (ink > LEAST_INK), fills + inks)


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
