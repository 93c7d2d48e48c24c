"""Which of all places of words are told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from worker.solvers.wordsearch_hits import Hit
from worker.solvers.wordsearch_options import COMPASS, SearchOptions


def told(hits: Sequence[Hit], options: SearchOptions) -> list[Hit]:
    """The hits that the options want, in the order given: that of words, cells and directions."""
    chosen = list(hits) if options.overlapping or options.bent else _shortest(hits)
    if options.wrap:  # where two rows are all there are, up and down lead to the same cells
        chosen = _firsts(chosen, lambda hit: (hit.key, hit.cells))
    if not options.palindromes_twice:
        chosen = _from_one_end(chosen)
    if options.first_only:
        chosen = _firsts(chosen, lambda hit: hit.key)
    return chosen


def _firsts(hits: Iterable[Hit], kind: Callable[[Hit], object]) -> list[Hit]:
    """Of each kind the first."""
    firsts: dict[object, Hit] = {}
    for hit in hits:
        firsts.setdefault(kind(hit), hit)
    return list(firsts.values())


def _shortest(hits: Sequence[Hit]) -> list[Hit]:
    """Of the hits that start in the same cell in the same direction, those with the fewest cells."""
    fewest: dict[object, int] = {}
    for hit in hits:
        line = hit.start, hit.direction
        fewest[line] = min(len(hit.cells), fewest.get(line, len(hit.cells)))
    return [hit for hit in hits if len(hit.cells) == fewest[hit.start, hit.direction]]


def _from_one_end(hits: list[Hit]) -> list[Hit]:
    """Of a palindrome's hits on the same cells the one whose direction comes first on the compass (if bent:
    whose cells come first)."""
    palindromes = {hit.key for hit in hits if hit.key[0] == hit.key[-1] and hit.palindrome}
    if not palindromes:
        return hits
    kept: dict[object, Hit] = {}
    for hit in hits:
        if hit.key not in palindromes:
            kept[id(hit)] = hit
            continue
        twins = (hit.key, min(hit.cells, hit.cells[::-1]))
        if twins not in kept or _rank(hit) < _rank(kept[twins]):
            kept[twins] = hit
    wanted = set(map(id, kept.values()))
    return [hit for hit in hits if id(hit) in wanted]


def _rank(hit: Hit) -> tuple[int, tuple[int, ...]]:
    return (COMPASS.index(hit.direction) if hit.direction else 0), hit.cells


def within(hits: Sequence[Hit]) -> set[int]:
    """Places in the sequence of hits whose cells are among those of a longer word that contains theirs."""
    through: defaultdict[int, set[int]] = defaultdict(set)
    for number, hit in enumerate(hits):
        for cell in hit.cells:
            through[cell].add(number)
    return {
        number
        for number, hit in enumerate(hits)
        if any(_contains(hits[other], hit) for other in through[hit.start] & through[hit.end])
    }


def _contains(outer: Hit, inner: Hit) -> bool:
    if len(outer.key) <= len(inner.key):
        return False
    spelled = inner.key in outer.key or inner.key in outer.key[::-1]
    return spelled and set(inner.cells) <= set(outer.cells)
