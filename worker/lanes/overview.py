"""How the service stands, all machines together: what waits, what runs, who is alive, what was counted."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Final

from rq.registry import StartedJobRegistry
from rq.utils import utcparse

from worker import wire
from worker.counts import COUNTS_KEY
from worker.lanes.scripts import PARTS, QUEUES
from worker.transitions import Command
from worker.wire import Lane

WRITE_NOTHING: Final[Command] = ("SET", "tilewise:nothing", "", "XX")
"""Changes nothing, as there is no such key, but only a broker that takes writes lets it pass."""

_OVERVIEW: Final = """
local queues, parts, running, leases = unpack(ARGV, 1, 4)
local lanes = {}
for i = 5, #ARGV do
  local queue = queues .. ARGV[i]
  local first = redis.call('LINDEX', queue, 0)
  local since = first and redis.call('HGET', parts .. first, 'created_at') or ''
  lanes[#lanes + 1] = {redis.call('LLEN', queue), since, redis.call('ZCARD', running .. ARGV[i])}
end
local hosts = {}
for _, host in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local workers = redis.call('GET', leases .. host)
  if workers then hosts[#hosts + 1] = workers else redis.call('SREM', KEYS[1], host) end
end
return {lanes, hosts, redis.call('HGETALL', KEYS[2])}
"""


@dataclass(frozen=True, slots=True)
class LaneView:
    """One lane."""

    queued: int
    oldest_seconds: float
    """How long the part that is next has waited; 0 when none waits."""
    running: int


@dataclass(frozen=True, slots=True)
class Overview:
    lanes: Mapping[Lane, LaneView]
    supervisors: int
    """Machines, or process trees, whose leases are in force."""
    workers: int
    """Worker processes that they keep."""
    preparing: tuple[str, ...]
    """Games that at least one of them is still compiling, in alphabetical order."""
    counts: Mapping[str, float]
    """See `worker.counts`."""


def overview_command() -> Command:
    """Ask for it; the reply is read by `read_overview`."""
    prefixes = (
        QUEUES,
        PARTS,
        StartedJobRegistry.key_template.format(""),
        wire.host_key(""),
    )
    return ("EVAL", _OVERVIEW, 2, wire.HOSTS_KEY, COUNTS_KEY, *prefixes, *Lane)


def read_overview(reply: Sequence[Any]) -> Overview:
    lanes, hosts, counts = reply
    words = [word.decode() for word in counts]
    leases = [host.decode().split() for host in hosts]
    return Overview(
        {lane: _lane(told) for lane, told in zip(Lane, lanes, strict=True)},
        len(leases),
        sum(int(workers) for workers, *_ in leases),
        tuple(sorted({game for _, *preparing in leases for game in preparing})),
        dict(zip(words[::2], map(float, words[1::2]), strict=True)),
    )


def _lane(told: Sequence[Any]) -> LaneView:
    queued, since, running = told
    waited = time.time() - utcparse(since.decode()).astimezone(UTC).timestamp() if since else 0.0
    return LaneView(queued, max(0.0, waited), running)
