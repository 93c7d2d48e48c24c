"""The server's workers: a process tree, and another one that takes its place as soon as it is killed.

Loading what workers need takes seconds, in which jobs would wait. The other tree is one warm process, which
has no connection to the broker until its turn comes.
"""

from __future__ import annotations

import asyncio
import os
from typing import Final

from app.children import Child
from app.settings import Settings
from app.workers import worker_environment
from worker.options import worker_command
from worker.turns import new_turn


class Workers:
    """`start`, then `stand_by` once they work; `stop` ends both trees. Use it from the main thread."""

    def __init__(self, settings: Settings, broker_url: str) -> None:
        self._turn = new_turn()
        environment = worker_environment(
            settings, broker_url, alone=settings.redis_url is None, parent=os.getpid(), turn=self._turn
        )
        inherited = [] if self._turn is None else [self._turn]
        # They are alike, and which of them is at work changes.
        self._trees: Final = [
            Child(name, worker_command(), environment=environment, keep_fds=inherited)
            for name in ("worker supervisor", "second worker supervisor")
        ]

    async def start(self) -> None:
        """Start the tree that is to work."""
        await self._begin(self._trees[0])

    async def stand_by(self) -> None:
        """Start the other, where it can be of use."""
        if self._turn is not None:
            await self._begin(self._trees[1])

    async def _begin(self, tree: Child) -> None:
        await tree.start()
        tree.keep()

    async def stop(self, seconds: float) -> None:
        """Let running jobs end, for so long."""
        # Together, lest the one that is left takes its turn.
        await asyncio.gather(*(tree.stop(seconds) for tree in self._trees))
        if self._turn is not None:
            os.close(self._turn)

    def hurry(self) -> None:
        """Kill them, without waiting for what they are doing."""
        for tree in self._trees:
            tree.hurry()
