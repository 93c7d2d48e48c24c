"""`tilewise levels check`: whether a pack keeps what its format promises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Annotated, Final

import typer

from app.cli.levels_asked import counted
from app.cli.outcome import AsJson, bad_input, context_of, ending, print_json, settings_of_machine
from app.packs import Pack, read_pack
from app.problems import NOTHING_FOUND
from worker.levels_checking import check_pack
from worker.solvers.levels_check import Fault
from worker.wire import JsonObject

_FIRST: Final = 10


def check(
    path: Annotated[Path, typer.Argument(metavar="PACK", help="A .json or .ndjson file, gzipped or not.")],
    limit: Annotated[int, typer.Option(help="Stop after so many faults.")] = _FIRST,
    as_json: AsJson = False,
) -> None:
    """Check a pack of levels, whoever made it.

    Every layout is a crossword of its words, which the wheel forms, one of them with all of its letters; no
    word is rude or unfit; no wheel comes twice, no longest word within 200 levels; the difficulty is right
    and rises. Exits 1 when there are faults.

    \b
    Examples:
      tilewise levels check pack.json
      tilewise levels check pack.ndjson.gz --limit 100 --json
    """
    with ending(as_json=as_json):
        machine = context_of(settings_of_machine())
        with open_pack(path) as pack:
            counted = _Counted(pack)
            faults = list(islice(check_pack(pack.head, counted, machine), max(limit, 1)))
    if as_json:
        print_json({"levels": counted.count, "faults": [fault._asdict() for fault in faults]})
    else:
        for line in _lines(faults, counted.count):
            typer.echo(line)
    raise typer.Exit(NOTHING_FOUND if faults else 0)


class _Counted:
    """The levels as they are read."""

    def __init__(self, pack: Pack) -> None:
        self._levels, self.count = pack.levels, 0

    def __iter__(self) -> Iterator[JsonObject]:
        for level in self._levels:
            self.count += 1
            yield level


@contextmanager
def open_pack(path: Path) -> Iterator[Pack]:
    """A pack in a file, whose levels are read as they are asked for; raises Failed when it is none."""
    try:
        with path.open("rb") as file:
            yield read_pack(file)
    except OSError as error:
        raise bad_input(f"{path}: {error.strerror or error}.", "Give the path of a pack of levels.") from None
    except ValueError as error:
        raise bad_input(
            f"{path}: This is no pack of levels: {error}.", "See app/data/LEVELS.md for what one is."
        ) from None


def _lines(faults: Sequence[Fault], count: int) -> Iterator[str]:
    if not faults:
        yield f"{counted(count, 'level')}, no fault."
    for fault in faults:
        place = "The pack" if fault.level is None else f"Level {fault.level}"
        yield f"{place}: {fault.sentence} ({fault.code})"
