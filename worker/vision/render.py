"""Renders labelled training glyphs from free fonts: letter -> scene -> degraded patch -> `cut_glyph`.

The glyph goes through the very function that cuts it at run time, so the network sees in training what it
will see in use, mistakes of the cutting included. One integer seed fixes everything: same seed, same fonts,
same samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from worker.vision import glyph_scene as scene
from worker.vision.glyph_cut import GLYPH_SIZE, cut_box, cut_glyph
from worker.vision.glyph_fonts import CAP_HEIGHT, DISPLAY, HAND, MONO, ROUNDED, SANS, SERIF, SLAB, Face
from worker.vision.glyphs import CLASSES, KIND_SHARES, NO_LETTER
from worker.vision.stroke_removal import StrokeLevels, paint_over, shine_through

Rng = np.random.Generator
Mask = NDArray[np.uint8]

SIGNS = "!?.,:;-+*/=%&@#[]{}<>~^_\"'§•■▲▼◆★☆♥♦●○◀▶←→↑↓✗"
STYLE_SHARES = {SANS: 0.46, SERIF: 0.12, MONO: 0.09, SLAB: 0.09, ROUNDED: 0.08, HAND: 0.11, DISPLAY: 0.05}

_FRAGMENTS = "AHMNR"  # letters whose thirds look like no other letter
_TURNED = "AEFGKRBaek"  # letters that turned by a quarter or half spell nothing
_SOFT = 2.2  # pixels to either side of a stroke's outline that are neither it nor ground
_UNDERLINED = "MWNZUE69"  # faces that dice underline, and a few more


@dataclass(frozen=True, slots=True)
class Sample:
    """A normalised glyph (uint8, GLYPH_SIZE square) with the index of its class."""

    image: NDArray[np.uint8]
    label: int


class Renderer:
    """An endless, reproducible source of samples over some faces."""

    def __init__(self, faces: Sequence[Face], seed: int | Sequence[int]) -> None:
        self._rng = np.random.default_rng(seed)
        self._faces = {style: [f for f in faces if f.style == style] for style in STYLE_SHARES}
        self._styles = [s for s in STYLE_SHARES if self._faces[s]]
        shares = np.array([STYLE_SHARES[s] for s in self._styles])
        self._style_shares = shares / shares.sum()

    def samples(self, count: int) -> Iterator[Sample]:
        """The next `count` samples; patches in which the letter was lost are drawn anew."""
        while count:
            sample = self.sample()
            if sample is not None:
                count -= 1
                yield sample

    def sample(self) -> Sample | None:
        """One sample, or None when cutting lost the letter."""
        kind = str(self._rng.choice(list(KIND_SHARES), p=list(KIND_SHARES.values())))
        return self._nothing() if kind == NO_LETTER else self._letter(kind)

    def _face(self) -> Face:
        style = self._rng.choice(len(self._styles), p=self._style_shares)
        faces = self._faces[self._styles[style]]
        return faces[self._rng.integers(len(faces))]

    def _letter(self, kind: str) -> Sample | None:
        face = self._face()
        choices = [c for c in _members(kind) if c in face.masks]
        if not choices:
            return None
        shape = choices[self._rng.integers(len(choices))]
        drawn = self._drawn(face, face.masks[shape], underline=shape in _UNDERLINED)
        image = self._cut(*drawn)
        return None if image is None else Sample(image, CLASSES.index(shape))

    def _drawn(
        self, face: Face, mask: Mask, *, underline: bool
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """A degraded patch with the mask as its letter, and where that letter is (canvas mask)."""
        rng = self._rng
        scale = rng.uniform(0.30, 0.62) * scene.SIDE / CAP_HEIGHT
        scale = min(scale, 0.74 * scene.SIDE / max(mask.shape))
        turn = rng.normal(0, 2.5) if rng.random() < 0.85 else rng.uniform(-13, 13)
        centre = (scene.SIDE / 2 + rng.normal(0, 2.5), scene.SIDE / 2 + rng.normal(0, 2.5))
        letter = scene.place(rng, scene.change_weight(rng, mask), scale, centre, turn)
        levels = scene.pick_levels(rng)
        canvas, ink = self._surroundings(face, scale, levels), letter
        if rng.random() < 0.05:
            ink = scene.worn(rng, letter)
        if underline and rng.random() < 0.35:
            ink = np.maximum(ink, _underline(rng, letter))
        canvas = canvas * (1 - ink) + levels.ink * ink
        if rng.random() < 0.11:
            return self._crossed(canvas, levels, letter), letter
        canvas = self._overlaid(canvas, levels)
        patch = scene.degrade(rng, canvas + scene.slope(rng), _side(letter), abs(levels.ink - levels.ground))
        return patch, letter

    def _crossed(
        self, canvas: NDArray[np.float32], levels: scene.Levels, letter: NDArray[np.float32]
    ) -> NDArray[np.uint8]:
        """A degraded patch with a swipe's line drawn over it and taken off again, as reading does it."""
        rng = self._rng
        swipe = scene.swipe_through(rng, levels)
        cover = swipe.cover() * np.float32(swipe.opacity)
        canvas = canvas * (1 - cover) + np.float32(swipe.level) * cover
        patch = scene.degrade(rng, canvas, _side(letter), abs(levels.ink - levels.ground))
        patch = np.asarray(
            cv2.resize(patch, (scene.SIDE, scene.SIDE), interpolation=cv2.INTER_LINEAR), np.uint8
        )
        away = swipe.distance - np.float32(swipe.half)
        if rng.random() < 0.4 and letter[away < _SOFT].sum() < 0.5 * letter.sum():
            return paint_over(patch, away < _SOFT)
        ground, ink = swipe.over(levels.ground), swipe.over(levels.ink)
        off = rng.normal(0, 0.1, 2) * (ink - ground)
        seen = StrokeLevels(levels.ground, levels.ink, ground + off[0], ink + off[1])
        return shine_through(patch, away < -_SOFT, np.abs(away) <= _SOFT, seen)

    def _surroundings(self, face: Face, scale: float, levels: scene.Levels) -> NDArray[np.float32]:
        rng = self._rng
        if rng.random() < 0.5:
            return scene.tile(rng, levels)
        canvas = scene.page(rng, levels)
        return self._neighbours(canvas, face, scale, levels) if rng.random() < 0.7 else canvas

    def _neighbours(
        self, canvas: NDArray[np.float32], face: Face, scale: float, levels: scene.Levels
    ) -> NDArray[np.float32]:
        """Letters around the middle at one pitch, mostly cut by the patch's edge."""
        rng = self._rng
        across, down = rng.uniform(0.82, 1.15, 2) * scene.SIDE
        names = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c in face.masks]
        for dx, dy in ((-across, 0), (across, 0), (0, -down), (0, down)):
            mask = face.masks[names[rng.integers(len(names))]]
            where = (scene.SIDE / 2 + dx, scene.SIDE / 2 + dy)
            ink = scene.place(rng, mask, scale, where, 0)
            canvas = canvas * (1 - ink) + levels.ink * ink
        return canvas

    def _overlaid(self, canvas: NDArray[np.float32], levels: scene.Levels) -> NDArray[np.float32]:
        """The canvas with a stroke over it, sometimes; opaque or translucent, in any level."""
        rng = self._rng
        if rng.random() > 0.14:
            return canvas
        mask = scene.strokes(rng) * np.float32(rng.uniform(0.35, 1.0))
        level = rng.uniform(0, 255) if rng.random() < 0.6 else levels.ground + rng.normal(0, 25)
        covered: NDArray[np.float32] = canvas * (1 - mask) + np.float32(level) * mask
        return covered

    def _cut(self, patch: NDArray[np.uint8], letter: NDArray[np.float32]) -> NDArray[np.uint8] | None:
        """The normalised glyph, when the cutting found the letter; by its true box in some samples."""
        rng = self._rng
        box = np.array(cv2.boundingRect((letter > 0.5).astype(np.uint8)), float) * len(patch) / scene.SIDE
        if min(box[2:]) < 1:
            return None
        if rng.random() < 0.3:
            return self._cut_by_box(patch, box)
        glyph = cut_glyph(patch)
        if glyph is None or _overlap(glyph.box, box) < 0.55:
            return None
        return _stored(glyph.image)

    def _cut_by_box(self, patch: NDArray[np.uint8], box: NDArray[np.float64]) -> NDArray[np.uint8]:
        jitter = self._rng.normal(0, 0.025, 4) * max(box[2:])
        middle = patch[_slices(box)]
        dark = _is_dark(middle, patch)
        return _stored(cut_box(patch, (box + jitter).tolist(), dark=dark))

    def _nothing(self) -> Sample | None:
        """A sample of the class "no letter": signs, bits of letters, turned letters, runs, bare scenes."""
        rng = self._rng
        face = self._face()
        mask = self._nonsense(face)
        if mask is None:
            return self._bare()
        patch, letter = self._drawn(face, mask, underline=False)
        if rng.random() < 0.15:
            box = cv2.boundingRect((letter > 0.5).astype(np.uint8))
            return self._inverted(patch, np.array(box, float) * len(patch) / scene.SIDE)
        image = self._cut(patch, letter)
        return None if image is None else _none_of(image)

    def _nonsense(self, face: Face) -> Mask | None:
        """A mask that no one would call a letter; None for a scene without any."""
        rng = self._rng
        roll = rng.random()
        if roll < 0.27:
            return _any_of(rng, face, SIGNS)
        if roll < 0.42:
            return _fragment(rng, _any_of(rng, face, _FRAGMENTS))
        if roll < 0.62:
            mask = _any_of(rng, face, _TURNED)
            return None if mask is None else np.ascontiguousarray(np.rot90(mask, int(rng.integers(1, 4))))
        if roll < 0.76:
            return _run(rng, face)
        return None

    def _bare(self) -> Sample | None:
        """Whatever the cutting finds in a scene with strokes or texture but no letter."""
        rng = self._rng
        levels = scene.pick_levels(rng)
        canvas = scene.tile(rng, levels) if rng.random() < 0.5 else scene.page(rng, levels)
        for _ in range(int(rng.integers(0, 4))):
            mask = scene.strokes(rng)
            canvas = canvas * (1 - mask) + rng.uniform(0, 255) * mask
        if rng.random() < 0.4:
            canvas = canvas + 4 * scene.grain(rng)
        contrast = abs(levels.ink - levels.ground)
        glyph = cut_glyph(scene.degrade(rng, canvas + scene.slope(rng), scene.SIDE / 2, contrast))
        return None if glyph is None else _none_of(_stored(glyph.image))

    def _inverted(self, patch: NDArray[np.uint8], box: NDArray[np.float64]) -> Sample | None:
        """The hole around a letter, as when a tile was taken for the glyph."""
        grow = 0.25 * max(box[2:])
        wide = box + np.array([-grow, -grow, 2 * grow, 2 * grow])
        middle = patch[_slices(box)]
        dark = not _is_dark(middle, patch)
        return _none_of(_stored(cut_box(patch, wide.tolist(), dark=dark)))


def _none_of(image: NDArray[np.uint8]) -> Sample | None:
    """The image as "no letter", unless it cannot be told from one."""
    return None if _looks_like_bar(image) else Sample(image, 0)


def _members(kind: str) -> list[str]:
    """The classes of one kind."""
    if kind == "Qu":
        return ["Qu"]
    if kind == "digit":
        return [c for c in CLASSES if c.isdigit()]
    letters = [c for c in CLASSES if len(c) == 1 and c.isalpha()]
    if kind == "accent":
        return [c for c in letters if not c.isascii()]
    return [c for c in letters if c.isascii() and c.isupper() == (kind == "upper")]


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
    names = [c for c in "ABDEGHKMNPRSTXZ" if c in face.masks]
    masks = [face.masks[names[rng.integers(len(names))]] for _ in range(int(rng.integers(2, 5)))]
    gap = np.zeros((max(len(m) for m in masks), int(rng.integers(2, 6))), np.uint8)
    columns: list[Mask] = []
    for mask in masks:
        columns += [np.pad(mask, ((len(gap) - len(mask), 0), (0, 0))), gap]
    return np.ascontiguousarray(np.hstack(columns[:-1]))


def _underline(rng: Rng, letter: NDArray[np.float32]) -> NDArray[np.float32]:
    """A bar below the letter, as on dice."""
    x, y, w, h = cv2.boundingRect((letter > 0.5).astype(np.uint8))
    bar = np.zeros_like(letter)
    top = y + h + int(rng.integers(0, 5))
    cv2.rectangle(bar, (x - 1, top), (x + w, top + int(rng.integers(1, 4))), 1.0, -1)
    return bar


def _side(letter: NDArray[np.float32]) -> float:
    _, _, w, h = cv2.boundingRect((letter > 0.5).astype(np.uint8))
    return float(max(w, h, 10))


def _slices(box: NDArray[np.float64]) -> tuple[slice, slice]:
    x, y, w, h = box.round().astype(int).tolist()
    return slice(max(y, 0), y + max(h, 1) + 1), slice(max(x, 0), x + max(w, 1) + 1)


def _is_dark(middle: NDArray[np.uint8], patch: NDArray[np.uint8]) -> bool:
    """Whether the letter in the middle is darker than most of its patch."""
    return float(middle.min()) + float(middle.max()) < 2 * float(np.median(patch))


def _overlap(found: Sequence[float], true: NDArray[np.float64]) -> float:
    """Intersection over union of two boxes (x, y, width, height)."""
    fx, fy, fw, fh = found
    tx, ty, tw, th = (float(v) for v in true)
    across = min(fx + fw, tx + tw) - max(fx, tx)
    down = min(fy + fh, ty + th) - max(fy, ty)
    both = max(across, 0) * max(down, 0)
    return both / (fw * fh + tw * th - both)


def _looks_like_bar(image: NDArray[np.uint8]) -> bool:
    """Whether nonsense came out as an upright bar: that is an `I`, whatever drew it."""
    columns = np.flatnonzero(image.max(axis=0) > 127)
    if columns.size == 0:
        return True
    body = image[GLYPH_SIZE // 4 : -GLYPH_SIZE // 4, columns[0] : columns[-1] + 1]
    return bool(columns[-1] - columns[0] < 0.45 * GLYPH_SIZE and body.mean() > 165)


def _stored(image: NDArray[np.float32]) -> NDArray[np.uint8]:
    return (image * 255).round().astype(np.uint8)
