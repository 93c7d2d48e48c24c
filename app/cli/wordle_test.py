"""`tilewise wordle test` and `test-starts`: a strategy tried on all answers, first guesses compared."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from app.cli.outcome import AsJson, bad_input, context_of, ending, is_plain, print_json, settings_of_machine
from app.cli.processes import side_by_side, usable_cores
from app.cli.wordle_game import GameChoice, MaxGuesses, StrategyOption, about_a_game, game_members
from app.cli.wordle_starts import Ledger
from app.cli.wordle_text import ranking_lines, series_lines
from app.cli.wordsearch_input import text_of
from app.problems import NOTHING_FOUND
from worker.context import Stopwatch, TaskContext
from worker.solvers.wordle_advice import Strategy
from worker.wire import JsonObject
from worker.wordle_trials import MOST_PARTS, Play, play_part, plays_of, spread, starts_of, summed

_SHOWN_FAILED: Final = 50
_STOPPED: Final = 130
"""128 + SIGINT, as shells know it."""

Jobs = Annotated[int | None, typer.Option(help="Processes that play side by side; the cores unless said.")]
Limit = Annotated[int | None, typer.Option(help="Try so many answers, spread evenly over the list.")]


@about_a_game
def test(
    game: GameChoice,
    strategy: StrategyOption = Strategy.OPTIMAL,
    start: Annotated[
        str | None, typer.Option(help="The first guess; the strategy's own unless said.")
    ] = None,
    limit: Limit = None,
    jobs: Jobs = None,
    max_guesses: MaxGuesses = None,
    as_json: AsJson = False,
) -> None:
    """Let a strategy look for every answer: how many guesses it takes, and which it misses.

    A game is won when the answer itself is guessed. Exits 1 when a game is lost.

    \b
    Examples:
      tilewise wordle test
      tilewise wordle test --strategy frequency --start least
      tilewise wordle test --mode hard --limit 200 --jobs 2 --json
    """
    began = time.perf_counter()
    with ending(as_json=as_json):
        machine = context_of(settings_of_machine())
        request = {
            **game_members(machine, **game),
            **_trial(strategy, max_guesses, limit, [] if start is None else [start]),
        }
        plays = plays_of(request, machine)
        result = _played(request, plays, machine, _processes(jobs))
    series = result["starts"][0]
    if as_json:
        print_json({**result, "seconds": round(time.perf_counter() - began, 2)})
    else:
        for line in series_lines(series, result, time.perf_counter() - began):
            typer.echo(line)
    raise typer.Exit(NOTHING_FOUND if series["lost"] else 0)


@about_a_game
def test_starts(
    game: GameChoice,
    starts: Annotated[
        list[str] | None, typer.Argument(metavar="[WORD]...", help="First guesses to compare.")
    ] = None,
    starts_file: Annotated[
        Path | None, typer.Option("--starts", metavar="FILE", help="The same in a file; - is standard input.")
    ] = None,
    candidates: Annotated[
        int,
        typer.Option(min=0, help="How many promising ones to compare when none are named; 0 for all words."),
    ] = 20,
    strategy: StrategyOption = Strategy.OPTIMAL,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep what is done in a file, and go on with it next time."),
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="How many are shown.")] = 20,
    limit: Limit = None,
    jobs: Jobs = None,
    max_guesses: MaxGuesses = None,
    as_json: AsJson = False,
) -> None:
    """Compare first guesses: each is tried on all answers, and they are ranked by the guesses a game takes.

    A lost game counts as one guess more than a game has. Stopped with Ctrl-C, the command shows what it has;
    with --resume the next call goes on from there.

    \b
    Examples:
      tilewise wordle test-starts least salet crane --limit 200
      tilewise wordle test-starts --candidates 100 --resume starts.jsonl --jobs 2
      tilewise wordle test-starts --strategy frequency --candidates 0 --json
    """
    began = time.perf_counter()
    with ending(as_json=as_json):
        machine = context_of(settings_of_machine())
        request = {
            **game_members(machine, **game),
            **_trial(strategy, max_guesses, limit, _named(starts or (), starts_file)),
        }
        request["starts"] = starts_of(request, machine, candidates)
        with Ledger.kept(resume, request) as ledger:
            is_whole = _compare(request, ledger, machine, _processes(jobs))
            if not ledger.played:
                raise bad_input("No first guess was tried to its end.", "Let it run longer, or give --limit.")
            result = json.loads(summed(request, ledger.played, machine, Stopwatch()))
    seconds = time.perf_counter() - began
    if as_json:
        print_json({**result, "complete": is_whole, "seconds": round(seconds, 2)})
    else:
        for line in ranking_lines(result["starts"], top):
            typer.echo(line)
        typer.echo(_last_line(result, len(request["starts"]), seconds))
    raise typer.Exit(0 if is_whole else _STOPPED)


def _trial(strategy: Strategy, max_guesses: int | None, limit: int | None, starts: list[str]) -> JsonObject:
    if limit is not None and limit < 1:
        raise bad_input(f"--limit is at least 1 answer, not {limit}.")
    return {
        "strategy": strategy.value,
        "max_guesses": max_guesses,
        "starts": starts or None,
        "limit": limit,
        "failed": _SHOWN_FAILED,
    }


def _processes(jobs: int | None) -> int:
    if jobs is not None and jobs < 1:
        raise bad_input(f"--jobs is at least 1, not {jobs}.")
    return jobs or usable_cores()


def _named(words: Iterable[str], file: Path | None) -> list[str]:
    return [*words, *(text_of(file).split() if file else ())]


def _played(request: JsonObject, plays: list[Play], machine: TaskContext, processes: int) -> Any:
    """What the plays come to, with a progress bar."""
    parts = spread(plays, MOST_PARTS)
    watch, played = Stopwatch(), []
    with _progress(len(parts), "Playing") as advance:
        for told in side_by_side(partial(_play, request, machine), parts, min(processes, len(parts))):
            played += told
            advance(1)
    return json.loads(summed(request, played, machine, watch))


def _play(request: JsonObject, machine: TaskContext, plays: list[Play]) -> list[JsonObject]:
    """A part of a trial, perhaps in another process."""
    return play_part({**request, "plays": plays}, machine)


def _compare(request: JsonObject, ledger: Ledger, machine: TaskContext, processes: int) -> bool:
    """Try the first guesses that are still to be tried; whether none is left."""
    done = {one["start"] for one in ledger.played}
    left = [start for start in request["starts"] if start not in done]
    parts = ([play] for start in left for play in _whole(request, start, machine))
    with _progress(len(left), "Comparing") as advance:
        try:
            for told in side_by_side(partial(_play, request, machine), parts, min(processes, len(left) or 1)):
                ledger.add(told)
                advance(1)
        except KeyboardInterrupt:
            return False
    return True


def _whole(request: JsonObject, start: str, machine: TaskContext) -> list[Play]:
    """One play of all answers with a first guess."""
    plays = plays_of({**request, "starts": [start]}, machine)
    return [{"start": plays[0]["start"], "answers": [word for play in plays for word in play["answers"]]}]


def _last_line(result: JsonObject, wanted: int, seconds: float) -> str:
    done, best = len(result["starts"]), result["starts"][0]
    all_of = f"{done:,}" if done == wanted else f"{done:,} of {wanted:,}"
    return (
        f"Tried {all_of} first guesses on {best['games']:,} words, by {result['strategy']}, "
        f"{result['mode']} mode. The best is {best['start'].upper()} with {best['mean']:.4f} guesses a game. "
        f"Elapsed: {seconds:.1f} s."
    )


@contextmanager
def _progress(length: int, label: str) -> Iterator[Any]:
    """A bar on stderr, where someone watches."""
    if not sys.stderr.isatty() or is_plain() or not length:
        yield lambda steps: None
        return
    with typer.progressbar(length=length, label=label, file=sys.stderr, show_pos=True) as bar:
        bar.render_progress()
        yield bar.update
