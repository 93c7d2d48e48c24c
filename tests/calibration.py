"""What the confidence of each reader is worth, and the temperature that makes it honest.

    python -m tests.calibration [READER...] [--wrong 1000] [--plain 200]

Reads worn pictures until so many of their cells were misread, and some plain ones (a run that is stopped goes
on where it was). Then prints how many of the wrong cells are doubtful, how many plain pictures that were read
exactly have doubtful cells, and how often letters of each confidence are right, now and at fitted
temperatures. These are fitted on the pictures of even seeds and judged on those of odd ones.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rich.progress import Progress

from tests.calibration_records import THRESHOLD, ReadRight, Record, record_more, recorded
from worker.vision.calibration import TEMPERATURES, Reading, tempered

DOUBTED = 0.99
"""Share of the wrong cells that should be doubtful."""
CANDIDATES = np.geomspace(0.8, 6, 60)
"""Temperatures that are tried."""
SHOWN = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0)
"""Temperatures between which a choice may be made by hand."""
EDGES = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0)


class Shares(NamedTuple):
    """At one temperature."""

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


def shares(worn: Iterable[Record], plain: Iterable[Record], temperature: float) -> Shares:
    wrong = [cell for record in worn for cell in record.cells if not cell.right]
    exact = [record for record in plain if record.exact]
    caught = [cell.doubted(temperature, THRESHOLD) for cell in wrong]
    marred = [any(cell.doubted(temperature, THRESHOLD) for cell in record.cells) for record in exact]
    return Shares(_share(caught), len(wrong), _share(marred), len(exact))


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else float("nan")


def likeliest_temperature(records: Iterable[Record]) -> float:
    """The temperature at which what happened is likeliest: the textbook's."""
    confidence, right = _read_letters(records)
    losses = [_loss(tempered(confidence, temperature), right) for temperature in CANDIDATES]
    return float(CANDIDATES[int(np.argmin(losses))])


def safe_temperature(records: Iterable[Record]) -> float:
    """The lowest temperature at which enough of the wrong cells are doubtful, else the highest."""
    records = list(records)
    enough = [t for t in CANDIDATES if shares(records, (), float(t)).wrong_doubted >= DOUBTED]
    return float(enough[0]) if enough else float(CANDIDATES[-1])


def _loss(confidence: npt.NDArray[np.float32], right: npt.NDArray[np.bool_]) -> float:
    sure = np.clip(confidence, 1e-6, 1 - 1e-6)
    return float(-np.log(np.where(right, sure, 1 - sure)).mean())


def _read_letters(records: Iterable[Record]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    cells = [cell for record in records for cell in record.cells if cell.text]
    confidence = np.array([cell.confidence for cell in cells], np.float32)
    return confidence, np.array([cell.right for cell in cells], np.bool_)


def reliability(records: Iterable[Record], temperature: float) -> list[str]:
    """One line for each range of confidence: how many letters, what was promised, what came true."""
    raw, right = _read_letters(records)
    confidence = tempered(raw, temperature)
    lines = []
    for low, high in pairwise(EDGES):
        inside = (confidence >= low) & ((confidence < high) | (high == 1))
        if inside.any():
            promised, kept = float(confidence[inside].mean()), float(right[inside].mean())
            lines.append(
                f"  {low:5.3f}..{high:5.3f} {int(inside.sum()):7d} said {promised:.3f} true {kept:.3f}"
            )
    return lines


def undoubted(records: Iterable[Record], temperature: float) -> list[tuple[int, ReadRight]]:
    """The seeds and cells that are wrong and not doubtful."""
    return [
        (record.seed, cell)
        for record in records
        for cell in record.cells
        if not cell.right and not cell.doubted(temperature, THRESHOLD)
    ]


def report(reading: Reading) -> list[str]:
    records, plain = recorded(reading), recorded(reading, worn=False)
    fitting = [record for record in records if record.seed % 2 == 0]
    judging = [record for record in records if record.seed % 2]
    now, likeliest, safe = TEMPERATURES[reading], likeliest_temperature(fitting), safe_temperature(fitting)
    lost = sum(not record.cells for record in records)
    unflagged = sum(record.found and not record.cells and not record.flagged for record in records)
    lines = [
        f"{reading}: {len(records)} pictures, {lost} without the right shape, {unflagged} of these unflagged",
        f"  plain: {sum(record.exact for record in plain)} of {len(plain)} exact",
        f"  now          T = {now:.2f}: {shares(records, plain, now)}",
        f"  likeliest    T = {likeliest:.2f}: {shares(judging, plain, likeliest)}",
        f"  safe         T = {safe:.2f}: {shares(judging, plain, safe)}",
    ]
    lines += [f"  at           T = {heat:.2f}: {shares(records, plain, heat)}" for heat in SHOWN]
    lines += ["  confidence   letters (now)", *reliability(records, now)]
    lines += [
        f"  seed {seed}: {cell.text or '-'} at {tempered(cell.confidence, now):.4f}, not {cell.truth or '-'}"
        for seed, cell in undoubted(records, now)[:30]
    ]
    return lines


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
