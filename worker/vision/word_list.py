"""The list of words printed beside a word search.

What is a heading and what is the list is told by the board itself: words of the list are hidden in it, and
those that are not, being misread or a trick, stand in line with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from worker.model import ReadGrid
from worker.vision.candidates import Floats
from worker.vision.decode import Picture, Pixels
from worker.vision.glyphs import GlyphReader
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
LEAST_LETTERS = 3
SURE_ALONE = 0.93
"""The same, of an entry that the board does not have."""
SURE_LETTER, SURE_PRICE = 0.9, 2.0
"""A letter read more surely than this is changed at this price, others at 1."""
CLEAR_BY = 0.5
"""The best text must be better than any other one by this."""
LONG = 8
"""A text of as many letters may have lost two."""
BAR_COST = 0.3
"""Of an I read as L: a bar is either letter, by its font alone."""
_I, _L = ord("I"), ord("L")
COUNTED = 64
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
        helper: another reader of lines of text, asked when words were read that are not in the board.
    """
    page, pitch = upright_page(picture, grid)
    hidden = hidden_words(grid)
    entries: list[Entry] = []
    words: list[Entry] = []
    for dark in (True, False):
        if not words:
            entries += read_entries(page, pitch, reader, dark=dark)
            words = listed(entries, hidden)
    if helper is not None and entries and not (words and all(entry.letters in hidden for entry in words)):
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


def hidden_words(grid: ReadGrid) -> Hidden:
    """Every line of the board in all eight directions."""
    tiles = np.array([cell.letters.upper() or "." for cell in grid.cells], object)
    tiles = tiles.reshape(grid.rows, grid.cols)
    lines = ["".join(line) for line in (*tiles, *tiles.T)]
    for slanted in (tiles, tiles[:, ::-1]):
        lines += ["".join(slanted.diagonal(offset)) for offset in range(1 - grid.rows, grid.cols)]
    return Hidden((*lines, *(line[::-1] for line in lines)))


@dataclass(frozen=True)
class Hidden:
    """What can be found in a board."""

    lines: tuple[str, ...]
    _windows: dict[int, _Windows] = field(default_factory=dict)
    """All texts of one length, made when they are first asked for."""

    def __contains__(self, letters: str) -> bool:
        return any(letters in line for line in self.lines)

    def nearest(self, letters: str, probabilities: Sequence[float]) -> str | None:
        """The one text in the board that may be meant by a misread one; None when there is none, or several.

        Letters that touch are easily taken for one, so that some may be missing; one that was read surely is
        what it is.
        """
        length = len(letters)
        found: list[tuple[float, str]] = []
        for size in range(max(length - 1, LEAST_LETTERS), length + 2 + (length >= LONG)):
            found += self._of_length(size).near(letters, probabilities, _most_misread(length))
        if not found:
            return None
        # A part of the same place in the board is no rival.
        cost, best = min(found, key=lambda one: (one[0], abs(len(one[1]) - length)))
        rivals = (other for price, other in found if price <= cost + CLEAR_BY)
        return best if all(other in best or best in other for other in rivals) else None

    def _of_length(self, size: int) -> _Windows:
        if size not in self._windows:
            windows = {line[i : i + size] for line in self.lines for i in range(len(line) - size + 1)}
            self._windows[size] = _Windows(sorted(text for text in windows if "." not in text), size)
        return self._windows[size]


class _Windows:
    """Texts of one length that can be found in a board."""

    def __init__(self, texts: list[str], size: int) -> None:
        self._texts = texts
        self._codes = _codes("".join(texts)).reshape(-1, size)
        self._counts = _counts(self._codes)

    def near(self, letters: str, probabilities: Sequence[float], most: float) -> list[tuple[float, str]]:
        """The texts that differ by at most so many edits, with how many these are."""
        codes = _codes(letters)
        # Cheap to tell, and rules out nearly all: an edit changes the count of two letters at most.
        apart = np.abs(self._counts - _counts(codes[None])).sum(axis=1)
        close = np.flatnonzero(apart <= 2 * max(most, 1))
        prices = [1.0 if probability < SURE_LETTER else SURE_PRICE for probability in probabilities]
        costs = _misreadings(codes, prices, self._codes[close])
        return [
            (cost, self._texts[i])
            for i, cost in zip(close.tolist(), costs.tolist(), strict=True)
            if cost <= most
        ]


def _codes(text: str) -> npt.NDArray[np.int32]:
    return np.frombuffer(text.encode("utf-32-le"), np.int32)


def _counts(codes: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """(n, COUNTED): how often each letter is in each of the texts (n, length), I and L being one."""
    places = np.where(codes == _L, _I, codes) % COUNTED + COUNTED * np.arange(len(codes))[:, None]
    return np.bincount(places.ravel(), minlength=COUNTED * len(codes)).reshape(-1, COUNTED)


def _most_misread(length: int) -> float:
    """Short texts are near to something by chance, so that there only a bar's two readings are corrected."""
    return length // 4 if length >= 5 else 2 * BAR_COST


def _misreadings(
    letters: npt.NDArray[np.int32], prices: Sequence[float], texts: npt.NDArray[np.int32]
) -> Floats:
    """(n,): the edit distance of texts (n, length) from letters; I and L are nearly the same.

    Changing a letter, or leaving it out, costs its price; one more letter costs 1.
    """
    before = [np.full(len(texts), column, np.float32) for column in range(texts.shape[1] + 1)]
    for letter, price in zip(letters.tolist(), prices, strict=True):
        costs = np.where(texts == letter, 0, price).astype(np.float32)
        if letter in (_I, _L):
            costs[(texts != letter) & ((texts == _I) | (texts == _L))] = BAR_COST
        current = [before[0] + np.float32(price)]
        for column in range(texts.shape[1]):
            edit = np.minimum(before[column + 1] + np.float32(price), current[column] + 1)
            current.append(np.minimum(before[column] + costs[:, column], edit))
        before = current
    return before[-1]


def listed(entries: Iterable[Entry], hidden: Hidden) -> list[Entry]:
    """The entries hidden in the board, and those that stand in line with such ones, in reading order."""
    candidates = [e for e in entries if e.sureness >= LEAST_SURE and _is_word(e.letters)]
    found = _apart(sorted((e for e in candidates if e.letters in hidden), key=lambda e: -len(e.letters)))
    if len(found) < LEAST_HIDDEN:
        return []
    height = float(np.median([e.height for e in found]))
    others = [e for e in candidates if _alike(e.height, height) and _in_line(e, found)]
    left = _apart(sorted(others, key=lambda e: -e.sureness), beside=found)
    kept = [*found, *filter(None, (_corrected(entry, hidden) for entry in left))]
    return sorted(kept, key=lambda e: (round(e.left / (4 * height)), e.middle))


def _is_word(letters: str) -> bool:
    """Rows of bars and rings are ornaments."""
    return len(letters) >= LEAST_LETTERS and len(set(letters)) > 1


def _corrected(entry: Entry, hidden: Hidden) -> Entry | None:
    """The entry as the board has it; as it is when the board has nothing like it, but it was read surely."""
    meant = hidden.nearest(entry.letters, entry.probabilities)
    if meant is None:
        return entry if entry.sureness >= SURE_ALONE else None
    return replace(entry, text=_spaced_alike(meant, entry.text))


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
    """Whether an entry begins below or above one of the list, or stands beside one."""
    return any(
        abs(entry.left - other.left) < 0.7 * entry.height
        or abs(entry.middle - other.middle) < 0.4 * entry.height
        for other in found
    )
