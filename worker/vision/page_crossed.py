"""Reads letters that a pen went over: by the page's other letters, where no pen is.

A page has one font, so every letter is about the same picture wherever it stands. The mean of each letter's
clear prints is laid over a crossed cell, shifted a little; a letter explains the ink under it, and is refuted
by bare paper under it. What lies under the pen tells nothing. Where the pen went is told by its colour, by
its straightness, and at last by what ink no letter explains.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from worker.vision.candidates import Floats
from worker.vision.connected import connected
from worker.vision.decode import Pixels
from worker.vision.lattice import Flags
from worker.vision.letters import Letters
from worker.vision.page_flat import FlatPage
from worker.vision.page_glyphs import Ints, letter_boxes
from worker.vision.page_strokes import struck_cells
from worker.vision.page_templates import Template, shades_of, spread_of, templates_of

SURE = 0.97
"""Confidence of a letter that shows the others what it looks like here."""
SHIFT = 0.16
"""Cells: how far a letter may lie off its usual place in its cell."""
INK = 0.45
"""Of a letter's darkness: what is ink."""
STROKE, JOINED = 1.3, 0.4
"""Cells: unexplained ink that reaches as far is a pen's, gaps as wide in between."""
RIM = 0.1
"""Of a cell, where rules and neighbours are."""
UNTOLD = 0.04
"""Share of a letter's ink that may be beside it, being neither the letter's nor the pen's."""
BRIDGE, DIRECTIONS = 0.2, 12
"""Cells that a pen goes on straight beneath a letter, and directions in which that is looked for."""
WEIGHT = 0.02
"""Share of a letter's ink that makes it e times likelier than another."""
GOOD = 0.87
"""Share of a letter's visible ink that is there when it is to be read without doubt."""
ALONE = 0.7
"""Confidence of a letter of which the page shows no clear print, from which on no other one is put there."""
COVERED, SEEN = 0.75, 0.15
"""Share of a letter's visible ink that must be there, and share of its ink that must not be under the pen."""
PEN = 0.2
"""How much ink under a pen's mark speaks for a letter that has some there, compared with other ink."""
SOFT = 1.6
"""How much darker than it looks ink under a pen may be, at the soft edges of both."""
TRUST = 1.5
"""By how many nats the network's own reading counts, at most."""
LIKELIEST = 0.99
"""Nothing under a pen is surer."""
GUESSED = 0.45
"""Confidence, at most, of a letter that nobody has read and that is hidden but for a trace."""
AT_ODDS = 0.85
"""Confidence, at most, of a letter that the network takes surely for another."""


@dataclass(frozen=True)
class _Fit:
    """The letter that fits a crossed cell best."""

    text: str
    other: str
    confidence: float
    covered: float
    """Share of the letter's visible ink that is there."""
    seen: float
    """Share of the letter's ink that is not under the pen."""
    untold: float
    """Ink beside the letter that is neither its own nor the pen's, as a share of the letter's."""
    picture: Floats
    left: int
    top: int
    """Of the picture, on the page."""

    @property
    def is_poor(self) -> bool:
        """Whether it leaves doubts, however much worse the others fit."""
        return self.seen < SEEN or self.covered < GOOD or self.untold > UNTOLD


def read_crossed(page: FlatPage, letters: Letters, crossed: Flags) -> Letters:
    """The letters with those of crossed cells read anew, where the page's other letters tell them."""
    owner, boxes = letter_boxes(page)
    clear = letters.found & (letters.confidence > SURE) & ~crossed & ~letters.crossed
    templates = templates_of(page, letters.texts, np.flatnonzero(clear & ~page.struck), owner, boxes)
    if not templates or not crossed.any():
        return letters
    known = np.asarray(cv2.bitwise_or(page.marks, page.strokes), np.uint8)
    shade = shades_of(page, clear)
    sheet = _Sheet(page, templates, shade, spread_of(page, letters.texts, clear, templates, boxes))
    fits = sheet.fits(crossed, known, letters)
    pen = _pen(page, fits, owner, clear)
    struck = letters.inked & struck_cells(pen, page.height, page.width)
    fits = sheet.fits(struck | (crossed & ~letters.found), pen, letters)
    heights = {
        template.text: float(np.median(letters.height[clear & (letters.texts == template.text)]))
        for template in templates
    }
    return _settled(letters, fits, heights)


@dataclass(frozen=True)
class _Sheet:
    """A page whose crossed cells are compared with its letters."""

    page: FlatPage
    templates: list[Template]
    shade: Floats
    """(rows, cols): how dark letters are there."""
    spread: float
    """Pixels by which letters stand off their usual places."""

    @cached_property
    def unit(self) -> float:
        """The ink that makes a letter e times likelier."""
        return WEIGHT * float(np.median([(template.picture**2).sum() for template in self.templates]))

    @cached_property
    def unlikely(self) -> Floats:
        """What it costs to stand off one's place, in ink."""
        reach = max(round(SHIFT * min(self.page.height, self.page.width)), 2)
        off = (np.arange(-reach, reach + 1, dtype=np.float32) / self.spread) ** 2
        return np.asarray(self.unit / 2 * (off[:, None] + off[None]), np.float32)

    def fits(self, crossed: Flags, pen: Pixels, letters: Letters) -> dict[tuple[int, int], _Fit]:
        """The letters that fit best; nothing is told by what lies under the pen."""
        cells = zip(*(index.tolist() for index in np.nonzero(crossed)), strict=True)
        return {(row, col): self._fit((row, col), pen, letters) for row, col in cells}

    def _fit(self, cell: tuple[int, int], pen: Pixels, letters: Letters) -> _Fit:
        shade = float(self.shade[cell])
        tried = [(template, *self._best_place(template, cell, shade, pen)) for template in self.templates]
        scores = np.array([score for _, score, _ in tried]) / self.unit
        scores += _trust(letters, cell) * np.array([one.text == letters.texts[cell] for one, _, _ in tried])
        powers = np.exp(scores - scores.max())
        order = np.argsort(-powers)
        chosen, _, place = tried[int(order[0])]
        other = tried[int(order[min(1, len(order) - 1)])][0].text
        seen, covered = self._visible(chosen, place, shade, pen)
        confidence = min(float(powers.max() / powers.sum()), LIKELIEST)
        untold = self._untold(chosen, place, cell, shade, pen)
        return _Fit(chosen.text, other, confidence, covered, seen, untold, chosen.picture, *place)

    def _best_place(
        self, template: Template, cell: tuple[int, int], shade: float, pen: Pixels
    ) -> tuple[float, tuple[int, int]]:
        """How much ink a letter explains at best, less what it claims in vain, and where it stands then."""
        height, width = template.picture.shape
        reach = len(self.unlikely) // 2
        left, top = self.page.corner(cell[0] * self.page.shape[1] + cell[1])
        left, top = left + template.left - reach, top + template.top - reach
        window = np.s_[top : top + height + 2 * reach, left : left + width + 2 * reach]
        ink = np.minimum(self.page.ink.darkness[window] / np.float32(shade), 1)
        under, hidden = pen[window] > 0, self.page.marks[window] > 0
        explained = 2 * cv2.matchTemplate(np.where(under, 0, ink), template.picture, cv2.TM_CCORR)
        # Ink under a pen is hardly the letter's, but where there is no ink there is no letter.
        refuted = np.where(hidden, 0, np.where(under, np.maximum(1 - SOFT * ink, 0) - PEN * ink, 1)).astype(
            np.float32
        )
        claimed = cv2.matchTemplate(refuted, template.picture**2, cv2.TM_CCORR)
        _, best, _, (x, y) = cv2.minMaxLoc(explained - claimed - self.unlikely)
        return best, (left + x, top + y)

    def _visible(
        self, template: Template, place: tuple[int, int], shade: float, pen: Pixels
    ) -> tuple[float, float]:
        """Which share of a letter's ink is not under the pen, and which share of that is there."""
        (left, top), (height, width) = place, template.picture.shape
        window = np.s_[top : top + height, left : left + width]
        visible = np.where(pen[window] == 0, template.picture, 0)
        there = np.minimum(self.page.ink.darkness[window] / np.float32(shade), visible).sum()
        seen = float(visible.sum())
        return seen / max(float(template.picture.sum()), 1e-6), float(there) / max(seen, 1e-6)

    def _untold(
        self, template: Template, place: tuple[int, int], cell: tuple[int, int], shade: float, pen: Pixels
    ) -> float:
        """Ink in the middle of the cell that is neither the letter's nor the pen's, as a share of its ink."""
        page = self.page
        left, top = page.corner(cell[0] * page.shape[1] + cell[1])
        down, across = round(RIM * page.height), round(RIM * page.width)
        inner = np.s_[top + down : top + page.height - down, left + across : left + page.width - across]
        rest = (page.ink.darkness[inner] > INK * shade) & (pen[inner] == 0)
        matrix = np.array([[1, 0, place[0] - left - across], [0, 1, place[1] - top - down]], np.float32)
        near = cv2.dilate(template.picture, np.ones((5, 5), np.uint8))
        own = cv2.warpAffine(near, matrix, rest.shape[::-1], flags=cv2.INTER_NEAREST)
        return float((rest & (own < INK)).sum()) / max(float(template.picture.sum()), 1e-6)


def _trust(letters: Letters, cell: tuple[int, int]) -> float:
    """By how many nats the network's reading of a cell counts."""
    sure = min(float(letters.confidence[cell]), LIKELIEST)
    return min(max(float(np.log(max(sure, 0.01) / (1 - sure))), 0), TRUST)


def _pen(page: FlatPage, fits: dict[tuple[int, int], _Fit], owner: Ints, clear: Flags) -> Pixels:
    """255 where a pen went: what is known of it, and the ink that no letter explains."""
    short = min(page.height, page.width)
    cells = np.append(clear.ravel(), False)[owner]  # -1 stands for no cell
    explained: Pixels = cells[page.ink.labels].astype(np.uint8)
    for fit in fits.values():
        height, width = fit.picture.shape
        window = explained[fit.top : fit.top + height, fit.left : fit.left + width]
        window |= (fit.picture > INK / 2).astype(np.uint8)
    ink = page.ink.darkness > INK * page.ink.contrast
    known = page.marks | page.strokes
    # Beside a stroke that is known what no letter explains is a letter's rest.
    explained = np.asarray(cv2.dilate(explained | known, np.ones((3, 3), np.uint8)), np.uint8)
    rest = (ink & (explained == 0)).astype(np.uint8)
    joined = cv2.dilate(rest, _round(JOINED * short))
    labels, stats = connected(np.asarray(joined, np.uint8))
    long = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) > (STROKE + JOINED) * short
    long[0] = False
    strokes = long[labels] & (rest > 0)
    strokes |= _bridged(strokes.astype(np.uint8), round(BRIDGE * short)) & ink
    wide = cv2.dilate(strokes.astype(np.uint8) * np.uint8(255), _round(0.08 * short))
    return np.asarray(wide, np.uint8) | known


def _bridged(strokes: Pixels, gap: int) -> Flags:
    """Strokes that run straight on beyond a gap, as under a letter, without it; at half the size."""
    half = np.asarray(cv2.resize(strokes, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    bridged = np.zeros_like(half)
    for angle in np.arange(0, 180, 180 / DIRECTIONS):
        closed = cv2.morphologyEx(half, cv2.MORPH_CLOSE, _line(gap // 2, float(angle)))
        bridged = np.maximum(bridged, np.asarray(closed, np.uint8))
    size = strokes.shape[::-1]
    return np.asarray(cv2.resize(bridged, size, interpolation=cv2.INTER_NEAREST) > 0)


def _line(length: int, angle: float) -> Pixels:
    """A kernel that is a line at so many degrees."""
    kernel, middle = np.zeros((length | 1,) * 2, np.uint8), length // 2
    off = np.round(middle * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])).astype(int)
    one, other = (middle - off).tolist(), (middle + off).tolist()
    return np.asarray(cv2.line(kernel, one, other, 1), np.uint8)


def _round(side: float) -> Pixels:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(side) | 1,) * 2), np.uint8)


def _settled(letters: Letters, fits: dict[tuple[int, int], _Fit], heights: dict[str, float]) -> Letters:
    """With what fits well; where the network surely reads another letter, that is doubtful.

    `heights` are those of the letters that the page shows clearly.
    """
    taken = {cell: fit for cell, fit in fits.items() if _is_told(letters, cell, fit, set(heights))}
    texts, runner_up = letters.texts.copy(), letters.runner_up.copy()
    confidence, crossed, height = letters.confidence.copy(), letters.crossed.copy(), letters.height.copy()
    for cell, fit in taken.items():
        sure = float(confidence[cell]) if texts[cell] else 0.0
        at_odds = texts[cell] != fit.text and sure > AT_ODDS
        runner_up[cell] = texts[cell] if at_odds else fit.other
        confidence[cell] = min(fit.confidence, AT_ODDS if at_odds or fit.is_poor else LIKELIEST)
        if fit.seen < SEEN and not texts[cell]:
            confidence[cell] = min(float(confidence[cell]), GUESSED)
        if texts[cell] == fit.text:
            confidence[cell] = max(float(confidence[cell]), sure)
        texts[cell], crossed[cell], height[cell] = fit.text, True, heights[fit.text]
    read = replace(letters, texts=texts, runner_up=runner_up, confidence=confidence)
    return replace(read, crossed=crossed, height=height)


def _is_told(letters: Letters, cell: tuple[int, int], fit: _Fit, known: set[str]) -> bool:
    """Whether a fit is to be believed, if only as the best guess."""
    text = str(letters.texts[cell])
    if text == "":  # any letter but the one that the pen hides would be seen
        return fit.covered >= COVERED or fit.seen < SEEN
    alone = text not in known and letters.confidence[cell] > ALONE
    return fit.covered >= COVERED and fit.seen >= SEEN and not alone
