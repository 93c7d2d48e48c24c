"""Which running jobs are to be stopped: heard from the broker through a socket that a selector can watch."""

from __future__ import annotations

import os
from contextlib import suppress
from socket import socket
from typing import Final

from redis import Redis
from redis.client import PubSub
from redis.exceptions import ConnectionError as BrokerLost
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as BrokerSilent

from worker import wire

CONFIRM_SECONDS: Final = 5.0


class Cancellations:
    """A subscription; `open` before use, and again after an error."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._subscription: PubSub | None = None
        self._socket: socket | None = None
        self._watched = -1

    @property
    def is_open(self) -> bool:
        return self._subscription is not None

    def open(self) -> int:
        """Subscribe; the file descriptor to watch until `close`. What was said before is not heard.

        It is one of our own for the client's socket. Forked workers hold that socket, too, so a selector can
        only forget it by a descriptor that is still open; and the client closes its own when it likes.
        """
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
        self._socket = subscription.connection._sock
        self._watched = os.dup(self._socket.fileno())
        return self._watched

    def heard(self) -> list[str]:
        """The ids that have arrived; raises the client's errors when the connection is, or was, lost."""
        jobs = []
        assert self._subscription is not None
        while message := self._subscription.get_message(timeout=0):
            if message["type"] == "message":
                jobs.append(message["data"].decode())
        connection = self._subscription.connection
        if connection is None or connection._sock is not self._socket:
            raise BrokerLost("the client has another connection, which nobody watches")
        return jobs

    def close(self) -> None:
        if self._subscription is not None:
            with suppress(RedisError, OSError):
                self._subscription.close()
            os.close(self._watched)
            self._subscription = None
