"""The jobs: a request comes in, an outcome goes out; the only place where vision and solvers meet.

OpenCV and Numba are imported by the function that needs them, so that a terminal which solves one typed board
does not wait for either.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

from worker import kernels
from worker.errors import CellsUnreadable, NoBoardYet, PuzzleError, UnknownDictionary
from worker.model import Box, CellSource, Grid, Kind, Point, ReadCell, ReadGrid, ScreenState
from worker.wire import INTERNAL_ERROR, Failure, JsonObject, Outcome, Task

if TYPE_CHECKING:
    from dictionaries import Dictionary
    from worker.lexicon import Lexicon
    from worker.solvers.wordhunt import WordHuntOptions

log = logging.getLogger(__name__)


def _ignore(stage: str, progress: float) -> None:
    pass


@dataclass(frozen=True, slots=True)
class TaskContext:
    """What a task may use of the machine it runs on."""

    data_dir: Path
    """Where imported word lists are."""
    cache_dir: Path
    """Where word graphs and compiled kernels are kept."""
    max_pixels: int = 40_000_000
    """Pixels of a picture, by its header."""
    max_bytes: int = 1 << 30
    """Bytes of a picture; an upload has met a limit of its own before."""
    report: Callable[[str, float], None] = _ignore
    """Called with the stage that begins and the part done, 0 to 1."""


@dataclass(slots=True)
class Stopwatch:
    """Milliseconds per stage, and in total since it was made."""

    ms: dict[str, float] = field(default_factory=dict)
    started: float = field(default_factory=perf_counter)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        start = perf_counter()
        yield
        self.ms[name] = _milliseconds_since(start)

    def read(self) -> dict[str, float]:
        return {**self.ms, "total": _milliseconds_since(self.started)}


def perform(task: Task, request: JsonObject, picture: bytes | None, context: TaskContext) -> Outcome:
    """Do a job; whatever goes wrong is an outcome too, since a raised exception would be run again."""
    try:
        return Outcome("ok", _TASKS[task](request, picture, context))
    except PuzzleError as error:
        return Outcome("error", failure=failure_of(error))
    except Exception:
        log.exception("task %s failed", task.value)
        return Outcome("error", failure=INTERNAL_ERROR)


def warm(context: TaskContext) -> None:
    """Load and compile what tasks need, and check the English word graph; takes seconds, once in a process.

    Starts no thread, so that the process can be forked afterwards.
    """
    kernels.use_cache(context.cache_dir)
    from worker.lexicon import open_lexicon
    from worker.solvers.wordhunt import solve_json
    from worker.vision.glyphs import default_reader

    english = find_dictionary("en", context.data_dir)
    open_lexicon(english, context.cache_dir, verify=True)
    _, lexicon = _open(english.sha256, context.data_dir, context.cache_dir)
    for centres in (None, [Point(0, 0)]):
        solve_json(Grid.parse("A"), lexicon, centres=centres, engine="numba")
    import_module("worker.vision.read")
    default_reader()


def failure_of(error: PuzzleError) -> Failure:
    return Failure(error.code, error.message, error.hint, error.details)


def find_dictionary(name: str, data_dir: Path) -> Dictionary:
    """A word list by name or hash; raises UnknownDictionary."""
    import dictionaries

    try:
        return dictionaries.find(name, data_dir=data_dir)
    except LookupError as error:
        raise UnknownDictionary(str(error), name=name) from None


def _read(request: JsonObject, picture: bytes | None, context: TaskContext) -> bytes:
    watch = Stopwatch()
    kind = request["kind"]
    seen = _see(None if kind == "auto" else Kind(kind), picture, context)
    return _to_bytes(read_json(seen, {**seen.ms, **watch.read()}))


def draw_overlay(picture: bytes, result: JsonObject, context: TaskContext, *, suffix: str = ".png") -> bytes:
    """The picture with the best word's path or, when none was searched, what was read.

    Args:
        result: what `read` or `wordhunt.solve` said of this picture.
        suffix: .png, .jpg, .jpeg or .webp, the format of the bytes.
    """
    from worker.vision.decode import DecodeLimits
    from worker.vision.overlay import draw_overlay as draw

    words = result.get("words") or [{"path": ()}]
    limits = DecodeLimits(context.max_pixels, context.max_bytes)
    return draw(picture, read_from_json(result), path=words[0]["path"], limits=limits, suffix=suffix)


def explain_picture(picture: bytes, kind: str, context: TaskContext) -> Iterator[tuple[str, bytes]]:
    """How a picture is read, as named PNG files; raises what reading raises before a board is searched."""
    from worker.vision.decode import DecodeLimits
    from worker.vision.explain import explain
    from worker.vision.read import ReadOptions

    limits = DecodeLimits(context.max_pixels, context.max_bytes)
    yield from explain(picture, ReadOptions(None if kind == "auto" else Kind(kind), limits=limits))


def _solve_wordhunt(request: JsonObject, picture: bytes | None, context: TaskContext) -> bytes:
    kernels.use_cache(context.cache_dir)
    from worker.solvers.wordhunt import solve_json

    watch = Stopwatch()
    seen = None if request["grid"] else _see(Kind.WORDHUNT, picture, context)
    grid = Grid.parse(request["grid"]) if seen is None else playable(seen)
    context.report("solve", 0.6)
    dictionary, lexicon = _open(request["dictionary"], context.data_dir, context.cache_dir)
    centres = None if seen is None else [cell.centre for cell in seen.cells]
    with watch.stage("solve"):
        found = solve_json(grid, lexicon, _wordhunt_options(request), centres=centres)
    ms = {**(seen.ms if seen else {}), **watch.read()}
    return _with_words(
        typed_json(grid, ms) if seen is None else read_json(seen, ms),
        found.words,
        word_count=found.word_count,
        total_points=found.total_points,
        dictionary={"name": dictionary.name, "sha256": dictionary.sha256},
    )


_TASKS: Final[Mapping[Task, Callable[[JsonObject, bytes | None, TaskContext], bytes]]] = {
    Task.READ: _read,
    Task.WORDHUNT_SOLVE: _solve_wordhunt,
}


def _see(kind: Kind | None, picture: bytes | None, context: TaskContext) -> ReadGrid:
    from worker.vision.decode import DecodeLimits
    from worker.vision.read import ReadOptions, read_picture

    context.report("read", 0.1)
    limits = DecodeLimits(context.max_pixels, context.max_bytes)
    return read_picture(picture or b"", ReadOptions(kind, limits=limits))


def playable(seen: ReadGrid) -> Grid:
    """The board to solve; raises NoBoardYet, CellsUnreadable."""
    if seen.state is not ScreenState.PLAYING:
        raise NoBoardYet(
            f"The picture shows a screen of the game ({seen.state}), no running round.", state=seen.state
        )
    if not any(cell.letters for cell in seen.cells):
        raise CellsUnreadable("There is a board, but none of its letters can be read.")
    return seen.to_grid()


@lru_cache(maxsize=8)
def _open(sha256: str, data_dir: Path, cache_dir: Path) -> tuple[Dictionary, Lexicon]:
    from worker.lexicon import open_lexicon

    dictionary = find_dictionary(sha256, data_dir)
    return dictionary, open_lexicon(dictionary, cache_dir)


def _wordhunt_options(request: JsonObject) -> WordHuntOptions:
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


def read_json(seen: ReadGrid, ms: Mapping[str, float]) -> JsonObject:
    """A read picture as results show it."""
    playing = seen.state is ScreenState.PLAYING
    return {
        "kind": seen.kind,
        "state": seen.state,
        "rows": seen.rows,
        "cols": seen.cols,
        "letters": seen.to_grid().row_texts() if playing else [],
        "cells": [_cell_json(cell) for cell in seen.cells],
        "start": _box_json(seen.start),
        "score": seen.score,
        "others": [_box_json(box) for box in seen.others],
        "ms": {stage: round(value, 2) for stage, value in ms.items()},
    }


def read_from_json(result: JsonObject) -> ReadGrid:
    """The inverse of `read_json`, for those who draw or correct what was read."""
    return ReadGrid(
        Kind(result["kind"]),
        ScreenState(result["state"]),
        result["rows"],
        result["cols"],
        tuple(map(_cell_from_json, result["cells"])),
        start=result["start"] and Box(*result["start"]),
        score=result["score"],
        others=tuple(Box(*box) for box in result["others"]),
        ms=result["ms"],
    )


def typed_json(grid: Grid, ms: Mapping[str, float]) -> JsonObject:
    """A typed grid in the same shape: there are no cells, since nothing was seen."""
    letters = {"rows": grid.rows, "cols": grid.cols, "letters": grid.row_texts()}
    return {
        **read_json(ReadGrid(Kind.WORDHUNT, ScreenState.UNKNOWN), ms),
        "state": ScreenState.PLAYING,
        **letters,
    }


def _cell_json(cell: ReadCell) -> JsonObject:
    return {
        "letters": cell.letters,
        "confidence": round(cell.confidence, 4),
        "box": _box_json(cell.box),
        "centre": [round(cell.centre.x, 1), round(cell.centre.y, 1)],
        "source": cell.source,
        "doubtful": cell.doubtful,
        "why": cell.why,
    }


def _cell_from_json(cell: JsonObject) -> ReadCell:
    return ReadCell(
        cell["letters"],
        cell["confidence"],
        Box(*cell["box"]),
        Point(*cell["centre"]),
        CellSource(cell["source"]),
        cell["doubtful"],
        cell["why"],
    )


def _box_json(box: Box | None) -> list[int] | None:
    return None if box is None else list(box)


def _with_words(head: JsonObject, words: bytes, **tail: object) -> bytes:
    """Put the word list, which the kernel wrote as JSON, between two objects without parsing it."""
    return b"".join((_to_bytes(head)[:-1], b',"words":', words, b",", _to_bytes(tail)[1:]))


def _to_bytes(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def _milliseconds_since(start: float) -> float:
    return (perf_counter() - start) * 1000
