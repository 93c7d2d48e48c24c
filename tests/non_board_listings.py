"""Listings: source text in type of one width, whose signs stand in rows and columns like a page's."""

from __future__ import annotations

import cv2
import numpy as np

from tests.drawing import Canvas, Colour
from tests.non_board_parts import Rng, write_left
from tests.page_kinds import faces

LINES = {
    "short": (
        "for i in range(10):",
        "return x",
        "if a and b:",
        "import os",
        'print(f"{x}")',
        "}",
        "{",
        "def f(a, b):",
    ),
    "basic": (
        "FOR I = A TO B",
        "NEXT I",
        "LET X = Y",
        "PRINT X",
        "GOTO START",
        "IF X THEN RETURN",
        "REM THE END OF IT",
        "STOP",
    ),
    "assembler": ("MOV AX, BX", "ADD CX, DX", "JMP LOOP", "CALL MAIN", "PUSH BP", "RET", "CMP AL, BL", "NOP"),
    "braces": (
        "int main(void) {",
        "char *p = buf;",
        "while (*p) {",
        "return 0;",
        "}",
        "p++;",
        "else break;",
        "// do it once more",
    ),
}
"""Lines of a kind of program, short ones of few forms: more of their signs stand below each other."""
DARK: tuple[Colour, ...] = ((200, 220, 200), (100, 150, 240), (250, 170, 110), (120, 220, 160))
LIGHT: tuple[Colour, ...] = ((20, 20, 20), (20, 40, 160), (180, 40, 20), (40, 110, 20))
"""Inks on a dark and on a light ground; the plain text's first."""


def listing(rng: Rng) -> Canvas:
    """A window of an editor or a terminal: indented lines, in one colour or several, some numbered."""
    inks = DARK if (dark := bool(rng.integers(2))) else LIGHT
    lines = LINES[str(rng.choice(list(LINES)))]
    face, height = str(rng.choice(faces("typewriter"))), int(rng.integers(10, 19))
    step, indent = round(height * float(rng.uniform(1.5, 2.3))), int(rng.choice([0, 2, 4]))
    coloured, numbered = bool(rng.integers(2)), rng.random() < 0.3
    canvas = np.full((900, 1100, 3), 30 if dark else 250, np.uint8)
    for number in range(860 // step):
        text = " " * (indent * int(rng.integers(0, 3))) + str(rng.choice(lines))
        tone = inks[int(rng.integers(len(inks)))] if coloured else inks[0]
        left = 20.0 + (4 * advance(face, height) if numbered else 0)
        if numbered:
            write_left(canvas, f"{number + 1}", 20, 30 + number * step, height, (130, 130, 130), face=face)
        shown = text.lstrip()
        start = left + (len(text) - len(shown)) * advance(face, height)
        write_left(canvas, shown, start, 30 + number * step, height, tone, face=face)
    return canvas


def advance(face: str, height: int) -> float:
    """Pixels from a sign to the next; all are as wide."""
    size = max(round(height * 1.4), 4)
    return cv2.getTextSize((0, 0), "x" * 20, (0, 0), cv2.FontFace(face), size, 400)[2] / 20
