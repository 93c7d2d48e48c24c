"""Pictures to grids on one core, against the pipeline that it all started from.

    python -m tests.benchmarks vision

Beside each time stands whether it was read right, so that a fast reader of nonsense shows. The screenshot is
our own drawn one and, where the reference data are, a real one; the original is timed on boards it finds.
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

import cv2
import numpy as np

from tests.benchmarks.table import Table, Unavailable
from tests.drawing import Canvas, camera, encoded, write
from tests.pictures import SAMPLE, SAMPLE_LETTERS, WOOD, board_picture
from tests.reference import vision_original
from tests.shared_data import shared_screenshot
from worker.vision import tesseract
from worker.vision.glyphs import GLYPH_SIZE, default_reader
from worker.vision.read import read_picture

REAL_LETTERS = ("LWIE", "CWDT", "AONS", "ILOT")
ROUNDS = 15
"""Of our own pipeline; the original takes seconds each time."""
ORIGINAL_ROUNDS = 3


class Case(NamedTuple):
    name: str
    data: bytes
    letters: tuple[str, ...]
    target: str
    """Milliseconds on an idle core."""


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
        ("picture", "p50 ms (CPU)", "aim ms", "original ms", "times the original", "letters"),
    )
    for case in _screenshots():
        own, original = _in_turns(case.data)
        ratio = "-" if original is None else f"{original / own.wall:,.0f}x"
        shown = "-" if original is None else f"{original:,.0f}"
        table.add(case.name, _shown(own), case.target, shown, ratio, _checked(case))
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


def _screenshots() -> Iterator[Case]:
    drawn = SAMPLE.read_bytes()
    yield Case("drawn, PNG", drawn, SAMPLE_LETTERS, "<= 70")
    yield Case("drawn, JPEG", _as(".jpg", drawn), SAMPLE_LETTERS, "<= 25")
    if shared_screenshot().is_file():
        real = shared_screenshot().read_bytes()
        yield Case("real, JPEG", real, REAL_LETTERS, "<= 25")
        yield Case("real, PNG", _as(".png", real), REAL_LETTERS, "<= 70")


def _as(extension: str, data: bytes) -> bytes:
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    return encoded(np.asarray(pixels, np.uint8), extension)


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
    table = Table("other pictures: bytes to grid", ("picture", "p50 ms (CPU)", "aim ms", "letters"))
    for case in (photo(), page()):
        own = timing(lambda data=case.data: read_picture(data), ROUNDS)  # type: ignore[misc]
        table.add(case.name, _shown(own), case.target, _checked(case))
    return table


def photo() -> Case:
    """A board on a screen as a phone's camera sees it: 4032 x 3024 pixels."""
    rng = np.random.default_rng(5)
    drawn = board_picture(5, theme=WOOD, pitch=190, phone=False)
    seen, _ = camera(drawn.canvas, rng, cast=True, blur=1.5, noise=4.0)
    canvas: Canvas = np.full((3024, 4032, 3), 70, np.uint8)
    height, width = seen.shape[:2]
    canvas[900 : 900 + height, 1300 : 1300 + width] = seen
    noise = rng.normal(0, 4, canvas.shape[:2]).astype(np.int16)[:, :, None]
    noisy = np.clip(canvas.astype(np.int16) + noise, 0, 255).astype(np.uint8)
    return Case("photo, 12 megapixels, JPEG", encoded(noisy, ".jpg"), drawn.rows, "<= 250")


def page(*, side: int = 30, pitch: int = 38) -> Case:
    """A printed word-search page of 30 x 30 letters."""
    rng = np.random.default_rng(30)
    rows = ["".join(row) for row in rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), (side, side))]
    canvas: Canvas = np.full((pitch * (side + 6), pitch * (side + 4), 3), 252, np.uint8)
    for row, line in enumerate(rows):
        for col, letter in enumerate(line):
            write(
                canvas, letter, ((col + 2.5) * pitch, (row + 2.5) * pitch), round(0.5 * pitch), (20, 20, 20)
            )
    return Case(f"word-search page, {side} x {side}, PNG", encoded(canvas), tuple(rows), "<= 120")


def _checked(case: Case) -> str:
    read = read_picture(case.data).to_grid().row_texts()
    wrong = sum(one != other for one, other in zip("".join(read), "".join(case.letters), strict=False))
    same = len("".join(read)) == len("".join(case.letters)) and not wrong
    return "all right" if same else f"{wrong} WRONG of {len(''.join(case.letters))}"


def network() -> Table:
    table = Table("the letter network", ("glyphs", "p50 ms (CPU)", "aim ms"))
    reader = default_reader()
    for count, aim in ((16, "<= 3"), (900, "-")):
        glyphs = np.random.default_rng(1).random((count, GLYPH_SIZE, GLYPH_SIZE)).astype(np.float32)
        table.add(count, _shown(timing(lambda glyphs=glyphs: reader.read(glyphs), 3 * ROUNDS)), aim)  # type: ignore[misc]
    return table


MEASURE = """
import sys
from pathlib import Path
from worker.vision.read import read_picture
from worker.vision.decode import decode

def status(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(name))

warm, data = (Path(path).read_bytes() for path in sys.argv[1:])
for _ in range(3):
    read_picture(warm)
before = status("VmRSS")
Path("/proc/self/clear_refs").write_text("5")
read_picture(data)
peak, after = status("VmHWM"), status("VmRSS")
width, height = decode(data).size
print(width * height * 3 / 2**20, peak - before, after - before)
"""
"""Run in a process of its own: the peak of this one has been higher already."""


def memory() -> Table:
    """What reading takes on top of a warm process, and what of it stays."""
    if not Path("/proc/self/clear_refs").exists():
        raise Unavailable("peaks of memory can be measured on Linux only")
    table = Table("memory of a warm process", ("picture", "decoded MB", "peak MB", "times", "stays MB"))
    for case in (*_screenshots(), photo(), page()):
        decoded, peak, stays = _memory_of(case.data)
        table.add(
            case.name, f"{decoded:.1f}", f"{peak:.1f}", f"{peak / decoded:.1f}x (aim <= 6)", f"{stays:.1f}"
        )
    return table


def _memory_of(data: bytes) -> tuple[float, float, float]:
    small = board_picture(3, theme=WOOD, pitch=60, phone=False).to_bytes(".jpg")
    with tempfile.TemporaryDirectory() as directory:
        paths = [Path(directory) / name for name in ("warm", "measured")]
        for path, content in zip(paths, (small, data), strict=True):
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
