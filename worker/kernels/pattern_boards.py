"""Games of several boards that share their guesses, played to the end for answers that are given.

The guess that promises most is made each time: the sum over the open boards of its reach (see
`pattern_groups`), that is of the boards won with this guess or the next; of equal ones that which leaves
fewer words. It is looked for among the words left and in a pool of guesses.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.compiled import kernel

FEWEST: Final = 100
"""Guesses that are looked at in any case, of the words left and of the pool."""
_EQUAL: Final = 1e-12


class Boards(NamedTuple):
    """What is known of the guesses and the words that are left; boards may have their words in common."""

    matrix: NDArray[Any]
    """(guesses, words) feedback."""
    shares: NDArray[np.float64]
    """(words,) how likely each is on its board, the likeliest first."""
    left: NDArray[np.int64]
    """(words,) the guess that each word is."""
    runs: NDArray[np.int64]
    """(boards, 2) where the words of each board begin and end."""
    pool: NDArray[np.int64]
    """Further guesses, the best first."""
    feedbacks: int
    """3 ** length; the last one wins."""


class _Desk(NamedTuple):
    """Room to work in."""

    words: NDArray[np.int64]
    """(words of all boards,): those left, board by board."""
    begin: NDArray[np.int64]
    """(boards,): where a board's words begin there."""
    left: NDArray[np.int64]
    """(boards,): how many are left, none on a solved board."""
    total: NDArray[np.float64]
    """(boards,): their shares together."""
    size: NDArray[np.int64]
    """(feedbacks,) all 0 between uses."""


@kernel
def play_boards(boards: Any, first: int, answers: Any, effort: int) -> Any:
    """Play with a first guess.

    Args:
        answers: (games, boards) the word of each board.
        effort: words compared for a guess, about.

    Returns:
        (games, boards): the number of the guess that solves each board.
    """
    games, count = answers.shape
    needed = np.zeros((games, count), np.int64)
    desk = _desk(boards)
    for game in range(games):
        _deal(boards, desk)
        guess, made, open_boards = first, 0, count
        while open_boards:
            made += 1
            for board in range(count):
                if needed[game, board] == 0 and _reply(boards, desk, board, guess, answers[game, board]):
                    needed[game, board] = made
                    open_boards -= 1
            if open_boards:
                guess = _choose(boards, desk, open_boards, effort)
    return needed


@kernel
def _desk(boards: Any) -> Any:
    count, words = len(boards.runs), 0
    begin = np.empty(count, np.int64)
    for board in range(count):
        begin[board] = words
        words += boards.runs[board, 1] - boards.runs[board, 0]
    return _Desk(
        np.empty(words, np.int64),
        begin,
        np.empty(count, np.int64),
        np.empty(count),
        np.zeros(boards.feedbacks, np.int64),
    )


@kernel
def _deal(boards: Any, desk: Any) -> None:
    for board in range(len(boards.runs)):
        start, stop = boards.runs[board]
        desk.left[board] = stop - start
        for at in range(stop - start):
            desk.words[desk.begin[board] + at] = start + at


@kernel
def _reply(boards: Any, desk: Any, board: int, guess: int, answer: int) -> bool:
    """Keep the words of a board that fit the feedback; whether it is solved, with none left then."""
    line, begin = boards.matrix[guess], desk.begin[board]
    code, kept, total = line[answer], 0, 0.0
    if code == boards.feedbacks - 1:
        desk.left[board] = 0
        return True
    for at in range(begin, begin + desk.left[board]):
        word = desk.words[at]
        if line[word] == code:
            desk.words[begin + kept] = word
            total += boards.shares[word]
            kept += 1
    desk.left[board], desk.total[board] = kept, total
    return False


@kernel
def _choose(boards: Any, desk: Any, open_boards: int, effort: int) -> int:
    words = desk.left.sum()
    most = max(FEWEST, effort // words)
    step = max(1, words // most)
    best, best_reach, best_crowd, passed = -1, -1.0, 0, 0
    for board in range(len(desk.left)):
        for at in range(desk.begin[board], desk.begin[board] + desk.left[board]):
            passed += 1
            if (passed - 1) % step == 0 or desk.left[board] == 1:
                guess = boards.left[desk.words[at]]
                reach, crowd = _reach(boards, desk, guess)
                if reach > best_reach + _EQUAL or (reach > best_reach - _EQUAL and crowd < best_crowd):
                    best, best_reach, best_crowd = guess, reach, crowd
    # A guess from outside reaches so much at most, when it tells all words of all boards apart.
    if best_reach > open_boards - _EQUAL:
        return best
    for guess in boards.pool[:most]:
        reach, crowd = _reach(boards, desk, guess)
        if reach > best_reach + _EQUAL or (reach > best_reach - _EQUAL and crowd < best_crowd):
            best, best_reach, best_crowd = guess, reach, crowd
            if reach > open_boards - _EQUAL:
                break
    return best


@kernel
def _reach(boards: Any, desk: Any, guess: int) -> Any:
    """The reach of a guess, and the sum of the squares of its groups' sizes."""
    line, size = boards.matrix[guess], desk.size
    reach, crowd = 0.0, 0
    for board in range(len(desk.left)):
        begin, here = desk.begin[board], 0.0
        for at in range(begin, begin + desk.left[board]):
            word = desk.words[at]
            code = line[word]
            if size[code] == 0:  # the likeliest of its group, since words stay in order
                here += boards.shares[word]
            if code == boards.feedbacks - 1:
                here += boards.shares[word]
            crowd += 2 * size[code] + 1
            size[code] += 1
        for at in range(begin, begin + desk.left[board]):
            size[line[desk.words[at]]] = 0
        if desk.left[board]:
            reach += here / desk.total[board]
    return reach, crowd
