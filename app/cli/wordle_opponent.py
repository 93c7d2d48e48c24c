"""Who marks the guesses of a game that is played here: a keeper of secret words, or one who changes them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from app.cli.wordle_sitting import Sitting
from worker.wordle_games import OpenGame


class Opponent(Protocol):
    """Marks guesses."""

    def marks(self, sitting: Sitting, guess: str) -> list[str]:
        """Of each open board, as `gybbb`."""

    def answer(self, board: int) -> str | None:
        """The word of a board, if there is one."""


class Keeper:
    """Keeps a word secret for each board."""

    def __init__(self, answers: Sequence[str]) -> None:
        self._answers = answers

    @classmethod
    def drawn(cls, game: OpenGame, boards: int, seed: int | None) -> Keeper:
        """Words by lot, the likely ones more often; the same for the same seed."""
        dice = random.Random(seed) if seed is not None else random.SystemRandom()
        words = game.words
        likely = [number for number in words.answers.tolist() if words.priors[number] > 0]
        chances = [words.priors[number] for number in likely]
        return cls(words.spelled(dice.choices(likely, chances, k=boards)))

    def marks(self, sitting: Sitting, guess: str) -> list[str]:
        from worker.solvers.wordle import feedback, feedback_text

        answers = [self._answers[board] for board in sitting.open_boards]
        return [feedback_text(feedback(guess, answer), len(guess)) for answer in answers]

    def answer(self, board: int) -> str | None:
        return self._answers[board]


class Adversary:
    """Has no word in mind as long as it can help it: each reply keeps as many words as possible."""

    def __init__(self, game: OpenGame) -> None:
        self._game = game

    def marks(self, sitting: Sitting, guess: str) -> list[str]:
        from worker.solvers.wordle import feedback_text
        from worker.solvers.wordle_adversary import reply

        clues = sitting.clues()
        boards = [[self._game.clue(clue) for clue in clues[board]] for board in sitting.open_boards]
        return [feedback_text(reply(self._game.words, board, guess), len(guess)) for board in boards]

    def answer(self, board: int) -> str | None:
        return None
