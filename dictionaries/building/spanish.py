"""Spanish from npm's package `an-array-of-spanish-words`: words in lower case without accents, with ñ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from dictionaries.language import language

PACKAGE: Final = "an-array-of-spanish-words"


def read_spanish(package: Path) -> list[str]:
    """Every playable word, sorted.

    Args:
        package: the unpacked package.
    """
    tongue = language("es")
    return sorted(
        {
            folded
            for word in json.loads((package / "index.json").read_text("utf-8"))
            if (folded := tongue.fold(word))
        }
    )
