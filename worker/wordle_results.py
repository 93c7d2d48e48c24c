"""What the Wordle jobs answer, as JSON: advice, series, ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from worker.model import Kind, ScreenState
from worker.results import board_json
from worker.wire import JsonObject

if TYPE_CHECKING:
    from worker.solvers.wordle import Advice, BoardAdvice, BoardChance, Clue, Suggestion
    from worker.solvers.wordle_rating import Rating
    from worker.solvers.wordle_series import Summary
    from worker.solvers.wordle_tree import TreeOptions, TreeResult
    from worker.solvers.wordle_words import WordleWords

_LIKELY: Final = 0.99
"""Part of the chance that the likely words hold together."""
_DIGITS: Final = 6


def typed_board_json(clues: Sequence[Clue], length: int, ms: Mapping[str, float]) -> JsonObject:
    """Typed guesses in the shape of a board that was read."""
    from worker.model import ReadGrid
    from worker.solvers.wordle import feedback_text

    return {
        **board_json(ReadGrid(Kind.WORDLE, ScreenState.UNKNOWN), ms),
        "state": ScreenState.PLAYING,
        "rows": len(clues),
        "cols": length,
        "letters": [clue.guess.upper() for clue in clues],
        "tiles": [feedback_text(clue.feedback, length) for clue in clues],
    }


def advice_json(advice: Advice, boards: Sequence[Sequence[Clue]], most_left: int, allowed: int) -> JsonObject:
    """Suggestions, and what each board leaves.

    Args:
        most_left: how many of the words left are listed for each board.
        allowed: how many words the game has, for the share that is left.
    """
    from worker.solvers.wordle import GameState

    is_over = advice.state != GameState.PLAYING
    return {
        "state": ScreenState.OVER if is_over else ScreenState.PLAYING,
        "won": advice.state == GameState.WON if is_over else None,
        "guess": advice.guess,
        "found_by": advice.strategy,
        "suggestions": [_suggestion_json(suggestion, advice.strategy) for suggestion in advice.suggestions],
        "boards": [
            _board_json(board, clues, most_left, allowed)
            for board, clues in zip(advice.boards, boards, strict=True)
        ],
    }


def _suggestion_json(suggestion: Suggestion, found_by: str) -> JsonObject:
    from worker.solvers.wordle import Strategy
    from worker.solvers.wordle_frequency import frequency_score

    told = {name: _rounded(value) for name, value in asdict(suggestion).items()}
    win_by = _chances_json(suggestion.win_by)
    boards = [board and _board_chance_json(board) for board in suggestion.boards]
    has_score = found_by == Strategy.FREQUENCY
    score = _rounded(frequency_score(suggestion.word)) if has_score else None
    return {**told, "win_by": win_by, "boards": boards, "score": score}


def _board_chance_json(board: BoardChance) -> JsonObject:
    return {"win_now": _rounded(board.win_now), "win_by": _chances_json(board.win_by)}


def _chances_json(win_by: Mapping[int, float]) -> JsonObject:
    return {str(guess): _rounded(chance) for guess, chance in win_by.items()}


def _board_json(board: BoardAdvice, clues: Sequence[Clue], most: int, allowed: int) -> JsonObject:
    shares = [left.share for left in board.left]
    likely = sum(before < _LIKELY for before in accumulate(shares[:-1], initial=0.0))
    return {
        "clues": [str(clue) for clue in clues],
        "solved": board.solved,
        "left_count": len(shares),
        "left_share": _rounded(len(shares) / allowed),
        "likely_count": likely,
        "left": [{"word": left.word, "share": _rounded(left.share)} for left in board.left[:most]],
    }


def series_json(start: str, summary: Summary, guesses: int, most_failed: int) -> JsonObject:
    """What came of a strategy with a first guess.

    Args:
        guesses: how many the game allows; the mean counts a lost game as one more.
        most_failed: how many of the answers that were not found are listed.
    """
    return {
        "start": start,
        "games": summary.games,
        "won": summary.won,
        "lost": len(summary.lost),
        "total": summary.total,
        "mean": _rounded((summary.total + len(summary.lost) * (guesses + 1)) / summary.games),
        "average": None if summary.average is None else _rounded(summary.average),
        "worst": max(summary.histogram, default=None),
        "histogram": {str(guesses): games for guesses, games in summary.histogram.items()},
        "failed": list(summary.lost[:most_failed]),
    }


def rating_json(rating: Rating) -> JsonObject:
    """How good each guess was, and the game."""
    return {
        "skill": _percent(rating.skill),
        "luck": _percent(rating.luck),
        "solved": bool(rating.guesses) and rating.guesses[-1].clue.solved,
        "guesses": [
            {
                "clue": str(guess.clue),
                "skill": _percent(guess.skill),
                "luck": _percent(guess.luck),
                "best": guess.best,
                "left_before": guess.left_before,
                "left_after": guess.left_after,
                "expected_left": _rounded(guess.expected_left),
                "kept_rules": guess.kept_rules,
            }
            for guess in rating.guesses
        ],
    }


def tree_json(result: TreeResult, words: WordleWords, options: TreeOptions) -> JsonObject:
    """The best tree known, without the tree itself, and what is proven about it."""
    count, total = len(words.answers), result.total
    return {
        "start": result.start,
        "mode": options.mode.value,
        "max_guesses": options.max_guesses,
        "answers": count,
        "allowed": len(words),
        "total": total,
        "mean": None if total is None else round(total / count, 5),
        "worst": result.worst,
        "guesses": {str(number): answers for number, answers in result.guesses.items()},
        "proven": result.proven,
        "possible": None if not (result.tree or result.proven) else result.tree is not None,
        "lower_bound": result.lower_bound,
        "gap": None if total is None or result.lower_bound is None else total - result.lower_bound,
        "proof": {
            "starts": result.starts,
            "ruled_out": result.ruled_out,
            "states": result.nodes,
            "bounds": result.scans,
            "labels": result.work,
        },
    }


def _percent(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def _rounded(value: object) -> object:
    return round(value, _DIGITS) if isinstance(value, float) else value
