"""`tilewise serve` and `tilewise worker`."""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli.outcome import ending, settings_of_machine

Workers = Annotated[int | None, typer.Option(help="Worker processes. [default: one per core, up to 4]")]


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on. [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option(help="TCP port; 0 takes a free one. [default: 8000]")] = None,
    workers: Workers = None,
) -> None:
    """Run broker, workers and HTTP server; Ctrl-C ends them all."""
    with ending(as_json=False):
        settings = settings_of_machine(host=host, port=port, workers=workers)
    # FastAPI and the broker's client take longer to load than `--help` may take.
    from app import serve as service
    from app.logs import configure_logging

    configure_logging(settings.log_format, settings.log_level)
    raise typer.Exit(service.serve(settings))
