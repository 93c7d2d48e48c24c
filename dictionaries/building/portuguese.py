"""Portuguese from Debian's package `wportuguese`: words with their accents, names with a capital."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dictionaries.language import language

WORD_LIST: Final = Path("/usr/share/dict/portuguese")
LICENCE: Final = Path("/usr/share/doc/wportuguese/copyright")


def read_portuguese(file: Path) -> dict[str, list[str]]:
    """Every playable word with its spellings, sorted; what is written with a capital is left out."""
    tongue = language("pt")
    spellings: dict[str, list[str]] = {}
    for word in dict.fromkeys(file.read_text("utf-8").split()):
        folded = tongue.fold(word) if word == word.lower() else None
        if folded:
            spellings.setdefault(folded, []).append(word)
    return dict(sorted(spellings.items()))
