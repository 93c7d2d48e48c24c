"""The job of finding a game's best tree: good ones at once, then every start is ruled out, side by side.

Beside the game (see `worker.wordle_games`) a request has these members, all of them:

    start               the first guess, or None for the best one
    max_guesses         how many guesses a game has
    seconds             of one core for a start at most, about: one that takes longer keeps the bound that it
                        has by then

A part of the job has in addition `starts` to be ruled out and the total to be beaten, `below`; the last part
has what was `known` before. Work is counted in labels read, not in time, so that the result does not depend
on the machines.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from worker.context import Stopwatch, TaskContext
from worker.results import to_bytes
from worker.wire import Fan, Further, JsonObject, Lane, Task
from worker.wordle_games import OpenGame, open_game
from worker.wordle_results import tree_json
from worker.wordle_task import rounded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from worker.solvers.wordle_proof import Known
    from worker.solvers.wordle_tree import TreeOptions, TreeSearch

PART_STARTS: Final = 8
"""They share what is found out about groups of words."""
_LABELS_A_SECOND: Final = 800_000_000
_LIMIT_A_SECOND: Final = 10.0
"""Of a part's own limit, for machines that are slower and busy."""
_LEAST_LIMIT: Final = 600.0
_JOIN_SECONDS: Final = 3600.0
_MOST_CELLS: Final = 100_000_000
"""Feedback of all guesses for all answers: some 300 MB while the search runs."""


def warm(context: TaskContext) -> None:
    """Compile the kernels of the search: they are called in both modes, whatever the words are."""
    from worker.solvers.wordle import Mode
    from worker.solvers.wordle_tree import TreeOptions, search_tree
    from worker.solvers.wordle_words import WordleWords

    words = WordleWords(map("".join, product("abcd", repeat=4)))  # enough of them that the search goes down
    for mode in (Mode.EASY, Mode.HARD):
        search_tree(words, _patterns(words), TreeOptions(mode=mode))


def fan_of(request: JsonObject, context: TaskContext) -> Fan | None:
    """The parts of the job, for workers side by side; None where there is nothing to be parted.

    Raises:
        BadOption: a start that the game has not, or too many words.
    """
    if request["start"] is not None:
        return None
    search = _search(request, context)
    parts = _parts(request, search, context)
    if not parts:
        return None
    last = {**request, "known": search.known.to_json()}
    limit = max(_LEAST_LIMIT, PART_STARTS * request["seconds"] * _LIMIT_A_SECOND)
    join = Further(Task.WORDLE_TREE_JOIN, Lane.BULK, last, _JOIN_SECONDS)
    return Fan(Task.WORDLE_TREE_PART, Lane.BULK, tuple(parts), limit, join)


def prove(request: JsonObject, context: TaskContext) -> bytes:
    """The whole job in one process; raises as `fan_of` does."""
    watch, search = Stopwatch(), _search(request, context)
    if request["start"] is not None:
        most = request["seconds"] * _LABELS_A_SECOND
        while not search.run() and search.known.work < most:
            context.report("prove", search.progress.share)
        return _told(request, search, context, watch)
    parts = _parts(request, search, context)
    answers = []
    for done, part in enumerate(parts):
        context.report("prove", done / len(parts))
        answers.append(prove_part(part, context))
    return _joined({**request, "known": search.known.to_json()}, answers, context, watch)


def prove_part(request: JsonObject, context: TaskContext) -> bytes:
    """What is found out about some starts."""
    from worker.solvers.wordle_proof import rule_out

    solver, options = _game(request, context).solver, _options(request)
    found = rule_out(
        solver.words,
        _patterns(solver.words),
        request["starts"],
        request["below"],
        hard=options.mode == "hard",
        max_guesses=options.max_guesses,
        work=request["seconds"] * _LABELS_A_SECOND,
    )
    return to_bytes(found.to_json())


def join(request: JsonObject, context: TaskContext) -> bytes:
    """The best tree of all parts."""
    return _joined(request, context.answers(), context, Stopwatch())


def _joined(request: JsonObject, answers: Iterable[bytes], context: TaskContext, watch: Stopwatch) -> bytes:
    from worker.solvers.wordle_proof import Known, joined

    facts = [Known(**request["known"]), *(Known(**json.loads(answer)) for answer in answers)]
    return _told(request, _search(request, context, joined(facts)), context, watch)


def _parts(request: JsonObject, search: TreeSearch, context: TaskContext) -> list[JsonObject]:
    """Good trees are looked for and starts bounded; then what is left to be ruled out."""
    from worker.solvers.wordle_tree import Stage

    while search.progress.stage in (Stage.GREEDY, Stage.BOUND) and not search.run():
        context.report(search.progress.stage, search.progress.share)
    starts = search.open_starts
    return [
        {**request, "starts": list(starts[first : first + PART_STARTS]), "below": search.below}
        for first in range(0, len(starts), PART_STARTS)
    ]


def _search(request: JsonObject, context: TaskContext, known: Known | None = None) -> TreeSearch:
    from worker.solvers.wordle_tree import TreeSearch, check_size

    game = _game(request, context)
    check_size(game.words, _MOST_CELLS)
    options = _options(request)
    if options.start is not None:
        options = replace(options, start=game.fold(options.start))
    return TreeSearch(game.words, _patterns(game.words), options, known=known)


def _game(request: JsonObject, context: TaskContext) -> OpenGame:
    return open_game(request, context, filter(None, [request["start"]]))


def _options(request: JsonObject) -> TreeOptions:
    """Raises BadOption."""
    from worker.solvers.wordle import Mode
    from worker.solvers.wordle_tree import TreeOptions

    return TreeOptions(request["start"], Mode(request["mode"]), request["max_guesses"])


def _patterns(words: Any) -> Any:
    from worker.kernels.patterns import pattern_matrix

    return pattern_matrix(words.codes, words.codes[words.answers])


def _told(request: JsonObject, search: TreeSearch, context: TaskContext, watch: Stopwatch) -> bytes:
    game, result = _game(request, context), search.result()
    told = tree_json(result, game.words, _options(request))
    return to_bytes({**told, "tree": result.tree, "dictionary": game.to_json(), "ms": rounded(watch)})
