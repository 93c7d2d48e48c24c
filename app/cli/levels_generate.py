"""`tilewise levels generate`: a pack of levels, made by all cores, taken up again where it was stopped."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from app.cli.levels_asked import counted
from app.cli.levels_ledger import Ledger
from app.cli.outcome import (
    AsJson,
    bad_input,
    context_of,
    ending,
    is_plain,
    print_json,
    settings_of_machine,
    write_file,
)
from app.cli.processes import side_by_side, usable_cores
from app.packs import KINDS, kind_of, pack_file
from app.render_levels import curve_svg
from worker.context import TaskContext
from worker.levels_making import join, lay_part, parts_of
from worker.levels_results import head_of
from worker.wire import JsonObject
from worker.word_lists import find_dictionary

STOPPED: Final = 130
"""128 + SIGINT, as shells know it."""
_PLOTS: Final = (".svg", ".png")
_FEW_PARTS: Final = 3
"""So few are done before further processes have started."""
_PERCENT: Final = 100

Part = tuple[int, JsonObject]
Answer = tuple[int, bytes]


def generate(
    count: Annotated[int, typer.Option(help="Levels.")] = 100,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A .json or .ndjson file, or .json.gz or .ndjson.gz; else stdout."),
    ] = None,
    language: Annotated[str, typer.Option(metavar="CODE", help="en, es, pt or one of your own.")] = "en",
    dictionary: Annotated[
        str | None, typer.Option(metavar="NAME", help="Another word list than the language's own.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same number gives the same pack.")] = 0,
    min_letters: Annotated[int, typer.Option(help="Of the smallest wheels.")] = 4,
    max_letters: Annotated[int, typer.Option(help="Of the largest wheels.")] = 8,
    min_words: Annotated[int, typer.Option(help="Of the first grids.")] = 3,
    max_words: Annotated[int, typer.Option(help="Of the last grids.")] = 14,
    max_side: Annotated[int, typer.Option(help="Rows and columns of a grid.")] = 10,
    max_aspect: Annotated[float, typer.Option(help="How much longer one side may be, e.g. 1.5.")] = 1.5,
    rounds: Annotated[int, typer.Option(help="How long each layout is improved.")] = 300,
    nlp: Annotated[
        str | None, typer.Option(metavar="MODEL", help="A spaCy model that is asked about names, too.")
    ] = None,
    jobs: Annotated[int | None, typer.Option(help="Processes side by side; the cores unless said.")] = None,
    plot: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Write the difficulty as .svg or .png; or repeat."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a pack of levels: letter wheels with their crosswords, from easy to hard.

    Stopped with Ctrl-C, it goes on where it was when the same command is given again. What a pack holds and
    how difficulty is counted: see app/data/LEVELS.md.

    \b
    Examples:
      tilewise levels generate --count 100 --out pack.json
      tilewise levels generate --language es --count 8000 --out es.ndjson.gz --plot es.svg
      tilewise levels generate --count 20 --max-letters 6 --seed 7
    """
    with ending(as_json=as_json):
        kind = _kind(out)
        _check_plots(plot or ())
        machine = context_of(settings_of_machine())
        listed = find_dictionary(dictionary or language, machine.data_dir)
        request: JsonObject = {
            "dictionary": listed.sha256,
            "dictionary_name": listed.name,
            "count": count,
            "seed": seed,
            "min_letters": min_letters,
            "max_letters": max_letters,
            "min_words": min_words,
            "max_words": max_words,
            "max_side": max_side,
            "max_aspect": max_aspect,
            "rounds": rounds,
            "nlp": nlp,
        }
        ledger = None if out is None else Ledger(out, listed, machine.data_dir)
        pack = _made(request, machine, _processes(jobs), ledger)
        head = head_of(pack)
        for path in plot or ():
            write_file(path, _plotted(head, path))
        if out is not None:
            write_file(out, b"".join(pack_file(pack, kind)))
        if ledger is not None:
            ledger.end()
    if out is None:
        typer.echo(pack.decode(), nl=False)
    elif as_json:
        print_json({name: value for name, value in head.items() if name != "curve"})
    else:
        tiers = ", ".join(f"{tier['levels']:,} {tier['name']}" for tier in head["tiers"])
        typer.echo(f"Wrote {counted(count, 'level')} to {out}: {tiers}.")


def _made(request: JsonObject, machine: TaskContext, processes: int, ledger: Ledger | None) -> bytes:
    parts = list(enumerate(_planned(request, machine)))
    kept = {} if ledger is None else {number: ledger.read(part) for number, part in parts}
    answers = {number: answer for number, answer in kept.items() if answer is not None}
    waiting = [part for part in parts if part[0] not in answers]
    processes = 1 if len(waiting) <= _FEW_PARTS else min(processes, len(waiting))
    try:
        with _bar("Laying out", len(parts)) as advance:
            advance(len(answers))
            for number, answer in side_by_side(partial(_lay, machine), waiting, processes):
                answers[number] = answer
                if ledger is not None:
                    ledger.keep(parts[number][1], answer)
                advance(1)
    except KeyboardInterrupt:
        further = "" if ledger is None else " The same command goes on from there."
        typer.echo(f"Stopped after {len(answers)} of {len(parts)} parts.{further}", err=True)
        raise typer.Exit(STOPPED) from None
    return join(request, [answers[number] for number, _ in parts], machine)


def _planned(request: JsonObject, machine: TaskContext) -> list[JsonObject]:
    with _bar("Planning", _PERCENT) as advance:
        told = 0

        def hear(share: float) -> None:
            nonlocal told
            advance(int(_PERCENT * share) - told)
            told = int(_PERCENT * share)

        parts = parts_of(request, machine, hear)
        advance(_PERCENT - told)
    return parts


def _lay(machine: TaskContext, part: Part) -> Answer:
    number, request = part
    return number, lay_part(request, machine)


@contextmanager
def _bar(label: str, length: int) -> Iterator[Callable[[int], None]]:
    """A progress bar where somebody watches."""
    if length <= _FEW_PARTS or not _is_watched():
        yield lambda _: None
        return
    with typer.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield bar.update


def _is_watched() -> bool:
    """Whether somebody looks on who wants to see signs of life."""
    return sys.stderr.isatty() and not is_plain()


def _kind(out: Path | None) -> str:
    """Raises Failed when the file's name says no kind that can be written."""
    kind = "json" if out is None else kind_of(out)
    if kind is None:
        known = ", ".join(f".{each}" for each in KINDS)
        raise bad_input(f"--out: {out} is no file of levels.", f"Let its name end with one of {known}.")
    return kind


def _check_plots(paths: Sequence[Path]) -> None:
    for path in paths:
        if path.suffix.lower() not in _PLOTS:
            raise bad_input(f"--plot: {path} is no drawing.", "Name a .svg or a .png file.")


def _processes(jobs: int | None) -> int:
    if jobs is not None and jobs < 1:
        raise bad_input(f"--jobs is at least 1, not {jobs}.", "Leave it out to use every core.")
    return jobs or usable_cores()


def _plotted(head: JsonObject, path: Path) -> bytes:
    if path.suffix.lower() == ".svg":
        return curve_svg(head).encode()
    # OpenCV is loaded only for pixels.
    from worker.levels_drawing import draw_curve

    return draw_curve(head)
