"""A game of Wordle being played: the guesses so far, with the marks of each board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.cli.wordle_text import Shown
from worker.wire import JsonObject


@dataclass(frozen=True, slots=True)
class Turn:
    guess: str
    marks: tuple[str, ...]
    """Of each board, as `gybbb`; empty for a board that was solved before."""


@dataclass
class Sitting:
    """Boards that share the guesses, and how far they are."""

    boards: int = 1
    turns: list[Turn] = field(default_factory=list)

    @property
    def open_boards(self) -> list[int]:
        """The numbers of the boards that are not solved."""
        return [board for board in range(self.boards) if not self.is_solved(board)]

    @property
    def is_won(self) -> bool:
        return not self.open_boards

    def is_solved(self, board: int) -> bool:
        return any(set(turn.marks[board]) == {"g"} for turn in self.turns)

    def shown(self, board: int) -> list[Shown]:
        """The guesses of a board, until it was solved."""
        return [Shown(turn.guess, turn.marks[board]) for turn in self.turns if turn.marks[board]]

    def clues(self) -> list[list[str]]:
        """As requests have them."""
        return [[f"{guess}={marks}" for guess, marks in self.shown(board)] for board in range(self.boards)]

    def add(self, guess: str, marks: Sequence[str]) -> None:
        """Note a guess with the marks of each open board, in their order."""
        given = dict(zip(self.open_boards, marks, strict=True))
        self.turns.append(Turn(guess, tuple(given.get(board, "") for board in range(self.boards))))

    def undo(self) -> Turn | None:
        """Take the last guess back, if there is one."""
        return self.turns.pop() if self.turns else None

    def to_json(self) -> JsonObject:
        turns = [{"guess": turn.guess, "marks": list(turn.marks)} for turn in self.turns]
        return {"turns": turns, "boards": self.clues(), "solved": self.is_won}
