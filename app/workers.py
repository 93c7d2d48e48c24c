"""What a tree of worker processes is told of the settings."""

from __future__ import annotations

import os
from typing import Final

from app.settings import Settings
from worker.options import SupervisorOptions, WorkerOptions

DRAIN_SECONDS: Final = 10.0
"""How long running jobs may take to end after Ctrl-C; a second Ctrl-C does not wait."""
_KEPT_BACK: Final = ("TILEWISE_API_KEYS", "TILEWISE_OPENAI_API_KEY", "OPENAI_API_KEY")
"""Secrets that workers do not need, or are told in another way."""


def worker_environment(
    settings: Settings,
    redis_url: str,
    *,
    alone: bool = False,
    parent: int | None = None,
    turn: int | None = None,
) -> dict[str, str]:
    """The environment in which `worker_command()` is to run.

    Args:
        alone: no other machine uses this broker.
        parent: the process that the workers must not outlive.
        turn: see `worker.turns`.
    """
    supervisor = SupervisorOptions(
        redis_url=redis_url,
        workers=settings.workers,
        bulk_workers=settings.workers,
        result_ttl=settings.result_ttl,
        drain_seconds=DRAIN_SECONDS,
        memory=settings.worker_memory,
        llm_url=settings.llm_url,
        alone=alone,
        parent=parent,
        turn=turn,
    )
    options = WorkerOptions(
        supervisor,
        settings.data_dir,
        settings.cache_dir,
        max_pixels=settings.max_pixels,
        tesseract=settings.tesseract,
        llm=settings.llm_options(),
        log_format=settings.log_format,
        log_level=settings.log_level,
    )
    inherited = {name: value for name, value in os.environ.items() if name not in _KEPT_BACK}
    return {**inherited, **options.to_environment()}
