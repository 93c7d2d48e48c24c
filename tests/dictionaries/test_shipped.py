"""What is shipped: each file named in `SOURCES.md` with its hash, and not too much of it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from dictionaries.building.__main__ import LICENCES_DIR
from dictionaries.language import DATA_DIR

SOURCES = DATA_DIR.parent / "SOURCES.md"
BUILT = sorted(path for path in DATA_DIR.rglob("*") if path.suffix in (".xz", ".json"))
LICENCES = sorted(LICENCES_DIR.iterdir())


def name_in_sources(path: Path) -> str:
    return str(path.relative_to(DATA_DIR if path.is_relative_to(DATA_DIR) else LICENCES_DIR))


@pytest.mark.parametrize("path", [*BUILT, *LICENCES], ids=name_in_sources)
def test_sources_name_the_hash_of_every_shipped_file(path: Path) -> None:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert f"{digest}  {name_in_sources(path)}" in SOURCES.read_text("utf-8")


def test_shipped_lists_are_a_few_megabytes() -> None:
    assert sum(path.stat().st_size for path in BUILT) < 4_000_000
