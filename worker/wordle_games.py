"""The games that requests name: their words, how likely each is, and a solver made ready for them.

A request has these members, all of them, whatever is asked about the game:

    dictionary          SHA-256 of the words, or None: the game's own for five letters, else English
    dictionary_name     what the client calls them
    length              letters of a word, or None: as many as the guesses have
    answers, allowed    own lists in place of a dictionary, or None: what the answer may be, and what else may
                        be guessed
    probabilities       {word: number}: how likely words are the answer, in any unit; or None
    exclude             words that have been the answer before
    mode                what may be guessed, see `Mode`
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from worker import kernels
from worker.context import TaskContext
from worker.errors import BadOption
from worker.wire import JsonObject
from worker.word_lists import find_dictionary, find_list
from worker.wordle_patterns import open_patterns

if TYPE_CHECKING:
    from dictionaries import Language
    from worker.solvers.wordle import Clue, Mode, Solver, WordleWords

GAME: Final = "wordle"
"""What the game's own list is called."""
USUAL_LENGTH: Final = 5
_ENGLISH: Final = "en"
_KNOWN: Final = 3.0
"""The Zipf value of words that half of all players know: once in a million words."""
_STEEPNESS: Final = 3.0
"""Per Zipf value: a word that is ten times as rare is twenty times less likely the answer."""
_MODES: Final = 3
_OPEN_GAMES: Final = 2
"""Kept beside the game's own words; one of a language has up to a hundred megabytes."""
_MOST_PATTERNS: Final = 100_000_000
"""Feedback that is kept for a game: each of its words for each answer."""


@dataclass(frozen=True, eq=False)
class OpenGame:
    """A game's words, ready for questions."""

    solver: Solver
    name: str | None
    """The list's, None for own lists."""
    sha256: str
    """Of what may be guessed, one a line."""
    fold: Callable[[str], str]
    """A word as it is played, e.g. without accents."""

    @property
    def words(self) -> WordleWords:
        return self.solver.words

    def clue(self, text: str) -> Clue:
        """Read `crane=gybbb`; raises BadOption."""
        from worker.solvers.wordle import Clue

        guess, equals, marks = text.partition("=")
        return Clue.parse(f"{self.fold(guess.strip())}{equals}{marks}")

    def known(self, text: str) -> str:
        """A word that may be guessed; raises BadOption."""
        word = self.fold(text.strip())
        if word not in self.words.number:
            raise BadOption(
                f"{text!r} is no word of this game.",
                hint=f"Give one of the {len(self.words):,} words of {self.words.length} letters.",
                option="word",
            )
        return word

    def to_json(self) -> JsonObject:
        """What results say of it."""
        return {
            "name": self.name,
            "sha256": self.sha256,
            "length": self.words.length,
            "answers": len(self.words.answers),
            "allowed": len(self.words),
        }


def open_game(request: JsonObject, context: TaskContext, guesses: Iterable[str] = ()) -> OpenGame:
    """The game of a request, kept for the next one.

    Args:
        guesses: what was guessed, to know how long words are.

    Raises:
        BadOption: lists that make no game, or no word so long; UnknownDictionary.
    """
    kernels.use_cache(context.cache_dir)  # before what loads kernels
    from worker.solvers.wordle import Mode

    length = request["length"] or next(map(len, guesses), None)
    mode = Mode(request["mode"])
    if request["answers"] or request["allowed"]:
        return _open_other(_OwnLists(request), mode, context.cache_dir)
    length = length or USUAL_LENGTH
    if request["dictionary"] is None and length == USUAL_LENGTH:
        shipped = _ShippedGame(request)
        opened = _open_other if shipped.probabilities else _open_usual
        return opened(shipped, mode, context.cache_dir)
    return _open_other(_Listed(request, length, context), mode, context.cache_dir)


class _Source:
    """Where words come from; sources with the same words are equal."""

    name: str | None

    def __init__(self, request: JsonObject, *further: object) -> None:
        self.probabilities: Mapping[str, float] | None = request["probabilities"]
        told = json.dumps([type(self).__name__, self.probabilities, *further])
        self._key = hashlib.sha256(told.encode()).digest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Source) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def tree(self, mode: Mode) -> Mapping[str, Any] | None:
        """The best guesses, if they were found before."""
        return None

    def fold(self, word: str) -> str:
        """A word as it is played."""
        return unicodedata.normalize("NFC", word).casefold()

    def words(self) -> WordleWords:
        """The game's words; raises BadOption."""
        from worker.solvers.wordle import WordleWords

        answers, allowed, weights = self._lists()
        if self.probabilities is not None:
            weights = {self.fold(word): chance for word, chance in self.probabilities.items()}
        return WordleWords(answers, allowed, weights)

    def _lists(self) -> tuple[Iterable[str], Iterable[str], Mapping[str, float] | None]:
        """Answers, what else may be guessed, how likely each is."""
        raise NotImplementedError


class _ShippedGame(_Source):
    name = GAME

    def tree(self, mode: Mode) -> Mapping[str, Any] | None:
        from dictionaries import wordle_tree

        return wordle_tree(mode.value) if self.probabilities is None else None

    def _lists(self) -> tuple[Iterable[str], Iterable[str], Mapping[str, float] | None]:
        from dictionaries import wordle_game

        game = wordle_game()
        return game.answers, game.allowed, game.weights


class _OwnLists(_Source):
    name = None

    def __init__(self, request: JsonObject) -> None:
        self._answers, self._allowed = (request[name] or () for name in ("answers", "allowed"))
        super().__init__(request, self._answers, self._allowed)

    def _lists(self) -> tuple[Iterable[str], Iterable[str], Mapping[str, float] | None]:
        answers, allowed = ([self.fold(word) for word in words] for words in (self._answers, self._allowed))
        strange = next((word for word in chain(answers, allowed) if not word.isalpha()), None)
        if strange is not None:
            raise BadOption(f"{strange!r} is no word of letters.", option="answers")
        return answers or allowed, allowed, None


class _Listed(_Source):
    """The words of one length of a dictionary."""

    def __init__(self, request: JsonObject, length: int, context: TaskContext) -> None:
        sha256 = request["dictionary"] or find_dictionary(_ENGLISH, context.data_dir).sha256
        super().__init__(request, sha256, length)
        self._sha256, self._length, self._context = sha256, length, context
        self.name = request["dictionary_name"] or (sha256[:12] if request["dictionary"] else _ENGLISH)

    def fold(self, word: str) -> str:
        return self._tongue.fold(word) or super().fold(word)

    @cached_property
    def _tongue(self) -> Language:
        from dictionaries import Language

        listed = find_list(self._sha256, self._context)
        return Language(listed.language, listed.language, listed.alphabet, Path())

    def _lists(self) -> tuple[Iterable[str], Iterable[str], Mapping[str, float] | None]:
        listed = find_list(self._sha256, self._context)
        zipfs = listed.zipfs()
        words = list(listed.words())
        ranked = dict(_of_length(words, zipfs or bytes(len(words)), self._length))
        if not ranked:
            raise BadOption(f"{self.name} has no words of {self._length} letters.", option="length")
        if not zipfs:
            return ranked, (), None
        answers = [word for word, tenths in ranked.items() if tenths >= _KNOWN * 10]
        weights = {word: _likelihood(tenths / 10) for word, tenths in ranked.items()}
        return answers or ranked, ranked, weights


def _of_length(words: Iterable[str], zipfs: Iterable[int], length: int) -> Iterator[tuple[str, int]]:
    return ((word, tenths) for word, tenths in zip(words, zipfs, strict=True) if len(word) == length)


def _likelihood(zipf: float) -> float:
    """How likely a word is the answer, beside others: such games ask for words that people know."""
    return 1 / (1 + exp(_STEEPNESS * (_KNOWN - zipf)))


def _opened(source: _Source, mode: Mode, cache_dir: Path) -> OpenGame:
    from worker.solvers.wordle import Solver

    words = source.words()
    is_small = len(words) * len(words.answers) <= _MOST_PATTERNS
    solver = Solver(words, open_patterns(words, cache_dir) if is_small else None, source.tree(mode))
    sha256 = hashlib.sha256("\n".join(words.allowed).encode()).hexdigest()
    return OpenGame(solver, source.name, sha256, source.fold)


_open_usual: Final = lru_cache(maxsize=_MODES)(_opened)
_open_other: Final = lru_cache(maxsize=_OPEN_GAMES)(_opened)
