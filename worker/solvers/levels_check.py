"""What is wrong with a pack of levels: read from its JSON alone, by other code than what makes packs.

The rules are those that the pack's schema tells players' programs to count on; what a word list says of words
is asked of whoever knows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, Protocol

from worker.solvers.levels_check_words import Grid

Json = Mapping[str, Any]

FORMAT: Final = "tilewise-levels"
VERSION: Final = 1
_SPACING: Final = 200
_MOST_FALL: Final = 0.02
_LEAST_RANK_CORRELATION: Final = 0.98
_FEW: Final = 3
"""Levels of which nothing is said about a rising difficulty."""


class Fault(NamedTuple):
    """Something wrong with a pack."""

    level: int | None
    """Its place, from 1; None when it concerns the pack."""
    code: str
    sentence: str


class WordJudge(Protocol):
    """What a word list, and its language, says of words."""

    def fold(self, spelling: str) -> str | None: ...
    def is_listed(self, word: str) -> bool: ...
    def is_fit(self, word: str) -> bool: ...
    def is_rude(self, word: str) -> bool: ...
    def zipf(self, word: str) -> float: ...


def faults_of(head: Json, levels: Iterable[Json], judge: WordJudge | None) -> Iterator[Fault]:
    """Every fault, as the levels come.

    Args:
        head: the pack, of whose levels nothing is read here.
        judge: None when its dictionary is not there: nothing is said about what words mean then.
    """
    yield from _head_faults(head)
    options = head.get("options")
    rules = _Rules(options if isinstance(options, Mapping) else {}, judge)
    for place, level in enumerate(levels, start=1):
        found = list(rules.level_faults(place, level))
        yield from (Fault(place, code, sentence) for code, sentence in found)
    yield from rules.pack_faults(head)


def _head_faults(head: Json) -> Iterator[Fault]:
    if head.get("format") != FORMAT or head.get("version") != VERSION:
        said = f"{head.get('format')!r} version {head.get('version')!r}"
        yield Fault(None, "format", f"The file says that it is {said}, not {FORMAT!r} version {VERSION}.")
    missing = {"language", "dictionary", "options", "tiers", "curve"} - head.keys()
    if missing:
        yield Fault(None, "members", f"The pack has no {', '.join(sorted(missing))}.")


class _Rules:
    """The rules, with what earlier levels had."""

    def __init__(self, options: Json, judge: WordJudge | None) -> None:
        self._options = {name: value for name, value in options.items() if isinstance(value, int | float)}
        self._judge = judge
        self._wheels: dict[str, int] = {}
        self._longest: dict[str, int] = {}
        self._difficulties: list[float] = []
        self._tiers: list[str] = []

    def level_faults(self, place: int, level: Json) -> Iterator[tuple[str, str]]:
        """What is wrong with a level, as code and sentence."""
        try:
            grid = Grid.of(level)
        except (LookupError, TypeError, ValueError) as error:
            yield "members", f"It cannot be read: {type(error).__name__}: {error}."
            return
        if level["number"] != place:
            yield "number", f"It has the number {level['number']}."
        yield from grid.faults()
        yield from self._size_faults(grid)
        yield from self._repeats(place, grid)
        if self._judge is not None:
            yield from self._word_faults(grid, self._judge)
            yield from _difficulty_faults(grid, self._judge)
        self._difficulties.append(grid.difficulty)
        self._tiers.append(grid.tier)

    def _size_faults(self, grid: Grid) -> Iterator[tuple[str, str]]:
        options = self._options
        count, size = len(grid.words), len(grid.letters)
        if not options.get("min_letters", 1) <= size <= options.get("max_letters", size):
            yield "wheel_size", f"The wheel has {size} letters."
        if not options.get("min_words", 1) <= count <= options.get("max_words", count):
            yield "word_count", f"The grid has {count} words."
        if max(grid.rows, grid.cols) > options.get("max_side", 99):
            yield "grid_size", f"The grid has {grid.rows} rows and {grid.cols} columns."
        if max(grid.rows, grid.cols) > options.get("max_aspect", 99) * min(grid.rows, grid.cols):
            yield "grid_size", f"The grid of {grid.rows} x {grid.cols} is too long."

    def _repeats(self, place: int, grid: Grid) -> Iterator[tuple[str, str]]:
        wheel = "".join(sorted(grid.letters))
        if (before := self._wheels.setdefault(wheel, place)) != place:
            yield "wheel_twice", f"Level {before} has the same letters."
        for word in grid.longest:
            if place - self._longest.get(word, -_SPACING) < _SPACING:
                yield "longest_twice", f"{word!r} is the longest word of level {self._longest[word]}, too."
            self._longest[word] = place

    def _word_faults(self, grid: Grid, judge: WordJudge) -> Iterator[tuple[str, str]]:
        for word, display in grid.words.items():
            if judge.fold(display) != word:
                yield "display", f"{display!r} is not how {word!r} is spelled."
            if judge.is_rude(word):
                yield "rude", f"{word!r} is nothing for players."
            elif not judge.is_fit(word):
                yield "unfit", f"{word!r} is not fit for players."
        for word in grid.bonus:
            if judge.is_rude(word):
                yield "rude", f"The bonus word {word!r} is nothing for players."
            if not judge.is_listed(word):
                yield "not_listed", f"The bonus word {word!r} is not in the word list."

    def pack_faults(self, head: Json) -> Iterator[Fault]:
        """What is wrong with the levels together."""
        rising = self._difficulties
        if len(rising) != self._options.get("count"):
            yield Fault(
                None, "count", f"{self._options.get('count')} levels were asked for, {len(rising)} are there."
            )
        yield from _curve_faults(head.get("curve"), rising)
        if len(rising) <= _FEW:
            return
        yield from _fall(rising)
        if (correlation := rank_correlation(rising)) < _LEAST_RANK_CORRELATION:
            yield Fault(None, "order", f"Level and difficulty have a rank correlation of {correlation:.3f}.")
        try:
            told = {str(tier["name"]): (float(tier["difficulty"]), tier["levels"]) for tier in head["tiers"]}
        except (LookupError, TypeError, ValueError):
            yield Fault(None, "members", "The tiers cannot be read.")
        else:
            yield from self._tier_faults(told)

    def _tier_faults(self, told: Mapping[str, tuple[float, int]]) -> Iterator[Fault]:
        """Args: told: by name where each tier begins, and how many levels it is said to have."""
        begins = sorted((least, name) for name, (least, _) in told.items())
        for place, (difficulty, tier) in enumerate(
            zip(self._difficulties, self._tiers, strict=True), start=1
        ):
            right = max((begin for begin in begins if begin[0] <= difficulty), default=(0.0, ""))[1]
            if tier != right:
                yield Fault(
                    place, "tier", f"With a difficulty of {difficulty} it is {right!r}, not {tier!r}."
                )
        for name, (_, count) in told.items():
            if count != self._tiers.count(name):
                yield Fault(None, "tier", f"{name!r} has {self._tiers.count(name)} levels, not {count}.")


def _difficulty_faults(grid: Grid, judge: WordJudge) -> Iterator[tuple[str, str]]:
    """The difficulty by its definition, which is told with the format."""
    right = grid.difficulty_of([judge.zipf(word) for word in grid.words])
    if abs(right - grid.difficulty) > 0.02:
        yield "difficulty", f"Its difficulty is {right:.2f}, not {grid.difficulty}."


def _curve_faults(curve: object, rising: list[float]) -> Iterator[Fault]:
    """Every point has to be a level with its difficulty."""
    levels = [[number, difficulty] for number, difficulty in enumerate(rising, start=1)]
    strange = [point for point in curve if point not in levels] if isinstance(curve, list) else [curve]
    if strange:
        yield Fault(None, "curve", f"The curve has {strange[0]!r}, which is no level with its difficulty.")


def _fall(rising: list[float]) -> Iterator[Fault]:
    highest, most = rising[0], _MOST_FALL * (max(rising) - min(rising))
    for place, difficulty in enumerate(rising, start=1):
        if highest - difficulty > most:
            yield Fault(place, "order", f"The difficulty falls from {highest} to {difficulty}.")
        highest = max(highest, difficulty)


def rank_correlation(rising: list[float]) -> float:
    """Spearman's rank correlation of values with their places, equal values sharing a rank; 1 for fewer than
    two different ones."""
    count = len(rising)
    ranks = _ranks(rising)
    middle = (count - 1) / 2
    covariance = sum((place - middle) * (rank - middle) for place, rank in enumerate(ranks))
    spread = sum((rank - middle) ** 2 for rank in ranks) * sum(
        (place - middle) ** 2 for place in range(count)
    )
    return covariance / spread**0.5 if spread else 1.0


def _ranks(values: list[float]) -> list[float]:
    ordered = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    start = 0
    while start < len(ordered):
        end = start
        while end + 1 < len(ordered) and values[ordered[end + 1]] == values[ordered[start]]:
            end += 1
        for place in ordered[start : end + 1]:
            ranks[place] = (start + end) / 2
        start = end + 1
    return ranks
