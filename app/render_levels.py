"""A level as SVG: its crossword, empty or filled, and the wheel below it; and a pack's difficulty as a curve.

The drawings name and describe themselves to screen readers, follow the light or dark scheme of whoever looks
at them, and are black on white on paper. Pure: what a pack's JSON says comes in, text goes out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import cos, pi, sin
from typing import Any, Final

from worker.levels_results import cells_of, tiers_named_first

Json = Mapping[str, Any]

CELL: Final = 40
"""Units along the side of a cell; all other sizes follow from it."""
MARGIN: Final = CELL // 2
_GAP: Final = 3
"""Units between two boxes."""
_RING: Final = 66
"""Units from the wheel's middle to its letters."""
_DISC: Final = 92
_CURVE: Final = (640, 320)
"""Units across and down a curve."""
_SIDE: Final = 48
"""Units beside a curve, for its figures."""
_NAME: Final = 60
"""Units from where a curve begins or ends to the middle of a tier's name."""

_STYLE: Final = """
.level{--paper:#fff;--ink:#1b1b1b;--box:#eef1f6;--line:#9aa4b5;--disc:#e3e8f1;--mark:#2b62c9}
@media (prefers-color-scheme:dark){.level{--paper:#16181d;--ink:#ececec;--box:#262b36;--line:#5d6778;
--disc:#262b36;--mark:#7fa8ff}}
@media print{.level{--paper:#fff;--ink:#000;--box:#fff;--line:#333;--disc:#fff;--mark:#000}}
.level{background:var(--paper);font-family:system-ui,"Segoe UI",Helvetica,Arial,sans-serif}
.level text{fill:var(--ink);text-anchor:middle;dominant-baseline:central}
.level .grid rect{fill:var(--box);stroke:var(--line);stroke-width:1.5}
.level .grid text{font-size:22px;font-weight:600}
.level .wheel circle{fill:var(--disc)}
.level .wheel text{font-size:28px;font-weight:700}
.level .axis text{font-size:13px}
.level .axis line{stroke:var(--line);stroke-width:1;stroke-dasharray:3 4}
.level .curve{fill:none;stroke:var(--mark);stroke-width:2.5;stroke-linejoin:round}
""".strip()


def level_svg(level: Json, *, filled: bool = False, title: str = "") -> str:
    """A level, or a layout that has no wheel.

    Args:
        filled: whether the letters stand in the crossword.
    """
    cells, letters = cells_of(level), level.get("letters", "")
    across, down = level["cols"] * CELL, level["rows"] * CELL
    width = max(across, 2 * _DISC if letters else 0) + 2 * MARGIN
    height = down + 2 * MARGIN + (2 * _DISC + MARGIN if letters else 0)
    left = (width - across) / 2
    name = title or (f"Level {level['number']}" if "number" in level else "Crossword")
    return _document(
        width,
        height,
        name,
        level_description(level, filled=filled),
        [
            '<g class="grid">',
            *_boxes(cells, left, filled=filled),
            "</g>",
            *(_wheel(letters, width / 2, down + 2 * MARGIN + _DISC) if letters else ()),
        ],
    )


def level_text(level: Json, *, filled: bool = False) -> str:
    """The crossword as text, a line a row: letters or `#`, and `.` where there is no box."""
    cells = cells_of(level)
    return "".join(
        "".join(
            (cells[row, col].upper() if filled else "#") if (row, col) in cells else "."
            for col in range(level["cols"])
        )
        + "\n"
        for row in range(level["rows"])
    )


def level_description(level: Json, *, filled: bool) -> str:
    """What the drawing shows, for those who do not see it."""
    sentences = [
        f"A crossword of {len(level['words'])} words, {level['rows']} rows, {level['cols']} columns."
    ]
    if level.get("letters"):
        sentences.append(f"The wheel has the letters {', '.join(level['letters'].upper())}.")
    for each in level["words"]:
        what = each.get("display", each["word"]) if filled else f"A word of {len(each['word'])} letters"
        way = "across" if each["across"] else "down"
        sentences.append(f"{what} {way} from row {each['row'] + 1}, column {each['col'] + 1}.")
    return " ".join(sentences)


def _boxes(cells: Mapping[tuple[int, int], str], left: float, *, filled: bool) -> Iterator[str]:
    side = CELL - _GAP
    for (row, col), letter in sorted(cells.items()):
        x, y = left + col * CELL + _GAP / 2, MARGIN + row * CELL + _GAP / 2
        yield f'<rect x="{x:g}" y="{y:g}" width="{side}" height="{side}" rx="6"/>'
        if filled:
            yield f'<text x="{x + side / 2:g}" y="{y + side / 2:g}">{escape(letter.upper())}</text>'


def _wheel(letters: str, x: float, y: float) -> Iterator[str]:
    yield f'<g class="wheel"><circle cx="{x:g}" cy="{y:g}" r="{_DISC}"/>'
    for place, letter in enumerate(letters):
        turn = 2 * pi * place / len(letters)
        at = x + _RING * sin(turn), y - _RING * cos(turn)
        yield f'<text x="{at[0]:.1f}" y="{at[1]:.1f}">{escape(letter.upper())}</text>'
    yield "</g>"


def curve_svg(pack: Json) -> str:
    """The difficulty of a pack by level, with where its tiers begin."""
    points: Sequence[tuple[int, float]] = pack["curve"]
    across, down = _CURVE
    last = max(points[-1][0], 2)
    places = [
        (_SIDE + (number - 1) / (last - 1) * across, MARGIN + (1 - difficulty / 100) * down)
        for number, difficulty in points
    ]
    said = f"From {points[0][1]:g} at level 1 to {points[-1][1]:g} at level {last:,}, of 100."
    return _document(
        across + _SIDE + MARGIN,
        down + MARGIN + _SIDE,
        "Difficulty by level",
        said,
        [
            '<g class="axis">',
            *_tier_lines(pack),
            *_level_marks(last),
            "</g>",
            f'<polyline class="curve" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}"/>',
        ],
    )


def _tier_lines(pack: Json) -> Iterator[str]:
    across, down = _CURVE
    for tier, is_first in tiers_named_first(pack):
        y = MARGIN + (1 - tier["difficulty"] / 100) * down
        yield f'<line x1="{_SIDE}" y1="{y:.1f}" x2="{_SIDE + across}" y2="{y:.1f}"/>'
        yield f'<text x="{_SIDE / 2}" y="{y:.1f}">{tier["difficulty"]:g}</text>'
        label = f"{tier['name']}: {tier['levels']:,}"
        x = _SIDE + (_NAME if is_first else across - _NAME)
        yield f'<text x="{x}" y="{y - 10:.1f}">{escape(label)}</text>'


def _level_marks(last: int) -> Iterator[str]:
    across, down = _CURVE
    for quarter in range(5):
        number = 1 + round((last - 1) * quarter / 4)
        x = _SIDE + across * quarter / 4
        yield f'<text x="{x:g}" y="{MARGIN + down + 20}">{number:,}</text>'
    yield f'<text x="{_SIDE + across / 2:g}" y="{MARGIN + down + 38}">level</text>'
    yield f'<text x="{_SIDE}" y="{MARGIN / 2:g}">difficulty</text>'


def _document(width: float, height: float, title: str, description: str, parts: Sequence[str]) -> str:
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="level" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}" role="img" aria-labelledby="l-title l-desc">',
        f'<title id="l-title">{escape(title)}</title>',
        f'<desc id="l-desc">{escape(description)}</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect width="{width:g}" height="{height:g}" style="fill:var(--paper)"/>',
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"
