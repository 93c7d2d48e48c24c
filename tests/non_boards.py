"""Pictures without a board, drawn from a seed: rows and columns of what is no letter, text, plain scenes."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from tests.drawing import Canvas, Colour, maze_pattern, rounded_box, shadow, write

Rng = np.random.Generator


def _screen(rng: Rng) -> tuple[Canvas, bool]:
    """An empty phone screen, and whether it is a dark one."""
    dark = bool(rng.integers(2))
    level = rng.integers(8, 40, 3) if dark else rng.integers(225, 255, 3)
    return np.full((1400, 650, 3), level, np.uint8), dark


def _colour(rng: Rng) -> Colour:
    b, g, r = rng.integers(20, 235, 3).tolist()
    return b, g, r


def _ink(dark: bool) -> Colour:
    return (235, 235, 235) if dark else (25, 25, 25)


def empty_tray(rng: Rng) -> Canvas:
    """Tiles without letters."""
    canvas, _ = _screen(rng)
    maze_pattern(canvas, int(rng.integers(20, 60)), _colour(rng))
    tile, pitch, side = _colour(rng), 130, 110
    for row in range(4):
        for col in range(4):
            shadow(canvas, 70 + col * pitch, 500 + row * pitch, side, side, 12)
            rounded_box(canvas, 70 + col * pitch, 500 + row * pitch, side, side, 12, tile)
    return canvas


def result_card(rng: Rng) -> Canvas:
    """A board of one repeated sign, as a chat shows a finished game."""
    canvas, _ = _screen(rng)
    sign, tile = str(rng.choice(list("?!#*+X"))), _colour(rng)
    rounded_box(canvas, 60, 380, 540, 560, 30, _colour(rng))
    for row in range(4):
        for col in range(4):
            x, y = 85 + col * 126, 405 + row * 126
            rounded_box(canvas, x, y, 112, 112, 12, tile)
            write(canvas, sign, (x + 56, y + 56), 56, (10, 10, 10))
    write(canvas, "YOU WON!", (325, 1010), 30, _ink(True))
    return canvas


def home_screen(rng: Rng) -> Canvas:
    """App icons with a shape each and a name below."""
    canvas, dark = _screen(rng)
    for row in range(6):
        for col in range(4):
            x, y = 50 + col * 150, 120 + row * 190
            rounded_box(canvas, x, y, 110, 110, 26, _colour(rng))
            _shape(canvas, rng, x + 55, y + 55)
            name = "".join(rng.choice(list("abcdefghimnoprstuwy"), int(rng.integers(3, 9))))
            write(canvas, name.capitalize(), (x + 55, y + 138), 14, _ink(dark), weight=500)
    return canvas


def _shape(canvas: Canvas, rng: Rng, x: int, y: int) -> None:
    kind, colour = int(rng.integers(3)), _colour(rng)
    if kind == 0:
        cv2.circle(canvas, (x, y), int(rng.integers(15, 40)), colour, int(rng.choice([-1, 6])), cv2.LINE_AA)
    elif kind == 1:
        points = np.array([x, y]) + rng.integers(-38, 38, (int(rng.integers(3, 6)), 2))
        cv2.fillPoly(canvas, [points.astype(np.int32)], colour, cv2.LINE_AA)
    else:
        rounded_box(canvas, x - 30, y - 20, 60, 40, 8, colour)


def keyboard(rng: Rng) -> Canvas:
    canvas, dark = _screen(rng)
    key = (90, 90, 95) if dark else (252, 252, 252)
    for row, letters in enumerate(("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")):
        left = (650 - len(letters) * 63) // 2
        for col, letter in enumerate(letters):
            rounded_box(canvas, left + col * 63, 1000 + row * 92, 54, 78, 10, key)
            write(canvas, letter, (left + col * 63 + 27, 1000 + row * 92 + 39), 24, _ink(dark), weight=400)
    return canvas


def _numbers(rng: Rng, texts: list[str], cols: int, pitch: tuple[int, int], *, boxed: bool) -> Canvas:
    canvas, dark = _screen(rng)
    for index, text in enumerate(texts):
        x, y = 90 + index % cols * pitch[0], 400 + index // cols * pitch[1]
        if boxed:
            rounded_box(canvas, x - 32, y - 32, 64, 64, 8, (120, 120, 120))
        write(canvas, text, (x, y), 26, _ink(dark or boxed), weight=500)
    return canvas


def calendar(rng: Rng) -> Canvas:
    return _numbers(rng, [str(day) for day in range(1, 32)], 7, (78, 90), boxed=False)


def sudoku(rng: Rng) -> Canvas:
    texts = [str(n) if n <= 9 else "" for n in rng.integers(1, 16, 81).tolist()]
    canvas = _numbers(rng, ["" for _ in texts], 9, (56, 56), boxed=False)
    ink = (90, 90, 90)
    for line in range(10):
        cv2.line(canvas, (60 + line * 56, 372), (60 + line * 56, 372 + 504), ink, 3 if line % 3 == 0 else 1)
        cv2.line(canvas, (60, 372 + line * 56), (60 + 504, 372 + line * 56), ink, 3 if line % 3 == 0 else 1)
    for index, text in enumerate(texts):
        if text:
            write(canvas, text, (88 + index % 9 * 56, 400 + index // 9 * 56), 26, ink, weight=500)
    return canvas


def number_tiles(rng: Rng) -> Canvas:
    """Sliding or merging number tiles."""
    texts = [str(2 ** int(n)) for n in rng.integers(1, 7, 16)]
    return _numbers(rng, texts, 4, (120, 120), boxed=True)


def keypad(rng: Rng) -> Canvas:
    canvas, dark = _screen(rng)
    for index, text in enumerate("123456789*0#"):
        x, y = 150 + index % 3 * 175, 450 + index // 3 * 170
        cv2.circle(canvas, (x, y), 68, (70, 70, 70) if dark else (225, 225, 225), -1, cv2.LINE_AA)
        write(canvas, text, (x, y - 8), 44, _ink(dark), weight=400)
    return canvas


def text_page(rng: Rng) -> Canvas:
    """Paragraphs of made-up words in a proportional face."""
    canvas, dark = _screen(rng)
    canvas = canvas[:700]
    size, y = int(rng.integers(12, 22)), 60
    while y < 660:
        words = ["".join(rng.choice(list("etaoinshrdlucmfw"), int(n))) for n in rng.integers(2, 9, 7)]
        write(canvas, " ".join(words), (325, y), size, _ink(dark), weight=400)
        y += round(size * float(rng.uniform(2.0, 2.1)))
    return canvas


def word_list(rng: Rng) -> Canvas:
    canvas, dark = _screen(rng)
    for row in range(10):
        for col in range(3):
            word = "".join(rng.choice(list("ETAOINSHRDLUCMFW"), int(rng.integers(4, 9))))
            write(canvas, word, (120 + col * 205, 300 + row * 62), 20, _ink(dark), weight=600)
    return canvas


def statistics(rng: Rng) -> Canvas:
    canvas, dark = _screen(rng)
    for col, label in enumerate(("Played", "Win %", "Streak", "Max")):
        write(canvas, str(int(rng.integers(1, 200))), (110 + col * 145, 380), 40, _ink(dark), weight=500)
        write(canvas, label, (110 + col * 145, 440), 16, _ink(dark), weight=400)
    for row in range(6):
        width = int(rng.integers(30, 480))
        write(canvas, str(row + 1), (60, 560 + row * 56), 20, _ink(dark), weight=500)
        rounded_box(canvas, 85, 540 + row * 56, width, 40, 2, (110, 120, 120))
    return canvas


def chess_board(rng: Rng) -> Canvas:
    canvas, _ = _screen(rng)
    light, dark = (200, 220, 235), _colour(rng)
    for row in range(8):
        for col in range(8):
            rounded_box(canvas, 45 + col * 70, 400 + row * 70, 70, 70, 0, light if (row + col) % 2 else dark)
            if rng.random() < 0.4:
                _shape(canvas, rng, 80 + col * 70, 435 + row * 70)
    return canvas


def pattern(rng: Rng) -> Canvas:
    """Wallpaper: one motif over and over."""
    canvas, _ = _screen(rng)
    step, colour = int(rng.integers(40, 110)), _colour(rng)
    motif = rng.integers(-step // 3, step // 3 + 1, (6, 2))
    for y in range(step, 1400, step):
        for x in range(step, 650, step):
            cv2.polylines(canvas, [(motif + np.array([x, y])).astype(np.int32)], True, colour, 3, cv2.LINE_AA)
    return canvas


def felt(rng: Rng) -> Canvas:
    """The game's table without a board."""
    canvas, _ = _screen(rng)
    canvas[:] = _colour(rng)
    maze_pattern(canvas, int(rng.integers(12, 60)), _colour(rng))
    return canvas


def noise(rng: Rng) -> Canvas:
    coarse = rng.integers(0, 255, (int(rng.integers(10, 90)), int(rng.integers(10, 60)), 3)).astype(np.uint8)
    canvas = cv2.resize(
        coarse, (650, 900), interpolation=int(rng.choice([cv2.INTER_NEAREST, cv2.INTER_CUBIC]))
    )
    return np.asarray(canvas, np.uint8)


def plain(rng: Rng) -> Canvas:
    return _screen(rng)[0]


def logo(rng: Rng) -> Canvas:
    canvas, dark = _screen(rng)
    for col, letter in enumerate("WORDLE"):
        rounded_box(canvas, 60 + col * 90, 600, 80, 80, 6, _colour(rng))
        write(canvas, letter, (100 + col * 90, 640), 40, (255, 255, 255), weight=800)
    write(canvas, "PLAY", (325, 900), 40, _ink(dark), weight=700)
    return canvas


NON_BOARDS: dict[str, Callable[[Rng], Canvas]] = {
    draw.__name__: draw
    for draw in (
        empty_tray,
        result_card,
        home_screen,
        keyboard,
        calendar,
        sudoku,
        number_tiles,
        keypad,
        text_page,
        word_list,
        statistics,
        chess_board,
        pattern,
        felt,
        noise,
        plain,
        logo,
    )
}
