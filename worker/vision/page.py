"""Word-search pages: many letters in rows and columns, on paper however it lies, without tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from worker.vision.candidates import Blobs
from worker.vision.decode import Picture
from worker.vision.glyphs import GlyphReader
from worker.vision.lattice import Flags, largest_first, windows_of_one_size
from worker.vision.letters import SAMPLE, Letters, glance_at
from worker.vision.lookalikes import has_spaces, has_words, is_answer_sheet, is_keyboard
from worker.vision.page_crossed import read_crossed
from worker.vision.page_flat import flatten, flatten_unmarked, flatten_unstruck
from worker.vision.page_lattice import PageLattice, find_page_lattices
from worker.vision.page_letters import read_page
from worker.vision.page_marks import CONTRASTS, find_marks
from worker.vision.page_outline import ENDS, inside, without_outline
from worker.vision.page_refused import Refused
from worker.vision.page_text import find_text_page
from worker.vision.patches import PATCH

LEAST_SIDE, LEAST_LETTERS = 5, 30
CROWD = 60
"""Blobs of one size in the pictures whose pages are looked for first."""
MOST_STRAYS = 0.2
"""Share of letter-sized blobs inside the outline that stand on no cell."""
LOOSEST = 0.09, 0.14
"""How far the letters may lie off the middles of their cells along rows and along columns, in shorter steps.
Small letters with and without stems have unlike middles; letters of words have no columns."""
LEAST_READ = 0.85
"""Share of the cells within the outline that hold a letter."""
LETTERLIKE = 0.8
"""Share of the probability that must lie on letters."""
SURE = 0.75
"""Mean confidence of the letters read."""
COMMONEST_SHARE = 0.5
"""No letter fills more of a page."""
FULL = 0.9
"""Share of a page's cells that were found by its marks; with fewer, fainter marks may show more of it."""
BOXES, LIKELY_BOXES = 0.85, 0.75
"""Size of what fills its cells, in steps: not letters, but the ground around them in boxes; and of what may
well be that, where the rules are thick."""
MOST_KEYS = 100
"""More letters than this are no keyboard."""
LEAST_LINE = 2
MOST_GAPS = 6.0
"""Gaps a row between the letters found at first: rules and folds leave many, lines of words more."""
LEAST_SEEN = 0.6
"""Share of the cells within the outline that were found by their marks: pages come to 0.8 and more."""
LARGE, LEAST_GLANCED = 2000, 0.3
"""Cells from which on a page is looked at before it is read, and the share of some marks that are letters."""
HOPELESS = 0.95
"""Share of what is asked of a page in the end, below which nothing more is tried: pages have all of it at
first sight, whatever lies over them, and lines of words about as much as this."""
LEAST_STRUCK = 3
"""Cells with ink that runs on into others, from which on pen strokes are looked for."""
ARRAYS = "texts", "confidence", "runner_up", "inked", "contrast", "height", "crossed"
AT_ODDS = 0.8
"""Confidence of a letter that is another one without the pen's marks."""
UNMARKED = 0.95
"""With a letter read less surely, or in ink that hangs together, there may be marks on the page."""


@dataclass(frozen=True)
class Page:
    """A page that was found and read."""

    lattice: PageLattice
    letters: Letters

    @property
    def worth(self) -> float:
        return _worth(self.letters)

    @property
    def is_complete(self) -> bool:
        """Whether there is no need to look for more of it."""
        return self.lattice.fill >= FULL and _filled(self.lattice) <= LIKELY_BOXES


def find_page(
    picture: Picture,
    reader: GlyphReader,
    contrasts: tuple[float, ...] = CONTRASTS,
    refused: Refused | None = None,
) -> Page | None:
    """The largest page of letters in a picture, found by its stronger marks if these suffice.

    `refused` are lattices that were read in this picture before, and those that will be.
    """
    refused = Refused() if refused is None else refused
    best: Page | None = None
    for contrast in contrasts:
        before = best
        for blobs in find_marks(picture.grey, contrast):
            pages = [*_pages(picture, blobs, reader, refused), *([best] if best else [])]
            best = max(pages, key=lambda page: page.worth, default=None)
            if best is not None and best.is_complete:
                return best
        if best is not None and best is before:
            return best
    if best is not None:
        return best
    return _text_page(picture, reader) if contrasts == CONTRASTS or contrasts == CONTRASTS[1:] else None


def _text_page(picture: Picture, reader: GlyphReader) -> Page | None:
    """A page without columns, found by its lines."""
    for blobs in find_marks(picture.grey, CONTRASTS[0]):
        found = find_text_page(picture, blobs, reader)
        if found is not None and _is_page(found[1]):
            return Page(*found)
    return None


def is_crowded(blobs: Blobs) -> bool:
    """Whether so many blobs of one size are in a picture that it is probably a page of letters."""
    extents = blobs.extent[largest_first(blobs)]
    return any(window.stop - window.start >= CROWD for window in windows_of_one_size(extents))


def _pages(picture: Picture, blobs: Blobs, reader: GlyphReader, refused: Refused) -> Iterator[Page]:
    for lattice in find_page_lattices(blobs):
        for dark in _inks(lattice, dark=bool(blobs.dark[0])):
            page = (
                None
                if refused.has(lattice, dark=dark)
                else _page_on(picture, lattice, reader, refused, dark=dark)
            )
            if page is not None:
                yield page
                break


def _inks(lattice: PageLattice, *, dark: bool) -> Iterator[bool]:
    """Whether the letters may be dark, likelier first, where the marks of a lattice are `dark`.

    Marks that fill their cells are the ground around the letters.
    """
    filled = _filled(lattice)
    yield dark != (filled > BOXES)
    if LIKELY_BOXES < filled <= BOXES:
        yield not dark


def _page_on(
    picture: Picture, lattice: PageLattice, reader: GlyphReader, refused: Refused, *, dark: bool
) -> Page | None:
    """The page on a lattice, if it is one; `refused` takes note if not."""
    if not _is_worth_reading(lattice):
        return None
    large = lattice.is_too_large or lattice.seen.size > LARGE
    if large and not _shows_letters(picture, lattice, reader):
        return None
    if lattice.is_too_large:
        refused.too_large = lattice.rows, lattice.cols
        return None
    read = _read(picture, lattice, reader, dark=dark)
    page = read and _without_empty_lines(read.lattice, without_outline(read.lattice, read.letters))
    if page is not None and _is_page(page.letters):
        return page
    refused.add(lattice, dark=dark)
    return None


def _is_worth_reading(lattice: PageLattice) -> bool:
    """Whether it may be a page by where its marks stand."""
    seen = lattice.seen
    if min(seen.shape) < LEAST_SIDE or seen.sum() < max(LEAST_LETTERS, LEAST_SEEN * inside(seen).sum()):
        return False
    return not (lattice.strays > MOST_STRAYS or _is_loose(lattice) or has_spaces(seen, per_row=MOST_GAPS))


def _shows_letters(picture: Picture, lattice: PageLattice, reader: GlyphReader) -> bool:
    """Whether letters are seen at a glance at some of the marks: patterns have thousands of others."""
    marks = lattice.points[lattice.seen]
    some = marks[np.linspace(0, len(marks) - 1, SAMPLE).astype(int)]
    side = max(round(min(lattice.steps)), 1)
    cells = [cv2.getRectSubPix(picture.grey, (side, side), (float(x), float(y))) for x, y in some]
    patches = np.stack([cv2.resize(cell, (PATCH, PATCH), interpolation=cv2.INTER_CUBIC) for cell in cells])
    return glance_at(np.asarray(patches, np.uint8), reader).read >= LEAST_GLANCED


def _read(picture: Picture, lattice: PageLattice, reader: GlyphReader, *, dark: bool) -> Page | None:
    """The letters of all cells, without the pen's marks where these are in the way."""
    flat = flatten(picture, lattice, dark=dark)
    letters = read_page(flat, reader, marks=lattice.seen)
    if letters is None or not _may_be_page(letters):
        return None
    if not _unsure(letters).any():
        return Page(lattice, letters)
    unmarked = flatten_unmarked(picture, lattice, flat, dark=dark)
    if unmarked is not None:
        flat, letters = unmarked, _agreed(letters, read_page(unmarked, reader))
    crossed = letters.inked & (letters.crossed | ~letters.found)
    if crossed.sum() < LEAST_STRUCK:
        return Page(lattice, letters)
    unstruck = flatten_unstruck(lattice, flat)
    again = None if unstruck is None else read_page(unstruck, reader)
    struck = flat.struck
    if unstruck is not None and again is not None and _worth(again) >= _worth(letters):
        # What a stroke hides wholly goes with it, but something was there.
        struck, letters = unstruck.struck, replace(again, inked=again.inked | letters.inked)
    flat = replace(flat, struck=struck, strokes=flat.strokes if unstruck is None else unstruck.strokes)
    letters = read_crossed(flat, letters, _unsure(letters) | (struck & letters.inked))
    # What is read as an I outside may be a piece of the page's outline.
    told = letters.found & struck & (inside(lattice.seen) | (letters.texts != "I"))
    return Page(lattice.with_cells(told), letters)


def _may_be_page(letters: Letters) -> bool:
    """Whether more care may make a page of it."""
    found = letters.found
    sure = float(letters.confidence[found].mean()) if found.any() else 0.0
    return (
        not _is_prose(letters)
        and found.sum() >= HOPELESS * LEAST_READ * inside(found).sum()
        and sure >= HOPELESS * SURE
        and letters.letterlike >= HOPELESS * LETTERLIKE
    )


def _is_prose(letters: Letters) -> bool:
    """Whether blank cells part words, as in a listing: what is there, but no letter, is not blank."""
    filled = letters.found | letters.inked
    return has_spaces(filled) or has_words(filled)


def _worth(letters: Letters) -> float:
    """The number of letters, by how surely they are read."""
    return float((letters.confidence * letters.found).sum())


def _agreed(letters: Letters, again: Letters | None) -> Letters:
    """Where the first reading is unsure, the surer one; where both are sure and differ, a doubtful one."""
    if again is None or again.turns != letters.turns:
        return letters
    ahead = again.confidence * again.found >= letters.confidence * letters.found
    taken = _unsure(letters) & ahead
    at_odds = ~_unsure(letters) & ~_unsure(again) & again.found & (again.texts != letters.texts)
    pairs = {name: (getattr(again, name), getattr(letters, name)) for name in ARRAYS}
    merged = replace(letters, **{name: np.where(taken, *pair) for name, pair in pairs.items()})
    doubted = np.minimum(merged.confidence, np.where(at_odds, AT_ODDS, 1)).astype(np.float32)
    return replace(merged, confidence=doubted, letterlike=max(letters.letterlike, again.letterlike))


def _unsure(letters: Letters) -> Flags:
    return np.asarray(letters.inked & (letters.crossed | (letters.confidence < UNMARKED)))


def _filled(lattice: PageLattice) -> float:
    """Size of the marks, in steps."""
    return lattice.extent / min(lattice.steps)


def _is_loose(lattice: PageLattice) -> bool:
    across, down = lattice.looseness
    return across > LOOSEST[0] or down > LOOSEST[1]


def _without_empty_lines(lattice: PageLattice, letters: Letters) -> Page | None:
    """Without outer lines in which hardly a letter is read."""
    sure = letters.found & (letters.confidence > ENDS)
    rows = np.flatnonzero(sure.sum(axis=1) >= LEAST_LINE)
    cols = np.flatnonzero(sure.sum(axis=0) >= LEAST_LINE)
    if min(len(rows), len(cols)) < LEAST_SIDE:
        return None
    edges = int(rows[0]), int(rows[-1]) + 1, int(cols[0]), int(cols[-1]) + 1
    # What is no letter says nothing of how surely the page's letters are read.
    letters = replace(letters, confidence=np.where(letters.found, letters.confidence, 0).astype(np.float32))
    return Page(lattice.window(*edges), letters.window(*edges))


def _is_page(letters: Letters) -> bool:
    found = letters.found
    if found.sum() < max(LEAST_LETTERS, LEAST_READ * inside(found).sum()):
        return False
    if not (found.any(axis=0).all() and found.any(axis=1).all()):
        return False  # the gaps between a board's tiles stand in rows and columns too, but fill every second
    _, counts = np.unique(letters.texts[found], return_counts=True)
    if counts.max() > COMMONEST_SHARE * found.sum():
        return False
    if (found.sum() <= MOST_KEYS and is_keyboard(letters.texts)) or is_answer_sheet(letters.texts):
        return False
    if _is_prose(letters):
        return False
    return letters.letterlike >= LETTERLIKE and float(letters.confidence[found].mean()) >= SURE
