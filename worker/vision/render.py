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

from worker.vision import glyph_overlay as overlay
from worker.vision import glyph_scene as scene
from worker.vision.glyph_cut import Image, cut_box, cut_glyph
from worker.vision.glyph_fonts import CAP_HEIGHT, DISPLAY, HAND, MONO, ROUNDED, SANS, SERIF, SLAB, Face
from worker.vision.glyph_nonsense import looks_like_bar, nonsense
from worker.vision.glyph_taking import Cut, is_dark, span, take
from worker.vision.glyph_truth import shape_left, shown
from worker.vision.glyphs import CLASSES, KIND_SHARES, NO_LETTER
from worker.vision.stroke_removal import StrokeLevels, paint_over, shine_through

Rng = np.random.Generator
Mask = NDArray[np.uint8]
Canvas = NDArray[np.float32]

STYLE_SHARES = {SANS: 0.37, SERIF: 0.17, MONO: 0.12, SLAB: 0.10, ROUNDED: 0.07, HAND: 0.12, DISPLAY: 0.05}

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
        patch, letter = self._drawn(face, face.masks[shape], underline=shape in _UNDERLINED)
        cut = take(self._rng, patch, letter)
        return None if cut is None else _labelled(cut, letter, shape)

    def _drawn(self, face: Face, mask: Mask, *, underline: bool) -> tuple[NDArray[np.uint8], Canvas]:
        """A degraded patch with the mask as its letter, and where that letter is (canvas mask)."""
        rng = self._rng
        scale = rng.uniform(0.30, 0.62) * scene.SIDE / CAP_HEIGHT
        scale = min(scale, 0.74 * scene.SIDE / max(mask.shape))
        turn = rng.normal(0, 2.5) if rng.random() < 0.8 else rng.uniform(-17, 17)
        centre = (scene.SIDE / 2 + rng.normal(0, 2.5), scene.SIDE / 2 + rng.normal(0, 2.5))
        letter = scene.place(rng, scene.change_weight(rng, mask), scale, centre, turn)
        levels = scene.pick_levels(rng)
        canvas = self._surroundings(face, scale, levels, _side(letter))
        ink = self._printed(letter, underline=underline)
        canvas = canvas * (1 - ink) + levels.ink * ink
        if rng.random() < 0.11:
            return self._crossed(canvas, levels, letter), letter
        canvas = self._overlaid(canvas, levels)
        patch = scene.degrade(rng, canvas + scene.slope(rng), _side(letter), abs(levels.ink - levels.ground))
        return patch, letter

    def _printed(self, letter: Canvas, *, underline: bool) -> Canvas:
        """The mask of the letter as it was printed: worn, underlined, or fenced in, sometimes."""
        rng = self._rng
        ink = overlay.worn(rng, letter) if rng.random() < 0.07 else letter
        if underline and rng.random() < 0.35:
            ink = np.maximum(ink, _underline(rng, letter))
        if rng.random() < 0.07:
            ink = np.maximum(ink, overlay.fence(rng, letter) * np.float32(rng.uniform(0.3, 1)))
        return ink

    def _crossed(self, canvas: Canvas, levels: scene.Levels, letter: Canvas) -> NDArray[np.uint8]:
        """A degraded patch with a swipe's line drawn over it and taken off again, as reading does it."""
        rng = self._rng
        swipe = overlay.swipe_through(rng, levels)
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

    def _surroundings(self, face: Face, scale: float, levels: scene.Levels, side: float) -> Canvas:
        rng = self._rng
        if rng.random() < 0.5:
            canvas = scene.tile(rng, levels)
            return self._cornered(canvas, face, scale, levels) if rng.random() < 0.2 else canvas
        canvas = scene.page(rng, levels)
        if rng.random() > 0.7:
            return canvas
        across, down = rng.uniform(0.82, 1.15, 2) * scene.SIDE
        if rng.random() < 0.2:  # words, or tiles with several letters
            across = side + rng.uniform(0.05, 0.35) * scale * CAP_HEIGHT
        return self._neighbours(canvas, face, scale, levels, (across, down))

    def _cornered(self, canvas: Canvas, face: Face, scale: float, levels: scene.Levels) -> Canvas:
        """The tile with its worth, a small number, in one corner."""
        rng = self._rng
        digits = [c for c in "1234568" if c in face.masks]
        if not digits:
            return canvas
        mask = face.masks[digits[rng.integers(len(digits))]]
        x, y = scene.MIDDLE + rng.choice([-1, 1], 2) * rng.uniform(0.26, 0.38, 2) * scene.SIDE
        ink = scene.place(rng, mask, scale * rng.uniform(0.2, 0.35), (x, y), 0)
        return canvas * (1 - ink) + levels.ink * ink

    def _neighbours(
        self, canvas: Canvas, face: Face, scale: float, levels: scene.Levels, pitch: tuple[float, float]
    ) -> Canvas:
        """Letters around the middle at one pitch, mostly cut by the patch's edge."""
        rng = self._rng
        across, down = pitch
        names = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c in face.masks]
        for dx, dy in ((-across, 0), (across, 0), (0, -down), (0, down)):
            mask = face.masks[names[rng.integers(len(names))]]
            ink = scene.place(rng, mask, scale, (scene.MIDDLE + dx, scene.MIDDLE + dy), 0)
            canvas = canvas * (1 - ink) + levels.ink * ink
        return canvas

    def _overlaid(self, canvas: Canvas, levels: scene.Levels) -> Canvas:
        """The canvas with a stroke or a glint over it, sometimes; opaque or translucent, in any level."""
        rng, roll = self._rng, self._rng.random()
        if roll < 0.05:
            light = overlay.glint(rng)
            return canvas + (255 - canvas) * light
        if roll > 0.21:
            return canvas
        mask = overlay.strokes(rng) * np.float32(rng.uniform(0.35, 1.0))
        level = rng.uniform(0, 255) if rng.random() < 0.6 else levels.ground + rng.normal(0, 25)
        covered: Canvas = canvas * (1 - mask) + np.float32(level) * mask
        return covered

    def _nothing(self) -> Sample | None:
        """A sample of the class "no letter": signs, bits of letters, turned letters, runs, bare scenes."""
        rng = self._rng
        face = self._face()
        mask = nonsense(rng, face)
        if mask is None:
            return self._bare()
        patch, letter = self._drawn(face, mask, underline=False)
        if rng.random() < 0.15:
            box = cv2.boundingRect((letter > 0.5).astype(np.uint8))
            return self._inverted(patch, np.array(box, float) * len(patch) / scene.SIDE)
        cut = take(rng, patch, letter)
        return None if cut is None else _none_of(cut.image)

    def _bare(self) -> Sample | None:
        """Whatever the cutting finds in a scene with strokes or texture but no letter."""
        rng = self._rng
        levels = scene.pick_levels(rng)
        canvas = scene.tile(rng, levels) if rng.random() < 0.5 else scene.page(rng, levels)
        for _ in range(int(rng.integers(0, 4))):
            mask = overlay.strokes(rng)
            canvas = canvas * (1 - mask) + rng.uniform(0, 255) * mask
        if rng.random() < 0.4:
            canvas = canvas + 4 * scene.grain(rng)
        contrast = abs(levels.ink - levels.ground)
        glyph = cut_glyph(scene.degrade(rng, canvas + scene.slope(rng), scene.SIDE / 2, contrast))
        return None if glyph is None else _none_of(glyph.image)

    def _inverted(self, patch: NDArray[np.uint8], box: NDArray[np.float64]) -> Sample | None:
        """The hole around a letter, as when a tile was taken for the glyph."""
        grow = 0.25 * max(box[2:])
        wide = box + np.array([-grow, -grow, 2 * grow, 2 * grow])
        middle = patch[span(box)]
        dark = not is_dark(middle, patch)
        return _none_of(cut_box(patch, wide.tolist(), dark=dark))


def _labelled(cut: Cut, letter: Canvas, shape: str) -> Sample | None:
    """The glyph under the name of what it shows; None when too little of the letter is left."""
    share = shown(cut.image, cut.box.tolist(), letter)
    if share.is_scenery:
        return _none_of(cut.image)
    if not share.is_whole:
        return None
    return Sample(
        _stored(cut.image), CLASSES.index(shape_left(shape, cut.box.tolist(), cut.true_box.tolist()))
    )


def _none_of(image: Image) -> Sample | None:
    """The image as "no letter", unless it cannot be told from one."""
    stored = _stored(image)
    return None if looks_like_bar(stored) else Sample(stored, 0)


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


def _underline(rng: Rng, letter: Canvas) -> Canvas:
    """A bar below the letter, as on dice."""
    x, y, w, h = cv2.boundingRect((letter > 0.5).astype(np.uint8))
    bar = np.zeros_like(letter)
    top = y + h + int(rng.integers(0, 5))
    cv2.rectangle(bar, (x - 1, top), (x + w, top + int(rng.integers(1, 4))), 1.0, -1)
    return bar


def _side(letter: Canvas) -> float:
    _, _, w, h = cv2.boundingRect((letter > 0.5).astype(np.uint8))
    return float(max(w, h, 10))


def _stored(image: Canvas) -> NDArray[np.uint8]:
    return (image * 255).round().astype(np.uint8)
