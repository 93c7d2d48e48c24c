"""Puts the agent together: this machine's adapters, the service, limits, watchdog and log around a round."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import Final

from agent.client import ServiceClient, ServiceOptions
from agent.desktop import Desktop, PointerName, Target, open_desktop, open_pointer, releasing_module
from agent.errors import BadLog, NoPermission, UserStopped
from agent.guarded import LimitedPointer, Limits, LoggedPointer, WatchedPointer
from agent.instance import only_instance
from agent.learned import Learned, tell, untold_path
from agent.log import EventLog
from agent.ports import Clock, Permission, Pointer
from agent.profile import Profile, load_profile, profile_path
from agent.progress import Listener, Progress
from agent.round import Round, RoundResult, World
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
    profile: Profile
    log: EventLog
    desktop: Desktop


@contextmanager
def laid_table(options: PlayOptions, signals: Signals) -> Iterator[Table]:
    """Open everything that a live round needs; closed afterwards, the button released first.

    Raises:
        NotReady, Service, WatchdogLost: with what is missing.
    """
    profile = load_profile(profile_path(options.directory))
    clock = SystemClock(signals)
    with ExitStack() as stack:
        stack.enter_context(only_instance(options.directory / "agent.lock"))
        log = stack.enter_context(opened_log(options.log, clock))
        service = stack.enter_context(ServiceClient(options.service, clock))
        service.check()
        desktop = open_desktop(options.target)
        check_permissions(desktop.permissions.missing())
        executor = ThreadPoolExecutor(1)
        stack.callback(executor.shutdown, wait=False, cancel_futures=True)
        world = World(
            window=desktop.window,
            screen=desktop.screen,
            pointer=stack.enter_context(_guarded_pointer(options, profile, clock, log)),
            clock=clock,
            abort=AnyAbort([signals, desktop.abort]),
            solver=SecondEvidence(service, template_path(options.directory)),
            executor=executor,
        )
        yield Table(world, profile, log, desktop)


def play(options: PlayOptions, signals: Signals, listener: Listener, tick: Tick) -> RoundResult:
    """A live round.

    Raises:
        NotReady, Service, WatchdogLost, UserStopped: before anything was moved.
    """
    with laid_table(options, signals) as table:
        log_beginning(table, options)
        count_down(options.countdown, table.world, tick)
        result = Round(
            table.world,
            wishes=options.wishes,
            tempo=table.profile.tempo,
            listener=both(listener, table.log.tell),
            seed=options.seed,
        ).run()
        if options.learn:
            path = untold_path(options.directory)
            table.log.write(
                "learned", told=tell(Learned.of(result), table.world.solver, options.service, path)
            )
        return result


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
def _guarded_pointer(
    options: PlayOptions, profile: Profile, clock: Clock, log: EventLog
) -> Iterator[Pointer]:
    name = profile.pointer if options.pointer is PointerName.AUTO else options.pointer
    pointer = open_pointer(name)
    limits = Limits(seconds=options.wishes.seconds + SPARE_SECONDS)
    with Watchdog.start(releasing_module()) as watchdog:
        guarded: Pointer = LimitedPointer(
            LoggedPointer(WatchedPointer(pointer, watchdog), log), limits, clock
        )
        try:
            yield guarded
        finally:
            guarded.release_all()


@contextmanager
def opened_log(path: Path | None, clock: Clock) -> Iterator[EventLog]:
    """Raises BadLog where none can be written."""
    try:
        log = EventLog.create(path, clock.now)
    except OSError as error:
        raise BadLog(f"{path}: {error.strerror or error}.", hint="Name another file with --log.") from None
    with log:
        yield log


def log_beginning(table: Table, options: PlayOptions) -> None:
    table.log.write(
        "round",
        system=sys.platform,
        service=options.service.url,
        dictionary=options.service.dictionary,
        pointer=str(table.profile.pointer if options.pointer is PointerName.AUTO else options.pointer),
        seconds=options.wishes.seconds,
        seed=options.seed,
    )


def both(*listeners: Listener) -> Listener:
    """A listener that tells each of these."""

    def listen(event: Progress) -> None:
        for listener in listeners:
            listener(event)

    return listen
