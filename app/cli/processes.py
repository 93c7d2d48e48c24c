"""Work on several processes of this machine, as a server's workers would do it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any, TypeVar

from worker.errors import PuzzleError

Item = TypeVar("Item")
Result = TypeVar("Result")


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def side_by_side(work: Callable[[Item], Result], items: Iterable[Item], processes: int) -> Iterator[Result]:
    """What the work on each item came to, in whichever order they end.

    Args:
        work: a function of a module, or a `partial` of one, since it travels to other processes.

    Raises:
        PuzzleError: what the work raises; what is left is given up.
    """
    if processes == 1:
        yield from map(work, items)
        return
    with ProcessPoolExecutor(processes, _context(), _follow_parent) as pool:
        todo, running = iter(items), set[Future[Result | PuzzleError]]()
        try:
            while True:
                # No more than are run soon: who stops early wants to stop at once.
                for item in islice(todo, 2 * processes - len(running)):
                    running.add(pool.submit(_tried, work, item))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from map(_result, done)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _follow_parent() -> None:
    """Ctrl-C goes to all processes of a terminal, but only the first one ends for it and tells the others;
    where it is killed and cannot, they end all the same."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _tried(work: Callable[[Item], Result], item: Item) -> Result | PuzzleError:
    """An error as a value: on its way between processes it would lose what it says."""
    try:
        return work(item)
    except PuzzleError as error:
        return error


def _result(future: Future[Any]) -> Any:
    result = future.result()
    if isinstance(result, PuzzleError):
        raise result
    return result


def _context() -> Any:
    """Copies of this process where it can be copied: they need not load the kernels again."""
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if "fork" in methods else "spawn")
