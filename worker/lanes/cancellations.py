"""Which running jobs are to be stopped: heard from the broker through a socket that a selector can watch."""

from __future__ import annotations

from contextlib import suppress

from redis import Redis
from redis.client import PubSub
from redis.exceptions import RedisError

from worker import wire


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
        subscription = self._redis.pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
        try:
            subscription.subscribe(wire.CANCEL_CHANNEL)
            # The broker has answered, so nothing that is said from now on is missed.
            subscription.get_message(timeout=self._redis.get_connection_kwargs()["socket_timeout"])
        except RedisError:
            subscription.close()
            raise
        self._subscription = subscription
        return int(subscription.connection._sock.fileno())

    def heard(self) -> list[str]:
        """The ids that have arrived; raises the client's errors when the connection is lost."""
        jobs = []
        assert self._subscription is not None
        while message := self._subscription.get_message(timeout=0):
            jobs.append(message["data"].decode())
        return jobs

    def close(self) -> None:
        if self._subscription is not None:
            with suppress(RedisError, OSError):
                self._subscription.close()
            self._subscription = None
