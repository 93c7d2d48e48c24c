"""Small games of Wordle for tests, and the members of requests about them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tests.wordle_pictures import draw, played
from tests.wordle_scenes import crop
from tests.wordle_themes import THEMES
from worker.wire import JsonObject

ANSWERS: Final = [
    "crane",
    "crate",
    "craze",
    "grape",
    "grade",
    "trade",
    "brake",
    "broke",
    "joker",
    "poker",
    "mouse",
    "louse",
]
ALLOWED: Final = ["salet", "crony", "pudgy", "jumbo"]
SMALL: Final[JsonObject] = {
    "dictionary": None, "dictionary_name": None, "length": None, "answers": ANSWERS, "allowed": ALLOWED,
    "probabilities": None, "exclude": None, "mode": "easy", "strategy": "optimal", "max_guesses": None,
}  # fmt: skip
SHIPPED: Final[JsonObject] = {**SMALL, "answers": None, "allowed": None}


def asked(clues: list[str] | None = None, **members: Any) -> JsonObject:
    """A request for advice about the small game."""
    boards = None if clues is None else [clues]
    further = {"boards": boards, "states": None, "top": 3, "left": 20, "llm": "never"}
    return {**SMALL, **further, **members}


def rated(clues: list[str] | None = None, **members: Any) -> JsonObject:
    """A request for a rating of the small game."""
    return {**SMALL, "clues": clues, "games": None, "answer": None, "llm": "never", **members}


def tried(**members: Any) -> JsonObject:
    """A request for a trial on the small game."""
    return {**SMALL, "starts": None, "limit": None, "failed": 100, **members}


def drawn_game(guesses: list[str], answer: str, *, typed: str = "", rows: int = 6) -> bytes:
    """A screenshot of a game with these guesses, and letters that are only typed."""
    capitals = [guess.upper() for guess in guesses]
    game = played(capitals, answer.upper(), typed.upper(), rows)
    return draw(game, THEMES[0], 80, np.random.default_rng(1), font="sans", scene=crop).to_bytes()
