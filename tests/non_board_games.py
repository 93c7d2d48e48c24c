"""Screens of games on which there is no board of letters, drawn from a seed."""

from __future__ import annotations

import cv2
import numpy as np

from tests.drawing import Canvas, maze_pattern, rounded_box, shadow, write
from tests.non_board_parts import Rng, blob, colour, font, ink, ink_on, screen, word

WHITE = (255, 255, 255)


def empty_tray(rng: Rng) -> Canvas:
    """Tiles without letters."""
    canvas, _ = screen(rng)
    maze_pattern(canvas, int(rng.integers(20, 60)), colour(rng))
    tile, pitch, side = colour(rng), 130, 110
    for row in range(4):
        for col in range(4):
            shadow(canvas, 70 + col * pitch, 500 + row * pitch, side, side, 12)
            rounded_box(canvas, 70 + col * pitch, 500 + row * pitch, side, side, 12, tile)
    return canvas


def result_card(rng: Rng) -> Canvas:
    """A board of one repeated sign, as a chat shows a finished game."""
    canvas, _ = screen(rng)
    sign, tile = str(rng.choice(list("?!#*+X"))), colour(rng)
    rounded_box(canvas, 60, 380, 540, 560, 30, colour(rng))
    for row in range(4):
        for col in range(4):
            x, y = 85 + col * 126, 405 + row * 126
            rounded_box(canvas, x, y, 112, 112, 12, tile)
            write(canvas, sign, (x + 56, y + 56), 56, (10, 10, 10))
    write(canvas, "YOU WON!", (325, 1010), 30, ink(True))
    return canvas


def score_screen(rng: Rng) -> Canvas:
    """Two players, their points, and the words that each found."""
    canvas, _ = screen(rng)
    maze_pattern(canvas, int(rng.integers(20, 60)), colour(rng))
    rounded_box(canvas, 40, 200, 570, 900, 24, WHITE)
    write(
        canvas, str(rng.choice(["YOU WON!", "YOU LOST", "DRAW", "TIME'S UP"])), (325, 270), 40, (20, 20, 20)
    )
    for side, x in enumerate((180, 470)):
        cv2.circle(canvas, (x, 400), 60, colour(rng), -1, cv2.LINE_AA)
        write(canvas, f"SCORE: {int(rng.integers(1, 90)) * 100}", (x, 500), 20, (20, 20, 20), weight=700)
        for line in range(int(rng.integers(5, 11))):
            text = f"{word(rng, 3, 6).upper()}  {int(rng.choice([100, 400, 800, 1400]))}"
            write(canvas, text, (x, 560 + 48 * line), 18, (60, 60, 60 + 90 * side))
    return canvas


def logo(rng: Rng) -> Canvas:
    canvas, dark = screen(rng)
    for col, letter in enumerate("WORDLE"):
        rounded_box(canvas, 60 + col * 90, 600, 80, 80, 6, colour(rng))
        write(canvas, letter, (100 + col * 90, 640), 40, WHITE, weight=800)
    write(canvas, "PLAY", (325, 900), 40, ink(dark), weight=700)
    return canvas


def rack(rng: Rng) -> Canvas:
    """Six letters to make words of, and empty places above them."""
    canvas, _ = screen(rng)
    maze_pattern(canvas, int(rng.integers(20, 60)), colour(rng))
    tile, face = colour(rng), font(rng)
    for col, letter in enumerate(rng.choice(list("AEIORSTLNDMP"), 6)):
        rounded_box(canvas, 30 + col * 100, 700, 90, 90, 10, (60, 60, 60))
        rounded_box(canvas, 30 + col * 100, 900, 90, 90, 10, tile)
        write(canvas, str(letter), (75 + col * 100, 945), 48, ink_on(tile), font=face, weight=700)
    write(canvas, "ENTER", (325, 1100), 30, WHITE)
    return canvas


def number_tiles(rng: Rng) -> Canvas:
    """Sliding or merging number tiles."""
    canvas, _ = screen(rng)
    for row in range(4):
        for col in range(4):
            tile = colour(rng)
            rounded_box(canvas, 60 + col * 130, 400 + row * 130, 120, 120, 8, tile)
            if rng.random() < 0.8:
                text, at = str(2 ** int(rng.integers(1, 11))), (120 + col * 130, 460 + row * 130)
                write(canvas, text, at, 44 - 6 * len(text), ink_on(tile), weight=700)
    return canvas


def sudoku(rng: Rng) -> Canvas:
    canvas, dark = screen(rng)
    tone = (90, 90, 90)
    for line in range(10):
        thick = 3 if line % 3 == 0 else 1
        cv2.line(canvas, (60 + line * 56, 372), (60 + line * 56, 372 + 504), tone, thick)
        cv2.line(canvas, (60, 372 + line * 56), (60 + 504, 372 + line * 56), tone, thick)
    share = float(rng.choice([0.4, 0.6, 1.0]))
    for row, col in np.ndindex(9, 9):
        if rng.random() < share:
            at = (88 + col * 56, 400 + row * 56)
            write(canvas, str(rng.integers(1, 10)), at, 26, ink(dark), weight=500)
    return canvas


def number_search(rng: Rng) -> Canvas:
    """A page of digits in rows and columns: a word search for numbers."""
    canvas, dark = screen(rng)
    step, face = int(rng.integers(34, 60)), font(rng)
    for row, col in np.ndindex(600 // step, 560 // step):
        at = (60 + col * step, 300 + row * step)
        write(canvas, str(rng.integers(10)), at, round(step * 0.5), ink(dark), font=face, weight=500)
    return canvas


def empty_crossword(rng: Rng) -> Canvas:
    """White and black squares, with the numbers of the words in corners, and clues below."""
    canvas, _ = screen(rng)
    canvas[:] = 250
    count = int(rng.integers(7, 14))
    side = 560 // count
    number = 0
    for row, col in np.ndindex(count, count):
        x, y = 45 + col * side, 250 + row * side
        if rng.random() < 0.22:
            cv2.rectangle(canvas, (x, y), (x + side, y + side), (10, 10, 10), -1)
            continue
        cv2.rectangle(canvas, (x, y), (x + side, y + side), (40, 40, 40), 1)
        if rng.random() < 0.35:
            number += 1
            write(canvas, str(number), (x + side * 0.28, y + side * 0.28), max(side // 4, 5), (20, 20, 20))
    for line in range(8):
        write(canvas, f"{line + 1} {word(rng)} {word(rng)}", (325, 880 + 40 * line), 14, (20, 20, 20))
    return canvas


def minesweeper(rng: Rng) -> Canvas:
    """Open squares with numbers, closed ones, flags."""
    canvas, _ = screen(rng)
    count = int(rng.integers(8, 13))
    side = 570 // count
    for row, col in np.ndindex(count, count):
        x, y, kind = 40 + col * side, 350 + row * side, rng.random()
        rounded_box(canvas, x, y, side - 2, side - 2, 2, (200, 200, 200) if kind < 0.6 else (140, 140, 140))
        if kind < 0.35:
            write(canvas, str(rng.integers(1, 5)), (x + side / 2, y + side / 2), side // 2, colour(rng))
        elif kind > 0.9:
            flag = np.array([[x + 10, y + side - 10], [x + 10, y + 8], [x + side - 10, y + side // 3]])
            cv2.fillPoly(canvas, [flag.astype(np.int32)], (30, 30, 220), cv2.LINE_AA)
    return canvas


def chess_board(rng: Rng) -> Canvas:
    canvas, _ = screen(rng)
    light, dark = (200, 220, 235), colour(rng)
    for row, col in np.ndindex(8, 8):
        fill = light if (row + col) % 2 else dark
        rounded_box(canvas, 45 + col * 70, 400 + row * 70, 70, 70, 0, fill)
        if rng.random() < 0.4:
            blob(canvas, rng, 80 + col * 70, 435 + row * 70, 26)
    for place in range(8):
        write(canvas, "ABCDEFGH"[place], (80 + place * 70, 985), 16, (120, 120, 120))
        write(canvas, str(8 - place), (25, 435 + place * 70), 16, (120, 120, 120))
    return canvas


def discs(rng: Rng) -> Canvas:
    """Four in a row, or reversi: discs of two colours in a frame."""
    canvas, _ = screen(rng)
    rows, cols = ((6, 7), (8, 8))[int(rng.integers(2))]
    side = 560 // cols
    rounded_box(canvas, 40, 395, cols * side + 10, rows * side + 10, 16, colour(rng))
    tones = colour(rng), colour(rng), (230, 230, 230)
    for row, col in np.ndindex(rows, cols):
        at = round(45 + (col + 0.5) * side), round(400 + (row + 0.5) * side)
        cv2.circle(canvas, at, round(side * 0.4), tones[int(rng.integers(3))], -1, cv2.LINE_AA)
    return canvas


def gems(rng: Rng) -> Canvas:
    """Rows of coloured shapes, three of which are to be brought together."""
    canvas, _ = screen(rng)
    kinds = [(int(rng.integers(3, 9)), colour(rng)) for _ in range(5)]
    for row, col in np.ndindex(8, 7):
        corners, tone = kinds[int(rng.integers(5))]
        turns = 2 * np.pi * np.arange(corners) / corners
        points = np.array([90 + col * 78, 400 + row * 78]) + 30 * np.column_stack(
            [np.sin(turns), np.cos(turns)]
        )
        cv2.fillPoly(canvas, [points.round().astype(np.int32)], tone, cv2.LINE_AA)
    return canvas


def noughts_and_crosses(rng: Rng) -> Canvas:
    canvas, dark = screen(rng)
    count = int(rng.integers(3, 6))
    side = 540 // count
    for line in range(1, count):
        cv2.line(canvas, (55 + line * side, 400), (55 + line * side, 940), ink(dark), 6)
        cv2.line(canvas, (55, 400 + line * side), (595, 400 + line * side), ink(dark), 6)
    for row, col in np.ndindex(count, count):
        at = (55 + (col + 0.5) * side, 400 + (row + 0.5) * side)
        if rng.random() < 0.7:
            write(canvas, str(rng.choice(list("XO"))), at, round(side * 0.55), colour(rng), weight=500)
    return canvas


def playing_cards(rng: Rng) -> Canvas:
    """Solitaire: columns of cards, each with its value in a corner."""
    canvas, _ = screen(rng)
    canvas[:] = colour(rng)
    for col in range(7):
        for row in range(int(rng.integers(1, 7))):
            x, y = 20 + col * 90, 420 + row * 48
            rounded_box(canvas, x, y, 84, 120, 8, (90, 90, 90))
            rounded_box(canvas, x + 1, y + 1, 82, 118, 8, WHITE)
            tone = (20, 20, 20) if rng.random() < 0.5 else (30, 30, 200)
            value = str(rng.choice(["A", *map(str, range(2, 11)), "J", "Q", "K"]))
            write(canvas, value, (x + 20, y + 22), 22, tone)
            blob(canvas, rng, x + 64, y + 22, 9)
    return canvas


def bingo_card(rng: Rng) -> Canvas:
    """The letters of the game over columns of numbers."""
    canvas, _ = screen(rng)
    face = font(rng)
    for col, letter in enumerate("BINGO"):
        write(canvas, letter, (105 + col * 110, 320), 52, colour(rng), font=face, weight=800)
        for row in range(5):
            rounded_box(canvas, 55 + col * 110, 380 + row * 110, 104, 104, 6, WHITE)
            text = "FREE" if (row, col) == (2, 2) else str(col * 15 + int(rng.integers(1, 16)))
            at = (107 + col * 110, 432 + row * 110)
            write(canvas, text, at, 18 if text == "FREE" else 40, (20, 20, 20), font=face)
    return canvas


def hangman(rng: Rng) -> Canvas:
    """A word with gaps, and the whole alphabet in keys below it."""
    canvas, dark = screen(rng)
    for col, letter in enumerate(word(rng, 5, 8).upper()):
        cv2.line(canvas, (60 + col * 66, 600), (110 + col * 66, 600), ink(dark), 4)
        if rng.random() < 0.3:
            write(canvas, letter, (85 + col * 66, 565), 40, ink(dark))
    cols, key = int(rng.choice([6, 7, 9])), (110, 110, 115)
    side = 580 // cols
    for index, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
        x, y = 35 + index % cols * side, 800 + index // cols * side
        rounded_box(canvas, x + 4, y + 4, side - 8, side - 8, 8, key)
        write(canvas, letter, (x + side / 2, y + side / 2), round(side * 0.4), WHITE)
    return canvas


GAMES = (
    empty_tray,
    result_card,
    score_screen,
    logo,
    rack,
    number_tiles,
    sudoku,
    number_search,
    empty_crossword,
    minesweeper,
    chess_board,
    discs,
    gems,
    noughts_and_crosses,
    playing_cards,
    bingo_card,
    hangman,
)
