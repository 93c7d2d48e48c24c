"""A language is data: its name and the letters that are told apart in play (`data/languages.toml`)."""

from __future__ import annotations

import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from dictionaries.errors import NoSuchLanguage

DATA_DIR: Final = Path(__file__).parent / "data"

# Letters that Unicode does not take apart into a base letter and marks.
_SPELLED_OUT: Final = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ħ": "h",
        "ŧ": "t",
        "\u0131": "i",
    }
)


@dataclass(frozen=True, slots=True)
class Language:
    """What folding needs to know: `Language("es", "Spanish", "abc...nño...z")`."""

    code: str
    title: str
    alphabet: str
    """Lower-case letters in the language's order."""

    def fold(self, word: str) -> str | None:
        """The word as it is played: lower case, accents off unless the letter is of the alphabet.

        None when a sign remains that is no letter of the alphabet. English makes `Café` to `cafe` and has no
        answer for `don't`; Spanish makes `Año` to `año` and `CAMIÓN` to `camion`.
        """
        folded = word.lower() if word.isascii() else self._fold_accents(word)
        stranger = folded.strip(self.alphabet)  # empty when every sign is of the alphabet
        return folded if folded and not stranger else None

    def _fold_accents(self, word: str) -> str:
        composed = unicodedata.normalize("NFC", unicodedata.normalize("NFC", word).casefold())
        return "".join(map(self._fold_letter, _clusters(composed)))

    def _fold_letter(self, cluster: str) -> str:
        if cluster in self.alphabet:
            return cluster
        base, *marks = list(unicodedata.normalize("NFD", cluster))
        kept = (unicodedata.normalize("NFC", base + mark) for mark in marks)
        return next((letter for letter in kept if letter in self.alphabet), base.translate(_SPELLED_OUT))


def _clusters(text: str) -> list[str]:
    """Split into letters, each with the marks that follow it."""
    clusters: list[str] = []
    for sign in text:
        if clusters and unicodedata.combining(sign):
            clusters[-1] += sign
        else:
            clusters.append(sign)
    return clusters


@cache
def languages() -> dict[str, Language]:
    """Every language that words can be folded for, by its code."""
    table = tomllib.loads((DATA_DIR / "languages.toml").read_text("utf-8"))
    return {code: Language(code, row["title"], row["alphabet"]) for code, row in table.items()}


def language(code: str) -> Language:
    """The language of an ISO 639-1 code.

    Raises:
        NoSuchLanguage: we know no alphabet for it.
    """
    try:
        return languages()[code]
    except KeyError:
        known = ", ".join(f"{found.code} ({found.title})" for found in languages().values())
        raise NoSuchLanguage(f"There is no language {code!r} here.", hint=f"Known are {known}.") from None
