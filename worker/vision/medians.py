"""Medians of few values, of which a picture takes hundreds."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def median(values: npt.NDArray[Any]) -> float:
    """The same as `np.median` of at least one value, none of them NaN; that takes ten times as long."""
    return float(medians(values.reshape(-1)))


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
