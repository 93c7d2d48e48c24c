"""The Word Hunt job: a request comes in, the JSON of a result goes out, for HTTP and terminal alike.

A request has these members, all of them but `grids`, `dictionary_name` and `feedback`:

    grid, grids         one typed grid as text, or many in any form; without either the board is a picture's
    min_length, max_length, order, limit, all_paths
                        as in `WordHuntOptions`
    points              the name of a table of points, or the points of each length
    dictionary          SHA-256 of the list
    dictionary_name     what the client calls it
    feedback            the version of what the game said of words, which their chances go by
    llm                 as for reading a picture
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from worker import kernels
from worker.batches import solve_boards
from worker.context import Stopwatch, TaskContext
from worker.heard import open_game
from worker.model import Grid
from worker.results import board_json, to_bytes, typed_json, with_words
from worker.sight import Sight, playable
from worker.wire import JsonObject
from worker.word_lists import list_json, open_list

if TYPE_CHECKING:
    from worker.solvers.wordhunt import WordHuntOptions


def solve_typed(request: JsonObject, context: TaskContext) -> bytes:
    """The words of a typed board, or of each of many."""
    if request.get("grids"):
        return _batch_bytes(request, context)
    return _solution_bytes(request, Grid.parse(request["grid"]), None, Stopwatch(), context)


def solve_seen(request: JsonObject, sight: Sight, watch: Stopwatch, context: TaskContext) -> bytes:
    """The words of the board in a picture."""
    return _solution_bytes(request, playable(sight.found()), sight, watch, context)


def _solution_bytes(
    request: JsonObject, grid: Grid, sight: Sight | None, watch: Stopwatch, context: TaskContext
) -> bytes:
    kernels.use_cache(context.cache_dir)
    from worker.solvers.wordhunt_game import solve_json

    context.report("solve", 0.6)
    dictionary, lexicon = open_list(request["dictionary"], context)
    seen = None if sight is None else sight.grid
    centres = None if seen is None else [cell.centre for cell in seen.cells]
    game, options = open_game(request, dictionary, lexicon, context), _options_of(request)
    with watch.stage("solve"):
        found = solve_json(grid, lexicon, options, game, centres=centres)
    ms = {**(seen.ms if seen else {}), **watch.read()}
    return with_words(
        typed_json(grid, ms) if seen is None or sight is None else board_json(seen, ms, sight.llm),
        found.words,
        word_count=found.word_count,
        total_points=found.total_points,
        dictionary=list_json(request, dictionary),
        **_heard_json(request),
    )


def _batch_bytes(request: JsonObject, context: TaskContext) -> bytes:
    """The words of many boards."""
    kernels.use_cache(context.cache_dir)
    from worker.solvers.wordhunt_game import solve_each_json

    dictionary, lexicon = open_list(request["dictionary"], context)
    game, options = open_game(request, dictionary, lexicon, context), _options_of(request)
    watch = Stopwatch()
    boards = solve_boards(
        request["grids"],
        lambda grids: solve_each_json(grids, lexicon, options, game),
        lambda done: context.report("solve", done),
    )
    with watch.stage("solve"):
        answers = b",".join(boards)
    ms = {stage: round(spent, 2) for stage, spent in watch.read().items()}
    tail = {"dictionary": list_json(request, dictionary), **_heard_json(request), "ms": ms}
    return b"".join((b'{"boards":[', answers, b"],", to_bytes(tail)[1:]))


def _heard_json(request: JsonObject) -> JsonObject:
    """Which version of what the game said was gone by, if any."""
    return {"feedback": request["feedback"]} if request.get("feedback") else {}


def _options_of(request: JsonObject) -> WordHuntOptions:
    """The request's options as the solver takes them."""
    from worker.solvers.wordhunt import POINT_TABLES, Order, PointTable, WordHuntOptions

    points = request["points"]
    return WordHuntOptions(
        min_length=request["min_length"],
        max_length=request["max_length"],
        points=POINT_TABLES[points] if isinstance(points, str) else PointTable(tuple(points)),
        order=Order(request["order"]),
        limit=request["limit"],
        all_paths=request["all_paths"],
    )
