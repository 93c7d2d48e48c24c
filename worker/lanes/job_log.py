"""The one line of a job in the log, written by the worker that ends it."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from worker.wire import Envelope, Outcome

log = logging.getLogger(__name__)


def log_job(envelope: Envelope, outcome: Outcome, ms: Mapping[str, float]) -> None:
    """Tell how a job ended.

    Args:
        ms: milliseconds per stage of all its parts.
    """
    values = {
        "job": envelope.job,
        "task": envelope.task.value,
        "request_id": envelope.request_id,
        "outcome": outcome.failure.code if outcome.failure else outcome.status,
        "ms": round(sum(ms.values()), 1),
        "stages": {stage: round(spent, 1) for stage, spent in ms.items()},
    }
    log.info("job", extra=values)
