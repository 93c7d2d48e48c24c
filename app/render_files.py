"""A word search as a file to print or to look at: the puzzle as it is given out, or its solution.

Pure; pictures are drawn by the worker (`worker.wordsearch_task.draw_puzzle`).
"""

from __future__ import annotations

from typing import Final

from app.render import Layout, MarkedGrid, puzzle_text, solved_text
from app.render_html import page, sheet
from app.render_svg import svg

TEXT_SUFFIXES: Final = (".txt", ".svg", ".html", ".htm")


def puzzle_file(suffix: str, puzzle: MarkedGrid, layout: Layout) -> str:
    """The grid without marks, and the words that are to be found in it."""
    match suffix:
        case ".txt":
            return puzzle_text(puzzle.given_out(), layout)
        case ".svg":
            return svg(puzzle.given_out(), marked=False)
        case _:
            return sheet(puzzle, solution=False)


def solution_file(suffix: str, puzzle: MarkedGrid, layout: Layout) -> str:
    """The grid with its words marked, and where each of them lies."""
    match suffix:
        case ".txt":
            return solved_text(puzzle, layout)
        case ".svg":
            return svg(puzzle)
        case _:
            return page(puzzle)
