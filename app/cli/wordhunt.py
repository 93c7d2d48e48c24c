"""`tilewise wordhunt`: every word of a screenshot or of a typed board."""

from __future__ import annotations

import json
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.board_text import doubt_lines, spaced
from app.cli.outcome import (
    AsJson,
    Failed,
    Llm,
    bad_input,
    context_of,
    ending,
    file_bytes,
    print_json,
    settings_of_machine,
    tell_without_llm,
)
from app.cli.read import check_overlay, write_overlay
from dictionaries import DamagedList, Feedback, read_feedback
from worker.context import TaskContext
from worker.model import Grid
from worker.options import LlmMode
from worker.tasks import perform
from worker.wire import JsonObject, Task, heard_key
from worker.word_lists import find_dictionary

if TYPE_CHECKING:
    from app.schemas.wordhunt import WordHuntPicture

_ARROWS = {
    (-1, -1): "↖", (-1, 0): "↑", (-1, 1): "↗", (0, -1): "←",
    (0, 1): "→", (1, -1): "↙", (1, 0): "↓", (1, 1): "↘",
}  # fmt: skip

_GRID_HELP = "A typed board: ABCD/EFGH/..., [Qu] is one tile, [-ing] ends words, . a hole, ? any letter."
_POINTS_HELP = "wordhunt, boggle, or your own for 1, 2, 3, ... letters, e.g. 0,0,1,1,2."


class Order(StrEnum):
    """As the option is written."""

    POINTS = "points"
    LENGTH = "length"
    WORD = "word"
    EASY = "easy"


def wordhunt(
    image: Annotated[Path | None, typer.Argument(help="Screenshot or photo: PNG, JPEG, HEIC ...")] = None,
    grid: Annotated[str | None, typer.Option(help=_GRID_HELP)] = None,
    dictionary: Annotated[str, typer.Option(help="Name or SHA-256 of a word list.")] = "en",
    min_length: Annotated[int, typer.Option(help="Letters of the shortest word.")] = 3,
    max_length: Annotated[int | None, typer.Option(help="Letters of the longest word.")] = None,
    points: Annotated[str, typer.Option(help=_POINTS_HELP)] = "wordhunt",
    order: Annotated[Order, typer.Option(help="easy lists short words first.")] = Order.POINTS,
    limit: Annotated[int | None, typer.Option(help="List so many words.")] = None,
    all_paths: Annotated[bool, typer.Option("--all-paths", help="Show every path of a word.")] = False,
    chances: Annotated[
        bool, typer.Option("--chances", help="Tell how likely the game takes a word.")
    ] = False,
    feedback: Annotated[
        bool, typer.Option("--feedback/--no-feedback", help="Go by `tilewise dictionary feedback`.")
    ] = True,
    overlay: Annotated[Path | None, typer.Option(help="Write the picture with the best word's path.")] = None,
    llm: Llm = LlmMode.DOUBTFUL,
    as_json: AsJson = False,
) -> None:
    """Find every word on a Word Hunt or Boggle board.

    Exits 1 when there is no board or no word.
    """
    with ending(as_json=as_json):
        settings = settings_of_machine()
        context = context_of(settings)
        options = _options(
            dictionary=dictionary,
            min_length=min_length,
            max_length=max_length,
            points=points,
            order=order.value,
            limit=limit,
            all_paths=all_paths,
            chances=chances,
            feedback=feedback,
            llm=llm.value,
        )
        check_overlay(overlay)
        picture = _picture(image, grid, context.max_bytes)
        if picture is not None:
            tell_without_llm(llm, context)
        result = _solve(options, grid, picture, context)
        if overlay is not None:
            write_overlay(overlay, picture, result, context)
    if as_json:
        print_json(result)
    else:
        _show(result)
    raise typer.Exit(0 if result["word_count"] else 1)


def _options(**given: Any) -> WordHuntPicture:
    """The same rules as in a request."""
    from pydantic import ValidationError

    from app.schemas.wordhunt import WordHuntPicture
    from app.settings import reason_of

    try:
        return WordHuntPicture.model_validate(given)
    except ValidationError as error:
        wrong = (f"--{str(row['loc'][0]).replace('_', '-')}: {reason_of(row)}" for row in error.errors())
        raise bad_input("; ".join(wrong) + ".", "See `tilewise wordhunt --help`.") from None


def _picture(image: Path | None, grid: str | None, max_bytes: int) -> bytes | None:
    if (image is None) == (grid is None):
        raise bad_input("Give either a picture or --grid.", "tilewise wordhunt --grid STAR/ENIL/GROP/DUET")
    return None if image is None else file_bytes(image, max_bytes)


def _solve(
    options: WordHuntPicture, grid: str | None, picture: bytes | None, context: TaskContext
) -> JsonObject:
    dictionary = find_dictionary(options.dictionary, context.data_dir)
    typed = None if grid is None else str(Grid.parse(grid))
    told = _told(dictionary.name, context.data_dir) if options.feedback else Feedback()
    request = options.to_request(
        name=dictionary.name, sha256=dictionary.sha256, grid=typed, feedback=told.sha256 or None
    )
    context = replace(context, fetch={heard_key(told.sha256): told.packed()}.get)
    outcome = perform(Task.WORDHUNT_SOLVE, request, picture, context)
    if outcome.failure is not None:
        raise Failed(outcome.failure)
    result: JsonObject = json.loads(outcome.result)
    return result


def _told(name: str, data_dir: Path) -> Feedback:
    try:
        return read_feedback(name, data_dir)
    except DamagedList as error:
        raise bad_input(str(error), error.hint) from None


def _show(result: JsonObject) -> None:
    for row in result["letters"]:
        typer.echo(spaced(row))
    for doubt in doubt_lines(result):
        typer.echo(doubt)
    parts: dict[str, list[JsonObject]] = {}
    for found in result["words"]:
        is_refused = found.get("game") == "rejected"
        title = "refused by the game" if is_refused else f"{len(found['word'])} letters"
        parts.setdefault(title, []).append(found)
    for title, words in parts.items():
        typer.echo("\n" + typer.style(title, bold=True))
        for found in words:
            _show_word(found, result["cols"])
    typer.echo("\n" + _summary(result))


def _show_word(found: JsonObject, cols: int) -> None:
    word = typer.style(f"{found['word']:<16}", fg=typer.colors.GREEN)
    width = 24 + len(_chance_text(found))
    for index, path in enumerate(found.get("paths") or [found["path"]]):
        head = f"  {word}{found['points']:>6}{_chance_text(found)}"
        typer.echo(f"{head if index == 0 else ' ' * width}  {path_text(path, cols)}")


def _chance_text(found: JsonObject) -> str:
    """As in ` 99.9 % taken`, for a word that the game took."""
    if "chance" not in found:
        return ""
    said = {"accepted": "taken", "rejected": "refused"}.get(found.get("game", ""), "")
    return f"{found['chance']:>7.1%} {said:<7}"


def path_text(path: list[int], cols: int) -> str:
    """Where a path starts, as row and column from 1, and how it goes on: `2,1 →↘`."""
    places = [divmod(cell, cols) for cell in path]
    arrows = (_ARROWS[(b[0] - a[0], b[1] - a[1])] for a, b in pairwise(places))
    return f"{places[0][0] + 1},{places[0][1] + 1} {''.join(arrows)}"


def _summary(result: JsonObject) -> str:
    count, shown = result["word_count"], len(result["words"])
    if not count:
        return "No word of the list is on this board."
    totals = f"{count:,} word{'s' * (count != 1)}, {result['total_points']:,} points"
    listed = f", {shown} shown" if shown < count else ""
    how = f"list {result['dictionary']['name']}, {result['ms']['total']:.0f} ms"
    return f"{totals}{listed} ({how}; a path starts at row,column)"
