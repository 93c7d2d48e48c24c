"""Which letters of a page that was read are doubtful, and why."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from worker.vision.lattice import Flags
from worker.vision.letters import Letters

ODD_SIZE = 0.36
"""How much higher or lower than all others a rare letter of the page may be, as a logarithm."""
ODD_OF_KIND, LEAST_SAME = 0.15, 4
"""The same for letters of one kind, where there are so many: an `i` that lost its dot is a low `l`."""
Whys = npt.NDArray[np.object_]


def _amid(found: Flags) -> Flags:
    """Cells with letters on all four sides: a hole of one cell is none."""
    wide = np.pad(found, 1)
    return np.asarray(wide[1:-1, :-2] & wide[1:-1, 2:] & wide[:-2, 1:-1] & wide[2:, 1:-1])


def page_doubts(letters: Letters, threshold: float) -> Whys:
    """(rows, cols): why a cell is doubtful, or None."""
    whys = np.full(letters.texts.shape, None, object)
    odd = _odd_sizes(letters)
    for cell in zip(*np.nonzero(letters.found), strict=True):
        if letters.confidence[cell] < threshold:
            whys[cell] = f"could be {letters.texts[cell]} or {letters.runner_up[cell]}"
        elif odd[cell]:
            whys[cell] = "not of the size of the other letters"
    whys[~letters.found & _amid(letters.found)] = "nothing is there, but between letters"
    whys[letters.inked & ~letters.found] = "something is there, but no letter could be read"
    return whys


def _odd_sizes(letters: Letters) -> Flags:
    """Letters much higher or lower than the page's others of their kind, or than any kind, where few are."""
    found = letters.found
    heights = np.log(letters.height + 1e-3)
    odd, rare = np.zeros(found.shape, bool), found.copy()
    typical = [float(np.median(heights[found]))] if found.any() else []
    for text in np.unique(letters.texts[found]).tolist():
        same = letters.texts == text
        if same.sum() >= LEAST_SAME:
            typical.append(float(np.median(heights[same])))
            odd |= same & (np.abs(heights - typical[-1]) > ODD_OF_KIND)
            rare &= ~same
    beyond = (heights < min(typical, default=0) - ODD_SIZE) | (heights > max(typical, default=0) + ODD_SIZE)
    return np.asarray(odd | (rare & beyond))
