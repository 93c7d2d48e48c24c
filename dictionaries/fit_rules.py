"""Which words a language's folder says are fit or unfit for players.

`language.toml` sets the borders of commonness:

    [fit]
    min_length = 3
    min_zipf = 3.0
    zipf_by_level = { 10 = 2.0, 35 = 2.5 }    # of words that SCOWL grades; other levels are unfit

`verdicts.toml` has what was judged by hand, `names.xz`, `abbreviations.xz` and `rude.xz` what lists say:

    fit = "god pawn"              # whatever the lists say of them; a rare word stays rare
    [unfit]
    name = "maria pedro"          # or abbreviation, foreign, odd, rude: words, parted by blanks
    [rude]
    parts = "fuck"                # what makes any word rude that contains it
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from dictionaries.errors import BadLanguage
from dictionaries.language import Language
from dictionaries.packing import unpack_words

TENTHS: Final = 10

_NEVER: Final = 255
"""More than any word's Zipf value in tenths."""

_LISTS: Final = {"names.xz": "name", "abbreviations.xz": "abbreviation", "rude.xz": "rude"}
_JUDGED: Final = ("name", "abbreviation", "foreign", "odd", "rude")


@dataclass(frozen=True, slots=True)
class FitRules:
    """A language's rules; Zipf values in tenths."""

    min_length: int
    min_zipf: int
    zipf_by_level: Mapping[int, int]
    """The least Zipf value of a level's words; empty where words have no levels."""
    unfit: Mapping[str, str]
    """The code of each folded word that is unfit however common."""
    fit: frozenset[str]
    """Folded words that the lists of unfit words are wrong about."""
    rude_parts: re.Pattern[str]

    def moved(self, min_zipf: float) -> FitRules:
        """The same with another border of commonness; the levels' borders keep their distance from it."""
        distance = round(TENTHS * min_zipf) - self.min_zipf
        levels = {level: zipf + distance for level, zipf in self.zipf_by_level.items()}
        return replace(self, min_zipf=self.min_zipf + distance, zipf_by_level=levels)

    @property
    def least(self) -> bytes:
        """The Zipf value that a word of each level needs, at 0 that of one without a level."""
        beyond = _NEVER if self.zipf_by_level else self.min_zipf
        return bytes([self.min_zipf, *(self.zipf_by_level.get(level, beyond) for level in range(1, 256))])

    @property
    def highest_level(self) -> int:
        return max(self.zipf_by_level, default=0)


def rules_of(tongue: Language) -> FitRules:
    """The rules of a language's folder; read once.

    Raises:
        BadLanguage: one of its files cannot be used.
    """
    return _rules_in(tongue.folder, tongue)


@lru_cache(maxsize=8)
def _rules_in(folder: Path, tongue: Language) -> FitRules:
    settings = _read(folder / "language.toml").get("fit", {})
    judged = _read(folder / "verdicts.toml")
    try:
        levels = settings.get("zipf_by_level", {})
        return FitRules(
            min_length=int(settings.get("min_length", 3)),
            min_zipf=round(TENTHS * settings.get("min_zipf", 3.0)),
            zipf_by_level={int(level): round(TENTHS * zipf) for level, zipf in levels.items()},
            unfit=_unfit(tongue, folder, judged),
            fit=frozenset(_folded(tongue, judged.get("fit", "").split())),
            rude_parts=_any_of(judged.get("rude", {}).get("parts", "").split()),
        )
    except (TypeError, ValueError, AttributeError) as error:
        raise BadLanguage(f"The rules in {folder} cannot be used: {error}.") from None


def _unfit(tongue: Language, folder: Path, judged: Mapping[str, Any]) -> dict[str, str]:
    """What the lists say, then what was judged by hand, which may take words out again."""
    found: dict[str, str] = {}
    for file, code in _LISTS.items():
        if (path := folder / file).is_file():
            found |= dict.fromkeys(_folded(tongue, unpack_words(path.read_bytes())), code)
    for word in _folded(tongue, judged.get("fit", "").split()):
        found.pop(word, None)
    for code in _JUDGED:
        found |= dict.fromkeys(_folded(tongue, judged.get("unfit", {}).get(code, "").split()), code)
    return found


def _any_of(parts: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, parts)) or r"(?!)")


def _folded(tongue: Language, words: Iterable[str]) -> Iterable[str]:
    return filter(None, map(tongue.fold, words))


def _read(file: Path) -> dict[str, Any]:
    import tomllib  # only when rules are asked for

    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise BadLanguage(f"{file} cannot be read: {error}.") from None
