"""Pictures to grids on one core, against the pipeline that it all started from.

    python -m tests.benchmarks vision

Beside each time stands whether it was read right, and a checksum of what was read, so that a fast reader of
nonsense shows. The screenshot is our own drawn one and, where the reference data are, a real one; the
original is timed on boards it finds. On a busy machine the CPU time says more than the time on the clock.
Memory is what a warm process takes on top of what it had, as a multiple of the decoded picture.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np

from tests.benchmarks.table import Table, Unavailable
from tests.benchmarks.vision_pictures import Case, other_cases, screenshot_cases
from tests.kinds import KINDS, sample
from tests.reference import vision_original
from tests.shared_data import shared_screenshot
from worker.vision import tesseract
from worker.vision.glyphs import GLYPH_SIZE, default_reader
from worker.vision.read import read_picture

ROUNDS = 15
"""Of our own pipeline; the original takes seconds each time."""
ORIGINAL_ROUNDS = 3


class Timing(NamedTuple):
    """Milliseconds, the medians of some rounds."""

    wall: float
    cpu: float


def tables() -> Iterator[Table]:
    yield screenshots()
    yield others()
    yield network()
    yield memory()


def screenshots() -> Table:
    """A phone's screenshot of 1170 x 2532 pixels, against the original's pipeline in the same run."""
    absent = "" if shared_screenshot().is_file() else f" (no real one: {shared_screenshot()} is absent)"
    table = Table(
        f"a screenshot of 1170 x 2532: bytes to grid{absent}",
        ("picture", "p50 ms (CPU)", "aim ms", "original ms", "times the original", "read", "checksum"),
    )
    for case in screenshot_cases():
        own, original = _in_turns(case.data)
        ratio = "-" if original is None else f"{original / own.wall:,.0f}x"
        shown = "-" if original is None else f"{original:,.0f}"
        table.add(case.name, _shown(own), case.target, shown, ratio, *_checked(case))
    return table


def _in_turns(data: bytes) -> tuple[Timing, float | None]:
    """Both pipelines on one picture, taking turns, so that what else the machine does hits both.

    The original's milliseconds are None without Tesseract, and for boards that it does not find.
    """
    own, original = [], []
    for _ in range(ORIGINAL_ROUNDS):
        own.append(timing(lambda: read_picture(data), ROUNDS // ORIGINAL_ROUNDS))
        original.append(_original_milliseconds(data))
    found = [milliseconds for milliseconds in original if milliseconds is not None]
    walls, cpus = zip(*own, strict=True)
    middle = Timing(statistics.median(walls), statistics.median(cpus))
    return middle, statistics.median(found) if found else None


def _original_milliseconds(data: bytes) -> float | None:
    if tesseract.version() is None:
        return None
    start = time.perf_counter()
    try:
        vision_original.read_board(data)
    except vision_original.BoardNotFound:
        return None
    return (time.perf_counter() - start) * 1000


def others() -> Table:
    table = Table("other pictures: bytes to grid", ("picture", "p50 ms (CPU)", "aim ms", "read", "checksum"))
    for case in other_cases():
        own = timing(lambda data=case.data: read_picture(data), ROUNDS)  # type: ignore[misc]
        table.add(case.name, _shown(own), case.target, *_checked(case))
    return table


def _checked(case: Case) -> tuple[str, str]:
    """Whether it is read right, and a checksum of what is read, by which two runs can be compared."""
    seen = read_picture(case.data)
    rows = seen.to_grid().row_texts()
    checksum = f"{crc32('/'.join([*rows, *seen.tiles]).encode()):08x}"
    if (rows, list(seen.tiles)) == (list(case.letters), list(case.tiles)):
        return "all right", checksum
    wrong = sum(one != other for one, other in zip("".join(rows), "".join(case.letters), strict=False))
    return f"WRONG: {wrong} of {len(''.join(case.letters))} letters, or marks, or the shape", checksum


def network() -> Table:
    table = Table("the letter network", ("glyphs", "p50 ms (CPU)", "aim ms", "checksum"))
    reader = default_reader()
    for count, aim in ((16, "<= 3"), (900, "-")):
        glyphs = np.random.default_rng(1).random((count, GLYPH_SIZE, GLYPH_SIZE)).astype(np.float32)
        own = timing(lambda glyphs=glyphs: reader.read(glyphs), 3 * ROUNDS)  # type: ignore[misc]
        checksum = crc32(reader.read(glyphs).argmax(axis=1).astype(np.uint8).tobytes())
        table.add(count, _shown(own), aim, f"{checksum:08x}")
    return table


MEASURE = """
import sys
from pathlib import Path
from worker.vision.read import read_picture
from worker.vision.decode import decode

def status(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(name))

*warm, data = (Path(path).read_bytes() for path in sys.argv[1:])
for picture in warm * 2:
    read_picture(picture)
before = status("VmRSS")
Path("/proc/self/clear_refs").write_text("5")
read_picture(data)
peak, after = status("VmHWM"), status("VmRSS")
width, height = decode(data).size
print(width * height * 3 / 2**20, peak - before, after - before)
"""
"""Run in a process of its own: the peak of this one has been higher already."""


def memory() -> Table:
    """What reading takes on top of a process that has read every kind before, and what of it stays."""
    if not Path("/proc/self/clear_refs").exists():
        raise Unavailable("peaks of memory can be measured on Linux only")
    table = Table("memory of a warm process", ("picture", "decoded MB", "peak MB", "times", "stays MB"))
    for case in (*screenshot_cases(), *other_cases()):
        decoded, peak, stays = _memory_of(case.data)
        table.add(
            case.name, f"{decoded:.1f}", f"{peak:.1f}", f"{peak / decoded:.1f}x (aim <= 6)", f"{stays:.1f}"
        )
    return table


def _memory_of(data: bytes) -> tuple[float, float, float]:
    pictures = [*(sample(kind).picture for kind in KINDS), data]
    with tempfile.TemporaryDirectory() as directory:
        paths = [Path(directory) / str(number) for number in range(len(pictures))]
        for path, content in zip(paths, pictures, strict=True):
            path.write_bytes(content)
        command = [sys.executable, "-c", MEASURE, *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    decoded, peak, stays = map(float, done.stdout.split())
    return decoded, peak, stays


def timing(run: Callable[[], object], rounds: int) -> Timing:
    run()
    walls, cpus = [], []
    for _ in range(rounds):
        wall, cpu = time.perf_counter(), time.process_time()
        run()
        walls.append((time.perf_counter() - wall) * 1000)
        cpus.append((time.process_time() - cpu) * 1000)
    return Timing(statistics.median(walls), statistics.median(cpus))


def _shown(measured: Timing) -> str:
    return f"{measured.wall:.1f} ({measured.cpu:.1f})"
