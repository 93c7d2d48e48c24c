"""A line of `tilewise doctor`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """`meaning` says what follows when the thing is missing."""

    name: str
    ok: bool
    needed: bool
    found: str
    meaning: str = ""
