"""The program `tilewise`: takes care of signals, then loads the commands."""

from __future__ import annotations

import sys


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        # A server is meant to be ended by a signal, also while its modules are still being loaded.
        from app.signals import end_at_once

        end_at_once()
    from app.cli.commands import run

    run()
