"""Lines of text beside a board, read by the same network as the board.

Blobs that stand side by side are a line. Where letters touch, every way to cut the blob at its thin places is
weighed, and the one whose pieces are most surely letters is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.connected import Labels, connected
from worker.vision.decode import Pixels
from worker.vision.glyphs import GLYPH_SIZE, LETTERS, Case, GlyphReader, cut_box, letter_probabilities

CONTRAST = 0.2
"""Of ink against its surroundings, as a share of the page's range of grey levels."""
LOWEST, HIGHEST = 0.14, 1.6
"""Heights of letters, in pitches of the board."""
LEAST_INK = 0.2
"""Square pitches that any line of text inks."""
MOST_BLOBS = 8000
"""Twice the letters of the densest page; more are noise, and each is compared with all lines."""
NARROWEST, WIDEST = 0.12, 1.6
"""Widths of letters, in heights."""
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

    @property
    def letters(self) -> str:
        return self.text.replace(" ", "")

    @property
    def sureness(self) -> float:
        return float(np.mean(self.probabilities))


def read_entries(page: Pixels, pitch: float, reader: GlyphReader, *, dark: bool) -> list[Entry]:
    """Dark or bright text on a grey page; `pitch` is that of the board, in pixels of the page."""
    text = find_text(page, pitch, dark=dark)
    return text.read(reader) if text else []


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
        return list(_read(self.page, self.labels, self.boxes, self.lines, self.dark, reader))

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


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a blob that may be a letter."""

    line: int
    blob: int
    left: int
    right: int


def _read(
    page: Pixels, labels: Labels, boxes: Labels, lines: list[list[int]], dark: bool, reader: GlyphReader
) -> Iterator[Entry]:
    heights = [_height(boxes, line) for line in lines]

    def shapes_of(pieces: list[_Piece]) -> Floats:
        glyphs = [_glyph(page, labels, boxes[piece.blob], piece, dark) for piece in pieces]
        return reader.read(np.stack(glyphs) if glyphs else np.empty((0, GLYPH_SIZE, GLYPH_SIZE), np.float32))

    whole = [_Piece(n, blob, *_sides(boxes[blob])) for n, line in enumerate(lines) for blob in line]
    shapes = shapes_of(whole)
    wide = np.array([(piece.right - piece.left) / heights[piece.line] for piece in whole])
    unsure = (letter_probabilities(shapes)[:, 1:].max(axis=1) < SURE) | (wide > WIDE)
    cut = [p for i in np.flatnonzero(unsure) for p in _parts(labels, boxes, whole[i], heights[whole[i].line])]
    kept = np.flatnonzero(wide < WIDEST)
    pieces = [*(whole[i] for i in kept), *cut]
    if pieces:
        yield from _entries(lines, pieces, np.concatenate([shapes[kept], shapes_of(cut)]), boxes)


def _entries(lines: list[list[int]], pieces: list[_Piece], shapes: Floats, boxes: Labels) -> Iterator[Entry]:
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


def _parts(labels: Labels, boxes: Labels, whole: _Piece, height: float) -> Iterator[_Piece]:
    """Every stretch of a blob between two of its thin places that is as wide as a letter may be."""
    x, y, width, tall = boxes[whole.blob].tolist()
    cuts = [0, *_thin_places(labels[y : y + tall, x : x + width] == whole.blob, height), width]
    for left, right in combinations(cuts, 2):
        if right - left < width and NARROWEST * height <= right - left < WIDEST * height:
            yield _Piece(whole.line, whole.blob, x + left, x + right)


def _thin_places(own: npt.NDArray[np.bool_], height: float) -> list[int]:
    """Columns at which a blob that is too wide for one narrow letter may be cut."""
    if own.shape[1] < 0.7 * height:
        return []
    profile = own.sum(axis=0).astype(np.float32)
    smooth = np.convolve(np.pad(profile, 1, mode="edge"), [0.25, 0.5, 0.25], "valid")
    room = max(round(0.16 * height), 2)
    lowest = cv2.erode(smooth[None], np.ones((1, 2 * room + 1), np.uint8))[0]
    thin = np.flatnonzero((smooth <= lowest) & (smooth < 0.6 * height))
    kept: list[int] = []
    for column in thin.tolist():
        if room <= column <= own.shape[1] - room and (not kept or column - kept[-1] >= room):
            kept.append(column)
    return kept


def _glyph(page: Pixels, labels: Labels, box: Labels, piece: _Piece, dark: bool) -> Floats:
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
    line: list[int], members: list[int], pieces: list[_Piece], by_case: dict[Case, Floats], boxes: Labels
) -> Iterator[Entry]:
    """The line in the case in which it is more surely read, parted at its wide gaps."""
    cuts = [_best_cut(line, members, pieces, probs) for probs in _readings(members, pieces, by_case)]
    cut = max(cuts, key=_sureness)
    height = _height(boxes, line)
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


def _readings(members: list[int], pieces: list[_Piece], by_case: dict[Case, Floats]) -> Iterator[Floats]:
    """Letter probabilities of the pieces if all are capitals, and if only the first one is."""
    upper, lower = by_case[Case.UPPER][members], by_case[Case.LOWER][members]
    yield upper
    left = np.array([pieces[index].left for index in members])
    yield np.where((left == left.min())[:, None], upper, lower)


class _Read(NamedTuple):
    piece: _Piece
    letter: str
    probability: float


def _sureness(cut: Sequence[_Read]) -> float:
    return float(np.mean([read.probability for read in cut])) if cut else 0.0


def _best_cut(line: list[int], members: list[int], pieces: list[_Piece], probs: Floats) -> list[_Read]:
    """For every blob of the line the sequence of pieces that are letters with the highest probability."""
    best = probs.argmax(axis=1).tolist()
    sure = probs.max(axis=1)
    own: dict[int, list[int]] = {blob: [] for blob in line}
    for k, index in enumerate(members):
        own[pieces[index].blob].append(k)
    chosen = (k for blob in line for k in _likeliest([(k, pieces[members[k]]) for k in own[blob]], sure))
    return [_Read(pieces[members[k]], LETTERS[best[k]], float(sure[k])) for k in chosen]


def _likeliest(pieces: list[tuple[int, _Piece]], sure: Floats) -> list[int]:
    """Shortest path over the thin places of a blob; a piece costs its doubt, the more the wider it is."""
    if not pieces:
        return []
    arrived: dict[int, tuple[float, list[int]]] = {min(piece.left for _, piece in pieces): (0.0, [])}
    for k, piece in sorted(pieces, key=lambda one: one[1].left):
        if piece.left in arrived:
            cost, path = arrived[piece.left]
            cost += -float(np.log(max(sure[k], 1e-4))) * (piece.right - piece.left)
            if piece.right not in arrived or cost < arrived[piece.right][0]:
                arrived[piece.right] = (cost, [*path, k])
    return arrived.get(max(piece.right for _, piece in pieces), (0.0, []))[1]
