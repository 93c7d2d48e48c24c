"""Pages set as lines of text in proportional type: rows of equal letter counts, whose letters stand in no
columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import cv2
import numpy as np

from worker.vision.candidates import Blobs, Floats
from worker.vision.decode import Picture, Pixels
from worker.vision.glyphs import GlyphReader
from worker.vision.lattice import groups_of_one_size
from worker.vision.letters import Letters
from worker.vision.page_lattice import PageLattice
from worker.vision.projection import fit_projection
from worker.vision.text_lines import Entry, Text, find_text

LEAST_ROWS, LEAST_COLS = 5, 8
"""Fewer lines may be a verse, shorter ones a list of words that happen to be of one length."""
LEAST_LETTERS, MOST_LETTERS = 40, 64 * 64
NARROW = 0.4
"""Width of a letter with the gap beside it, in heights, on a line of narrow ones."""
LETTER = 24
"""Pixels to which a letter's height is brought."""
MOST_ZOOM = 4.0
PITCH = 1.8
"""Heights of a letter from one line to the next, roughly."""
ONE_HEIGHT, ONE_SPACING = 1.25, 1.3
"""Ratios that lines of one page keep to."""
ONE_WIDTH = 2.0
"""The same of lines with as many letters."""
MOST_APART = 2.5
"""Heights from a letter to the next one on its line."""
FLUSH = 1.0
"""Letter heights: how far the left ends of lines, or their middles, may lie apart."""


@dataclass(frozen=True)
class TextLattice(PageLattice):
    """Its cells lie where their letters stand, in no columns."""

    @cached_property
    def centres(self) -> Floats:
        return self.points


def find_text_page(picture: Picture, blobs: Blobs, reader: GlyphReader) -> tuple[TextLattice, Letters] | None:
    """The lines of letters among blobs of one polarity, when there are lines of equal counts."""
    letters = max(groups_of_one_size(blobs), key=len, default=None)
    if letters is None or not LEAST_LETTERS <= len(letters) <= MOST_LETTERS:
        return None
    height = float(np.median(letters.sizes[:, 1]))
    if not _may_be_lines(letters):
        return None
    page, zoom = _enlarged(picture, height)
    text = find_text(page, PITCH * height * zoom, dark=bool(blobs.dark[0]))
    entries = replace(text, lines=_in_runs(text)).read(reader) if text else []
    rows = max(_blocks(entries), key=len, default=[])
    if len(rows) < LEAST_ROWS or len(rows) * len(rows[0].text) < LEAST_LETTERS:
        return None
    return _lattice(rows, zoom), _letters(rows)


def _may_be_lines(letters: Blobs) -> bool:
    """Whether enough marks of one size have another one on either side: a letter of a line mostly has."""
    height = float(np.median(letters.sizes[:, 1]))
    x, y = letters.centres.T
    amid = 0
    for column, level in zip(x.tolist(), y.tolist(), strict=True):
        beside = x[np.abs(y - level) < height / 2] - column
        near = beside[np.abs(beside) < MOST_APART * height]
        amid += bool((near > 0).any() and (near < 0).any())
    return amid >= LEAST_LETTERS // 2


def _in_runs(text: Text) -> list[list[int]]:
    """Lines without spaces, of about one width and height, that follow one another, five or more.

    Most lines of most texts have spaces, and lists of words have unlike ones: this is seen before any letter
    is read.
    """
    left, right, middle, height, spaced = text.spans().T
    below = (middle > middle[:, None] + 0.6 * height[:, None]) & (left < right[:, None])
    below &= right > left[:, None]
    after = np.where(below, middle, np.inf).argmin(axis=1) if len(middle) else np.zeros(0, int)
    width = right - left
    fits = (spaced == 0) & (width >= LEAST_COLS * NARROW * height)
    ends = np.minimum(np.abs(left - left[after]), np.abs(left + right - (left + right)[after]) / 2)
    follows = below.any(axis=1) & fits & fits[after] & (ends < FLUSH * height[after])
    for values, ratio in ((height, ONE_HEIGHT), (width, ONE_WIDTH)):
        follows &= np.maximum(values, values[after]) < ratio * np.minimum(values, values[after])
    kept: set[int] = set()
    for start in np.flatnonzero(follows).tolist():
        run = [start]
        while follows[run[-1]]:
            run.append(int(after[run[-1]]))
        if len(run) >= LEAST_ROWS:
            kept.update(run)
    return [text.lines[index] for index in sorted(kept)]


def _enlarged(picture: Picture, height: float) -> tuple[Pixels, float]:
    zoom = min(LETTER / height, MOST_ZOOM)
    way = cv2.INTER_CUBIC if zoom > 1 else cv2.INTER_AREA
    return np.asarray(cv2.resize(picture.grey, None, fx=zoom, fy=zoom, interpolation=way), np.uint8), zoom


def _blocks(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Runs of evenly spaced lines of one height and one count, flush with each other."""
    for count, often in Counter(len(entry.text) for entry in entries).items():
        if count >= LEAST_COLS and often >= LEAST_ROWS:
            lines = sorted(
                (e for e in entries if len(e.text) == count and " " not in e.text), key=lambda e: e.middle
            )
            yield from _runs(lines, entries)


def _runs(lines: Sequence[Entry], entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    run: list[Entry] = []
    for line in lines:
        if run and not (_follows(run, line) and not _between(run[-1], line, entries)):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _follows(run: Sequence[Entry], line: Entry) -> bool:
    last = run[-1]
    if not 1 / ONE_HEIGHT < last.height / line.height < ONE_HEIGHT:
        return False
    ends = abs(last.left - line.left), abs(last.left + last.right - line.left - line.right) / 2
    steps = [after.middle - before.middle for before, after in pairwise([*run, line])]
    return min(ends) < FLUSH * line.height and max(steps) < ONE_SPACING * min(steps)


def _between(one: Entry, other: Entry, entries: Sequence[Entry]) -> bool:
    """Whether another line of text stands between two."""
    return any(
        one.middle + 0.3 * one.height < entry.middle < other.middle - 0.3 * other.height
        and min(entry.right, one.right) > max(entry.left, one.left)
        for entry in entries
    )


def _lattice(rows: Sequence[Entry], zoom: float) -> TextLattice:
    points = np.array(
        [[((left + right) / 2, row.middle) for left, right in row.spans] for row in rows], np.float32
    )
    points = (points + 0.5) / zoom - 0.5
    row, col = np.indices(points.shape[:2]).reshape(2, -1)
    projection = fit_projection(np.column_stack([col, row]).astype(np.float32), points.reshape(-1, 2))
    return TextLattice(points, projection, float(np.median([row.height for row in rows])) / zoom)


def _letters(rows: Sequence[Entry]) -> Letters:
    texts = np.array([list(row.text) for row in rows], np.str_)
    heights = np.array([[row.height] * len(row.text) for row in rows], np.float32)
    return Letters(
        texts=texts,
        confidence=np.array([row.probabilities for row in rows], np.float32),
        runner_up=np.full(texts.shape, "another letter"),
        inked=np.ones(texts.shape, bool),
        contrast=np.ones(texts.shape, np.float32),
        height=heights / max(float(heights.max()), 1),
        crossed=np.zeros(texts.shape, bool),
        letterlike=1.0,
    )
