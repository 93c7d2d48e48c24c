"""One agent a user: on a Mac each user who is logged in has one mouse and one screen."""

from __future__ import annotations

import os
import pwd
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from agent.instance import only_instance

LOCK: Final = Path("Library", "Caches", "tilewise-agent.lock")


class MacSeat:
    """A lock in the home that the system knows of: variables may name another one for each agent."""

    def taken(self) -> AbstractContextManager[None]:
        return only_instance(Path(pwd.getpwuid(os.getuid()).pw_dir) / LOCK)
