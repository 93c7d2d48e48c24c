"""The list of words printed beside a word search.

What is a heading and what is the list is told by the board itself: words of the list are hidden in it, and
those that are not, being misread or a trick, stand in line with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import pairwise

import cv2
import numpy as np

from worker.model import ReadGrid
from worker.vision.candidates import Floats
from worker.vision.decode import Picture, Pixels
from worker.vision.glyphs import GlyphReader
from worker.vision.hidden_words import LEAST_LETTERS, Hidden, hidden_words
from worker.vision.text_lines import Entry, read_entries

Helper = Callable[[Pixels], Iterable[Entry]]
"""Reads the lines of text of a grey page."""

PITCH = 44
"""Pixels to which the pitch of the board is brought: its list is printed about as large as the board."""
NEARLY, LEVEL = 0.75, 0.01
"""A page so nearly of that size, and so nearly level, is left as it is."""
MOST_ZOOM = 4.0
MOST_SIDE = 3000
LEAST_SURE = 0.5
"""Mean confidence of the letters of an entry."""
SURE_ALONE, SURE_EACH = 0.93, 0.85
"""The same, and that of each letter, of an entry that the board does not have."""
WIDER, APART = 1.5, 4.0
"""How far from the list an entry may stand that the board does not have: times the widest gap between the
list's rows, or times its height. What stands farther away is a title, or a line for the reader's name."""
CENTRED = 0.4
"""Letter heights: how far the middles of centred entries lie apart."""
RARELY = 0.01
"""Words hidden by chance so rarely tell where the list is."""
SAMPLE = 20_000
"""Pixels that tell the ground of the board."""
LEAST_HIDDEN = 3
"""So many entries must be found in the board for there to be a list at all."""


def read_word_list(
    picture: Picture, grid: ReadGrid, reader: GlyphReader, *, helper: Helper | None = None
) -> tuple[str, ...]:
    """The words of the list from top to bottom, column by column, in capitals; empty when there is none.

    Args:
        grid: the board as read from this picture.
        helper: another reader of lines of text, asked when words were read that are not in the board, or
            when some in line with them could not be read.
    """
    page, pitch = upright_page(picture, grid)
    hidden = hidden_words(grid)
    entries: list[Entry] = []
    words: list[Entry] = []
    for dark in (True, False):
        if not words:
            entries += read_entries(page, pitch, reader, dark=dark)
            words = listed(entries, hidden)
    if helper is not None and entries and not _is_whole(words, entries, hidden):
        words = listed([*entries, *helper(page)], hidden)
    return tuple(dict.fromkeys(entry.text for entry in words))


def upright_page(picture: Picture, grid: ReadGrid) -> tuple[Pixels, float]:
    """The picture turned so that the board's rows are level, the board painted over, and the pitch in it."""
    centres = np.array([cell.centre for cell in grid.cells], np.float32).reshape(grid.rows, grid.cols, 2)
    across = (centres[:, -1] - centres[:, 0]).mean(axis=0) / max(grid.cols - 1, 1)
    pitch = float(np.hypot(*across))
    grey = picture.full_grey
    zoom = min(max(PITCH / pitch, 0.25), MOST_ZOOM, MOST_SIDE / max(grey.shape))
    page = _without_board(grey, grid, centres)
    if NEARLY < zoom < 1 / NEARLY and np.abs(across / pitch - (1, 0)).max() < LEVEL:
        return page, pitch
    return _turned(page, across / pitch, zoom), pitch * zoom


def _turned(page: Pixels, along: Floats, zoom: float) -> Pixels:
    """With the direction `along` level, and so many times larger."""
    turn = np.array([[along[0], along[1]], [-along[1], along[0]]], np.float32) * zoom
    height, width = page.shape
    corners = np.array([[0, 0], [width, 0], [0, height], [width, height]], np.float32) @ turn.T
    low = corners.min(axis=0)
    size = tuple(np.ceil(corners.max(axis=0) - low).astype(int).tolist())
    matrix = np.column_stack([turn, -low])
    if zoom < 0.7:
        page = np.asarray(cv2.GaussianBlur(page, (0, 0), 0.35 / zoom), np.uint8)
    way = cv2.INTER_CUBIC if zoom > 1 else cv2.INTER_LINEAR
    return np.asarray(
        cv2.warpAffine(page, matrix, size, flags=way, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _without_board(grey: Pixels, grid: ReadGrid, centres: Floats) -> Pixels:
    """A copy with every cell that holds something painted over with the ground around it."""
    page = grey.copy()
    if grid.rows < 2 or grid.cols < 2:
        return page
    right, down = np.gradient(centres, axis=1) * 0.54, np.gradient(centres, axis=0) * 0.54
    corners = np.stack([centres - right - down, centres + right - down, centres + right + down,
                        centres - right + down], axis=2).reshape(-1, 4, 2)  # fmt: skip
    held = np.array([bool(cell.letters) or cell.doubtful for cell in grid.cells])
    mask = np.zeros_like(page)
    cv2.fillPoly(mask, list(np.round(corners[held]).astype(np.int32)), 255)
    inside = page[mask > 0]
    page[mask > 0] = np.median(inside[:: 1 + len(inside) // SAMPLE]) if len(inside) else 0
    return page


def listed(entries: Iterable[Entry], hidden: Hidden) -> list[Entry]:
    """The entries hidden in the board, and those that stand in line with such ones, in reading order."""
    candidates = [e for e in entries if _is_candidate(e) and (e.letters in hidden or not e.is_guess)]
    found = _apart(sorted((e for e in candidates if e.letters in hidden), key=lambda e: -len(e.letters)))
    rare = [e for e in found if hidden.by_chance(len(e.letters)) < RARELY]
    found = rare if len(rare) >= LEAST_HIDDEN else found
    if len(found) < LEAST_HIDDEN:
        return []
    height = float(np.median([e.height for e in found]))
    others = [
        e for e in candidates if _alike(e.height, height) and (_in_line(e, found) or _centred(e, found))
    ]
    left = [e for e in others if not any(_overlap(e, other) for other in found)]
    meant = [(cost, entry) for e in left for cost, entry in _meant(e, hidden, found)]
    likeliest = [entry for _, entry in sorted(meant, key=lambda one: (one[0], -one[1].sureness))]
    kept = [*found, *_apart(likeliest)]
    return sorted(kept, key=lambda e: (round(e.left / (4 * height)), e.middle))


def _is_whole(words: list[Entry], entries: Iterable[Entry], hidden: Hidden) -> bool:
    """Whether all words of the list are in the board, and nothing else stands in line with them."""
    if not words or not all(word.letters in hidden for word in words):
        return False
    height = float(np.median([word.height for word in words]))
    others = (e for e in entries if _is_candidate(e) and not e.is_guess)
    others = (e for e in others if _alike(e.height, height) and _in_line(e, words))
    return all(any(_overlap(entry, word) for word in words) for entry in others)


def _is_candidate(entry: Entry) -> bool:
    return entry.sureness >= LEAST_SURE and _is_word(entry.letters)


def _is_word(letters: str) -> bool:
    """Rows of bars and rings are ornaments."""
    return len(letters) >= LEAST_LETTERS and len(set(letters)) > 1


def _meant(entry: Entry, hidden: Hidden, found: list[Entry]) -> Iterator[tuple[float, Entry]]:
    """The entry as the board has it, and how much was misread.

    What is not in the board stays as it is, if every letter was read surely and it is no title over the list,
    nor one across the board.
    """
    meant = hidden.nearest(entry.letters, entry.probabilities)
    if entry.letters in hidden:
        yield 0, entry
    elif meant is not None:
        yield meant.cost, replace(entry, text=_spaced_alike(meant.letters, entry.text))
    elif _is_sure(entry) and _in_line(entry, found) and _among(entry, found):
        yield np.inf, entry


def _is_sure(entry: Entry) -> bool:
    return entry.sureness >= SURE_ALONE and min(entry.probabilities) >= SURE_EACH


def _among(entry: Entry, found: list[Entry]) -> bool:
    """Whether an entry stands about as near to the list's rows as these to each other."""
    middles = sorted(other.middle for other in found)
    widest = max(below - above for above, below in pairwise(middles))
    distance = min(abs(entry.middle - middle) for middle in middles)
    return distance <= max(WIDER * widest, APART * entry.height)


def _spaced_alike(letters: str, text: str) -> str:
    """The letters parted into words where a text of about the same letters is."""
    same = SequenceMatcher(None, text.replace(" ", ""), letters, autojunk=False).get_matching_blocks()
    cuts, place = [0], 0
    for word in text.split(" ")[:-1]:
        place += len(word)
        block = next(block for block in same if place <= block.a + block.size)
        cuts.append(min(max(block.b + place - block.a, cuts[-1]), len(letters)))
    return " ".join(letters[start:end] for start, end in pairwise([*cuts, len(letters)]))


def _alike(one: float, other: float) -> bool:
    return 0.75 < one / other < 1.33


def _apart(entries: Iterable[Entry], *, beside: Sequence[Entry] = ()) -> list[Entry]:
    """The entries without those that lie upon an earlier one."""
    kept: list[Entry] = []
    for entry in entries:
        if not any(_overlap(entry, other) for other in (*beside, *kept)):
            kept.append(entry)
    return kept


def _overlap(one: Entry, other: Entry) -> bool:
    """Whether two entries are the same place on the page, perhaps read by two readers."""
    beside = min(one.right, other.right) - max(one.left, other.left)
    return beside > 0 and abs(one.middle - other.middle) < 0.5 * max(one.height, other.height)


def _in_line(entry: Entry, found: list[Entry]) -> bool:
    """Whether an entry begins or ends below or above one of the list, or stands beside one."""
    return any(
        min(abs(entry.left - other.left), abs(entry.right - other.right)) < 0.7 * entry.height
        or abs(entry.middle - other.middle) < 0.4 * entry.height
        for other in found
    )


def _centred(entry: Entry, found: list[Entry]) -> bool:
    """Whether an entry has its middle below or above that of one of the list."""
    off = (abs(entry.left + entry.right - other.left - other.right) / 2 for other in found)
    return min(off) < CENTRED * entry.height
