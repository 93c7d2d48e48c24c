"""A language is a folder: its name, the letters that are told apart in play, and what is known of its words.

    language.toml    title, alphabet, and which of its words are fit for players (`fitness_rules`)
    card.json        the language's own list, if it has one, called as the language (`dictionary`)
    words.xz         its words; tables of them lie beside it (`tables`)

Shipped languages lie in `data/`; `{data_dir}/languages/` takes further ones: `languages/qy/language.toml`.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from dictionaries.errors import BadLanguage, NoSuchLanguage
from dictionaries.places import default_data_dir

DATA_DIR: Final = Path(__file__).parent / "data"

_MOST_LETTERS: Final = 32
"""A word graph keeps one bit a letter."""

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
    """What folding needs to know: `Language("es", "Spanish", "abc...nño...z", DATA_DIR / "es")`."""

    code: str
    title: str
    alphabet: str
    """Lower-case letters in the language's order."""
    folder: Path = field(compare=False)
    """Where its tables lie; it need not exist."""

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


def languages(data_dir: Path | None = None) -> dict[str, Language]:
    """Every language that words can be folded for, by its code; raises BadLanguage."""
    further = _languages_in((data_dir or default_data_dir()) / "languages")
    return _shipped() | {code: found for code, found in further.items() if not is_shipped(code)}


def language(code: str, data_dir: Path | None = None) -> Language:
    """The language of an ISO 639-1 code.

    Raises:
        NoSuchLanguage: there is no folder for it; BadLanguage.
    """
    found = _shipped().get(code) or languages(data_dir).get(code)
    if found is None:
        known = ", ".join(f"{one.code} ({one.title})" for one in languages(data_dir).values())
        raise NoSuchLanguage(f"There is no language {code!r} here.", hint=f"Known are {known}.")
    return found


def is_shipped(code: str) -> bool:
    """Whether a language comes with Tilewise."""
    return code in _shipped()


@cache
def _shipped() -> dict[str, Language]:
    return _languages_in(DATA_DIR)


def _languages_in(folder: Path) -> dict[str, Language]:
    read = (_read(file) for file in sorted(folder.glob("??/language.toml")))
    return {language.code: language for language in read}


def _read(file: Path) -> Language:
    import tomllib  # only when a language is asked for

    try:
        table = tomllib.loads(file.read_text("utf-8"))
        title, alphabet = str(table["title"]), str(table["alphabet"])
    except (OSError, ValueError, LookupError) as error:
        raise BadLanguage(
            f"{file} cannot be read: {error}.", hint="It gives a title and an alphabet."
        ) from None
    if not _is_alphabet(alphabet):
        raise BadLanguage(
            f"The alphabet in {file} cannot be played with.",
            hint=f"Give each letter once, in lower case and composed (NFC), {_MOST_LETTERS} at most.",
        )
    return Language(file.parent.name, title, alphabet, file.parent)


def _is_alphabet(letters: str) -> bool:
    is_plain = letters == unicodedata.normalize("NFC", letters.lower()) and letters.isalpha()
    return is_plain and len(letters) == len(set(letters)) <= _MOST_LETTERS
