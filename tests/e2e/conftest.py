"""What several suites of whole programs share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.e2e.desktop import Desktop, desktop
from tests.e2e.serving import served


@pytest.fixture(scope="session")
def server(lexicon_cache: Path) -> Iterator[httpx.Client]:
    """A client of a server without settings of its own, for all suites that leave it as they found it."""
    with served(lexicon_cache) as client:
        yield client


@pytest.fixture(scope="module")
def screen() -> Iterator[Desktop]:
    """A desktop of the suite's own, without a window."""
    with desktop() as place:
        yield place
