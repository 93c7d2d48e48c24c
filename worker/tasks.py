"""The jobs: a request comes in, an outcome goes out; the only place where vision and solvers meet.

OpenCV and Numba are imported by the function that needs them, so that a terminal which solves one typed board
does not wait for either.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from worker import (
    levels_drawing,
    levels_making,
    levels_solving,
    levels_task,
    wordhunt_task,
    wordle_judging,
    wordle_proving,
    wordle_task,
    wordle_trials,
    wordsearch_making,
    wordsearch_task,
)
from worker.context import Stopwatch, TaskContext
from worker.errors import PuzzleError
from worker.memory import is_exhausted
from worker.model import Kind
from worker.options import LlmOptions
from worker.results import is_solved, read_from_json, read_json, to_bytes
from worker.sight import Sight, is_asked, see, with_llm
from worker.wire import (
    INTERNAL_ERROR,
    JOB_EXPIRED,
    OUT_OF_MEMORY,
    Drawing,
    Further,
    JsonObject,
    Lane,
    Outcome,
    Task,
    failure_of,
    result_key,
)

log = logging.getLogger(__name__)

FURTHER_SECONDS: Final = 60.0
"""For what a further part does beside waiting for an LLM; a second would do."""


def perform(task: Task, request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    """Do a job; whatever goes wrong is an outcome too, since a raised exception would be run again."""
    try:
        return _TASKS[task](request, picture, context)
    except PuzzleError as error:
        return Outcome("error", failure=failure_of(error))
    except Exception as error:
        if is_exhausted(error):
            log.warning("task %s needs more memory than it may have", task.value)
            return Outcome("error", failure=OUT_OF_MEMORY)
        log.exception("task %s failed", task.value)
        return Outcome("error", failure=INTERNAL_ERROR)


def _read(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    return _from_picture(Task.READ, request, picture, context)


def _solve_wordhunt(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    if request["grid"] is None and not request.get("grids"):
        return _from_picture(Task.WORDHUNT_SOLVE, request, picture, context)
    return Outcome("ok", wordhunt_task.solve_typed(request, context))


def _solve_wordsearch(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    if request["grid"] is None and request["grids"] is None:
        return _from_picture(Task.WORDSEARCH_SOLVE, request, picture, context)
    return Outcome("ok", wordsearch_task.solve_typed(request, context))


def _make_wordsearch(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    return Outcome("ok", wordsearch_making.make_puzzle(request, context))


def _suggest_wordle(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    if request["boards"] is None and request["states"] is None:
        return _from_picture(Task.WORDLE_SUGGEST, request, picture, context)
    return Outcome("ok", wordle_task.suggest_typed(request, context))


def _rate_wordle(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    if request["clues"] is None and request["games"] is None:
        return _from_picture(Task.WORDLE_RATE, request, picture, context)
    return Outcome("ok", wordle_judging.rate_typed(request, context))


def _evaluate_wordle(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    if context.in_parts:
        return Outcome("more", further=wordle_trials.fan_of(request, context))
    return Outcome("ok", wordle_trials.evaluate(request, context))


def _play_wordle(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    return Outcome("ok", to_bytes(wordle_trials.play_part(request, context)))


def _sum_wordle(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    return Outcome("ok", wordle_trials.join(request, context))


def _search_tree(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    fan = wordle_proving.fan_of(request, context) if context.in_parts else None
    if fan is not None:
        return Outcome("more", further=fan)
    return Outcome("ok", wordle_proving.prove(request, context))


def _search_tree_part(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    return Outcome("ok", wordle_proving.prove_part(request, context))


def _join_tree(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    return Outcome("ok", wordle_proving.join(request, context))


def _make_levels(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    if context.in_parts:
        return Outcome("more", further=levels_making.fan_of(request, context))
    return Outcome("ok", levels_making.make_pack(request, context))


def _lay_levels(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    return Outcome("ok", levels_making.lay_part(request, context))


def _join_levels(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    return Outcome("ok", levels_making.join(request, context.answers(), context))


def _wheel_words(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    if request["letters"] is None:
        return _from_picture(Task.LEVELS_WORDS, request, picture, context)
    return Outcome("ok", levels_task.words_typed(request, context))


def _lay_out_words(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    return Outcome("ok", levels_task.lay_out_words(request, context))


def _solve_level(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    if request["letters"] is None:
        return _from_picture(Task.LEVELS_SOLVE, request, picture, context)
    return Outcome("ok", levels_solving.solve_typed(request, context))


def _from_picture(task: Task, request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    """Look at a picture, ask an LLM where that is wanted, and do with it what the task is."""
    watch = Stopwatch()
    kind = _kind_of(task, request)
    sight = see(kind, picture, context)
    if context.llm is not None and is_asked(sight, request):
        if context.in_parts:
            told = {"task": task, "request": request, **sight.to_json()}
            return Outcome("more", further=Further(Task.ASK_LLM, Lane.BULK, told, _limit(context.llm)))
        sight = with_llm(sight, kind, request, picture, context)
    return Outcome("ok", _FINISH[task](request, sight, watch, context))


def _ask_llm(told: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    """The second part of a job: nothing that goes wrong with the LLM is an error."""
    task, request = Task(told["task"]), told["request"]
    sight = Sight.from_json(told)
    watch = Stopwatch(before=sight.grid.ms.get("total", 0.0) if sight.grid else 0.0)
    sight = with_llm(sight, _kind_of(task, request), request, picture, context)
    return Outcome("ok", _FINISH[task](request, sight, watch, context))


def _kind_of(task: Task, request: JsonObject) -> Kind | None:
    if task in _KINDS:
        return _KINDS[task]
    return None if request["kind"] == "auto" else Kind(request["kind"])


def _limit(llm: LlmOptions) -> float:
    """Seconds for asking and for what follows; the LLM itself is given up before."""
    return llm.seconds + FURTHER_SECONDS


def _read_bytes(request: JsonObject, sight: Sight, watch: Stopwatch, context: TaskContext) -> bytes:
    seen = sight.found()
    return to_bytes(read_json(seen, {**seen.ms, **watch.read()}, sight.llm))


def draw_overlay(picture: bytes, result: JsonObject, context: TaskContext, *, suffix: str = ".png") -> bytes:
    """The picture with the best word's path, the words of a word search or, when none was searched, what was
    read.

    Args:
        result: what `read`, `wordhunt.solve` or `wordsearch.solve` said of this picture.
        suffix: .png, .jpg, .jpeg or .webp, the format of the bytes.
    """
    if "hits" in result:
        return wordsearch_task.draw_marked(picture, result, context, suffix=suffix)
    from worker.vision.decode import DecodeLimits
    from worker.vision.overlay import draw_overlay as draw

    best = result["words"][:1] if is_solved(result) else []
    limits = DecodeLimits(context.max_pixels, context.max_bytes)
    return draw(
        picture,
        read_from_json(result),
        path=best[0].get("path", ()) if best else (),
        limits=limits,
        suffix=suffix,
    )


def _draw_overlay(request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    """A drawing of a job's result upon its picture, of a word search, or of levels."""
    stored = context.fetch(result_key(request["job"]))
    context.report("draw", 0.1)
    drawing = Drawing(request.get("drawing", Drawing.OVERLAY))
    if stored is not None and drawing in levels_drawing.DRAWINGS:
        return Outcome("ok", levels_drawing.draw(stored, drawing, request["number"]))
    result = {} if stored is None else json.loads(stored)
    if "hits" in result and drawing is not Drawing.OVERLAY:
        return Outcome("ok", wordsearch_task.draw_puzzle(result, solution=drawing is Drawing.SOLUTION))
    if "hits" in result and not result["cells"]:
        return Outcome("ok", wordsearch_task.draw_marked(None, result, context))
    if stored is None or picture is None:
        return Outcome("error", failure=JOB_EXPIRED)
    return Outcome("ok", draw_overlay(picture, result, context))


def explain_picture(picture: bytes, kind: str, context: TaskContext) -> Iterator[tuple[str, bytes]]:
    """How a picture is read, as named PNG files; raises what reading raises before a board is searched."""
    from worker.vision.decode import DecodeLimits
    from worker.vision.explain import explain
    from worker.vision.read import ReadOptions

    limits = DecodeLimits(context.max_pixels, context.max_bytes)
    yield from explain(picture, ReadOptions(None if kind == "auto" else Kind(kind), limits=limits))


_TASKS: Final[Mapping[Task, Callable[[JsonObject, bytes | None, TaskContext], Outcome]]] = {
    Task.READ: _read,
    Task.WORDHUNT_SOLVE: _solve_wordhunt,
    Task.WORDSEARCH_SOLVE: _solve_wordsearch,
    Task.WORDSEARCH_MAKE: _make_wordsearch,
    Task.WORDLE_SUGGEST: _suggest_wordle,
    Task.WORDLE_RATE: _rate_wordle,
    Task.WORDLE_EVALUATE: _evaluate_wordle,
    Task.WORDLE_PLAY: _play_wordle,
    Task.WORDLE_SUM: _sum_wordle,
    Task.WORDLE_TREE: _search_tree,
    Task.WORDLE_TREE_PART: _search_tree_part,
    Task.WORDLE_TREE_JOIN: _join_tree,
    Task.LEVELS_MAKE: _make_levels,
    Task.LEVELS_PART: _lay_levels,
    Task.LEVELS_JOIN: _join_levels,
    Task.LEVELS_WORDS: _wheel_words,
    Task.LEVELS_LAYOUT: _lay_out_words,
    Task.LEVELS_SOLVE: _solve_level,
    Task.ASK_LLM: _ask_llm,
    Task.DRAW_OVERLAY: _draw_overlay,
}
_FINISH: Final[Mapping[Task, Callable[[JsonObject, Sight, Stopwatch, TaskContext], bytes]]] = {
    Task.READ: _read_bytes,
    Task.WORDHUNT_SOLVE: wordhunt_task.solve_seen,
    Task.WORDSEARCH_SOLVE: wordsearch_task.solve_seen,
    Task.WORDLE_SUGGEST: wordle_task.suggest_seen,
    Task.WORDLE_RATE: wordle_judging.rate_seen,
    Task.LEVELS_WORDS: levels_task.words_seen,
    Task.LEVELS_SOLVE: levels_solving.solve_seen,
}
_KINDS: Final[Mapping[Task, Kind]] = {
    Task.WORDHUNT_SOLVE: Kind.WORDHUNT,
    Task.WORDSEARCH_SOLVE: Kind.WORDSEARCH,
    Task.WORDLE_SUGGEST: Kind.WORDLE,
    Task.WORDLE_RATE: Kind.WORDLE,
    Task.LEVELS_WORDS: Kind.WHEEL,
    Task.LEVELS_SOLVE: Kind.WHEEL,
}
"""What a picture has to show."""
