"""Papers and photos on which there is no board, drawn from a seed."""

from __future__ import annotations

import cv2
import numpy as np

from tests.drawing import Canvas, rounded_box, write
from tests.non_board_parts import Rng, colour, font, ink, paper, screen, sentence, word, write_left
from tests.wheel_pictures import scene

DARK = (25, 25, 25)


def text_page(rng: Rng) -> Canvas:
    """Centred lines of made-up words in a proportional face."""
    canvas, dark = screen(rng, 650, 700)
    size, y, face = int(rng.integers(12, 22)), 60, font(rng)
    while y < 660:
        words = [word(rng, 2, 8) for _ in range(7)]
        write(canvas, " ".join(words), (325, y), size, ink(dark), font=face, weight=400)
        y += round(size * float(rng.uniform(2.0, 2.1)))
    return canvas


def book_page(rng: Rng) -> Canvas:
    """Paragraphs from one margin to the other, small capitals for a title, a page number."""
    canvas, face = paper(rng), font(rng)
    size = int(rng.integers(11, 18))
    write(canvas, sentence(rng, 3).upper(), (450, 80), size, DARK, font=face)
    for line in range((1080 - 130) // (2 * size)):
        text = sentence(rng, 30)[: 760 // size]
        write_left(canvas, text, 70, 130 + line * 2 * size, size, DARK, face=face)
    write(canvas, str(rng.integers(1, 400)), (450, 1160), size, DARK, font=face)
    return canvas


def capitals_page(rng: Rng) -> Canvas:
    """A poster: large capitals in lines of several lengths."""
    canvas, face = paper(rng), font(rng)
    for line in range(7):
        text = " ".join(word(rng, 3, 8).upper() for _ in range(int(rng.integers(1, 4))))[:16]
        write(canvas, text, (450, 130 + line * 150), int(rng.integers(34, 52)), DARK, font=face)
    return canvas


def newspaper(rng: Rng) -> Canvas:
    """Columns of small print under a headline."""
    canvas, face = paper(rng, 1000, 1200), font(rng)
    write(canvas, sentence(rng, 3), (500, 90), 44, DARK, font=face)
    for col in range(3):
        for line in range(45):
            write_left(canvas, sentence(rng, 8)[:28], 40 + col * 320, 180 + line * 22, 10, DARK, face=face)
    return canvas


def word_list(rng: Rng) -> Canvas:
    canvas, dark = screen(rng)
    face, lower = font(rng), bool(rng.integers(2))
    for row, col in np.ndindex(int(rng.integers(6, 15)), 3):
        text = word(rng, 4, 8)
        at = (120 + col * 205, 300 + row * 62)
        write(canvas, text if lower else text.upper(), at, 20, ink(dark), font=face, weight=600)
    return canvas


def short_words(rng: Rng) -> Canvas:
    """Words of one length under each other: an anagram's solutions, a vocabulary test."""
    canvas, face = paper(rng), font(rng)
    length, cols = int(rng.integers(3, 6)), int(rng.integers(3, 6))
    for row, col in np.ndindex(int(rng.integers(8, 16)), cols):
        text = word(rng, length, length).upper()
        at = (100 + (col + 0.5) * 700 / cols, 120 + row * 66)
        write(canvas, text, at, 22, DARK, font=face, weight=500)
    return canvas


def table(rng: Rng) -> Canvas:
    """Names and numbers between rules."""
    canvas, face = paper(rng, 900, 800), font(rng)
    for row in range(13):
        y = 60 + row * 54
        cv2.line(canvas, (40, y + 27), (860, y + 27), (150, 150, 150), 1)
        write_left(canvas, word(rng, 4, 9).capitalize(), 50, y, 16, DARK, face=face)
        for col in range(4):
            text = word(rng, 3, 6).capitalize() if row == 0 else f"{rng.uniform(0, 900):.1f}"
            write(canvas, text, (360 + col * 140, y), 16, DARK, font=face)
    for line in range(5):
        cv2.line(canvas, (290 + line * 140, 40), (290 + line * 140, 740), (150, 150, 150), 1)
    return canvas


def answer_sheet(rng: Rng) -> Canvas:
    """Circles with the same letters in every row, some of them filled."""
    canvas, letters = paper(rng), "ABCDE"[: int(rng.integers(4, 6))]
    for row, block in np.ndindex(14, 2):
        y, left = 100 + row * 74, 90 + block * 420
        write(canvas, str(row + 1 + 14 * block), (left, y), 20, DARK)
        for col, letter in enumerate(letters):
            at = left + 70 + col * 62, y
            filled = rng.random() < 0.2
            cv2.circle(canvas, at, 24, (60, 60, 60), -1 if filled else 2, cv2.LINE_AA)
            if not filled:
                write(canvas, letter, at, 20, (60, 60, 60), weight=400)
    return canvas


def seat_map(rng: Rng) -> Canvas:
    """Seats in rows of six, the letters of the columns above, numbers in the aisle."""
    canvas, _ = screen(rng)
    free, taken = colour(rng), (180, 180, 180)
    for col, letter in enumerate("ABCDEF"):
        write(canvas, letter, (95 + col * 80 + 60 * (col > 2), 180), 24, (120, 120, 120))
    for row in range(14):
        write(canvas, str(row + 1), (325, 245 + row * 78), 20, (120, 120, 120))
        for col in range(6):
            fill = free if rng.random() < 0.6 else taken
            rounded_box(canvas, 65 + col * 80 + 60 * (col > 2), 215 + row * 78, 62, 62, 12, fill)
    return canvas


def eye_chart(rng: Rng) -> Canvas:
    """Letters in lines that grow smaller: letters, but neither rows nor columns of one size."""
    canvas, y, size, face = paper(rng), 110.0, 120.0, font(rng)
    for line in range(8):
        count = line + 1
        for col, letter in enumerate(rng.choice(list("EFPTOZLDC"), count)):
            x = 450 + (col - (count - 1) / 2) * size * 1.7
            write(canvas, str(letter), (x, y), round(size), DARK, font=face)
        y += size * 1.5
        size *= 0.72
    return canvas


def business_card(rng: Rng) -> Canvas:
    canvas, face = paper(rng, 900, 540), font(rng)
    rounded_box(canvas, 60, 60, 120, 120, 60, colour(rng))
    write_left(canvas, f"{word(rng).capitalize()} {word(rng).capitalize()}", 60, 250, 32, DARK, face=face)
    for line in range(4):
        text = f"+{rng.integers(1, 99)} {rng.integers(10**6, 10**9)}" if line == 1 else sentence(rng, 4)
        write_left(canvas, text, 60, 320 + line * 46, 18, DARK, face=face)
    return canvas


def receipt(rng: Rng) -> Canvas:
    """Narrow print with prices at the right."""
    canvas = paper(rng, 480, 1000)
    write(canvas, word(rng).upper(), (240, 60), 30, DARK, weight=700)
    for line in range(20):
        write_left(canvas, sentence(rng, 2).upper()[:18], 30, 130 + line * 40, 15, DARK)
        write(canvas, f"{rng.uniform(0, 99):.2f}", (410, 130 + line * 40), 15, DARK)
    return canvas


def elements(rng: Rng) -> Canvas:
    """A part of the table of the elements: a sign, a number and a name in every box."""
    canvas = np.full((760, 1240, 3), 250, np.uint8)
    signs = (
        "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr"
    )
    for index, sign in enumerate(signs.split() * 2):
        x, y = 30 + index % 18 * 66, 40 + index // 18 * 170
        rounded_box(canvas, x, y, 62, 160, 2, colour(rng), opacity=0.35)
        write(canvas, str(index + 1), (x + 14, y + 14), 9, DARK)
        write(canvas, sign, (x + 31, y + 70), 24, DARK)
        write(canvas, word(rng, 4, 7), (x + 31, y + 130), 8, DARK)
    return canvas


def sheet_music(rng: Rng) -> Canvas:
    canvas = paper(rng)
    for staff in range(7):
        top = 80 + staff * 160
        for line in range(5):
            cv2.line(canvas, (50, top + line * 16), (850, top + line * 16), DARK, 1)
        for note in range(int(rng.integers(8, 16))):
            x, y = 110 + note * 50, top + int(rng.integers(-1, 9)) * 8
            cv2.ellipse(canvas, (x, y), (11, 8), -20, 0, 360, DARK, -1, cv2.LINE_AA)
            cv2.line(canvas, (x + 10, y), (x + 10, y - 52), DARK, 2)
    return canvas


def square_code(rng: Rng) -> Canvas:
    """Black and white squares with three eyes in the corners."""
    canvas, count = paper(rng, 800, 800), int(rng.integers(21, 38))
    modules = rng.integers(0, 2, (count, count)).astype(np.uint8)
    for y, x in ((0, 0), (0, count - 7), (count - 7, 0)):
        modules[y : y + 7, x : x + 7] = 1
        modules[y + 1 : y + 6, x + 1 : x + 6] = 0
        modules[y + 2 : y + 5, x + 2 : x + 5] = 1
    side = 640 // count
    code = np.kron(255 - 245 * modules, np.ones((side, side), np.uint8))[:, :, None]
    canvas[80 : 80 + code.shape[0], 80 : 80 + code.shape[1]] = code
    return canvas


def noise(rng: Rng) -> Canvas:
    coarse = rng.integers(0, 255, (int(rng.integers(10, 90)), int(rng.integers(10, 60)), 3)).astype(np.uint8)
    way = int(rng.choice([cv2.INTER_NEAREST, cv2.INTER_CUBIC]))
    return np.asarray(cv2.resize(coarse, (650, 900), interpolation=way), np.uint8)


def landscape(rng: Rng) -> Canvas:
    return scene(rng, 900, 700)


def facade(rng: Rng) -> Canvas:
    """A house with windows in rows and columns, lit and dark."""
    canvas = scene(rng, 900, 1000)
    rounded_box(canvas, 120, 120, 660, 880, 0, colour(rng))
    rows, cols = int(rng.integers(4, 9)), int(rng.integers(4, 8))
    for row, col in np.ndindex(rows, cols):
        x, y = 150 + col * 600 // cols, 150 + row * 800 // rows
        wide, high = 420 // cols, 520 // rows
        rounded_box(canvas, x, y, wide, high, 0, (40, 40, 40) if rng.random() < 0.6 else (140, 220, 250))
        cv2.line(canvas, (x + wide // 2, y), (x + wide // 2, y + high), (200, 200, 200), 3)
        cv2.line(canvas, (x, y + high // 3), (x + wide, y + high // 3), (200, 200, 200), 3)
    return canvas


def bricks(rng: Rng) -> Canvas:
    canvas = np.full((800, 800, 3), 150, np.uint8)
    wide, high = int(rng.integers(60, 130)), int(rng.integers(30, 60))
    base = np.array(colour(rng), int)
    for row in range(800 // high + 1):
        for col in range(-1, 800 // wide + 1):
            tone = np.clip(base + rng.integers(-25, 26), 0, 255).tolist()
            x = col * wide + (row % 2) * wide // 2
            rounded_box(canvas, x + 3, row * high + 3, wide - 6, high - 6, 2, (tone[0], tone[1], tone[2]))
    canvas = np.clip(canvas + rng.normal(0, 8, canvas.shape), 0, 255).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(canvas, (0, 0), 1.2), np.uint8)


def book_shelf(rng: Rng) -> Canvas:
    """Backs of books with their titles along them."""
    canvas = np.full((700, 1000, 3), 60, np.uint8)
    x = 20
    while x < 940:
        wide = int(rng.integers(40, 90))
        back = np.full((wide - 4, 600, 3), colour(rng), np.uint8)
        write(back, sentence(rng, 2).upper(), (300, wide / 2), wide // 3, (240, 240, 240), font=font(rng))
        shown = np.rot90(back)[:, : max(1000 - x, 0)]
        canvas[60:660, x : x + shown.shape[1]] = shown
        x += wide
    return canvas


PAPERS = (
    text_page,
    book_page,
    capitals_page,
    newspaper,
    word_list,
    short_words,
    table,
    answer_sheet,
    seat_map,
    eye_chart,
    business_card,
    receipt,
    elements,
    sheet_music,
    square_code,
    noise,
    landscape,
    facade,
    bricks,
    book_shelf,
)
