"""Screens of phones and computers on which there is no board, drawn from a seed."""

from __future__ import annotations

import cv2
import numpy as np

from tests.drawing import Canvas, maze_pattern, rounded_box, write
from tests.non_board_parts import (
    Rng,
    blob,
    colour,
    font,
    ink,
    ink_on,
    screen,
    sentence,
    word,
    write_columns,
    write_left,
)

GREY = (130, 130, 130)


def home_screen(rng: Rng) -> Canvas:
    """App icons with a shape each and a name below."""
    canvas, dark = screen(rng)
    for row, col in np.ndindex(6, 4):
        x, y = 50 + col * 150, 120 + row * 190
        rounded_box(canvas, x, y, 110, 110, 26, colour(rng))
        blob(canvas, rng, x + 55, y + 55)
        write(canvas, word(rng, 3, 8).capitalize(), (x + 55, y + 138), 14, ink(dark), weight=500)
    return canvas


def lettered_icons(rng: Rng) -> Canvas:
    """A dense grid of small icons without names: signs, discs, bars."""
    canvas, _ = screen(rng)
    cols = int(rng.integers(5, 10))
    side = 600 // cols
    for row, col in np.ndindex(900 // side, cols):
        blob(canvas, rng, 30 + round((col + 0.5) * side), 200 + round((row + 0.5) * side), round(side * 0.3))
    return canvas


def keyboard(rng: Rng) -> Canvas:
    canvas, dark = screen(rng)
    key = (90, 90, 95) if dark else (252, 252, 252)
    lower = bool(rng.integers(2))
    for row, letters in enumerate(("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")):
        left = (650 - len(letters) * 63) // 2
        for col, letter in enumerate(letters.lower() if lower else letters):
            rounded_box(canvas, left + col * 63, 1000 + row * 92, 54, 78, 10, key)
            write(canvas, letter, (left + col * 63 + 27, 1000 + row * 92 + 39), 24, ink(dark), weight=400)
    return canvas


def chat(rng: Rng) -> Canvas:
    """Bubbles left and right, and a keyboard below as often as not."""
    canvas, _ = keyboard(rng) if rng.random() < 0.5 else screen(rng)[0], None
    y, own = 120.0, colour(rng)
    while y < 860:
        mine, lines = bool(rng.integers(2)), int(rng.integers(1, 4))
        texts = [sentence(rng, int(rng.integers(1, 5))) for _ in range(lines)]
        width = min(60 + 11 * max(map(len, texts)), 480)
        left, fill = (630 - width, own) if mine else (20, (205, 205, 205))
        rounded_box(canvas, left, y, width, 24 + 34 * lines, 20, fill)
        for line, text in enumerate(texts):
            write_left(canvas, text[:38], left + 18, y + 28 + 34 * line, 15, ink_on(fill))
        y += 48 + 34 * lines
    return canvas


def settings_list(rng: Rng) -> Canvas:
    """An icon, a name and an arrow a line."""
    canvas, dark = screen(rng)
    write_left(canvas, "Settings", 30, 90, 30, ink(dark), weight=700)
    for row in range(15):
        y = 180 + row * 78
        rounded_box(canvas, 28, y - 22, 44, 44, 10, colour(rng))
        blob(canvas, rng, 50, y, 12)
        write_left(canvas, sentence(rng, int(rng.integers(1, 4)))[:26], 95, y, 18, ink(dark))
        arrow = np.array([[606, y - 10], [616, y], [606, y + 10]], np.int32)
        cv2.polylines(canvas, [arrow], False, GREY, 3, cv2.LINE_AA)
        cv2.line(canvas, (95, y + 39), (650, y + 39), (180, 180, 180), 1)
    return canvas


def lock_screen(rng: Rng) -> Canvas:
    canvas, _ = screen(rng)
    coarse = rng.integers(0, 255, (12, 6, 3)).astype(np.uint8)
    canvas[:] = cv2.resize(coarse, (650, 1400), interpolation=cv2.INTER_CUBIC)
    clock = f"{int(rng.integers(1, 13))}:{int(rng.integers(60)):02d}"
    write(canvas, clock, (325, 300), 90, (255, 255, 255), weight=300)
    write(canvas, sentence(rng, 3), (325, 180), 22, (255, 255, 255))
    for row in range(int(rng.integers(0, 4))):
        rounded_box(canvas, 30, 700 + row * 130, 590, 115, 24, (225, 225, 225), opacity=0.8)
        write_left(canvas, sentence(rng, 3)[:36], 110, 740 + row * 130, 17, (20, 20, 20), weight=600)
        write_left(canvas, sentence(rng, 4)[:40], 110, 780 + row * 130, 16, (20, 20, 20))
    return canvas


def keypad(rng: Rng) -> Canvas:
    """Round keys with digits, with the letters of each below or without."""
    canvas, dark = screen(rng)
    names = ("", "ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ", "", "+", "")
    lettered = bool(rng.integers(2))
    for index, text in enumerate("123456789*0#"):
        x, y = 150 + index % 3 * 175, 450 + index // 3 * 170
        cv2.circle(canvas, (x, y), 68, (70, 70, 70) if dark else (225, 225, 225), -1, cv2.LINE_AA)
        write(canvas, text, (x, y - 8 - 8 * lettered), 44, ink(dark), weight=400)
        if lettered and names[index]:
            write(canvas, " ".join(names[index]), (x, y + 36), 14, ink(dark), weight=600)
    return canvas


def text_keys(rng: Rng) -> Canvas:
    """Keys with three letters each, as old phones had them."""
    canvas, _ = screen(rng)
    fill = colour(rng)
    for index, text in enumerate(("1", "ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ")):
        x, y = 70 + index % 3 * 175, 800 + index // 3 * 110
        rounded_box(canvas, x, y, 165, 100, 10, fill)
        write(canvas, text, (x + 82, y + 50), 30, ink_on(fill), weight=500)
    return canvas


def calculator(rng: Rng) -> Canvas:
    canvas, dark = screen(rng)
    write(canvas, str(rng.integers(1, 10**7)), (480, 420), 60, ink(dark), weight=300)
    signs = ("C", "%", "√", "÷", *"789×456-123+", "0", ".", "±", "=")  # noqa: RUF001 - the sign of multiplying
    for index, text in enumerate(signs):
        x, y = 95 + index % 4 * 153, 600 + index // 4 * 150
        fill = colour(rng) if index % 4 == 3 else (90, 90, 90)
        cv2.circle(canvas, (x, y), 66, fill, -1, cv2.LINE_AA)
        write(canvas, text, (x, y), 40, ink_on(fill), weight=400)
    return canvas


def calendar(rng: Rng) -> Canvas:
    """A month, with the days of the week as letters above it."""
    canvas, dark = screen(rng)
    first, pitch = int(rng.integers(7)), (78, 90)
    for col, day in enumerate("MTWTFSS"):
        write(canvas, day, (90 + col * pitch[0], 320), 20, GREY, weight=600)
    for date in range(31):
        place = first + date
        at = (90 + place % 7 * pitch[0], 400 + place // 7 * pitch[1])
        write(canvas, str(date + 1), at, 24, ink(dark), weight=500)
    return canvas


def year(rng: Rng) -> Canvas:
    """Twelve small months with the weekdays' letters over each."""
    canvas, dark = screen(rng)
    for month in range(12):
        left, top, first = 30 + month % 3 * 205, 120 + month // 3 * 290, int(rng.integers(7))
        write(canvas, "JFMAMJJASOND"[month] + word(rng, 2, 2), (left + 90, top), 18, ink(dark), weight=700)
        for col, day in enumerate("MTWTFSS"):
            write(canvas, day, (left + 12 + col * 27, top + 40), 11, GREY)
        for date in range(30):
            place = first + date
            at = (left + 12 + place % 7 * 27, top + 72 + place // 7 * 30)
            write(canvas, str(date + 1), at, 10, ink(dark))
    return canvas


def spreadsheet(rng: Rng) -> Canvas:
    """Numbers in cells, the letters of the columns above them."""
    canvas = np.full((800, 1200, 3), 252, np.uint8)
    cols, rows = int(rng.integers(6, 13)), int(rng.integers(12, 24))
    wide, high = 1140 // cols, 740 // rows
    for col in range(cols):
        write(canvas, "ABCDEFGHIJKLM"[col], (60 + (col + 0.5) * wide, 30), 14, (90, 90, 90))
    for row in range(rows):
        write(canvas, str(row + 1), (30, 50 + (row + 0.5) * high), 12, (90, 90, 90))
        for col in range(cols):
            corner = (60 + col * wide, 50 + row * high)
            cv2.rectangle(canvas, corner, (corner[0] + wide, corner[1] + high), (210, 210, 210), 1)
            text = str(rng.integers(0, 10 ** int(rng.integers(1, 6))))
            write(canvas, text, (corner[0] + wide / 2, corner[1] + high / 2), 12, (30, 30, 30))
    return canvas


def form(rng: Rng) -> Canvas:
    """Labels with empty boxes, and a code of digits to fill in."""
    canvas, dark = screen(rng)
    for row in range(6):
        write_left(canvas, sentence(rng, 2)[:20], 50, 170 + row * 130, 17, ink(dark))
        rounded_box(canvas, 48, 193 + row * 130, 554, 64, 8, GREY)
        rounded_box(canvas, 50, 195 + row * 130, 550, 60, 8, tuple(canvas[0, 0].tolist()))
    for col in range(6):
        rounded_box(canvas, 50 + col * 95, 1000, 80, 90, 8, GREY)
        rounded_box(canvas, 52 + col * 95, 1002, 76, 86, 8, tuple(canvas[0, 0].tolist()))
        if rng.random() < 0.5:
            write(canvas, str(rng.integers(10)), (90 + col * 95, 1045), 36, ink(dark))
    return canvas


def terminal_log(rng: Rng) -> Canvas:
    """Lines of a log in a face whose signs all have one width."""
    canvas = np.full((700, 1100, 3), rng.choice([12, 250]), np.uint8)
    step = int(rng.integers(9, 14))
    lines = [
        f"{int(rng.integers(24)):02d}:{int(rng.integers(60)):02d} "
        f"{rng.choice(['INFO', 'WARN', 'DEBUG'])} {sentence(rng, 7)} {int(rng.integers(1000))}"
        for _ in range(640 // (2 * step))
    ]
    room = 1060 // step
    write_columns(
        canvas, [line[:room] for line in lines], 20, 30, (step, 2 * step), step, ink(canvas[0, 0, 0] < 99)
    )
    return canvas


def code_editor(rng: Rng) -> Canvas:
    """Indented lines of a program, numbered."""
    canvas = np.full((760, 1100, 3), rng.choice([30, 250]), np.uint8)
    step, depth, lines = int(rng.integers(9, 13)), 0, []
    for number in range(700 // (2 * step)):
        depth = int(np.clip(depth + rng.integers(-1, 2), 0, 4))
        form = str(
            rng.choice(["{0} = {1}({2})", "if {0} < {1}:", "return {0}.{1}", "", "def {0}({1}, {2}):"])
        )
        lines.append(f"{number + 1:4d} " + "    " * depth + form.format(word(rng), word(rng), word(rng)))
    tone = ink(canvas[0, 0, 0] < 99)
    write_columns(canvas, [line[: 1060 // step] for line in lines], 20, 30, (step, 2 * step), step, tone)
    return canvas


def hex_dump(rng: Rng) -> Canvas:
    """Bytes as pairs of digits and letters in columns."""
    canvas = np.full((640, 1000, 3), rng.choice([12, 250]), np.uint8)
    step = int(rng.integers(11, 15))
    lines = [
        f"{row * 16:04x}  " + " ".join(f"{int(value):02x}" for value in rng.integers(0, 256, 16))
        for row in range(580 // (2 * step))
    ]
    write_columns(canvas, lines, 20, 30, (step, 2 * step), step, ink(canvas[0, 0, 0] < 99))
    return canvas


def statistics(rng: Rng) -> Canvas:
    canvas, dark = screen(rng)
    for col, label in enumerate(("Played", "Win %", "Streak", "Max")):
        write(canvas, str(int(rng.integers(1, 200))), (110 + col * 145, 380), 40, ink(dark), weight=500)
        write(canvas, label, (110 + col * 145, 440), 16, ink(dark), weight=400)
    for row in range(6):
        width = int(rng.integers(30, 480))
        write(canvas, str(row + 1), (60, 560 + row * 56), 20, ink(dark), weight=500)
        rounded_box(canvas, 85, 540 + row * 56, width, 40, 2, (110, 120, 120))
    return canvas


def chart(rng: Rng) -> Canvas:
    """Bars over names, and a line across."""
    canvas, dark = screen(rng, 1000, 700)
    count = int(rng.integers(5, 13))
    tops = rng.integers(120, 560, count)
    for bar, top in enumerate(tops.tolist()):
        x = 90 + bar * 860 // count
        cv2.rectangle(canvas, (x, top), (x + 500 // count, 600), colour(rng), -1)
        write(canvas, word(rng, 3, 5).capitalize(), (x + 250 / count, 625), 11, ink(dark))
    for line in range(6):
        write(canvas, str(line * 20), (50, 600 - line * 100), 13, ink(dark))
        cv2.line(canvas, (75, 600 - line * 100), (960, 600 - line * 100), GREY, 1)
    return canvas


def contacts(rng: Rng) -> Canvas:
    """Discs with a person's initial each, names beside them."""
    canvas, dark = screen(rng)
    for row in range(12):
        name = word(rng, 4, 8).capitalize()
        y = 160 + row * 98
        cv2.circle(canvas, (70, y), 34, fill := colour(rng), -1, cv2.LINE_AA)
        write(canvas, name[0], (70, y), 28, ink_on(fill))
        write_left(canvas, f"{name} {word(rng).capitalize()}", 130, y, 18, ink(dark))
    return canvas


def faces(rng: Rng) -> Canvas:
    """Discs with initials in rows and columns, names below: who takes part in a call."""
    canvas, dark = screen(rng)
    for row, col in np.ndindex(4, 3):
        x, y = 130 + col * 195, 260 + row * 250
        name = word(rng, 4, 8).capitalize()
        cv2.circle(canvas, (x, y), 74, fill := colour(rng), -1, cv2.LINE_AA)
        write(canvas, name[:1] + word(rng, 1, 1).upper(), (x, y), 48, ink_on(fill), font=font(rng))
        write(canvas, name, (x, y + 105), 17, ink(dark))
    return canvas


def felt(rng: Rng) -> Canvas:
    """The game's table without a board."""
    canvas, _ = screen(rng)
    canvas[:] = colour(rng)
    maze_pattern(canvas, int(rng.integers(12, 60)), colour(rng))
    return canvas


def pattern(rng: Rng) -> Canvas:
    """Wallpaper: one motif over and over."""
    canvas, _ = screen(rng)
    step, tone = int(rng.integers(40, 110)), colour(rng)
    motif = rng.integers(-step // 3, step // 3 + 1, (6, 2))
    for y in range(step, 1400, step):
        for x in range(step, 650, step):
            cv2.polylines(canvas, [(motif + np.array([x, y])).astype(np.int32)], True, tone, 3, cv2.LINE_AA)
    return canvas


def plain(rng: Rng) -> Canvas:
    return screen(rng)[0]


SCREENS = (
    home_screen,
    lettered_icons,
    keyboard,
    chat,
    settings_list,
    lock_screen,
    keypad,
    text_keys,
    calculator,
    calendar,
    year,
    spreadsheet,
    form,
    terminal_log,
    code_editor,
    hex_dump,
    statistics,
    chart,
    contacts,
    faces,
    felt,
    pattern,
    plain,
)
