"""The marks of a board's rows: which colour each tile has, and what that means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.lattice import Flags
from worker.vision.wordle_cells import Cells
from worker.vision.wordle_colours import (
    COLOURLESS,
    EVEN,
    HIDDEN,
    PALE_TINT,
    SAME_COLOUR,
    UNEVEN,
    chroma,
    colour_under,
    grouped,
)
from worker.vision.wordle_letters import HIDDEN as HARMED
from worker.vision.wordle_letters import SURE, TileLetters
from worker.vision.wordle_roles import ABSENT, Colour, Roles, assign
from worker.vision.wordle_rules import Guess, conflicts

MOST_COLOURS = 4
"""Right, elsewhere, absent, typed."""
SAME_INK = 22.0
"""The same for letters and outlines, which are thin and mixed with what is beside them."""
NEARLY = 1.5
"""How many times as far apart as colours of one mark those may be that noise could have parted."""
SHADE = 3.0
"""The least difference of fills that the eye sees beside each other, in Lab."""
CLEAR_MARGIN = 1.0
"""How much better than any other the colours' meaning must be."""

Ints = npt.NDArray[np.int64]


class Rows(NamedTuple):
    """Which rows hold a guess."""

    judged: list[int]
    """With letters, colours to be read; the last of them may turn out to be typed only."""
    typed: list[int]
    """Half-typed: at most one."""


@dataclass(frozen=True)
class Marks:
    """Arrays are (rows, cols)."""

    marks: npt.NDArray[np.str_]
    """`g`, `y`, `b`, or `.` for tiles that are empty or typed only."""
    whys: npt.NDArray[np.object_]
    """Why a mark is doubtful, or None."""
    colours: int
    """How many colours the judged tiles have, light and shade aside."""
    clashes: int
    """Marks that the rules forbid."""

    @property
    def is_solved(self) -> bool:
        """Whether the last guess is the answer, after others that were not."""
        judged = self.marks[(self.marks != ".").all(axis=1)]
        return len(judged) > 1 and bool((judged[-1] == "g").all() and (judged[:-1] != "g").any(axis=1).all())


def _count_tints(colours: list[Colour]) -> int:
    """Colours that differ in more than their lightness."""
    return len(set(grouped(np.stack([colour.lab for colour in colours])[:, 1:], PALE_TINT)))


def rows_of(letters: TileLetters) -> Rows:
    """Split the rows down to the last one with letters into whole guesses and the one that is being typed."""
    lettered = np.flatnonzero(letters.found.any(axis=1)).tolist()
    if not lettered:
        return Rows([], [])
    last = lettered[-1]
    first = int(np.flatnonzero((letters.found | letters.inked).any(axis=1))[0])
    rows = list(range(first, last + 1))
    if _is_half_typed(letters.found[last], letters.inked[last]):
        return Rows(rows[:-1], [last])
    return Rows(rows, [])


def _is_half_typed(found: Flags, inked: Flags) -> bool:
    """Letters from the left, and nothing behind them."""
    count = int(found.sum())
    return count < len(found) and bool(found[:count].all()) and not inked[count:].any()


def read_marks(cells: Cells, letters: TileLetters, rows: Rows) -> Marks:
    marks = np.full(letters.texts.shape, ".", "<U1")
    whys = np.full(marks.shape, None, object)
    if rows.typed and not _is_bare(cells, letters, rows.typed[0]):
        whys[rows.typed] = "may be a guess"
    if rows.typed and set(letters.texts[rows.typed].ravel().tolist()) == {"", "I"}:
        whys[rows.typed] = "may be a line that somebody drew"
    if not rows.judged:
        return Marks(marks, whys, 0, 0)
    telling, reach = _telling(cells, letters, rows)
    read = (letters.found & ~letters.covered)[rows.judged]
    groups, hidden = _groups(cells, telling, reach, rows, read)
    groups = _typed_apart(cells, letters, groups, rows)
    colours = list(_colours(cells, telling, groups, letters, rows))
    words = [sure_letters(letters, row) for row in rows.judged]
    roles = assign(colours, groups.tolist(), words)
    marks[rows.judged] = np.array(list(roles.marks))[groups]
    if telling is not cells.fills.lab:  # a stroke or a toast in these colours would not be noticed
        hidden |= (letters.foreign > HARMED)[rows.judged] | (cells.fills.even < 1 - UNEVEN)[rows.judged]
    hidden |= _between(cells, telling, np.array(list(roles.marks))[groups], reach, rows)
    whys[rows.judged] = _doubts(roles, groups, hidden)
    if len(rows.judged) > 1 and roles.marks == ABSENT and colours[0].bare:
        whys[rows.judged] = "no colours are seen"
    _doubt_gaps(whys, letters, rows, groups, np.array([colour.bare for colour in colours])[groups])
    clashes = _clashes(marks, letters, rows.judged)
    for place in clashes:
        whys[place] = whys[place] or "does not fit the other guesses"
    return Marks(marks, whys, _count_tints(colours), len(clashes))


def _doubt_gaps(
    whys: npt.NDArray[np.object_], letters: TileLetters, rows: Rows, groups: Ints, bare: Flags
) -> None:
    """Doubt rows with tiles like empty ones on which no letter was read: not all of them may be guesses."""
    gaps: Flags = np.any(~letters.found[rows.judged] & bare, axis=1)
    if gaps[:-1].any():
        whys[rows.judged] = "not all rows may be guesses"
        return
    last: Flags = letters.found[rows.judged[-1]]
    seems_typed = not last[int(last.sum()) :].any() and len(set(groups[-1].tolist())) == 1
    if not last.all() and (bare[-1, 0] or seems_typed):
        whys[rows.judged[-1]] = "may be typed only"


def _telling(cells: Cells, letters: TileLetters, rows: Rows) -> tuple[Floats, float]:
    """(rows, cols, 3): the colours that tell the tiles' state, and how much those of one state differ.

    Mostly the fills; where these are all the same, the letters or the outlines may be coloured instead.
    """
    fills = cells.fills.lab[rows.judged].reshape(-1, 3)
    ground = cells.light.lab(cells.ground)
    if len(set(grouped(fills))) > 1 or chroma(fills, ground).max() > 2 * COLOURLESS:
        return cells.fills.lab, SAME_COLOUR
    clear = (cells.fills.even > 1 - UNEVEN) & (letters.foreign < HARMED) & letters.found
    for levels in (letters.ink, cells.borders):
        lab = cells.light.lab(levels)
        some = lab[rows.judged][clear[rows.judged]]
        tinted = chroma(some) > 2 * COLOURLESS
        if tinted.any() and (tinted.all() or len(set(grouped(some, SAME_INK))) > 1):
            return lab, SAME_INK
    return cells.fills.lab, SAME_COLOUR


def _groups(cells: Cells, telling: Floats, reach: float, rows: Rows, read: Flags) -> tuple[Ints, Flags]:
    """(judged rows, cols): the colour group of each tile, and whether the tile is partly hidden.

    A colour that only tiles have whose letter was not `read` is that of something upon them.
    """
    lab, share = telling[rows.judged], cells.fills.share[rows.judged]
    hidden = share < HIDDEN
    if (read & ~hidden).any():
        hidden |= ~read & _unlike(lab, lab[read & ~hidden], 2 * reach)
    whole = next(flags for flags in (share > EVEN, ~hidden, np.ones_like(hidden)) if 2 * flags.mean() > 1)
    whole = whole | (~hidden & _unlike(lab, lab[whole], 2 * reach))
    groups = np.full(hidden.shape, -1)
    while True:
        groups[whole] = grouped(lab[whole], reach)
        count = int(groups.max()) + 1
        if count <= MOST_COLOURS:
            break
        reach *= 1.25
    centres = _centres(lab, groups, count)
    nearest = np.linalg.norm(lab[:, :, None] - centres, axis=3).argmin(axis=2)
    groups = np.where(whole, groups, nearest)
    for row, col in zip(*np.nonzero(hidden), strict=True):
        groups[row, col], _ = colour_under(cells.tiles[rows.judged[row], col], centres, cells.light)
    _, numbers = np.unique(groups, return_inverse=True)  # none of them empty
    return numbers.reshape(groups.shape), hidden


def _between(cells: Cells, telling: Floats, marks: npt.NDArray[np.str_], reach: float, rows: Rows) -> Flags:
    """(judged rows, cols): uneven tiles that have nearly the colour of others with another mark."""
    lab, uneven = telling[rows.judged], cells.fills.share[rows.judged] <= EVEN
    near = np.linalg.norm(lab[:, :, None, None] - lab, axis=4) < NEARLY * reach
    other = marks[:, :, None, None] != marks
    return np.asarray(uneven & (near & other).any(axis=(2, 3)))


def _unlike(lab: Floats, known: Floats, reach: float) -> Flags:
    """(rows, cols): colours that none of the known ones (n, 3) is near to."""
    return np.asarray(np.linalg.norm(lab[:, :, None] - known, axis=3).min(axis=2) > reach)


def _typed_apart(cells: Cells, letters: TileLetters, groups: Ints, rows: Rows) -> Ints:
    """With a last row of one colour in a group of its own, if it differs at all from tiles like it above.

    What is typed only may look much like absent letters, but for its outline or a shade; it is grey, or as
    tiles without letters are.
    """
    last = groups[-1, 0]
    alike = groups[:-1] == last
    if (groups[-1] != last).any() or not alike.any():
        return groups
    colour = np.median(cells.fills.lab[rows.judged[-1]], axis=0)
    bare = np.linalg.norm(_bare_colours(cells, cells.fills.lab, letters) - colour, axis=1) < SAME_INK
    if chroma(colour) > 2 * COLOURLESS and not bare.any():
        return groups
    for lab, least in ((cells.fills.lab, SHADE), (cells.light.lab(cells.borders), 2 * COLOURLESS)):
        own, others = np.median(lab[rows.judged[-1]], axis=0), np.median(lab[rows.judged[:-1]][alike], axis=0)
        if float(np.linalg.norm(own - others)) > least:
            return np.vstack([groups[:-1], np.full_like(groups[-1:], groups.max() + 1)])
    return groups


def _centres(lab: Floats, groups: Ints, count: int) -> Floats:
    return np.stack([np.median(lab[groups == group], axis=0) for group in range(count)])


def _colours(
    cells: Cells, telling: Floats, groups: Ints, letters: TileLetters, rows: Rows
) -> Iterator[Colour]:
    lab = telling[rows.judged]
    bare = _bare_colours(cells, telling, letters)
    centres = _centres(lab, groups, int(groups.max()) + 1)
    tint = None if chroma(centres).min() < COLOURLESS else cells.light.lab(cells.ground)
    for group, middle in enumerate(centres):
        has = groups == group
        near_bare = bool((np.linalg.norm(bare - middle, axis=1) < SAME_COLOUR).any())
        yield Colour(
            lab=middle,
            chroma=float(chroma(middle, tint)),
            share=float(has.mean()),
            bare=near_bare,
            last_row_only=bool(has[-1].all() and not has[:-1].any()),
        )


def _is_bare(cells: Cells, letters: TileLetters, row: int) -> bool:
    """Whether the lettered tiles of a row have the colour of its empty ones or of the ground."""
    empty = cells.fills.lab[row][~letters.found[row]]
    bare = np.vstack([cells.light.lab(cells.ground[None]), empty])
    own = np.median(cells.fills.lab[row][letters.found[row]], axis=0)
    return bool((np.linalg.norm(bare - own, axis=1) < SAME_INK).any())


def _bare_colours(cells: Cells, telling: Floats, letters: TileLetters) -> Floats:
    """(n, 3): of the ground, and of the tiles below the last letter."""
    below = int(np.flatnonzero(letters.found.any(axis=1))[-1]) + 1
    return np.vstack([cells.light.lab(cells.ground[None]), telling[below:].reshape(-1, 3)])


def _doubts(roles: Roles, groups: Ints, hidden: Flags) -> npt.NDArray[np.object_]:
    whys = np.full(groups.shape, None, object)
    for group, (mark, rival) in enumerate(zip(roles.marks, roles.rivals, strict=True)):
        if roles.margin < CLEAR_MARGIN and mark != rival:
            whys[groups == group] = f"its colour could mean {mark} or {rival}"
        if mark == ABSENT and roles.marks.count(ABSENT) > 1:
            whys[groups == group] = "several colours would mean b"
    whys[hidden] = "its colour is not clear"
    return whys


def _clashes(marks: npt.NDArray[np.str_], letters: TileLetters, judged: list[int]) -> set[tuple[int, int]]:
    whole = [row for row in judged if "." not in marks[row]]
    guesses = [Guess(sure_letters(letters, row), "".join(marks[row])) for row in whole]
    return {(whole[row], col) for row, col in conflicts(guesses)}


def sure_letters(letters: TileLetters, row: int) -> list[str]:
    """The letters of a row, "" for one that is unsure and would speak against others that are not."""
    pairs = zip(letters.texts[row].tolist(), letters.confidence[row].tolist(), strict=True)
    return [text if confidence >= SURE else "" for text, confidence in pairs]
