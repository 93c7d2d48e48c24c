"""Rounds on a simulated phone, with everything going wrong that may go wrong: same seed, same round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from agent.adapters.simdesktop import SimDesktop, SimExecutor, SimSolver
from agent.adapters.simphone import Quality, SimClock, SimPhone
from agent.errors import PointerFailed
from agent.guarded import LimitedPointer, Limits
from agent.ports import ScreenPoint, ScreenRect, State
from agent.progress import Progress
from agent.round import Round, RoundResult, World
from agent.supervise import Patience
from agent.tempo import Tempo
from agent.wishes import Wishes
from tests.agent.boards import SolvedBoard


class Crash(Exception):
    """Something that nobody has foreseen."""


@dataclass
class Simulation:
    """A phone in a window, and all that is needed to play on it."""

    board: SolvedBoard
    quality: Quality = field(default_factory=Quality)
    bounds: ScreenRect = field(default_factory=lambda: ScreenRect(100, 50, 390, 844))
    scale: float = 2.0
    state: State = "how-to-play"
    wishes: Wishes = field(default_factory=lambda: Wishes(seconds=20))
    unknown: frozenset[str] = frozenset()
    """Words that the game does not know, though the service does."""
    service_seconds: float = 0.1
    seed: int = 0

    def __post_init__(self) -> None:
        points = {text: points for text, points in self.board.points.items() if text not in self.unknown}
        self.clock = SimClock()
        self.phone = SimPhone(
            self.board.letters,
            points,
            self.clock,
            quality=self.quality,
            seconds=self.wishes.seconds,
            state=self.state,
            seed=self.seed,
        )
        self.desktop = SimDesktop(self.phone, self.clock, self.bounds, scale=self.scale)
        self.solver = SimSolver(self.phone, self.board.words, self.clock, seconds=self.service_seconds)
        self.told: list[Progress] = []

    def play(
        self,
        *,
        tempo: Tempo | None = None,
        patience: Patience | None = None,
        limits: Limits | None = None,
    ) -> RoundResult:
        desktop = self.desktop
        pointer = LimitedPointer(desktop, limits or Limits(), self.clock)
        world = World(desktop, desktop, pointer, self.clock, desktop, self.solver, SimExecutor(self.clock))
        return Round(
            world,
            wishes=self.wishes,
            tempo=tempo or Tempo(),
            listener=self.told.append,
            patience=patience,
            seed=self.seed,
        ).run()

    def after(self, seconds: float, happen: Callable[[], None]) -> None:
        self.clock.at(self.clock.now() + seconds, happen)

    def all_of(self, kind: type[Progress]) -> list[Progress]:
        return [event for event in self.told if isinstance(event, kind)]


@dataclass(frozen=True)
class Outcome:
    """What is left of a simulated round."""

    simulation: Simulation
    result: RoundResult | None
    """None after a crash."""
    seconds: float
    faults: tuple[str, ...]


def simulate(seed: int, boards: Sequence[SolvedBoard]) -> Outcome:
    """A round with a phone, a window, wishes and faults as the seed has them."""
    random = Random(seed)
    simulation = _drawn(random, boards, seed)
    faults = tuple(_add_fault(simulation, random) for _ in range(random.choice((0, 1, 1, 2, 3, 5))))
    begun = simulation.clock.now()
    try:
        result = simulation.play()
    except Crash:
        result = None
    return Outcome(simulation, result, simulation.clock.now() - begun, faults)


def _drawn(random: Random, boards: Sequence[SolvedBoard], seed: int) -> Simulation:
    board = random.choice(boards)
    size = random.choice((0.6, 0.8, 1.0, 1.3))
    known = random.choice((0.0, 0.02, 0.15))
    simulation = Simulation(
        board,
        quality=_quality(random),
        bounds=ScreenRect(random.randint(-900, 900), random.randint(-400, 100), 390 * size, 844 * size),
        scale=random.choice((1.0, 1.5, 2.0)),
        state=random.choices(("how-to-play", "playing", "over", "unknown"), (16, 4, 1, 1))[0],
        wishes=_wishes(random),
        unknown=frozenset(word.text for word in board.words if random.random() < known),
        service_seconds=random.uniform(0.02, 0.3),
        seed=seed,
    )
    simulation.solver.shows_score = random.random() < 0.9
    simulation.solver.shows_score_box = random.random() < 0.8
    simulation.desktop.obeys = random.random() < 0.8
    return simulation


def _quality(random: Random) -> Quality:
    if random.random() < 0.3:
        return Quality()
    return Quality(
        latency=random.uniform(0, 0.25),
        lost_looks=random.choice((0.0, 0.01, 0.1)),
        lost_touches=random.choice((0.0, 0.0, 0.01, 0.1, 0.1, 0.1, 0.3, 1.0)),
        hit_radius=random.uniform(0.3, 0.5),
        min_gap=random.choice((0.0, 0.0, 0.05, 0.1)),
    )


def _wishes(random: Random) -> Wishes:
    wishes = Wishes(seconds=random.choice((6.0, 10.0, 15.0)))
    if random.random() < 0.5:
        return wishes
    return replace(
        wishes,
        target=random.choice((None, 1000, 5000)),
        max_words=random.choice((None, 5, 20)),
        pace=random.choice((None, None, None, None, 0.3, 1.0)),
        longest=random.choice((None, 4)),
        short_first=random.random() < 0.3,
    )


def _add_fault(simulation: Simulation, random: Random) -> str:
    """Something happens within the round, and may be over a little later; its name."""
    name = random.choice(sorted(_FAULTS))
    happen, end = _FAULTS[name](simulation, random)
    begins = random.uniform(0, simulation.wishes.seconds + 1)
    simulation.after(begins, happen)
    if end is not None and random.random() < 0.8:
        simulation.after(begins + random.uniform(0.05, 8), end)
    return name


Fault = tuple[Callable[[], None], Callable[[], None] | None]
"""What happens, and how it ends, if it does."""


def _moved(simulation: Simulation, random: Random) -> Fault:
    desktop, far = simulation.desktop, random.choice((3, 40, 400))

    def move() -> None:
        if desktop.state is not None:
            bounds = desktop.state.bounds
            desktop.change(bounds=replace(bounds, x=bounds.x + far, y=bounds.y - far))

    return move, None


def _resized(simulation: Simulation, random: Random) -> Fault:
    desktop, factor = simulation.desktop, random.choice((0.7, 1.2))

    def resize() -> None:
        if desktop.state is not None:
            bounds = desktop.state.bounds
            size = replace(bounds, width=bounds.width * factor, height=bounds.height * factor)
            desktop.change(bounds=size)

    return resize, None


def _changed(**changes: bool) -> Callable[[Simulation, Random], Fault]:
    def fault(simulation: Simulation, _: Random) -> Fault:
        back = {name: not value for name, value in changes.items()}
        return (
            lambda: simulation.desktop.change(**changes),
            lambda: simulation.desktop.change(**back),
        )

    return fault


def _gone(simulation: Simulation, _: Random) -> Fault:
    desktop, state = simulation.desktop, simulation.desktop.state

    def vanish() -> None:
        desktop.state = None

    def return_() -> None:
        desktop.state = desktop.state or state

    return vanish, return_


def _locked(simulation: Simulation, _: Random) -> Fault:
    def lock() -> None:
        simulation.phone.is_locked = True

    def unlock() -> None:
        simulation.phone.is_locked = False

    return lock, unlock


def _service_away(simulation: Simulation, _: Random) -> Fault:
    def leave() -> None:
        simulation.solver.is_away = True

    def return_() -> None:
        simulation.solver.is_away = False

    return leave, return_


def _mouse(simulation: Simulation, random: Random) -> Fault:
    def take() -> None:
        hand = simulation.desktop.hand
        simulation.desktop.hand = ScreenPoint(hand.x + random.choice((-30, 5, 200)), hand.y)

    return take, None


def _hotkey(simulation: Simulation, _: Random) -> Fault:
    def press() -> None:
        simulation.desktop.abort_reason = "the hotkey"

    return press, None


def _over_early(simulation: Simulation, _: Random) -> Fault:
    def end() -> None:
        simulation.phone.over_at = min(simulation.phone.over_at, simulation.clock.now())

    return end, None


def _failing_pointer(error: Exception) -> Callable[[Simulation, Random], Fault]:
    def fault(simulation: Simulation, _: Random) -> Fault:
        def begin() -> None:
            simulation.desktop.failure = error

        return begin, None

    return fault


_FAULTS: dict[str, Callable[[Simulation, Random], Fault]] = {
    "moved": _moved,
    "resized": _resized,
    "behind": _changed(is_front=False),
    "covered": _changed(is_covered=True),
    "minimised": _changed(is_minimised=True),
    "gone": _gone,
    "locked": _locked,
    "service away": _service_away,
    "mouse": _mouse,
    "hotkey": _hotkey,
    "over early": _over_early,
    "pointer fails": _failing_pointer(PointerFailed("The system refused it.")),
    "crash": _failing_pointer(Crash()),
}
