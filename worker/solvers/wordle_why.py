"""Why a guess is suggested, in a sentence."""

from __future__ import annotations

from worker.solvers.wordle_advice import Suggestion


def why(suggestion: Suggestion, left: int, boards: int) -> str:
    """The sentence for a guess with so many words left on so many unsolved boards."""
    if left == boards:
        return (
            "It is the only word left." if boards == 1 else "It is the only word left on one of the boards."
        )
    if boards == 1 and left == 2 and suggestion.possible:
        return "Two words are left, and this one is at least as likely as the other."
    return f"{_told_apart(suggestion, left, boards)}; {_chance(suggestion)}."


def _told_apart(suggestion: Suggestion, left: int, boards: int) -> str:
    on = f" on {boards} boards" if boards > 1 else ""
    if suggestion.groups == left:
        return f"It tells all {left} words left{on} apart"
    if suggestion.groups == boards:
        return f"It does not tell the {left} words left{on} apart"
    return (
        f"It parts the {left} words left{on} into {suggestion.groups} groups, "
        f"with {suggestion.expected_left:.1f} words left on average and {suggestion.worst} at most"
    )


def _chance(suggestion: Suggestion) -> str:
    if not suggestion.possible:
        return "it cannot be the answer itself"
    return f"it is the answer in {suggestion.win_now:.1%} of cases"
