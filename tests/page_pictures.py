"""Word-search pages that we draw ourselves, with their truth; every one follows from its seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from tests.drawing import Canvas, Colour, camera, encoded, installed_fonts, text_width, write
from tests.page_marking import HIGHLIGHTERS, PENS, ellipse, highlight, lasso, pen_stroke, word_ends

Rng = np.random.Generator
Mask = npt.NDArray[np.bool_]
Texts = npt.NDArray[np.str_]
Centres = npt.NDArray[np.float64]
LETTERS = "AABCDEEEFGHIIJKLMNNOOPQRRSSTTUUVWXYZ"
OUTLINES = ("rectangle", "rectangle", "rectangle", "egg", "butterfly")
RULES = ("none", "none", "lines", "boxes", "frame")
BESIDE = ("nothing", "below", "right")


@dataclass(frozen=True)
class PageStyle:
    """How a page looks; sizes in pixels, `size` of capitals."""

    rows: int
    cols: int
    step: tuple[int, int]
    """Across and down, from cell to cell."""
    size: int
    font: str
    weight: int
    outline: str = "rectangle"
    rules: str = "none"
    beside: str = "nothing"
    lower: bool = False
    lassos: int = 0
    ellipses: int = 0
    markers: int = 0
    strokes: int = 0
    """Words that a solver has struck through, or marked in another way."""
    uneven: float = 0.0
    """How far letters stand off their places, in cells: as in type that imitates handwriting."""
    proportional: bool = False
    """Rows are lines of text, so that their letters stand in no columns."""
    paper: Colour = (255, 255, 255)
    ink: Colour = (20, 20, 20)


@dataclass(frozen=True)
class DrawnPage:
    """A picture with its truth; `rows` has `.` outside the outline; `centres` (rows, cols, 2) in pixels."""

    canvas: Canvas
    rows: tuple[str, ...]
    centres: npt.NDArray[np.float64]
    style: PageStyle

    def to_bytes(self, extension: str = ".png", quality: int = 90) -> bytes:
        return encoded(self.canvas, extension, quality)

    def photographed(self, rng: Rng, **how: float) -> DrawnPage:
        """The page as a camera sees it: see `tests.drawing.camera`."""
        photo, matrix = camera(self.canvas, rng, cast=True, **how)
        flat = self.centres.reshape(1, -1, 2)
        moved = np.asarray(cv2.perspectiveTransform(flat, matrix), np.float64)
        return replace(self, canvas=photo, centres=moved.reshape(self.centres.shape))

    def curled(self, rng: Rng, depth: float) -> DrawnPage:
        """The page on paper that bends by up to `depth` pixels, with the shades that go with it."""
        return self._bent(_folds(rng, self.canvas.shape, (4, 4)) * depth)

    def crumpled(self, rng: Rng) -> DrawnPage:
        """On paper that was crumpled and smoothed out: short folds of a few pixels and their shades."""
        fine = _folds(rng, self.canvas.shape, (12, 12)) * 0.1 * min(self.style.step)
        grain = rng.normal(0, 3, self.canvas.shape[:2]).astype(np.float32)
        bent = self._bent(fine, shade=0.25)
        canvas = bent.canvas + cv2.GaussianBlur(grain, (0, 0), 1.0)[:, :, None]
        return replace(bent, canvas=np.clip(canvas, 0, 255).astype(np.uint8))

    def shaded(self, rng: Rng) -> DrawnPage:
        """With the light falling off to one side."""
        height, width = self.canvas.shape[:2]
        x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
        angle, depth = float(rng.uniform(0, 6.28)), float(rng.uniform(0.1, 0.45))
        light = 1 - depth * (1 + x * np.cos(angle) + y * np.sin(angle)) / 2
        return replace(self, canvas=np.clip(self.canvas * light[:, :, None], 0, 255).astype(np.uint8))

    def _bent(self, off: npt.NDArray[np.float32], shade: float = 0.12) -> DrawnPage:
        """`off` (height, width, 2): from where each pixel comes, less its own place."""
        height, width = off.shape[:2]
        x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        bent = cv2.remap(
            self.canvas, x + off[:, :, 0], y + off[:, :, 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        )
        depth = max(float(np.abs(off).max()), 1.0)
        light = 1 + shade * cv2.GaussianBlur(off[:, :, 0], (0, 0), 5)[:, :, None] / depth
        canvas = np.clip(bent * light, 0, 255).astype(np.uint8)
        places = self.centres.astype(np.float32)
        moved = places - cv2.remap(off, places[:, :, 0], places[:, :, 1], cv2.INTER_LINEAR)
        return replace(self, canvas=canvas, centres=np.asarray(moved, np.float64))


def _folds(rng: Rng, shape: tuple[int, ...], parts: tuple[int, int]) -> npt.NDArray[np.float32]:
    """(height, width, 2): a smooth random field of at most 1."""
    coarse = rng.normal(0, 1, (*parts, 2)).astype(np.float32)
    field = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(field / max(float(np.abs(field).max()), 1e-6), np.float32)


def random_style(rng: Rng, fonts: list[str] | None = None) -> PageStyle:
    """Everything by lot, within what pages in books and on worksheets look like."""
    down = int(rng.integers(18, 56))
    most = min(1500 // down, 28)
    across = round(down * float(rng.choice([0.85, 1.0, 1.0, 1.15, 1.35])))
    dark = rng.random() < 0.1
    shades = tuple(int(v) for v in rng.integers(225, 256, 3)), tuple(int(v) for v in rng.integers(0, 70, 3))
    paper, ink = shades[::-1] if dark else shades
    return PageStyle(
        rows=int(rng.integers(8, max(most, 9))),
        cols=int(rng.integers(8, max(most, 9))),
        step=(across, down),
        size=max(round(min(across, down) * float(rng.uniform(0.42, 0.62))), 9),
        font=str(rng.choice(fonts or installed_fonts())),
        weight=int(rng.choice([400, 600, 700])),
        outline=str(rng.choice(OUTLINES)),
        rules=str(rng.choice(RULES)),
        beside=str(rng.choice(BESIDE)),
        lower=bool(rng.random() < 0.15),
        lassos=int(rng.choice([0, 0, 0, 3])),
        markers=int(rng.choice([0, 0, 0, 3])),
        paper=(paper[0], paper[1], paper[2]),
        ink=(ink[0], ink[1], ink[2]),
    )


def page_picture(seed: int, fonts: list[str] | None = None, **fixed: Any) -> DrawnPage:
    """A page with random letters; what is not fixed (see `PageStyle`) is drawn by lot."""
    rng = np.random.default_rng(seed)
    return draw_page(replace(random_style(rng, fonts), **fixed), rng)


def draw_page(style: PageStyle, rng: Rng) -> DrawnPage:
    inside = outline_mask(style.outline, style.rows, style.cols)
    letters = rng.choice(list(LETTERS), inside.shape)
    rows = tuple(
        "".join(letter if here else "." for letter, here in zip(*line, strict=True))
        for line in zip(letters.tolist(), inside.tolist(), strict=True)
    )
    canvas, left, top = _paper(style)
    across, down = style.step
    col, row = np.meshgrid(np.arange(style.cols), np.arange(style.rows))
    centres = np.stack([left + (col + 0.5) * across, top + (row + 0.5) * down], axis=-1).astype(np.float64)
    if style.proportional:
        centres = _in_lines(letters, centres, style, rng)
    centres += rng.uniform(-style.uneven, style.uneven, centres.shape) * min(style.step)
    for number in range(style.markers):
        colour = HIGHLIGHTERS[number % len(HIGHLIGHTERS)]
        highlight(canvas, word_ends(rng, inside, centres), round(style.size * 1.3), colour)
    _draw_rules(canvas, style, inside, left, top)
    for cell in zip(*np.nonzero(inside), strict=True):
        text = str(letters[cell]).lower() if style.lower else str(letters[cell])
        _write_letter(canvas, text, (centres[cell][0], centres[cell][1]), style)
    _mark_words(canvas, style, rng, inside, centres)
    _write_words(canvas, style, rng, left, top)
    return DrawnPage(canvas, rows, centres, style)


def _in_lines(letters: Texts, centres: Centres, style: PageStyle, rng: Rng) -> Centres:
    """Where the letters stand when every row is set as a line of text, from the page's left edge."""
    space = style.size * float(rng.uniform(0.05, 0.14))
    moved = centres.copy()
    for row, line in enumerate(letters.tolist()):
        shown = [text.lower() if style.lower else text for text in line]
        widths = [text_width(text, style.size, font=style.font, weight=style.weight) for text in shown]
        left = centres[row, 0, 0] - style.step[0] / 2 + np.cumsum([0, *widths[:-1]])
        moved[row, :, 0] = left + np.array(widths) / 2 + space * np.arange(len(line))
    return moved


def _mark_words(canvas: Canvas, style: PageStyle, rng: Rng, inside: Mask, centres: Centres) -> None:
    radius = round(style.size * 0.85)
    for _ in range(style.lassos):
        lasso(canvas, word_ends(rng, inside, centres), radius)
    for number in range(style.ellipses):
        ellipse(canvas, word_ends(rng, inside, centres), radius, PENS[number % len(PENS)])
    for number in range(style.strokes):
        thin = max(style.size // 9, 1)
        pen_stroke(canvas, word_ends(rng, inside, centres), thin, PENS[number % len(PENS)])


def outline_mask(outline: str, rows: int, cols: int) -> Mask:
    """(rows, cols): the cells of an outline; every row and column has three at least."""
    y = (np.arange(rows)[:, None] + 0.5) / rows * 2 - 1
    x = (np.arange(cols)[None] + 0.5) / cols * 2 - 1
    if outline == "egg":
        inside = (x * (1 + 0.25 * -y)) ** 2 + y**2 <= 1.05
    elif outline == "butterfly":
        inside = np.abs(x) >= 0.55 * (np.abs(y) - 0.15)
    else:
        inside = np.ones((rows, cols), bool)
    inside[rows // 2 - 1 : rows // 2 + 2] = True
    inside[:, cols // 2 - 1 : cols // 2 + 2] = True
    return np.asarray(inside)


def _paper(style: PageStyle) -> tuple[Canvas, int, int]:
    """A blank page, and where the puzzle's top left corner lies on it."""
    across, down = style.step
    width, height = style.cols * across, style.rows * down
    right = 9 * across if style.beside == "right" else 2 * across
    below = 7 * down if style.beside == "below" else 2 * down
    left, top = 2 * across, 3 * down
    return np.full((top + height + below, left + width + right, 3), style.paper, np.uint8), left, top


def _write_letter(canvas: Canvas, text: str, centre: tuple[float, float], style: PageStyle) -> None:
    """On a common baseline, as print has it; `write` centres the line of capitals."""
    write(canvas, text, centre, style.size, style.ink, font=style.font, weight=style.weight)


def _draw_rules(canvas: Canvas, style: PageStyle, inside: Mask, left: int, top: int) -> None:
    across, down = style.step
    ink = _mixed(style.ink, style.paper, 0.3)
    if style.rules in ("lines", "boxes"):
        thick = 1 if style.rules == "lines" else 2
        for row, col in zip(*np.nonzero(inside), strict=True):
            corner = (left + int(col) * across, top + int(row) * down)
            cv2.rectangle(canvas, corner, (corner[0] + across, corner[1] + down), ink, thick)
    if style.rules == "frame" and style.outline == "rectangle":
        end = (left + style.cols * across + 6, top + style.rows * down + 6)
        cv2.rectangle(canvas, (left - 6, top - 6), end, style.ink, 3)


def _write_words(canvas: Canvas, style: PageStyle, rng: Rng, left: int, top: int) -> None:
    """A title, and the list of words."""
    across, down = style.step
    middle, small = left + style.cols * across / 2, max(round(style.size * 0.75), 8)
    write(canvas, "WORD SEARCH", (middle, down), style.size, style.ink, font=style.font, weight=700)
    count = 12 if style.beside != "nothing" else 0
    for index in range(count):
        word = "".join(rng.choice(list(LETTERS), int(rng.integers(4, 9))))
        if style.beside == "right":
            place = (left + (style.cols + 4.5) * across, top + (index + 0.5) * 2 * small)
        else:
            wide = style.cols * across / 3
            place = (
                left + (index % 3 + 0.5) * wide,
                top + (style.rows + 1.5) * down + index // 3 * 2 * small,
            )
        write(canvas, word, place, small, style.ink, font=style.font, weight=style.weight)


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    b, g, r = (round(a * (1 - share) + c * share) for a, c in zip(one, other, strict=True))
    return b, g, r
