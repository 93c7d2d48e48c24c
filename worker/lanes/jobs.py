"""A job's record and its part on a lane, changed together in one script: submit, onward, look, cancel."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from worker import wire
from worker.lanes.fans import SWEEP
from worker.lanes.parts import enqueue_commands, queue_key
from worker.lanes.scripts import EXECUTIONS, PARTS, QUEUES, RUN, words
from worker.tombstones import TOMBSTONES, mark_of
from worker.transitions import MOVE, QUEUE_TTL, Command, create_commands, flat, record_keys
from worker.wire import Envelope, Further, Lane

_SUBMIT: Final = f"""{RUN}{TOMBSTONES}
local job, fingerprint, ttl, now = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local max_open, max_queued = tonumber(ARGV[5]), tonumber(ARGV[6])
-- Sent again, since the broker was lost before its reply: the job may have ended by now.
if redis.call('EXISTS', KEYS[4]) == 1 then return {{'made', job}} end
if KEYS[1] ~= '' then
  local known = redis.call('HMGET', KEYS[1], 'job', 'fingerprint')
  if known[1] and known[2] ~= fingerprint then return {{'reused', known[1]}} end
  if known[1] then return {{'replayed', known[1]}} end
end
if max_queued > 0 and redis.call('LLEN', KEYS[3]) >= max_queued then return {{'queue full', job}} end
if KEYS[2] ~= '' then
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
  if max_open > 0 and redis.call('ZCARD', KEYS[2]) >= max_open then return {{'too many', job}} end
  redis.call('ZADD', KEYS[2], now + ttl, job)
  redis.call('EXPIRE', KEYS[2], ttl)
end
if KEYS[1] ~= '' then
  redis.call('HSET', KEYS[1], 'job', job, 'fingerprint', fingerprint)
  redis.call('EXPIRE', KEYS[1], ttl)
end
run(7)
local mark = redis.call('HGET', KEYS[4], 'mark')
if mark then redis.call('HSET', KEYS[4], 'grave', bury(mark, ttl)) end
return {{'made', job}}
"""

_ONWARD: Final = f"""{RUN}
local known = redis.call('HMGET', KEYS[1], 'state', 'part')
if known[1] ~= 'queued' and known[1] ~= 'started' then return 0 end
if known[2] ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'part', ARGV[2], 'lane', ARGV[3])
run(4)
return 1
"""

_LOOK: Final = f"""{TOMBSTONES}
local known = redis.call('HMGET', KEYS[1], 'owner', 'state', 'lane', 'part')
local owner, state, lane, part = unpack(known)
if not owner then return {{has_been(ARGV[3]) and 'expired' or 'missing'}} end
if owner ~= ARGV[1] then return {{'missing'}} end
local place = state == 'queued' and redis.call('LPOS', ARGV[2] .. lane, part)
return {{'found', redis.call('HGETALL', KEYS[1]), redis.call('GET', KEYS[2]), place}}
"""

_CANCEL: Final = f"""{MOVE}{SWEEP}
local job, owner, keep, queues, parts, executions, channel = unpack(ARGV, 1, 7)
local known = redis.call('HMGET', KEYS[1], 'owner', 'state', 'lane', 'part')
if known[1] ~= owner then return 0 end
if move(job, 'canceled', tonumber(keep), '', {{unpack(ARGV, 8)}}) == 0 then return 0 end
if sweep(KEYS[1], job) then return 1 end
if redis.call('LREM', queues .. known[3], 1, known[4]) == 1 then
  redis.call('DEL', parts .. known[4], executions .. known[4])
elseif known[2] == 'started' then
  redis.call('PUBLISH', channel, job)
end
return 1
"""


class Submission(StrEnum):
    """What came of a submission."""

    MADE = "made"
    REPLAYED = "replayed"
    """The client's key has made a job before, for the same request."""
    REUSED = "reused"
    """It has made a job for another request."""
    TOO_MANY = "too many"
    """The client has as many open jobs as it may have."""
    QUEUE_FULL = "queue full"


@dataclass(frozen=True, slots=True)
class Quota:
    """Whom a job counts for, and how many there may be."""

    client: str = ""
    """Nobody when empty."""
    max_open: int = 0
    """The client's jobs that are queued or running, 0 for any number."""
    max_queued: int = 0
    """Parts that wait in the lane, 0 for any number."""


@dataclass(frozen=True, slots=True)
class OncePerKey:
    """A client's wish that its request makes one job, however often it is sent."""

    key: str
    """Where the broker keeps it, see `wire.idempotency_key`."""
    fingerprint: str


_NO_QUOTA: Final = Quota()


def once_per_key(envelope: Envelope, owner: str, key: str) -> OncePerKey:
    """Take a client's Idempotency-Key for what the envelope asks."""
    # What a game has said by now is no part of what the client asks.
    request = {name: value for name, value in envelope.request.items() if name != "feedback"}
    asked = json.dumps([envelope.task, request, envelope.picture], sort_keys=True)
    return OncePerKey(wire.idempotency_key(owner, key), hashlib.sha256(asked.encode()).hexdigest())


def submit_command(
    envelope: Envelope,
    lane: Lane,
    *,
    limit: float,
    owner: str = "",
    once: OncePerKey | None = None,
    quota: Quota = _NO_QUOTA,
    subject: str = "",
) -> Command:
    """Make a job and queue its first part; the reply is read by `read_submission`.

    Args:
        limit: seconds that the part may run.
        subject: the job that this one is a drawing of.
    """
    key, fingerprint = ("", "") if once is None else (once.key, once.fingerprint)
    counter = wire.open_key(quota.client) if quota.client else ""
    commands = [
        *create_commands(envelope, lane, owner=owner, idempotency=key, counter=counter, subject=subject),
        *enqueue_commands(envelope, lane, limit=limit),
    ]
    keys = (key, counter, queue_key(lane), wire.job_key(envelope.job))
    told = (envelope.job, fingerprint, QUEUE_TTL, round(time.time()), quota.max_open, quota.max_queued)
    return ("EVAL", _SUBMIT, len(keys), *keys, *told, *words(commands))


def read_submission(reply: Sequence[bytes]) -> tuple[Submission, str]:
    """What came of it, and the id of the job that there is now."""
    return Submission(reply[0].decode()), reply[1].decode()


def onward_command(envelope: Envelope, further: Further, ms: Mapping[str, float] | None = None) -> Command:
    """Queue the job's next part, once, unless the job has ended.

    Args:
        envelope: of the part that has ended.
        ms: milliseconds per stage of that part.
    """
    following = envelope.followed_by(further, ms)
    commands = enqueue_commands(following, further.lane, limit=further.limit)
    told = (envelope.part, following.part, further.lane)
    return ("EVAL", _ONWARD, 1, wire.job_key(envelope.job), *told, *words(commands))


@dataclass(frozen=True, slots=True)
class Looked:
    """A job as the broker keeps it, or why it does not."""

    fields: dict[str, str]
    """Empty when there is no such job for this owner."""
    result: bytes | None = None
    position: int | None = None
    """How many parts of its lane come before it, while it is queued."""
    is_expired: bool = False


def look_command(job: str, owner: str) -> Command:
    """Ask for a job; the reply is read by `read_look`."""
    keys = (wire.job_key(job), wire.result_key(job))
    told = (owner, QUEUES, mark_of(job, owner))
    return ("EVAL", _LOOK, len(keys), *keys, *told)


def read_look(reply: Sequence[Any]) -> Looked:
    if reply[0] != b"found":
        return Looked({}, is_expired=reply[0] == b"expired")
    words = [word.decode() for word in reply[1]]
    fields = dict(zip(words[::2], words[1::2], strict=True))
    # Between the lane and its start a part is in a worker's hand.
    position = (reply[3] or 0) if fields["state"] == wire.JobState.QUEUED else None
    return Looked(fields, reply[2], position)


def cancel_command(job: str, owner: str, *, keep: int) -> Command:
    """End a job unless it has ended, take its part off the lane, or have the worker that runs it stopped.

    Args:
        keep: seconds that the record is kept from now.
    """
    failure = json.dumps(asdict(wire.CANCELED))
    fields: dict[str, str | float] = {"ended": time.time(), "stage": "", "failure": failure}
    names = (QUEUES, PARTS, EXECUTIONS, wire.CANCEL_CHANNEL)
    keys = record_keys(job)
    return ("EVAL", _CANCEL, len(keys), *keys, job, owner, keep, *names, *flat(fields))
