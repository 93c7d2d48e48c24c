"""Capitals or small letters, told from probabilities of shapes."""

from __future__ import annotations

import numpy as np

from worker.vision.candidates import Floats
from worker.vision.glyphs import CLASSES, Case

_UPPER = np.array([shape.isupper() or shape == "Qu" for shape in CLASSES])
_LOWER = np.array([shape.islower() for shape in CLASSES])


def case_of(shapes: Floats) -> Case:
    """One board has one case: the one under which all its glyphs together are likelier."""
    upper = np.log(shapes[:, _UPPER].sum(axis=1) + 1e-3).sum()
    lower = np.log(shapes[:, _LOWER].sum(axis=1) + 1e-3).sum()
    return Case.UPPER if upper >= lower else Case.LOWER


def letter_share(shapes: Floats) -> Floats:
    """(n,): the probability that lies on letters, neither digits nor scrap."""
    return np.asarray(shapes[:, _UPPER | _LOWER].sum(axis=1))
