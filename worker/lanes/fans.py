"""Parts of a job that run side by side: put on their lane together, each with its stored answer, then joined.

The last answer puts the join on its lane, in the script that stores it; so whatever dies, a chunk whose
answer is stored does not run again, and the join runs once.

While a job is fanned out, its record has beside the usual

    part, lane         the fan's name, and the lane of the chunks; chunk 3 of `x` is the part `x-3`
    chunks             how many there are
    join, join_lane    the part that waits for their answers
    begin, end         the job's progress before the first answer and after the last
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rq.utils import now, utcformat

from worker import wire
from worker.lanes.parts import enqueue_commands, make_commands
from worker.lanes.scripts import EXECUTIONS, PARTS, QUEUES, RUN, words
from worker.transitions import MOVE, QUEUE_TTL, Command, record_keys
from worker.wire import Envelope, Fan

_FAN_OUT: Final = f"""{RUN}
local known = redis.call('HMGET', KEYS[1], 'state', 'part')
if known[1] ~= 'queued' and known[1] ~= 'started' then return 0 end
if known[2] ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'part', ARGV[2], 'lane', ARGV[3], 'chunks', ARGV[4],
  'join', ARGV[5], 'join_lane', ARGV[6], 'begin', ARGV[7], 'end', ARGV[8])
run(9)
return 1
"""

_IS_OPEN: Final = """
local state = redis.call('HGET', KEYS[1], 'state')
return (state == 'queued' or state == 'started') and 1 or 0
"""

_ANSWER: Final = f"""{MOVE}
local record, answers = KEYS[1], KEYS[5]
local job, fan, chunk, answer, stage, moment = unpack(ARGV)
local known = redis.call('HMGET', record,
  'state', 'part', 'chunks', 'join', 'join_lane', 'begin', 'end')
local state, part, chunks, join, lane, first, last = unpack(known)
if (state ~= 'queued' and state ~= 'started') or part ~= fan then return 0 end
if redis.call('HSETNX', answers, chunk, answer) == 0 then return 0 end
redis.call('EXPIRE', answers, {QUEUE_TTL})
local done, all = redis.call('HLEN', answers), tonumber(chunks)
if math.floor(done * 100 / all) > math.floor((done - 1) * 100 / all) then
  local share = (first or 0) + ((last or 1) - (first or 0)) * done / all
  move(job, 'started', 0, '', {{'progress', string.format('%.4f', share), 'stage', stage}})
end
if done < all then return 1 end
redis.call('HSET', record, 'part', join, 'lane', lane)
redis.call('HDEL', record, 'chunks', 'join', 'join_lane', 'begin', 'end')
redis.call('HSET', '{PARTS}' .. join, 'created_at', moment)
redis.call('EXPIRE', '{PARTS}' .. join, {QUEUE_TTL})
redis.call('RPUSH', '{QUEUES}' .. lane, join)
return 1
"""

SWEEP: Final = f"""
local function sweep(record, job)
  local known = redis.call('HMGET', record, 'part', 'lane', 'chunks', 'join')
  local part, lane, chunks, join = unpack(known)
  if not chunks then return false end
  for chunk = 0, tonumber(chunks) - 1 do
    local id = part .. '-' .. chunk
    if redis.call('LREM', '{QUEUES}' .. lane, 1, id) == 1 then
      redis.call('DEL', '{PARTS}' .. id, '{EXECUTIONS}' .. id)
    end
  end
  redis.call('DEL', '{PARTS}' .. join)
  redis.call('PUBLISH', '{wire.CANCEL_CHANNEL}', job)
  return true
end
"""
"""A Lua function: takes the chunks of an ended job off their lane and has those that run stopped; whether the
job was fanned out."""

_SWEEP: Final = f"""{SWEEP}
return sweep(KEYS[1], ARGV[1]) and 1 or 0
"""


def fan_out_command(envelope: Envelope, fan: Fan, ms: Mapping[str, float] | None = None) -> Command:
    """Queue the parts of a fan, once, unless the job has ended.

    Args:
        envelope: of the part that has ended.
        ms: milliseconds per stage of that part.
    """
    join = envelope.followed_by(fan.join, ms)
    chunks = envelope.spread_by(fan)
    commands = [
        *(command for chunk in chunks for command in enqueue_commands(chunk, fan.lane, limit=fan.limit)),
        *make_commands(join, fan.join.lane, limit=fan.join.limit),
    ]
    name = envelope.fan_name(fan)
    told = (envelope.part, name, fan.lane, len(chunks), join.part, fan.join.lane, fan.begin, fan.end)
    return ("EVAL", _FAN_OUT, 1, wire.job_key(envelope.job), *told, *words(commands))


def is_open_command(job: str) -> Command:
    """Ask whether the job has yet to end; the reply is 1 or 0."""
    return ("EVAL", _IS_OPEN, 1, wire.job_key(job))


def answer_command(envelope: Envelope, answer: bytes) -> Command:
    """Store what a chunk has answered, and queue the join when it was the last."""
    fan = envelope.part.removesuffix(f"-{envelope.chunk}")
    keys = (*record_keys(envelope.job), wire.answers_key(envelope.job))
    told = (envelope.job, fan, envelope.chunk or 0, answer, envelope.task, utcformat(now()))
    return ("EVAL", _ANSWER, len(keys), *keys, *told)


def sweeping(move: Command) -> Command:
    """A script that ends a job and leaves nothing of its chunks.

    Args:
        move: an EVAL whose first key is the job's record, and whose first argument is the job.
    """
    evaluate, text, *others = move
    return (evaluate, f"{SWEEP}\nsweep(KEYS[1], ARGV[1])\n" + str(text), *others)


def sweep_command(job: str) -> Command:
    """Leave nothing of the chunks of a job that has ended before them."""
    return ("EVAL", _SWEEP, 1, wire.job_key(job), job)
