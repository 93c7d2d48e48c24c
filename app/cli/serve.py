"""`tilewise serve` and `tilewise worker`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from app.cli.outcome import bad_input, ending, settings_of_machine
from worker.options import SupervisorOptions, WorkerOptions, worker_command

Workers = Annotated[int | None, typer.Option(help="Worker processes. [default: one per core, up to 4]")]


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on. [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option(help="TCP port; 0 takes a free one. [default: 8000]")] = None,
    workers: Workers = None,
    insecure: Annotated[
        bool | None,
        typer.Option("--insecure", help="Serve everybody without keys; only for closed networks."),
    ] = None,
) -> None:
    """Run broker, workers and HTTP server; Ctrl-C ends them all."""
    with ending(as_json=False):
        settings = settings_of_machine(host=host, port=port, workers=workers, insecure=insecure)
    # FastAPI and the broker's client take longer to load than `--help` may take.
    from app import serve as service

    raise typer.Exit(service.serve(settings))


def worker(workers: Workers = None) -> None:
    """Run workers only, on a further machine; TILEWISE_REDIS_URL names the job queue."""
    with ending(as_json=False):
        settings = settings_of_machine(workers=workers)
        if settings.redis_url is None:
            raise bad_input(
                "Workers need to know where the jobs are.",
                "Set TILEWISE_REDIS_URL, e.g. to redis://host:6379/0. `tilewise serve` brings its own.",
            )
    options = WorkerOptions(
        SupervisorOptions(
            settings.redis_url,
            settings.workers,
            result_ttl=settings.result_ttl,
            memory=settings.worker_memory,
            llm_url=settings.llm_url,
        ),
        settings.data_dir,
        settings.cache_dir,
        max_pixels=settings.max_pixels,
        tesseract=settings.tesseract,
        llm=settings.llm_options(),
        log_format=settings.log_format,
        log_level=settings.log_level,
    )
    # In place of this process, so that signals meant for the workers reach them.
    command = worker_command()
    os.execve(command[0], command, {**os.environ, **options.to_environment()})
