"""Everything that can go wrong with a puzzle, as one tree.

    PuzzleError
    ├── BadInput            the caller sent something we cannot work with
    │   ├── NotAnImage          bytes that are no picture of a known format, or a damaged one
    │   ├── ImageTooLarge       more pixels or bytes than the limits allow
    │   ├── BadGrid             text that is not a grid; RaggedGrid, GridTooLarge
    │   ├── BadOption           an option out of its range
    │   └── UnknownDictionary   no such word list here
    └── NoAnswer            the input is fine, yet there is nothing to solve in it
        ├── GridNotFound        no board in the picture
        ├── NoBoardYet          a how-to card or an end screen, no running round
        ├── CellsUnreadable     a board whose letters could not all be read
        ├── NoWordFits          clues that no word fits
        └── NotEnoughWords      a word list from which so many levels cannot be made

Each class carries a stable `code` (part of the public contract) and a `hint` that says what to do next.
What HTTP status or exit code a code gets is decided by the app, not here. Hints are for clients of the
service; where a person at a terminal does something else, `app/cli/outcome.py` says what.
"""

from typing import Any, ClassVar


class PuzzleError(Exception):
    """Base of all expected failures; `details` are JSON values that help a program react."""

    code: ClassVar[str] = "puzzle_error"
    default_hint: ClassVar[str] = ""

    def __init__(self, message: str, *, hint: str | None = None, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.hint = self.default_hint if hint is None else hint
        self.details = details


class BadInput(PuzzleError):
    """The input itself is at fault; sending it again will not help."""

    code = "bad_input"


class NotAnImage(BadInput):
    code = "not_an_image"
    default_hint = "Send a PNG, JPEG, WebP, HEIC, AVIF, GIF, BMP or TIFF file, whole and unchanged."


class ImageTooLarge(BadInput):
    code = "image_too_large"
    default_hint = "Send a smaller picture, or raise TILEWISE_MAX_PIXELS on your own server."


class BadGrid(BadInput):
    code = "bad_grid"
    default_hint = (
        "Write rows parted by '/', ';' or a new line, e.g. ABCD/EFGH/IJKL/MNOP; [Qu] is one tile, '.' a hole."
    )


class RaggedGrid(BadGrid):
    code = "ragged_grid"
    default_hint = (
        "Give every row the same number of tiles; write '.' for a hole and [Qu] for a tile with two letters."
    )


class GridTooLarge(BadGrid):
    code = "grid_too_large"
    default_hint = "Cut the grid into smaller ones."


class BadOption(BadInput):
    code = "bad_option"
    default_hint = "See /docs for what each option takes."


class UnknownDictionary(BadInput):
    code = "unknown_dictionary"
    default_hint = "See GET /dictionaries for their names, or upload yours with POST /dictionaries."


class NoAnswer(PuzzleError):
    """The input is well formed, but holds nothing to solve."""

    code = "no_answer"


class GridNotFound(NoAnswer):
    code = "grid_not_found"
    default_hint = "Show the whole board, sharp and not covered, or type it."


class NoBoardYet(NoAnswer):
    code = "no_board_yet"
    default_hint = "Take the picture while the round is running."


class CellsUnreadable(NoAnswer):
    code = "cells_unreadable"
    default_hint = "Take a sharper picture, or type the board."


class NoWordFits(NoAnswer):
    """Of a board (`details["board"]`, from 0) the fewest clues that contradict each other are named (`clash`,
    as `crane=gybbb`; `clash_numbers`, from 0), and the likeliest word that fits all but as few as can be
    (`nearest`, `nearest_misses`)."""

    code = "no_word_fits"
    default_hint = "Check the marks of the guesses named, or allow more words."


class NotEnoughWords(NoAnswer):
    """`details`: `wheels`, how many there are."""

    code = "not_enough_words"
    default_hint = "Ask for fewer levels, or let wheels and grids be smaller, or name a larger dictionary."
