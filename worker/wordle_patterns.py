"""The matrix of all feedback, kept in the cache directory and mapped from there: 30 MB for the game's lists.

The file is NumPy's own format, `wordle-<digest of the words>.npy`. Where it cannot be kept, the matrix is
made in memory, which takes some 50 ms.
"""

from __future__ import annotations

import hashlib
import logging
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from worker import kernels
from worker.whole_files import write_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from worker.solvers.wordle_words import WordleWords

log = logging.getLogger(__name__)

_FORMAT: Final = 1


def open_patterns(words: WordleWords, cache_dir: Path) -> NDArray[Any]:
    """The feedback of every allowed word for every listed answer: (allowed, answers), read-only."""
    import numpy as np

    kernels.use_cache(cache_dir)
    path = cache_dir / f"wordle-{_digest(words)}-v{_FORMAT}.npy"
    mapped = _mapped(path, (len(words), len(words.answers)))
    if mapped is not None:
        return mapped
    from worker.kernels.patterns import pattern_matrix

    matrix = pattern_matrix(words.codes, words.codes[words.answers])
    header = BytesIO()
    np.lib.format.write_array_header_1_0(header, np.lib.format.header_data_from_array_1_0(matrix))
    try:
        write_whole(path, header.getvalue(), matrix.data)
    except OSError as error:
        log.warning("feedback stays in memory, %s cannot hold it: %s", cache_dir, error)
    matrix.flags.writeable = False
    return matrix


def _mapped(path: Path, shape: tuple[int, int]) -> NDArray[Any] | None:
    import numpy as np

    try:
        matrix: NDArray[Any] = np.load(path, mmap_mode="r")
    except (OSError, ValueError, EOFError):
        return None
    return matrix if matrix.shape == shape else None


def _digest(words: WordleWords) -> str:
    """Of the allowed words and of which of them are answers."""
    digest = hashlib.sha256("\n".join(words.allowed).encode())
    digest.update(b"\0" + words.answers.tobytes())
    return digest.hexdigest()[:16]
