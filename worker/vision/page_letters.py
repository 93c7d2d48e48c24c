"""Reads a flattened page: every cell's glyph through the network, then what the page as a whole tells."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.glyphs import LETTERS, GlyphReader, base_letter, letter_probabilities
from worker.vision.letters import SAMPLE, SURE, UPRIGHT_ENOUGH, Letters, case_of, letter_share
from worker.vision.page_flat import FlatPage
from worker.vision.page_font import of_one_font
from worker.vision.page_glyphs import PageGlyph, cut_out, page_glyphs

_BASES = np.array([base_letter(letter) for letter in LETTERS])


def read_page(page: FlatPage, reader: GlyphReader) -> Letters | None:
    """The letters of all cells; None when there are none. `crossed` are cells where ink hangs together
    with what is around."""
    glyphs = list(page_glyphs(page))
    if not glyphs:
        return None
    shapes, turns = _read_upright(_images(glyphs), reader)
    case = case_of(shapes)
    letters = letter_probabilities(shapes, case=case)
    for index, glyph in _second_looks(page, glyphs, letters):
        again = letter_probabilities(reader.read(np.rot90(glyph.image, turns)[None]), case=case)[0]
        if again[1:].max() > letters[index, 1:].max():
            glyphs[index], letters[index] = glyph, again
    letters = of_one_font(np.rot90(_images(glyphs), turns, axes=(1, 2)), letters)
    whole = [glyph.whole for glyph in glyphs]
    letterlike = letter_share(shapes[whole]).mean() if any(whole) else 0.0
    return _spread(page, glyphs, letters, float(letterlike), turns)


def _images(glyphs: list[PageGlyph]) -> Floats:
    return np.stack([glyph.image for glyph in glyphs])


def _second_looks(
    page: FlatPage, glyphs: list[PageGlyph], letters: Floats
) -> Iterator[tuple[int, PageGlyph]]:
    """Another glyph where the first one is hardly a letter: a marker's edge may have become part of it."""
    for index in np.flatnonzero(letters[:, 1:].max(axis=1) < SURE).tolist():
        other = cut_out(page, glyphs[index].cell) if glyphs[index].whole else None
        if other is not None:
            yield index, other


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


def _spread(
    page: FlatPage, glyphs: list[PageGlyph], letters: Floats, letterlike: float, turns: int
) -> Letters:
    """One value a glyph to one value a cell."""
    rows, cols = page.shape
    cells = [glyph.cell for glyph in glyphs]
    order = np.argsort(-letters[:, 1:], axis=1)[:, :2] + 1
    confidence = np.take_along_axis(letters, order[:, :1], axis=1)[:, 0]
    read = letters[:, 0] < confidence

    def spread(values: npt.ArrayLike) -> npt.NDArray[np.generic]:
        values = np.asarray(values)
        flat = np.zeros(rows * cols, values.dtype)
        flat[cells] = values
        return flat.reshape(rows, cols)

    tall = [glyph.width if turns % 2 else glyph.height for glyph in glyphs]
    return Letters(
        texts=np.asarray(spread(np.where(read, _BASES[order[:, 0]], "")), np.str_),
        confidence=np.asarray(spread(confidence), np.float32),
        runner_up=np.asarray(spread(_BASES[order[:, 1]]), np.str_),
        inked=np.asarray(spread(np.ones(len(cells), bool)), np.bool_),
        contrast=np.asarray(spread([glyph.contrast for glyph in glyphs]), np.float32),
        height=np.asarray(spread(tall), np.float32),
        crossed=np.asarray(spread([not glyph.whole for glyph in glyphs]), np.bool_),
        letterlike=letterlike,
        turns=turns,
    )
