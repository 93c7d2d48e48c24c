"""Words that no puzzle may show by chance, in the languages that puzzles are made in; see `SOURCES.md`."""

from __future__ import annotations

from functools import cache
from typing import Final

from dictionaries.language import DATA_DIR
from dictionaries.packing import unpack_words

RUDE_LANGUAGES: Final = ("en", "es", "pt")
RUDE: Final = "rude.xz"


@cache
def rude_words(*codes: str) -> tuple[str, ...]:
    """The words of these languages, or of all, sorted, in lower case with their accents.

    >>> "damn" in rude_words("en"), "damn" in rude_words("es")
    (True, False)
    """
    packed = ((DATA_DIR / code / RUDE).read_bytes() for code in codes or RUDE_LANGUAGES)
    return tuple(sorted({word for one in packed for word in unpack_words(one)}))
