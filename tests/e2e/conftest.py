"""What several suites of whole programs share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.desktop import Desktop, desktop


@pytest.fixture(scope="module")
def screen() -> Iterator[Desktop]:
    """A desktop of the suite's own, without a window."""
    with desktop() as place:
        yield place
