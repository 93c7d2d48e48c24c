"""Bounds that the kernels share with what is written in Python; importing them loads no Numba."""

from __future__ import annotations

from typing import Final

MOST_PLACES: Final = 1 << 18
"""Of words on the lines of one grid. A search with more ends early and returns at least one more; as values
they would take gigabytes."""
TRIES_A_LINE: Final = 400
"""Beginnings of words that a search with wildcards or a differing letter tries for each line on average; a
differing letter takes some 100."""
TRIES_AT_LEAST: Final = 1 << 25
"""Of all lines of a small grid; a second or two."""
