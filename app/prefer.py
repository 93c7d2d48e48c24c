"""The `Prefer` header of RFC 7240: which preferences a client states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

LONGEST: Final = 1000
"""Characters that are looked at; nobody has that much to prefer."""
_TOKEN: Final = r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_PREFERENCE: Final = re.compile(rf"({_TOKEN})(?:[ \t]*=[ \t]*({_TOKEN}|{_QUOTED})?)?")
_PART: Final = re.compile(rf"(?:{_QUOTED}|[^,;])+|[,;]")
"""What stands between commas and semicolons outside of quotes, or one of these."""


def parse(headers: Iterable[str]) -> Mapping[str, str]:
    """Preferences by lower-case name, with their value or an empty text.

    The first of several with one name counts; parameters after `;` and what is no preference at all are
    passed over, as the RFC asks.
    """
    stated: dict[str, str] = {}
    for text in _preferences(", ".join(headers)[:LONGEST]):
        found = _PREFERENCE.fullmatch(text)
        if found:
            stated.setdefault(found[1].lower(), _plain(found[2] or ""))
    return stated


def _preferences(header: str) -> Iterator[str]:
    """The texts between commas, without their parameters."""
    before = ","
    for part in _PART.findall(header):
        if before == "," and part not in ",;":
            yield part.strip(" \t")
        before = part


def _plain(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value
