"""Chance that depends on a seed and a name alone, so that no order and no number of workers matters."""

from __future__ import annotations

import hashlib
from typing import Final

_BYTES: Final = 8


def number_of(seed: int, *name: object) -> int:
    """A number below 2**63, as good as drawn."""
    text = " ".join(map(str, (seed, *name)))
    digest = hashlib.blake2b(text.encode(), digest_size=_BYTES).digest()
    return int.from_bytes(digest, "big") >> 1


def share_of(seed: int, *name: object) -> float:
    """A number from 0 up to 1."""
    return number_of(seed, *name) / 2**63
