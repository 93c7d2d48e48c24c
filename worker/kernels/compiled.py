"""The decorator of every kernel."""

from __future__ import annotations

from typing import Any, Final

import numba
from numba import config

from worker import kernels

settings: Any = config
settings.CACHE_DIR = str(kernels.cache_directory())

kernel: Final[Any] = numba.njit(cache=True, nogil=True)
"""Compiled when first called, for the types of that call (an explicit signature would refuse read-only
maps)."""

inlined: Final[Any] = numba.njit(cache=True, nogil=True, inline="always")
"""For helpers within the innermost loops: a call passes seven numbers for each array."""

_njit: Any = numba.njit  # its types know not all options

part: Final[Any] = _njit(cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""For what only kernels call: a quarter less to compile."""
