"""Word Hunt by a game's own list, as far as that is known.

Words that the game refused come last, in every order. Words that it took come first among those that the
order holds for equal, and are found also when the list lacks them; an alphabetic order holds none for equal.
Each word tells its chance of acceptance.

Answers are rearranged as JSON: a word's object holds no other object, so they are cut where one ends and the
next begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from worker.errors import GridTooLarge
from worker.lexicon import Lexicon
from worker.model import Grid, Point
from worker.solvers import wordhunt
from worker.solvers.wordhunt import Engine, WordsJson
from worker.solvers.wordhunt_options import Order, WordHuntOptions

_NO_WORDS: Final = WordsJson(b"[]", 0, 0)
_WORD_AT: Final = len('"word":"')


class Remark(NamedTuple):
    """What is known of a word."""

    chance: float
    """0 to 1 that the game takes it."""
    level: int | None = None
    """SCOWL's, where it is known."""
    is_accepted: bool | None = None
    """What the game said of it; None when nothing."""


@dataclass(frozen=True, slots=True)
class Game:
    """What is known of the list that a game has."""

    remark: Callable[[str], Remark]
    """On any word of either list."""
    unlisted: Lexicon | None = None
    """Words that the game takes and the list lacks, over the same alphabet."""


class _Found(NamedTuple):
    """A word of an answer, with its object but for the braces."""

    word: str
    json: str


def solve_json(
    grid: Grid,
    lexicon: Lexicon,
    options: WordHuntOptions,
    game: Game | None = None,
    *,
    centres: Sequence[Point] | None = None,
    engine: Engine = "auto",
) -> WordsJson:
    """As `wordhunt.solve_json`, by the game if something is known of it."""
    if game is None:
        return wordhunt.solve_json(grid, lexicon, options, centres=centres, engine=engine)
    every = replace(options, limit=None)
    listed = wordhunt.solve_json(grid, lexicon, every, centres=centres, engine=engine)
    unlisted = _NO_WORDS
    if game.unlisted is not None:
        unlisted = wordhunt.solve_json(grid, game.unlisted, every, centres=centres, engine=engine)
    return _by_game(listed, unlisted, lexicon, game, options)


def solve_each_json(
    grids: Sequence[Grid], lexicon: Lexicon, options: WordHuntOptions, game: Game | None = None
) -> Sequence[WordsJson | GridTooLarge]:
    """As `wordhunt.solve_each_json`, by the game if something is known of it."""
    if game is None:
        return wordhunt.solve_each_json(grids, lexicon, options)
    every = replace(options, limit=None)
    listed = wordhunt.solve_each_json(grids, lexicon, every)
    unlisted: Sequence[WordsJson | GridTooLarge] = [_NO_WORDS] * len(grids)
    if game.unlisted is not None:
        unlisted = wordhunt.solve_each_json(grids, game.unlisted, every)
    return [
        _by_game_or_error(one, further, lexicon, game, options)
        for one, further in zip(listed, unlisted, strict=True)
    ]


def _by_game_or_error(
    listed: WordsJson | GridTooLarge,
    unlisted: WordsJson | GridTooLarge,
    lexicon: Lexicon,
    game: Game,
    options: WordHuntOptions,
) -> WordsJson | GridTooLarge:
    if isinstance(listed, GridTooLarge):
        return listed
    if isinstance(unlisted, GridTooLarge):
        return unlisted
    return _by_game(listed, unlisted, lexicon, game, options)


def _by_game(
    listed: WordsJson, unlisted: WordsJson, lexicon: Lexicon, game: Game, options: WordHuntOptions
) -> WordsJson:
    found = _words_of(listed)
    ranks = _ranks(options, max(lexicon.max_length, game.unlisted.max_length if game.unlisted else 0))
    if unlisted.word_count:
        found = sorted(
            [*found, *_words_of(unlisted)], key=_usual_place(lexicon.alphabet, ranks, options.order)
        )
    judged = sorted(_judged(found, game, ranks, options.order))
    words = ",".join([json for _, _, json in judged[: options.limit]])
    return WordsJson(
        f"[{words}]".encode(),
        listed.word_count + unlisted.word_count,
        listed.total_points + unlisted.total_points,
    )


def _words_of(answer: WordsJson) -> list[_Found]:
    if not answer.word_count:
        return []
    objects = answer.words.decode()[len("[{") : -len("}]")].split("},{")
    return [_Found(one[_WORD_AT : one.index('"', _WORD_AT)], one) for one in objects]


def _usual_place(
    alphabet: str, ranks: Sequence[int], order: Order
) -> Callable[[_Found], tuple[int, int, list[int]]]:
    """The order without a game, as a key to sort by."""
    codes = {letter: code for code, letter in enumerate(alphabet)}

    def key(found: _Found) -> tuple[int, int, list[int]]:
        length = len(found.word)
        # Among lengths of equal points the longest comes first.
        longest = -length if order is Order.POINTS else 0
        return ranks[length], longest, [codes[letter] for letter in found.word]

    return key


def _judged(
    found: Sequence[_Found], game: Game, ranks: Sequence[int], order: Order
) -> Iterator[tuple[int, int, str]]:
    """Of each word its place by the game, its usual place, which decides among equals, and its object."""
    steps = {True: 1 if order is Order.WORD else 0, None: 1, False: 2 * len(ranks) + 1}
    for usual, (word, json) in enumerate(found):
        remark = game.remark(word)
        place = 2 * ranks[len(word)] + steps[remark.is_accepted]
        yield place, usual, f"{{{json}{_remark_json(remark)}}}"


@lru_cache(maxsize=32)
def _ranks(options: WordHuntOptions, longest: int) -> Sequence[int]:
    """By length where its words stand, from 0; the same for lengths that the order holds for equal."""
    wanted = [_value(length, options) for length in range(1, longest + 1)]
    places = {value: place for place, value in enumerate(sorted(set(wanted)))}
    return [0, *(places[value] for value in wanted)]


def _value(length: int, options: WordHuntOptions) -> int:
    match options.order:
        case Order.POINTS:
            return -options.points.of(length)
        case Order.LENGTH:
            return -length
        case Order.EASY:
            return length
        case Order.WORD:
            return 0


@lru_cache(maxsize=4096)
def _remark_json(remark: Remark) -> str:
    """What is added to a word's object."""
    level = "" if remark.level is None else f',"level":{remark.level}'
    said = {None: "", True: ',"game":"accepted"', False: ',"game":"rejected"'}[remark.is_accepted]
    return f',"chance":{remark.chance:.3f}{level}{said}'
