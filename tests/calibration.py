"""What the confidence of each reader is worth, and the heat that makes it honest.

    python -m tests.calibration [READER...] [--wrong 1000] [--plain 200]

Reads worn pictures until so many of their cells were misread, and some plain ones (a run that is stopped goes
on where it was). Then prints how many of the wrong cells are doubtful, how many plain pictures that were read
exactly have doubtful cells, and how often letters of each confidence are right, now and at a fitted heat.
It is fitted on the worn pictures of even seeds and judged on those of odd ones.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rich.progress import Progress

from tests.calibration_records import NO_HEAT, Record, as_doubted, record_more, recorded
from worker.vision.calibration import HEATS, Heat, Reading, tempered

DOUBTED = 0.99
"""Share of the wrong cells that should be doubtful."""
CLEAN, RISES = (0.0, 0.001, 0.002, 0.005, 0.01, 0.02), (0, 10, 20, 40, 80, 160, 320, 640)
LEAST = (1.0, 1.2, 1.4, 1.7, 2.0)
"""Heats that are tried."""
GOALS = {Reading.PAGE: 0.3, Reading.DICE: 0.3}
"""Share of the plain pictures read exactly that may have a doubtful cell; of the other readers 0.05."""
CANDIDATES = tuple(Heat(clean, float(rise), least) for clean in CLEAN for rise in RISES for least in LEAST)
EDGES = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0)


class Shares(NamedTuple):
    """At one heat."""

    wrong_doubted: float
    """Of the cells read wrong, those that are doubtful."""
    wrong: int
    exact_doubted: float
    """Of the pictures read exactly, those with any doubtful cell."""
    exact: int

    def __str__(self) -> str:
        return (
            f"{self.wrong_doubted:.2%} of {self.wrong} wrong cells doubtful, "
            f"{self.exact_doubted:.1%} of {self.exact} exact plain pictures with a doubtful cell"
        )


def shares(worn: Iterable[Record], plain: Iterable[Record], heat: Heat) -> Shares:
    caught = [doubtful for record in worn for doubtful in record.doubted(heat, right=False)]
    marred = [any(record.doubted(heat, right=True)) for record in plain if record.exact]
    return Shares(_share(caught), len(caught), _share(marred), len(marred))


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else float("nan")


def likeliest(records: Sequence[Record]) -> Heat:
    """The heat at which what happened is likeliest: the textbook's."""
    return min(CANDIDATES, key=lambda heat: _loss(records, heat))


def fitted(worn: Sequence[Record], plain: Sequence[Record], goal: float) -> Heat:
    """The heat at which most of the wrong cells are doubtful, up to 99 %, while plain pictures stay free.

    Where too many of these have doubtful cells at no heat already, they may have as many.
    """
    tried = {heat: shares(worn, plain, heat) for heat in CANDIDATES}
    allowed = max(goal, tried[NO_HEAT].exact_doubted)
    free = {heat: share for heat, share in tried.items() if not share.exact_doubted > allowed}
    return max(free, key=lambda heat: (min(free[heat].wrong_doubted, DOUBTED), -free[heat].exact_doubted))


def _loss(records: Iterable[Record], heat: Heat) -> float:
    confidence, right = read_letters(records, heat)
    sure = np.clip(confidence, 1e-6, 1 - 1e-6)
    return float(-np.log(np.where(right, sure, 1 - sure)).mean())


def read_letters(
    records: Iterable[Record], heat: Heat
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """The confidence of every letter that was read, and whether it is right."""
    confidence = [tempered(record.confidence, heat.at(record.confidence)) for record in records]
    right = [cell.right for record in records for cell in record.cells if cell.text]
    return np.concatenate(confidence), np.array(right, np.bool_)


def reliability(records: Iterable[Record], heat: Heat) -> list[str]:
    """One line for each range of confidence: how many letters, what was promised, what came true."""
    confidence, right = read_letters(records, heat)
    lines = []
    for low, high in pairwise(EDGES):
        inside = (confidence >= low) & ((confidence < high) | (high == 1))
        if inside.any():
            promised, kept = float(confidence[inside].mean()), float(right[inside].mean())
            lines.append(
                f"  {low:5.3f}..{high:5.3f} {int(inside.sum()):7d} said {promised:.3f} true {kept:.3f}"
            )
    return lines


def undoubted(records: Iterable[Record], heat: Heat) -> Iterator[str]:
    """One line for each cell that is wrong and not doubtful."""
    for record in records:
        temperature = heat.at(record.confidence)
        for cell in record.cells:
            if not cell.right and not cell.doubted(temperature):
                confidence = float(tempered(cell.confidence, temperature))
                yield f"  seed {record.seed}: {cell.text or '-'} at {confidence:.4f}, not {cell.truth or '-'}"


def report(reading: Reading) -> list[str]:
    records, plain = recorded(reading), recorded(reading, worn=False)
    fitting = [record for record in records if record.seed % 2 == 0]
    judging = [record for record in records if record.seed % 2]
    goal, now = GOALS.get(reading, 0.05), HEATS[reading]
    best, textbook = fitted(fitting, plain, goal), likeliest(fitting)
    lost = [record for record in records if not record.cells]
    unflagged = [record.seed for record in lost if record.found and not record.flagged]
    actual = shares(as_doubted(reading, records), as_doubted(reading, plain, worn=False), NO_HEAT)
    inexact = [record.seed for record in plain if not record.exact]
    return [
        f"{reading}: {len(records)} worn pictures, {len(lost)} without the right shape",
        f"  of these without a doubtful cell: seeds {unflagged[:20]}",
        f"  {len(plain)} plain pictures, not exact: seeds {inexact[:20]}",
        f"  no heat   {_named(NO_HEAT)} {shares(records, plain, NO_HEAT)}",
        f"  now       {_named(now)} {shares(records, plain, now)}",
        f"  with whole boards doubted{' ' * 9} {actual}",
        f"  likeliest {_named(textbook)} {shares(judging, plain, textbook)} (odd seeds)",
        f"  fitted    {_named(best)} {shares(judging, plain, best)} (odd seeds)",
        "  confidence   letters (now)",
        *reliability(records, now),
        "  wrong and not doubtful (now)",
        *list(undoubted(records, now))[:30],
    ]


def _named(heat: Heat) -> str:
    return f"{heat.least:.1f} and {heat.rise:.0f} beyond {heat.clean:.3f}".ljust(24)


def gather(reading: Reading, wrong: int, plain: int) -> None:
    """Read worn pictures until so many cells were misread, and so many plain ones."""
    count = sum(not cell.right for record in recorded(reading) for cell in record.cells)
    with Progress(transient=True) as progress:
        task = progress.add_task(f"{reading}: wrong cells", total=wrong, completed=count)
        for record in record_more(reading) if count < wrong else ():
            progress.advance(task, sum(not cell.right for cell in record.cells))
            if progress.finished:
                break
    with Progress(transient=True) as progress:
        count = len(recorded(reading, worn=False))
        task = progress.add_task(f"{reading}: plain pictures", total=plain, completed=count)
        for _ in record_more(reading, worn=False) if count < plain else ():
            progress.advance(task)
            if progress.finished:
                break


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.calibration", description="What confidences are worth.")
    parser.add_argument("readers", nargs="*", type=Reading, default=list(Reading), metavar="READER")
    parser.add_argument("--wrong", type=int, default=1000, help="cells to be misread (default: %(default)s)")
    parser.add_argument("--plain", type=int, default=200, help="plain pictures (default: %(default)s)")
    wanted = parser.parse_args(arguments)
    for reading in wanted.readers:
        gather(reading, wanted.wrong, wanted.plain)
        print("\n".join(report(reading)), flush=True)  # noqa: T201 - a report on the terminal
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
