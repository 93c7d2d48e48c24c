"""Which letters stand on the cells of a page's outermost line, and whether that line belongs to the page.

A title or a word list beside the page has letters on some of its cells by chance, and others between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.lattice import Flags

ON_CELL = 0.33
"""How far a letter may lie from where its cell is expected, in steps."""
LONG, NEARER = 4, 0.17
"""Fewer letters than this in a run must lie nearer, lest they are there by chance."""
FULL, EXACT = 0.9, 0.08
"""A run with a letter on so many of its cells, so near to their middles, belongs to the page whatever else is
there: pieces of rules, a lasso."""
SET_ASIDE = 0.3
"""How far a whole line may be set aside, in steps."""
LEAST_LETTERS = 2
IN_COLUMNS = 0.7
"""Share of the letters of a run that stand on cells; by chance it were two fifths."""
LEAST_SHARE = 0.25
"""Share of the line's fitting letters that stand in such runs; beside an egg's tip there may be a list."""


class Letters(NamedTuple):
    """What may be letters of the page or of words beside it."""

    centres: Floats
    """(n, 2): x, y."""
    fitting: Flags
    """(n,): of a size that the page's letters have."""


def letters_on(line: Floats, letters: Letters, steps: tuple[float, float]) -> Floats | None:
    """The letter (n, 2) on each cell of a line, NaN for none; None when the line is none of the page.

    `line` (n, 2) is where the cells are expected, `steps` are the page's.
    """
    frame = _Frame(line, steps)
    near = frame.is_near(letters.centres, line)
    centres, fitting = letters.centres[near], letters.fitting[near]
    if fitting.sum() < LEAST_LETTERS:
        return None
    line = line + frame.along * frame.set_aside(centres[fitting], line)
    lengthwise, sideways = frame.offsets(centres, line)
    distance = np.where(fitting[:, None], np.hypot(lengthwise, sideways), np.inf)
    best = distance.argmin(axis=0)
    on_cell = distance[best, np.arange(len(line))] < ON_CELL * min(steps)
    around = (np.abs(lengthwise) <= 0.5 * frame.step) & (np.abs(sideways) <= 0.4 * frame.other_step)
    kept = np.zeros(len(line), bool)
    for run in _runs(on_cell):
        own = run[on_cell[run]]
        off = distance[best[own], own] / min(steps)
        precise = len(own) >= LONG or off.max() < NEARER
        full = len(own) >= max(FULL * len(run), 2 * LONG) and float(np.median(off)) < EXACT
        if full or (precise and len(own) >= IN_COLUMNS * around[:, run].any(axis=1).sum()):
            kept[own] = True
    if kept.sum() < max(LEAST_LETTERS, LEAST_SHARE * around[fitting].any(axis=1).sum()):
        return None
    return np.where(kept[:, None], centres[best], np.nan).astype(np.float32)


class _Frame:
    """Along a line and across it."""

    def __init__(self, line: Floats, steps: tuple[float, float]) -> None:
        ends = line[-1] - line[0]
        self.step = float(np.linalg.norm(ends)) / max(len(line) - 1, 1)
        self.other_step = steps[0] if abs(steps[1] - self.step) < abs(steps[0] - self.step) else steps[1]
        self.along = ends / max(float(np.linalg.norm(ends)), 1e-6)

    def offsets(self, centres: Floats, line: Floats) -> tuple[Floats, Floats]:
        """(letters, cells): how far each letter lies off each cell along the line, and across it."""
        off = centres[:, None] - line[None]
        return off @ self.along, off[:, :, 0] * self.along[1] - off[:, :, 1] * self.along[0]

    def is_near(self, centres: Floats, line: Floats) -> Flags:
        """(letters,): those not far off the line."""
        reach = self.step + self.other_step
        around = ((centres >= line.min(axis=0) - reach) & (centres <= line.max(axis=0) + reach)).all(axis=1)
        lengthwise, sideways = self.offsets(centres[around], line)
        near = (np.abs(lengthwise) <= self.step) & (np.abs(sideways) <= 0.5 * self.other_step)
        around[around] = near.any(axis=1)
        return np.asarray(around)

    def set_aside(self, centres: Floats, line: Floats) -> float:
        """How far the line as a whole is set aside, in pixels."""
        lengthwise, _ = self.offsets(centres, line)
        nearest = lengthwise[np.abs(lengthwise).argmin(axis=0), np.arange(len(line))]
        nearest = nearest[np.abs(nearest) <= 0.5 * self.step]
        typical = float(np.median(nearest)) if len(nearest) else 0.0
        return typical if abs(typical) <= SET_ASIDE * self.step else 0.0


def _runs(on_cell: Flags) -> Iterator[npt.NDArray[np.int64]]:
    """Cells from one with a letter to another, with single gaps at most."""
    cells = np.flatnonzero(on_cell)
    for run in np.split(cells, np.flatnonzero(np.diff(cells) > 2) + 1):
        if len(run) >= LEAST_LETTERS:
            yield np.arange(run[0], run[-1] + 1)
