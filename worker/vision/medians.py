"""Medians and percentiles of few values, of which a picture takes hundreds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt


def median(values: npt.NDArray[Any]) -> float:
    """The same as `np.median` of at least one value, none of them NaN; that takes ten times as long."""
    return float(medians(values.reshape(-1)))


def percentiles(values: npt.NDArray[Any], *shares: float) -> list[float]:
    """The same as `np.percentile` of values of any shape, at shares in percent."""
    places = [share / 100 * (values.size - 1) for share in shares]
    needed = sorted({whole for place in places for whole in (math.floor(place), math.ceil(place))})
    ordered = values.flatten()
    ordered.partition(needed)
    return [_between(ordered, place) for place in places]


def _between(ordered: npt.NDArray[Any], place: float) -> float:
    low = math.floor(place)
    before, after = float(ordered[low]), float(ordered[math.ceil(place)])
    return before + (after - before) * (place - low)


def medians(values: npt.NDArray[Any], axis: int = 0) -> npt.NDArray[np.floating]:
    """The same along one axis: as `np.median`, in floats of the values' own kind where they have one."""
    count = values.shape[axis]
    half = count // 2
    ordered = values.copy()
    ordered.partition(half if count % 2 else (half - 1, half), axis=axis)
    before = (slice(None),) * (axis % values.ndim)
    upper = ordered[(*before, half)]
    if values.dtype.kind != "f":
        upper = upper.astype(np.float64)
    return np.asarray(upper if count % 2 else (ordered[(*before, half - 1)] + upper) / 2)
