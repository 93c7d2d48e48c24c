"""Games looked up in a tree of guesses that was made before.

A tree is nested JSON, `{"guess": "salet", "next": {"bbgyb": tree, ...}}`; without `next` it is the last
guess.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np

from worker.kernels.pattern_play import DEPTHS
from worker.solvers.wordle_clues import Clue
from worker.solvers.wordle_feedback import all_green, feedback, feedback_text
from worker.solvers.wordle_left import Left
from worker.solvers.wordle_state import Outcome, State
from worker.solvers.wordle_words import WordleWords

Tree: TypeAlias = Mapping[str, Any]

_ENOUGH: Final = 0.9
"""Part of the likelihood that the listed answers must hold for a tree to be trusted, since it knows no other
words."""


def looked_up(tree: Tree | None, state: State) -> Tree | None:
    """The part of the tree that the game has come to, if it is in the tree and the tree is to be trusted."""
    if tree is None or len(state.clues) > 1:
        return None
    known = _share_of_answers(state.words, state.left[0]) >= _ENOUGH
    return node_after(tree, state.clues[0]) if known else None


def node_after(tree: Tree, clues: Sequence[Clue]) -> Tree | None:
    """The part of the tree after some clues; None where the guesses were others."""
    node: Tree | None = tree
    for clue in clues:
        if node is None or node["guess"] != clue.guess:
            return None
        node = node.get("next", {}).get(feedback_text(clue.feedback, len(clue.guess)))
    return node


def outcome_by(node: Tree, words: WordleWords, left: Left) -> Outcome:
    """What comes of playing by the tree; a word that it does not know is won a guess after its last."""
    wins = np.zeros(DEPTHS)
    for word, share in zip(words.spelled(left.numbers), left.shares, strict=True):
        wins[min(_guesses_for(word, node), DEPTHS) - 1] += share
    return Outcome(wins, float(wins @ np.arange(1, DEPTHS + 1)))


def _guesses_for(word: str, node: Tree) -> int:
    count = 1
    while (code := feedback(node["guess"], word)) != all_green(len(word)):
        count += 1
        following = node.get("next", {}).get(feedback_text(code, len(word)))
        if following is None:
            break
        node = following
    return count


def _share_of_answers(words: WordleWords, left: Left) -> float:
    return float(left.shares[words.columns[left.numbers] >= 0].sum())
