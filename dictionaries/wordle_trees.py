"""Decision trees for the game Wordle, made before: what to guess first, and after each feedback."""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from dictionaries.language import DATA_DIR

MODES: Final = ("easy", "hard")


def tree_file(mode: str) -> Path:
    return DATA_DIR / "wordle" / f"tree-{mode}.xz"


@cache
def wordle_tree(mode: str) -> Mapping[str, Any] | None:
    """The tree for easy or hard mode, None for other modes; 10 ms.

    A node is `{"guess": "tarse", "next": {"bbgyb": node, ...}}`; without `next` it is the last guess. It
    finds every answer of `wordle_game()` within six guesses, with the fewest guesses in total that this
    start allows.
    """
    if mode not in MODES:
        return None
    tree: Mapping[str, Any] = json.loads(lzma.decompress(tree_file(mode).read_bytes()))
    return tree
