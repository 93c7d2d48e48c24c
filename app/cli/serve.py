"""`tilewise serve` and `tilewise worker`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from app.cli.outcome import bad_input, ending, settings_of_machine
from worker.options import worker_command

Workers = Annotated[int | None, typer.Option(help="Worker processes. [default: one per core, up to 4]")]
RedisUrl = Annotated[
    str | None,
    typer.Option(
        help="The job queue; with a password rather set TILEWISE_REDIS_URL, which others cannot see."
    ),
]


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on. [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option(help="TCP port; 0 takes a free one. [default: 8000]")] = None,
    workers: Annotated[
        int | None,
        typer.Option(help="Worker processes; 0 where others run them. [default: one per core, up to 4]"),
    ] = None,
    redis_url: RedisUrl = None,
    insecure: Annotated[
        bool | None,
        typer.Option("--insecure", help="Serve everybody without keys; only for closed networks."),
    ] = None,
) -> None:
    """Run broker, workers and HTTP server; Ctrl-C ends them all."""
    with ending(as_json=False):
        settings = settings_of_machine(
            host=host, port=port, workers=workers, redis_url=redis_url, insecure=insecure
        )
        if settings.workers == 0 and settings.redis_url is None:
            raise bad_input(
                "Without workers and without TILEWISE_REDIS_URL nobody would do the jobs.",
                "Say --workers 1 or more, or name the job queue that workers elsewhere use.",
            )
    # FastAPI and the broker's client take longer to load than `--help` may take.
    from app import serve as service

    raise typer.Exit(service.serve(settings))


def worker(workers: Workers = None, redis_url: RedisUrl = None) -> None:
    """Run workers only, on a further machine, for a job queue that runs elsewhere.

    What results must not depend on has to be set alike on all machines: TILEWISE_RESULT_TTL, the limits of
    pictures and the LLM. SIGTERM lets running jobs end.
    """
    with ending(as_json=False):
        settings = settings_of_machine(workers=workers, redis_url=redis_url)
        if settings.redis_url is None:
            raise bad_input(
                "Workers need to know where the jobs are.",
                "Set TILEWISE_REDIS_URL, e.g. to redis://host:6379/0. `tilewise serve` brings its own.",
            )
        if settings.workers == 0:
            raise bad_input("No workers would do no work.", "Say --workers 1 or more.")
    from app.workers import worker_environment

    # In place of this process, so that signals meant for the workers reach them, and no address is left in
    # the command line.
    command = worker_command()
    os.execve(command[0], command, worker_environment(settings, settings.redis_url))
