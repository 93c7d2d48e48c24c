"""Making a word search: every word laid once, the rest filled so that nothing else is to be found.

Words that others contain lie within them. A *copy* is a place of a word, or of a forbidden one, that is not
part of a single word laid on purpose: cells filled by chance are drawn anew until no copy is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from string import ascii_uppercase, digits
from typing import TYPE_CHECKING, Final

from worker.errors import BadGrid, BadOption, GridTooLarge
from worker.model import HOLE, MAX_SIDE, WILDCARD, Grid
from worker.solvers.wordsearch import Solver
from worker.solvers.wordsearch_chance import Chance
from worker.solvers.wordsearch_hits import Hit
from worker.solvers.wordsearch_layout import FREE, Layout, lay_all
from worker.solvers.wordsearch_options import ALL_DIRECTIONS, COMPASS, Direction, SearchOptions
from worker.solvers.wordsearch_words import SearchWord, fold, search_words, signs_of, split_letters

if TYPE_CHECKING:
    from dictionaries import Language

TRIES: Final = 10
"""Layouts that are begun anew when words make copies of others where they cross."""
SWEEPS: Final = 100
"""How often cells that make copies are drawn anew."""

FULL: Final = 0.7
"""Share of the cells that words take at most where no size is given: fuller puzzles take long to make."""
LARGER: Final = (0, 1, 2, 3, 5, 8, 13)
"""By how much a side grows until all words have found a place."""


@dataclass(frozen=True, slots=True)
class MakeOptions:
    directions: frozenset[Direction] = ALL_DIRECTIONS
    seed: int = 0
    rounds: int = 500
    """How often words that find no place are tried again with others moved."""
    forbidden: tuple[str, ...] = ()
    """Words that no direction may show, unless a word asked for contains them."""
    letters: str | None = None
    """What free cells are filled with; by default the language's alphabet, or of words in Latin letters A to
    Z, of others their own letters; and 0 to 9 when words have digits."""
    language: Language | None = None
    keep_accents: bool = False

    def __post_init__(self) -> None:
        if not self.directions:
            raise BadOption("No direction is left to lay words in.", option="directions")
        if self.rounds < 0:
            raise BadOption(f"The rounds are at least 0, not {self.rounds}.", option="rounds")


@dataclass(frozen=True, slots=True)
class Made:
    grid: Grid
    hits: tuple[Hit, ...]
    """Where the words lie, in their order."""
    unplaced: tuple[str, ...] = ()
    """Words that found no place."""


def make(
    words: Iterable[str],
    rows: int | None = None,
    cols: int | None = None,
    options: MakeOptions | None = None,
    *,
    shape: Grid | None = None,
) -> Made:
    """A puzzle of the words; the same for the same seed. Without rows or columns they are as few as leave
    room to fill. `shape` has the holes, wildcards are cells to fill, its letters stay.

    Raises:
        BadOption: a word without letters, or letters with which no grid can be filled; GridTooLarge; BadGrid:
        a shape of another size.
    """
    options = options or MakeOptions()
    signs = signs_of(frozenset(shape.tiles if shape else ()) | frozenset(options.letters or ()))
    asked = search_words(words, options.language, keep_accents=options.keep_accents, signs=signs)
    if shape is not None:
        rows, cols = shape.rows if rows is None else rows, shape.cols if cols is None else cols
    maker = _Maker(asked, options, signs)
    if rows is not None and cols is not None:
        return maker.make(_shape(shape, rows, cols))
    least = _least_side(asked, rows, cols, options.directions)
    for more in LARGER:
        side = min(least + more, MAX_SIDE)
        made = maker.make(_shape(None, side if rows is None else rows, side if cols is None else cols))
        if not made.unplaced or side == MAX_SIDE:
            break
    return made


def _least_side(
    words: Sequence[SearchWord], rows: int | None, cols: int | None, ways: frozenset[Direction]
) -> int:
    """A side of which the words would take `FULL`, if they shared no letter, and the longest fits, along the
    side that is given if it may."""
    letters = sum(len(word.letters) for word in words) / FULL
    longest = max((len(word.letters) for word in words), default=1)
    if rows is None and cols is None:
        return max(ceil(sqrt(letters)), longest)
    along = (Direction.W, Direction.E) if rows is None else (Direction.N, Direction.S)
    given = (cols if rows is None else rows) or 1
    fits = longest <= given and not ways.isdisjoint(along)
    return max(ceil(letters / max(given, 1)), 1 if fits else longest)


def _shape(shape: Grid | None, rows: int, cols: int) -> Grid:
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise GridTooLarge(f"A puzzle may have 1 to {MAX_SIDE} rows and columns, not {rows} x {cols}.")
    if shape is None:
        return Grid(rows, cols, (WILDCARD,) * (rows * cols))
    if (shape.rows, shape.cols) != (rows, cols):
        raise BadGrid(f"The shape is {shape.rows} x {shape.cols}, the puzzle {rows} x {cols}.")
    return shape


class _Maker:
    def __init__(self, words: Sequence[SearchWord], options: MakeOptions, signs: frozenset[str]) -> None:
        self._words, self._options, self._chance = words, options, Chance(options.seed)
        self._signs = signs
        self._alphabet = self._letters_to_fill()
        self._letters = sorted({letter for word in words for letter in word.letters} | {*self._alphabet})
        numbers = {letter: number for number, letter in enumerate(self._letters, FREE + 1)}
        self._codes = [[numbers[letter] for letter in word.letters] for word in words]
        self._fillers = [numbers[letter] for letter in self._alphabet] + [
            code for codes in self._codes for code in codes if self._letters[code - 1] in self._alphabet
        ]
        self._search = self._solver([word.key for word in words], options.directions)
        allowed = {word.key for word in words} | {""}
        banned = [word for word in options.forbidden if self._fold(word) not in allowed]
        self._banned = self._solver(banned, ALL_DIRECTIONS)

    def _solver(self, words: Iterable[str], directions: frozenset[Direction]) -> Solver:
        options = SearchOptions(
            directions=directions, language=self._options.language, keep_accents=self._options.keep_accents
        )
        return Solver(words, options, signs=self._signs)

    def _fold(self, text: str) -> str:
        language, keep_accents = self._options.language, self._options.keep_accents
        return fold(text, language, keep_accents=keep_accents, signs=self._signs)

    def _letters_to_fill(self) -> list[str]:
        """The different ones; raises BadOption when there are none."""
        if self._options.letters is None:
            letters = _usual_letters("".join(word.key for word in self._words), self._options.language)
        else:
            letters = self._fold(self._options.letters)
        if not letters:
            raise BadOption("There are no letters to fill the grid with.", option="letters")
        return sorted({*split_letters(letters)})

    def make(self, shape: Grid) -> Made:
        best: Made | None = None
        for _ in range(TRIES):
            layout = self._lay(shape)
            crossed = self._lift_crossing(layout)
            letters = self._fill(layout)
            if letters is not None:
                made = self._made(self._grid(shape.rows, shape.cols, letters))
                if best is None or len(made.unplaced) < len(best.unplaced):
                    best = made
                if not crossed:
                    break
        if best is None:
            message = "With these letters no grid can be filled without another copy."
            raise BadOption(message, option="letters")
        return best

    def _lay(self, shape: Grid) -> Layout:
        ways = [way for way in COMPASS if way in self._options.directions]
        layout = Layout(
            self._codes, shape.rows, shape.cols, directions=ways, given=[self._given(t) for t in shape.tiles]
        )
        lengths = [len(codes) for codes in self._codes]
        within = {word: self._containers(word) for word in range(len(self._words))}
        outer = [word for word, containers in within.items() if not containers]
        left = lay_all(layout, outer, lengths, self._chance, self._options.rounds)
        orphans = [word for word, containers in within.items() if containers and containers <= set(left)]
        lay_all(layout, orphans, lengths, self._chance, 0)
        return layout

    def _given(self, tile: str) -> int:
        if tile == HOLE:
            return FREE - 1
        folded = split_letters(self._fold(tile))
        if tile == WILDCARD:
            return FREE
        if len(folded) != 1:
            raise BadGrid(f"The shape has {tile!r}, where a puzzle has single letters.")
        if folded[0] not in self._letters:
            self._letters.append(folded[0])
        return self._letters.index(folded[0]) + FREE + 1

    def _containers(self, word: int) -> set[int]:
        """Words that have this one within them, so that it needs no place of its own."""
        backwards = all(way.opposite in self._options.directions for way in self._options.directions)
        key, letters = self._words[word].key, self._words[word].letters
        containers = set()
        for other, (_, outer, outer_letters) in enumerate(self._words):
            mirrored = "".join(reversed(outer_letters)) if backwards else outer
            longer = (len(outer_letters), -other) > (len(letters), -word)
            if longer and (key in outer or key in mirrored):
                containers.add(other)
        return containers

    def _lift_crossing(self, layout: Layout) -> bool:
        """Take out words where they cross to copies of others, the shortest first; whether there were any."""
        crossed = False
        while copies := self._copies(layout, layout.letters()):
            cells = set(copies[0].cells)
            across = [word for word, placing in layout.placed.items() if cells.intersection(placing.cells)]
            if not across:  # the shape's own letters
                break
            layout.lift(min(across, key=lambda word: (len(self._codes[word]), -word)))
            crossed = True
        return crossed

    def _fill(self, layout: Layout) -> list[int] | None:
        """Letters for all cells; None when none are found without copies."""
        letters = layout.letters()
        free = {cell for cell, letter in enumerate(letters) if letter == FREE}
        for cell in sorted(free):
            letters[cell] = self._chance.choice(self._fillers)
        for _ in range(SWEEPS):
            copies = self._copies(layout, letters)
            if not copies:
                return letters
            for copy in copies:
                drawn = [cell for cell in copy.cells if cell in free]
                if not drawn:
                    return None
                letters[self._chance.choice(drawn)] = self._chance.choice(self._fillers)
        return None

    def _copies(self, layout: Layout, letters: Sequence[int]) -> list[Hit]:
        purposes = [frozenset(placing.cells) for placing in layout.placed.values()]
        grid = self._grid(layout.rows, layout.cols, letters)
        hits = [*self._search.solve(grid).hits, *self._banned.solve(grid).hits]
        return [hit for hit in hits if not any(purpose.issuperset(hit.cells) for purpose in purposes)]

    def _grid(self, rows: int, cols: int, letters: Sequence[int]) -> Grid:
        tiles = (self._letters[letter - 1] if letter > FREE else HOLE for letter in letters)
        return Grid(rows, cols, tuple(tiles))

    def _made(self, grid: Grid) -> Made:
        asked = {word.key: word.word for word in self._words}
        solution = self._search.solve(grid)
        hits = (Hit(asked[hit.key], hit.key, hit.cells, hit.direction) for hit in solution.hits)
        return Made(grid, tuple(hits), tuple(asked[key] for key in solution.missing))


def _usual_letters(used: str, language: Language | None) -> str:
    """What a grid is filled with whose words use these letters."""
    numbers = digits if not set(digits).isdisjoint(used) else ""
    letters = used.translate(dict.fromkeys(map(ord, digits)))
    if language is not None:
        return language.alphabet.upper() + numbers
    return (ascii_uppercase if letters and used.isascii() else letters) + numbers
