"""What is said of a word: whether it is fit for players, and why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SENTENCES: Final = {
    "not_listed": "The list{name} does not have it.",
    "too_short": "It has fewer than {min_length} letters.",
    "rude": "It is on the list of rude words.",
    "rude_form": "It is a form of {lemma!r}, which is on the list of rude words.",
    "rude_part": "It contains {part!r}.",
    "name": "It is better known as a name.",
    "abbreviation": "It is an abbreviation.",
    "foreign": "It is a word of another language.",
    "odd": "It is frequent in texts, yet no word that players know.",
    "high_level": "It is frequent in texts, yet of SCOWL's level {level} only; up to {highest} is fit.",
    "rare": "It is too rare: {zipf:.1f} on the Zipf scale, where {least:.1f} is asked of it.",
    "unseen": "It is too rare: the texts that were counted do not have it.",
    "unknown": "It is not known how common it is.",
    "proper_noun": "{model} takes it for a proper noun.",
    "entity": "{model} takes it for the name of something ({label}).",
}
"""By kind of reason, which is its code unless `CODES` has another."""

CODES: Final = {
    "unseen": "rare",
    "rude_form": "rude",
    "rude_part": "rude",
    "high_level": "odd",
    "proper_noun": "name",
    "entity": "name",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a word is not fit."""

    code: str
    """not_listed, too_short, rude, name, abbreviation, foreign, odd, rare or unknown."""
    sentence: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """All that is known of a word."""

    word: str
    """Folded; as it was asked where that cannot be done."""
    fit: bool
    reasons: tuple[Reason, ...]
    """Empty for a fit word."""
    zipf: float | None
    """How common: the logarithm of its uses in a billion words."""
    level: int | None
    """SCOWL's."""
    lemma: str
    """Folded; the word itself when it is a form of no other."""
    spellings: tuple[str, ...]
    """Commonest first."""


def reason(kind: str, **told: object) -> Reason:
    """One of the sentences, filled in."""
    return Reason(CODES.get(kind, kind), SENTENCES[kind].format(**told))
