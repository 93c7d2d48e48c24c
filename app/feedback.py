"""What a game said of words, kept for who told it, by the name of the list that the words were found with.

As lists are: a private server, one machine without keys, keeps it in the data directory, where the terminal
sees it, too; a shared one keeps it in the broker, each key's for itself. It lasts until it is cleared or its
list is deleted. A job goes by it as it was when the job was made: that version lies in the broker under its
hash, where any worker finds it, for two days after the last job that names it was made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import dictionaries
from app.jobs import BrokerUnavailable, Jobs
from app.problems import Refused
from dictionaries import DamagedList, Feedback
from worker import wire
from worker.transitions import QUEUE_TTL, Command
from worker.wire import Failure

_VERSION_TTL: Final = 2 * QUEUE_TTL
_TRIES: Final = 100
"""How often others may be faster; each time one of them has got on."""

_REPLACE: Final = """
if (redis.call('HGET', KEYS[1], 'sha256') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'sha256', ARGV[2], 'packed', ARGV[3])
return 1
"""

_LAY_OUT: Final = """
local sha256 = redis.call('HGET', KEYS[1], 'sha256')
if not sha256 then return false end
local version = ARGV[1] .. sha256
if redis.call('EXPIRE', version, ARGV[2]) == 0 then
  redis.call('SET', version, redis.call('HGET', KEYS[1], 'packed'), 'EX', ARGV[2])
end
return sha256
"""


class Feedbacks(Protocol):
    """What games said, for each client and list."""

    async def told(self, name: str, owner: str) -> Feedback:
        """All that was heard about a list; raises BrokerUnavailable, Refused."""

    async def add(
        self, name: str, owner: str, *, accepted: Sequence[str], rejected: Sequence[str]
    ) -> Feedback:
        """Keep reports of folded words; returns all that was heard. Raises BrokerUnavailable, Refused,
        OSError."""

    async def clear(self, name: str, owner: str) -> None:
        """Forget it; raises BrokerUnavailable, OSError."""

    async def lay_out(self, name: str, owner: str) -> str | None:
        """The hash by which workers find what was heard, None when nothing was; raises as `told`."""


def feedbacks_of(data_dir: Path, jobs: Jobs, *, is_private: bool) -> Feedbacks:
    return PrivateFeedbacks(data_dir, jobs) if is_private else SharedFeedbacks(jobs)


class PrivateFeedbacks:
    """What this machine's user has heard."""

    def __init__(self, data_dir: Path, jobs: Jobs) -> None:
        self._data_dir, self._jobs = data_dir, jobs

    async def told(self, name: str, owner: str) -> Feedback:
        try:
            return dictionaries.read_feedback(name, self._data_dir)
        except DamagedList as error:
            raise _refused(error) from None

    async def add(
        self, name: str, owner: str, *, accepted: Sequence[str], rejected: Sequence[str]
    ) -> Feedback:
        try:
            return await asyncio.to_thread(
                dictionaries.add_feedback, name, self._data_dir, accepted, rejected
            )
        except DamagedList as error:
            raise _refused(error) from None

    async def clear(self, name: str, owner: str) -> None:
        dictionaries.clear_feedback(name, self._data_dir)

    async def lay_out(self, name: str, owner: str) -> str | None:
        feedback = await self.told(name, owner)
        if not feedback.sha256:
            return None
        key = wire.heard_key(feedback.sha256)
        (is_there,) = await self._jobs.ask([("EXPIRE", key, _VERSION_TTL)])
        if not is_there:
            await self._jobs.ask([("SET", key, feedback.packed(), "EX", _VERSION_TTL)])
        return feedback.sha256


class SharedFeedbacks:
    """What each key has heard."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._at_work = asyncio.Lock()

    async def told(self, name: str, owner: str) -> Feedback:
        (packed,) = await self._jobs.ask([("HGET", wire.feedback_key(owner, name), "packed")])
        return Feedback() if packed is None else await asyncio.to_thread(Feedback.unpack, packed)

    async def add(
        self, name: str, owner: str, *, accepted: Sequence[str], rejected: Sequence[str]
    ) -> Feedback:
        async with self._at_work:  # so that only other processes can be faster
            for _ in range(_TRIES):
                known = await self.told(name, owner)
                feedback, packed = await asyncio.to_thread(_grown, known, accepted, rejected)
                (is_replaced,) = await self._jobs.ask(
                    [_replace_command(name, owner, known, feedback, packed)]
                )
                if is_replaced:
                    return feedback
        raise BrokerUnavailable("too many others tell of the same list")

    async def clear(self, name: str, owner: str) -> None:
        await self._jobs.ask([("DEL", wire.feedback_key(owner, name))])

    async def lay_out(self, name: str, owner: str) -> str | None:
        key, versions = wire.feedback_key(owner, name), wire.heard_key("")
        (sha256,) = await self._jobs.ask([("EVAL", _LAY_OUT, 1, key, versions, _VERSION_TTL)])
        return None if sha256 is None else str(sha256.decode())


def _grown(known: Feedback, accepted: Sequence[str], rejected: Sequence[str]) -> tuple[Feedback, bytes]:
    feedback = known.and_heard(accepted, rejected)
    return feedback, feedback.packed()


def _replace_command(name: str, owner: str, known: Feedback, feedback: Feedback, packed: bytes) -> Command:
    """Put one version in the place of another, unless a third has taken it; the reply is 1 or 0."""
    told: tuple[Any, ...] = (known.sha256, feedback.sha256, packed)
    return ("EVAL", _REPLACE, 1, wire.feedback_key(owner, name), *told)


def _refused(error: DamagedList) -> Refused:
    return Refused(Failure("bad_dictionary", str(error), error.hint))
