"""Where this user's programs keep data."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def default_data_dir() -> Path:
    """Tilewise's own: below the XDG directory, or ~/Library on macOS."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tilewise"
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".local" / "share") / "tilewise"
