"""What RQ knows of workers and running parts, and how to correct it."""

from __future__ import annotations

from typing import Any

from redis import Redis
from rq import SimpleWorker, worker_registration
from rq.exceptions import NoSuchJobError
from rq.executions import WORKER_EXECUTIONS_KEY_TEMPLATE, Execution
from rq.job import Job
from rq.registry import FailedJobRegistry, StartedJobRegistry
from rq.serializers import JSONSerializer

from worker.lanes.parts import ListedJob
from worker.wire import Lane


def open_hand(redis: Redis, queue: str, hand: str) -> int:
    """Put back what a worker took and did not begin; the count. First out is first in again."""
    count = 0
    while redis.lmove(hand, queue, "RIGHT", "LEFT"):
        count += 1
    return count


def started_parts(lane: Lane, redis: Redis) -> StartedJobRegistry:
    """RQ's book of running parts; its `cleanup` runs those again whose execution has expired."""
    return StartedJobRegistry(lane.value, redis, job_class=ListedJob, serializer=JSONSerializer)


def failed_parts(lane: Lane, redis: Redis) -> FailedJobRegistry:
    return FailedJobRegistry(lane.value, redis, job_class=ListedJob, serializer=JSONSerializer)


def fetch_part(part: str, redis: Redis) -> Job | None:
    try:
        return ListedJob.fetch(part, redis, JSONSerializer)
    except NoSuchJobError:
        return None


def known_workers(redis: Redis) -> list[str]:
    """Names of the workers that the broker has heard of, dead ones included."""
    prefix = len(SimpleWorker.redis_worker_namespace_prefix)
    return [key[prefix:] for key in worker_registration.get_keys(connection=redis)]


def executions_of(worker: str, redis: Redis) -> list[Execution]:
    """What the worker was running when it was last heard of."""
    members: Any = redis.smembers(WORKER_EXECUTIONS_KEY_TEMPLATE.format(worker))
    return [Execution.from_composite_key(member.decode(), redis) for member in members]


def forget_worker(worker: str, redis: Redis) -> None:
    """Remove a dead worker from RQ's books."""
    key = SimpleWorker.redis_worker_namespace_prefix + worker
    with redis.pipeline() as pipeline:
        pipeline.delete(key, WORKER_EXECUTIONS_KEY_TEMPLATE.format(worker))
        pipeline.srem(worker_registration.REDIS_WORKER_KEYS, key)
        for lane in Lane:
            pipeline.srem(worker_registration.WORKERS_BY_QUEUE_KEY % lane.value, key)
        pipeline.execute()
