"""The commands around playing: calibrate, doctor, replay."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from agent import options as told
from agent.desktop import PointerName, is_mac
from agent.errors import BadLog, BadOption
from agent.options import AsJson, LogFile
from agent.outcome import ending, print_json, tell
from agent.places import agent_dir
from agent.progress import Progress
from agent.stopping import Signals, SystemClock
from agent.terminal import Terminal, counted, on_terminal, tick


def calibrate(
    live: told.Live = False,
    service: told.Service = told.DEFAULT_SERVICE,
    api_key: told.ApiKey = "",
    dictionary: told.Dictionary = "en",
    bundle_id: told.BundleId = None,
    title: told.Title = None,
    window_id: told.WindowId = None,
    pointer: told.Pointer = PointerName.AUTO,
    seconds: told.Seconds = told.DEFAULT_SECONDS,
    countdown: told.Countdown = 3.0,
    log: LogFile = None,
    as_json: AsJson = False,
) -> None:
    """Find out, in a round, how drags have to be made here, and keep that for the next rounds.

    Drags words horizontally, vertically and along both diagonals, slower until they count. Exits 1 when none
    does.
    """
    from agent.calibrate import report, to_json
    from agent.play import PlayOptions
    from agent.play import calibrate as calibrate_here

    with ending(as_json=as_json), Signals() as signals:
        if not live:
            raise BadOption("`calibrate` moves the mouse, and does so only with --live.")
        chosen = PlayOptions(
            directory=agent_dir(),
            service=told.service_options(service, api_key, dictionary),
            target=told.target_of(bundle_id, title, window_id),
            pointer=pointer,
            wishes=told.wishes_of(seconds=seconds),
            countdown=countdown,
            log=log,
        )
        findings = calibrate_here(chosen, signals, on_terminal(as_json), tick)
    if findings.result.error is not None:
        tell(findings.result.error)
    if as_json:
        print_json(to_json(findings))
    else:
        for line in report(findings):
            typer.echo(line)
    raise typer.Exit(0 if any(findings.works.values()) else 1)


def doctor(
    service: told.Service = told.DEFAULT_SERVICE,
    api_key: told.ApiKey = "",
    dictionary: told.Dictionary = "en",
    bundle_id: told.BundleId = None,
    title: told.Title = None,
    window_id: told.WindowId = None,
    as_json: AsJson = False,
) -> None:
    """Say what is installed, allowed and reached, what is missing, and what that means; nothing is moved.

    Exits 1 when something is missing that a round needs.
    """
    from agent.doctor import check_all

    with ending(as_json=as_json), Signals() as signals:
        is_told = bool(bundle_id or title or window_id) or is_mac()
        target = told.target_of(bundle_id, title, window_id) if is_told else None
        asked = told.service_options(service, api_key, dictionary)
        checks = list(check_all(agent_dir(), asked, target, SystemClock(signals)))
    healthy = all(check.ok for check in checks if check.needed)
    if as_json:
        print_json({"ok": healthy, "checks": [asdict(check) for check in checks]})
    else:
        for check in checks:
            mark = "ok" if check.ok else "MISSING" if check.needed else "without"
            typer.echo(f"{mark:<8}{check.name:<18}{check.found}")
            if not check.ok and check.meaning:
                typer.echo(f"{'':<26}{check.meaning}")
    raise typer.Exit(0 if healthy else 1)


def replay(
    log: Annotated[Path, typer.Argument(help="A file that --log wrote.")],
    speed: Annotated[
        float | None, typer.Option(min=0.01, help="In real time, so many times as fast; at once when absent.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Go through a round again by its log, and check that the mouse did nothing that it must not.

    Exits 1 when it did.
    """
    from agent.log import read_log
    from agent.replay import audited, result_of, told_of

    with ending(as_json=as_json), Signals() as signals:
        entries = read_log(log)
        try:
            audit, events, result = audited(entries), list(told_of(entries)), result_of(entries)
        except ValueError as error:
            raise BadLog(f"{log}: {error}.") from None
        if not as_json:
            _show(events, speed, SystemClock(signals))
    if as_json:
        breaches = [asdict(breach) for breach in audit.breaches]
        counts = {"drags": audit.drags, "events": audit.events, "most_a_second": audit.most_a_second}
        print_json({**counts, "breaches": breaches, "ended": None if result is None else asdict(result)})
    else:
        typer.echo(
            f"{counted(audit.drags, 'drag')}, {counted(audit.events, 'mouse event')}, "
            f"{audit.most_a_second} in a second at most."
        )
        for breach in audit.breaches:
            typer.echo(f"WRONG at {breach.at:.3f} s: {breach.what}")
        if result is None:
            typer.echo("The log breaks off before the round's end.")
    raise typer.Exit(1 if audit.breaches else 0)


def _show(events: list[tuple[float, Progress]], speed: float | None, clock: SystemClock) -> None:
    """As it was seen on the terminal, with the times of then."""
    now = 0.0
    terminal = Terminal(
        lambda text: typer.echo(f"{now:8.3f}  {text}", nl=False), lambda: now, is_screen=False
    )
    begun = time.monotonic()
    for now, event in events:
        if speed is not None:
            clock.sleep(now / speed - (time.monotonic() - begun))
        terminal(event)
