"""What a process loads before it takes jobs, and the kernels of each game.

Pictures are read, and single Word Hunt boards solved, without kernels. Those of all games take a minute to
compile, once on a machine, and a second to load. A game is compiled by one process at a time, and a file
beside its machine code says when that is done.
"""

from __future__ import annotations

import fcntl
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from worker import kernels, levels_task, wordle_proving, wordle_task, wordsearch_task
from worker.context import TaskContext
from worker.model import Grid, Point
from worker.wire import JsonObject, Task
from worker.word_lists import find_dictionary, open_list

if TYPE_CHECKING:
    from dictionaries import Dictionary, TravelledList
    from worker.lexicon import Lexicon

_LARGE_BLOCK: Final = 24 << 20
_TREES: Final = "trees"


def warm(context: TaskContext) -> None:
    """Load all that tasks need, compiled first where it never was."""
    warmth = Warmth(context)
    warmth.load()
    for game in GAMES:
        warmth.learn(game)


class Warmth:
    """What this process has loaded; its copies have it, too."""

    def __init__(self, context: TaskContext) -> None:
        self._context = context
        self._loaded: set[str] = set()

    def load(self) -> None:
        """Load what every game needs, and check the English word graph, which is built where it is missing.

        Neither this nor `learn` starts a thread, so that the process can be forked afterwards.
        """
        from worker.lexicon import open_lexicon
        from worker.vision.glyphs import default_reader

        _keep_freed_memory()
        english = find_dictionary("en", self._context.data_dir)
        open_lexicon(english, self._context.cache_dir, verify=True)
        _english(self._context)
        import_module("worker.solvers.wordhunt")
        import_module("worker.vision.read")
        default_reader()

    def lacking(self, task: Task, request: JsonObject) -> str | None:
        """The game that has to be learnt before this process can do a task."""
        game = _game_of(task)
        if game is None or game in self._loaded:
            return None
        can_do_without = task is Task.WORDHUNT_SOLVE and not request.get("grids")
        return None if can_do_without and not self.is_compiled(game) else game

    def learn(self, game: str) -> None:
        """Load a game's kernels; where they have to be compiled, wait while another process does so."""
        if game in self._loaded:
            return
        with nullcontext() if self.is_compiled(game) else self._compiling(game):
            GAMES[game](self._context)
        self._loaded.add(game)

    def is_compiled(self, game: str) -> bool:
        """Whether a game's kernels are on this machine."""
        try:
            return self._mark(game).read_text() == _compiler()
        except OSError:
            return False

    @contextmanager
    def _compiling(self, game: str) -> Iterator[None]:
        with self._mark(game).open("ab", buffering=0) as mark:
            fcntl.flock(mark, fcntl.LOCK_EX)
            yield
            with suppress(OSError):  # without space it is compiled again, by whoever needs it
                mark.truncate(0)
                mark.write(_compiler().encode())

    def _mark(self, game: str) -> Path:
        return _machine_code(self._context.cache_dir) / f"{game}.compiled"


@cache
def _machine_code(cache_dir: Path) -> Path:
    kernels.use_cache(cache_dir)
    return kernels.cache_directory()


@cache
def _compiler() -> str:
    """By and for what machine code is made: Numba ignores that of other versions, processors or places."""
    from llvmlite import binding

    processor = f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    return f"numba {version('numba')}, Python {sys.version}, {processor}, {kernels.__file__}"


def _load_wordhunt(context: TaskContext) -> None:
    from worker.solvers.wordhunt import solve_json

    _, lexicon = _english(context)
    for centres in (None, [Point(0, 0)]):
        solve_json(Grid.parse("A"), lexicon, centres=centres, engine="numba")


def _load_wordsearch(context: TaskContext) -> None:
    wordsearch_task.warm(*_english(context))


def _english(context: TaskContext) -> tuple[Dictionary | TravelledList, Lexicon]:
    return open_list(find_dictionary("en", context.data_dir).sha256, context)


GAMES: Final[Mapping[str, Callable[[TaskContext], None]]] = {
    "wordhunt": _load_wordhunt,
    "wordle": wordle_task.warm,
    "wordsearch": _load_wordsearch,
    "levels": levels_task.warm,
    _TREES: wordle_proving.warm,
}
"""How each game's kernels are loaded, in the order in which they are compiled. The best trees of Wordle have
kernels of their own, which few ask for."""


def _game_of(task: Task) -> str | None:
    if task in (Task.WORDLE_TREE, Task.WORDLE_TREE_PART, Task.WORDLE_TREE_JOIN):
        return _TREES
    game = task.value.partition(".")[0]
    return game if game in GAMES else None


def _keep_freed_memory() -> None:
    """Have the allocator keep what pictures need for the next one.

    glibc gives each block over 128 kB back to the system when it is freed, until a larger one has been: its
    pages would be made anew for each picture, which takes 3 ms of a screenshot's 25.
    """
    bytearray(_LARGE_BLOCK)
