"""Bounds that the kernels share with what is written in Python; importing them loads no Numba."""

from __future__ import annotations

from typing import Final

MOST_PLACES: Final = 1 << 18
"""Of words on the lines of one grid. A search with more ends early and returns at least one more; as values
they would take gigabytes."""
