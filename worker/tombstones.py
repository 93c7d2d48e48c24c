"""That a job has been, kept a day longer than the job, to tell what has expired from what never was.

Of a job stays its mark, 38 bits of a hash of its owner and its id: the number of a set, and a number in that
set. As long as a set of small numbers has no more than 512, the broker takes four bytes for each; so each
hour has 64 sets of the marks that go at its end. After a million jobs in a day, one of 250,000 ids that never
were is taken for an expired one.
"""

from __future__ import annotations

import hashlib
from typing import Final

from worker.wire import gone_key

TOMBSTONE_TTL: Final = 24 * 3600
"""Seconds that an expired job is told from one that never was; up to an hour more, since hours go at once."""
_HOUR: Final = 3600
_SETS: Final = 64
_HOURS: Final = 48
"""How far ahead tombstones are looked for: also of jobs that the broker dropped while they were queued."""

TOMBSTONES: Final = f"""
local function grave(mark, hour)
  local set, number = string.match(mark, '(.+):(.+)')
  return '{gone_key("")}' .. hour .. ':' .. set, number
end
local function bury(mark, seconds, before)
  local hour = math.floor((redis.call('TIME')[1] + seconds + {TOMBSTONE_TTL}) / {_HOUR})
  local key, number = grave(mark, hour)
  if before then redis.call('SREM', before, number) end
  redis.call('SADD', key, number)
  redis.call('EXPIREAT', key, (hour + 1) * {_HOUR})
  return key
end
local function has_been(mark)
  local now = math.floor(redis.call('TIME')[1] / {_HOUR})
  for hour = now, now + {_HOURS} do
    if redis.call('SISMEMBER', grave(mark, hour)) == 1 then return true end
  end
  return false
end
"""
"""Lua functions: `bury` a job that is kept for so many seconds, in another place than before; its place.
`has_been`: whether a job that is no longer kept has been buried."""


def mark_of(job: str, owner: str) -> str:
    """The mark as the functions take it; one job of two owners would have two."""
    which, *number = hashlib.sha256(f"{owner}/{job}".encode()).digest()[:5]
    return f"{which % _SETS}:{int.from_bytes(bytes(number), signed=True)}"
