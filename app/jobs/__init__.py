"""Jobs as the API sees them: submit, wait, get, follow, cancel.

record      what a client sees of a job
events      what happened to it, as followers are told
feed        one reader that wakes all who wait
broker      the client, and what it is when the broker is away
service     the jobs themselves
"""

from app.jobs.broker import BrokerUnavailable, reached
from app.jobs.errors import IdempotencyKeyReused, JobExpired, JobNotFound, QueueFull, TooManyJobs
from app.jobs.events import JobEvent
from app.jobs.feed import Feed
from app.jobs.record import JobRecord
from app.jobs.service import Jobs, Submitted, new_job_id

__all__ = [
    "BrokerUnavailable",
    "Feed",
    "IdempotencyKeyReused",
    "JobEvent",
    "JobExpired",
    "JobNotFound",
    "JobRecord",
    "Jobs",
    "QueueFull",
    "Submitted",
    "TooManyJobs",
    "new_job_id",
    "reached",
]
