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
    """The temperature of a board on which all is sure, and how much it rises with the mean doubt."""

    least: float
    rise: float

    def at(self, confidence: Floats) -> float:
        """The temperature for a board with letters of these confidences."""
        doubt = float(1 - confidence.mean()) if confidence.size else 0.0
        return min(self.least + self.rise * doubt, HOTTEST)


HOTTEST = 6.0
"""However worn a board is."""
HEATS: dict[Reading, Heat] = {
    Reading.BOARD: Heat(1.0, 15),
    Reading.DICE: Heat(1.0, 20),
    Reading.PAGE: Heat(1.0, 160),
    Reading.WORDLE: Heat(1.0, 0),
    Reading.WHEEL: Heat(1.0, 20),
}
"""Printed by `python -m tests.calibration`, for the letter network in `worker/vision/data`."""
CERTAIN = 1e-6
"""Nothing is surer than one in a million."""


def calibrated(reading: Reading, confidence: Floats) -> Floats:
    """Confidences of a board's cells as shares of letters that are right; 0 where no letter was read."""
    read = confidence > 0
    temperature = HEATS[reading].at(confidence[read])
    return np.asarray(np.where(read, tempered(confidence, temperature), 0), np.float32)


def tempered(confidence: npt.ArrayLike, temperature: float) -> Floats:
    """Confidences with their log-odds divided by a temperature; 0, 0.5 and 1 stay about where they are.

    >>> tempered([0.5, 0.9, 0.99], 2.0).round(2).tolist()
    [0.5, 0.75, 0.91]
    """
    sure = np.clip(np.asarray(confidence, np.float64), CERTAIN, 1 - CERTAIN)
    odds = (sure / (1 - sure)) ** (1 / temperature)
    return np.asarray(odds / (1 + odds), np.float32)
