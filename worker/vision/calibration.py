"""What a confidence is worth: how often letters read with it are right, by the reader that read them.

A network that learned from clean and worn letters alike is surer of badly worn ones than it should be. Its
log-odds are divided by a temperature (Guo et al., "On Calibration of Modern Neural Networks", 2017), which is
higher for a board on which the network is unsure of many letters: that board is worn, and what is read surely
on it is wrong more often than on a clean one. Fitted on drawn pictures that were worn until a thousand of
their cells were misread (`python -m tests.calibration`). The order of letters stays, and so does which one is
read.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


class Reading(StrEnum):
    """The readers, each with errors of its own kind."""

    BOARD = "board"
    DICE = "dice"
    PAGE = "page"
    WORDLE = "wordle"
    WHEEL = "wheel"


class Heat(NamedTuple):
    """How the temperature rises with the mean doubt of a board's letters."""

    clean: float
    """The mean doubt up to which a board counts as clean."""
    rise: float
    """Degrees for each unit of doubt beyond that."""
    least: float = 1.0
    """The temperature on a clean board: more than 1 where letters that all look clean are misread, as
    dice are, which may be turned and lack a bar."""

    def at(self, confidence: Floats) -> float:
        """The temperature for a board with letters of these confidences."""
        doubt = float(1 - confidence.mean()) if confidence.size else 0.0
        return min(self.least + self.rise * max(doubt - self.clean, 0), HOTTEST)


HOTTEST = 6.0
"""However worn a board is."""
HEATS: dict[Reading, Heat] = {
    Reading.BOARD: Heat(0.005, 80),
    Reading.DICE: Heat(0.01, 80, 1.4),
    Reading.PAGE: Heat(0.001, 640),
    Reading.WORDLE: Heat(0.01, 160),
    Reading.WHEEL: Heat(0.002, 40, 1.7),
}
"""Fitted by `python -m tests.calibration` for the letter network in `worker/vision/data`.

Of the misread cells are doubtful then: of boards 99.2 % of 1,000 and of pages 99.0 % of 1,000, on other
drawings than those that they were chosen by; of Wordle 99.6 % of 1,000 and of wheels 99.3 % of 1,000 (99.0 %
of 492 on other drawings), with boards that are doubted as a whole; of dice 99.5 % of 603 that it was chosen
by, 98.7 % of 380 others. Of the plain pictures read exactly 0 of 200, 14 of 197, 10 of 200, 7 of 200 and 3
of 150 have a doubtful cell."""
CERTAIN = 1e-6
"""Nothing is surer than one in a million."""


def calibrated(reading: Reading, confidence: Floats, read: npt.NDArray[np.bool_]) -> Floats:
    """Confidences of a board's cells as shares of letters that are right.

    Args:
        read: the cells in which a letter was read; the others have no part in how worn the board is.
    """
    return tempered(confidence, HEATS[reading].at(confidence[read]))


def tempered(confidence: npt.ArrayLike, temperature: float) -> Floats:
    """Confidences with their log-odds divided by a temperature; 0, 0.5 and 1 stay about where they are.

    >>> tempered([0.5, 0.9, 0.99], 2.0).round(2).tolist()
    [0.5, 0.75, 0.91]
    """
    sure = np.clip(np.asarray(confidence, np.float64), CERTAIN, 1 - CERTAIN)
    odds = (sure / (1 - sure)) ** (1 / temperature)
    return np.asarray(odds / (1 + odds), np.float32)
