"""The program `tilewise`: takes care of signals, then loads the commands."""

from __future__ import annotations

import os
import sys


def main() -> None:
    # Matrix products are small here: threads cost more than they bring. Said before NumPy is loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if sys.argv[1:2] == ["serve"]:
        # A server is meant to be ended by a signal, also while its modules are still being loaded.
        from app.signals import end_at_once

        end_at_once()
    from app.cli.commands import run

    run()
