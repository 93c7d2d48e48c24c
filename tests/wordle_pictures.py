"""Wordle screens that we draw ourselves, with their truth; every one follows from its seed.

Ground, tiles, letters and marks differ in every theme, as they do in the clones; `screen` draws by lot what
is not asked for. `SHEETS` are screens of the game on which there is no board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import cv2
import numpy as np

from tests.drawing import Canvas, Colour, encoded, installed_fonts, rounded_box, write

LETTERS = "EEEEAAARRIIOOTTTNNNSSLLCCUUDDPPMMHHGBBFYYWKVXZJQ"
KEYS = "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"
ACCENTED = {"A": "ÁÂÃ", "E": "ÉÊ", "I": "Í", "O": "ÓÔÕ", "U": "Ú", "C": "Ç"}


class Look(NamedTuple):
    """A tile in one state: fill, outline, letter."""

    fill: Colour
    outline: Colour
    letter: Colour


@dataclass(frozen=True)
class Theme:
    """Looks by mark: `g`, `y`, `b`, and `.` typed; `empty` without a letter. Shares are of the pitch."""

    name: str
    ground: Colour
    looks: dict[str, Look]
    empty: Look
    gap: float = 0.08
    radius: float = 0.0
    outline: float = 0.03
    key: Colour = (130, 130, 130)


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
OUTLINED = (
    _outlined(DARK, "b", name="dark, absent outlined"),
    _outlined(LIGHT, "gyb", name="light, outlined"),
    _outlined(DARK, "gyb", name="dark, outlined"),
)


@dataclass(frozen=True)
class Drawn:
    """A screen with its truth: rows of letters and of marks, `.` for none."""

    canvas: Canvas
    letters: tuple[str, ...]
    marks: tuple[str, ...]
    pitch: int
    left: int
    top: int
    notes: str = field(default="")

    def to_bytes(self, extension: str = ".png", quality: int = 90) -> bytes:
        return encoded(self.canvas, extension, quality)

    def seen(self, canvas: Canvas, note: str) -> Drawn:
        return replace(self, canvas=canvas, notes=f"{self.notes}, {note}")


class Game(NamedTuple):
    """Guesses with their marks, the row being typed, and how many rows the board has."""

    guesses: tuple[str, ...]
    marks: tuple[str, ...]
    typed: str
    rows: int
    cols: int


def game(rng: np.random.Generator, *, rows: int = 6, cols: int = 5, typed: int | None = None) -> Game:
    """A game in progress; letters come by lot, those of the answer more often with every guess."""
    answer = _word(rng, cols)
    count = int(rng.integers(1, rows + 1))
    guesses = [_guess(rng, answer, 0.1 + 0.6 * turn / rows) for turn in range(count)]
    if rng.random() < 0.5:
        guesses[-1] = answer
    guesses = guesses[: guesses.index(answer) + 1] if answer in guesses else guesses
    room = len(guesses) < rows and guesses[-1] != answer
    letters = int(rng.integers(1, cols)) if typed is None and rng.random() < 0.3 else typed or 0
    marks = tuple(marks_of(guess, answer) for guess in guesses)
    return Game(tuple(guesses), marks, _word(rng, cols)[:letters] if room else "", rows, cols)


def marks_of(guess: str, answer: str) -> str:
    """A letter is marked as often as the answer has it, right places first."""
    marks = ["g" if letter == right else "b" for letter, right in zip(guess, answer, strict=True)]
    for place, letter in enumerate(guess):
        marked = sum(other == letter and mark in "gy" for other, mark in zip(guess, marks, strict=True))
        if marks[place] == "b" and marked < answer.count(letter):
            marks[place] = "y"
    return "".join(marks)


def _word(rng: np.random.Generator, cols: int) -> str:
    return "".join(rng.choice(list(LETTERS), cols))


def _guess(rng: np.random.Generator, answer: str, known: float) -> str:
    def letter(place: int) -> str:
        if rng.random() < known:
            return answer[place]
        return str(rng.choice(list(answer if rng.random() < 0.35 else LETTERS)))

    return "".join(letter(place) for place in range(len(answer)))


def screen(
    seed: int,
    *,
    theme: Theme | None = None,
    cols: int | None = None,
    pitch: int | None = None,
    font: str | None = None,
    accents: bool = False,
) -> Drawn:
    """A screen with a game in progress; what is not given is drawn by lot."""
    rng = np.random.default_rng(seed)
    chosen = theme or THEMES[int(rng.integers(len(THEMES)))]
    count = cols or int(rng.choice([4, 5, 5, 5, 5, 6, 7, 8]))
    played = game(rng, rows=int(rng.choice([5, 6, 6, 6, 7, 8])), cols=count)
    face = font or str(rng.choice(installed_fonts()))
    step = pitch or int(rng.integers(30, 110))
    return draw(played, chosen, step, rng, font=face, accents=accents)


def draw(
    played: Game,
    theme: Theme,
    pitch: int,
    rng: np.random.Generator,
    *,
    font: str = "sans",
    accents: bool = False,
) -> Drawn:
    """Draw a game as a crop of the board, as a phone's screen, or in a window of a desktop."""
    width, height = played.cols * pitch, played.rows * pitch
    around = str(rng.choice(["crop", "phone", "desktop"]))
    size, left, top = _layout(around, width, height, pitch, rng)
    canvas = np.full((size[1], size[0], 3), theme.ground, np.uint8)
    if around != "crop":
        _furniture(canvas, theme, played, pitch, left, top, font)
    letters, marks = _rows(played)
    weight, share = int(rng.integers(500, 850)), float(rng.uniform(0.4, 0.56))
    for row, col in np.ndindex(played.rows, played.cols):
        letter, mark = letters[row][col], marks[row][col]
        look = theme.empty if letter == "." else theme.looks[mark]
        x, y = left + col * pitch, top + row * pitch
        _tile(canvas, x, y, pitch, theme, look)
        if letter != ".":
            shown = _accented(letter, rng) if accents else letter
            middle = (x + pitch / 2, y + pitch / 2)
            write(canvas, shown, middle, round(share * pitch), look.letter, font=font, weight=weight)
    return Drawn(canvas, letters, marks, pitch, left, top, f"{theme.name}, {around}, pitch {pitch}, {font}")


def _layout(
    around: str, width: int, height: int, pitch: int, rng: np.random.Generator
) -> tuple[tuple[int, int], int, int]:
    """The picture's width and height, and where the board's left top corner lies in it."""
    if around == "crop":
        left, top = (int(side) for side in rng.integers(2, max(pitch, 4), 2))
        return (
            (width + left + int(rng.integers(2, pitch)), height + top + int(rng.integers(2, pitch))),
            left,
            top,
        )
    if around == "phone":
        wide = round(width * 1.16)
        return (wide, round(height + 6.5 * pitch)), (wide - width) // 2, round(1.8 * pitch)
    wide, high = max(round(3 * width), 640), round(height + 6 * pitch)
    return (wide, high), (wide - width) // 2 + int(rng.integers(-pitch, pitch)), round(1.7 * pitch)


def _rows(played: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Rows of letters and of marks, empty ones included."""
    blank = "." * played.cols
    typed = [played.typed.ljust(played.cols, ".")] if played.typed else []
    letters = [*played.guesses, *typed]
    spare = played.rows - len(letters)
    marks = [*played.marks, *[blank] * (len(typed) + spare)]
    return tuple(letters + [blank] * spare), tuple(marks)


def _accented(letter: str, rng: np.random.Generator) -> str:
    choices = ACCENTED.get(letter)
    return str(rng.choice(list(choices))) if choices and rng.random() < 0.4 else letter


def _tile(canvas: Canvas, x: int, y: int, pitch: int, theme: Theme, look: Look) -> None:
    gap, radius = max(round(theme.gap * pitch / 2), 1), theme.radius * pitch
    side, line = pitch - 2 * gap, max(round(theme.outline * pitch), 1)
    rounded_box(canvas, x + gap, y + gap, side, side, radius, look.outline)
    if look.fill != look.outline:
        inner = side - 2 * line
        rounded_box(canvas, x + gap + line, y + gap + line, inner, inner, max(radius - line, 0), look.fill)


def _furniture(
    canvas: Canvas, theme: Theme, played: Game, pitch: int, left: int, top: int, font: str
) -> None:
    """Title, a rule, and the keyboard in the colours of what is known."""
    width, height = played.cols * pitch, played.rows * pitch
    ink = theme.looks["."].letter
    write(canvas, "WORDLY", (left + width / 2, top - 1.1 * pitch), max(pitch // 3, 8), ink, font=font)
    cv2.line(canvas, (0, top - pitch // 2), (canvas.shape[1], top - pitch // 2), theme.key, 1)
    known = {
        k: m
        for guess, marks in zip(played.guesses, played.marks, strict=True)
        for k, m in sorted(zip(guess, marks, strict=True), key=lambda pair: "byg".index(pair[1]))
    }
    wide, high = width / 10, pitch * 0.85
    for row, keys in enumerate(KEYS):
        start = left + (10 - len(keys)) * wide / 2
        for col, key in enumerate(keys):
            x, y = start + col * wide, top + height + pitch * 0.6 + row * high * 1.1
            fill = theme.looks[known[key]].fill if key in known else theme.key
            rounded_box(canvas, x + wide * 0.05, y, wide * 0.9, high, wide * 0.1, fill)
            write(canvas, key, (x + wide / 2, y + high / 2), max(round(wide * 0.35), 4), ink, font=font)


def dimmed(drawn: Drawn, rng: np.random.Generator) -> Drawn:
    """Behind a dark or pale sheet, through which a line of digits shines."""
    share = float(rng.uniform(0.35, 0.7))
    sheet = np.full_like(drawn.canvas, 0 if rng.random() < 0.7 else 255)
    seen = np.asarray(cv2.addWeighted(drawn.canvas, 1 - share, sheet, share, 0), np.uint8)
    y = drawn.top + float(rng.uniform(0.5, 3)) * drawn.pitch
    ghost = seen.copy()
    middle = (drawn.left + 2.5 * drawn.pitch, y)
    write(ghost, "82 97 15 20", middle, max(drawn.pitch // 3, 6), (128, 128, 128))
    return drawn.seen(np.asarray(cv2.addWeighted(ghost, 0.12, seen, 0.88, 0), np.uint8), "dimmed")


def shifted(drawn: Drawn, rng: np.random.Generator) -> Drawn:
    """In the colours of another screen: channels mixed a little, and darker."""
    mix = np.eye(3) + rng.uniform(-0.05, 0.05, (3, 3))
    seen = np.clip(drawn.canvas.astype(np.float32) @ mix.T * rng.uniform(0.8, 1.0), 0, 255)
    return drawn.seen(seen.astype(np.uint8), "colours shifted")


def scaled(drawn: Drawn, rng: np.random.Generator) -> Drawn:
    """Shown at another size, so that no edge lies on a pixel; never so small that letters are lost."""
    least = max(26 / drawn.pitch, 0.5)
    factor = float(rng.uniform(least, max(1.3, least)))
    seen = cv2.resize(drawn.canvas, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return drawn.seen(np.asarray(seen, np.uint8), f"scaled by {factor:.2f}")


def compressed(drawn: Drawn, rng: np.random.Generator) -> Drawn:
    """Saved as a JPEG of middling quality."""
    data = drawn.to_bytes(".jpg", int(rng.integers(60, 95)))
    return drawn.seen(np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)), "JPEG")


def scribbled(drawn: Drawn, rng: np.random.Generator) -> Drawn:
    """A pen's line across the first row."""
    canvas, pitch = drawn.canvas.copy(), drawn.pitch
    count = len(drawn.letters[0])
    xs = np.linspace(drawn.left + 0.3 * pitch, drawn.left + (count - 0.3) * pitch, 2 * count)
    ys = drawn.top + pitch * (0.5 + rng.uniform(-0.15, 0.15, len(xs)))
    line = np.column_stack([xs, ys]).astype(np.int32)
    cv2.polylines(canvas, [line], False, (220, 60, 200), max(pitch // 22, 1), cv2.LINE_AA)
    return drawn.seen(canvas, "scribbled")


def toasted(drawn: Drawn, rng: np.random.Generator) -> Drawn:
    """A message over the top edge of the board."""
    canvas, pitch = drawn.canvas.copy(), drawn.pitch
    x, y = drawn.left + len(drawn.letters[0]) * pitch / 2, drawn.top - 0.05 * pitch
    fill, ink = (
        ((250, 250, 250), (20, 20, 20)) if canvas[0, 0].mean() < 128 else ((20, 20, 20), (250, 250, 250))
    )
    rounded_box(canvas, x - 0.9 * pitch, y - 0.3 * pitch, 1.8 * pitch, 0.5 * pitch, 0.1 * pitch, fill)
    write(canvas, "Great", (x, y - 0.05 * pitch), max(pitch // 6, 4), ink)
    return drawn.seen(canvas, "toasted")


Distortion = Callable[[Drawn, np.random.Generator], Drawn]
DISTORTIONS: tuple[Distortion, ...] = (dimmed, shifted, scaled, compressed, toasted)


def how_to_sheet(seed: int) -> Canvas:
    """Rows of example tiles with text between them."""
    rng = np.random.default_rng(seed)
    theme = THEMES[int(rng.integers(len(THEMES)))]
    pitch, ink = int(rng.integers(36, 90)), theme.looks["."].letter
    canvas = np.full((12 * pitch, 8 * pitch, 3), theme.ground, np.uint8)
    write(canvas, "How to play", (3 * pitch, pitch), pitch // 2, ink)
    for row, (word, mark) in enumerate(zip(("WEARY", "PILLS", "VAGUE"), "gyb", strict=True)):
        y = round((3 + 2.5 * row) * pitch)
        marked = int(rng.integers(5))
        for col, letter in enumerate(word):
            look = theme.looks[mark if col == marked else "."]
            _tile(canvas, pitch + col * pitch, y, pitch, theme, look)
            middle = (pitch * (col + 1.5), y + pitch / 2)
            write(canvas, letter, middle, round(0.5 * pitch), look.letter, weight=700)
        write(canvas, f"{word[marked]} is so in the word", (3.5 * pitch, y + 1.5 * pitch), pitch // 5, ink)
    return canvas


def statistics_sheet(seed: int) -> Canvas:
    """Four numbers, and bars by number of guesses."""
    rng = np.random.default_rng(seed)
    theme = THEMES[int(rng.integers(len(THEMES)))]
    unit, ink = int(rng.integers(24, 60)), theme.looks["."].letter
    canvas = np.full((16 * unit, 14 * unit, 3), theme.ground, np.uint8)
    write(canvas, "STATISTICS", (7 * unit, 1.5 * unit), unit // 2, ink)
    for place in range(4):
        write(canvas, str(rng.integers(1, 100)), ((2.5 + 3 * place) * unit, 4 * unit), unit, ink)
    for row in range(6):
        y = (7 + 1.2 * row) * unit
        write(canvas, str(row + 1), (1.5 * unit, y + unit / 2), unit // 2, ink)
        fill = theme.looks["g" if row == 3 else "b"].fill
        rounded_box(canvas, 2 * unit, y, float(rng.uniform(1, 10)) * unit, unit, 0, fill)
        write(canvas, str(rng.integers(0, 40)), (2.5 * unit, y + unit / 2), unit // 2, ink)
    return canvas


def shared_squares(seed: int) -> Canvas:
    """The coloured squares that players send each other: a board without letters."""
    rng = np.random.default_rng(seed)
    theme = THEMES[int(rng.integers(len(THEMES)))]
    pitch = int(rng.integers(24, 90))
    canvas = np.full((10 * pitch, 8 * pitch, 3), theme.ground, np.uint8)
    write(canvas, "Wordly 812 4/6", (3.5 * pitch, pitch), pitch // 2, theme.looks["."].letter)
    for row, col in np.ndindex(4, 5):
        mark = "g" if row == 3 else str(rng.choice(list("gyb")))
        _tile(canvas, (col + 1) * pitch, (row + 3) * pitch, pitch, theme, theme.looks[mark])
    return canvas


def keyboard(seed: int) -> Canvas:
    """A keyboard with square keys, and no board."""
    rng = np.random.default_rng(seed)
    theme = THEMES[int(rng.integers(len(THEMES)))]
    pitch = int(rng.integers(30, 90))
    canvas = np.full((6 * pitch, 12 * pitch, 3), theme.ground, np.uint8)
    shift = float(rng.choice([0.0, 0.5]))
    for row, keys in enumerate(KEYS):
        for col, key in enumerate(keys):
            look = theme.looks[str(rng.choice(list("gybb")))]
            x, y = round((col + 1 + row * shift) * pitch), (row + 1) * pitch
            _tile(canvas, x, y, pitch, theme, look)
            write(canvas, key, (x + pitch / 2, y + pitch / 2), round(pitch * 0.4), look.letter)
    return canvas


SHEETS: tuple[Callable[[int], Canvas], ...] = (how_to_sheet, statistics_sheet, shared_squares, keyboard)
"""Screens without a board."""
