"""Tesseract as a helper, where it is installed; the only place that knows `pytesseract`.

It reads single letters far worse than the network does, so that it may confirm a doubtful one, or fill a cell
that the network gave up, and nothing else. Of 310 doubtful cells of blurred and swiped drawn boards it agreed
with 12 % of the right and with 7 % of the wrong readings, and of 90 unread ones it read 8 right and 17 wrong.
Lines of text are what it was made for: see `read_lines`. Each call runs one process, on one core, for a
limited time; when that fails there is no help, and no error.
"""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from worker.model import CellSource, Kind, ReadCell, ReadGrid
from worker.vision.decode import Picture, Pixels
from worker.vision.text_lines import Entry

# Its threads fight for the cores that other workers use; alone it gains a third from them.
os.environ.setdefault("OMP_THREAD_LIMIT", "1")

log = logging.getLogger(__name__)

CELL_SECONDS = 5.0
LINE_SECONDS = 10.0
AGREEMENT = 1.7
"""How much likelier Tesseract is to agree with a right reading than with a wrong one."""
ALONE = 0.3
"""Confidence of a letter that only Tesseract has read."""
MOST_CELLS = 64
"""Doubtful cells of one picture; with more than these the picture is at fault."""
LETTER_HEIGHT = 64
"""Pixels to which a cell is brought; Tesseract reads letters of 30 to 40 best."""
PLAIN = 0.12
"""Of a cell, on each side: its rim is left out."""
ONE_LETTER = "--psm 10 -c tessedit_char_whitelist=ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SCATTERED_LINES = "--psm 11"
LEAST_CONFIDENCE = 20
"""Percent, of a word; less is a smudge."""
ENTRY_GAP = 1.2
"""Between words that are entries of their own, in letter heights."""


@cache
def version() -> str | None:
    """The installed Tesseract's version; None when there is none that works."""
    import pytesseract

    try:
        return str(pytesseract.get_tesseract_version())
    except (OSError, RuntimeError, SystemExit, ValueError):
        return None


def confirmed(picture: Picture, grid: ReadGrid, *, doubt_threshold: float = 0.9) -> ReadGrid:
    """The board with its doubtful cells read once more.

    A letter that Tesseract reads, too, is a little surer, and doubtful no longer when that lifts it over the
    threshold. A cell without a letter gets Tesseract's, and stays doubtful, since nobody else has read it.
    Not so on a page without tiles, where such a cell is more often none.
    """
    doubtful = [index for index, cell in enumerate(grid.cells) if cell.doubtful]
    if not doubtful or len(doubtful) > MOST_CELLS or version() is None:
        return grid
    turns = _quarter_turns(grid)
    letters = read_letters([_patch(picture, grid.cells[index], turns) for index in doubtful])
    cells = list(grid.cells)
    for index, letter in zip(doubtful, letters, strict=True):
        if cells[index].letters or grid.kind is not Kind.WORDSEARCH:
            cells[index] = _with_opinion(cells[index], letter, doubt_threshold)
    return replace(grid, cells=tuple(cells))


def _with_opinion(cell: ReadCell, letter: str, threshold: float) -> ReadCell:
    if letter and not cell.letters:
        return replace(cell, letters=letter, confidence=ALONE, source=CellSource.TESSERACT)
    if not letter or letter != cell.letters:
        return cell
    odds = AGREEMENT * cell.confidence / max(1 - cell.confidence, 1e-6)
    confidence = odds / (1 + odds)
    if cell.confidence < threshold <= confidence:  # other doubts than of its confidence stay
        return replace(cell, confidence=confidence, doubtful=False, why=None)
    return replace(cell, confidence=confidence)


def read_letters(patches: Sequence[Pixels]) -> list[str]:
    """One capital letter for each grey patch, "" where none is read; all in one process."""
    with tempfile.TemporaryDirectory(prefix="tilewise-") as directory:
        paths = [Path(directory) / f"{number}.png" for number in range(len(patches))]
        for path, patch in zip(paths, patches, strict=True):
            path.write_bytes(cv2.imencode(".png", _plain(patch))[1].tobytes())
        pages = Path(directory) / "pages.txt"
        pages.write_text("".join(f"{path}\n" for path in paths))
        text = _run("image_to_string", str(pages), config=ONE_LETTER, timeout=CELL_SECONDS)
    letters = [page.strip() for page in (text or "").split("\f")]
    letters += [""] * (len(patches) - len(letters))
    return [letter if len(letter) == 1 and letter.isalpha() else "" for letter in letters[: len(patches)]]


def read_lines(page: Pixels) -> list[Entry]:
    """The lines of text of a grey page, parted where the gaps are wide."""
    found = None
    if version() is not None:
        found = _run("image_to_data", page, config=SCATTERED_LINES, timeout=LINE_SECONDS, output_type="dict")
    return list(_entries(found)) if found else []


def _run(function: str, *arguments: Any, **options: Any) -> Any:
    """Call a function of pytesseract; None when it fails or takes too long."""
    import pytesseract

    try:
        return getattr(pytesseract, function)(*arguments, **options)
    except (OSError, RuntimeError, ValueError) as error:  # a TesseractError and a timeout are RuntimeErrors
        log.warning("tesseract: %s", error)
        return None


def _patch(picture: Picture, cell: ReadCell, turns: int) -> Pixels:
    x, y, width, height = cell.box
    return np.rot90(picture.full_grey[y : y + height, x : x + width], turns)


def _quarter_turns(grid: ReadGrid) -> int:
    """How often, counter-clockwise, the picture has to be turned until the rows of the board are level.

    A wheel has no rows, and its letters stand upright.
    """
    if grid.kind is Kind.WHEEL:
        return 0
    first, last = grid.cells[0].centre, grid.cells[grid.cols - 1].centre
    return round(float(np.arctan2(last.y - first.y, last.x - first.x)) / (np.pi / 2)) % 4


def _plain(patch: Pixels) -> Pixels:
    """Black on white, of the size that Tesseract reads best, with room around."""
    height, width = patch.shape
    top, left = round(PLAIN * height), round(PLAIN * width)
    inner = np.ascontiguousarray(patch[top : height - top, left : width - left])
    factor = LETTER_HEIGHT / max(min(inner.shape), 1)
    large = cv2.resize(inner, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
    _, black = cv2.threshold(large, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    rim = np.concatenate([black[0], black[-1], black[:, 0], black[:, -1]])
    if rim.mean() < 128:
        black = cv2.bitwise_not(black)
    return np.asarray(cv2.copyMakeBorder(black, 16, 16, 16, 16, cv2.BORDER_CONSTANT, value=255), np.uint8)


def _entries(found: dict[str, list[Any]]) -> Iterable[Entry]:
    columns = ("block_num", "par_num", "line_num", "left", "top", "width", "height", "conf", "text")
    lines: dict[tuple[int, int, int], list[tuple[Any, ...]]] = {}
    for block, paragraph, line, *word in zip(*(found[column] for column in columns), strict=True):
        if word[-1].strip() and float(word[-2]) >= LEAST_CONFIDENCE:
            lines.setdefault((block, paragraph, line), []).append(tuple(word))
    for words in lines.values():
        yield from _parted(sorted(words))


def _parted(words: list[tuple[Any, ...]]) -> Iterable[Entry]:
    """Words of one line as (left, top, width, height, confidence, text), parted at wide gaps."""
    group: list[tuple[Any, ...]] = []
    for word in words:
        if group and word[0] - group[-1][0] - group[-1][2] > ENTRY_GAP * max(word[3], group[-1][3]):
            yield _entry(group)
            group = []
        group.append(word)
    yield _entry(group)


def _entry(words: list[tuple[Any, ...]]) -> Entry:
    letters = ["".join(filter(str.isalpha, word[5].upper())) for word in words]
    probabilities = [word[4] / 100 for word, text in zip(words, letters, strict=True) for _ in text]
    _, top, _, height = words[0][:4]
    return Entry(
        text=" ".join(filter(None, letters)),
        probabilities=tuple(probabilities) or (0.0,),
        height=float(np.median([word[3] for word in words])),
        left=float(words[0][0]),
        right=float(words[-1][0] + words[-1][2]),
        middle=float(top + height / 2),
    )
