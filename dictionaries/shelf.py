"""Which word lists there are: those shipped with Tilewise and those imported into a data directory.

{data_dir}/dictionaries/
    {sha256}.txt     the words of an imported list; {sha256}.*.xz is what is known of them
    {sha256}.json    its card, so that a job can name the list by hash even after its name moved on
    {name}.json      the card that a name stands for now

A language's own list lies in the language's folder, see `language`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from dictionaries.dictionary import CARD, PACKED, Dictionary, read_card
from dictionaries.errors import BadName, NoSuchDictionary
from dictionaries.language import DATA_DIR, Language, is_shipped, languages
from dictionaries.places import default_data_dir

IMPORTED_WORDS: Final = "{sha256}.txt"

_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_NAME: Final = 40
_HASH: Final = re.compile(r"[0-9a-f]{12,64}")


def find(name: str = "en", *, data_dir: Path | None = None) -> Dictionary:
    """The list of that name, or with that SHA-256 (12 digits or more, if no other begins so).

    Raises:
        NoSuchDictionary (a LookupError): there is none, or a short hash fits several.
    """
    folder = imported_dir(data_dir)
    found = _named(name, folder)
    if found is None and _HASH.fullmatch(name):
        found = _hashed(name, folder)
    if found is None:
        raise NoSuchDictionary(
            f"There is no word list {name!r} here.",
            hint="See `tilewise dictionary list`, or import one with `tilewise dictionary import`.",
        )
    return found


def listed(*, data_dir: Path | None = None) -> list[Dictionary]:
    """Every list that has a name: the languages' own first, each part in the order of names."""
    cards = sorted(imported_dir(data_dir).glob("*.json"))
    return [*_own_lists(data_dir), *(_imported(card) for card in cards if is_name(card.stem))]


def remove(name: str, *, data_dir: Path) -> None:
    """Take the name from an imported list, and delete its words unless another name stands for them.

    Raises:
        NoSuchDictionary: no imported list is called that; OSError.
    """
    folder = imported_dir(data_dir)
    card = folder / f"{name}.json"
    if not is_name(name) or not card.is_file():
        raise NoSuchDictionary(f"There is no imported word list {name!r} here.")
    sha256 = _imported(card).sha256
    card.unlink(missing_ok=True)
    if all(other.sha256 != sha256 for other in listed(data_dir=data_dir)):
        # The card first: it points to the words.
        (folder / f"{sha256}.json").unlink(missing_ok=True)
        for path in folder.glob(f"{sha256}.*"):
            path.unlink(missing_ok=True)


def imported_dir(data_dir: Path | None) -> Path:
    """Where imported lists lie; it need not exist."""
    return (data_dir or default_data_dir()) / "dictionaries"


def is_name(text: str) -> bool:
    """Whether a list may be called that: never what could be a hash, nor a path."""
    return bool(_NAME.fullmatch(text)) and len(text) <= _LONGEST_NAME and not _HASH.fullmatch(text)


def check_name(name: str) -> None:
    """Refuse a name for an imported list.

    Raises:
        BadName: it is no name, or kept for a list of our own.
    """
    if not is_name(name):
        raise BadName(
            f"A word list cannot be called {name!r}.",
            hint=f"Use up to {_LONGEST_NAME} of a-z, 0-9 and single hyphens, such as enable-2k.",
        )
    if is_shipped(name):
        raise BadName(f"The name {name!r} is kept for Tilewise's own list.", hint="Choose another name.")


def _named(name: str, folder: Path) -> Dictionary | None:
    if not is_name(name):
        return None
    if not is_shipped(name) and (card := folder / f"{name}.json").is_file():
        return _imported(card)
    own = languages(folder.parent).get(name)
    return _own_list(own, folder.parent) if own and (own.folder / CARD).is_file() else None


def _hashed(prefix: str, folder: Path) -> Dictionary | None:
    """The list whose hash begins so: a language's own, else one that has a name, else any."""
    cards = sorted(folder.glob("*.json"), key=lambda card: not is_name(card.stem))
    found: dict[str, Dictionary] = {}
    for dictionary in (*_own_lists(folder.parent), *map(_imported, cards)):
        if dictionary.sha256.startswith(prefix):
            found.setdefault(dictionary.sha256, dictionary)
    if len(found) > 1:
        raise NoSuchDictionary(
            f"The hash {prefix!r} fits {len(found)} word lists.", hint="Give more of its digits."
        )
    return next(iter(found.values()), None)


def _own_lists(data_dir: Path | None) -> list[Dictionary]:
    return [_own_list(one, data_dir) for one in languages(data_dir).values() if (one.folder / CARD).is_file()]


def _own_list(tongue: Language, data_dir: Path | None) -> Dictionary:
    return read_card(tongue.folder / CARD, PACKED, data_dir, built_in=tongue.folder.parent == DATA_DIR)


def _imported(card: Path) -> Dictionary:
    return read_card(card, IMPORTED_WORDS, card.parent.parent)
