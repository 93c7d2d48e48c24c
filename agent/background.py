"""Asking the service without being held up by it: a service that hangs delays neither Ctrl-C nor the end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures import wait as wait_for
from typing import Any, Final, ParamSpec, TypeVar

from agent.errors import ServiceAway, UserStopped
from agent.ports import Abort, Capture, Clock, Reading, Solution, Solver

P = ParamSpec("P")
T = TypeVar("T")

LOOK: Final = 0.01
"""Seconds after which it is asked again whether somebody wants to stop."""
MOST_SECONDS: Final = 30.0
"""For an answer, longer than a client that tries again takes: one that comes in drops never ends."""


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
    """A `Solver` whose answers are waited for no longer than somebody wants to."""

    def __init__(self, solver: Solver, clock: Clock, abort: Abort, executor: Executor) -> None:
        """`abort` is asked by the thread that this is made in, and by no other: a desktop's connection
        belongs to one."""
        self._solver = solver
        self._clock = clock
        self._abort = abort
        self._executor = executor
        self._thread = threading.get_ident()

    def read(self, capture: Capture) -> Reading:
        return self._result(self._executor.submit(self._solver.read, capture))

    def solve(self, capture: Capture) -> Solution:
        return self._result(self._executor.submit(self._solver.solve, capture))

    def feedback(self, accepted: Sequence[str], rejected: Sequence[str]) -> None:
        """Not cut short: the service would not know whether it was meant."""
        self._solver.feedback(accepted, rejected)

    def _result(self, future: Future[T]) -> T:
        """Raises UserStopped, ServiceAway."""
        give_up = self._clock.now() + MOST_SECONDS
        while wait_for([future], LOOK).not_done:
            self._clock.sleep(0)
            self._check()
            if self._clock.now() >= give_up:
                raise ServiceAway("The service begins to answer and does not come to an end.")
        return future.result()

    def _check(self) -> None:
        if threading.get_ident() == self._thread and (reason := self._abort.reason()) is not None:
            raise UserStopped(reason)
