"""Which words of a list are fit to be asked of players, and why the others are not.

A fit word is long enough, common enough, neither rude nor a name, an abbreviation or a word of another
language. How common a word is, two witnesses tell where there are two: frequency in texts (Zipf), and the
level at which SCOWL's editors took it in. Either alone is fooled: `om` and `rom` are frequent in texts, and
every level has words that nobody uses. The rules are the language's (`fit_rules`); for a list that was
counted from a text, the counts stand in where the language's own tables do not know a word.

What is valid but not fit may still be played: as a bonus, if it is not rude.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final, Protocol

from dictionaries.fit_rules import TENTHS, FitRules, rules_of
from dictionaries.knowledge import Knowledge, knowledge_in
from dictionaries.language import Language, language, languages
from dictionaries.verdicts import Reason, Verdict, reason

_FOREIGN: Final = bytes([35]) * 256
"""A word that its language's list lacks is foreign when another uses it so much: a Zipf value of 3.5."""

_UNLISTED: Final = 10
"""What a counted word needs more, in tenths, when its language has a list and the list lacks it."""


class WordSource(Protocol):
    """What is needed of a list; shipped, imported and sent lists have it."""

    @property
    def language(self) -> str: ...
    @property
    def alphabet(self) -> str: ...
    @property
    def sha256(self) -> str: ...
    def words(self) -> Iterator[str]: ...
    def zipfs(self) -> bytes: ...
    def spellings(self) -> Mapping[str, tuple[str, ...]]: ...


class Tagger(Protocol):
    """What tells proper nouns and names from other words, such as `nlp.SpacyTagger`."""

    def reasons(self, spellings: Iterable[str]) -> Iterable[Reason | None]:
        """For each word, why it is not fit, if it is not."""


class Fitness:
    """The verdicts on a list's words."""

    def __init__(
        self,
        source: WordSource,
        tongue: Language,
        knowledge: Knowledge,
        rules: FitRules,
        *,
        strangers: Iterable[Knowledge] = (),
        tagger: Tagger | None = None,
    ) -> None:
        """As `of`, with all that it looks up; `strangers` is what is known of other languages."""
        self._source = source
        self._tongue = tongue
        self._knowledge = knowledge
        self._rules = rules
        self._other_languages = strangers
        self._tagger = tagger

    @classmethod
    def of(
        cls,
        source: WordSource,
        *,
        data_dir: Path | None = None,
        min_zipf: float | None = None,
        tagger: Tagger | None = None,
    ) -> Fitness:
        """The verdicts on a list.

        Args:
            data_dir: where further languages lie.
            min_zipf: the border of commonness, instead of the language's own.
            tagger: who is asked about names besides the lists.

        Raises:
            NoSuchLanguage, BadLanguage, DamagedList.
        """
        tongue = language(source.language, data_dir)
        rules = rules_of(tongue)
        others = (other for code, other in languages(data_dir).items() if code != tongue.code)
        return cls(
            source,
            tongue,
            knowledge_in(tongue.folder),
            rules if min_zipf is None else rules.moved(min_zipf),
            strangers=(knowledge_in(other.folder) for other in others),
            tagger=tagger,
        )

    def fit_words(self) -> list[str]:
        """Every fit word, sorted: a second for half a million words, without a tagger."""
        common = self._knowledge.common(self._rules.least)
        if self._is_own:
            fit = [word for word, place in common.items() if self._is_decent(word, place)]
        else:
            fit = [word for word in self._words if self._is_fit(word, common)]
        return fit if self._tagger is None else self._untagged(fit, self._tagger)

    def verdict(self, asked: str) -> Verdict:
        """Whether a word is fit, and everything that speaks against it."""
        word = self._tongue.fold(asked)
        reasons: tuple[Reason, ...]
        if word is None or not self._is_listed(word):
            name = getattr(self._source, "name", "")  # of a list that was sent, nothing but the hash is known
            reasons = (reason("not_listed", name=name and f" {name}"),)
            return Verdict(word or asked, False, reasons, None, None, word or asked, (word or asked,))
        place = self._knowledge.place(word)
        zipf = self._zipf(word, place)
        spellings = self.spellings(word)
        reasons = (*self._reasons(word, place), *self._tagged(spellings[0]))
        return Verdict(
            word=word,
            fit=not reasons,
            reasons=reasons,
            zipf=zipf / TENTHS if zipf else None,
            level=self._level(place),
            lemma=self.lemma(word),
            spellings=spellings,
        )

    def lemma(self, word: str) -> str:
        """What a folded word is a form of; the word itself if it is one of none, or not known."""
        place = self._knowledge.place(word)
        return word if place is None else self._knowledge.lemma(place)

    def zipf(self, word: str) -> float:
        """How common a folded word is; 0.0 when that is not known."""
        return self._zipf(word, self._knowledge.place(word)) / TENTHS

    def spellings(self, word: str) -> tuple[str, ...]:
        """How a folded word is written, commonest first."""
        place = self._knowledge.place(word)
        return self._own_spellings.get(word) or (
            (word,) if place is None else self._knowledge.spellings(place)
        )

    def display(self, word: str) -> str:
        """How a folded word is shown."""
        return self.spellings(word)[0]

    def is_rude(self, word: str) -> bool:
        """Whether no player should see a folded word."""
        return self._rude(word, self._knowledge.place(word)) is not None

    @property
    def _is_own(self) -> bool:
        """Whether the list is the language's own, so that places are numbers in it."""
        return self._source.sha256 == self._knowledge.sha256

    @cached_property
    def _words(self) -> list[str]:
        return list(self._source.words())

    @cached_property
    def _listed(self) -> frozenset[str]:
        return frozenset(self._words)

    @cached_property
    def _counted(self) -> dict[str, int]:
        """Zipf values in tenths that were counted from the list's own text."""
        counted = b"" if self._is_own else self._source.zipfs()
        return dict(zip(self._words, counted, strict=True)) if counted else {}

    @cached_property
    def _own_spellings(self) -> Mapping[str, tuple[str, ...]]:
        return {} if self._is_own else self._source.spellings()

    @cached_property
    def _foreign(self) -> frozenset[str]:
        return frozenset().union(*(other.common(_FOREIGN) for other in self._other_languages))

    def _is_listed(self, word: str) -> bool:
        return self._knowledge.place(word) is not None if self._is_own else word in self._listed

    def _is_fit(self, word: str, common: Mapping[str, int]) -> bool:
        """Whether an imported word is fit; `common` are the places of the common ones that are known."""
        if (place := common.get(word)) is not None:
            return self._is_decent(word, place)
        is_known_rare = self._knowledge.zipfs and word not in self._counted
        return not is_known_rare and next(self._reasons(word, self._knowledge.place(word)), None) is None

    def _is_decent(self, word: str, place: int) -> bool:
        """Whether nothing but how common it is could speak against a known word; the same as `_reasons`."""
        is_listed = len(word) >= self._rules.min_length and word not in self._rules.unfit
        return is_listed and self._rude(word, place) is None

    def _reasons(self, word: str, place: int | None) -> Iterator[Reason]:
        """What speaks against a listed word."""
        if len(word) < self._rules.min_length:
            yield reason("too_short", min_length=self._rules.min_length)
        if (uncommon := self._uncommon(word, place)) is not None:
            yield uncommon
        if (rude := self._rude(word, place)) is not None:
            yield rude
        if (code := self._rules.unfit.get(word, "rude")) != "rude":
            yield reason(code)
        elif place is None and word in self._counted and word in self._foreign:
            yield reason("foreign")

    def _uncommon(self, word: str, place: int | None) -> Reason | None:
        zipf, level = self._zipf(word, place), self._level(place)
        if not zipf:
            if not (self._knowledge.zipfs or self._counted):
                return None
            return reason("unknown" if place is None else "unseen")
        least = self._rules.least[level or 0] + (_UNLISTED if place is None and self._knowledge.words else 0)
        if zipf >= least:
            return None
        if level is not None and zipf >= self._rules.min_zipf and level > self._rules.highest_level:
            return reason("high_level", level=level, highest=self._rules.highest_level)
        if level is not None:
            least = min(least, self._rules.min_zipf)  # beyond the last fit level no value would do
        return reason("rare", zipf=zipf / TENTHS, least=least / TENTHS)

    def _rude(self, word: str, place: int | None) -> Reason | None:
        if word in self._rules.fit:
            return None
        if self._rules.unfit.get(word) == "rude":
            return reason("rude")
        lemma = word if place is None else self._knowledge.lemma(place)
        if lemma != word and self._rules.unfit.get(lemma) == "rude":
            return reason("rude_form", lemma=lemma)
        part = self._rules.rude_parts.search(word)
        return None if part is None else reason("rude_part", part=part.group())

    def _zipf(self, word: str, place: int | None) -> int:
        """In tenths, 0 for unknown."""
        zipfs = self._knowledge.zipfs
        known = zipfs[place] if zipfs and place is not None else 0
        return known or self._counted.get(word, 0)

    def _level(self, place: int | None) -> int | None:
        levels = self._knowledge.levels
        return levels[place] if levels and place is not None else None

    def _tagged(self, spelling: str) -> Iterator[Reason]:
        if self._tagger is not None:
            yield from filter(None, self._tagger.reasons([spelling]))

    def _untagged(self, words: list[str], tagger: Tagger) -> list[str]:
        told = tagger.reasons(self.display(word) for word in words)
        return [word for word, against in zip(words, told, strict=True) if against is None]
