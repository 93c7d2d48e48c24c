"""How the record of a job moves: the scripts that the broker runs, and the commands that call them.

Each move is one script, so it can ride in any transaction, synchronous or not: the functions here are pure,
`worker.store` sends their commands for the workers, `app.jobs` for the API.

A record moves `queued -> started -> (queued again when its worker died) -> finished | failed | canceled` and
never leaves a final state: whoever ends it first wins, so a job that ran twice still has exactly one result
and one terminal event. What never was or is gone does not move.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import asdict
from typing import Final

from worker import wire
from worker.counts import COUNTS_KEY
from worker.tombstones import TOMBSTONES, mark_of
from worker.wire import Envelope, JobState, Lane, Outcome

Command = tuple[str | bytes | int | float, ...]

QUEUE_TTL: Final = 24 * 3600
"""Seconds that an unfinished job is kept; after a day nobody waits for it."""
EVENTS_PER_JOB: Final = 1_000
FEED_LENGTH: Final = 10_000
"""Events kept in the common feed; a reader that fell further behind reads the records themselves."""

MOVE: Final = f"""{TOMBSTONES}
local function move(job, new, keep, result, fields)
  local record, events, feed, results = unpack(KEYS, 1, 4)
  local known = redis.call('HMGET', record,
    'state', 'idempotency', 'counter', 'subject', 'task', 'mark', 'grave')
  local old, idempotency, counter, subject, task, mark, grave = unpack(known)
  if old ~= 'queued' and old ~= 'started' then return 0 end
  if keep > 0 and subject then keep = math.max(1, math.min(keep, redis.call('TTL', subject))) end
  -- The long write first: Redis 7 may keep what stands before the place where a kill cut it, event and all.
  if keep > 0 and result ~= '' then redis.call('SET', results, result, 'EX', keep) end
  local event = old == new and 'progress' or 'state'
  local entry = redis.call('XADD', events, 'MAXLEN', '~', {EVENTS_PER_JOB}, '*',
    'event', event, 'state', new, unpack(fields))
  redis.call('HSET', record, 'state', new, 'entry', entry, unpack(fields))
  if old == 'queued' and new == 'started' then redis.call('HINCRBY', record, 'attempts', 1) end
  redis.call('XADD', feed, 'MAXLEN', '~', {FEED_LENGTH}, '*', 'job', job, 'state', new)
  if keep == 0 then return 1 end
  redis.call('HINCRBY', '{COUNTS_KEY}', 'jobs|' .. (task or '') .. '|' .. new, 1)
  if mark and not subject then bury(mark, keep, grave) end
  redis.call('DEL', '{wire.answers_key("")}' .. job)
  redis.call('EXPIRE', record, keep)
  redis.call('EXPIRE', events, keep)
  if idempotency then redis.call('EXPIRE', idempotency, keep) end
  if counter then redis.call('ZREM', counter, job) end
  return 1
end
"""
"""A Lua function for scripts whose first keys are `record_keys`; 1 when the record moved, else 0."""

_TRANSITION: Final = f"""{MOVE}
return move(ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], {{unpack(ARGV, 5)}})
"""


def record_keys(job: str) -> tuple[str, ...]:
    """The keys that a move touches, in the order that `MOVE` expects."""
    return (
        wire.job_key(job),
        wire.events_key(job),
        wire.FEED_KEY,
        wire.result_key(job),
    )


def create_commands(
    envelope: Envelope,
    lane: Lane,
    *,
    owner: str = "",
    idempotency: str = "",
    counter: str = "",
    subject: str = "",
    ttl: int = QUEUE_TTL,
) -> list[Command]:
    """Make the record of a new job and its first event.

    Args:
        idempotency: the key that has to last as long as the record.
        counter: the key that counts the job among its client's open ones.
        subject: the job that this one is a drawing of.
    """
    record, events = wire.job_key(envelope.job), wire.events_key(envelope.job)
    created = time.time()
    fields: dict[str, str | float] = {
        "task": envelope.task,
        "state": JobState.QUEUED,
        "owner": owner,
        "lane": lane,
        "part": envelope.part,
        "picture": envelope.picture or "",
        "created": created,
        "attempts": 0,
        "progress": 0,
        "request_id": envelope.request_id,
        **({"idempotency": idempotency} if idempotency else {}),
        **({"counter": counter} if counter else {}),
        **({"subject": wire.job_key(subject)} if subject else {"mark": mark_of(envelope.job, owner)}),
    }
    return [
        ("HSET", record, *flat(fields)),
        ("EXPIRE", record, ttl),
        ("XADD", events, "*", "event", "state", "state", JobState.QUEUED, "created", created),
        ("EXPIRE", events, ttl),
    ]


def transition_command(
    job: str,
    state: JobState,
    fields: Mapping[str, str | float],
    *,
    result: bytes = b"",
    keep: int = 0,
) -> Command:
    """Move a record on unless it is final or gone; the reply is 1 when it moved, else 0.

    From `queued` to `started` is an attempt.

    Args:
        keep: seconds until record, events and result vanish; 0 leaves their time as it is.
    """
    keys = record_keys(job)
    return ("EVAL", _TRANSITION, len(keys), *keys, job, state, keep, result, *flat(fields))


def flat(fields: Mapping[str, str | float]) -> tuple[str | float, ...]:
    """Names and values in turn, as the broker takes them."""
    return tuple(part for pair in fields.items() for part in pair)


def start_command(job: str) -> Command:
    return transition_command(job, JobState.STARTED, {"started": time.time(), "progress": 0, "stage": ""})


def go_on_command(job: str, stage: str) -> Command:
    """A further part begins."""
    return transition_command(job, JobState.STARTED, {"stage": stage})


def progress_command(job: str, stage: str, progress: float) -> Command:
    return transition_command(job, JobState.STARTED, {"progress": round(progress, 4), "stage": stage})


def requeue_command(job: str) -> Command:
    return transition_command(job, JobState.QUEUED, {"progress": 0, "stage": ""})


def finish_command(
    job: str, outcome: Outcome, *, keep: int, ms: Mapping[str, float] | None = None
) -> Command:
    """The terminal event, with the result's bytes when there is one.

    Args:
        ms: milliseconds per stage.
    """
    fields: dict[str, str | float] = {"ended": time.time(), "stage": ""}
    if ms:
        fields["ms"] = json.dumps({stage: round(spent, 2) for stage, spent in ms.items()})
    if outcome.status == "ok":
        fields["progress"] = 1
        return transition_command(job, JobState.FINISHED, fields, result=outcome.result, keep=keep)
    fields["failure"] = json.dumps(asdict(outcome.failure or wire.INTERNAL_ERROR))
    return transition_command(job, JobState.FAILED, fields, keep=keep)
