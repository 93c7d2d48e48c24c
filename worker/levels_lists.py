"""A word list as levels need it: which words are fit for players, and which may still be found as a bonus."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from worker.context import TaskContext
from worker.errors import BadOption
from worker.solvers.levels_words import MIN_LENGTH, wheel_words
from worker.word_lists import open_list

if TYPE_CHECKING:
    from dictionaries import Dictionary, Fitness, TravelledList
    from worker.lexicon import Lexicon
    from worker.solvers.levels import Level
    from worker.solvers.levels_vocabulary import Vocabulary


@dataclass(frozen=True)
class LevelWords:
    """A list with its graph and its verdicts."""

    listed: Dictionary | TravelledList
    lexicon: Lexicon
    fitness: Fitness
    data_dir: Path
    _harmless: dict[str, bool] = field(default_factory=dict)

    def vocabulary(self, longest: int, nlp: str | None = None) -> Vocabulary:
        """The words that are fit for players, up to a length.

        Args:
            nlp: a spaCy model that is asked about names, too.

        Raises:
            BadOption: the model is not installed.
        """
        from worker.solvers.levels_vocabulary import Vocabulary

        fitness = self.fitness if nlp is None else self._asking(nlp)
        fit = (word for word in fitness.fit_words() if MIN_LENGTH <= len(word) <= longest)
        return Vocabulary.of(fit, self.listed.alphabet, zipf=self.fitness.zipf, lemma=self.fitness.lemma)

    def _asking(self, nlp: str) -> Fitness:
        from dictionaries import Fitness, NoSuchModel
        from dictionaries.nlp import SpacyTagger

        try:
            tagger = SpacyTagger.load(nlp)
        except NoSuchModel as error:
            raise BadOption(str(error), hint=error.hint, option="nlp") from None
        return Fitness.of(self.listed, data_dir=self.data_dir, tagger=tagger)

    def bonus(self, level: Level) -> list[str]:
        """What the wheel forms beside the words of the grid, long ones first; nothing rude."""
        grid = {each.word for each in level.layout.placements}
        formed = wheel_words(level.letters, self.lexicon, engine="numba")
        return [word for word in formed if word not in grid and self._is_harmless(word)]

    def _is_harmless(self, word: str) -> bool:
        """Asked again and again about the same short words."""
        known = self._harmless.get(word)
        if known is None:
            known = self._harmless[word] = not self.fitness.is_rude(word)
        return known


def words_of(sha256: str, context: TaskContext) -> LevelWords:
    """A word list by its hash, made ready once in a process; raises UnknownDictionary."""
    listed, lexicon = open_list(sha256, context)
    return _made_ready(listed, lexicon, context.data_dir)


@lru_cache(maxsize=8)
def _made_ready(listed: Dictionary | TravelledList, lexicon: Lexicon, data_dir: Path) -> LevelWords:
    from dictionaries import Fitness

    return LevelWords(listed, lexicon, Fitness.of(listed, data_dir=data_dir), data_dir)
