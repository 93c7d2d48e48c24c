"""Checking a pack of levels: its own JSON, and what its word list says of the words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from worker.context import TaskContext
from worker.errors import UnknownDictionary
from worker.levels_lists import words_of
from worker.solvers.levels_check import Fault, WordJudge, faults_of

if TYPE_CHECKING:
    from dictionaries import Language
    from worker.levels_lists import LevelWords


@dataclass(frozen=True)
class ListJudge:
    """What a word list says of words."""

    words: LevelWords
    tongue: Language

    def fold(self, spelling: str) -> str | None:
        return self.tongue.fold(spelling)

    def is_fit(self, word: str) -> bool:
        return word in self._fit

    def zipf(self, word: str) -> float:
        return self.words.fitness.zipf(word)

    @cached_property
    def is_listed(self) -> Any:
        """Each word is looked up once, as the same short ones are in many levels."""
        return cache(self.words.lexicon.__contains__)

    @cached_property
    def is_rude(self) -> Any:
        return cache(self.words.fitness.is_rude)

    @cached_property
    def _fit(self) -> frozenset[str]:
        return frozenset(self.words.fitness.fit_words())


def check_pack(
    head: Mapping[str, Any], levels: Iterable[Mapping[str, Any]], context: TaskContext
) -> Iterator[Fault]:
    """What is wrong with a pack; without its word list, nothing is said about what its words mean, but for a
    first fault that says so."""
    judge, missing = _judge(head, context)
    if missing is not None:
        yield missing
    yield from faults_of(head, levels, judge)


def _judge(head: Mapping[str, Any], context: TaskContext) -> tuple[WordJudge | None, Fault | None]:
    from dictionaries import language

    try:
        words = words_of(head["dictionary"]["sha256"], context)
        return ListJudge(words, language(words.listed.language, context.data_dir)), None
    except UnknownDictionary as error:
        return None, Fault(None, "dictionary", f"Its word list is not here: {error.message}")
    except (LookupError, TypeError, AttributeError):
        return None, Fault(None, "dictionary", "It names no word list, so nothing is said of its words.")
