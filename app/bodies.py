"""A request body as it arrives: it must not trickle in, and all together must have room."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.types import Message, Receive

from app.problems import Refused
from worker.wire import Failure

CLOSING: Final = {"Connection": "close"}
RETRY_SECONDS: Final = 2


class Room:
    """For the bodies that this process holds at once; a request gives its own back when it is answered."""

    def __init__(self, most: int) -> None:
        self._most = self._left = most

    def take(self, size: int) -> None:
        """Raises Refused when there is no room for so many bytes more."""
        if size > self._left:
            raise Refused(self._full(), headers={"Retry-After": str(RETRY_SECONDS), **CLOSING})
        self._left -= size

    def give_back(self, size: int) -> None:
        self._left += size

    def _full(self) -> Failure:
        return Failure(
            "too_many_uploads",
            f"The requests that are open now may have bodies of {self._most:,} bytes together.",
            "Send it again in a few seconds.",
            {"max_bytes": self._most},
        )


class TimedBody:
    """Passes on a body's messages as long as they come in time; what follows the body has all the time."""

    def __init__(self, receive: Receive, room: Room, *, seconds: float, min_rate: int) -> None:
        """Wrap `receive`; `release` has to be called in the end.

        Args:
            room: which all bodies share.
            seconds: for the body, beside the time that its bytes take at `min_rate` bytes a second.
        """
        self._receive, self._room = receive, room
        self._seconds, self._min_rate = seconds, min_rate
        self._arrived = 0
        self._started: float | None = None
        self._complete = False

    async def __call__(self) -> Message:
        if self._complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._deadline()):
                message = await self._receive()
        except TimeoutError:
            self._complete = True
            raise self._too_slow() from None
        size = len(message.get("body", b""))
        self._room.take(size)
        self._arrived += size
        self._complete = not message.get("more_body", False)
        return message

    def release(self) -> None:
        """Nobody holds the body any more."""
        self._room.give_back(self._arrived)

    def _deadline(self) -> float:
        """On the clock of the event loop."""
        if self._started is None:
            self._started = asyncio.get_running_loop().time()
        return self._started + self._seconds + self._arrived / self._min_rate

    def _too_slow(self) -> Refused:
        failure = Failure(
            "request_timeout",
            f"The body did not arrive within {self._seconds:g} s, nor at {self._min_rate:,} bytes a second.",
            "Send it again on a better connection, or send a smaller picture.",
            {"seconds": self._seconds, "min_rate": self._min_rate},
        )
        return Refused(failure, headers=CLOSING)
