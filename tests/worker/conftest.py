"""Machine code is kept from run to run, since compiling the kernels takes half a minute."""

from __future__ import annotations

from pathlib import Path

from worker import kernels

kernels.use_cache(Path(__file__).parents[2] / ".pytest_cache")
