"""`python -m agent`: one program, a command for each thing that it does.

Adapters are loaded by the commands that need them: `--help`, `replay` and `doctor` work without any.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from agent import options as told
from agent import tools
from agent.desktop import PointerName
from agent.errors import BadOption
from agent.options import AsJson, LogFile, Seed
from agent.outcome import ending, print_json, result_code, result_json, tell
from agent.places import agent_dir
from agent.stopping import Signals
from agent.terminal import on_terminal, tick

app = typer.Typer(
    name="python -m agent",
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Out = Annotated[Path, typer.Option("--out", help="Write the plan as a drawing to this SVG file.")]
Learn = Annotated[bool, typer.Option(help="Tell the service which words the game took and refused.")]


@app.callback()
def _program() -> None:
    """Play Word Hunt in a window of this machine, with the words of a Tilewise service.

    Without a command it is a dry run. Exit codes: 0 played, 1 nothing played or found, 2 something is
    missing or wrong.
    """


@app.command()
def play(
    live: told.Live = False,
    service: told.Service = told.DEFAULT_SERVICE,
    api_key: told.ApiKey = "",
    dictionary: told.Dictionary = "en",
    bundle_id: told.BundleId = None,
    title: told.Title = None,
    window_id: told.WindowId = None,
    pointer: told.Pointer = PointerName.AUTO,
    target: told.Goal = None,
    max_words: told.MaxWords = None,
    pace: told.PaceOption = None,
    common: told.Common = None,
    longest: told.Longest = None,
    short_first: told.ShortFirst = False,
    seconds: told.Seconds = told.DEFAULT_SECONDS,
    countdown: told.Countdown = 3.0,
    learn: Learn = True,
    log: LogFile = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Play a round: press Start, read the board, drag its words until the round ends.

    Move the mouse, hold Escape or press Ctrl-C to stop; the button is released whatever happens.
    """
    # Adapters, pictures and HTTP take longer to load than `--help` may take.
    from agent.play import PlayOptions
    from agent.play import play as play_round

    with ending(as_json=as_json), Signals() as signals:
        if not live:
            raise BadOption(
                "`play` moves the mouse, and does so only with --live.",
                hint="See first what it would do: `python -m agent dry-run`.",
            )
        chosen = PlayOptions(
            directory=agent_dir(),
            service=told.service_options(service, api_key, dictionary),
            target=told.target_of(bundle_id, title, window_id),
            pointer=pointer,
            wishes=told.wishes_of(
                target=target,
                max_words=max_words,
                pace=pace,
                common=common,
                longest=longest,
                short_first=short_first,
                seconds=seconds,
            ),
            countdown=countdown,
            log=log,
            seed=seed,
            learn=learn,
        )
        result = play_round(chosen, signals, on_terminal(as_json), tick)
    if result.error is not None:
        tell(result.error)
    if as_json:
        print_json(result_json(result))
    raise typer.Exit(result_code(result))


@app.command("dry-run")
def dry_run(
    image: Annotated[Path | None, typer.Option(help="A screenshot in place of the window.")] = None,
    out: Out = Path("plan.svg"),
    service: told.Service = told.DEFAULT_SERVICE,
    api_key: told.ApiKey = "",
    dictionary: told.Dictionary = "en",
    bundle_id: told.BundleId = None,
    title: told.Title = None,
    window_id: told.WindowId = None,
    target: told.Goal = None,
    max_words: told.MaxWords = None,
    pace: told.PaceOption = None,
    common: told.Common = None,
    longest: told.Longest = None,
    short_first: told.ShortFirst = False,
    seconds: told.Seconds = told.DEFAULT_SECONDS,
    log: LogFile = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Plan a round on what the window shows, and draw it; nothing is moved.

    Exits 1 when no round is running there.
    """
    from agent.desktop import open_desktop
    from agent.dry_run import (
        capture_of_picture,
        capture_of_window,
        plan_on,
        solver_of,
        summary,
        to_json,
        write_drawing,
    )
    from agent.profile import load_profile, profile_path

    with ending(as_json=as_json), Signals() as signals:
        wishes = told.wishes_of(
            target=target,
            max_words=max_words,
            pace=pace,
            common=common,
            longest=longest,
            short_first=short_first,
            seconds=seconds,
        )
        if image is not None:
            capture = capture_of_picture(image)
        else:
            capture = capture_of_window(open_desktop(told.target_of(bundle_id, title, window_id)))
        with solver_of(told.service_options(service, api_key, dictionary), signals) as solver:
            tempo = load_profile(profile_path(agent_dir())).tempo
            planned = plan_on(capture, solver, wishes=wishes, tempo=tempo, log=log, seed=seed)
        write_drawing(planned, out)
    if as_json:
        print_json(to_json(planned, out))
    else:
        for number, step in enumerate(planned.steps, 1):
            typer.echo(f"{number:>4}  {step.word.text:<16}{step.word.points:>6}{step.word.chance:>7.0%}")
        typer.echo(summary(planned, out))


app.command()(tools.calibrate)
app.command()(tools.doctor)
app.command()(tools.replay)


def run() -> None:
    """The program; without a command it is a dry run."""
    words = sys.argv[1:]
    if not words or (words[0].startswith("-") and words[0] != "--help"):
        words = ["dry-run", *words]
    app(words)
