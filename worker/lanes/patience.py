"""How a worker bears a broker that is away for a while, or takes nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeVar

from redis.exceptions import ConnectionError as BrokerLost
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as BrokerSilent

T = TypeVar("T")

BROKER_AWAY: Final = (BrokerLost, BrokerSilent)
BROKER_PATIENCE: Final = 15.0
"""Seconds that a worker holds a finished result while the broker is away; a restart takes well under one."""
_PAUSE: Final = 0.1
_REFUSALS: Final = frozenset(
    (
        *("OOM", "READONLY", "MISCONF", "NOREPLICAS", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "BUSY"),
        *("NOPERM", "NOAUTH", "WRONGPASS"),
    )
)
_UNKNOWN_AT_LENGTH: Final = ("Protocol error: unauthenticated", "ERR Protocol error: unauthenticated")
"""What those who gave no password hear to a command of more than ten words."""
_BEFORE_REASON: Final = "of pipeline caused error: "
"""Ends what redis-py says of the command, which may hold anything that was sent."""


def refusal_of(error: Exception) -> str | None:
    """The first word of a refusal that has nothing to do with what was sent, else None.

    Memory or disk are full, the broker is a replica, or does not let us in: it takes nothing at all now.
    """
    if not isinstance(error, RedisError):
        return None
    reason = str(error).rpartition(_BEFORE_REASON)[2].lstrip("('\"")
    if reason.startswith(_UNKNOWN_AT_LENGTH):
        return "NOAUTH"
    word = getattr(error, "status_code", None) or reason.partition(" ")[0]
    return word if word in _REFUSALS else None


def is_away(error: Exception) -> bool:
    """Whether the same may succeed when the broker is back."""
    return isinstance(error, BROKER_AWAY) or refusal_of(error) is not None


def patiently(act: Callable[[], T], *, is_stopping: Callable[[], bool]) -> T:
    """Do it, again and again while the broker is away; `act` must bear being done twice."""
    give_up = time.monotonic() + BROKER_PATIENCE
    while True:
        try:
            return act()
        except RedisError as error:
            if not is_away(error) or time.monotonic() > give_up or is_stopping():
                raise
            time.sleep(_PAUSE)
