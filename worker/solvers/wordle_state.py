"""A game in the middle: its boards, what may be guessed, and what each guess is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from worker.errors import BadOption, NoWordFits
from worker.kernels.pattern_groups import Groups, bits_of, groups_of
from worker.kernels.patterns import fill_patterns
from worker.solvers.wordle_advice import MOST_BOARDS, GameState, WordleOptions
from worker.solvers.wordle_clues import Clue
from worker.solvers.wordle_left import Left, guessable, left_after
from worker.solvers.wordle_words import WordleWords

FEW: Final = 2
"""With so few words left on the only board, nothing is better than to guess one of them."""
MOST_CELLS: Final = 50_000_000
"""Feedback looked at for a board: of the guesses only the likeliest words are candidates above that."""
_LARGE: Final = 1 << 24
"""Bytes of a matrix that is not kept from question to question."""
_GATHERED: Final = 20
"""Columns of the whole matrix that are found sooner there than made again."""
_DIGITS: Final = 10
"""That sums of likelihoods are compared by."""


class Position:
    """One board that is not solved: the words left, and the feedback of guesses for each of them."""

    def __init__(
        self, words: WordleWords, left: Left, guesses: NDArray[np.int64], patterns: NDArray[Any] | None
    ) -> None:
        """Take the numbers of words that may be guessed now or later, ascending, with all of `left` that is
        counted among them."""
        self.words = words
        self.left = left
        self.counted = left.counted
        self._guesses = guesses
        self._patterns = patterns

    @cached_property
    def matrix(self) -> NDArray[Any]:
        """(guesses, counted), never the mapped one itself, for which kernels would be compiled once more."""
        columns = self.words.columns[self.counted.numbers]
        if self._patterns is not None and self._has_all_guesses and (columns >= 0).all():
            if np.array_equal(columns, np.arange(self._patterns.shape[1])):
                return self._patterns.astype(self._kind)
            if len(columns) <= _GATHERED:
                return np.take(self._patterns, columns, axis=1).astype(self._kind, copy=False)
        matrix = np.empty((len(self._guesses), len(columns)), self._kind)
        fill_patterns(self.codes, self.words.codes[self.counted.numbers], matrix)
        return matrix

    def release(self) -> None:
        """Give a large matrix's memory back; it is made anew when it is needed again."""
        if "matrix" in self.__dict__ and self.matrix.nbytes > _LARGE:
            del self.__dict__["matrix"]

    @property
    def _kind(self) -> type[np.unsignedinteger[Any]]:
        """Of the matrix: one of two, since kernels are compiled for each."""
        return np.uint8 if self.words.length <= 5 else np.uint32

    @property
    def codes(self) -> NDArray[np.uint8]:
        """(guesses, length) letters."""
        return self.words.codes if self._has_all_guesses else self.words.codes[self._guesses]

    @property
    def feedbacks(self) -> int:
        return int(3**self.words.length)

    def rows(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where words stand in the matrix."""
        return numbers if self._has_all_guesses else np.searchsorted(self._guesses, numbers)

    def figures(self, numbers: NDArray[np.int64]) -> Groups:
        """What some guesses are worth here."""
        found: Groups = groups_of(self.matrix, self.rows(numbers), self.counted.shares, self.feedbacks)
        return found

    def bits(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        """The information that some guesses are expected to give."""
        rows, shares = self.rows(numbers), self.counted.shares
        return np.asarray(bits_of(self.matrix, rows, shares, self.feedbacks), np.float64)

    def feedback(self, guess: str) -> NDArray[Any]:
        """(1, counted): of any word."""
        matrix = np.empty((1, len(self.counted)), self._kind)
        fill_patterns(self.words.encode([guess]), self.words.codes[self.counted.numbers], matrix)
        return matrix

    @property
    def _has_all_guesses(self) -> bool:
        return len(self._guesses) == len(self.words)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of a guess when play goes on well."""

    wins: NDArray[np.float64]
    """The chance to win with this guess, the next, ..."""
    expected: float
    """Guesses, this one included."""
    boards: tuple[NDArray[np.float64], ...] = ()
    """The same chances for each of several boards that are not solved."""
    drawn: int | None = None
    """From how many drawn games that is known, where it is not from all."""

    def win_within(self, guesses: int) -> float:
        return within(self.wins, guesses)


def within(wins: NDArray[np.float64], guesses: int) -> float:
    """The chance to win with one of the first guesses."""
    return min(float(wins[: max(guesses, 0)].sum()), 1.0)


@dataclass(frozen=True, eq=False)
class State:
    """Before a guess that all boards share."""

    words: WordleWords
    clues: tuple[tuple[Clue, ...], ...]
    """Of each board."""
    left: tuple[Left, ...]
    """Of each board."""
    positions: tuple[Position, ...]
    """Of the boards that are not solved."""
    candidates: NDArray[np.int64]
    """The numbers of the words worth looking at, which the rules let be guessed, ascending."""
    options: WordleOptions
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    """What comes of candidates that were played on, by their places."""

    @property
    def guess(self) -> int:
        """Which guess is the next one, from 1."""
        return 1 + max(map(len, self.clues))

    @property
    def guesses(self) -> int:
        """How many the game allows."""
        return self.options.guesses(len(self.clues))

    @cached_property
    def figures(self) -> Groups:
        """What the candidates are worth, over all positions."""
        return combined([position.figures(self.candidates) for position in self.positions])

    def bits(self, places: NDArray[np.int64]) -> NDArray[np.float64]:
        """The information that some candidates are expected to give, over all positions."""
        numbers = self.candidates[places]
        return np.asarray(sum(position.bits(numbers) for position in self.positions), np.float64)

    @cached_property
    def possible(self) -> NDArray[np.float64]:
        """How likely each candidate is the answer of some board, 0 when it is none's."""
        chances = np.zeros(len(self.words))
        for position in self.positions:
            np.maximum.at(chances, position.left.numbers, position.left.shares)
        return np.asarray(chances[self.candidates], np.float64)

    def order(self, *keys: NDArray[np.float64], most: int) -> NDArray[np.int64]:
        """The places of the best candidates: by the first key, the smallest first, then by the others, then
        the likelier to be an answer, then alphabetical."""
        first = np.round(keys[0], _DIGITS)
        most = min(most, len(first))
        best = np.flatnonzero(first <= np.partition(first, most - 1)[most - 1])
        further = [np.round(key[best], _DIGITS) for key in (*keys[1:], -self.possible)]
        order = np.lexsort([*reversed(further), first[best]])
        return best[order[:most]]

    def spelled(self, place: int) -> str:
        return self.words.allowed[int(self.candidates[place])]

    def place(self, word: str) -> int | None:
        """Of a word among the candidates, if it is one."""
        number = self.words.number.get(word)
        if number is None:
            return None
        place = int(np.searchsorted(self.candidates, number))
        return place if place < len(self.candidates) and self.candidates[place] == number else None


def solved(clues: Sequence[Clue]) -> bool:
    return any(clue.solved for clue in clues)


def stands(boards: Sequence[Sequence[Clue]], options: WordleOptions) -> GameState:
    """Whether a game goes on."""
    if all(map(solved, boards)):
        return GameState.WON
    is_lost = max(map(len, boards)) >= options.guesses(len(boards))
    return GameState.LOST if is_lost else GameState.PLAYING


def left_on(words: WordleWords, boards: Sequence[Sequence[Clue]], options: WordleOptions) -> tuple[Left, ...]:
    """The words left on each board.

    Raises:
        BadOption: no boards or too many; NoWordFits: clues of a board that clash.
    """
    if not 1 <= len(boards) <= MOST_BOARDS:
        raise BadOption(f"1 to {MOST_BOARDS} boards, not {len(boards)}.", option="boards")
    return tuple(_left(words, clues, options, number) for number, clues in enumerate(boards))


def state_of(
    words: WordleWords,
    patterns: NDArray[Any] | None,
    boards: Sequence[Sequence[Clue]],
    options: WordleOptions,
) -> State:
    """The state after the clues of each board.

    Raises:
        BadOption: no boards or too many, or nothing may be guessed; NoWordFits: clues of a board that clash.
    """
    left = left_on(words, boards, options)
    open_boards = [number for number, clues in enumerate(boards) if not solved(clues)]
    playing = [left[number] for number in open_boards]
    candidates = _candidates(words, [boards[number] for number in open_boards], options)
    candidates, guesses = _bounded(words, candidates, playing)
    positions = tuple(Position(words, each, guesses, patterns) for each in playing)
    candidates = _among_few(candidates, playing)
    return State(words, tuple(map(tuple, boards)), left, positions, candidates, options)


def combined(each: Sequence[Groups]) -> Groups:
    """The figures of a guess over several boards."""
    if len(each) == 1:
        return each[0]
    groups, worst, expected, reach, win = (np.sum(figure, axis=0) for figure in zip(*each, strict=True))
    win = 1 - np.prod([1 - figures.win for figures in each], axis=0)
    return Groups(groups, worst, expected, reach, win)


def _left(words: WordleWords, clues: Sequence[Clue], options: WordleOptions, board: int) -> Left:
    try:
        return left_after(words, clues, options.exclude)
    except NoWordFits as error:
        error.details["board"] = board
        raise


def _candidates(
    words: WordleWords, boards: Sequence[Sequence[Clue]], options: WordleOptions
) -> NDArray[np.int64]:
    """What the rules of all boards let be guessed."""
    mask = np.ones(len(words), np.bool_)
    for clues in boards:
        mask &= guessable(words, clues, options.mode)
    if not mask.any():
        raise BadOption("No word keeps the hints of all boards.", option="mode")
    return np.flatnonzero(mask)


def _among_few(candidates: NDArray[np.int64], playing: Sequence[Left]) -> NDArray[np.int64]:
    """The words left alone, where nothing else can be better and the rules of all boards let some be
    guessed."""
    if not playing or max(map(len, playing)) > (FEW if len(playing) == 1 else 1):
        return candidates
    kept = np.intersect1d(candidates, np.concatenate([each.numbers for each in playing]))
    return kept if len(kept) else candidates


def _bounded(
    words: WordleWords, candidates: NDArray[np.int64], playing: Sequence[Left]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The candidates, and all words that games are played on with: everything, unless that is too much."""
    counted = [left.counted.numbers for left in playing]
    most = MOST_CELLS // max(map(len, counted), default=1)
    if len(words) <= most:
        return candidates, np.arange(len(words))
    likeliest = np.argsort(-words.priors[candidates], kind="stable")[:most]
    guesses = np.unique(np.concatenate([candidates[likeliest], *counted]))
    return np.intersect1d(candidates, guesses), guesses
