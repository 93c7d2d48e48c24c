"""What a process loads and compiles before it takes jobs."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from typing import Final

from worker import kernels, levels_task, wordle_task, wordsearch_task
from worker.context import TaskContext
from worker.leash import LINUX, die_with_parent
from worker.model import Grid, Point
from worker.word_lists import find_dictionary, open_list

log = logging.getLogger(__name__)

_LARGE_BLOCK: Final = 24 << 20


def warm(context: TaskContext) -> None:
    """Load and compile what tasks need, and check the English word graph; takes seconds, once in a process.

    Starts no thread, so that the process can be forked afterwards. The first time on a machine it compiles
    for a minute, half of it in a process beside this one.
    """
    kernels.use_cache(context.cache_dir)
    _keep_freed_memory()
    with _beside(lambda: _warm_wordle_and_levels(context)) if _is_cold() else nullcontext():
        _warm_boards(context)
    _warm_wordle_and_levels(context)


def _warm_boards(context: TaskContext) -> None:
    from worker.lexicon import open_lexicon
    from worker.solvers.wordhunt import solve_json
    from worker.vision.glyphs import default_reader

    english = find_dictionary("en", context.data_dir)
    open_lexicon(english, context.cache_dir, verify=True)
    dictionary, lexicon = open_list(english.sha256, context)
    for centres in (None, [Point(0, 0)]):
        solve_json(Grid.parse("A"), lexicon, centres=centres, engine="numba")
    wordsearch_task.warm(dictionary, lexicon)
    import_module("worker.vision.read")
    default_reader()


def _warm_wordle_and_levels(context: TaskContext) -> None:
    wordle_task.warm(context)
    levels_task.warm(context)


def _is_cold() -> bool:
    """Whether nothing is compiled yet."""
    return not any(kernels.cache_directory().rglob("*.nbi"))


@contextmanager
def _beside(work: Callable[[], None]) -> Iterator[None]:
    """Have a copy of this process do some of the compiling; what it fails to do is left to this one."""
    if not LINUX:
        yield
        return
    parent, copy = os.getpid(), os.fork()
    if copy == 0:
        try:
            die_with_parent(parent)
            work()
        except BaseException:
            log.exception("compiling in a process of its own failed")
        finally:
            os._exit(0)
    try:
        yield
    finally:
        os.waitpid(copy, 0)


def _keep_freed_memory() -> None:
    """Have the allocator keep what pictures need for the next one.

    glibc gives each block over 128 kB back to the system when it is freed, until a larger one has been: its
    pages would be made anew for each picture, which takes 3 ms of a screenshot's 25.
    """
    bytearray(_LARGE_BLOCK)
