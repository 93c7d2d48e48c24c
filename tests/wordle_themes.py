"""Colours of Wordle and its clones, as the drawn screens have them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from tests.drawing import Colour


class Look(NamedTuple):
    """A tile in one state: fill, outline, letter."""

    fill: Colour
    outline: Colour
    letter: Colour


@dataclass(frozen=True)
class Theme:
    """Looks by mark: `g`, `y`, `b`, and `.` typed; `empty` without a letter. Shares are of the pitch.

    `depth` is how thick the darker lower edge of a tile is, `aspect` the height of a tile by its width.
    """

    name: str
    ground: Colour
    looks: dict[str, Look]
    empty: Look
    gap: float = 0.08
    radius: float = 0.0
    outline: float = 0.03
    key: Colour = (130, 130, 130)
    depth: float = 0.0
    aspect: float = 1.0


def _colours(text: str) -> list[Colour]:
    return [(b, g, r) for r, g, b in (bytes.fromhex(colour) for colour in text.split())]


def _theme(
    name: str,
    ground: str,
    marks: str,
    typed: str,
    empty: str,
    *,
    ink: str = "ffffff",
    gap: float = 0.08,
    radius: float = 0.0,
    outline: float = 0.03,
) -> Theme:
    """Fills by mark, right to absent; fill, outline, letter of typed tiles; fill, outline of empty ones."""
    (letter,) = _colours(ink)
    looks = {mark: Look(fill, fill, letter) for mark, fill in zip("gyb", _colours(marks), strict=True)}
    looks["."] = Look(*_colours(typed))
    hollow, rim = _colours(empty)
    blank = Look(hollow, rim, rim)
    return Theme(name, _colours(ground)[0], looks, blank, gap=gap, radius=radius, outline=outline)


def _outlined(theme: Theme, marks: str, *, name: str) -> Theme:
    """The same with tiles in the ground's colour for some marks: outline and letter tell the state."""
    looks = theme.looks | {m: Look(theme.ground, theme.looks[m].fill, theme.looks[m].fill) for m in marks}
    return replace(theme, name=name, looks=looks, outline=0.04)


DARK = _theme("dark", "121213", "538d4e b59f3b 3a3a3c", "121213 565758 ffffff", "121213 3a3a3c", gap=0.075)
LIGHT = _theme("light", "ffffff", "6aaa64 c9b458 787c7e", "ffffff 878a8c 000000", "ffffff d3d6da", gap=0.075)
THEMES = (
    DARK,
    LIGHT,
    _theme("dark, high contrast", "121213", "f5793a 85c0f9 3a3a3c", "121213 565758 ffffff", "121213 3a3a3c"),
    _theme("light, high contrast", "ffffff", "f5793a 85c0f9 787c7e", "ffffff 878a8c 000000", "ffffff d3d6da"),
    _theme(
        "plum",
        "6e5c62",
        "3aa394 d3ad69 312a2c",
        "6e5c62 4c4347 fafaff",
        "615458 615458",
        ink="fafaff",
        radius=0.1,
        gap=0.06,
        outline=0.06,
    ),
    _theme(
        "round",
        "f2f4f8",
        "57ac78 e9c601 a2a2a2",
        "f2f4f8 a0a8b8 202838",
        "e4e8f0 e4e8f0",
        radius=0.16,
        gap=0.12,
    ),
    _theme("navy", "101c34", "30b090 e8b040 283858", "182848 5070a0 ffffff", "182848 304870", radius=0.08),
    _theme("quiz", "20386c", "e02838 f0b820 0870b8", "0870b8 ffffff ffffff", "0870b8 0870b8", gap=0.03),
    _theme("pastel", "fff4f0", "98d8a8 f8d880 d0c8c8", "ffffff c0b0b0 403038", "ffffff e0d4d4", ink="403038"),
    _theme("teal and violet", "1c1c20", "20a0a0 9060d0 404448", "1c1c20 707478 ffffff", "1c1c20 38383c"),
    _theme("paper", "f8f0dc", "78a060 d8a040 8c8478", "f8f0dc a09480 3c3428", "f8f0dc d4c8b0", radius=0.05),
)
MORE = (
    replace(THEMES[5], name="round, with a lower edge", depth=0.05),
    replace(THEMES[6], name="navy, with a lower edge", depth=0.04),
    replace(DARK, name="dark, tall", aspect=1.12),
    replace(THEMES[10], name="paper, flat", aspect=0.93),
    _theme("thin gaps", "ffffff", "6aaa64 c9b458 787c7e", "ffffff 878a8c 000000", "ffffff d3d6da", gap=0.03),
    _theme("wide gaps", "18181c", "40a060 c8a030 505058", "18181c 808088 ffffff", "18181c 48484f", gap=0.2),
    _theme("fruit", "ffe8d8", "f06080 ffb040 b0a098", "ffffff e0b8a8 603020", "fff6f0 e8d0c4", ink="ffffff"),
    _theme("ocean", "04283c", "18b8c8 7868e0 304c5c", "083850 3890b0 ffffff", "083850 083850", radius=0.12),
    _theme("ink on bright", "ffffff", "79b851 f3c237 a4aec4", "fbfcff 9aa4bc 2a3040", "fbfcff dde1ec"),
    _theme("night", "000000", "4c8c44 a8963c 2c2c2e", "000000 4c4c50 e8e8e8", "000000 2c2c2e", ink="e8e8e8"),
)
"""Clones that differ in shape, and colours beside those of `THEMES`."""
OUTLINED = (
    _outlined(DARK, "b", name="dark, absent outlined"),
    _outlined(LIGHT, "gyb", name="light, outlined"),
    _outlined(DARK, "gyb", name="dark, outlined"),
)
PALE = (
    _theme(
        "pale blue", "fafafa", "becaff f2c399 d2cacb", "fafafa beb4b4 302830", "fafafa beb4b4", ink="302830"
    ),
    _theme(
        "pale mint", "fafafa", "c6e8e2 ffd1e7 e5dfe2", "fafafa beb4b4 302830", "fafafa beb4b4", ink="302830"
    ),
    _theme(
        "pale gold", "fafafa", "ffe0c3 dfebcf e5e7eb", "fafafa beb4b4 302830", "fafafa beb4b4", ink="302830"
    ),
)
"""Fills that hardly differ in lightness."""
