"""The guesses of a board that was read, with letters in doubt settled by the words that there are."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from worker.errors import CellsUnreadable
from worker.model import ReadCell, ReadGrid
from worker.wire import JsonObject

_NO_MARK = "."


@dataclass(frozen=True, slots=True)
class SeenGuesses:
    clues: list[str] = field(default_factory=list)
    """Guesses that have their marks, as `crane=gybbb`."""
    inferred: list[JsonObject] = field(default_factory=list)
    """Doubtful cells that hold another letter than was read, since only then the guess is a word."""


def guesses_seen(seen: ReadGrid, allowed: Collection[str]) -> SeenGuesses:
    """The guesses of the board; a row that is only typed is none.

    Args:
        allowed: lower-case words that may be guessed.

    Raises:
        CellsUnreadable: a letter could not be read, and the words leave it open, too.
    """
    shown = SeenGuesses()
    for row, marks in enumerate(seen.tiles):
        if _NO_MARK in marks:
            continue
        cells = seen.cells[row * seen.cols : (row + 1) * seen.cols]
        guess = _settled(cells, allowed, row)
        shown.clues.append(f"{guess}={marks}")
        for col, (cell, letter) in enumerate(zip(cells, guess, strict=True)):
            if cell.letters != letter.upper():
                told = {"cell": row * seen.cols + col, "read": cell.letters, "letters": letter.upper()}
                shown.inferred.append(told)
    return shown


def _settled(cells: Sequence[ReadCell], allowed: Collection[str], row: int) -> str:
    """The guess of a row: as it was read, or the only word that differs in doubtful cells alone."""
    read = "".join(cell.letters.lower() or "?" for cell in cells)
    if "?" not in read and (read in allowed or not any(cell.doubtful for cell in cells)):
        return read
    fitting = [word for word in allowed if _agrees(word, cells)]
    if len(fitting) == 1:
        return fitting[0]
    if "?" in read:
        raise CellsUnreadable(
            f"A letter of guess {row + 1} cannot be read.",
            hint="Take a sharper picture, or type the guesses, each as crane=gybbb.",
            row=row,
        )
    return read


def _agrees(word: str, cells: Sequence[ReadCell]) -> bool:
    return len(word) == len(cells) and all(
        cell.doubtful or not cell.letters or cell.letters == letter.upper()
        for cell, letter in zip(cells, word, strict=True)
    )
