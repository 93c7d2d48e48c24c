"""Parts of a trial on several processes of this machine, as a server's workers would do them."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any

from worker.context import TaskContext
from worker.errors import PuzzleError
from worker.wire import JsonObject
from worker.wordle_trials import Play, play_part

Played = list[JsonObject]


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def side_by_side(
    request: JsonObject, parts: Iterable[list[Play]], machine: TaskContext, processes: int
) -> Iterator[Played]:
    """What each part came to, in whichever order they end.

    Raises:
        PuzzleError: what a part raises; the others are given up.
    """
    if processes == 1:
        yield from (play_part({**request, "plays": plays}, machine) for plays in parts)
        return
    with ProcessPoolExecutor(processes, _context(), _leave_stopping_to_us) as pool:
        todo, running = iter(parts), set[Future[Played | PuzzleError]]()
        try:
            while True:
                # No more than are run soon: who stops early wants to stop at once.
                for plays in islice(todo, 2 * processes - len(running)):
                    running.add(pool.submit(_play, {**request, "plays": plays}, machine))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from map(_result, done)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _leave_stopping_to_us() -> None:
    """Ctrl-C goes to all processes of a terminal; this one tells the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(request: JsonObject, machine: TaskContext) -> Played | PuzzleError:
    try:
        return play_part(request, machine)
    except PuzzleError as error:
        return error


def _result(future: Future[Any]) -> Played:
    result = future.result()
    if isinstance(result, PuzzleError):
        raise result
    played: Played = result
    return played


def _context() -> Any:
    """Copies of this process where it can be copied: they need not load the kernels again."""
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if "fork" in methods else "spawn")
