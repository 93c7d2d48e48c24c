"""A game of Wordle at the terminal: shows how it stands, asks, and does what the player wishes."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final, TextIO

import typer

from app.cli.board_text import WIDTH
from app.cli.outcome import Failed, tell
from app.cli.wordle_commands import COMMANDS, COMMANDS_HERE, Typed, Wish, understood
from app.cli.wordle_game import result_of
from app.cli.wordle_opponent import Opponent
from app.cli.wordle_sitting import Sitting
from app.cli.wordle_text import (
    Shown,
    box_lines,
    count_line,
    known_lines,
    left_line,
    suggestion_lines,
    why_lines,
)
from worker.context import TaskContext
from worker.errors import BadOption, NoWordFits
from worker.wire import JsonObject, Task, failure_of
from worker.wordle_games import OpenGame

_LEFT: Final = 500
_LISTED: Final = 60
_LETTERS: Final = 6


class Hints(IntEnum):
    """How much is told without being asked."""

    NOTHING = 0
    COUNT = 1
    LETTERS = 2
    WORDS = 3
    GUESSES = 4


class Table:
    """One game and its player."""

    def __init__(
        self,
        request: JsonObject,
        machine: TaskContext,
        game: OpenGame,
        sitting: Sitting,
        most: int,
        hints: Hints,
        opponent: Opponent | None,
        *,
        err: bool,
    ) -> None:
        """Lay a game out.

        Args:
            request: what is asked about it, without its boards.
            most: guesses of a game.
            err: whether it is told on stderr.
        """
        self._request, self._machine, self._game = request, machine, game
        self._sitting, self._most, self._opponent, self._err = sitting, most, opponent, err
        self._hints = hints
        self._told = hints
        """For this guess, when the player asked for more."""
        self._guess = ""
        """The word whose marks are asked for, when the player has named one."""
        self._advice: JsonObject | None = None

    def play(self, lines: TextIO) -> bool:
        """Play until the game ends or the player stops; whether it is lost."""
        self._show()
        while not self._is_over():
            self._say(self._question(), nl=False)
            line = lines.readline()
            if not line:
                self._say("")
                return False
            try:
                typed = understood(line, self._game.words.length, len(self._sitting.open_boards))
                if typed.wish is Wish.QUIT:
                    return False
                self._do(typed)
            except (BadOption, NoWordFits) as error:
                tell(failure_of(error))
            except Failed as error:
                tell(error.failure)
        self._end()
        return not self._sitting.is_won

    def _do(self, typed: Typed) -> None:
        if typed.wish is Wish.MARKS:
            self._take(typed)
        elif typed.wish is Wish.UNDO:
            self._undo()
        elif typed.wish is Wish.HINT:
            self._hint(typed.argument)
        elif typed.wish is Wish.WHY:
            self._why(typed.argument)
        elif typed.wish is Wish.WORDS:
            self._list_left()
        else:
            self._say(COMMANDS if self._opponent is None else COMMANDS_HERE)

    # What the player does

    def _take(self, typed: Typed) -> None:
        """A guess or its marks."""
        if self._opponent is not None:
            self._guess_here(typed)
            return
        guess = self._game.fold(typed.guess) if typed.guess else self._guess or self._suggested()
        if not typed.marks:
            self._guess = guess
            return
        if not guess:
            raise BadOption("Which word are these marks of?", hint="Type the word with them: crane gybbb")
        self._add(guess, typed.marks)

    def _guess_here(self, typed: Typed) -> None:
        from worker.solvers.wordle import Mode, may_guess

        assert self._opponent is not None
        if typed.marks:
            raise BadOption("Guesses are marked here.", hint="Type a word alone, or ? for help.")
        guess = self._game.known(typed.guess)
        mode = Mode(self._request["mode"])
        for clues in self._open_clues():
            if not may_guess(guess, [self._game.clue(clue) for clue in clues], mode):
                raise BadOption(
                    f"{guess.upper()} does not use all hints, as {mode} mode wants it.",
                    hint="Take another word; hint 4 names some.",
                )
        self._add(guess, self._opponent.marks(self._sitting, guess))

    def _add(self, guess: str, marks: Sequence[str]) -> None:
        """Note a guess; one with which no word fits is not taken."""
        before = self._advice
        self._sitting.add(guess, marks)
        self._advice = None
        try:
            self._advised()
        except Failed:
            self._sitting.undo()
            self._advice = before
            raise
        self._guess, self._told = "", self._hints
        self._show()

    def _undo(self) -> None:
        turn = self._sitting.undo()
        if turn is None:
            raise BadOption("There is no guess to take back.", hint="Type a word, or ? for help.")
        self._say(f"{turn.guess.upper()} is taken back.")
        self._advice, self._guess, self._told = None, "", self._hints
        self._show()

    def _hint(self, wanted: str) -> None:
        if wanted and wanted not in "01234":
            raise BadOption(
                f"{wanted!r} is no level of hints.", hint="hint tells more; hint 0 to hint 4 sets it."
            )
        if wanted:
            self._hints = self._told = Hints(int(wanted))
        else:
            self._told = Hints(min(self._told + 1, Hints.GUESSES))
        self._tell(*self._hint_lines())

    def _why(self, wanted: str) -> None:
        suggestions = self._advised()["suggestions"]
        named = {one["word"]: one for one in suggestions}
        named |= {str(number): one for number, one in enumerate(suggestions, 1)}
        chosen = named.get(self._game.fold(wanted) if wanted else "1")
        if chosen is None:
            raise BadOption(
                f"{wanted.upper()} is none of the suggestions.",
                hint=f"why 1 to why {len(suggestions)} explain them.",
            )
        self._tell(*why_lines(chosen))

    def _list_left(self) -> None:
        for board in self._sitting.open_boards:
            left = [one["word"].upper() for one in self._advised()["boards"][board]["left"][:_LISTED]]
            more = self._advised()["boards"][board]["left_count"] - len(left)
            self._tell(" ".join(left) + (f" and {more:,} more" if more > 0 else ""))

    # What is shown

    def _show(self) -> None:
        for board in range(self._sitting.boards):
            self._tell(*self._board_lines(board))
        if not self._is_over():
            self._tell(*self._hint_lines())

    def _board_lines(self, board: int) -> Iterator[str]:
        if self._sitting.boards > 1:
            yield f"Board {board + 1}{' (solved)' if self._sitting.is_solved(board) else ''}:"
        guesses = self._sitting.shown(board)
        is_open = not self._sitting.is_solved(board)
        following = self._suggested() if is_open and not self._is_over() else ""
        yield from box_lines([*guesses, *([Shown(following, "")] if following else [])])
        if is_open:
            yield from known_lines(guesses, self._game.words.length)

    def _hint_lines(self) -> Iterator[str]:
        """What is told of the words left and of the guesses to make, as far as it is wanted."""
        if self._told is Hints.NOTHING:
            return
        advice = self._advised()
        for board in self._sitting.open_boards:
            name = f"Board {board + 1}: " if self._sitting.boards > 1 else ""
            yield f"{name}{count_line(advice['boards'][board])}."
            if self._told is Hints.LETTERS:
                yield f"Letters to try: {' '.join(self._letters_to_try(board))}"
            if self._told >= Hints.WORDS:
                yield from textwrap.wrap(f"Likely words: {left_line(advice['boards'][board])}", WIDTH)
        if self._told is Hints.GUESSES:
            yield "Begin with:" if not self._sitting.turns else "Top words:"
            yield from suggestion_lines(advice["suggestions"])
            yield from why_lines(advice["suggestions"][0])

    def _letters_to_try(self, board: int) -> list[str]:
        """Letters that were not tried, those first that most of the likely words have."""
        tried = {letter for turn in self._sitting.turns for letter in turn.guess}
        chances: Counter[str] = Counter()
        for one in self._advised()["boards"][board]["left"]:
            for letter in {*one["word"]} - tried:
                chances[letter] += one["share"]
        return [letter.upper() for letter, _ in chances.most_common(_LETTERS)]

    def _question(self) -> str:
        number = len(self._sitting.turns) + 1
        if self._opponent is not None:
            return f"Guess {number} of {self._most}: "
        guess = self._guess or self._suggested()
        what = f"marks of {guess.upper()}" if guess else "word and marks"
        return f"Guess {number} of {self._most}, {what} (? for help): "

    def _end(self) -> None:
        count = len(self._sitting.turns)
        if self._sitting.is_won:
            self._say(f"Done! Found in {count} {'guess' if count == 1 else 'guesses'}.")
        else:
            self._say(f"Not found in {count} guesses.")
            for board in self._sitting.open_boards:
                self._say(self._could_be(board))
        if self._sitting.boards == 1:
            self._say(
                f"What the guesses were worth: tilewise wordle rate {' '.join(self._sitting.clues()[0])}"
            )

    def _could_be(self, board: int) -> str:
        answer = None if self._opponent is None else self._opponent.answer(board)
        if answer is not None:
            return f"The word was {answer.upper()}."
        return f"It could be: {left_line(self._advised()['boards'][board])}."

    # What is known

    def _is_over(self) -> bool:
        return self._sitting.is_won or len(self._sitting.turns) >= self._most

    def _suggested(self) -> str:
        """The best guess, where guesses are told."""
        if self._told is not Hints.GUESSES:
            return ""
        suggestions = self._advised()["suggestions"]
        return str(suggestions[0]["word"]) if suggestions else ""

    def _open_clues(self) -> list[list[str]]:
        clues = self._sitting.clues()
        return [clues[board] for board in self._sitting.open_boards]

    def _advised(self) -> JsonObject:
        """What is said about the game as it stands; raises Failed."""
        if self._advice is None:
            asked = {"boards": self._sitting.clues(), "states": None, "left": _LEFT}
            request = {**self._request, **asked, "length": self._game.words.length}
            self._advice = result_of(Task.WORDLE_SUGGEST, request, self._machine)
        return self._advice

    def _tell(self, *lines: str) -> None:
        for line in lines:
            self._say(line)

    def _say(self, line: str, *, nl: bool = True) -> None:
        typer.echo(line, nl=nl, err=self._err)
