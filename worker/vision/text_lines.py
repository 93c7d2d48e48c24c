"""Lines of text beside a board, read by the same network as the board.

Blobs that stand side by side are a line. Where letters touch, every way to cut the blob at its thin places is
weighed, and the one whose pieces are most surely letters is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.connected import Labels, connected
from worker.vision.decode import Pixels
from worker.vision.glyphs import GLYPH_SIZE, LETTERS, Case, GlyphReader, cut_box, letter_probabilities
from worker.vision.text_cuts import WIDEST, Piece, ReadPiece, best_cut, parts_of

CONTRAST = 0.2
"""Of ink against its surroundings, as a share of the page's range of grey levels."""
LOWEST, HIGHEST = 0.14, 1.6
"""Heights of letters, in pitches of the board."""
LEAST_INK = 0.2
"""Square pitches that any line of text inks."""
MOST_BLOBS = 8000
"""Twice the letters of the densest page; more are noise, and each is compared with all lines."""
SURE, WIDE = 0.95, 1.05
"""A blob read less surely, or wider in heights, may be several letters."""
WORD_GAP = 0.2
"""Between the words of an entry, in letter heights, beyond the usual gap between letters."""
ENTRY_GAP = 1.3
"""Between entries that stand side by side."""
_IN_TEXT = np.array([len(letter) == 1 and letter.isalpha() for letter in LETTERS])
"""What lines of text are made of: no digits, no tiles with several letters."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of text, or a part of one set off by wide gaps."""

    text: str
    probabilities: tuple[float, ...]
    """Of each letter."""
    height: float
    """Of its letters, in pixels of the page."""
    left: float
    right: float
    middle: float
    """Of the line, from the top of the page."""
    spans: tuple[tuple[float, float], ...] = ()
    """Of each letter, from left to right, where these are known."""
    is_guess: bool = False
    """Whether it is a less likely way to read a line, in which one letter is two or three that touch."""

    @property
    def letters(self) -> str:
        return self.text.replace(" ", "")

    @property
    def sureness(self) -> float:
        return float(np.mean(self.probabilities))


def read_entries(page: Pixels, pitch: float, reader: GlyphReader, *, dark: bool) -> list[Entry]:
    """Dark or bright text on a grey page; `pitch` is that of the board, in pixels of the page."""
    text = find_text(page, pitch, dark=dark)
    return list(_read(text, reader)) if text else []


@dataclass(frozen=True)
class Text:
    """Lines of text that were found on a page, and not read yet."""

    page: Pixels
    dark: bool
    labels: Labels
    boxes: Labels
    """(labels, 4): left, top, width and height of each blob."""
    lines: list[list[int]]
    """The labels of each line's blobs, from left to right."""

    def read(self, reader: GlyphReader) -> list[Entry]:
        """Each line as it is read most surely."""
        return [entry for entry in _read(self, reader) if not entry.is_guess]

    def spans(self) -> Floats:
        """(lines, 5): left, right, middle (of its first blob), letter height, and 1 where a space is seen."""
        return np.array([self._span(line) for line in self.lines], np.float32).reshape(-1, 5)

    def _span(self, line: Sequence[int]) -> tuple[float, ...]:
        boxes, height = self.boxes[list(line)], _height(self.boxes, line)
        left, right = boxes[:, 0], boxes[:, 0] + boxes[:, 2]
        gaps = left[1:] - right[:-1]
        usual = float(np.median(gaps)) if len(gaps) else 0.0
        spaced = (gaps > usual + WORD_GAP * height) & (gaps <= ENTRY_GAP * height)
        middle = float(boxes[0, 1]) + float(boxes[0, 3]) / 2
        return float(left[0]), float(right[-1]), middle, height, float(spaced.any())


def find_text(page: Pixels, pitch: float, *, dark: bool) -> Text | None:
    """The lines of dark or bright text, if there is any and it is no mere noise.

    `pitch` is about the distance of the lines, in pixels of the page.
    """
    ink = _ink(page, pitch, dark)
    if cv2.countNonZero(ink) < LEAST_INK * pitch * pitch:
        return None
    labels, stats = connected(ink)
    boxes = stats[:, :4]
    high = (boxes[:, 3] >= LOWEST * pitch) & (boxes[:, 3] <= HIGHEST * pitch)
    fits = high & (boxes[:, 2] <= 12 * boxes[:, 3]) & (stats[:, 4] >= 0.08 * boxes[:, 2] * boxes[:, 3])
    fits[0] = False
    if np.count_nonzero(fits) > MOST_BLOBS:
        return None
    return Text(page, dark, labels, boxes, _lines(boxes, np.flatnonzero(fits)))


def _ink(page: Pixels, pitch: float, dark: bool) -> Pixels:
    side = round(1.5 * pitch) | 1
    mean = cv2.blur(page, (side, side), borderType=cv2.BORDER_REPLICATE)
    stands_out = cv2.subtract(mean, page) if dark else cv2.subtract(page, mean)
    low, high = np.percentile(page[::4, ::4], (2, 98))
    contrast = max(8.0, CONTRAST * float(high - low))
    return np.asarray(cv2.threshold(stands_out, contrast, 1, cv2.THRESH_BINARY)[1], np.uint8)


def _lines(boxes: Labels, blobs: npt.NDArray[np.int64]) -> list[list[int]]:
    """Blobs that stand side by side, from left to right."""
    lines: list[list[int]] = []
    ends = np.empty((len(blobs), 4), np.int32)  # the last box of each line
    for blob in blobs[np.argsort(boxes[blobs, 0], kind="stable")].tolist():
        gaps = _gaps(ends[: len(lines)], boxes[blob])
        home = int(gaps.argmin()) if len(lines) else 0
        if not len(lines) or not np.isfinite(gaps[home]):
            home = len(lines)
            lines.append([])
        lines[home].append(blob)
        ends[home] = boxes[blob]
    return [line for line in lines if len(line) >= 2 or boxes[line[0], 2] > 2 * boxes[line[0], 3]]


def _gaps(before: Labels, after: Labels) -> Floats:
    """Pixels between boxes (n, 4) and one that may follow them on their line; infinite when it does not."""
    x1, y1, w1, h1 = before.T
    x2, y2, _, h2 = after.tolist()
    gap, taller, lower = x2 - x1 - w1, np.maximum(h1, h2), np.minimum(h1, h2)
    shared = np.minimum(y1 + h1, y2 + h2) - np.maximum(y1, y2)
    level = (shared > 0.6 * lower) & (lower > 0.5 * taller)
    return np.where(level & (gap > -0.5 * taller) & (gap < ENTRY_GAP * taller), gap, np.inf)


def _read(text: Text, reader: GlyphReader) -> Iterator[Entry]:
    labels, boxes, lines = text.labels, text.boxes, text.lines
    heights = [_height(boxes, line) for line in lines]

    def shapes_of(pieces: list[Piece]) -> Floats:
        glyphs = [_glyph(text.page, labels, boxes[piece.blob], piece, text.dark) for piece in pieces]
        return reader.read(np.stack(glyphs) if glyphs else np.empty((0, GLYPH_SIZE, GLYPH_SIZE), np.float32))

    whole = [Piece(n, blob, *_sides(boxes[blob])) for n, line in enumerate(lines) for blob in line]
    shapes = shapes_of(whole)
    wide = np.array([(piece.right - piece.left) / heights[piece.line] for piece in whole])
    unsure = (letter_probabilities(shapes)[:, 1:].max(axis=1) < SURE) | (wide > WIDE)
    cut = [
        p for i in np.flatnonzero(unsure) for p in parts_of(labels, boxes, whole[i], heights[whole[i].line])
    ]
    kept = np.flatnonzero(wide < WIDEST)
    pieces = [*(whole[i] for i in kept), *cut]
    if pieces:
        yield from _entries(lines, pieces, np.concatenate([shapes[kept], shapes_of(cut)]), boxes)


def _entries(lines: list[list[int]], pieces: list[Piece], shapes: Floats, boxes: Labels) -> Iterator[Entry]:
    by_case = {case: letter_probabilities(shapes, case=case) * _IN_TEXT for case in (Case.UPPER, Case.LOWER)}
    by_line: dict[int, list[int]] = {}
    for index, piece in enumerate(pieces):
        by_line.setdefault(piece.line, []).append(index)
    for number, members in by_line.items():
        yield from _entries_of(lines[number], members, pieces, by_case, boxes)


def _height(boxes: Labels, line: Sequence[int]) -> float:
    return float(np.median(boxes[list(line), 3]))


def _sides(box: Labels) -> tuple[int, int]:
    return int(box[0]), int(box[0] + box[2])


def _glyph(page: Pixels, labels: Labels, box: Labels, piece: Piece, dark: bool) -> Floats:
    """The normalised glyph of a piece, without what belongs to its neighbours."""
    left, top = max(piece.left - 2, 0), max(int(box[1]) - 2, 0)
    around = np.s_[top : box[1] + box[3] + 2, left : piece.right + 2]
    own = (labels[around] == piece.blob).astype(np.uint8)
    own[:, : piece.left - left] = 0
    own[:, piece.right - left :] = 0
    rows = np.flatnonzero(own.any(axis=1))
    first, last = (int(rows[0]), int(rows[-1]) + 1) if len(rows) else (0, 0)
    inside = (piece.left - left, first, piece.right - piece.left, last - first)
    return cut_box(page[around], inside, dark=dark, ink=own)


def _entries_of(
    line: list[int], members: list[int], pieces: list[Piece], by_case: dict[Case, Floats], boxes: Labels
) -> Iterator[Entry]:
    """The line in the case in which it is more surely read; then with one of its letters cut in several."""
    ways = [(best_cut(line, members, pieces, probs), probs) for probs in _readings(members, pieces, by_case)]
    cut, probs = max(ways, key=lambda way: _sureness(way[0]))
    yield from _parted(cut, _height(boxes, line), boxes)
    for blob in line:
        if sum(read.piece.blob == blob for read in cut) == 1:
            apart = best_cut(line, members, pieces, probs, apart=blob)
            if len(apart) > len(cut):
                yield from (replace(e, is_guess=True) for e in _parted(apart, _height(boxes, line), boxes))


def _parted(cut: list[ReadPiece], height: float, boxes: Labels) -> Iterator[Entry]:
    """The letters of a line, parted at its wide gaps."""
    gaps = [after.piece.left - before.piece.right for before, after in pairwise(cut)]
    usual = float(np.median(gaps)) if gaps else 0.0
    ends = [i for i, gap in enumerate(gaps, 1) if gap > ENTRY_GAP * height]
    for start, end in pairwise([0, *ends, len(cut)]):
        if start < end:
            own = cut[start:end]
            spaces = [" " if gap > usual + WORD_GAP * height else "" for gap in gaps[start : end - 1]]
            text = "".join(space + read.letter for space, read in zip(["", *spaces], own, strict=True))
            _, top, _, tall = boxes[own[0].piece.blob].tolist()
            sides = float(own[0].piece.left), float(own[-1].piece.right)
            probabilities = tuple(read.probability for read in own)
            spans = tuple((float(read.piece.left), float(read.piece.right)) for read in own)
            yield Entry(text, probabilities, height, *sides, top + tall / 2, spans)


def _readings(members: list[int], pieces: list[Piece], by_case: dict[Case, Floats]) -> Iterator[Floats]:
    """Letter probabilities of the pieces if all are capitals, and if only the first one is."""
    upper, lower = by_case[Case.UPPER][members], by_case[Case.LOWER][members]
    yield upper
    left = np.array([pieces[index].left for index in members])
    yield np.where((left == left.min())[:, None], upper, lower)


def _sureness(cut: Sequence[ReadPiece]) -> float:
    return float(np.mean([read.probability for read in cut])) if cut else 0.0
