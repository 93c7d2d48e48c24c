"""How many requests one client may send, counted in the broker for all processes of the API together.

The window slides: a client that has used up its quota gets it back bit by bit, not all at once. Answers carry
the `RateLimit` and `RateLimit-Policy` fields of draft-ietf-httpapi-ratelimit-headers-10.
"""

from __future__ import annotations

import ipaddress
import math
import time
from typing import TYPE_CHECKING, Any, Final

from limits import parse
from limits.aio.storage import RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter

from app.jobs import reached
from app.problems import Refused
from worker.wire import Failure

if TYPE_CHECKING:
    from limits import WindowStats

POLICY: Final = '"requests"'
KEY_PREFIX: Final = "tilewise:rate"


class RateLimiter:
    """A quota such as `600/minute` for each client."""

    def __init__(self, rate: str, pool: Any) -> None:
        """Take a rate and the connections of the broker's asynchronous client."""
        self._item = parse(rate)
        # The address only names the kind of storage; the pool knows where the broker is.
        storage = RedisStorage(
            "async+redis://",
            implementation="redispy",
            key_prefix=KEY_PREFIX,
            connection_pool=pool,
        )
        self._limiter = SlidingWindowCounterRateLimiter(storage)

    async def admit(self, client: str) -> dict[str, str]:
        """Count a request; the header fields that tell of the quota.

        Raises:
            Refused: the quota is used up.
            BrokerUnavailable: nothing is counted, so nobody is let in.
        """
        admitted, stats = await reached(self._count(client))
        headers = self._headers(stats)
        if not admitted:
            raise Refused(self._refusal(), headers={"Retry-After": str(self._wait(stats)), **headers})
        return headers

    async def _count(self, client: str) -> tuple[bool, WindowStats]:
        admitted = await self._limiter.hit(self._item, client)
        return admitted, await self._limiter.get_window_stats(self._item, client)

    def _headers(self, stats: WindowStats) -> dict[str, str]:
        window = self._item.get_expiry()
        return {
            "RateLimit-Policy": f"{POLICY};q={self._item.amount};w={window}",
            "RateLimit": f"{POLICY};r={max(0, stats.remaining)};t={self._wait(stats)}",
        }

    def _wait(self, stats: WindowStats) -> int:
        return max(1, math.ceil(stats.reset_time - time.time()))

    def _refusal(self) -> Failure:
        item = self._item
        every = item.GRANULARITY.name
        return Failure(
            "rate_limited",
            f"More than {item.amount:,} requests in a {every}.",
            "Wait as long as Retry-After says; the RateLimit field tells how many are left.",
            {"limit": item.amount, "seconds": item.get_expiry()},
        )


def client_of(address: str) -> str:
    """Whom an address is counted as: itself, or its /64 for IPv6, of which one customer has all."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"
    if ip.version == 6 and ip.ipv4_mapped is None:
        return str(ipaddress.ip_network((ip, 64), strict=False).network_address)
    return str(getattr(ip, "ipv4_mapped", None) or ip)
