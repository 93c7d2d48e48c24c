"""What has expired leaves the disk: the bundled broker writes its append-only file anew.

Until then the file holds every picture and result that was ever stored. The broker by itself would write it
anew only once it has doubled and is over 64 MB, so on a quiet server never.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any, Final

from worker.store import BrokerError, connect

log = logging.getLogger(__name__)

LONGEST_PAUSE: Final = 300.0
SHORTEST_PAUSE: Final = 1.0


def pause_for(lifetime: float) -> float:
    """Seconds between two looks: a tenth of what is kept at least so long, five minutes at most."""
    return min(LONGEST_PAUSE, max(SHORTEST_PAUSE, lifetime / 10))


class Purge:
    """Has a broker's file written anew when something has expired since the last time."""

    def __init__(self, url: str) -> None:
        self._redis = connect(url, timeout=1.0)
        self._written: tuple[str, int] | None = None
        """The broker's run, and how many keys had expired in it, when its file was last written anew."""

    async def regularly(self, seconds: float) -> None:
        """Look at once, since much may have expired before this start, and then again and again."""
        try:
            while True:
                try:
                    await asyncio.to_thread(self.once)
                except BrokerError as error:
                    log.debug("nothing is purged while the broker is away: %s", error)
                await asyncio.sleep(seconds)
        finally:
            self._redis.close()

    def once(self) -> bool:
        """Whether a new file has been asked for; raises BrokerError."""
        told: Any = {
            name: value
            for section in ("server", "stats", "persistence")
            for name, value in self._redis.info(section).items()
        }
        has_failed = told["aof_last_bgrewrite_status"] != "ok"
        expired = (told["run_id"], told["expired_keys"])
        if told["aof_rewrite_in_progress"] or (expired == self._written and not has_failed):
            return False
        if has_failed:
            log.warning("the job queue's file could not be written anew; trying again")
        self._redis.bgrewriteaof()
        self._written = expired
        return True


def remove_unfinished(data_dir: Path) -> None:
    """Remove new files that a killed broker did not finish; it would never touch them again."""
    for path in data_dir.glob("temp-*"):
        path.unlink(missing_ok=True)
