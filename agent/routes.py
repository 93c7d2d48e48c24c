"""The paths of a word, as far as time is concerned."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import NamedTuple

from agent.ports import Path, Word


class Route(NamedTuple):
    path: Path
    length: float
    """In pitches."""


def routes_of(word: Word, cols: int) -> list[Route]:
    """The shortest path for each pair of first and last tile, the shortest of all first."""
    routes: dict[tuple[int, int], Route] = {}
    for path in word.paths:
        route = Route(path, sum(pitches(one, other, cols) for one, other in pairwise(path)))
        known = routes.get((path[0], path[-1]))
        if known is None or _cost(route) < _cost(known):
            routes[path[0], path[-1]] = route
    return sorted(routes.values(), key=_cost)


def _cost(route: Route) -> tuple[int, float, Path]:
    return len(route.path), route.length, route.path


def pitches(one: int, other: int, cols: int) -> float:
    """From cell to cell."""
    return hypot(one // cols - other // cols, one % cols - other % cols)
