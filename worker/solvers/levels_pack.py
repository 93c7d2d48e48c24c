"""The levels of a plan, laid out; and all of a pack's levels in order.

A layout depends on its words and its seed alone, so a plan may be cut into chunks anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from worker.solvers.levels import Level, PackOptions, PlannedLevel
from worker.solvers.levels_chance import number_of
from worker.solvers.levels_difficulty import difficulty
from worker.solvers.levels_layout import Layout, LayoutOptions, Placement
from worker.solvers.wordsearch_chance import Chance

if TYPE_CHECKING:
    from worker.solvers.levels_layout_search import Layouts

LAYOUTS: Final = 3
"""Tried for each level."""
_MORE_ROUNDS: Final = 20
"""Times as many, where words find no place."""
_SHUFFLES: Final = 20

Set = tuple[str, ...]


def lay_out_levels(
    planned: Sequence[PlannedLevel], zipfs: Mapping[str, float], options: PackOptions
) -> Iterator[Level]:
    """The levels in their order, each with all of its words; a word for which there is no room is left out,
    and so is a level that would have too few or no full word.

    Args:
        zipfs: of all words.
    """
    layouts = _best_layouts(planned, options)
    for plan, layout in zip(planned, layouts, strict=True):
        full = _without_missing(plan, options) if layout.missing else layout
        if full is not None:
            letters = shown_letters(plan, options.seed)
            yield Level(letters, full, difficulty(full, len(letters), zipfs))


def shown_letters(plan: PlannedLevel, seed: int) -> str:
    """The wheel's letters in an order from which no word of the level can be read off, where there is one."""
    chance = Chance(number_of(seed, "wheel", plan.letters))
    full = [word for word in plan.words if len(word) == len(plan.letters)]
    for _ in range(_SHUFFLES):
        letters = "".join(chance.shuffled(plan.letters))
        around = letters * 2
        if not any(word in around or word[::-1] in around for word in full):
            break
    return letters


def _best_layouts(planned: Sequence[PlannedLevel], options: PackOptions) -> list[Layout]:
    """Of some layouts of each level the best one."""
    layouts = _lay_out(
        [plan.words for plan in planned for _ in range(LAYOUTS)],
        [_seed(plan, number, options) for plan in planned for number in range(LAYOUTS)],
        options.rounds,
        options,
    )
    return [min(layouts[first : first + LAYOUTS], key=_badness) for first in range(0, len(layouts), LAYOUTS)]


def _seed(plan: PlannedLevel, number: int, options: PackOptions) -> int:
    """Of a level's layout, whatever levels there are beside it."""
    return number_of(options.seed, "layout", plan.letters, number)


def _badness(layout: Layout) -> tuple[float, ...]:
    """Words without a place first, then how large and how far from a square, then how few crossings."""
    return len(layout.missing), layout.area, abs(layout.rows - layout.cols), -layout.crossings


def _without_missing(plan: PlannedLevel, options: PackOptions) -> Layout | None:
    """The level's words but for those that find no place even if they are looked for longer."""
    seed = _seed(plan, LAYOUTS, options)
    layout = _lay_out([plan.words], [seed], options.rounds * _MORE_ROUNDS, options)[0]
    lengths = [len(each.word) for each in layout.placements]
    is_level = len(lengths) >= options.min_words and len(plan.letters) in lengths
    return replace(layout, missing=()) if is_level else None


def _lay_out(sets: Sequence[Set], seeds: Sequence[int], rounds: int, options: PackOptions) -> list[Layout]:
    # The kernels are loaded only when something is laid out.
    from worker.solvers.levels_layout_search import batch_of, lay_out_batch

    alphabet = "".join(sorted({letter for words in sets for word in words for letter in word}))
    limits = LayoutOptions(max_side=options.max_side, max_aspect=options.max_aspect)
    return list(_unpacked(sets, lay_out_batch(batch_of(sets, seeds, alphabet), rounds, limits)))


def _unpacked(sets: Sequence[Set], laid: Layouts) -> Iterator[Layout]:
    places = iter(laid.places.tolist())
    for words, (rows, cols, _) in zip(sets, laid.boxes.tolist(), strict=True):
        found = [(word, next(places)) for word in words]
        placed = [Placement(word, row, col, bool(across)) for word, (row, col, across) in found if row >= 0]
        placed.sort(key=lambda each: (each.row, each.col, not each.across))
        yield Layout(rows, cols, tuple(placed), tuple(word for word, place in found if place[0] < 0))
