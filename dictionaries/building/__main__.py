"""Build the shipped lists again: `make dictionary`, or `python -m dictionaries.building --packages FOLDER`.

The same sources give the same bytes; with `--check` they are compared instead of written.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from dictionaries.building.english import (
    SCOWL_DIR,
    SCOWL_LICENCE,
    abbreviations_among,
    names_among,
    read_scowl,
)
from dictionaries.building.portuguese import LICENCE, WORD_LIST, read_portuguese
from dictionaries.building.rude import read_rude
from dictionaries.building.spanish import PACKAGE, read_spanish
from dictionaries.building.tables import (
    of_own_spellings,
    pack_all_spellings,
    pack_lemmas,
    pack_zipf,
    read_frequencies,
    spell,
)
from dictionaries.dictionary import CARD, PACKED, SCOWL_LEVELS, Dictionary, content_hash, write_card
from dictionaries.language import DATA_DIR, Language, language
from dictionaries.packing import pack_levels, pack_words

LICENCES_DIR: Final = DATA_DIR.parent / "LICENSES"

Files = dict[str, bytes]
"""Contents by name, in the language's folder."""


def english(packages: Path, scowl: Path = SCOWL_DIR) -> Files:
    """Raises OSError without the sources, as the others do."""
    tongue, levels = language("en"), read_scowl(scowl)
    spelled = read_frequencies(tongue)
    return {
        **word_files(tongue, list(levels)),
        "levels.xz": pack_levels(levels.values(), SCOWL_LEVELS),
        "zipf.xz": pack_zipf(levels, spelled),
        "lemmas.xz": pack_lemmas(levels, tongue, spelled),
        "names.xz": pack_words(names_among(levels, scowl)),
        "abbreviations.xz": pack_words(abbreviations_among(levels, scowl)),
        "rude.xz": pack_words(read_rude(packages, "en")),
    }


def spanish(packages: Path) -> Files:
    tongue, words = language("es"), read_spanish(packages / PACKAGE)
    spelled = read_frequencies(tongue)
    spellings = spell(words, tongue, spelled)
    own = of_own_spellings(spellings, spelled)
    return {
        **word_files(tongue, words),
        "zipf.xz": pack_zipf(words, own),
        "lemmas.xz": pack_lemmas(words, tongue, own),
        "spellings.xz": pack_all_spellings(spellings, own),
        "rude.xz": pack_words(read_rude(packages, "es")),
    }


def portuguese(packages: Path) -> Files:
    tongue, words = language("pt"), read_portuguese(WORD_LIST)
    own = of_own_spellings(words, read_frequencies(tongue))
    return {
        **word_files(tongue, list(words)),
        "zipf.xz": pack_zipf(words, own),
        "lemmas.xz": pack_lemmas(words, tongue, own),
        "spellings.xz": pack_all_spellings(words, own),
        "rude.xz": pack_words(read_rude(packages, "pt")),
    }


LANGUAGES: Final[Mapping[str, Callable[[Path], Files]]] = {"en": english, "es": spanish, "pt": portuguese}


def word_files(tongue: Language, words: list[str]) -> Files:
    """A language's own list and its card."""
    path = tongue.folder / PACKED
    card = Dictionary(tongue.code, tongue.code, tongue.alphabet, content_hash(words), path, len(words))
    return {PACKED: pack_words(words), CARD: write_card(card).encode()}


def licence_files(packages: Path) -> dict[Path, bytes]:
    """The packages' own licences, whole."""
    sources = {
        "SCOWL.txt": SCOWL_LICENCE,
        "an-array-of-spanish-words.txt": packages / PACKAGE / "license",
        "wportuguese.txt": LICENCE,
        "cuss.txt": packages / "cuss" / "license",
        "safetext.txt": wheel_licence(packages / "safetext"),
        "simplemma.txt": wheel_licence(packages / "simplemma"),
    }
    return {LICENCES_DIR / name: source.read_bytes() for name, source in sources.items()}


def wheel_licence(package: Path) -> Path:
    """Where an unpacked wheel has its licence."""
    return next(package.glob("*.dist-info/licenses/LICENSE"), package / "LICENSE")


def main(arguments: list[str] | None = None) -> int:
    """Write the lists and their licences, or compare them; 1 when a file differs, 2 without the sources."""
    options = _parser().parse_args(arguments)
    try:
        files = licence_files(options.packages)
        for code in options.language or LANGUAGES:
            built = LANGUAGES[code](options.packages)
            files |= {DATA_DIR / code / name: content for name, content in built.items()}
    except (OSError, ImportError) as error:
        print(f"{error}. `make dictionary` says what is needed.", file=sys.stderr)
        return 2
    return compare(files) if options.check else write(files)


def compare(files: Mapping[Path, bytes]) -> int:
    """Tell which files differ from these; 1 when one does."""
    different = [path for path, content in files.items() if not _holds(path, content)]
    for path, content in files.items():
        print(f"{_line(path, content)}{'  (differs)' if path in different else ''}")
    return 1 if different else 0


def write(files: Mapping[Path, bytes]) -> int:
    """Write those that differ and tell their hashes."""
    for path, content in files.items():
        print(_line(path, content))
        if not _holds(path, content):
            path.write_bytes(content)
    return 0


def _line(path: Path, content: bytes) -> str:
    """As `SOURCES.md` has it."""
    home = LICENCES_DIR if path.is_relative_to(LICENCES_DIR) else DATA_DIR
    return f"{hashlib.sha256(content).hexdigest()}  {path.relative_to(home)}"


def _holds(path: Path, content: bytes) -> bool:
    return path.is_file() and path.read_bytes() == content


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m dictionaries.building", description=main.__doc__)
    parser.add_argument("language", nargs="*", choices=[*LANGUAGES, []], help="all of them unless named")
    parser.add_argument("--packages", type=Path, required=True, help="where the unpacked packages lie")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    return parser


if __name__ == "__main__":
    sys.exit(main())
