"""Decision trees as values, and how they are made from decided states.

    {"guess": "salet", "next": {"bbgyb": {"guess": ...}, ...}}

`next` has what to guess after each feedback; a node without it is a last guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from worker.kernels.wordle_search_state import NEVER
from worker.solvers.wordle_feedback import all_green, feedback_text
from worker.solvers.wordle_tree_state import UNLIMITED, StateSearch
from worker.solvers.wordle_words import WordleWords

Tree: TypeAlias = dict[str, Any]

_WIDER: Final = 4


def grown(search: StateSearch, left: int, path: tuple[int, ...] = ()) -> Tree:
    """The tree below the best guess of the state that the search has decided.

    The search decides each state of the tree again, which its memo makes quick.

    Args:
        left: guesses left, this one included.
        path: the guesses before.
    """
    decision = search.decision()
    node: Tree = {"guess": search.words.allowed[decision.guess]}
    following = {
        _reply(search, decision.guess, group): _subtree(
            search, group, value, left - 1, (*path, decision.guess)
        )
        for group, value in zip(decision.groups, decision.values, strict=True)
    }
    if following:
        node["next"] = dict(sorted(following.items()))
    return node


def _subtree(
    search: StateSearch, answers: NDArray[np.int64], value: int, left: int, path: tuple[int, ...]
) -> Tree:
    if len(answers) <= 2:
        return one_by_one(search, answers)
    search.open_again(answers, left, value + 1, path)
    decide(search, lambda: search.open_group(answers, left, NEVER, path))
    return grown(search, left, path)


def decide(search: StateSearch, open_anew: Callable[[], None]) -> None:
    """Find a guess for the open state, which has one.

    What a narrow search has found once, another may miss that has a lower budget, or whose memo has lost it;
    so where it does, it gets ever wider.
    """
    width = search.width
    while not search.run(UNLIMITED) or search.best is None:
        open_anew()
        search.width *= _WIDER
    search.width = width


def one_by_one(search: StateSearch, answers: NDArray[np.int64]) -> Tree:
    """The tree that guesses one answer after the other."""
    first, *others = (int(number) for number in search.words.answers[answers])
    node: Tree = {"guess": search.words.allowed[first]}
    if others:
        node["next"] = {_reply(search, first, answers[1:]): one_by_one(search, answers[1:])}
    return node


def _reply(search: StateSearch, guess: int, answers: NDArray[np.int64]) -> str:
    return feedback_text(int(search.patterns[guess, answers[0]]), search.words.length)


def guess_counts(
    tree: Tree, words: WordleWords, patterns: NDArray[Any], answers: NDArray[np.int64] | None = None
) -> dict[int, int]:
    """How many answers a tree finds with each number of guesses, by playing all of them, or some.

    Raises:
        KeyError: the tree has no reply to a feedback that an answer gives.
    """
    counts: Counter[int] = Counter()
    waiting = [(tree, np.arange(len(words.answers)) if answers is None else answers, 1)]
    while waiting:
        node, answers, depth = waiting.pop()
        codes = patterns[words.number[node["guess"]], answers]
        for code in np.unique(codes).tolist():
            if code == all_green(words.length):
                counts[depth] += 1
            else:
                child = node["next"][feedback_text(code, words.length)]
                waiting.append((child, answers[codes == code], depth + 1))
    return dict(sorted(counts.items()))
