"""What a game said of words, as the Word Hunt task needs it: brought by the broker, made ready once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from worker.context import TaskContext
from worker.errors import UnknownDictionary
from worker.lexicon import Lexicon, build_image
from worker.wire import JsonObject, heard_key
from worker.word_lists import Fetch

if TYPE_CHECKING:
    from dictionaries import Dictionary, Feedback, TravelledList
    from worker.solvers.wordhunt_game import Game, Remark

_REMARKS: Final = 50_000
"""Words whose remarks are kept; boards share most of theirs."""


def open_game(
    request: JsonObject, dictionary: Dictionary | TravelledList, lexicon: Lexicon, context: TaskContext
) -> Game | None:
    """What a request wants to be known of the game, None when nothing; raises UnknownDictionary."""
    told = request.get("feedback")
    if told is None and not request.get("chances"):
        return None
    return _open_once(told, dictionary, lexicon, Fetch(context.fetch))


@lru_cache(maxsize=4)
def _open_once(
    told: str | None, dictionary: Dictionary | TravelledList, lexicon: Lexicon, way: Fetch
) -> Game:
    from worker.solvers.wordhunt_game import Game

    feedback = _find_feedback(told, way)
    remarks = _Remarks(feedback, _known(dictionary, lexicon), lexicon)
    return Game(lru_cache(_REMARKS)(remarks.of), _unlisted(feedback, lexicon))


def _find_feedback(told: str | None, way: Fetch) -> Feedback:
    from dictionaries import Feedback

    if told is None:
        return Feedback()
    packed = way.fetch(heard_key(told))
    if packed is None:
        raise UnknownDictionary("What the game said of the list's words is no longer kept.")
    return Feedback.unpack(packed)


class _Known(NamedTuple):
    """What a list tells of its words, by their numbers."""

    levels: bytes
    """SCOWL's, or nothing."""
    priors: bytes
    """How likely a game takes the word when it has said nothing of it, in hundredths."""


@lru_cache(maxsize=4)
def _known(dictionary: Dictionary | TravelledList, lexicon: Lexicon) -> _Known:
    from dictionaries.acceptance import priors

    levels, zipfs = bytes(dictionary.levels().values()), dictionary.zipfs()
    likely = priors(levels, zipfs, lexicon.word_count)
    alphabet = lexicon.alphabet
    if not (levels or zipfs) or list(alphabet) == sorted(alphabet):
        return _Known(levels, likely)
    # The list goes by code points, the graph by the alphabet, in which ñ comes before o.
    codes = str.maketrans({letter: chr(code) for code, letter in enumerate(alphabet, 1)})
    spelled = [word.translate(codes) for word in dictionary.words()]
    order = sorted(range(len(spelled)), key=spelled.__getitem__)
    return _Known(*(bytes(map(table.__getitem__, order)) if table else b"" for table in (levels, likely)))


@dataclass(frozen=True, slots=True)
class _Remarks:
    """What is known of each word."""

    feedback: Feedback
    known: _Known
    lexicon: Lexicon

    def of(self, word: str) -> Remark:
        from dictionaries.acceptance import UNLISTED, chance
        from worker.solvers.wordhunt_game import Remark

        number = self.lexicon.index(word)
        prior = UNLISTED if number is None else self.known.priors[number] / 100
        level = self.known.levels[number] if self.known.levels and number is not None else None
        tally = self.feedback.tallies.get(word)
        if tally is None:
            return Remark(chance(prior, 0), level)
        return Remark(chance(prior, tally.tens), level, tally.is_accepted)


def _unlisted(feedback: Feedback, lexicon: Lexicon) -> Lexicon | None:
    """The words that the game takes and the list lacks."""
    letters = set(lexicon.alphabet)
    words = [
        word
        for word, tally in feedback.tallies.items()
        if tally.is_accepted and lexicon.index(word) is None and letters.issuperset(word)
    ]
    return Lexicon(build_image(_Words(sorted(words), lexicon.alphabet))) if words else None


@dataclass(frozen=True, slots=True)
class _Words:
    """A list of words to make a graph of."""

    listed: list[str]
    alphabet: str

    @property
    def sha256(self) -> str:
        return hashlib.sha256("\n".join(self.listed).encode()).hexdigest()

    def words(self) -> Iterator[str]:
        return iter(self.listed)
