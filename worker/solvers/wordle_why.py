"""Why a guess is suggested, in a sentence."""

from __future__ import annotations

from worker.solvers.wordle_advice import Suggestion
from worker.solvers.wordle_state import State


def why(suggestion: Suggestion, state: State) -> str:
    """The sentence for a guess."""
    boards = len(state.positions)
    left = sum(len(position.left) for position in state.positions)
    if left == boards:
        return (
            "It is the only word left." if boards == 1 else "It is the only word left on one of the boards."
        )
    if boards == 1 and left == 2 and suggestion.possible:
        return "Two words are left, and this one is at least as likely as the other."
    return f"{_told_apart(suggestion, state, left)}; {_chance(suggestion)}."


def _told_apart(suggestion: Suggestion, state: State, left: int) -> str:
    boards = len(state.positions)
    counted = sum(len(position.counted) for position in state.positions)
    words = f"{left} words left" if counted == left else f"{counted} likely words of {left} left"
    words += f" on {boards} boards" if boards > 1 else ""
    if suggestion.groups == counted:
        return f"It tells all {words} apart"
    if suggestion.groups == boards:
        return f"It does not tell the {words} apart"
    return (
        f"It parts the {words} into {suggestion.groups} groups, "
        f"with {suggestion.expected_left:.1f} words on average and {suggestion.worst} at most"
    )


def _chance(suggestion: Suggestion) -> str:
    if not suggestion.possible:
        return "it cannot be the answer itself"
    return f"it is the answer in {suggestion.win_now:.1%} of cases"
