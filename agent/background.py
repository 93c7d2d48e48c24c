"""Asking the service without being held up by it: a service that hangs delays neither Ctrl-C nor the end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures import wait as wait_for
from typing import Any, Final, ParamSpec, TypeVar

from agent.ports import Capture, Clock, Reading, Solution, Solver

P = ParamSpec("P")
T = TypeVar("T")

LOOK: Final = 0.01
"""Seconds after which it is asked again whether somebody wants to stop."""


class Background(Executor):
    """A thread for each task, for which nobody waits when the program ends, as it does for those of
    `ThreadPoolExecutor`."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        threading.Thread(target=_run, args=(future, fn, args, kwargs), daemon=True).start()
        return future


def _run(future: Future[Any], fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    try:
        future.set_result(fn(*args, **kwargs))
    except BaseException as error:  # as executors do: it is raised where the result is asked for
        future.set_exception(error)


class PromptSolver:
    """A `Solver` whose answers are waited for on the clock, which raises UserStopped."""

    def __init__(self, solver: Solver, clock: Clock, executor: Executor) -> None:
        self._solver = solver
        self._clock = clock
        self._executor = executor

    def read(self, capture: Capture) -> Reading:
        return self._result(self._executor.submit(self._solver.read, capture))

    def solve(self, capture: Capture) -> Solution:
        return self._result(self._executor.submit(self._solver.solve, capture))

    def feedback(self, accepted: Sequence[str], rejected: Sequence[str]) -> None:
        """Not cut short: the service would not know whether it was meant."""
        self._solver.feedback(accepted, rejected)

    def _result(self, future: Future[T]) -> T:
        while wait_for([future], LOOK).not_done:
            self._clock.sleep(0)
        return future.result()
