"""Where the agent keeps what it remembers: profile, template of the Start button, lock, logs."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path


def agent_dir(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder `agent` beside the word lists that Tilewise keeps for this user."""
    told = environment.get("TILEWISE_DATA_DIR", "")
    return (Path(told).expanduser() if told else _user_data_dir(environment) / "tilewise") / "agent"


def _user_data_dir(environment: Mapping[str, str]) -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    base = environment.get("XDG_DATA_HOME", "")
    return Path(base) if base.startswith("/") else Path.home() / ".local" / "share"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that nobody ever finds a part of it, not even after a crash.

    Raises:
        OSError: it cannot be written; nothing is left behind then.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(prefix=path.stem, suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
