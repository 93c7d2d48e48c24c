"""Guesses of a picture: rows with their marks, and doubtful letters that the words settle."""

from __future__ import annotations

import pytest

from worker.errors import CellsUnreadable
from worker.model import Box, Kind, Point, ReadCell, ReadGrid, ScreenState
from worker.wordle_seen import guesses_seen

WORDS = ("crane", "crate", "salet")
BOX, CENTRE = Box(0, 0, 9, 9), Point(4, 4)


def board(*rows: tuple[str, str]) -> ReadGrid:
    """Rows of letters and marks; small letters are in doubt, `_` could not be read."""
    cells = [
        ReadCell(
            "" if letter in "._" else letter.upper(),
            0.5,
            BOX,
            CENTRE,
            doubtful=letter.islower() or letter == "_",
        )
        for letters, _ in rows
        for letter in letters
    ]
    tiles = tuple(marks for _, marks in rows)
    return ReadGrid(Kind.WORDLE, ScreenState.PLAYING, len(rows), 5, tuple(cells), tiles)


@pytest.mark.parametrize(
    ("letters", "guess", "inferred"),
    [
        ("CRANE", "crane", []),  # sure, and a word
        ("CRaNE", "crane", []),  # in doubt, yet a word
        ("CRAME", "crame", []),  # no word, yet sure: perhaps of another list
        ("CRAnQ", "cranq", []),  # no word differs in the doubtful letter alone
        ("SALEf", "salet", [(4, "F", "T")]),  # one word does
        ("SA_ET", "salet", [(2, "", "L")]),  # what could not be read is the only letter that makes a word
        ("CRAxE", "craxe", []),  # two words do
    ],
)
def test_a_letter_in_doubt(letters: str, guess: str, inferred: list[tuple[int, str, str]]) -> None:
    shown = guesses_seen(board((letters, "gybbb")), WORDS)
    assert shown.clues == [f"{guess}=gybbb"]
    assert [(one["cell"], one["read"], one["letters"]) for one in shown.inferred] == inferred


def test_a_letter_that_cannot_be_read_and_may_be_two() -> None:
    with pytest.raises(CellsUnreadable) as caught:
        guesses_seen(board(("SALET", "bbbbb"), ("CRA_E", "gybbb")), WORDS)
    assert "guess 2" in caught.value.message and caught.value.details == {"row": 1}


def test_rows_without_marks_are_no_guesses() -> None:
    rows = (("SALET", "bbbgb"), ("CRA..", "....."), (".....", "....."))
    assert guesses_seen(board(*rows), WORDS).clues == ["salet=bbbgb"]
    assert guesses_seen(board((".....", ".....")), WORDS).clues == []
