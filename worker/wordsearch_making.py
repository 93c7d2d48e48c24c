"""The job of making a word search: words come in, a puzzle goes out with its solution.

A request has these members, all of them:

    words               what is to be laid
    rows, cols          the size; where one is None, as small as it can be
    shape               a grid of holes `.`, cells to fill `?` and letters that stay, or None
    directions          as `directions_of` reads it
    seed                the same for the same puzzle; None for one that is drawn
    language            code of the language whose letters are kept apart and fill the rest, or None
    letters             what fills the rest, or None
    keep_accents        whether accented letters are letters of their own
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from math import ceil, sqrt
from typing import TYPE_CHECKING, Final

from worker import kernels
from worker.context import Stopwatch, TaskContext
from worker.errors import BadOption
from worker.model import MAX_SIDE, Grid, Kind
from worker.results import to_bytes, typed_json
from worker.wire import JsonObject
from worker.wordsearch_results import solution_json
from worker.wordsearch_task import language_of

if TYPE_CHECKING:
    from worker.solvers.wordsearch_make import Made, MakeOptions

_LARGEST_SEED: Final = 1_000_000
MOST_ROUNDS: Final = 500
LAYINGS: Final = 10_000
"""How often words are laid again at most before some are given up: half a minute's."""
FULL: Final = 0.65
"""Share of the cells that words fill at most where the size is ours to choose: fuller ones take long."""


def make_puzzle(request: JsonObject, context: TaskContext) -> bytes:
    """A puzzle as a search answers it: words that found no place are `missing`."""
    from worker.solvers.wordsearch import Solution

    kernels.use_cache(context.cache_dir)
    watch = Stopwatch()
    if not request["words"]:
        raise BadOption("There are no words to lay.", option="words")
    if request["seed"] is None:
        request = {**request, "seed": secrets.randbelow(_LARGEST_SEED)}
    with watch.stage("make"):
        made = _made(request, context)
    unused = set(range(len(made.grid.tiles))) - {cell for hit in made.hits for cell in hit.cells}
    solution = Solution(
        made.hits, made.unplaced, unused=tuple(cell for cell in sorted(unused) if made.grid.tiles[cell])
    )
    told = solution_json(made.grid, solution, request["words"])
    head = typed_json(made.grid, watch.read(), Kind.WORDSEARCH)
    return to_bytes({**head, **told, "seed": request["seed"]})


def _made(request: JsonObject, context: TaskContext) -> Made:
    """The first of the sizes in question in which all words have a place, or else the last."""
    from worker.solvers.wordsearch_make import make

    options, shape = _options(request), _shape(request)
    sizes = list(_sizes(request, shape))
    for tried, (rows, cols) in enumerate(sizes, start=1):
        context.report("make", tried / (len(sizes) + 1))
        made = make(request["words"], rows, cols, options, shape=shape)
        if not made.unplaced:
            break
    return made


def _options(request: JsonObject) -> MakeOptions:
    from dictionaries import rude_words
    from worker.solvers.wordsearch import directions_of
    from worker.solvers.wordsearch_make import MakeOptions

    return MakeOptions(
        directions=directions_of(request["directions"]),
        seed=request["seed"],
        rounds=min(MOST_ROUNDS, LAYINGS // len(request["words"])),
        forbidden=rude_words(),
        letters=request["letters"],
        language=language_of(request["language"]),
        keep_accents=request["keep_accents"],
    )


def _shape(request: JsonObject) -> Grid | None:
    return None if request["shape"] is None else Grid.parse(request["shape"])


def _sizes(request: JsonObject, shape: Grid | None) -> Iterator[tuple[int, int]]:
    """Rows and columns as asked for or as the shape has them; else from what can hold the words upwards."""
    rows, cols = request["rows"], request["cols"]
    if shape is not None:
        rows, cols = rows if rows is not None else shape.rows, cols if cols is not None else shape.cols
    if rows is not None and cols is not None:
        yield rows, cols
        return
    for side in range(_least_side(request, rows if cols is None else cols), MAX_SIDE + 1):
        yield side if rows is None else rows, side if cols is None else cols


def _least_side(request: JsonObject, given: int | None) -> int:
    """Where to begin; `given` is the other side, when it is set."""
    from worker.solvers.wordsearch_words import search_words

    words = search_words(request["words"], language_of(request["language"]))
    lengths = [len(word.letters) for word in words]
    room = sum(lengths) / FULL
    least = max(max(lengths), ceil(sqrt(room))) if given is None else ceil(room / max(given, 1))
    return min(least, MAX_SIDE)
