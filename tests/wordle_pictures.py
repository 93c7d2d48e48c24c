"""Wordle screens that we draw ourselves, with their truth; every one follows from its seed.

Ground, tiles, letters and marks differ in every theme, as they do in the clones; what is around the board is
drawn by `wordle_scenes`, what happens to the picture afterwards by `wordle_changes`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from tests.drawing import Canvas, encoded, installed_fonts, rounded_box, write
from tests.wordle_scenes import SCENES, Board, Scene, crop
from tests.wordle_themes import MORE, THEMES, Look, Theme

LETTERS = "EEEEAAARRIIOOTTTNNNSSLLCCUUDDPPMMHHGBBFYYWKVXZJQ"
ACCENTED = {"A": "ÁÂÃ", "E": "ÉÊ", "I": "Í", "O": "ÓÔÕ", "U": "Ú", "C": "Ç"}
LAYOUTS = ((1, 2), (2, 1), (2, 2), (1, 3), (2, 3), (2, 4))
"""Rows and columns of boards in games with several."""


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
    others: tuple[Drawn, ...] = ()
    """Further boards on the same screen."""

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

    @property
    def lines(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Rows of letters and of marks, empty ones included."""
        blank = "." * self.cols
        typed = [self.typed.ljust(self.cols, ".")] if self.typed else []
        letters = [*self.guesses, *typed]
        spare = self.rows - len(letters)
        marks = [*self.marks, *[blank] * (len(typed) + spare)]
        return tuple(letters + [blank] * spare), tuple(marks)

    @property
    def known(self) -> dict[str, str]:
        """The best mark of every letter that was guessed."""
        pairs = zip("".join(self.guesses), "".join(self.marks), strict=True)
        return dict(sorted(pairs, key=lambda pair: "byg".index(pair[1])))


def game(rng: np.random.Generator, *, rows: int = 6, cols: int = 5, typed: int | None = None) -> Game:
    """A game in progress; letters come by lot, those of the answer more often with every guess."""
    answer = _word(rng, cols)
    count = int(rng.integers(1, rows + 1))
    guesses = [_guess(rng, answer, 0.1 + 0.6 * turn / rows) for turn in range(count)]
    if rng.random() < 0.5:
        guesses[-1] = answer
    letters = int(rng.integers(1, cols + 1)) if typed is None and rng.random() < 0.3 else typed or 0
    return played(guesses, answer, _word(rng, cols)[:letters], rows)


def played(guesses: list[str], answer: str, typed: str, rows: int) -> Game:
    """What a board shows of these guesses: it ends with the answer."""
    if answer in guesses:
        guesses, typed = guesses[: guesses.index(answer) + 1], ""
    marks = tuple(marks_of(guess, answer) for guess in guesses)
    return Game(tuple(guesses), marks, typed if len(guesses) < rows else "", rows, len(answer))


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
    scene: Scene | None = None,
    accents: bool = False,
) -> Drawn:
    """A screen with a game in progress; what is not given is drawn by lot."""
    rng = np.random.default_rng(seed)
    chosen = theme or (*THEMES, *MORE)[int(rng.integers(len(THEMES) + len(MORE)))]
    count = cols or int(rng.choice([4, 5, 5, 5, 5, 6, 7, 8, 9, 10, 11]))
    shown = game(rng, rows=int(rng.choice([5, 6, 6, 6, 7, 8])), cols=count)
    face = font or str(rng.choice(installed_fonts()))
    step = pitch or int(rng.integers(30, 110))
    return draw(shown, chosen, step, rng, font=face, scene=scene, accents=accents)


def draw(
    shown: Game,
    theme: Theme,
    pitch: int,
    rng: np.random.Generator,
    *,
    font: str = "sans",
    scene: Scene | None = None,
    accents: bool = False,
) -> Drawn:
    """Draw a game as a crop of the board, as a phone's screen, or in a window of a desktop."""
    around = scene or SCENES[int(rng.integers(len(SCENES)))]
    size = shown.cols * pitch, round(shown.rows * pitch * theme.aspect)
    board = Board(theme, *size, pitch, font, shown.known)
    canvas, left, top = around(board, rng)
    notes = f"{theme.name}, {around.__name__}, pitch {pitch}, {font}"
    return _drawn(canvas, shown, theme, pitch, left, top, rng, font, accents, notes)


def several(seed: int, layout: tuple[int, int] = (1, 2), theme: Theme | None = None) -> Drawn:
    """A game with several boards, which share their guesses; `others` are those after the first."""
    rng = np.random.default_rng(seed)
    by_lot = THEMES[int(rng.integers(len(THEMES)))]
    theme = theme or by_lot
    down, across = layout
    rows, pitch = 5 + down * across, int(rng.integers(28, 64))
    answers = [_word(rng, 5) for _ in range(down * across)]
    guesses = [_guess(rng, str(rng.choice(answers)), 0.5) for _ in range(int(rng.integers(2, rows)))]
    typed = _word(rng, 5)[: int(rng.integers(0, 5))]
    apart = round(float(rng.uniform(0.25, 0.6)) * pitch)
    size = across * (5 * pitch + apart), down * (rows * pitch + apart)
    canvas, left, top = crop(Board(theme, *size, pitch, "sans", {}), rng)
    shown = []
    for place, answer in enumerate(answers):
        row, col = divmod(place, across)
        x, y = left + col * (5 * pitch + apart), top + row * (rows * pitch + apart)
        one = played(guesses, answer, typed, rows)
        shown.append(_drawn(canvas, one, theme, pitch, x, y, rng, "sans", False, f"{theme.name}, {layout}"))
    return replace(shown[0], others=tuple(shown[1:]))


def _drawn(
    canvas: Canvas,
    shown: Game,
    theme: Theme,
    pitch: int,
    left: int,
    top: int,
    rng: np.random.Generator,
    font: str,
    accents: bool,
    notes: str,
) -> Drawn:
    """Draw the tiles of a game upon a canvas."""
    letters, marks = shown.lines
    weight, share = int(rng.integers(500, 850)), float(rng.uniform(0.43, 0.6)) * (1 - theme.gap)
    high = pitch * theme.aspect
    for row, col in np.ndindex(shown.rows, shown.cols):
        letter, mark = letters[row][col], marks[row][col]
        look = theme.empty if letter == "." else theme.looks[mark]
        x, y = left + col * pitch, top + round(row * high)
        draw_tile(canvas, x, y, pitch, theme, look)
        if letter != ".":
            text = _accented(letter, rng) if accents else letter
            middle = (x + pitch / 2, y + high / 2)
            write(canvas, text, middle, round(share * pitch), look.letter, font=font, weight=weight)
    return Drawn(canvas, letters, marks, pitch, left, top, notes)


def _accented(letter: str, rng: np.random.Generator) -> str:
    choices = ACCENTED.get(letter)
    return str(rng.choice(list(choices))) if choices and rng.random() < 0.4 else letter


def draw_tile(canvas: Canvas, x: int, y: int, pitch: int, theme: Theme, look: Look) -> None:
    """A tile in the square, or the upright box, that begins at (x, y)."""
    gap, radius = max(round(theme.gap * pitch / 2), 1), theme.radius * pitch
    wide, high = pitch - 2 * gap, round(pitch * theme.aspect) - 2 * gap
    line, depth = max(round(theme.outline * pitch), 1), round(theme.depth * pitch)
    if depth:
        blue, green, red = (round(level * 0.75) for level in look.outline)
        rounded_box(canvas, x + gap, y + gap, wide, high, radius, (blue, green, red))
    rounded_box(canvas, x + gap, y + gap, wide, high - depth, radius, look.outline)
    if look.fill != look.outline:
        inner = max(radius - line, 0)
        box = x + gap + line, y + gap + line, wide - 2 * line, high - depth - 2 * line
        rounded_box(canvas, *box, inner, look.fill)
