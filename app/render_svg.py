"""A word search as SVG: letters, a lasso around each word found, and the list of words.

The drawing names and describes itself to screen readers, follows the light or dark scheme of whoever looks
at it, and is black on white on paper. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import atan2, degrees, hypot
from typing import Final

from app.render import Mark, MarkedGrid, tile_text
from worker.marking import rgb_of, strokes, word_code
from worker.model import Grid

CELL: Final = 40
"""Units along the side of a cell; all other sizes follow from it."""
MARGIN: Final = CELL // 2
LASSO: Final = 32
"""Units across a lasso; two words side by side do not touch."""
LINE: Final = 26
"""Units from one line of the word list to the next."""
_LETTER: Final = 13
"""Units that a letter of the word list takes, generously."""

_DIRECTIONS: Final = {
    "e": "rightwards", "se": "down to the right", "s": "downwards", "sw": "down to the left",
    "w": "leftwards", "nw": "up to the left", "n": "upwards", "ne": "up to the right",
}  # fmt: skip

STYLE: Final = """
.tilewise{--paper:#fff;--ink:#1b1b1b;--faint:#6a6a6a}
@media (prefers-color-scheme:dark){.tilewise{--paper:#16181d;--ink:#ececec;--faint:#9a9a9a}}
@media print{.tilewise{--paper:#fff;--ink:#000;--faint:#555}}
.tilewise{background:var(--paper);font-family:system-ui,"Segoe UI",Helvetica,Arial,sans-serif}
.tilewise text{fill:var(--ink)}
.tilewise .letters text{font-size:22px;text-anchor:middle;dominant-baseline:central}
.tilewise .words text{font-size:18px;font-weight:600}
.tilewise .words .missing{fill:var(--faint);font-weight:400;text-decoration:line-through}
.tilewise .lasso{stroke-width:2.5;fill-opacity:.14}
.tilewise .trail{fill:none;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.32}
""".strip()


def svg(
    puzzle: MarkedGrid,
    *,
    title: str = "Word search",
    marked: bool = True,
    listed: bool = True,
    name: str = "t",
) -> str:
    """A drawing that stands alone, or inside of a page.

    Args:
        marked: whether the words are shown where they lie; else it is the puzzle as it is given out.
        listed: whether the words to find are written below.
        name: begins the ids, for several drawings on one page.
    """
    grid = puzzle.grid
    width, height = grid.cols * CELL + 2 * MARGIN, grid.rows * CELL + 2 * MARGIN
    words: list[str] = []
    if listed and puzzle.words:
        width = max(width, _widest(puzzle.words) + 2 * MARGIN)
        words = _word_list(puzzle, width, height, marked=marked)
        height += LINE * -(-len(puzzle.words) // _columns(puzzle.words, width)) + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tilewise" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img" aria-labelledby="{name}-title {name}-desc">',
        f'<title id="{name}-title">{escape(title)}</title>',
        f'<desc id="{name}-desc">{escape(description(puzzle, marked=marked))}</desc>',
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" style="fill:var(--paper)"/>',
        *(_lassos(puzzle) if marked else ()),
        '<g class="letters">',
        *_letters(grid),
        "</g>",
        *words,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def description(puzzle: MarkedGrid, *, marked: bool = True) -> str:
    """What the drawing shows, for those who do not see it."""
    grid = puzzle.grid
    sentences = [f"A grid of {grid.rows} rows and {grid.cols} columns."]
    if marked:
        sentences += [f"{mark.word} {where(grid, mark)}." for mark in puzzle.marks]
        sentences += [f"{word} is not in the grid." for word in puzzle.missing]
    elif puzzle.words:
        sentences.append(f"Words to find: {', '.join(puzzle.words)}.")
    return " ".join(sentences)


def where(grid: Grid, mark: Mark) -> str:
    """`from row 1, column 2 downwards to row 3, column 2`; rows and columns from 1, as people count."""
    start, end = place_name(grid, mark.cells[0]), place_name(grid, mark.cells[-1])
    if len(mark.cells) == 1:
        return f"at {start}"
    return f"from {start} {way_name(mark)} to {end}"


def way_name(mark: Mark) -> str:
    return "along a bent path" if mark.direction is None else _DIRECTIONS[mark.direction]


def place_name(grid: Grid, cell: int) -> str:
    row, col = divmod(cell, grid.cols)
    return f"row {row + 1}, column {col + 1}"


def _lassos(puzzle: MarkedGrid) -> Iterator[str]:
    for mark in puzzle.marks:
        red, green, blue = rgb_of(word_code(mark.number))
        colour = f"rgb({red},{green},{blue})"
        yield f"<g><title>{escape(mark.word)}</title>"
        for piece in strokes(mark.cells, puzzle.grid.cols):
            if mark.direction is None and len(piece) > 2:
                yield _trail([_centre(puzzle.grid, cell) for cell in piece], colour)
            else:
                yield _capsule(_centre(puzzle.grid, piece[0]), _centre(puzzle.grid, piece[-1]), colour)
        yield "</g>"


def _centre(grid: Grid, cell: int) -> tuple[int, int]:
    row, col = divmod(cell, grid.cols)
    return MARGIN + col * CELL + CELL // 2, MARGIN + row * CELL + CELL // 2


def _capsule(start: tuple[int, int], end: tuple[int, int], colour: str) -> str:
    """A rectangle with round ends around the line from centre to centre."""
    (x, y), (to_x, to_y) = start, end
    half = LASSO / 2
    length = hypot(to_x - x, to_y - y) + LASSO
    turn = degrees(atan2(to_y - y, to_x - x))
    return (
        f'<rect class="lasso" x="{x - half:g}" y="{y - half:g}" width="{length:.5g}" height="{LASSO}"'
        f' rx="{half:g}" transform="rotate({turn:g} {x} {y})" fill="{colour}" stroke="{colour}"/>'
    )


def _trail(points: Sequence[tuple[int, int]], colour: str) -> str:
    """A broad line through the cells of a bent path, with a dot where it begins."""
    line = " ".join(f"{x},{y}" for x, y in points)
    x, y = points[0]
    return (
        f'<polyline class="trail" points="{line}" stroke="{colour}" stroke-width="{LASSO * 3 // 4}"/>'
        f'<circle class="lasso" cx="{x}" cy="{y}" r="{LASSO // 2}" fill="{colour}" stroke="{colour}"/>'
    )


def _letters(grid: Grid) -> Iterator[str]:
    for cell, tile in enumerate(grid.tiles):
        if tile:
            x, y = _centre(grid, cell)
            yield f'<text x="{x}" y="{y}">{escape(tile_text(tile))}</text>'


def _word_list(puzzle: MarkedGrid, width: int, top: int, *, marked: bool) -> list[str]:
    """The words in columns below the grid, row by row; those that are nowhere struck out."""
    columns = _columns(puzzle.words, width)
    step = (width - 2 * MARGIN) / columns
    missing = set(puzzle.missing) if marked else set()
    lines = ['<g class="words">']
    for index, word in enumerate(puzzle.words):
        row, column = divmod(index, columns)
        kind = ' class="missing"' if word in missing else ""
        x, y = MARGIN + column * step, top + LINE * (row + 0.5)
        lines.append(f'<text x="{x:g}" y="{y:g}"{kind}>{escape(word)}</text>')
    return [*lines, "</g>"]


def _columns(words: Sequence[str], width: int) -> int:
    return max(1, min(len(words), (width - 2 * MARGIN) // _widest(words)))


def _widest(words: Sequence[str]) -> int:
    return (max(map(len, words)) + 1) * _LETTER
