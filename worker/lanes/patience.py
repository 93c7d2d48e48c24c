"""How a worker bears a broker that is away for a while."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeVar

from redis.exceptions import ConnectionError as BrokerLost
from redis.exceptions import TimeoutError as BrokerSilent

T = TypeVar("T")

BROKER_AWAY: Final = (BrokerLost, BrokerSilent)
BROKER_PATIENCE: Final = 15.0
"""Seconds that a worker holds a finished result while the broker is away; a restart takes well under one."""
_PAUSE: Final = 0.1


def patiently(act: Callable[[], T], *, is_stopping: Callable[[], bool]) -> T:
    """Do it, again and again while the broker is away; `act` must bear being done twice."""
    give_up = time.monotonic() + BROKER_PATIENCE
    while True:
        try:
            return act()
        except BROKER_AWAY:
            if time.monotonic() > give_up or is_stopping():
                raise
            time.sleep(_PAUSE)
