"""Masks that no one would call a letter: signs, bits of letters, letters on their side, runs of letters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from worker.vision.glyph_cut import GLYPH_SIZE
from worker.vision.glyph_fonts import Face

Rng = np.random.Generator
Mask = NDArray[np.uint8]

SIGNS = "!?.,:;-+*/=%&@#[]{}<>~^_\"'§•■▲▼◆★☆♥♦●○◀▶←→↑↓✗"

_FRAGMENTS = "AHMNR"  # letters whose thirds look like no other letter
_TURNED = "AEFGKRBaek"  # letters that turned by a quarter or half spell nothing
_IN_RUNS = "ABDEGHKMNPRSTXZ"  # letters of which no two together look like a third


def nonsense(rng: Rng, face: Face) -> Mask | None:
    """A mask (h, w) of the face's print that is no letter; None for a scene without any."""
    roll = rng.random()
    if roll < 0.27:
        return _any_of(rng, face, SIGNS)
    if roll < 0.42:
        return _fragment(rng, _any_of(rng, face, _FRAGMENTS))
    if roll < 0.62:
        mask = _any_of(rng, face, _TURNED)
        return None if mask is None else np.ascontiguousarray(np.rot90(mask, int(rng.integers(1, 4))))
    return _run(rng, face) if roll < 0.76 else None


def looks_like_bar(image: NDArray[np.uint8]) -> bool:
    """Whether nonsense came out as an upright bar: that is an `I`, whatever drew it."""
    columns = np.flatnonzero(image.max(axis=0) > 127)
    if columns.size == 0:
        return True
    body = image[GLYPH_SIZE // 4 : -GLYPH_SIZE // 4, columns[0] : columns[-1] + 1]
    return bool(columns[-1] - columns[0] < 0.45 * GLYPH_SIZE and body.mean() > 165)


def _any_of(rng: Rng, face: Face, names: str) -> Mask | None:
    have = [c for c in names if c in face.masks]
    return face.masks[have[rng.integers(len(have))]] if have else None


def _fragment(rng: Rng, mask: Mask | None) -> Mask | None:
    """The top or bottom third of a letter."""
    if mask is None:
        return None
    keep = max(round(len(mask) * rng.uniform(0.2, 0.36)), 3)
    return np.ascontiguousarray(mask[:keep] if rng.random() < 0.5 else mask[-keep:])


def _run(rng: Rng, face: Face) -> Mask | None:
    """Two to four capitals side by side, which only splitting can read."""
    names = [c for c in _IN_RUNS if c in face.masks]
    masks = [face.masks[names[rng.integers(len(names))]] for _ in range(int(rng.integers(2, 5)))]
    gap = np.zeros((max(len(m) for m in masks), int(rng.integers(2, 6))), np.uint8)
    columns: list[Mask] = []
    for mask in masks:
        columns += [np.pad(mask, ((len(gap) - len(mask), 0), (0, 0))), gap]
    return np.ascontiguousarray(np.hstack(columns[:-1]))
