"""Decision trees checked by playing, and the best total by trying everything.

Nothing here knows of the solver: feedback comes from strings (`tests.reference.wordle`), and so does what
hard mode allows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from tests.reference.wordle import keeps_hints, marks_of

COLOURS = "byg"

Clues = list[tuple[str, list[int]]]


def guesses_by_answer(
    tree: Mapping[str, Any], answers: Collection[str], allowed: Collection[str], *, hard: bool = False
) -> dict[str, int]:
    """How many guesses the tree takes for each answer.

    Raises:
        ValueError: it has no reply, guesses what is not allowed, or has nodes that no answer needs.
    """
    may_guess, used = set(allowed), set[int]()
    counts = {answer: _guesses_for(tree, answer, may_guess, used, hard=hard) for answer in answers}
    if len(used) != _size(tree):
        raise ValueError(f"{_size(tree) - len(used)} nodes are for no answer")
    return counts


def total_of(
    tree: Mapping[str, Any], answers: Collection[str], allowed: Collection[str], *, hard: bool = False
) -> int:
    return sum(guesses_by_answer(tree, answers, allowed, hard=hard).values())


def histogram(counts: Mapping[str, int]) -> dict[int, int]:
    return dict(sorted(Counter(counts.values()).items()))


def _guesses_for(
    tree: Mapping[str, Any], answer: str, allowed: set[str], used: set[int], *, hard: bool
) -> int:
    node, clues = tree, Clues()
    while True:
        guess = node["guess"]
        used.add(id(node))
        if guess not in allowed:
            raise ValueError(f"{guess} is not allowed")
        if hard and not all(keeps_hints(guess, earlier, marks) for earlier, marks in clues):
            raise ValueError(f"{guess} leaves out a hint of {clues}")
        if guess == answer:
            return len(clues) + 1
        marks = marks_of(guess, answer)
        clues.append((guess, marks))
        reply = "".join(COLOURS[mark] for mark in marks)
        if reply not in node.get("next", {}):
            raise ValueError(f"no reply to {reply} after {guess}, for {answer}")
        node = node["next"][reply]


def _size(node: Mapping[str, Any]) -> int:
    return 1 + sum(map(_size, node.get("next", {}).values()))


def least_total(
    answers: Collection[str],
    allowed: Collection[str],
    most: int,
    *,
    hard: bool = False,
    start: str | None = None,
) -> int | None:
    """The least total of guesses over all answers by trying everything; None if some take over `most`."""

    @cache
    def least(left: tuple[str, ...], choices: tuple[str, ...], most: int) -> int | None:
        totals = (after(guess, left, choices, most) for guess in choices) if most else ()
        return min((total for total in totals if total is not None), default=None)

    @cache
    def after(guess: str, left: tuple[str, ...], choices: tuple[str, ...], most: int) -> int | None:
        groups: dict[tuple[int, ...], list[str]] = {}
        for answer in left:
            if answer != guess:
                groups.setdefault(tuple(marks_of(guess, answer)), []).append(answer)
        total = len(left)
        for marks, group in groups.items():
            kept = [word for word in choices if not hard or keeps_hints(word, guess, list(marks))]
            rest = least(tuple(group), tuple(kept), most - 1)
            if rest is None:
                return None
            total += rest
        return total

    left, choices = tuple(answers), tuple(allowed)
    return least(left, choices, most) if start is None else after(start, left, choices, most)
