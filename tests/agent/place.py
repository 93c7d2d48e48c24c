"""A machine with a simulated phone on its desktop, in real time: what `agent.play` opens there."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from agent.adapters.simdesktop import SimDesktop, SimSolver
from agent.adapters.simphone import SimClock, SimPhone
from agent.desktop import Desktop, PointerName, Target
from agent.errors import ServiceAway, ServiceRefused
from agent.play import PlayOptions
from agent.ports import Capture, Clock, Permission, Reading, ScreenRect, Solution, State, Word
from agent.progress import Progress
from agent.service import ServiceOptions
from agent.wishes import Wishes

LETTERS = ("CATS", "ORES", "DING", "LUMP")
WORDS = [
    Word("CATS", 400, ((0, 1, 2, 3),)),  # across
    Word("COD", 100, ((0, 4, 8),)),  # down
    Word("CRN", 100, ((0, 5, 10),)),  # falling
    Word("SEI", 100, ((3, 6, 9),)),  # rising
    Word("ORES", 400, ((4, 5, 6, 7),)),
    Word("QUEER", 800, ((12, 13, 14, 15),), chance=0.3),  # unknown to the game
]


class LiveClock(SimClock):
    """The simulation's clock as a clock on the wall."""

    def now(self) -> float:
        return time.monotonic()


class Service:
    """In place of the client over HTTP."""

    def __init__(self, solver: SimSolver) -> None:
        self._solver = solver
        self.is_away = False
        self.takes_feedback = True

    def __call__(self, options: ServiceOptions, clock: Clock) -> Self:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def check(self) -> None:
        if self.is_away:
            raise ServiceAway("The service is not reached.")

    def read(self, capture: Capture) -> Reading:
        return self._solver.read(capture)

    def solve(self, capture: Capture) -> Solution:
        return self._solver.solve(capture)

    def feedback(self, accepted: Sequence[str], rejected: Sequence[str]) -> None:
        self.check()
        if not self.takes_feedback:
            refused = ServiceRefused("Too many words.")
            refused.is_final = True
            raise refused
        self._solver.feedback(accepted, rejected)


class Grants:
    def __init__(self) -> None:
        self.lacks: list[Permission] = []

    def missing(self) -> list[Permission]:
        return self.lacks


class Place:
    """A machine with a simulated phone on its desktop."""

    def __init__(self, directory: Path, state: State = "how-to-play") -> None:
        clock = LiveClock()
        known = {word.text: word.points for word in WORDS if word.text != "QUEER"}
        self.phone = SimPhone(LETTERS, known, clock, seconds=20, state=state)
        self.desktop = SimDesktop(self.phone, clock, ScreenRect(-300, 20, 390, 844))
        self.solver = SimSolver(self.phone, WORDS, clock, seconds=0)
        self.service = Service(self.solver)
        self.grants = Grants()
        self.told: list[Progress] = []
        self.ticks: list[int] = []
        self.options = PlayOptions(
            directory=directory,
            target=Target(title="Phone"),
            wishes=Wishes(seconds=20),
            countdown=0.05,
            log=directory / "round.log",
        )

    def open_desktop(self, target: Target) -> Desktop:
        return Desktop(self.desktop, self.desktop, self.desktop, self.grants, self.desktop)

    def open_pointer(self, name: PointerName) -> SimDesktop:
        return self.desktop
