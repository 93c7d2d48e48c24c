"""Games are compiled once on a machine, by one process at a time, and jobs wait for no game but their own."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from worker import kernels, tasks, warming
from worker.__main__ import COMPILE_SECONDS, TaskCrew
from worker.context import TaskContext
from worker.lanes.parts import Desk
from worker.options import SupervisorOptions, WorkerOptions
from worker.warming import GAMES, Warmth
from worker.wire import Envelope, Further, JsonObject, Lane, Outcome, Task
from worker.word_lists import find_dictionary

pytestmark = pytest.mark.slow

WORDHUNT: JsonObject = {
    "grid": "CAT",
    "dictionary": None,
    "min_length": 3,
    "max_length": None,
    "points": "wordhunt",
    "order": "points",
    "limit": None,
    "all_paths": False,
}


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TaskContext:
    """A machine on which nothing is compiled."""
    # Other tests go on with their directory, which is fixed once they have loaded a kernel.
    monkeypatch.setattr(kernels, "_chosen", [tmp_path / "cache"])
    return TaskContext(tmp_path / "data", tmp_path / "cache")


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A file with a line for the beginning and the end of each time that Wordle is compiled."""
    told = tmp_path / "told"

    def compile_slowly(_: TaskContext) -> None:
        for line in ("begin", "end"):
            with told.open("a") as file:
                file.write(f"{line} {os.getpid()}\n")
            time.sleep(0.3)  # longer than copies take to start

    monkeypatch.setitem(GAMES, "wordle", compile_slowly)
    return told


def in_a_copy(work: Callable[[], None]) -> int:
    """Start a copy of this process; its id."""
    copy = os.fork()
    if not copy:
        try:
            work()
        finally:
            os._exit(0)
    return copy


def test_one_process_compiles_at_a_time(context: TaskContext, compiling: Path) -> None:
    warmth = Warmth(context)
    assert not warmth.is_compiled("wordle")
    for copy in [in_a_copy(lambda: warmth.learn("wordle")) for _ in range(3)]:
        os.waitpid(copy, 0)
    assert warmth.is_compiled("wordle")
    told = [line.split() for line in compiling.read_text().splitlines()]
    assert [what for what, _ in told] == ["begin", "end"] * 3
    assert all(begun == ended for (_, begun), (_, ended) in zip(told[::2], told[1::2], strict=True))


def test_what_a_killed_process_left_is_compiled_by_the_next(context: TaskContext, compiling: Path) -> None:
    warmth = Warmth(context)
    copy = in_a_copy(lambda: warmth.learn("wordle"))
    while not compiling.is_file():
        time.sleep(0.001)
    os.kill(copy, 9)
    os.waitpid(copy, 0)
    assert not warmth.is_compiled("wordle")
    warmth.learn("wordle")
    assert warmth.is_compiled("wordle")


def test_another_processor_or_version_compiles_anew(
    context: TaskContext, compiling: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Warmth(context).learn("wordle")
    monkeypatch.setattr(warming, "_compiler", lambda: "another")
    assert not Warmth(context).is_compiled("wordle")


def test_a_process_learns_a_game_once(context: TaskContext, compiling: Path) -> None:
    warmth = Warmth(context)
    for _ in range(2):
        warmth.learn("wordle")
    assert len(compiling.read_text().splitlines()) == 2


def crew_of(context: TaskContext) -> TaskCrew:
    return TaskCrew(WorkerOptions(SupervisorOptions("unused"), context.data_dir, context.cache_dir))


def done(
    crew: TaskCrew, task: Task, request: JsonObject, *, part: str = "job", stages: list[str] | None = None
) -> Outcome:
    def report(stage: str, progress: float) -> None:
        if stages is not None:
            stages.append(stage)

    desk = Desk(report, lambda key: None, lambda name, by: None, lambda: [], 60.0)
    return crew.functions[task](Envelope("job", part, task, request), None, desk)


def test_a_board_is_solved_before_anything_is_compiled(
    context: TaskContext, lexicon_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "_compiler", lambda: "another")
    crew = crew_of(replace(context, cache_dir=lexicon_cache))
    request = {**WORDHUNT, "dictionary": find_dictionary("en", context.data_dir).sha256}
    outcome = done(crew, Task.WORDHUNT_SOLVE, request)
    assert outcome.status == "ok" and b'"word":"cat"' in outcome.result
    assert not crew.is_compiled("wordhunt")


@pytest.mark.parametrize(
    ("task", "asked"),
    [
        (Task.WORDHUNT_SOLVE, {**WORDHUNT, "grids": [["CAT"]]}),
        (Task.WORDSEARCH_SOLVE, {"grid": "CAT"}),
        (Task.WORDLE_SUGGEST, {"boards": [[]]}),
        (Task.LEVELS_LAYOUT, {"words": ["cat"]}),
    ],
)
def test_what_needs_kernels_waits_elsewhere(context: TaskContext, task: Task, asked: JsonObject) -> None:
    outcome = done(crew_of(context), task, asked)
    told = {"task": task, "request": asked}
    assert outcome.further == Further(Task.COMPILE, Lane.BULK, told, 60.0 + COMPILE_SECONDS)


def test_there_its_game_is_compiled_and_it_is_done(
    context: TaskContext, compiling: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        tasks, "perform", lambda task, request, *_: Outcome("ok", f"{task} {request}".encode())
    )
    crew, stages = crew_of(context), list[str]()
    told = {"task": Task.WORDLE_SUGGEST, "request": {"boards": [[]]}}
    outcome = done(crew, Task.COMPILE, told, part="job-compile", stages=stages)
    assert outcome.result == b"wordle.suggest {'boards': [[]]}"
    assert stages == ["compile"]
    assert crew.is_compiled("wordle")
    assert done(crew, Task.WORDLE_SUGGEST, {}).result == b"wordle.suggest {}"  # now without waiting


def test_every_task_knows_its_game() -> None:
    games = {task: task.partition(".")[0] for task in Task if "." in task}
    assert set(games.values()) - set(GAMES) == {"llm", "overlay"}


@pytest.mark.parametrize("task", [task for task in Task if task.startswith("wordle.tree")])
def test_best_trees_have_kernels_of_their_own(task: Task, context: TaskContext) -> None:
    assert Warmth(context).lacking(task, {}) == "trees"
    assert Warmth(context).lacking(Task.WORDLE_SUGGEST, {}) == "wordle"
