"""`tilewise wordle play`: a game with advice after every guess, played elsewhere or here."""

from __future__ import annotations

import sys
from typing import Annotated, Final

import typer

from app.cli.outcome import AsJson, bad_input, context_of, ending, print_json, settings_of_machine
from app.cli.wordle_game import GameChoice, MaxGuesses, StrategyOption, about_a_game, game_members
from app.cli.wordle_opponent import Adversary, Keeper, Opponent
from app.cli.wordle_sitting import Sitting
from app.cli.wordle_table import Hints, Table
from app.problems import NOTHING_FOUND
from worker.solvers.wordle_advice import GUESSES, MOST_BOARDS, Strategy
from worker.wordle_games import OpenGame, open_game

_TOP: Final = 5


@about_a_game
def play(
    game: GameChoice,
    hints: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=4,
            help="0 none, 1 how many words are left, 2 letters to try, 3 words, 4 guesses; 4, here 0.",
        ),
    ] = None,
    boards: Annotated[int, typer.Option(help="1 to 8 boards that share the guesses.")] = 1,
    practice: Annotated[
        bool, typer.Option("--practice", help="Play here, against a word drawn by lot.")
    ] = False,
    adversary: Annotated[
        bool, typer.Option("--adversary", help="Play here, against a game that changes its mind (Absurdle).")
    ] = False,
    answer: Annotated[
        list[str] | None, typer.Option(metavar="WORD", help="Play here, against this word; a board each.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same number draws the same word.")] = None,
    strategy: StrategyOption = Strategy.OPTIMAL,
    max_guesses: MaxGuesses = None,
    as_json: AsJson = False,
) -> None:
    """Play with advice: guess in the game, type what it said, see what is left and what to guess next.

    Type the marks of the suggested word (gybbb), or another word with its marks (crane gybbb); undo takes the
    last guess back, hint tells more, why 2 explains a suggestion, left lists the words, ? shows all commands.
    With --practice, --answer or --adversary the guesses are marked here. Exits 1 when the word is not found.
    With --json the game is told on stderr, and its guesses are printed at the end.

    \b
    Examples:
      tilewise wordle play
      tilewise wordle play --boards 4 --mode hard
      tilewise wordle play --practice --hints 1
      tilewise wordle play --adversary --strategy minimax
    """
    with ending(as_json=as_json):
        if not 1 <= boards <= MOST_BOARDS:
            raise bad_input(
                f"There are 1 to {MOST_BOARDS} boards, not {boards}.", "tilewise wordle play --boards 4"
            )
        machine = context_of(settings_of_machine())
        if answer and not any(game[name] for name in ("length", "answers", "allowed")):
            game = {**game, "length": len(answer[0])}
        request = {
            **game_members(machine, **game),
            "strategy": strategy.value,
            "top": _TOP,
            "max_guesses": max_guesses,
        }
        opened = open_game(request, machine)
        boards = len(answer) if answer else boards
        opponent = _opponent(opened, answer, boards, seed, practice=practice, adversary=adversary)
        sitting = Sitting(boards)
        most = max_guesses or GUESSES + boards - 1
        level = Hints((0 if opponent else 4) if hints is None else hints)
        table = Table(request, machine, opened, sitting, most, level, opponent, err=as_json)
        lost = table.play(sys.stdin)
    if as_json:
        print_json(sitting.to_json())
    raise typer.Exit(NOTHING_FOUND if lost else 0)


def _opponent(
    game: OpenGame,
    answers: list[str] | None,
    boards: int,
    seed: int | None,
    *,
    practice: bool,
    adversary: bool,
) -> Opponent | None:
    """Who marks the guesses, or None where a person tells the marks; raises Failed, BadOption."""
    if practice + adversary + bool(answers) > 1:
        raise bad_input("--practice, --adversary and --answer exclude each other.", "Leave all but one out.")
    if answers:
        return Keeper([game.known(word) for word in answers])
    if adversary:
        return Adversary(game)
    return Keeper.drawn(game, boards, seed) if practice else None
