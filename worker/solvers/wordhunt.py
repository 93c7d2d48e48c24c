"""Word Hunt: every word on a board, once, with its best path.

The best path is the one with the shortest drag from centre to centre (a diagonal step is longer than one to
the side); among equals the one whose cells come first in lexicographic order. With `all_paths` a word lists
all of them, the best first, the others in lexicographic order.

A letter that the dictionary's alphabet lacks lies on no path, as a hole does. Boards with tiles that only
begin or end words are few and small: Python solves them, whatever the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from worker import kernels
from worker.errors import BadOption, GridTooLarge
from worker.lexicon import Lexicon
from worker.model import FoundWord, Grid, Path, Point
from worker.solvers.wordhunt_options import (
    BOGGLE_POINTS,
    POINT_TABLES,
    WORDHUNT_POINTS,
    Order,
    PointTable,
    WordHuntOptions,
    centre_text,
)
from worker.solvers.wordhunt_python import BoardWalk, Found, OutOfBudget, drag_length
from worker.solvers.wordhunt_tiles import AffixRules, Tile, has_affixes, tiles_of

if TYPE_CHECKING:
    from worker.kernels.answer import Answer

__all__ = [
    "BOGGLE_POINTS",
    "POINT_TABLES",
    "WORDHUNT_POINTS",
    "Engine",
    "Order",
    "PointTable",
    "Solution",
    "WordHuntOptions",
    "WordsJson",
    "solve",
    "solve_each_json",
    "solve_json",
    "solve_many_json",
]

Engine = Literal["numba", "python", "auto"]
"""`auto` is Numba where the process has it loaded, or where Python would take seconds; else Python."""

PATIENCE: Final = 1_000_000
"""Paths that Python tries, about a second's, before `auto` loads Numba (2 s); a 4 x 4 board takes about
500."""
MOST_PATHS: Final = 100_000_000
"""Paths that Python tries when it is asked for by name. The kernels' budget is `MAX_STATES`."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The words as the options want them; the counts are of every word found, also beyond the limit."""

    words: tuple[FoundWord, ...]
    word_count: int
    total_points: int


@dataclass(frozen=True, slots=True)
class WordsJson:
    """A solution whose words are the bytes of a JSON array of objects: word, points, path, centres, paths."""

    words: bytes
    word_count: int
    total_points: int


def solve(
    grid: Grid, lexicon: Lexicon, options: WordHuntOptions | None = None, *, engine: Engine = "auto"
) -> Solution:
    """Every word on the board.

    Raises:
        GridTooLarge: more paths than can be searched, as with dozens of wildcards.
    """
    options = options or WordHuntOptions()
    tiles = tiles_of([grid], lexicon)[0]
    if _by_kernel(grid, engine):
        return _solve_numba(grid, tiles, lexicon, options)
    try:
        budget = PATIENCE if engine == "auto" and not has_affixes(grid) else MOST_PATHS
        return _solve_python(grid, tiles, lexicon, options, budget)
    except OutOfBudget:
        if engine == "auto" and not has_affixes(grid):
            return _solve_numba(grid, tiles, lexicon, options)
        raise _too_many_paths(grid) from None


def solve_json(
    grid: Grid,
    lexicon: Lexicon,
    options: WordHuntOptions | None = None,
    *,
    centres: Sequence[Point] | None = None,
    engine: Engine = "auto",
) -> WordsJson:
    """As `solve`, with the words as JSON; `centres` holds each cell's, to be given with every path. Raises as
    `solve`."""
    options = options or WordHuntOptions()
    if centres is not None and len(centres) != len(grid.tiles):
        raise BadOption(f"{len(centres)} centres for {len(grid.tiles)} cells.", option="centres")
    if _by_kernel(grid, engine):
        return _numba_json([grid], lexicon, options, centres)[0]
    solution = solve(grid, lexicon, options, engine=engine)
    texts = None if centres is None else [centre_text(centre).decode() for centre in centres]
    words = ",".join(_word_json(word, texts, options) for word in solution.words)
    return WordsJson(f"[{words}]".encode(), solution.word_count, solution.total_points)


def solve_many_json(
    grids: Sequence[Grid], lexicon: Lexicon, options: WordHuntOptions | None = None
) -> list[WordsJson]:
    """As `solve_json` for each of the boards, of any shapes, in one call of the kernel. Raises as `solve`."""
    if any(map(has_affixes, grids)):
        return [solve_json(grid, lexicon, options, engine="numba") for grid in grids]
    return _numba_json(grids, lexicon, options or WordHuntOptions(), None) if grids else []


def solve_each_json(
    grids: Sequence[Grid], lexicon: Lexicon, options: WordHuntOptions | None = None
) -> list[WordsJson | GridTooLarge]:
    """As `solve_many_json`, with an error in the place of each board that cannot be searched."""
    try:
        return [*solve_many_json(grids, lexicon, options)]
    except GridTooLarge:
        return [_json_or_error(grid, lexicon, options) for grid in grids]


def _json_or_error(grid: Grid, lexicon: Lexicon, options: WordHuntOptions | None) -> WordsJson | GridTooLarge:
    try:
        return solve_json(grid, lexicon, options, engine="numba")
    except GridTooLarge as error:
        return error


def _by_kernel(grid: Grid, engine: Engine) -> bool:
    wanted = engine == "numba" or (engine == "auto" and kernels.is_loaded())
    return wanted and not has_affixes(grid)


def _too_many_paths(grid: Grid) -> GridTooLarge:
    return GridTooLarge(
        f"This {grid.rows} x {grid.cols} board has too many paths that spell the beginning of a word.",
        hint="Use fewer wildcards, a smaller board or a maximum length.",
    )


def _solve_python(
    grid: Grid, tiles: Sequence[Tile], lexicon: Lexicon, options: WordHuntOptions, budget: int
) -> Solution:
    longest = min(lexicon.max_length, options.max_length or lexicon.max_length)
    lengths = range(options.min_length, longest + 1)
    rules = AffixRules.of(grid)
    walk = BoardWalk(tiles, grid.cols, lexicon, lengths=lengths, budget=budget, rules=rules)
    found = list(walk.words())
    points = {length: options.points.of(length) for length in lengths}
    in_order = options.lengths_in_order(lexicon.max_length)
    if in_order is not None:
        rank = {length: place for place, length in enumerate(in_order)}
        found.sort(key=lambda item: rank[len(item.word)])  # stable: the alphabet decides among equals
    words = tuple(
        _found_word(item, points[len(item.word)], grid.cols, options.all_paths)
        for item in found[: options.limit]
    )
    return Solution(words, len(found), sum(points[len(item.word)] for item in found))


def _found_word(found: Found, points: int, cols: int, all_paths: bool) -> FoundWord:
    best = min(found.paths, key=lambda path: drag_length(path, cols))
    others = (path for path in found.paths if path != best)
    return FoundWord(found.word, points, best, (best, *others) if all_paths else ())


def _word_json(found: FoundWord, centres: Sequence[str] | None, options: WordHuntOptions) -> str:
    text = f'{{"word":"{found.word}","points":{found.points},"path":{_list_json(found.path)}'
    if centres is not None:
        text += f',"centres":{_list_json(centres[cell] for cell in found.path)}'
    if options.all_paths:
        text += f',"paths":{_list_json(map(_list_json, found.paths))}'
    return text + "}"


def _list_json(items: Iterable[object]) -> str:
    return f"[{','.join(map(str, items))}]"


def _solve_numba(grid: Grid, tiles: Sequence[Tile], lexicon: Lexicon, options: WordHuntOptions) -> Solution:
    import numpy as np

    from worker.kernels import paths
    from worker.solvers import wordhunt_numba as convert

    totals, word_first = np.zeros((1, 2), np.int64), np.zeros(2, np.int64)
    boards, rules = convert.boards_of([grid], [tiles]), convert.rules_of(options, lexicon.max_length)
    answered, answer = paths.find_words(convert.graph_of(lexicon), boards, rules, totals, word_first)
    if answered < 1:
        raise _too_many_paths(grid)
    words = tuple(_answer_words(answer, int(word_first[1]), lexicon, options))
    return Solution(words, int(totals[0, 0]), int(totals[0, 1]))


def _answer_words(
    answer: Answer, count: int, lexicon: Lexicon, options: WordHuntOptions
) -> Iterable[FoundWord]:
    letter_first = answer.letter_first[: count + 1].tolist()
    path_first = answer.path_first[: count + 1].tolist()
    cell_first = answer.cell_first[: path_first[-1] + 1].tolist()
    spelled, cells = answer.letters[: letter_first[-1]].tolist(), answer.cells[: cell_first[-1]].tolist()
    for word in range(count):
        letters = spelled[letter_first[word] : letter_first[word + 1]]
        paths: list[Path] = [
            tuple(cells[cell_first[path] : cell_first[path + 1]])
            for path in range(path_first[word], path_first[word + 1])
        ]
        text = "".join(map(lexicon.alphabet.__getitem__, letters))
        points = options.points.of(len(letters))
        yield FoundWord(text, points, paths[0], tuple(paths) if options.all_paths else ())


def _numba_json(
    grids: Sequence[Grid],
    lexicon: Lexicon,
    options: WordHuntOptions,
    centres: Sequence[Point] | None,
) -> list[WordsJson]:
    import numpy as np

    from worker.kernels import paths
    from worker.solvers import wordhunt_numba as convert

    boards = convert.boards_of(grids, tiles_of(grids, lexicon))
    texts = convert.texts_of(lexicon, options.points, max(len(grid.tiles) for grid in grids), centres)
    totals, byte_first = np.zeros((len(grids), 2), np.int64), np.zeros(len(grids) + 1, np.int64)
    rules = convert.rules_of(options, lexicon.max_length)
    answered, out = paths.find_words_json(convert.graph_of(lexicon), boards, rules, texts, totals, byte_first)
    if answered < len(grids):
        raise _too_many_paths(grids[answered])
    text, ends = out[: byte_first[-1]].tobytes(), byte_first.tolist()
    return [
        WordsJson(text[start:end], words, points)
        for start, end, (words, points) in zip(ends, ends[1:], totals.tolist(), strict=False)
    ]
