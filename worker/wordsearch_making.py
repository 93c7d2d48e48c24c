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
from typing import TYPE_CHECKING, Final

from worker import kernels
from worker.context import Stopwatch, TaskContext
from worker.errors import BadOption
from worker.model import Grid, Kind
from worker.results import to_bytes, typed_json
from worker.wire import JsonObject
from worker.wordsearch_results import solution_json
from worker.wordsearch_task import language_of

if TYPE_CHECKING:
    from worker.solvers.wordsearch_make import MakeOptions

_LARGEST_SEED: Final = 1_000_000
MOST_ROUNDS: Final = 500
LAYINGS: Final = 10_000
"""How often words are laid again at most before some are given up: half a minute's."""


def make_puzzle(request: JsonObject, context: TaskContext) -> bytes:
    """A puzzle as a search answers it: words that found no place are `missing`."""
    from worker.solvers.wordsearch import Solution
    from worker.solvers.wordsearch_make import make

    kernels.use_cache(context.cache_dir)
    watch = Stopwatch()
    if not request["words"]:
        raise BadOption("There are no words to lay.", option="words")
    if request["seed"] is None:
        request = {**request, "seed": secrets.randbelow(_LARGEST_SEED)}
    with watch.stage("make"):
        rows, cols, shape = request["rows"], request["cols"], _shape(request)
        made = make(request["words"], rows, cols, _options(request), shape=shape)
    unused = set(range(len(made.grid.tiles))) - {cell for hit in made.hits for cell in hit.cells}
    solution = Solution(
        made.hits, made.unplaced, unused=tuple(cell for cell in sorted(unused) if made.grid.tiles[cell])
    )
    told = solution_json(made.grid, solution, request["words"])
    head = typed_json(made.grid, watch.read(), Kind.WORDSEARCH)
    return to_bytes({**head, **told, "seed": request["seed"]})


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
    return None if request["shape"] is None else Grid.parse(request["shape"], any_sign=True)
