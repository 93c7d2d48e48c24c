"""Layouts of the smallest area there is, with a certificate.

A layout of area a is smallest when every box with fewer cells is *refuted*: the words cannot be laid out in
it. It is enough to refute, for each number of rows up to the square root, the widest box with fewer than a
cells: what fits in a smaller one fits in it too, and what fits in a box on its side fits in the box. The same
holds where no side may be longer than so many cells.

Where an aspect is asked for, what lies in a box may take up less of it than the aspect allows. A box refuted
then says less: no layout has just as many rows, and as many columns or more up to the box's.

The proof for a box is CP-SAT's (Perron and Didier, OR-tools; the extra `exact`), from the model that
`worker.solvers.levels_exact_model` states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf, isqrt
from typing import Any, Final

from worker.errors import BadOption
from worker.solvers.levels_layout import (
    MOST_SIDE,
    Layout,
    LayoutOptions,
    Placement,
    checked_words,
    lay_out,
)

MOST_WORDS: Final = 20
EFFORT: Final = 60.0
"""Deterministic seconds for a box, which are some of a processor's: enough for up to nine words or so."""

Box = tuple[int, int]
"""Rows and columns, no more rows than columns."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is proven of a set of words: the layout is one, and the refuted boxes leave no room for a smaller
    one, as far as `open` is empty."""

    words: tuple[str, ...]
    layout: Layout
    refuted: tuple[Box, ...]
    open: tuple[Box, ...] = ()
    """Boxes for which the effort was too little."""
    max_side: int = MOST_SIDE
    max_aspect: float | None = None
    """As in `LayoutOptions`: the layout is the smallest of those within these limits."""

    @property
    def limits(self) -> LayoutOptions:
        return LayoutOptions(max_side=self.max_side, max_aspect=self.max_aspect)

    @property
    def is_proven(self) -> bool:
        return not self.open

    def to_json(self) -> dict[str, Any]:
        return {
            "words": list(self.words),
            "area": self.layout.area,
            "rows": self.layout.rows,
            "cols": self.layout.cols,
            "placements": [
                {"word": each.word, "row": each.row, "col": each.col, "across": each.across}
                for each in self.layout.placements
            ],
            "refuted": [list(box) for box in self.refuted],
            "open": [list(box) for box in self.open],
            "max_side": self.max_side,
            "max_aspect": self.max_aspect,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Certificate:
        placed = [
            Placement(row["word"], row["row"], row["col"], row["across"]) for row in value["placements"]
        ]
        boxes = {name: tuple((rows, cols) for rows, cols in value[name]) for name in ("refuted", "open")}
        limits = value["max_side"], value["max_aspect"]
        return cls(tuple(value["words"]), Layout.of(placed), boxes["refuted"], boxes["open"], *limits)


def smallest_layout(
    words: Sequence[str], options: LayoutOptions | None = None, *, effort: float = EFFORT
) -> Certificate:
    """The layout of the smallest area within the limits, and what proves it; the same seed, the same one.

    Raises:
        BadOption: as `lay_out`; another method than the search is asked for; the search finds no layout with
            all words; OR-tools is not installed.
    """
    options = options or LayoutOptions()
    if options.method != "search":
        raise BadOption(
            f"What is proven begins with the search, not with {options.method!r}.",
            hint="Leave out either the method or the proof.",
            option="exact",
        )
    listed = checked_words(words)
    if len(listed) > MOST_WORDS:
        told = f"The smallest layout is found for up to {MOST_WORDS} words, not {len(listed)}."
        raise BadOption(told, option="words")
    best = lay_out(listed, options)
    if best.missing:
        raise BadOption(
            f"No layout was found that has {best.missing[0]!r}.",
            hint="Leave out words that share no letter with the others, or let the sides be longer.",
            option="words",
        )
    refuted: list[Box] = []
    undecided: list[Box] = []
    while True:
        settled = refuted + undecided
        box = next(
            (box for box in boxes_below(best.area, listed, options) if not _inside(box, settled, options)),
            None,
        )
        if box is None:
            left = [box for box in undecided if box[0] * box[1] < best.area]
            limits = options.max_side, options.max_aspect
            return Certificate(tuple(listed), best, tuple(refuted), tuple(left), *limits)
        found, is_decided = _solve(listed, box, options, effort)
        if found is not None:
            best = found
        else:
            (refuted if is_decided else undecided).append(box)


def boxes_below(area: int, words: Sequence[str], limits: LayoutOptions | None = None) -> Iterator[Box]:
    """The widest box of each number of rows that has fewer cells, as far as it could hold the words: the
    longest along its longer side and, as some word has to cross it, any other along the shorter."""
    limits = limits or LayoutOptions()
    aspect = inf if limits.max_aspect is None else limits.max_aspect
    longest = max(map(len, words))
    shortest = min(map(len, words)) if len(words) > 1 else 1
    for rows in range(shortest, isqrt(area - 1) + 1):
        cols = int(min((area - 1) // rows, limits.max_side, aspect * rows))
        if cols >= max(longest, rows):
            yield rows, cols


def _inside(box: Box, others: Iterable[Box], limits: LayoutOptions) -> bool:
    """Whether what is known of one of the others holds for the box."""
    is_free = limits.max_aspect is None
    return any(box[1] <= cols and (box[0] <= rows if is_free else box[0] == rows) for rows, cols in others)


def _solve(
    words: Sequence[str], box: Box, options: LayoutOptions, effort: float
) -> tuple[Layout | None, bool]:
    """A layout in the box and within the limits, or none, and whether that is decided."""
    try:
        from worker.solvers.levels_exact_model import solve_box
    except ModuleNotFoundError as error:
        raise BadOption(
            "Proving a layout smallest needs OR-tools.",
            hint="Install the extra: pip install 'tilewise[exact]'",
            option="exact",
        ) from error
    is_spanning = options.max_aspect is not None
    return solve_box(words, *box, is_spanning=is_spanning, seed=options.seed, effort=effort)


def certificate_faults(certificate: Certificate) -> list[str]:
    """What is wrong with a certificate, short of doing its refutations again; nothing when its layout is one
    of all the words and its refuted boxes hold every smaller one."""
    limits = certificate.limits
    faults = layout_faults(certificate.words, certificate.layout)
    if not limits.allows(certificate.layout):
        faults.append("the layout is not within the limits")
    for box in boxes_below(certificate.layout.area, certificate.words, limits):
        if not _inside(box, certificate.refuted, limits):
            faults.append(f"a box of {box[0]} x {box[1]} is not refuted")
    return faults


def layout_faults(words: Sequence[str], layout: Layout) -> list[str]:
    """What keeps a layout from being one of all the words, read from its letters alone."""
    texts = layout.texts(" ")
    runs = [run for line in [*texts, *map("".join, zip(*texts, strict=True))] for run in line.split()]
    found = sorted(run for run in runs if len(run) > 1)
    faults = [f"{word} is not there once" for word in words if found.count(word) != 1]
    faults += [f"{run} is no word of the list" for run in found if run not in words]
    clashes = [
        cell
        for each in layout.placements
        for cell, letter in zip(each.cells(), each.word, strict=True)
        if layout.letters[cell] != letter
    ]
    faults += [f"two letters are in row {row}, column {col}" for row, col in clashes]
    if not _hangs_together(layout):
        faults.append("the words do not hang together")
    return faults


def _hangs_together(layout: Layout) -> bool:
    left = set(layout.letters)
    waiting = [left.pop()] if left else []
    while waiting:
        row, col = waiting.pop()
        near = {(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)} & left
        left -= near
        waiting += near
    return not left
