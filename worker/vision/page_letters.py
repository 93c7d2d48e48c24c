"""Reads a flattened page: every cell's glyph through the network, then what the page as a whole tells."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.glyphs import LETTERS, Case, Glyph, GlyphReader, base_letter, letter_probabilities
from worker.vision.lattice import Flags
from worker.vision.letters import SAMPLE, SURE, UPRIGHT_ENOUGH, Letters, case_of, letter_share
from worker.vision.page_alike import mean_of_each, prints_of, shapes_among
from worker.vision.page_cut import cut_stack
from worker.vision.page_flat import FlatPage
from worker.vision.page_font import of_one_font, unlike_their_own
from worker.vision.page_glyphs import LetterBoxes, PageGlyphs, cut_out, letter_boxes, page_glyphs

INKED = 0.6
"""Contrast of something in a cell, compared with a letter's, that must not be passed over."""
STRUCK = 0.85
"""Confidence, at most, of a letter that a stroke went through: an E's bar may have been under it."""
MARKED = 0.02
"""Share of letters that hang together with something, from which on all may look odd, being marked."""
RARE = 0.1
"""How much rarer an Ñ is than other letters: on most pages a tilde is a speck above an N."""
TIDY = 0.9
"""Share of the cells with a letter of its own from which on a page is quickly read."""
LEAST_WHOLE = 0.8
"""Share of a page's marks that are a letter of their own: all but a few are, whatever is drawn over it."""
GLANCED, LEAST_LETTERLIKE = 48, 0.7
"""Letters looked at first, and their share of the probability on letters: pages come to 0.9."""
TILDE, TILDE_OFF = 0.3, 0.15
"""Of an N's width: how wide a tilde is at least, and how far off its middle it may be."""
_QU, _ENYE, _N = (LETTERS.index(letter) for letter in ("QU", "Ñ", "N"))
_BASES = np.array([base_letter(letter) for letter in LETTERS])


def read_page(page: FlatPage, reader: GlyphReader, *, marks: Flags | None = None) -> Letters | None:
    """The letters of all cells; None when there are none. `crossed` are cells where ink hangs together
    with what is around.

    Where `marks` (rows, cols) were found, a glance tells whether they are letters at all.
    """
    boxes = letter_boxes(page)
    if marks is not None and not _may_be_letters(page, boxes, marks.ravel(), reader):
        return None
    glyphs = page_glyphs(page, boxes)
    if not len(glyphs):
        return None
    prints = prints_of(glyphs.images)
    likeness = prints.unit @ prints.unit.T
    shape = shapes_among(prints, likeness)
    each, turns = _read_upright(mean_of_each(glyphs.images, shape), reader)
    shapes = each[shape]
    if marks is not None and _letterlike(shapes, glyphs) < LEAST_LETTERLIKE:
        return None
    case = case_of(shapes)
    letters = _letters_of(each, case)[shape]
    others = list(_second_looks(page, glyphs, letters))
    if others:
        images = np.stack([np.rot90(glyph.image, turns) for _, glyph in others])
        better: dict[int, Glyph] = {}
        for (index, glyph), again in zip(others, _letters_of(reader.read(images), case), strict=True):
            if again[1:].max() > letters[index, 1:].max():
                letters[index], better[index] = again, glyph
        glyphs = glyphs.with_others(page, better)
        unit = prints_of(glyphs.images).unit
        likeness = unit @ unit.T
    letters = _without_chance_tildes(of_one_font(likeness, letters), np.rot90(glyphs.images, turns, (1, 2)))
    letters[page.struck.ravel()[glyphs.cells]] *= STRUCK
    if (~glyphs.whole).mean() < MARKED:
        letters[unlike_their_own(likeness, letters[:, 1:].argmax(axis=1))] *= STRUCK
    return _spread(page, glyphs, letters, _letterlike(shapes, glyphs), turns)


def _letterlike(shapes: Floats, glyphs: PageGlyphs) -> float:
    """Share of the probability on letters, where they stand apart."""
    own = shapes[glyphs.whole]
    return float(letter_share(own).mean()) if len(own) else 0.0


def _may_be_letters(page: FlatPage, letters: LetterBoxes, marks: Flags, reader: GlyphReader) -> bool:
    """Whether marks are letters at a glance, where many cells would have to be cut out one by one."""
    whole = letters.whole
    if whole.mean() > TIDY:
        return True
    if not whole.any() or whole[marks].mean() < LEAST_WHOLE:
        return False
    some = np.flatnonzero(whole)
    some = some[np.linspace(0, len(some) - 1, min(GLANCED, len(some))).astype(int)]
    shapes, _ = _read_upright(cut_stack(page, letters.owner, some, letters.boxes[some]), reader)
    return float(letter_share(shapes).mean()) >= LEAST_LETTERLIKE


def _letters_of(shapes: Floats, case: Case) -> Floats:
    """Letter probabilities; a page has no tiles with two letters."""
    letters = letter_probabilities(shapes, case=case)
    letters[:, _QU] = 0
    letters[:, _ENYE] *= RARE
    return np.asarray(letters / np.maximum(letters.sum(axis=1, keepdims=True), 1e-12), np.float32)


def _without_chance_tildes(letters: Floats, images: Floats) -> Floats:
    """The tail of the letter above an N is no tilde: it is narrower, or to one side."""
    settled = letters.copy()
    for index in np.flatnonzero(letters[:, 1:].argmax(axis=1) + 1 == _ENYE).tolist():
        if not _has_tilde(images[index]):
            settled[index, _N] = STRUCK * (letters[index, _N] + letters[index, _ENYE])
            settled[index, _ENYE] = 0
    return settled


def _has_tilde(image: Floats) -> bool:
    inked = np.flatnonzero((image > 0.5).any(axis=1))
    whole = np.flatnonzero((image > 0.5).any(axis=0))
    above = np.flatnonzero((image[inked[0] : inked[0] + 3] > 0.5).any(axis=0))
    width = whole[-1] - whole[0] + 1
    off = abs(float(above[0] + above[-1] - whole[0] - whole[-1])) / 2
    return bool(above[-1] - above[0] + 1 >= TILDE * width and off <= TILDE_OFF * width)


def _second_looks(page: FlatPage, glyphs: PageGlyphs, letters: Floats) -> Iterator[tuple[int, Glyph]]:
    """Another glyph where the first one is hardly a letter: a marker's edge may have become part of it."""
    for index in np.flatnonzero((letters[:, 1:].max(axis=1) < SURE) & glyphs.whole).tolist():
        other = cut_out(page, int(glyphs.cells[index]))
        if other is not None:
            yield index, other


def _is_inked(page: FlatPage) -> npt.NDArray[np.bool_]:
    """(rows, cols): cells in which something is nearly as dark as letters are, whatever it is."""
    return np.asarray(page.ink.depth > INKED * page.ink.contrast)


def _read_upright(images: Floats, reader: GlyphReader) -> tuple[Floats, int]:
    """Probabilities of the shapes after the quarter turns that make them letters, and how many these are."""
    shapes = reader.read(images)
    if float(_best(shapes).mean()) >= UPRIGHT_ENOUGH:
        return shapes, 0
    some = images[:: -(-len(images) // SAMPLE)]
    sure = [float(_best(reader.read(np.rot90(some, turns, axes=(1, 2)))).sum()) for turns in range(4)]
    turns = int(np.argmax(sure))
    return (reader.read(np.rot90(images, turns, axes=(1, 2))) if turns else shapes), turns


def _best(shapes: Floats) -> Floats:
    return np.asarray(letter_probabilities(shapes)[:, 1:].max(axis=1))


def _spread(page: FlatPage, glyphs: PageGlyphs, letters: Floats, letterlike: float, turns: int) -> Letters:
    """One value a glyph to one value a cell."""
    rows, cols = page.shape
    order = np.argsort(-letters[:, 1:], axis=1)[:, :2] + 1
    confidence = np.take_along_axis(letters, order[:, :1], axis=1)[:, 0]
    read = letters[:, 0] < confidence

    def spread(values: npt.ArrayLike) -> npt.NDArray[np.generic]:
        values = np.asarray(values)
        flat = np.zeros(rows * cols, values.dtype)
        flat[glyphs.cells] = values
        return flat.reshape(rows, cols)

    tall = glyphs.widths if turns % 2 else glyphs.heights
    return Letters(
        texts=np.asarray(spread(np.where(read, _BASES[order[:, 0]], "")), np.str_),
        confidence=np.asarray(spread(confidence), np.float32),
        runner_up=np.asarray(spread(_BASES[order[:, 1]]), np.str_),
        inked=np.asarray(spread(np.ones(len(glyphs), bool)), np.bool_) | _is_inked(page),
        contrast=np.asarray(spread(glyphs.contrast), np.float32),
        height=np.asarray(spread(tall), np.float32),
        crossed=np.asarray(spread(~glyphs.whole), np.bool_),
        letterlike=letterlike,
        turns=turns,
    )
