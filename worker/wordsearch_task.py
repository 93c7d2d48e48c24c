"""The word-search jobs: a request comes in, the JSON of a result goes out, for HTTP and terminal alike.

A request to solve has these members, all of them:

    grid, grids         one typed grid, or many; None for a picture's
    max_side            rows and columns that a typed grid may have
    words               the list; None for the one in the picture or, without one, for every word known
    directions          as `directions_of` reads it
    overlapping, palindromes_twice, first_only, wrap, fuzzy, bent, keep_accents
                        as in `SearchOptions`
    language            code of the language whose letters are kept apart, or None
    llm                 as for reading a picture
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from worker import kernels
from worker.context import Stopwatch, TaskContext
from worker.errors import BadOption, PuzzleError
from worker.model import Grid, Kind, ReadGrid
from worker.results import board_json, read_from_json, to_bytes, typed_json
from worker.sight import Sight, playable
from worker.wire import JsonObject, failure_of

if TYPE_CHECKING:
    from worker.solvers.wordsearch import Hit, SearchOptions, Solution

_RULES: Final = (
    "overlapping", "palindromes_twice", "first_only", "wrap", "fuzzy", "bent", "keep_accents",
)  # fmt: skip


def solve_typed(request: JsonObject, context: TaskContext) -> bytes:
    """Where the words lie in a typed grid, or in each of many."""
    watch = Stopwatch()
    search = _Search(request, context)
    if request["grids"] is None:
        grid = Grid.parse(request["grid"], max_side=request["max_side"])
        with watch.stage("solve"):
            found = search.solve(grid)
        return to_bytes({**typed_json(grid, watch.read(), Kind.WORDSEARCH), **found})
    with watch.stage("solve"):
        puzzles = list(search.solve_each(request["grids"]))
    return to_bytes({"puzzles": puzzles, "ms": _rounded(watch.read())})


def solve_seen(request: JsonObject, sight: Sight, watch: Stopwatch, context: TaskContext) -> bytes:
    """Where the words lie in the grid of a picture, with the pixels to mark them at."""
    seen = sight.found()
    grid = playable(seen)
    context.report("solve", 0.6)
    with watch.stage("solve"):
        found = _Search(request, context, seen).solve(grid)
    ms = {**seen.ms, **watch.read()}
    return to_bytes({**board_json(seen, ms, sight.llm), **found})


class _Search:
    """What is wanted, ready for any number of grids."""

    def __init__(self, request: JsonObject, context: TaskContext, seen: ReadGrid | None = None) -> None:
        kernels.use_cache(context.cache_dir)
        from worker.solvers.wordsearch import Solver

        self._request, self._context, self._seen = request, context, seen
        self._words = self._listed()
        self._solver = Solver(self._words, _search_options(request))

    def solve(self, grid: Grid) -> JsonObject:
        """What a result has beside the grid."""
        solution = self._solver.solve(grid, doubtful=self._doubtful())
        return solution_json(grid, solution, self._words, self._seen)

    def solve_each(self, grids: Sequence[str]) -> Iterator[JsonObject]:
        """A result for each grid, or why it has none."""
        for done, text in enumerate(grids):
            self._context.report("solve", done / len(grids))
            try:
                grid = Grid.parse(text, max_side=self._request["max_side"])
                yield {**typed_json(grid, {}, Kind.WORDSEARCH), **self.solve(grid)}
            except PuzzleError as error:
                yield {"error": asdict(failure_of(error))}

    def _listed(self) -> tuple[str, ...]:
        if self._request["words"] is not None:
            return tuple(self._request["words"])
        if self._seen is not None and self._seen.words:
            return self._seen.words
        raise BadOption("There are no words to look for.", option="words")

    def _doubtful(self) -> Collection[int]:
        return [] if self._seen is None else [at for at, cell in enumerate(self._seen.cells) if cell.doubtful]


def _search_options(request: JsonObject) -> SearchOptions:
    from dictionaries import NoSuchLanguage, language
    from worker.solvers.wordsearch import SearchOptions, directions_of

    code = request["language"]
    try:
        spoken = None if code is None else language(code)
    except NoSuchLanguage as error:
        raise BadOption(str(error), option="language") from None
    rules = {name: request[name] for name in _RULES}
    return SearchOptions(directions=directions_of(request["directions"]), language=spoken, **rules)


def solution_json(
    grid: Grid, solution: Solution, words: Sequence[str], seen: ReadGrid | None = None
) -> JsonObject:
    """Words and places; a place has its pixel centres when it was seen in a picture."""
    return {
        "words": list(words),
        "hits": [_hit_json(grid, hit, seen) for hit in solution.hits],
        "missing": list(solution.missing),
        "hidden": list(solution.hidden),
        "inferred": [asdict(cell) for cell in solution.inferred],
        "unused": list(solution.unused),
    }


def _hit_json(grid: Grid, hit: Hit, seen: ReadGrid | None) -> JsonObject:
    told: JsonObject = {
        "word": hit.word,
        "key": hit.key,
        "start": divmod(hit.start, grid.cols),
        "end": divmod(hit.end, grid.cols),
        "direction": hit.direction,
        "cells": hit.cells,
        "palindrome": hit.palindrome,
        "mismatches": hit.mismatches,
        "inferred": hit.inferred,
    }
    if seen is not None:
        centres = (seen.cells[cell].centre for cell in hit.cells)
        told["centres"] = [[round(centre.x, 1), round(centre.y, 1)] for centre in centres]
    return told


def _rounded(ms: Mapping[str, float]) -> dict[str, float]:
    return {stage: round(spent, 2) for stage, spent in ms.items()}


def draw_marked(
    picture: bytes | None, result: JsonObject, context: TaskContext, *, suffix: str = ".png"
) -> bytes:
    """The words of a result marked on its picture, or on a drawing of its grid where there is none.

    Args:
        suffix: .png, .jpg, .jpeg or .webp, the format of the bytes.
    """
    from worker.vision.decode import DecodeLimits
    from worker.vision.marked import draw_grid, mark_picture

    numbers = {word: number for number, word in enumerate(dict.fromkeys(result["words"]))}
    marks = [(numbers.setdefault(hit["word"], len(numbers)), tuple(hit["cells"])) for hit in result["hits"]]
    if picture is None:
        grid = Grid.parse("/".join(result["letters"]), max_side=max(result["rows"], result["cols"]))
        return draw_grid(grid, marks, suffix=suffix)
    limits = DecodeLimits(context.max_pixels, context.max_bytes)
    return mark_picture(picture, read_from_json(result), marks, limits=limits, suffix=suffix)
