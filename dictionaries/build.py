"""Build the shipped English list again from Debian's package `scowl`: `python -m dictionaries.build`.

SCOWL parts its words by spelling (english, american, british, canadian, ..., and their variants), by kind
(words, upper, proper-names, abbreviations, contractions) and by size (10 common ... 80 huge, 95 insane). For
play we take every spelling of the kind `words` up to size 80, and of those the words written with a-z alone:
names, short forms, possessives and accented spellings are no moves in a word game. A word's level is the
smallest size that it appears in.

The same sources give the same bytes, with `--check` compared instead of written.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from dictionaries.dictionary import PACKED, SCOWL_LEVELS, Dictionary, content_hash, write_card
from dictionaries.language import DATA_DIR, language
from dictionaries.packing import pack_levels, pack_words

SCOWL_DIR: Final = Path("/usr/share/dict/scowl")
SCOWL_LICENCE: Final = Path("/usr/share/doc/scowl/copyright")
LICENCES_DIR: Final = DATA_DIR.parent / "LICENSES"

_PLAYABLE: Final = re.compile(r"[a-z]+")


def read_scowl(folder: Path) -> dict[str, int]:
    """Every playable word with its level, sorted."""
    levels: dict[str, int] = {}
    for size in SCOWL_LEVELS:
        for word in _words_of_size(folder, size):
            levels.setdefault(word, size)
    return dict(sorted(levels.items()))


def shipped_files(levels: Mapping[str, int], *, name: str = "en") -> dict[str, bytes]:
    """What the data directory holds for a list, by file name."""
    words = list(levels)
    path = DATA_DIR / (name + PACKED)
    card = Dictionary(name, name, language(name).alphabet, content_hash(words), path, len(words))
    return {
        path.name: pack_words(words),
        f"{name}.levels.xz": pack_levels(levels.values(), SCOWL_LEVELS),
        f"{name}.json": write_card(card).encode(),
    }


def main(arguments: list[str] | None = None) -> int:
    """Write the list and its licence, or compare them; 1 when a file differs, 2 without the sources."""
    options = _parser().parse_args(arguments)
    if not any(options.scowl.glob("english-words.*")):
        print(f"No SCOWL word lists in {options.scowl}. On Debian: apt-get install scowl", file=sys.stderr)
        return 2
    files = {DATA_DIR / file: content for file, content in shipped_files(read_scowl(options.scowl)).items()}
    files[LICENCES_DIR / "SCOWL.txt"] = options.licence.read_bytes()
    changed = [path for path, content in files.items() if not _holds(path, content)]
    for path, content in files.items():
        print(f"{hashlib.sha256(content).hexdigest()}  {path.name}{'  (differs)' if path in changed else ''}")
    if options.check:
        return 1 if changed else 0
    for path in changed:
        path.write_bytes(files[path])
    return 0


def _words_of_size(folder: Path, size: int) -> Iterator[str]:
    for file in sorted(folder.glob(f"*-words.{size}")):
        yield from filter(_PLAYABLE.fullmatch, file.read_text("utf-8").splitlines())


def _holds(path: Path, content: bytes) -> bool:
    return path.is_file() and path.read_bytes() == content


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m dictionaries.build", description=main.__doc__)
    parser.add_argument("--scowl", type=Path, default=SCOWL_DIR, help="SCOWL's final lists")
    parser.add_argument("--licence", type=Path, default=SCOWL_LICENCE, help="its copyright file")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    return parser


if __name__ == "__main__":
    sys.exit(main())
