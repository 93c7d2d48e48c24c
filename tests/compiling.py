"""The kernels' machine code that all tests share, kept from run to run: compiling takes a minute.

python -m tests.compiling
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from worker import kernels

_CHECKOUT = Path(__file__).parents[1]
kernels.use_cache(_CHECKOUT / ".pytest_cache")

GAMES_OF_LETTERS, OTHER_GAMES = ("wordhunt", "wordsearch"), ("wordle", "trees", "levels")
"""Those with large kernels in common, which one process compiles one after the other, and those without."""
_COMPILE = """
import sys
from pathlib import Path
from worker.context import TaskContext
from worker.warming import Warmth
cache, *games = sys.argv[1:]
warmth = Warmth(TaskContext(Path(cache), Path(cache)))
for game in games:
    if not warmth.is_compiled(game):
        warmth.learn(game)
"""


def link_compiled(cache: Path) -> None:
    """Have a cache directory share the machine code that is kept from run to run."""
    compiled = kernels.cache_directory()
    (cache / compiled.name).symlink_to(compiled)


def compile_kernels() -> None:
    """Compile what is not compiled yet, side by side; servers that share the machine code start with it."""
    with ThreadPoolExecutor() as processes:
        list(processes.map(_compile, (GAMES_OF_LETTERS, OTHER_GAMES)))


def _compile(games: Sequence[str]) -> None:
    """Compile games in a process of their own, with a word graph that goes again."""
    with tempfile.TemporaryDirectory() as cache:
        link_compiled(Path(cache))
        subprocess.run([sys.executable, "-c", _COMPILE, cache, *games], check=True, cwd=_CHECKOUT)


if __name__ == "__main__":
    compile_kernels()
