"""A word search as a page of its own: no script, no other file, and made for paper as much as for the screen.

Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from app.render import Mark, MarkedGrid, spelled
from app.render_svg import place_name, svg, way_name
from worker.marking import rgb_of, word_code

STYLE: Final = """
:root{color-scheme:light dark}
body{margin:2rem auto;max-width:60rem;padding:0 1rem}
body{font:1rem/1.5 system-ui,"Segoe UI",Helvetica,Arial,sans-serif}
figure{margin:0}
svg.tilewise{max-width:100%;height:auto}
.list{columns:9rem auto;padding-left:1.2rem}
.list li{break-inside:avoid}
.missing{text-decoration:line-through;opacity:.7}
table{border-collapse:collapse}
th,td{text-align:left;padding:.2rem .9rem .2rem 0;border-bottom:1px solid #8886}
.swatch{display:inline-block;width:.8em;height:.8em;border-radius:.4em;margin-right:.5em}
@media print{
body{margin:0;max-width:none}
h2,figure,tr{break-inside:avoid;break-after:auto}
.solution{break-before:page}
.swatch{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
@page{margin:15mm}
""".strip()


def page(puzzle: MarkedGrid, *, title: str = "Word search") -> str:
    """A solved word search: the marked grid, the words, and where each of them lies."""
    return _document(
        title,
        [
            _figure(puzzle, title, marked=True, name="solved"),
            *_notes(puzzle),
            *_list(puzzle, missing=puzzle.missing),
            *_table(puzzle),
        ],
    )


def sheet(puzzle: MarkedGrid, *, title: str = "Word search", solution: bool = True) -> str:
    """A word search to be solved with a pen; its solution, if wanted, is on a page of its own."""
    given = puzzle.given_out()
    parts = [_figure(given, title, marked=False, name="puzzle"), *_list(given)]
    return _document(title, [*parts, *_solution(puzzle, title)] if solution else parts)


def _solution(puzzle: MarkedGrid, title: str) -> Iterator[str]:
    yield '<section class="solution">\n<h2>Solution</h2>'
    yield _figure(puzzle, f"Solution of {title}", marked=True, name="solution")
    yield from _notes(puzzle)
    yield from _table(puzzle)
    yield "</section>"


def _document(title: str, parts: Sequence[str]) -> str:
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n<main>\n"
    )
    return head + "\n".join([f"<h1>{escape(title)}</h1>", *parts]) + "\n</main>\n</body>\n</html>\n"


def _notes(puzzle: MarkedGrid) -> Iterator[str]:
    return (f"<p>{escape(note)}</p>" for note in puzzle.notes)


def _figure(puzzle: MarkedGrid, title: str, *, marked: bool, name: str) -> str:
    return f"<figure>\n{svg(puzzle, title=title, marked=marked, listed=False, name=name)}</figure>"


def _list(puzzle: MarkedGrid, missing: Sequence[str] = ()) -> Iterator[str]:
    if not puzzle.words:
        return
    yield '<h2>Words</h2>\n<ul class="list">'
    for word in puzzle.words:
        absent = word in missing
        note = ' <span class="note">(not found)</span>' if absent else ""
        kind = ' class="missing"' if absent else ""
        yield f"<li><span{kind}>{escape(word)}</span>{note}</li>"
    yield "</ul>"


def _table(puzzle: MarkedGrid) -> Iterator[str]:
    if not puzzle.marks:
        return
    yield "<h2>Where they are</h2>\n<table>"
    yield "<thead><tr><th>Word</th><th>From</th><th>To</th><th>Direction</th></tr></thead>\n<tbody>"
    for mark in puzzle.marks:
        yield _row(puzzle, mark)
    yield "</tbody>\n</table>"


def _row(puzzle: MarkedGrid, mark: Mark) -> str:
    red, green, blue = rgb_of(word_code(mark.number))
    swatch = f'<span class="swatch" style="background:rgb({red},{green},{blue})"></span>'
    reads = f" ({escape(spelled(puzzle.grid, mark.cells))} stands there)" if mark.differs else ""
    cells = [
        f"{swatch}{escape(mark.word)}{reads}",
        place_name(puzzle.grid, mark.cells[0]),
        place_name(puzzle.grid, mark.cells[-1]),
        way_name(mark),
    ]
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
