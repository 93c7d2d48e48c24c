"""The word-search job: a request comes in, the JSON of a result goes out, for HTTP and terminal alike.

A request has these members, all of them:

    grid, grids         one typed grid as text, or many in any form; both None for a picture's
    max_side            rows and columns that a typed grid may have
    words               the list; None for the one in the picture or, without one, for every word known
    directions          as `directions_of` reads it
    overlapping, palindromes_twice, first_only, wrap, fuzzy, bent, keep_accents
                        as in `SearchOptions`
    language            code of the language whose letters are kept apart, or None
    dictionary          SHA-256 of the words that are known without a list
    dictionary_name     what the client calls them
    min_length, contained
                        as in `DictionaryOptions`
    limit               how many words of the dictionary are told, or None
    message             whether the unused letters are read
    difficulty          whether the puzzle's figures are wanted
    llm                 as for reading a picture
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import takewhile
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from worker import kernels
from worker.batches import GridJson, bounded, error_json
from worker.context import Stopwatch, TaskContext
from worker.errors import BadOption, PuzzleError
from worker.model import Grid, Kind, Path, ReadGrid
from worker.results import board_json, object_to_bytes, read_from_json, to_bytes, typed_json
from worker.sight import Sight, playable
from worker.wire import JsonObject
from worker.word_lists import list_json, open_list
from worker.wordsearch_results import difficulty_json, found_json, message_json, solution_json

if TYPE_CHECKING:
    from dictionaries import Dictionary, Language, TravelledList
    from worker.lexicon import Lexicon
    from worker.solvers.wordsearch import SearchOptions, Solution, Solver
    from worker.solvers.wordsearch_ranks import WordRanks

_RAREST: Final = 255
_EACH: Final = 20
"""Grids between two reports of progress."""
_RULES: Final = (
    "overlapping", "palindromes_twice", "first_only", "wrap", "fuzzy", "bent", "keep_accents",
)  # fmt: skip


def warm(dictionary: Dictionary | TravelledList, lexicon: Lexicon) -> None:
    """Compile the kernels for lists and dictionaries, along lines and bent, with wildcards and without.

    What is kept of a dictionary is made here as well, so that forked workers share it.
    """
    from dictionaries import rude_words
    from worker.solvers.wordsearch import SearchOptions, Solver
    from worker.solvers.wordsearch_dictionary import DictionaryOptions, find_words

    _ranks(dictionary)
    rude_words()
    for bent in (False, True):
        options = SearchOptions(bent=bent)
        solver = Solver(["CAT"], options, engine="numba")
        for grid in (Grid.parse("CAT"), Grid.parse("C?T")):
            solution_json(grid, solver.solve(grid), ["CAT"])
            found = find_words(grid, lexicon, DictionaryOptions(options), engine="numba")
            found_json(grid, found, None)


def solve_typed(request: JsonObject, context: TaskContext) -> bytes:
    """Where the words lie in a typed grid, or in each of many."""
    watch = Stopwatch()
    search = _Search(request, context)
    if request["grids"] is None:
        grid = Grid.parse(request["grid"], max_side=request["max_side"], any_sign=True)
        with watch.stage("solve"):
            found = search.solve(grid)
        return object_to_bytes({**typed_json(grid, watch.read(), Kind.WORDSEARCH), **found})
    with watch.stage("solve"):
        puzzles = b",".join(bounded(search.solve_each(request["grids"])))
    return b'{"puzzles":[%b],"ms":%b}' % (puzzles, to_bytes(_rounded(watch.read())))


def solve_seen(request: JsonObject, sight: Sight, watch: Stopwatch, context: TaskContext) -> bytes:
    """Where the words lie in the grid of a picture, with the pixels to mark them at."""
    seen = sight.found()
    grid = playable(seen)
    context.report("solve", 0.6)
    with watch.stage("solve"):
        found = _Search(request, context, seen).solve(grid)
    ms = {**seen.ms, **watch.read()}
    return object_to_bytes({**board_json(seen, ms, sight.llm), **found})


class _Search:
    """What is wanted, ready for any number of grids."""

    def __init__(self, request: JsonObject, context: TaskContext, seen: ReadGrid | None = None) -> None:
        kernels.use_cache(context.cache_dir)
        self._request, self._context, self._seen = request, context, seen
        self._options = _search_options(request)
        if request["limit"] is not None and request["limit"] < 1:
            raise BadOption(f"The limit is at least 1 word, not {request['limit']}.", option="limit")
        self._words = self._listed()

    def solve(self, grid: Grid) -> JsonObject:
        """What a result has beside the grid."""
        return self._of_dictionary(grid) if self._words is None else self._of_list(grid, self._words)

    def solve_each(self, grids: Sequence[GridJson]) -> Iterator[bytes]:
        """A result for each grid, or why it has none."""
        for done, given in enumerate(grids):
            if done % _EACH == 0:
                self._context.report("solve", done / len(grids))
            try:
                grid = Grid.from_json(given, max_side=self._request["max_side"], any_sign=True)
                yield object_to_bytes({**typed_json(grid, {}, Kind.WORDSEARCH), **self.solve(grid)})
            except PuzzleError as error:
                yield error_json(error)

    def _listed(self) -> tuple[str, ...] | None:
        """The list, or None where there is none."""
        if self._request["words"] is not None:
            return tuple(self._request["words"])
        return (self._seen.words or None) if self._seen else None

    @cached_property
    def _solver(self) -> Solver:
        from worker.solvers.wordsearch import Solver

        return Solver(self._words or (), self._options)

    def _of_list(self, grid: Grid, words: Sequence[str]) -> JsonObject:
        solution = self._solver.solve(grid, doubtful=self._doubtful())
        told = solution_json(grid, solution, words, self._seen)
        return {**told, "dictionary": None, **self._further(grid, solution)}

    def _of_dictionary(self, grid: Grid) -> JsonObject:
        from worker.solvers.wordsearch import Solution
        from worker.solvers.wordsearch_dictionary import DictionaryOptions, find_words

        dictionary, lexicon = open_list(self._request["dictionary"], self._context)
        # The rules about which places count are for lists, whose words somebody chose.
        rules = replace(self._options, overlapping=True, palindromes_twice=False)
        options = DictionaryOptions(rules, self._request["min_length"], self._request["contained"])
        found = find_words(grid, lexicon, options, ranks=_ranks(dictionary))
        likely = [hit for word in takewhile(attrgetter("likely"), found.words) for hit in word.hits]
        return {
            **found_json(grid, found, self._request["limit"], self._seen),
            "dictionary": list_json(self._request, dictionary),
            **self._further(grid, Solution(likely, unused=found.unused)),
        }

    def _further(self, grid: Grid, solution: Solution) -> JsonObject:
        """What is only told when it is asked for."""
        return {
            "message": self._message(grid, solution) if self._request["message"] else None,
            "difficulty": self._difficulty(grid, solution) if self._request["difficulty"] else None,
        }

    def _message(self, grid: Grid, solution: Solution) -> JsonObject:
        from worker.solvers.wordsearch_message import leftover, read_message

        dictionary, lexicon = open_list(self._request["dictionary"], self._context)
        return message_json(read_message(leftover(grid, solution.unused), lexicon, _ranks(dictionary)))

    def _difficulty(self, grid: Grid, solution: Solution) -> JsonObject:
        from worker.solvers.wordsearch_difficulty import difficulty

        return difficulty_json(difficulty(grid, solution, self._options))

    def _doubtful(self) -> Collection[int]:
        return [] if self._seen is None else [at for at, cell in enumerate(self._seen.cells) if cell.doubtful]


@lru_cache(maxsize=8)
def _ranks(dictionary: Dictionary | TravelledList) -> WordRanks:
    from worker.solvers.wordsearch_ranks import WordRanks

    levels = dictionary.levels() or _levels_by_use(dictionary)
    return WordRanks(levels, len(levels) or sum(1 for _ in dictionary.words()))


def _levels_by_use(dictionary: Dictionary | TravelledList) -> Mapping[str, int]:
    """Where a list has no levels of its own, how often its words are used stands in for them; rarest last."""
    zipfs = dictionary.zipfs()
    return (
        {word: _RAREST - zipf for word, zipf in zip(dictionary.words(), zipfs, strict=True)} if zipfs else {}
    )


def language_of(code: str | None) -> Language | None:
    """A language by its code; raises BadOption."""
    from dictionaries import NoSuchLanguage, language

    try:
        return None if code is None else language(code)
    except NoSuchLanguage as error:
        raise BadOption(str(error), hint=error.hint, option="language") from None


def _search_options(request: JsonObject) -> SearchOptions:
    from worker.solvers.wordsearch import SearchOptions, directions_of

    return SearchOptions(
        directions=directions_of(request["directions"]),
        language=language_of(request["language"]),
        **{name: request[name] for name in _RULES},
    )


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

    if picture is None:
        return draw_grid(_grid(result), _marks(result), suffix=suffix)
    limits = DecodeLimits(context.max_pixels, context.max_bytes)
    return mark_picture(picture, read_from_json(result), _marks(result), limits=limits, suffix=suffix)


def draw_puzzle(result: JsonObject, *, solution: bool, suffix: str = ".png") -> bytes:
    """A puzzle with the list of its words, marked where the solution is wanted."""
    from worker.vision.marked import draw_grid

    words = [word for word in result["words"] if word not in result["missing"]]
    return draw_grid(_grid(result), _marks(result) if solution else [], words=words, suffix=suffix)


def _grid(result: JsonObject) -> Grid:
    side = max(result["rows"], result["cols"])
    return Grid.parse("/".join(result["letters"]), max_side=side, any_sign=True)


def _marks(result: JsonObject) -> list[tuple[int, Path]]:
    """The words of the list, or those that are likely it, each with its number."""
    numbers = {word: number for number, word in enumerate(dict.fromkeys(result["words"]))}
    hits = [hit for hit in result["hits"] if hit.get("likely", True)]
    return [(numbers.setdefault(hit["word"], len(numbers)), tuple(hit["cells"])) for hit in hits]
