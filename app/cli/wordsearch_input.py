"""What a word search is given at the terminal: grids and words, typed or in files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.cli.outcome import bad_input

STDIN: Final = Path("-")
MOST_BYTES: Final = 64 * 2**20
"""Of a text file; 3,000 rows of 3,000 letters have 18 million with their spaces."""


def grid_texts(typed: Sequence[str], files: Sequence[Path]) -> list[str]:
    """The grids as text; files win over what is typed."""
    return [text_of(path) for path in files] if files else list(typed)


def word_list(typed: Sequence[str], file: Path | None) -> list[str] | None:
    """The words to find, None when no list is given; a file wins over what is typed.

    Raises:
        Failed: an empty word.
    """
    if file is not None:
        return _words(text_of(file).splitlines(), f"{file}: Line")
    return split_words(";".join(typed), "--words: Word") if typed else None


def split_words(typed: str, place: str) -> list[str]:
    """Words parted by `;`; `place` begins the message about an empty one."""
    return _words(typed.split(";"), place)


def _words(parts: Sequence[str], place: str) -> list[str]:
    words = [part.strip() for part in parts]
    if not words:
        raise bad_input(f"{place} 1 is empty.", "Give at least one word.")
    for number, word in enumerate(words, start=1):
        if not word:
            raise bad_input(f"{place} {number} is empty.", "Take it out: each word has at least one letter.")
    return words


def text_of(path: Path) -> str:
    """The text of a file, or of standard input for `-`.

    Raises:
        Failed: there is none, or it is no text in UTF-8.
    """
    try:
        if path == STDIN:
            content = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with path.open("rb") as file:
                content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise bad_input(f"{path}: {error.strerror or error}.", "Give the path of a text file.") from None
    if len(content) > MOST_BYTES:
        raise bad_input(f"{path}: The file has more than {MOST_BYTES:,} bytes.", "Cut it into smaller ones.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise bad_input(f"{path}: This is no text in UTF-8.", "Save the file as UTF-8.") from None
