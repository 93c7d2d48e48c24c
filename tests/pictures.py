"""Word Hunt pictures that we draw ourselves, with their truth; every one follows from its seed.

`python -m tests.pictures` draws the sample screenshot that Tilewise ships, `app/data/sample-board.png`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from tests.drawing import (
    Canvas,
    Colour,
    add_grain,
    camera,
    encoded,
    installed_fonts,
    maze_pattern,
    rounded_box,
    shadow,
    write,
)

SHAPES = {
    "4x4": ("####", "####", "####", "####"),
    "5x5": ("#####", "#####", "#####", "#####", "#####"),
    "donut": (".###.", "#####", "##.##", "#####", ".###."),
    "cross": ("##.##", "#####", ".###.", "#####", "##.##"),
}
"""`#` a tile, `.` a hole."""
LETTERS = "EEEEAAARRIIOOTTTNNNSSLLCCUUDDPPMMHHGBBFYYWKVXZJQ"
SAMPLE = Path(__file__).parents[1] / "app" / "data" / "sample-board.png"
SAMPLE_LETTERS = ("STAR", "ENIL", "GROP", "DUET")


class Theme(NamedTuple):
    table: Colour
    pattern: Colour
    frame: Colour
    tray: Colour
    tile: Colour
    letter: Colour
    swiped: Colour
    line: Colour
    grain: bool = False


class Line(NamedTuple):
    """The look of a swipe."""

    width: float = 0.12
    """As a share of the pitch."""
    opacity: float = 0.85
    """How much it covers what lies under it."""
    colour: Colour | None = None
    """Blue, green, red; None for that of the theme."""
    lit: Colour | None = None
    """Of the tiles under it; None for that of the theme."""
    dots: float = 0.0
    """Radius of the dots in the middles of its cells, in widths of the line; 0 without."""
    arrow: bool = False
    """Whether it ends in the head of an arrow."""


LINE = Line()


def _theme(colours: str, *, grain: bool = False) -> Theme:
    """From eight colours as hexadecimal red, green, blue, in the order of the fields."""
    table, pattern, frame, tray, tile, letter, swiped, line = (
        (b, g, r) for r, g, b in (bytes.fromhex(colour) for colour in colours.split())
    )
    return Theme(table, pattern, frame, tray, tile, letter, swiped, line, grain)


#             table  pattern frame tray   tile   letter swiped line
WOOD = _theme("6c9462 628858 96e88c 4a6446 f0cd8f 0a0a0a 96f08c fafafa", grain=True)
THEMES = (
    WOOD,
    _theme("1e283c 242e42 3c5a78 161c28 d2d2d2 282828 fadc78 fafafa"),  # pale tiles on a navy table
    _theme("f5f0f0 eee8e8 d2c8c8 ded7d7 283c5a ffffff 3ca03c 141428"),  # navy tiles on a pale table
    _theme("285a96 2e629e 78bee6 1a3e6e f08214 ffffff fadc3c 3c1e0a"),  # orange on blue
    _theme("1e1e1e 242424 464646 161616 423e3e ebebeb 64a046 0a0a0a"),  # dark mode
)


@dataclass(frozen=True)
class Drawn:
    """A picture with its truth; `rows` has `.` for a hole; `centres` (cells, 2) in pixels, NaN for a hole."""

    canvas: Canvas
    rows: tuple[str, ...]
    centres: npt.NDArray[np.float64]
    font: str = field(default="sans")

    def to_bytes(self, extension: str = ".png", quality: int = 90) -> bytes:
        return encoded(self.canvas, extension, quality)

    def photographed(self, rng: np.random.Generator, **how: float) -> Drawn:
        """The same board as a camera sees it: see `tests.drawing.camera`."""
        photo, matrix = camera(self.canvas, rng, cast=True, **how)
        moved = np.asarray(cv2.perspectiveTransform(self.centres[None], matrix)[0], np.float64)
        moved[np.isnan(self.centres)] = np.nan
        return replace(self, canvas=photo, centres=moved)


def random_letters(rng: np.random.Generator, shape: str) -> tuple[str, ...]:
    pick = iter(rng.choice(list(LETTERS), 25).tolist())
    return tuple("".join(next(pick) if cell == "#" else "." for cell in row) for row in SHAPES[shape])


def board_picture(
    seed: int,
    *,
    shape: str = "4x4",
    theme: Theme | None = None,
    pitch: int | None = None,
    phone: bool = True,
    swipe: int = 0,
    line: Line = LINE,
) -> Drawn:
    """A board with random letters; what is not given is drawn by lot.

    Args:
        pitch: distance of tiles in pixels.
        phone: a whole phone screen around the board, with status bar, score card and timer.
        swipe: how many tiles are lit up and crossed by the line of a swipe.
        line: the look of that line.
    """
    rng = np.random.default_rng(seed)
    chosen = theme or THEMES[int(rng.integers(len(THEMES)))]
    step = pitch or int(rng.integers(48, 240))
    font = str(rng.choice(installed_fonts()))
    rows = random_letters(rng, shape)
    return draw_board(rows, chosen, step, rng, font=font, phone=phone, swipe=swipe, line=line)


def draw_board(
    rows: tuple[str, ...],
    theme: Theme,
    pitch: int,
    rng: np.random.Generator,
    *,
    font: str = "sans",
    phone: bool = True,
    swipe: int = 0,
    line: Line = LINE,
    screen: tuple[int, int] | None = None,
) -> Drawn:
    """Draw given letters; `screen` is the phone screen's size in pixels, else one that fits."""
    count_rows, count_cols = len(rows), len(rows[0])
    side, gap = round(pitch * 0.86), pitch - round(pitch * 0.86)
    width, height = count_cols * pitch + 5 * gap, count_rows * pitch + 5 * gap
    fitting = (round(width * 1.22), round(width * 2.64)) if phone else (width + 4 * gap, height + 4 * gap)
    size = screen or fitting
    canvas = np.full((size[1], size[0], 3), theme.table, np.uint8)
    maze_pattern(canvas, max(pitch // 5, 6), theme.pattern)
    left, top = (size[0] - width) // 2, round(size[1] * 0.43) if phone else 2 * gap
    if phone:
        _screen_furniture(canvas, rng)
    rounded_box(canvas, left, top, width, height, gap * 2, theme.frame)
    rounded_box(canvas, left + gap, top + gap, width - 2 * gap, height - 2 * gap, gap * 1.4, theme.tray)
    places = _places(rows, left + 3 * gap, top + 3 * gap, pitch)
    path = _swipe_path(rng, rows, swipe)
    theme = theme._replace(swiped=line.lit or theme.swiped, line=line.colour or theme.line)
    for (row, col), (x, y) in places.items():
        letter, lit = rows[row][col], (row, col) in path
        grow = round(side * 0.05) if lit else 0
        _tile(canvas, x - grow, y - grow, side + 2 * grow, theme, lit=lit)
        ink = _mixed(theme.letter, theme.swiped, 0.3) if lit else theme.letter
        write(canvas, letter, (x + side / 2, y + side / 2), round(side * 0.52), ink, font=font)
    middles = {cell: (x + side / 2, y + side / 2) for cell, (x, y) in places.items()}
    _swipe_line(canvas, np.array([middles[cell] for cell in path]), theme.line, line, pitch)
    cells = [(row, col) for row in range(count_rows) for col in range(count_cols)]
    centres = np.array([middles.get(cell, (np.nan, np.nan)) for cell in cells], np.float64)
    return Drawn(canvas, rows, centres, font)


def _places(rows: tuple[str, ...], left: int, top: int, pitch: int) -> dict[tuple[int, int], tuple[int, int]]:
    """The top left corner of each tile by its cell."""
    return {
        (row, col): (left + col * pitch, top + row * pitch)
        for row, line in enumerate(rows)
        for col, letter in enumerate(line)
        if letter != "."
    }


def _tile(canvas: Canvas, x: int, y: int, side: int, theme: Theme, *, lit: bool) -> None:
    radius = side * 0.1
    shadow(canvas, x, y, side, side, radius)
    rounded_box(canvas, x, y, side, side, radius, _mixed(theme.tile, (0, 0, 0), 0.35))
    rounded_box(canvas, x, y, side, side * 0.96, radius, theme.swiped if lit else theme.tile)
    if theme.grain and not lit:
        inset = round(radius * 0.4)
        add_grain(canvas, x + inset, y + inset, side - 2 * inset - round(side * 0.04), 7)


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    b, g, r = (round(a * (1 - share) + c * share) for a, c in zip(one, other, strict=True))
    return b, g, r


def _swipe_path(rng: np.random.Generator, rows: tuple[str, ...], length: int) -> list[tuple[int, int]]:
    """A path over neighbouring tiles, at most `length` long."""
    tiles = [(row, col) for row, line in enumerate(rows) for col, letter in enumerate(line) if letter != "."]
    path: list[tuple[int, int]] = []
    while len(path) < length:
        near = [
            t
            for t in tiles
            if t not in path and (not path or max(abs(t[0] - path[-1][0]), abs(t[1] - path[-1][1])) == 1)
        ]
        if not near:
            break
        path.append(near[int(rng.integers(len(near)))])
    return path


def _swipe_line(
    canvas: Canvas, points: npt.NDArray[np.float64], colour: Colour, line: Line, pitch: int
) -> None:
    if len(points) < 2:
        return
    drawn, thickness = canvas.copy(), max(round(pitch * line.width), 1)
    cv2.polylines(drawn, [points.astype(np.int32)], False, colour, thickness, cv2.LINE_AA)
    if line.dots:
        for x, y in points.astype(int).tolist():
            cv2.circle(drawn, (x, y), round(thickness * line.dots), colour, -1, cv2.LINE_AA)
    if line.arrow:
        cv2.fillPoly(drawn, [_arrow_head(points[-2], points[-1], thickness)], colour, cv2.LINE_AA)
    cv2.addWeighted(drawn, line.opacity, canvas, 1 - line.opacity, 0, canvas)


def _arrow_head(
    start: npt.NDArray[np.float64], end: npt.NDArray[np.float64], width: int
) -> npt.NDArray[np.int32]:
    """(3, 2): a triangle three times as wide as the line, its tip at the line's end."""
    along = (end - start) / np.linalg.norm(end - start) * width
    across = along[::-1] * [-1, 1]
    tip = end + along
    return np.round([tip, tip - 2.5 * along + 1.5 * across, tip - 2.5 * along - 1.5 * across]).astype(
        np.int32
    )


def _screen_furniture(canvas: Canvas, rng: np.random.Generator) -> None:
    """Status bar, score card with avatar, timer, home bar."""
    height, width = canvas.shape[:2]
    unit = width / 100
    minutes, seconds = int(rng.integers(0, 2)), int(rng.integers(0, 60))
    words = int(rng.integers(0, 40))
    score = f"{words * 100:04d}"
    write(canvas, "9:41", (15 * unit, 5.5 * unit), round(3.4 * unit), (255, 255, 255))
    rounded_box(canvas, 80 * unit, 3.7 * unit, 8 * unit, 3.6 * unit, unit, (255, 255, 255))
    rounded_box(canvas, 9 * unit, 26 * unit, 82 * unit, 22 * unit, 0, (255, 255, 255))
    rounded_box(canvas, 12 * unit, 28 * unit, 17 * unit, 17 * unit, 2 * unit, (190, 150, 120))
    cv2.circle(
        canvas, (round(20.5 * unit), round(34 * unit)), round(3.4 * unit), (120, 180, 225), -1, cv2.LINE_AA
    )
    rounded_box(canvas, 14.5 * unit, 39 * unit, 12 * unit, 6 * unit, 3 * unit, (90, 70, 60))
    write(canvas, f"WORDS: {words}", (45 * unit, 32.5 * unit), round(3.4 * unit), (0, 0, 0), weight=700)
    write(canvas, f"SCORE: {score}", (58.5 * unit, 40.5 * unit), round(4.8 * unit), (0, 0, 0), weight=700)
    rounded_box(canvas, 70 * unit, 48 * unit, 18 * unit, 6 * unit, unit, (60, 90, 64))
    clock = f"{minutes:02d}:{seconds:02d}"
    write(canvas, clock, (79 * unit, 51 * unit), round(2.8 * unit), (255, 255, 255), weight=700)
    rounded_box(canvas, 32 * unit, height - 3 * unit, 36 * unit, 1.2 * unit, unit, (255, 255, 255))


def sample_board() -> Drawn:
    """The screenshot that Tilewise ships."""
    return draw_board(SAMPLE_LETTERS, WOOD, 205, np.random.default_rng(1), screen=(1170, 2532))


if __name__ == "__main__":
    done, data = cv2.imencode(".png", sample_board().canvas, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    SAMPLE.write_bytes(data.tobytes())
