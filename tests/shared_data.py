"""Where the reference pictures, boards and lists are; nothing of them is part of the project."""

from __future__ import annotations

import os
from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parent.parent
VARIABLE = "TILEWISE_SHARED_DATA"


def shared_data_dir() -> Path:
    """The directory, whether it is there or not."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else _CHECKOUT.parent / "shared" / "data"


def shared_screenshot() -> Path:
    """A real phone's screenshot of Word Hunt, whether it is there or not."""
    return shared_data_dir() / "screens" / "images" / "wordhunt-001.jpg"
