"""What screen it is: a running round, the card that explains the game before it, or the end of a round."""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.model import Box, ScreenState
from worker.vision.candidates import Blobs
from worker.vision.captions import Caption, captions_among, read_captions
from worker.vision.decode import Picture, Pixels
from worker.vision.glyphs import GlyphReader
from worker.vision.lattice import Lattice
from worker.vision.patches import fine_enough

DEMO_BOARD = ("CATD", "WOFO", "IRDG", "NOAS")
"""The board on Word Hunt's "How to play" card; W-O-R-D-S is traced on it."""
DEMO_LETTERS = 12
"""So many of its 16 letters in their places are no accident."""
HEADING = "HOWTOPLAY"
BUTTON = "START"
LABEL = "SCORE"
ENDINGS = (
    "GAMEOVER",
    "ROUNDOVER",
    "TIMESUP",
    "TIMEISUP",
    "OUTOFTIME",
    "YOUWIN",
    "YOUWON",
    "YOULOSE",
    "YOULOST",
    "FINALSCORE",
    "RESULTS",
)
"""What a screen at the end of a round says in large letters, without spaces and other signs."""
SAME = 0.85
"""Likeness of a caption to one of these: no more than one letter is misread."""
HEADED = 0.7
"""The same of the heading, which is the longest."""
SHADING = 12
"""Grey levels that the shading of one plate spans from its middle."""


class Screen(NamedTuple):
    state: ScreenState
    start: Box | None = None
    score: int | None = None
    score_box: Box | None = None
    """Of the line that the score stands on."""


def look_at_screen(
    picture: Picture, strong: Blobs, lattice: Lattice, texts: npt.NDArray[np.str_], reader: GlyphReader
) -> Screen:
    """Tell the screen from the board's letters (rows, cols) and from what is written above it.

    `strong` are the blobs of the working copy.
    """
    grey, projection = fine_enough(picture, lattice)
    reduction = picture.reduction if grey is picture.grey else 1
    seen = replace(lattice, projection=projection)
    if grey is picture.grey:
        captions = captions_among(_those_above(strong, seen), grey, reader)
    else:
        captions = _captions_above(grey, seen, reader)
    if is_demo_board(texts) or any(_is_like(caption.letters, HEADING, HEADED) for caption in captions):
        return Screen(ScreenState.HOW_TO_PLAY, start=_in_full(_start_below(grey, seen, reader), reduction))
    over = any(_is_ending(caption) for caption in captions)
    return _with_score(ScreenState.OVER if over else ScreenState.PLAYING, captions, reduction)


def look_without_board(picture: Picture, reader: GlyphReader) -> Screen | None:
    """The end of a round, or a button that begins one, told by what is written largest."""
    captions = read_captions(picture.grey, reader, most=4)
    if any(_is_ending(caption) for caption in captions):
        return _with_score(ScreenState.OVER, captions, picture.reduction)
    for caption in captions:
        plate = _plate_around(picture.grey, caption.box) if _is_like(caption.letters, BUTTON, SAME) else None
        if plate and plate != caption.box:
            return Screen(ScreenState.HOW_TO_PLAY, start=_in_full(plate, picture.reduction))
    return None


def _with_score(state: ScreenState, captions: list[Caption], reduction: int) -> Screen:
    score, box = _score_of(captions)
    return Screen(state, score=score, score_box=_in_full(box, reduction))


def _in_full(box: Box | None, factor: int) -> Box | None:
    return box and Box(*(side * factor for side in box))


def is_demo_board(texts: npt.NDArray[np.str_]) -> bool:
    demo = np.array([list(row) for row in DEMO_BOARD])
    return texts.shape == demo.shape and int((texts == demo).sum()) >= DEMO_LETTERS


def _is_ending(caption: Caption) -> bool:
    """Whether a line says that the round is over, and hardly more: a score may follow."""
    return any(
        len(caption.letters) <= len(ending) + 7 and _is_like(caption.letters[: len(ending)], ending, SAME)
        for ending in ENDINGS
    )


def _score_of(captions: list[Caption]) -> tuple[int | None, Box | None]:
    """The number after the word SCORE, where that word is read best, and the box of its line."""
    labels = [(*_label(caption), caption) for caption in captions if len(caption.letters) > len(LABEL)]
    likeness, place, caption = max(labels, key=lambda label: label[0], default=(0.0, 0, None))
    if caption is None or likeness < 0.7:
        return None, None
    digits = caption.digits[len(LABEL) - place :]
    return (int(digits), caption.box) if 1 <= len(digits) <= 7 else (None, None)


def _label(caption: Caption) -> tuple[float, int]:
    """How much the part of a caption most like SCORE is like it, and minus where it begins."""
    letters = caption.letters
    matcher = SequenceMatcher(None, "", LABEL, autojunk=False)  # it looks at the label once
    likest = 0.0, 0
    for place in range(len(letters)):
        part = letters[place : place + len(LABEL)]
        if _most_likeness(part, LABEL) <= likest[0]:
            continue
        matcher.set_seq1(part)
        if (ratio := matcher.ratio()) > likest[0]:
            likest = ratio, -place
    return likest


def _is_like(one: str, other: str, least: float) -> bool:
    """Whether they are more alike than that, which few that hold each other's letters are."""
    return _most_likeness(one, other) > least and _likeness(one, other) > least


def _most_likeness(one: str, other: str) -> float:
    """What the likeness is at most, for what letters they have in common."""
    shared = sum(map(other.__contains__, one))
    return 2.0 * min(shared, len(other)) / (len(one) + len(other))


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _those_above(blobs: Blobs, lattice: Lattice) -> Blobs:
    box = _above(lattice)
    low, high = blobs.centres - blobs.sizes / 2, blobs.centres + blobs.sizes / 2
    inside = (low >= (box.x, box.y)) & (high <= (box.x + box.width, box.y + box.height))
    return blobs.take(np.asarray(inside.all(axis=1)))


def _captions_above(grey: Pixels, lattice: Lattice, reader: GlyphReader) -> list[Caption]:
    above = _above(lattice)
    part = grey[above.y : above.y + above.height, above.x : above.x + above.width]
    captions = read_captions(part, reader)
    return [caption._replace(box=_moved(caption.box, above)) for caption in captions]


def _moved(box: Box, by: Box) -> Box:
    return Box(box.x + by.x, box.y + by.y, box.width, box.height)


def _above(lattice: Lattice) -> Box:
    """What lies above the board, three boards wide at most."""
    left, top, right, bottom = _bounds(lattice)
    width, height = right - left, bottom - top
    x, y = max(round(left - width), 0), max(round(top - 2.5 * height), 0)
    return Box(x, y, round(right + width) - x, max(round(top - 0.05 * height) - y, 0))


def _bounds(lattice: Lattice) -> tuple[float, float, float, float]:
    outline = lattice.outline()
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _start_below(grey: Pixels, lattice: Lattice, reader: GlyphReader) -> Box | None:
    """The plate around the caption below the middle of the board."""
    left, _, right, bottom = _bounds(lattice)
    x, y = max(round(left), 0), max(round(bottom), 0)
    part = grey[y : round(bottom + 3 * lattice.pitch), x : round(right)]
    captions = read_captions(part, reader, most=4)
    middle = part.shape[1] / 2
    central = [c for c in captions if abs(c.box.centre.x - middle) < 0.4 * lattice.pitch]
    if not central:
        return None
    plate = _plate_around(part, max(central, key=lambda caption: _likeness(caption.letters, BUTTON)).box)
    return Box(plate.x + x, plate.y + y, plate.width, plate.height)


def _plate_around(part: Pixels, caption: Box) -> Box:
    """The evenly coloured area that a caption stands on; the caption's own box when it has no end here."""
    seed = (max(caption.x - caption.height // 2, 0), caption.y + caption.height // 2)
    mask = np.zeros((part.shape[0] + 2, part.shape[1] + 2), np.uint8)
    flags = cv2.FLOODFILL_MASK_ONLY | cv2.FLOODFILL_FIXED_RANGE | 4
    x, y, width, height = cv2.floodFill(part.copy(), mask, seed, 0, SHADING, SHADING, flags)[3]
    ends = x > 0 and y > 0 and x + width < part.shape[1] and y + height < part.shape[0]
    wide = width > caption.width and height > caption.height
    return Box(x, y, width, height) if ends and wide else caption
