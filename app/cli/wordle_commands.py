"""What a player may type, and what is meant by it."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, NamedTuple

from worker.errors import BadOption
from worker.solvers.wordle_feedback import feedback_text, parse_feedback

_FURTHER: Final = """\
  u, undo       take the last guess back
  h, hint       tell more: how many words are left, letters to try, words, guesses; hint 0 to hint 4 sets it
  w, why        why the first guess is suggested; why 2 or why crane another one
  l, left       the words that are left
  q, quit       stop"""
COMMANDS: Final = f"""\
  gybbb         what the game said to the suggested word: g green, y yellow, b grey (or 2 1 0, or squares)
  crane gybbb   another word, and what the game said; crane alone takes the word first
{_FURTHER}"""
COMMANDS_HERE: Final = f"""\
  crane         guess a word
{_FURTHER}"""
"""Where guesses are marked by the program itself."""


class Wish(Enum):
    MARKS = auto()
    """A guess, marks, or both."""
    UNDO = auto()
    HINT = auto()
    WHY = auto()
    WORDS = auto()
    HELP = auto()
    QUIT = auto()


class Typed(NamedTuple):
    """A line that was understood."""

    wish: Wish
    guess: str = ""
    """As it was typed."""
    marks: tuple[str, ...] = ()
    """As `gybbb`, one for each open board; none when only a guess was typed."""
    argument: str = ""


_NAMES: Final = {
    "u": Wish.UNDO, "undo": Wish.UNDO, "h": Wish.HINT, "hint": Wish.HINT, "w": Wish.WHY, "why": Wish.WHY,
    "l": Wish.WORDS, "left": Wish.WORDS, "?": Wish.HELP, "help": Wish.HELP, "q": Wish.QUIT, "quit": Wish.QUIT,
    "exit": Wish.QUIT,
}  # fmt: skip


def understood(line: str, length: int, boards: int) -> Typed:
    """What a line means.

    Args:
        length: letters of a word.
        boards: how many are open, so how many marks go with a guess.

    Raises:
        BadOption: it means nothing.
    """
    first, *rest = line.replace("=", " ").replace(",", " ").split() or ["?"]
    if first.lower() in _NAMES and len(rest) <= 1:
        return Typed(_NAMES[first.lower()], argument="".join(rest))
    marks = _marks(rest, length)
    if first.isalpha() and not _are_marks(first, length):
        if len(first) != length:
            raise BadOption(
                f"{first.upper()} has {len(first)} letters, the words of this game {length}.",
                hint="Type a word, marks such as gybbb, or ? for help.",
            )
    else:
        marks, first = (*_marks([first], length), *marks), ""
    if marks and len(marks) != boards:
        raise BadOption(
            f"There are marks for {len(marks)} of {boards} open boards.",
            hint="Give one for each board that is not solved, in their order: gybbb bbybb",
        )
    return Typed(Wish.MARKS, first, marks)


def _are_marks(text: str, length: int) -> bool:
    try:
        return parse_feedback(text, length) >= 0
    except BadOption:
        return False


def _marks(texts: list[str], length: int) -> tuple[str, ...]:
    return tuple(feedback_text(parse_feedback(text, length), length) for text in texts)
