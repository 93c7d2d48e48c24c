"""Which of many alike cases run at once, and which in `make test-long` only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings


def one_in(step: int, cases: Iterable[object]) -> list[Any]:
    """Parameters of which the first of every so many runs in `make test`, the others in `make test-long`."""
    return [
        pytest.param(
            *(case if type(case) is tuple else (case,)), marks=[pytest.mark.long] * (place % step > 0)
        )
        for place, case in enumerate(cases)
    ]


def examples(count: int) -> int:
    """So many of a property in `make test-long`, a quarter at once, as for properties that name no number."""
    return max(1, count * settings().max_examples // 100)
