"""Puts the agent together: this machine's adapters, the service, limits, watchdog and log around a round."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from math import ceil
from pathlib import Path
from typing import Final

from agent.background import Background, PromptSolver
from agent.calibrate import Findings
from agent.calibrate import calibrate as trials_of
from agent.calibrating import TemplateKeeper
from agent.client import ServiceClient
from agent.desktop import (
    PointerName,
    Target,
    open_desktop,
    open_pointer,
    releasing_module,
    ways_to_drag,
)
from agent.errors import BadLog, BadOutput, NoPermission, UserStopped
from agent.guarded import LimitedPointer, Limits, LoggedPointer, WatchedPointer
from agent.instance import only_instance
from agent.learned import Learned, tell, untold_path
from agent.log import EventLog
from agent.ports import Clock, Permission, Pointer
from agent.profile import Profile, load_profile, profile_path
from agent.progress import Listener, Progress, StartClicked
from agent.round import Round, RoundResult, World
from agent.service import ServiceOptions
from agent.sound import SoundPaths
from agent.stopping import AnyAbort, Signals, SystemClock
from agent.template import SecondEvidence, template_path
from agent.watchdog import Watchdog
from agent.wishes import Wishes

SPARE_SECONDS: Final = 15.0
"""What a round may take beyond its own seconds: clicks on Start, and the last word."""

Tick = Callable[[int], None]
"""Told of each second before a round begins."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    directory: Path
    """Of profile, template and lock."""
    service: ServiceOptions = field(default_factory=ServiceOptions)
    target: Target = field(default_factory=Target)
    pointer: PointerName = PointerName.AUTO
    """`auto` is the profile's."""
    wishes: Wishes = field(default_factory=Wishes)
    countdown: float = 3.0
    """Seconds in which it can be stopped before anything moves."""
    log: Path | None = None
    seed: int = 0
    learn: bool = True
    """Whether the service is told what the game accepted and refused."""


@dataclass(frozen=True, slots=True)
class Table:
    """What is laid out before a round: everything opened, nothing moved yet."""

    world: World
    """Its pointer is the first of `pointers`."""
    pointers: Mapping[PointerName, Pointer]
    log: EventLog


@contextmanager
def laid_table(options: PlayOptions, signals: Signals, pointers: Sequence[PointerName]) -> Iterator[Table]:
    """Open everything that a live round needs; closed afterwards, the button released first.

    Args:
        pointers: ways to drag, one at least.

    Raises:
        NotReady, Service, WatchdogLost: with what is missing.
    """
    clock = SystemClock(signals)
    with ExitStack() as stack:
        stack.enter_context(only_instance(options.directory / "agent.lock"))
        service = stack.enter_context(ServiceClient(options.service, clock))
        service.check()
        desktop = open_desktop(options.target)
        check_permissions(desktop.permissions.missing())
        stack.enter_context(desktop.seat.taken())
        # Not before a round may begin: it takes the place of an earlier round's.
        log = stack.enter_context(opened_log(options.log, clock))
        executor = Background()
        guard = stack.enter_context(_guarding(options, clock, log))
        opened = {name: guard(open_pointer(name)) for name in pointers}
        abort = AnyAbort([signals, desktop.abort])
        world = World(
            window=desktop.window,
            screen=desktop.screen,
            pointer=next(iter(opened.values())),
            clock=clock,
            abort=abort,
            solver=PromptSolver(service, clock, abort, executor),
            executor=executor,
        )
        log.write("begun", **_circumstances(options, opened))
        yield Table(world, opened, log)


def _meant(options: PlayOptions, profile: Profile) -> PointerName:
    return profile.pointer if options.pointer is PointerName.AUTO else options.pointer


@contextmanager
def _guarding(options: PlayOptions, clock: Clock, log: EventLog) -> Iterator[Callable[[Pointer], Pointer]]:
    """Puts limits, log and watchdog around a pointer, which is released at the end."""
    limits = Limits(seconds=options.wishes.seconds + SPARE_SECONDS)
    with Watchdog.start(releasing_module()) as watchdog, ExitStack() as released:

        def guard(pointer: Pointer) -> Pointer:
            watched = LoggedPointer(WatchedPointer(pointer, watchdog), log)
            released.callback(watched.release_all)
            return LimitedPointer(watched, limits, clock)

        yield guard


def _circumstances(options: PlayOptions, pointers: Collection[PointerName]) -> dict[str, object]:
    return {
        "system": sys.platform,
        "service": options.service.address,
        "dictionary": options.service.dictionary,
        "pointers": [str(name) for name in pointers],
        "seconds": options.wishes.seconds,
        "seed": options.seed,
    }


def play(options: PlayOptions, signals: Signals, listener: Listener, tick: Tick) -> RoundResult:
    """A live round.

    Raises:
        NotReady, Service, WatchdogLost, UserStopped: before anything was moved.
    """
    profile = load_profile(profile_path(options.directory))
    with laid_table(options, signals, [_meant(options, profile)]) as table:
        count_down(options.countdown, table.world, tick)
        start = StartSeen()
        evidence = SecondEvidence(table.world.solver, template_path(options.directory))
        result = Round(
            replace(table.world, solver=SoundPaths(evidence, profile.broken)),
            wishes=options.wishes,
            tempo=profile.tempo,
            listener=both(listener, table.log.tell, start),
            seed=options.seed,
        ).run()
        if options.learn:
            _learn(Learned.of(result, is_whole=start.was_clicked), table, options)
        return result


class StartSeen:
    """A listener that knows whether the round is the agent's own, from its first second."""

    was_clicked = False

    def __call__(self, event: Progress) -> None:
        self.was_clicked = self.was_clicked or isinstance(event, StartClicked)


def _learn(learned: Learned, table: Table, options: PlayOptions) -> None:
    def dropped(words: Learned, why: str) -> None:
        table.log.write("feedback_dropped", **asdict(words), why=why)

    told = False
    with suppress(OSError):  # it is not worth an error after a round
        path = untold_path(options.directory)
        told = tell(learned, table.world.solver, options.service, path, dropped)
    table.log.write("learned", told=told)


def calibrate(options: PlayOptions, signals: Signals, listener: Listener, tick: Tick) -> Findings:
    """A live round of trials, whose profile is kept when any drag arrived, and in the place of another one
    only when the round went to its end.

    Raises:
        NotReady, Service, WatchdogLost, UserStopped: before anything was moved.
    """
    names = (options.pointer,) if options.pointer is not PointerName.AUTO else ways_to_drag()
    with laid_table(options, signals, names) as table:
        count_down(options.countdown, table.world, tick)
        findings = trials_of(
            table.world,
            table.pointers,
            TemplateKeeper(table.world.solver, template_path(options.directory)),
            listener=both(listener, table.log.tell),
            wishes=options.wishes,
        )
        path = profile_path(options.directory)
        if any(findings.works.values()) and (findings.is_whole or not path.exists()):
            _save(findings.profile(), path)
        return findings


def _save(profile: Profile, path: Path) -> None:
    """Raises BadOutput."""
    try:
        profile.save(path)
    except OSError as error:
        raise BadOutput(f"{path}: {error.strerror or error}.") from None


def count_down(seconds: float, world: World, tick: Tick) -> None:
    """Raises UserStopped."""
    for left in range(ceil(seconds), 0, -1):
        tick(left)
        _wait(min(1.0, seconds), world)


def _wait(seconds: float, world: World) -> None:
    until = world.clock.now() + seconds
    while (left := until - world.clock.now()) > 0:
        if (reason := world.abort.reason()) is not None:
            raise UserStopped(reason)
        world.clock.sleep(min(left, 0.02))


def check_permissions(missing: Sequence[Permission]) -> None:
    """Raises NoPermission, which names each of them and the way to grant it."""
    if missing:
        names = ", ".join(permission.name for permission in missing)
        raise NoPermission(f"Missing: {names}.", hint=" ".join(permission.how for permission in missing))


@contextmanager
def opened_log(path: Path | None, clock: Clock) -> Iterator[EventLog]:
    """Raises BadLog where none can be written."""
    try:
        log = EventLog.create(path, clock.now)
    except OSError as error:
        raise BadLog(f"{path}: {error.strerror or error}.", hint="Name another file with --log.") from None
    with log:
        yield log


def both(*listeners: Listener) -> Listener:
    """A listener that tells each of these."""

    def listen(event: Progress) -> None:
        for listener in listeners:
            listener(event)

    return listen
