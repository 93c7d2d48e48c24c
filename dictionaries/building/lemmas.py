"""What a word is a form of, where simplemma names a word that hardly anybody uses.

simplemma knows one lemma of a form, and not the likeliest: `miento` is one of `mentar`, not of `mentir`, and
`uma` one of `umar`. So what the form may come from by the endings of its language competes with that lemma,
by how common it is. A lemma that is out of all proportion rarer than its form is none.

Words are folded as they are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

Zipf = Callable[[str], float]
"""How common a word is; 0 for what is no word."""

_SUSPECT: Final = 1.3
"""So much rarer than its form, in Zipf values, few lemmas are: `decir` is as common as `dice`."""
_NO_LEMMA: Final = 2.5
"""So much rarer none is."""
_BETTER: Final = 0.7
"""So much commoner is a verb that goes before another with the same form."""
_FOR_LACK_OF_E: Final = 2.0
"""So much rarer than its form may be an English lemma on -e: `unite` of `united`, but not `develope`."""
_IN_USE: Final = 2.0
"""The participle of a verb that is used is so common; `dólar` and `taller` look like verbs, too."""
_SHORTEST: Final = 2
"""Letters of a stem."""

_FORMS: Final = {
    "en": (("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"), ("ves", "fe")),
    "es": (("a", "o"), ("as", "a"), ("as", "o"), ("os", "o"), ("ces", "z"), ("es", ""), ("s", "")),
    "pt": (
        *(("a", "o"), ("as", "a"), ("as", "o"), ("os", "o"), ("oes", "ao"), ("aes", "ao"), ("ais", "al")),
        *(("eis", "el"), ("ns", "m"), ("es", ""), ("s", "")),
    ),
}
"""Endings of nouns and adjectives with those of their lemma; what comes first goes first."""
_FEMININE: Final = ("or", "on", "es", "in", "ol", "os", "al")
"""The lemma's ending where only an `a` or `as` was added: `doctora`."""

_INFINITIVES: Final = ("ar", "er", "ir")
_ENDINGS: Final = {
    "es": ("o", "a", "as", "an", "e", "es", "en", "emos"),
    "pt": ("o", "a", "as", "am", "e", "es", "em", "emos"),
}
"""What verbs of all three kinds have at their end, in one mood or the other."""
_FUTURE: Final = {
    "es": ("e", "as", "a", "emos", "an", "ia", "ias", "iamos", "ian"),
    "pt": ("ei", "as", "a", "emos", "ao", "ia", "ias", "iamos", "iam"),
}
"""What an infinitive has at its end in the future and the conditional."""
_STEM_ENDS: Final = (("lg", "l"), ("ng", "n"), ("zc", "c"), ("j", "g"))
"""Before o and a, verbs in -er and -ir: `salgo`, `vengo`, `conozco`, `elijo`."""
_SPELLED: Final = (("qu", "c"), ("gu", "g"), ("c", "z"))
"""Before e, verbs in -ar: `saque`, `pague`, `abrace`."""
_STRESSED: Final = (("ie", "e"), ("i", "e"))
"""Vowels of stems in -ir: `miento`, `pido`."""


def likely_lemma(word: str, lemma: str, code: str, zipf: Zipf) -> str:
    """The lemma that a form most likely has.

    Args:
        lemma: what simplemma says, another word than the form.
        code: of the language; of those that are not known here simplemma has the last word.
    """
    if code not in _FORMS:
        return lemma
    verbs = [*_used_verbs(word, code, zipf)]
    verb = max(verbs, key=zipf, default="")
    if verb and lemma.endswith(_INFINITIVES) and zipf(verb) >= zipf(lemma) + _BETTER:
        return verb
    english = [*_english_verbs(word)] if code == "en" else []
    distance = zipf(word) - zipf(lemma)
    if distance <= (_NO_LEMMA if lemma in verbs else _FOR_LACK_OF_E if lemma in english else _SUSPECT):
        return lemma
    likely = (each for each in (*english, *_nouns(word, code)) if zipf(each) >= zipf(word) - _SUSPECT)
    return next(likely, word if distance > _NO_LEMMA else lemma)


def _nouns(word: str, code: str) -> Iterator[str]:
    for ending, own in _FORMS[code]:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST:
            yield stem + own
    for ending in ("a", "as") if code != "en" else ():
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > _SHORTEST and stem.endswith(_FEMININE):
            yield stem


def _used_verbs(word: str, code: str, zipf: Zipf) -> Iterator[str]:
    """Infinitives in Spanish or Portuguese, of verbs that are used."""
    for verb in _verbs(word, code):
        participle = verb[:-2] + ("ado" if verb.endswith("ar") else "ido")
        if zipf(participle) >= _IN_USE:
            yield verb


def _verbs(word: str, code: str) -> Iterator[str]:
    for ending in _FUTURE.get(code, ()):
        infinitive = word.removesuffix(ending)
        if infinitive != word and infinitive.endswith(_INFINITIVES):
            yield infinitive
    for ending in _ENDINGS.get(code, ()):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST:
            yield from (stem + own for own in _INFINITIVES)
            yield from _changed(stem, ending[0])


def _changed(stem: str, vowel: str) -> Iterator[str]:
    """Infinitives whose stem changes before the vowel of an ending, or where the stress is on it."""
    if vowel == "e":
        yield from (f"{stem.removesuffix(end)}{own}ar" for end, own in _SPELLED if stem.endswith(end))
    stems = [stem]
    if vowel != "e":
        stems += [stem.removesuffix(end) + own for end, own in _STEM_ENDS if stem.endswith(end)]
        yield from (f"{each}{own}" for each in stems[1:] for own in ("er", "ir"))
    for each in stems:
        for stressed, own in _STRESSED:
            before, found, after = each.rpartition(stressed)
            if found and after:
                yield f"{before}{own}{after}ir"


def _english_verbs(word: str) -> Iterator[str]:
    if word.endswith("ied"):
        yield f"{word[:-3]}y"
    for ending in ("ing", "ed", "es"):
        stem = word.removesuffix(ending)
        if stem == word or len(stem) <= _SHORTEST:
            continue
        needs_no_e = stem[-1] in "xwy" or not {*stem[-2:]} & {*"aeiou"}
        yield from [stem] if needs_no_e else [f"{stem}e", stem]
        if stem[-1] == stem[-2]:
            yield stem[:-1]
