"""`--output`: a word search written to a file, in the format that the file's name says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.cli.outcome import bad_input, write_file
from app.render import Layout, MarkedGrid, puzzle_text, solved_text
from worker.context import TaskContext
from worker.wire import JsonObject

_PIXELS: Final = (".png", ".jpg", ".jpeg", ".webp")
_TEXTS: Final = (".svg", ".html", ".htm", ".txt", ".json")


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
    path: Path, result: JsonObject, picture: bytes | None, layout: Layout, context: TaskContext
) -> None:
    """Write what a word search answered."""
    suffix = path.suffix.lower()
    if suffix in _PIXELS:
        # OpenCV is loaded only for pixels.
        from worker.wordsearch_task import draw_marked

        write_file(path, draw_marked(picture, result, context, suffix=suffix))
    else:
        write_file(path, _text(suffix, result, layout).encode())


def export_puzzle(
    path: Path, result: JsonObject, layout: Layout, context: TaskContext, *, solution: bool
) -> None:
    """Write a made puzzle, with its solution where that is wanted; on a page it has a sheet of its own."""
    suffix = path.suffix.lower()
    if suffix in _PIXELS:
        from worker.wordsearch_task import draw_puzzle

        write_file(path, draw_puzzle(result, solution=solution, suffix=suffix))
    else:
        write_file(path, _puzzle_text(suffix, result, layout, solution=solution).encode())


def _puzzle_text(suffix: str, result: JsonObject, layout: Layout, *, solution: bool) -> str:
    from app.render_html import sheet
    from app.render_svg import svg

    puzzle = MarkedGrid.from_json(result)
    match suffix:
        case ".json":
            return json.dumps(result, indent=2, ensure_ascii=False) + "\n"
        case ".txt":
            return puzzle_text(puzzle, layout) + ("\n" + solved_text(puzzle, layout) if solution else "")
        case ".svg":
            return svg(puzzle, marked=solution)
        case _:
            return sheet(puzzle)


def _text(suffix: str, result: JsonObject, layout: Layout) -> str:
    from app.render_html import page
    from app.render_svg import svg

    match suffix:
        case ".json":
            return json.dumps(result, indent=2, ensure_ascii=False) + "\n"
        case ".txt":
            return solved_text(MarkedGrid.from_json(result), layout)
        case ".svg":
            return svg(MarkedGrid.from_json(result))
        case _:
            return page(MarkedGrid.from_json(result))
