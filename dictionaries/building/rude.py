"""Rude words from npm's package `cuss` and PyPI's `safetext`.

cuss rates words from 0 (hardly ever rude) to 2 (nearly always); taken are those rated 1 or 2, and all of
safetext's, of each the single words of three letters or more: a shorter one would be everywhere. A harmless
word too many does no harm where puzzles are filled by chance; for players `verdicts.toml` allows some again.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

PACKAGES: Final = ("cuss", "safetext")

_FILES: Final = {"en": "index.js"}
_ENTRY: Final = re.compile(r"^\s*'?([^\W\d_]{3,})'?: [12],$", re.MULTILINE)
_WORD: Final = re.compile(r"[^\W\d_]{3,}")


def read_rude(packages: Path, code: str) -> list[str]:
    """The rude words of a language in lower case with their accents, sorted.

    Args:
        packages: where the unpacked packages lie, under their names.
    """
    cuss = packages / "cuss" / _FILES.get(code, f"{code}.js")
    safetext = packages / "safetext" / "safetext" / "languages" / code / "words.txt"
    lines = (line.strip() for line in safetext.read_text("utf-8").splitlines())
    return sorted(
        {*rude_in(cuss.read_text("utf-8")), *(line.lower() for line in lines if _WORD.fullmatch(line))}
    )


def rude_in(source: str) -> set[str]:
    """The words of one of cuss's files."""
    return {word.lower() for word in _ENTRY.findall(source)}
