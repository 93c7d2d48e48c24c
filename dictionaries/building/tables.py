"""What is known of a language's words: how common they are, what they are forms of, how they are written.

Frequencies are wordfreq's, forms and their lemmas simplemma's (`pip install -e .[dictionaries]`); neither is
needed once the tables are made. A folded word is as common as its own spellings together, no others: `franca`
is not as common as `França`, nor `romã` as `Roma`.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from dictionaries.building.lemmas import Zipf, likely_lemma
from dictionaries.language import Language
from dictionaries.packing import pack_lines, pack_tenths, step
from dictionaries.spelling import pack_spellings

Spelled = Mapping[str, Mapping[str, float]]
"""By folded word, the share of all words that each of its spellings has."""

_OTHER_SHORE: Final = str.maketrans("\u0302", "\u0301")
"""Brazil writes ê and ô where Portugal writes é and ó: one word, and most of its uses are Brazil's."""
_TIMES: Final = 3
"""So many times as common as all known spellings is an accented one that is missing among them (`jamás`,
where only `jamas` is known). Accents are left out by many and put in by few."""
_LONGEST_CHAIN: Final = 3
"""From a form of a form to its lemma; no real chain is longer."""


def read_frequencies(tongue: Language) -> dict[str, dict[str, float]]:
    """Every word that wordfreq knows."""
    from wordfreq import get_frequency_dict

    spelled: dict[str, dict[str, float]] = {}
    for word, share in get_frequency_dict(tongue.code, wordlist="best").items():
        if folded := tongue.fold(word):
            spelled.setdefault(folded, {})[word] = share
    return spelled


def of_own_spellings(words: Mapping[str, Sequence[str]], spelled: Spelled) -> Spelled:
    """The shares of those spellings that the words have."""
    own = {word: _own_shares(spellings, spelled.get(word, {})) for word, spellings in words.items()}
    return {word: shares for word, shares in own.items() if shares}


def pack_zipf(words: Iterable[str], spelled: Spelled) -> bytes:
    """The table of Zipf values."""
    return pack_tenths(_zipf(spelled.get(word, {})) for word in words)


def pack_lemmas(words: Collection[str], tongue: Language, spelled: Spelled) -> bytes:
    """The table of steps to the lemma, empty for a lemma and for a word that wordfreq does not know."""
    zipfs = {word: _zipf(spelled[word]) for word in words if word in spelled}

    def zipf(word: str) -> float:
        return zipfs.get(word, 0.0)

    return pack_lines(_step_to_lemma(word, tongue, spelled, zipf) for word in words)


def pack_all_spellings(words: Mapping[str, Sequence[str]], spelled: Spelled) -> bytes:
    """The table of spellings, commonest first."""
    return pack_lines(
        pack_spellings(word, _by_frequency(spellings, spelled.get(word, {})))
        for word, spellings in words.items()
    )


def spell(words: Iterable[str], tongue: Language, spelled: Spelled) -> dict[str, list[str]]:
    """How the words of a list without accents are written.

    Taken are the forms that simplemma knows, and an accented one that is much commoner; for a word without
    any the spelling that is commonest; and the word as it is played where nothing is known of it.
    """
    known = _known_forms(tongue)
    return {word: _spellings(word, known.get(word, []), spelled.get(word, {})) for word in words}


def _spellings(word: str, known: list[str], shares: Mapping[str, float]) -> list[str]:
    commonest = _by_frequency(shares or {word: 0}, shares)[:1]
    if not known:
        return commonest
    is_missing = shares.get(commonest[0], 0) > _TIMES * sum(shares.get(spelling, 0) for spelling in known)
    return [*commonest, *known] if is_missing and commonest != [word] else known


def _own_shares(spellings: Sequence[str], shares: Mapping[str, float]) -> dict[str, float]:
    own = set(map(_one_shore, spellings))
    return {spelling: share for spelling, share in shares.items() if _one_shore(spelling) in own}


def _one_shore(spelling: str) -> str:
    """The same text for both sides of the Atlantic."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", spelling).translate(_OTHER_SHORE))


def _zipf(spellings: Mapping[str, float]) -> float:
    """The logarithm of how often a word stands in a billion words (van Heuven and others, 2014)."""
    share = sum(spellings.values())
    return max(0.0, math.log10(share) + 9) if share else 0.0


def _step_to_lemma(word: str, tongue: Language, spelled: Spelled, zipf: Zipf) -> str:
    lemma = _lemma(word, tongue, spelled, zipf) if word in spelled else word
    return "" if lemma == word else step(word, lemma)


def _lemma(word: str, tongue: Language, spelled: Spelled, zipf: Zipf) -> str:
    from simplemma import lemmatize

    for _ in range(_LONGEST_CHAIN):
        shown = _by_frequency(spelled.get(word, {word: 0}), spelled.get(word, {}))[0]
        lemma = tongue.fold(lemmatize(shown, lang=tongue.code)) or word
        lemma = word if lemma == word else likely_lemma(word, lemma, tongue.code, zipf)
        if lemma == word:
            break
        word = lemma
    return word


def _by_frequency(spellings: Iterable[str], shares: Mapping[str, float]) -> list[str]:
    return sorted(spellings, key=lambda spelling: (-shares.get(spelling, 0), spelling))


def _known_forms(tongue: Language) -> dict[str, list[str]]:
    """By folded word, every spelling in lower case that simplemma has."""
    from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

    forms: dict[str, list[str]] = {}
    for form in DefaultDictionaryFactory().get_dictionary(tongue.code):
        folded = tongue.fold(form) if form == form.lower() else None
        if folded:
            forms.setdefault(folded, []).append(form)
    return forms
