"""Where words lie in a grid, the slow and obvious way: every line or path of every length is spelled and
compared.

Written to be read beside the rules, and to share nothing with the solver it checks. Words and tiles are in
capitals without accents; `.`, as "" in a grid, is a hole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from worker.model import Grid

STEPS = {
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
    "n": (-1, 0),
    "ne": (-1, 1),
}
OPPOSITE = {"e": "w", "se": "nw", "s": "n", "sw": "ne", "w": "e", "nw": "se", "n": "s", "ne": "sw"}


class Place(NamedTuple):
    word: str
    cells: tuple[int, ...]
    direction: str
    """Empty when bent."""
    mismatches: tuple[int, ...] = ()


@dataclass(frozen=True)
class Rules:
    directions: Collection[str] = tuple(STEPS)
    overlapping: bool = True
    palindromes_twice: bool = False
    first_only: bool = False
    wrap: bool = False
    fuzzy: int = 0
    bent: bool = False


class Answer(NamedTuple):
    places: list[Place]
    missing: list[str]
    hidden: list[str]
    unused: list[int]


def solve(grid: Grid, words: list[str], rules: Rules) -> Answer:
    every = [place for word in words for place in exact_or_fuzzy(grid, word, rules)]
    told = told_of(every, rules)
    return Answer(
        told,
        missing=[word for word in words if word not in {place.word for place in every}],
        hidden=[
            word
            for word in words
            if word in {place.word for place in every} and word not in {place.word for place in told}
        ],
        unused=[
            cell
            for cell, tile in enumerate(grid.tiles)
            if tile and not any(cell in place.cells for place in every)
        ],
    )


def exact_or_fuzzy(grid: Grid, word: str, rules: Rules) -> list[Place]:
    exact = places(grid, word, rules, wrong=0)
    if exact or not rules.fuzzy or len(word) < 4:
        return exact
    return places(grid, word, rules, wrong=1)


def places(grid: Grid, word: str, rules: Rules, *, wrong: int) -> list[Place]:
    """All places with up to so many wrong letters, by start cell and direction."""
    found = []
    lines = bent_lines(grid, word) if rules.bent else straight_lines(grid, rules)
    for cells, direction in lines:
        tiles = [grid.tiles[cell] for cell in cells]
        spelled = [letter for tile in tiles for letter in tile]
        if all(tiles) and len(spelled) == len(word):
            mismatches = tuple(at for at in range(len(word)) if spelled[at] not in (word[at], "?"))
            if len(mismatches) <= wrong:
                found.append(Place(word, cells, direction, mismatches))
    order = list(STEPS)
    return sorted(found, key=lambda p: (p.cells[0], order.index(p.direction) if p.direction else 0, p.cells))


def straight_lines(grid: Grid, rules: Rules) -> Iterator[tuple[tuple[int, ...], str]]:
    """From every cell in every direction, of every length, never the same cell twice."""
    for row in range(grid.rows):
        for col in range(grid.cols):
            for direction in rules.directions:
                cells: list[int] = []
                r, c = row, col
                while rules.wrap or (0 <= r < grid.rows and 0 <= c < grid.cols):
                    cell = r % grid.rows * grid.cols + c % grid.cols
                    if cell in cells:
                        break
                    cells.append(cell)
                    yield tuple(cells), direction
                    r, c = r + STEPS[direction][0], c + STEPS[direction][1]


def bent_lines(grid: Grid, word: str) -> Iterator[tuple[tuple[int, ...], str]]:
    """Every path with as many cells as the word may take."""
    paths: list[tuple[int, ...]] = [(cell,) for cell in range(len(grid.tiles))]
    for _ in word:
        yield from ((path, "") for path in paths)
        paths = [(*path, cell) for path in paths for cell in neighbours(grid, path[-1]) if cell not in path]


def neighbours(grid: Grid, cell: int) -> list[int]:
    row, col = divmod(cell, grid.cols)
    return [
        other
        for other in range(len(grid.tiles))
        if other != cell and abs(other // grid.cols - row) <= 1 and abs(other % grid.cols - col) <= 1
    ]


def told_of(every: list[Place], rules: Rules) -> list[Place]:
    told = list(every)
    if not rules.overlapping and not rules.bent:
        told = [place for place in every if not any(_hides(other, place) for other in every)]
    if rules.wrap:  # a line that visits the same cells in another direction is the same line
        told = [
            place
            for number, place in enumerate(told)
            if not any(before[:2] == place[:2] for before in told[:number])
        ]
    if not rules.palindromes_twice:
        told = [place for place in told if not any(_repeats(other, place) for other in told)]
    if rules.first_only:
        told = [
            place
            for number, place in enumerate(told)
            if place.word not in {before.word for before in told[:number]}
        ]
    return told


def _hides(other: Place, place: Place) -> bool:
    """Whether the other starts in the same cell and direction and is shorter."""
    same = other.cells[0] == place.cells[0] and other.direction == place.direction
    return same and len(other.cells) < len(place.cells)


def _repeats(other: Place, place: Place) -> bool:
    """Whether the other is the same palindrome read from the end, and the one to be told."""
    if place.word != place.word[::-1] or other.word != place.word:
        return False
    if other.cells not in (place.cells, place.cells[::-1]):
        return False
    order = ["", *STEPS]
    rank, other_rank = order.index(place.direction), order.index(other.direction)
    return (other_rank, other.cells) < (rank, place.cells)


def inferred(
    grid: Grid, words: list[str], doubtful: Iterable[int], letters: str, rules: Rules
) -> dict[int, str]:
    """The letters of doubtful cells that make most of the missing words fit, one cell after the other."""
    rules = replace(rules, fuzzy=0, first_only=False)
    exact = [place for word in words for place in places(grid, word, rules, wrong=0)]
    left = [word for word in words if word not in {place.word for place in exact} and len(word) >= 3]
    cells = sorted(set(doubtful) - {cell for place in exact for cell in place.cells})
    chosen: dict[int, str] = {}
    while True:
        wishes = {
            (cell, letter): [
                word for word in left if places(with_letter(grid, cell, letter), word, rules, wrong=0)
            ]
            for cell in cells
            for letter in letters
        }
        best = min(wishes, key=lambda wish: (-len(wishes[wish]), wish), default=None)
        if best is None or not wishes[best]:
            return chosen
        cell, letter = best
        chosen[cell] = letter
        grid = with_letter(grid, cell, letter)
        for word in wishes[best]:
            left.remove(word)
            needed = {cell for place in places(grid, word, rules, wrong=0) for cell in place.cells}
            cells = [cell for cell in cells if cell not in needed]


def with_letter(grid: Grid, cell: int, letter: str) -> Grid:
    tiles = list(grid.tiles)
    tiles[cell] = letter
    return Grid(grid.rows, grid.cols, tuple(tiles))
