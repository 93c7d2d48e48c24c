"""What was read in a picture, as lines for a person: each game as it looks."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

import typer

from worker.model import Grid
from worker.wire import JsonObject

WIDTH: Final = 100
"""Columns that a list of words may take."""
_TILE_COLOURS: Final = {"g": typer.colors.GREEN, "y": typer.colors.YELLOW, "b": typer.colors.BRIGHT_BLACK}


def board_lines(seen: JsonObject) -> Iterator[str]:
    """The board, what is printed around it, its doubtful cells, and what asking an LLM took."""
    if seen["kind"] == "wheel":
        yield from _wheel_lines(seen)
    elif seen["tiles"]:
        yield from map(_tile_line, seen["letters"], seen["tiles"])
    else:
        yield from map(spaced, seen["letters"])
    yield from _around(seen)
    yield from doubt_lines(seen)
    if seen["llm"] is not None:
        yield _llm_line(seen["llm"])


def spaced(row: str) -> str:
    """`AB[Qu].` as `A B Qu .`."""
    return " ".join(tile.title() or "." for tile in Grid.parse(row).tiles)


def doubt_lines(seen: JsonObject) -> Iterator[str]:
    """One line for each cell that may be read wrong."""
    for cell, what in enumerate(seen["cells"]):
        if what["doubtful"]:
            row, col = divmod(cell, seen["cols"])
            place = f"letter {col + 1}" if seen["kind"] == "wheel" else f"row {row + 1}, column {col + 1}"
            text = f"{place} is doubtful ({what['why'] or 'unclear'})"
            yield typer.style(text, fg=typer.colors.YELLOW)


def _tile_line(letters: str, marks: str) -> str:
    """Letters on the colours of their tiles, and the colours as letters, for who does not see them."""
    tiles = [tile.title() or " " for tile in Grid.parse(letters).tiles]
    shown = (
        typer.style(f" {tile} ", bg=_TILE_COLOURS.get(mark), bold=True)
        for tile, mark in zip(tiles, marks, strict=True)
    )
    return f"{''.join(shown)}  {marks}"


def _wheel_lines(seen: JsonObject) -> Iterator[str]:
    for row in seen["letters"]:
        yield f"clockwise from the top: {spaced(row)}"
    yield from (" ".join(row.replace(".", " ")).rstrip() for row in seen["crossword"])


def _around(seen: JsonObject) -> Iterator[str]:
    if seen["words"]:
        yield from textwrap.wrap("words to find: " + ", ".join(seen["words"]), WIDTH, subsequent_indent="  ")
    if seen["score"] is not None:
        yield f"score {seen['score']:,}"
    if seen["start"] is not None:
        x, y, width, height = seen["start"]
        yield f"Start button at {x + width // 2}, {y + height // 2}"
    for x, y, width, height in seen["others"]:
        yield f"another board at {x}, {y}, {width} x {height} pixels"


def _llm_line(call: JsonObject) -> str:
    asked = f"asked {call['model'] or 'no LLM'}"
    if call["why"]:
        asked += f" without an answer ({call['why']})"
    tokens = call["input_tokens"] + call["output_tokens"]
    return f"{asked}, {tokens:,} tokens, ${call['cost']:.4f}" if tokens else asked
