"""Which running jobs are to be stopped: heard from the broker through a socket that a selector can watch."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from redis import Redis
from redis.client import PubSub
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as BrokerSilent

from worker import wire

CONFIRM_SECONDS: Final = 5.0


class Cancellations:
    """A subscription; `open` before use, and again after an error."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._subscription: PubSub | None = None

    @property
    def is_open(self) -> bool:
        return self._subscription is not None

    def open(self) -> int:
        """Subscribe; the file descriptor to watch. What was said before is not heard."""
        subscription = self._redis.pubsub()  # type: ignore[no-untyped-call]
        try:
            subscription.subscribe(wire.CANCEL_CHANNEL)
            # Only when the broker has answered, nothing that is said from now on is missed.
            if subscription.get_message(timeout=CONFIRM_SECONDS) is None:
                raise BrokerSilent("no answer to a subscription")
        except (RedisError, OSError):
            subscription.close()
            raise
        self._subscription = subscription
        return int(subscription.connection._sock.fileno())

    def heard(self) -> list[str]:
        """The ids that have arrived; raises the client's errors when the connection is lost."""
        jobs = []
        assert self._subscription is not None
        while message := self._subscription.get_message(timeout=0):
            if message["type"] == "message":
                jobs.append(message["data"].decode())
        return jobs

    def close(self) -> None:
        if self._subscription is not None:
            with suppress(RedisError, OSError):
                self._subscription.close()
            self._subscription = None
