"""Build the lists of rude words again from npm's package `cuss`: `python -m dictionaries.build_rude PACKAGE`.

PACKAGE is the unpacked package. It rates words from 0 (hardly ever rude) to 2 (nearly always); taken are the
single words rated 1 or 2 of three letters or more: a shorter one would be everywhere. They are for what is
shown by chance, so a harmless word too many does no harm.
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path
from typing import Final

from dictionaries.language import DATA_DIR
from dictionaries.packing import pack_words
from dictionaries.rude import RUDE, RUDE_LANGUAGES

LICENCE: Final = DATA_DIR.parent / "LICENSES" / "cuss.txt"

_FILES: Final = {"en": "index.js"}
_ENTRY: Final = re.compile(r"^\s*'?([^\W\d_]{3,})'?: [12],$", re.MULTILINE)


def rude_in(source: str) -> list[str]:
    """The words of one of the package's files, sorted."""
    return sorted({word.lower() for word in _ENTRY.findall(source)})


def main(arguments: list[str]) -> int:
    """Write the lists and their licence; 2 without the package."""
    if len(arguments) != 1:
        print("Name the unpacked package: python -m dictionaries.build_rude PACKAGE", file=sys.stderr)
        return 2
    package = Path(arguments[0])
    files = {LICENCE: (package / "license").read_bytes()}
    for code in RUDE_LANGUAGES:
        source = (package / _FILES.get(code, f"{code}.js")).read_text("utf-8")
        files[DATA_DIR / (code + RUDE)] = pack_words(rude_in(source))
    for path, content in files.items():
        path.write_bytes(content)
        print(f"{hashlib.sha256(content).hexdigest()}  {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
