"""Levels and curves as SVG: boxes, letters only where they are wanted, words for screen readers."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from typing import Any

import pytest

from app.render_levels import curve_svg, level_svg, level_text
from worker.solvers.levels_difficulty import TIERS

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
    assert {"<expert>: 1", "level", "difficulty"} <= set(texts(root, "axis"))
    assert ElementTree.fromstring(curve_svg({"curve": [[1, 10.0]], "tiers": tiers})) is not None


@pytest.mark.parametrize(
    "difficulties",
    [[7, 20, 30, 42, 55, 60, 66, 71, 75, 87], [72, 74, 75, 76, 77, 78, 80, 81, 83, 85], [7, 7, 8, 8, 9]],
)
def test_no_name_of_a_tier_lies_on_the_curve(difficulties: list[float]) -> None:
    curve = [[number, float(each)] for number, each in enumerate(difficulties, start=1)]
    tiers = [
        {"name": name, "difficulty": least, "levels": 100}
        for name, least in TIERS.items()
        if least <= curve[-1][1]
    ]
    root = ElementTree.fromstring(curve_svg({"curve": curve, "tiers": tiers}))
    line = root.find(f"{SVG}polyline")
    assert line is not None
    points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
    drawn = [
        (left[0] + (right[0] - left[0]) * part / 50, left[1] + (right[1] - left[1]) * part / 50)
        for left, right in pairwise(points)
        for part in range(51)
    ]
    names = [text for text in root.iter(f"{SVG}text") if ": 100" in (text.text or "")]
    assert len(names) == len(tiers)
    for name in names:
        x, y = float(name.attrib["x"]), float(name.attrib["y"])
        assert not [point for point in drawn if abs(point[0] - x) < 50 and abs(point[1] - y) < 7]
