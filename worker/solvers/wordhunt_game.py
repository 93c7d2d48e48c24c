"""Word Hunt by a game's own list, as far as that is known.

Words that the game refused come last, in every order. Words that it took come first among those that the
order holds for equal, and are found also when the list lacks them; an alphabetic order holds none for equal.
Each word tells its chance of acceptance.

Answers are rearranged as JSON: a word's object holds no other object, so they are cut where one ends and the
next begins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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
    json: bytes


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
    if unlisted.word_count:
        found = sorted([*found, *_words_of(unlisted)], key=_usual_place(lexicon.alphabet, options))
    judged = [(one, game.remark(one.word)) for one in found]
    judged.sort(key=_place(options))  # stable: the usual order decides among equals
    words = b",".join(_judged_json(one, remark) for one, remark in judged[: options.limit])
    return WordsJson(
        b"[%b]" % words,
        listed.word_count + unlisted.word_count,
        listed.total_points + unlisted.total_points,
    )


def _words_of(answer: WordsJson) -> list[_Found]:
    if not answer.word_count:
        return []
    objects = answer.words[len("[{") : -len("}]")].split(b"},{")
    return [_Found(one[_WORD_AT : one.index(b'"', _WORD_AT)].decode(), one) for one in objects]


def _usual_place(alphabet: str, options: WordHuntOptions) -> Callable[[_Found], tuple[int, int, list[int]]]:
    """The order without a game, as a key to sort by."""
    rank, codes = _rank(options), {letter: code for code, letter in enumerate(alphabet)}
    by_length = options.order is Order.POINTS  # among words of equal points

    def key(found: _Found) -> tuple[int, int, list[int]]:
        length = len(found.word)
        return rank(length), -length if by_length else 0, [codes[letter] for letter in found.word]

    return key


def _place(options: WordHuntOptions) -> Callable[[tuple[_Found, Remark]], tuple[bool, int, bool]]:
    """The order by the game, as a key for a stable sort of words in their usual order."""
    rank, is_alphabetic = _rank(options), options.order is Order.WORD

    def key(judged: tuple[_Found, Remark]) -> tuple[bool, int, bool]:
        found, remark = judged
        is_ahead = remark.is_accepted is True and not is_alphabetic
        return remark.is_accepted is False, rank(len(found.word)), not is_ahead

    return key


def _rank(options: WordHuntOptions) -> Callable[[int], int]:
    """Where words of a length stand; equal for lengths that the order holds for equal."""
    match options.order:
        case Order.POINTS:
            return lambda length: -options.points.of(length)
        case Order.LENGTH:
            return lambda length: -length
        case Order.EASY:
            return lambda length: length
        case Order.WORD:
            return lambda length: 0


def _judged_json(found: _Found, remark: Remark) -> bytes:
    said = {None: b"", True: b',"game":"accepted"', False: b',"game":"rejected"'}[remark.is_accepted]
    level = b"" if remark.level is None else b',"level":%d' % remark.level
    return b'{%b,"chance":%.3f%b%b}' % (found.json, remark.chance, level, said)
