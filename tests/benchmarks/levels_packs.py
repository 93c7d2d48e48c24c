"""Packs of levels in three languages: how long they take, and whether they keep every rule.

    python -m tests.benchmarks levels_packs

A tenth of 8,000 levels in each language, by `tilewise levels generate` on all cores; `TILEWISE_PACKS=8000`
measures the whole. `wall` and `CPU` are of the command with all its processes, kernels and word graphs ready;
`memory` is the most that its processes held together, as far as samples tell. The check is
`tilewise levels check`, a program of its own that reads the file alone. The checksum is of the file.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil

from tests.benchmarks.table import Table
from worker.solvers.levels_check import rank_correlation

LEVELS = int(os.environ.get("TILEWISE_PACKS", "800"))
LANGUAGES = ("en", "es", "pt")
SAMPLE_SECONDS = 0.1


def tables() -> Iterator[Table]:
    table = Table(
        f"{LEVELS:,} levels a language",
        (
            *("language", "wall s", "CPU s", "CPU ms a level", "memory MB", "check s", "faults"),
            *("words", "density", "rank correlation", "largest fall", "MB gzipped", "checksum"),
        ),
    )
    with tempfile.TemporaryDirectory() as place:
        for language in LANGUAGES:
            _run("generate", "--language", language, "--count", "10", "--out", f"{place}/warm.json")
            path = Path(place, f"{language}.ndjson.gz")
            wall, cpu, memory = _run(
                "generate", "--language", language, "--count", str(LEVELS), "--out", path
            )
            check, faults = _checked(path)
            table.add(
                language,
                f"{wall:.1f}",
                f"{cpu:.1f}",
                f"{1000 * cpu / LEVELS:.1f}",
                f"{memory / 2**20:.0f}",
                f"{check:.1f}",
                faults,
                *_figures(path),
            )
    yield table


def _run(*arguments: str | Path) -> tuple[float, float, int]:
    """Wall and CPU seconds of a command with all its processes, and the memory that they held together."""
    command = [sys.executable, "-m", "app.cli", "levels", *map(str, arguments)]
    before, started = os.times(), time.perf_counter()
    most = 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        watched = psutil.Process(process.pid)
        while process.poll() is None:
            most = max(most, _memory(watched))
            time.sleep(SAMPLE_SECONDS)
    if process.returncode:
        raise RuntimeError(f"{command} ends with {process.returncode}")
    after = os.times()
    cpu = after.children_user - before.children_user + after.children_system - before.children_system
    return time.perf_counter() - started, cpu, most


def _memory(process: psutil.Process) -> int:
    """What a process and its children hold alone, and what they share once."""
    held = 0
    with suppress(psutil.Error):
        for each in (process, *process.children(recursive=True)):
            held += each.memory_full_info().pss
    return held


def _checked(path: Path) -> tuple[float, int]:
    """Seconds of the check, and the faults."""
    command = [sys.executable, "-m", "app.cli", "levels", "check", str(path), "--limit", "1000", "--json"]
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)
    return time.perf_counter() - started, len(json.loads(done.stdout)["faults"])


def _figures(path: Path) -> tuple[str, ...]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        _, *levels = map(json.loads, file)
    rising = [level["difficulty"] for level in levels]
    highest, fall = rising[0], 0.0
    for difficulty in rising:
        fall, highest = max(fall, highest - difficulty), max(highest, difficulty)
    words = sum(len(level["words"]) for level in levels) / len(levels)
    density = sum(level["density"] for level in levels) / len(levels)
    return (
        f"{words:.1f}",
        f"{density:.3f}",
        f"{rank_correlation(rising):.4f}",
        f"{fall / (max(rising) - min(rising)):.2%}",
        f"{path.stat().st_size / 1e6:.1f}",
        hashlib.sha256(path.read_bytes()).hexdigest()[:12],
    )
