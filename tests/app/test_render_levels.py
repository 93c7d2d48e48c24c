"""Levels and curves as SVG: boxes, letters only where they are wanted, words for screen readers."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

from app.render_levels import curve_svg, level_svg, level_text

SVG = "{http://www.w3.org/2000/svg}"
LEVEL: dict[str, Any] = {
    "number": 7,
    "letters": "tñac",
    "rows": 3,
    "cols": 3,
    "words": [
        {"word": "cañ", "display": "cáñ", "row": 0, "col": 0, "across": True},
        {"word": "cat", "display": "cat", "row": 0, "col": 0, "across": False},
    ],
}
"""
c a ñ
a . .
t . .
"""


def drawn(**options: Any) -> ElementTree.Element:
    return ElementTree.fromstring(level_svg(LEVEL, **options))


def texts(root: ElementTree.Element, group: str) -> list[str]:
    return [text.text or "" for text in root.findall(f"./{SVG}g[@class='{group}']/{SVG}text")]


def test_filled_and_empty() -> None:
    empty, filled = drawn(), drawn(filled=True)
    for root in (empty, filled):
        assert len(root.findall(f"./{SVG}g[@class='grid']/{SVG}rect")) == 5
        assert texts(root, "wheel") == ["T", "Ñ", "A", "C"]
    assert texts(empty, "grid") == [] and texts(filled, "grid") == ["C", "A", "Ñ", "A", "T"]


def test_an_empty_drawing_gives_nothing_away() -> None:
    empty = level_svg(LEVEL)
    assert "cáñ" not in empty and "cat" not in empty
    assert "A word of 3 letters across from row 1, column 1." in empty
    assert "cáñ across from row 1, column 1." in level_svg(LEVEL, filled=True)


def test_a_layout_has_no_wheel() -> None:
    layout = {name: value for name, value in LEVEL.items() if name not in ("letters", "number")}
    root = ElementTree.fromstring(level_svg(layout))
    assert texts(root, "wheel") == [] and root.find(f"{SVG}title").text == "Crossword"  # type: ignore[union-attr]


def test_text() -> None:
    assert level_text(LEVEL) == "###\n#..\n#..\n"
    assert level_text(LEVEL, filled=True) == "CAÑ\nA..\nT..\n"


def test_a_curve() -> None:
    tiers = [
        {"name": "beginner", "difficulty": 0.0, "levels": 2},
        {"name": "<expert>", "difficulty": 70.0, "levels": 1},
    ]
    root = ElementTree.fromstring(curve_svg({"curve": [[1, 10.0], [50, 40.0], [99, 80.0]], "tiers": tiers}))
    line = root.find(f"{SVG}polyline")
    assert line is not None
    points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert [y for _, y in points] == sorted((y for _, y in points), reverse=True)
    assert "<expert>: 1" in texts(root, "axis")
    assert ElementTree.fromstring(curve_svg({"curve": [[1, 10.0]], "tiers": tiers})) is not None
