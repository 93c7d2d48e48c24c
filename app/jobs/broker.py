"""The API's connections to the broker, and what becomes of questions when it is away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff
from redis.exceptions import ConnectionError as BrokerLost
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as BrokerSilent

from worker.lanes.patience import refusal_of
from worker.transitions import Command

log = logging.getLogger(__name__)

REPLY_SECONDS: Final = 1.5
"""The longest wait for the broker's reply: a client hears within two seconds that it is away."""
AWAY_SECONDS: Final = 1.7
"""The same with the wait for a free connection."""
CONNECTIONS: Final = 32
"""To the broker, which does one thing at a time: requests beyond these wait for one that is free."""


class BrokerUnavailable(Exception):
    """The broker does not answer, or takes nothing; the request can be sent again."""


def client(url: str, reply_seconds: float) -> Redis:
    """A client that connects when it is first used."""
    # One repetition: a pooled connection may be from before the broker was restarted. None after a time-out,
    # since the caller is to hear of it within two seconds.
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=AWAY_SECONDS,
        protocol=2,
        retry=Retry(ConstantBackoff(0.05), 1, supported_errors=(BrokerLost,)),
        socket_timeout=reply_seconds,
        socket_connect_timeout=REPLY_SECONDS,
    )
    return Redis.from_pool(pool)


async def transact(redis: Redis, commands: Sequence[Command]) -> list[Any]:
    """Send commands as one transaction; raises BrokerUnavailable."""

    async def execute() -> list[Any]:
        if len(commands) == 1:  # is one already, and costs half as much without the ceremony
            return [await redis.execute_command(*commands[0])]  # type: ignore[no-untyped-call]
        async with redis.pipeline(transaction=True) as pipeline:
            for command in commands:
                pipeline.execute_command(*command)
            return await pipeline.execute()

    replies: list[Any] = await reached(execute())
    return replies


async def reached(reply: Any) -> Any:
    """The broker's reply; raises BrokerUnavailable when there is none in time, or it takes nothing now."""
    asking = asyncio.ensure_future(reply)
    try:
        # The end of the asking is not waited for: redis-py swallows a cancellation while it connects.
        await asyncio.wait([asking], timeout=AWAY_SECONDS)
    finally:
        if not asking.done():
            asking.add_done_callback(_forget)
            asking.cancel()
    if not asking.done():
        raise BrokerUnavailable(f"no reply within {AWAY_SECONDS} s")
    try:
        return asking.result()
    except (BrokerLost, BrokerSilent, OSError) as error:
        raise BrokerUnavailable(str(error)) from error
    except ResponseError as error:
        refusal = refusal_of(error)
        if refusal is None:
            raise
        # The word alone: redis-py's sentence holds what was sent, a picture perhaps.
        log.warning("the broker refuses what it is sent: %s", refusal)
        raise BrokerUnavailable(refusal) from None


def _forget(asking: asyncio.Future[Any]) -> None:
    """Nobody is left to hear how it failed."""
    if not asking.cancelled():
        asking.exception()
