"""Photos of dice in a tray, and lower-case boards of web pages, drawn with their truth; seeded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from tests.drawing import Canvas, Colour, add_grain, installed_fonts, paint, rounded_box, text_width, write
from tests.pictures import Drawn, random_letters

FACE = 0.8
"""Side of a die, as a share of the distance of two dice."""
CAP = 0.5
"""Height of a capital, as a share of a die's side."""
HEIGHT = 0.09
"""How far the tops of the outermost dice lean outward, in distances of dice per cell from the middle."""

Point = npt.NDArray[np.float64]
"""x and y in pixels."""


class Make(NamedTuple):
    """A maker's dice and tray, and which letters are underlined."""

    die: Colour
    letter: Colour
    tray: Colour
    table: Colour
    underlined: str = "MWZ"
    grain: bool = False


MAKES = (
    Make((222, 232, 235), (120, 105, 20), (160, 90, 20), (205, 210, 210)),  # cream and teal on blue
    Make((245, 245, 245), (140, 40, 20), (60, 60, 60), (60, 90, 120)),  # white and blue on black
    Make((150, 190, 225), (20, 20, 20), (40, 70, 110), (90, 140, 90), "MWNZ", grain=True),  # wood
    Make((40, 40, 160), (240, 240, 240), (30, 30, 30), (180, 190, 200), "MWZ"),  # white on red
    Make((235, 240, 240), (30, 30, 30), (70, 160, 90), (120, 120, 130), "MWNZUE"),  # black on green tray
)


@dataclass(frozen=True)
class Throw:
    """How the dice lie: quarter turns each, degrees of tilt about those, what is missing or worn."""

    turned: bool = True
    tilt: float = 4.0
    holes: int = 0
    worn: int = 0


THROW = Throw()


def dice_picture(seed: int, *, side: int = 4, throw: Throw = THROW, make: Make | None = None) -> Drawn:
    """A tray of side x side dice from above; make, letters and font by lot."""
    rng = np.random.default_rng(seed)
    chosen = make or MAKES[int(rng.integers(len(MAKES)))]
    letters = random_letters(rng, f"{side}x{side}")
    cells = [["Qu" if letter == "Q" else letter for letter in row] for row in letters]
    for cell in rng.choice(side * side, throw.holes, replace=False).tolist():
        cells[cell // side][cell % side] = ""
    pitch = int(rng.integers(70, 180))
    canvas, origin = _tray(chosen, side, pitch)
    worn = set(rng.choice(side * side, throw.worn, replace=False).tolist())
    centres = _throw_dice(canvas, origin, cells, pitch, chosen, throw, rng, worn)
    rows = tuple("".join("[Qu]" if text == "Qu" else text or "." for text in row) for row in cells)
    return Drawn(_in_light(canvas, rng), rows, centres)


def photographed(drawn: Drawn, rng: np.random.Generator) -> Drawn:
    """As a phone sees it from above, never quite straight."""
    return replace(
        drawn.photographed(rng, tilt=0.02, degrees=rng.uniform(-6, 6), blur=rng.uniform(0.4, 1.2), noise=3),
        rows=drawn.rows,
    )


def _tray(make: Make, side: int, pitch: int) -> tuple[Canvas, int]:
    """The empty tray on its table, and where the first die's place begins in x and y."""
    margin = round(pitch * 0.9)
    span = side * pitch
    canvas = np.full((span + 2 * margin, span + 2 * margin, 3), make.table, np.uint8)
    edge = round(0.15 * pitch)
    rounded_box(canvas, margin - edge, margin - edge, span + 2 * edge, span + 2 * edge, edge, make.tray)
    darker = _shaded(make.tray, 0.55)
    for row, col in np.ndindex(side, side):
        x, y = margin + col * pitch, margin + row * pitch
        rounded_box(canvas, x + 0.04 * pitch, y + 0.04 * pitch, 0.92 * pitch, 0.92 * pitch, edge / 2, darker)
    return canvas, margin


def _throw_dice(
    canvas: Canvas,
    origin: int,
    cells: list[list[str]],
    pitch: int,
    make: Make,
    throw: Throw,
    rng: np.random.Generator,
    worn: set[int],
) -> Point:
    side = len(cells)
    font = str(rng.choice(installed_fonts()))
    centres = np.full((side * side, 2), np.nan)
    for row, col in np.ndindex(side, side):
        text = cells[row][col]
        if not text:
            continue
        foot = origin + (np.array([col, row]) + 0.5 + rng.normal(0, 0.02, 2)) * pitch
        lean = (np.array([col, row]) - (side - 1) / 2) * HEIGHT * pitch
        turn = 90 * int(rng.integers(4)) if throw.turned else 0
        die = _die(text, round(pitch * FACE), make, font, rng, worn=row * side + col in worn)
        degrees = rng.normal(0, throw.tilt)
        _lay(canvas, die, foot, lean, turn + degrees, make)
        centres[row * side + col] = foot + lean
    return centres


def _die(text: str, side: int, make: Make, font: str, rng: np.random.Generator, *, worn: bool) -> Canvas:
    """The upper face, upright; its corners are rounded when it is laid down."""
    face = np.full((side, side, 3), _shaded(make.die, 0.86), np.uint8)
    cv2.circle(face, (side // 2, side // 2), round(side * 0.48), make.die, -1, cv2.LINE_AA)
    if make.grain:
        add_grain(face, 0, 0, side, int(rng.integers(100)))
    clean = face.copy()
    cap = round(side * (CAP if len(text) == 1 else 0.75 * CAP))
    write(face, text, (side / 2, side / 2), cap, make.letter, font=font, weight=700)
    if text in make.underlined:
        half = round(rng.uniform(0.42, 0.55) * text_width(text, cap, font=font, weight=700))
        y, thick = round(side / 2 + 0.68 * cap), max(round(0.08 * cap), 2)
        cv2.rectangle(face, (side // 2 - half, y), (side // 2 + half, y + thick), make.letter, -1)
    return _scratched(face, clean, rng) if worn else face


def _scratched(face: Canvas, clean: Canvas, rng: np.random.Generator) -> Canvas:
    """A fifth of the ink gone, in specks, and the rest faded."""
    specks = cv2.GaussianBlur(rng.normal(0, 1, face.shape[:2]), (0, 0), max(len(face) / 60, 0.7))
    gone = specks > np.quantile(specks, 0.8)
    faded = np.where(gone[:, :, None], clean, face)
    return np.asarray(np.round(0.3 * clean + 0.7 * faded), np.uint8)


def _lay(canvas: Canvas, face: Canvas, foot: Point, lean: Point, degrees: float, make: Make) -> None:
    """Put a die down: its sides from the foot up, then its face."""
    side = len(face)
    size = round(side * 1.5)
    box = np.zeros((size, size, 3), np.uint8)
    rounded_box(box, (size - side) / 2, (size - side) / 2, side, side, side * 0.22, (255, 255, 255))
    turn = cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), degrees, 1.0)
    mask = np.asarray(cv2.warpAffine(box[:, :, 0], turn, (size, size)), np.uint8)
    _paint_at(canvas, mask, foot + 0.03 * side, (0, 0, 0), 0.45)
    for step in np.linspace(0, 0.9, 6).tolist():
        _paint_at(canvas, mask, foot + step * lean, _shaded(make.die, 0.55 + 0.25 * step))
    turn[:, 2] += turn[:, :2] @ np.full(2, (size - side) / 2)
    seen = cv2.warpAffine(face, turn, (size, size), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    _blend(canvas, np.asarray(seen, np.uint8), mask, foot + lean)


def _paint_at(canvas: Canvas, mask: Canvas, middle: Point, colour: Colour, opacity: float = 1.0) -> None:
    x, y = np.round(middle - len(mask) / 2).astype(int).tolist()
    paint(canvas, mask, x, y, colour, opacity)


def _blend(canvas: Canvas, seen: Canvas, mask: Canvas, middle: Point) -> None:
    x, y = np.round(middle - len(mask) / 2).astype(int).tolist()
    area = canvas[y : y + len(mask), x : x + len(mask)]
    share = mask[:, :, None].astype(np.float32) / 255
    area[:] = np.round(area * (1 - share) + seen * share)


def _shaded(colour: Colour, share: float) -> Colour:
    b, g, r = (round(channel * share) for channel in colour)
    return b, g, r


def _in_light(canvas: Canvas, rng: np.random.Generator) -> Canvas:
    """Light from one side, and the edge of a shadow across."""
    height, width = canvas.shape[:2]
    ys, xs = np.mgrid[:height, :width].astype(np.float32) / max(height, width)
    angle = rng.uniform(0, 2 * np.pi)
    along = (xs - 0.5) * np.cos(angle) + (ys - 0.5) * np.sin(angle)
    light = 1 + rng.uniform(0, 0.25) * along
    light *= 1 - rng.uniform(0, 0.3) / (1 + np.exp(-(along - rng.uniform(-0.3, 0.3)) * 40))
    return np.asarray(np.clip(canvas * light[:, :, None], 0, 255), np.uint8)


def web_board(seed: int, *, side: int = 5) -> Drawn:
    """Lower-case letters in boxes on a page, as games in a browser show them."""
    rng = np.random.default_rng(seed)
    letters = tuple(row.lower() for row in random_letters(rng, f"{side}x{side}"))
    pitch, font = int(rng.integers(40, 110)), str(rng.choice(installed_fonts()))
    ground, box, ink = ((255, 255, 255), (230, 235, 240), (40, 30, 30))
    if rng.random() < 0.3:
        ground, box, ink = (40, 35, 30), (70, 62, 55), (235, 235, 235)
    margin = pitch
    canvas = np.full((side * pitch + 3 * margin, side * pitch + 2 * margin, 3), ground, np.uint8)
    write(canvas, "Find as many words as you can", (len(canvas[0]) / 2, margin / 2), pitch // 6, ink)
    middles = (np.array([(col, row) for row, col in np.ndindex(side, side)]) + 0.5) * pitch + margin
    for letter, (x, y) in zip("".join(letters), middles.tolist(), strict=True):
        half = 0.46 * pitch
        rounded_box(canvas, x - half, y - half, 2 * half, 2 * half, 0.08 * pitch, box)
        write(canvas, letter, (x, y), round(0.4 * pitch), ink, font=font)
    return Drawn(canvas, tuple(row.upper() for row in letters), middles)
