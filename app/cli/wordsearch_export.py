"""`--output`: a word search written to a file, in the format that the file's name says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.cli.outcome import bad_input, write_file
from app.render import Layout, MarkedGrid
from app.render_files import TEXT_SUFFIXES, puzzle_file, solution_file
from app.render_html import sheet
from worker.context import TaskContext
from worker.wire import JsonObject

_PIXELS: Final = (".png", ".jpg", ".jpeg", ".webp")
_TEXTS: Final = (*TEXT_SUFFIXES, ".json")


def check_outputs(paths: Sequence[Path]) -> None:
    """Before the work, whether each file's name says a format that can be written."""
    for path in paths:
        if path.suffix.lower() not in (*_TEXTS, *_PIXELS):
            raise bad_input(
                f"--output: {path}: {path.suffix or 'no ending'} is no format to write.",
                "Name a .svg, .png, .html, .txt or .json file.",
            )


def numbered(path: Path, number: int, count: int) -> Path:
    """`out.svg`, or for the second of several `out-2.svg`."""
    return path if count == 1 else path.with_name(f"{path.stem}-{number + 1}{path.suffix}")


def export(
    path: Path,
    result: JsonObject,
    picture: bytes | None,
    layout: Layout,
    context: TaskContext,
    *,
    marked: bool = True,
) -> None:
    """Write what a word search answered: solved, or as a puzzle without marks."""
    suffix = path.suffix.lower()
    if suffix == ".json":
        write_file(path, _json(result))
    elif suffix in _PIXELS:
        # OpenCV is loaded only for pixels.
        from worker.wordsearch_task import draw_marked, draw_puzzle

        if marked:
            write_file(path, draw_marked(picture, result, context, suffix=suffix))
        else:
            write_file(path, draw_puzzle(result, solution=False, suffix=suffix))
    else:
        write = solution_file if marked else puzzle_file
        write_file(path, write(suffix, MarkedGrid.from_json(result), layout).encode())


def export_puzzle(path: Path, result: JsonObject, layout: Layout, *, solution: bool | None) -> None:
    """Write a made puzzle, with its solution where that is wanted.

    Args:
        solution: None for none but on a page, where it has a sheet of its own.
    """
    suffix = path.suffix.lower()
    if suffix == ".json":
        write_file(path, _json(result))
    elif suffix in _PIXELS:
        from worker.wordsearch_task import draw_puzzle

        write_file(path, draw_puzzle(result, solution=bool(solution), suffix=suffix))
    else:
        puzzle = MarkedGrid.from_json(result)
        write_file(path, _puzzle_text(suffix, puzzle, layout, solution=solution).encode())


def _puzzle_text(suffix: str, puzzle: MarkedGrid, layout: Layout, *, solution: bool | None) -> str:
    match suffix:
        case ".html" | ".htm":
            return sheet(puzzle, solution=solution is not False)
        case ".txt" if solution:
            return puzzle_file(suffix, puzzle, layout) + "\n" + solution_file(suffix, puzzle, layout)
        case _:
            return (solution_file if solution else puzzle_file)(suffix, puzzle, layout)


def _json(result: JsonObject) -> bytes:
    return (json.dumps(result, indent=2, ensure_ascii=False) + "\n").encode()
