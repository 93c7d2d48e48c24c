from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import wordhunt as reference
from tests.selection import examples
from tests.word_lists import ENGLISH, SPANISH, enable, lexicon_of
from worker import kernels
from worker.errors import BadOption, GridTooLarge
from worker.lexicon import Lexicon, open_lexicon
from worker.model import FoundWord, Grid, Point
from worker.solvers import wordhunt
from worker.solvers.wordhunt import (
    BOGGLE_POINTS,
    WORDHUNT_POINTS,
    Engine,
    Order,
    PointTable,
    WordHuntOptions,
    solve,
    solve_each_json,
    solve_json,
    solve_many_json,
)

ENGINES: list[Engine] = ["python", "numba"]
WORDS = ["cat", "cats", "act", "tac", "at", "quiet", "quit", "sat", "taco", "tacos", "scat", "cast"]

# Small alphabets make words that overlap, repeat letters and have many paths.
words = st.sets(st.text("abcq", min_size=1, max_size=6), min_size=1, max_size=40)
tiles = st.sampled_from(["A", "B", "C", "Q", "", "?", "Ab", "Qu", "Cab", "Ab-", "C-", "-B", "-Ca"])
plain_tiles = st.sampled_from(["A", "B", "C", "Q", ""])


@st.composite
def boards(draw: st.DrawFn, most_cells: int = 12, tile: st.SearchStrategy[str] = tiles) -> Grid:
    rows = draw(st.integers(1, 5))
    cols = draw(st.integers(1, max(1, most_cells // rows)))
    return Grid(rows, cols, tuple(draw(st.lists(tile, min_size=rows * cols, max_size=rows * cols))))


@st.composite
def options(draw: st.DrawFn) -> WordHuntOptions:
    low = draw(st.integers(1, 4))
    return WordHuntOptions(
        min_length=low,
        max_length=draw(st.none() | st.integers(low, 7)),
        points=draw(
            st.sampled_from([WORDHUNT_POINTS, BOGGLE_POINTS, PointTable((5, 5, 9, 1, 9, -2), step=1)])
        ),
        order=draw(st.sampled_from(Order)),
        limit=draw(st.none() | st.integers(0, 6)),
        all_paths=draw(st.booleans()),
    )


def expected(grid: Grid, listed: set[str], wanted: WordHuntOptions) -> wordhunt.Solution:
    """What the slow reference makes of it."""
    alphabet = "abcqu"
    found = reference.all_paths(
        grid, listed, alphabet, min_length=wanted.min_length, max_length=wanted.max_length
    )
    in_order = reference.in_order(found, alphabet, wanted.points.of, wanted.order.value)
    solved = []
    for word in in_order[: wanted.limit]:
        best = reference.best_path(found[word], grid.cols)
        every = (best, *(path for path in found[word] if path != best)) if wanted.all_paths else ()
        solved.append(FoundWord(word, wanted.points.of(len(word)), best, every))
    return wordhunt.Solution(tuple(solved), len(found), sum(wanted.points.of(len(word)) for word in found))


@pytest.mark.parametrize("engine", ENGINES)
@settings(deadline=None, max_examples=examples(60))
@given(grid=boards(), listed=words, wanted=options())
def test_equals_the_slow_reference(
    engine: Engine, grid: Grid, listed: set[str], wanted: WordHuntOptions
) -> None:
    assert solve(grid, lexicon_of(listed, "abcqu"), wanted, engine=engine) == expected(grid, listed, wanted)


@settings(deadline=None, max_examples=examples(25))
@given(
    grid=st.integers(9, 12).flatmap(
        lambda side: st.lists(plain_tiles, min_size=side * 8, max_size=side * 8).map(
            lambda drawn: Grid(8, side, tuple(drawn))
        )
    ),
    listed=words,
    wanted=options(),
)
def test_boards_of_more_than_64_letters_equal_the_slow_reference(
    grid: Grid, listed: set[str], wanted: WordHuntOptions
) -> None:
    lexicon = lexicon_of(listed, "abcqu")
    assert solve(grid, lexicon, wanted, engine="numba") == expected(grid, listed, wanted)


@settings(deadline=None, max_examples=examples(20))
@given(
    tile_list=st.lists(st.sampled_from(["A", "B", "?", "Abc", ""]), min_size=75, max_size=75),
    listed=words,
    wanted=options(),
)
def test_wide_boards_with_long_tiles_and_wildcards_are_the_same_in_both_engines(
    tile_list: list[str], listed: set[str], wanted: WordHuntOptions
) -> None:
    grid, lexicon = Grid(5, 15, tuple(tile_list)), lexicon_of(listed, "abcqu")
    assert solve(grid, lexicon, wanted, engine="numba") == solve(grid, lexicon, wanted, engine="python")


@settings(deadline=None, max_examples=examples(40))
@given(grid=boards(), listed=words, wanted=options(), with_centres=st.booleans())
def test_json_says_what_solve_says(
    grid: Grid, listed: set[str], wanted: WordHuntOptions, with_centres: bool
) -> None:
    lexicon = lexicon_of(listed, "abcqu")
    centres = (
        [Point(cell * 10.25, 1000 - cell / 3) for cell in range(len(grid.tiles))] if with_centres else None
    )
    by_kernel = solve_json(grid, lexicon, wanted, centres=centres, engine="numba")
    assert by_kernel == solve_json(grid, lexicon, wanted, centres=centres, engine="python")
    solution = solve(grid, lexicon, wanted, engine="python")
    parsed = json.loads(by_kernel.words)
    assert [(item["word"], item["points"], tuple(item["path"])) for item in parsed] == [
        (found.word, found.points, found.path) for found in solution.words
    ]
    if centres:
        assert all(
            item["centres"]
            == [[round(x, 1), round(y, 1)] for x, y in (centres[cell] for cell in item["path"])]
            for item in parsed
        )
    if wanted.all_paths:
        assert [tuple(map(tuple, item["paths"])) for item in parsed] == [
            found.paths for found in solution.words
        ]
    assert (by_kernel.word_count, by_kernel.total_points) == (solution.word_count, solution.total_points)


@settings(deadline=None, max_examples=examples(25))
@given(st.lists(boards(), max_size=6), words, options())
def test_many_boards_at_once(grids: list[Grid], listed: set[str], wanted: WordHuntOptions) -> None:
    lexicon = lexicon_of(listed, "abcqu")
    assert solve_many_json(grids, lexicon, wanted) == [
        solve_json(grid, lexicon, wanted, engine="python") for grid in grids
    ]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@settings(deadline=None, max_examples=examples(30))
@given(grid=boards(tile=st.sampled_from(["E", "S", "T", "A", "R", "N", "I", "Qu", "?", ""])))
def test_paths_are_connected_and_spell_their_words(engine: Engine, english: Lexicon, grid: Grid) -> None:
    solution = solve(grid, english, WordHuntOptions(all_paths=True, max_length=5), engine=engine)
    assert len({found.word for found in solution.words}) == solution.word_count
    for found in solution.words:
        assert found.word in english
        assert found.path == found.paths[0]
        assert len(set(found.paths)) == len(found.paths)
        for path in found.paths:
            assert_is_drawn(path, found.word, grid)


def assert_is_drawn(path: tuple[int, ...], word: str, grid: Grid) -> None:
    assert len(set(path)) == len(path)
    for a, b in pairwise(path):
        assert max(abs(a // grid.cols - b // grid.cols), abs(a % grid.cols - b % grid.cols)) == 1
    spelled = 0
    for tile in (grid.tiles[cell].lower() for cell in path):
        assert tile == "?" or word.startswith(tile, spelled)
        spelled += len(tile)
    assert spelled == len(word)


@pytest.fixture(scope="session")
def english(shared_data: Path, lexicon_cache: Path) -> Lexicon:
    return open_lexicon(enable(shared_data), lexicon_cache)


# 3 x 4 and 4 x 3: cell = row * cols + col
#     C A T .          C O S
#     O S Qu I         A S .
#     . T E T          T Qu I
#                      . E T
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("rows", "paths"),
    [
        (
            "CAT./OS[Qu]I/.TET",
            {"cat": (0, 1, 2), "quiet": (6, 7, 10, 9), "cats": (0, 1, 2, 5), "quit": (6, 7, 11)},
        ),
        (
            "COS/AS./T[Qu]I/.ET",
            {"cat": (0, 3, 6), "quiet": (7, 8, 10, 11), "cast": (0, 3, 4, 6), "quit": (7, 8, 11)},
        ),
    ],
)
def test_boards_that_are_not_square(engine: Engine, rows: str, paths: dict[str, tuple[int, ...]]) -> None:
    solution = solve(Grid.parse(rows), lexicon_of(WORDS), engine=engine)
    found = {item.word: item.path for item in solution.words}
    assert {word: found.get(word) for word in paths} == paths


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("board", "path"),
    [
        ("AB/BB", (0, 1)),  # straight on, and the lower cell of two
        ("BA/BB", (1, 0)),
        ("B./.A", (3, 0)),  # a diagonal when there is nothing else
        ("BBB/B.A/BBB", (5, 2)),
    ],
)
def test_best_path_is_the_shortest_to_drag(engine: Engine, board: str, path: tuple[int, ...]) -> None:
    (found,) = solve(
        Grid.parse(board), lexicon_of(["ab"]), WordHuntOptions(min_length=2), engine=engine
    ).words
    assert found.path == path


@pytest.mark.parametrize("engine", ENGINES)
def test_letters_of_a_tile_count_each(engine: Engine) -> None:
    (found,) = solve(Grid.parse("[Qu]IT"), lexicon_of(["quit"]), engine=engine).words
    assert (found.points, found.path) == (400, (0, 1, 2))


@pytest.mark.parametrize("engine", ENGINES)
def test_no_word_ends_within_a_tile(engine: Engine) -> None:
    solution = solve(Grid.parse("CA[Ts]"), lexicon_of(["cat", "cats"]), engine=engine)
    assert [found.word for found in solution.words] == ["cats"]


@pytest.mark.parametrize("engine", ENGINES)
def test_words_only_begin_with_a_prefix_and_only_end_with_a_suffix(engine: Engine) -> None:
    lexicon = lexicon_of(["overt", "covert", "over", "acting", "actings"])
    begins = solve(Grid.parse("C[Over-]T"), lexicon, engine=engine)
    ends = solve(Grid.parse("ACT[-ing]S"), lexicon, engine=engine)
    assert [found.word for found in begins.words] == ["overt", "over"]
    assert [found.word for found in ends.words] == ["acting"]


@pytest.mark.parametrize("engine", ENGINES)
def test_letters_outside_the_alphabet(engine: Engine) -> None:
    grid = Grid.parse("AÑO/ЯUÉ")
    spanish = solve(grid, lexicon_of(["año", "ano"], SPANISH), engine=engine)
    english = solve(grid, lexicon_of(["ano", "one"], ENGLISH), engine=engine)
    assert [found.word for found in spanish.words] == ["año"]
    assert [found.word for found in english.words] == ["ano", "one"]


@pytest.mark.parametrize("engine", ENGINES)
def test_json_of_letters_beyond_ascii(engine: Engine) -> None:
    answer = solve_json(Grid.parse("AÑO"), lexicon_of(["año"], SPANISH), engine=engine)
    assert answer.words.decode() == '[{"word":"año","points":100,"path":[0,1,2]}]'


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("listed", [[], ["zebra"]])
def test_boards_without_words(engine: Engine, listed: list[str]) -> None:
    lexicon = lexicon_of(listed)
    assert solve(Grid.parse("AB/CD"), lexicon, engine=engine) == wordhunt.Solution((), 0, 0)
    assert solve_json(Grid.parse("../.."), lexicon, engine=engine) == wordhunt.WordsJson(b"[]", 0, 0)


@pytest.mark.parametrize(
    ("table", "points"),
    [
        (WORDHUNT_POINTS, [0, 0, 100, 400, 800, 1400, 1800, 2200, 2600, 3000]),
        (BOGGLE_POINTS, [0, 0, 1, 1, 2, 3, 5, 11, 11, 11]),
        (PointTable((7,), step=2), [7, 9, 11, 13, 15, 17, 19, 21, 23, 25]),
    ],
)
def test_points(table: PointTable, points: list[int]) -> None:
    assert [table.of(length) for length in range(1, 11)] == points


@pytest.mark.parametrize(
    "wrong",
    [{"min_length": 0}, {"min_length": 4, "max_length": 3}, {"limit": -1}],
)
def test_options_out_of_range(wrong: dict[str, int]) -> None:
    with pytest.raises(BadOption):
        WordHuntOptions(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("centres", [[], [Point(0, 0)], [Point(1e12, 0), Point(0, 0)]])
def test_centres_must_fit(centres: list[Point]) -> None:
    with pytest.raises(BadOption):
        solve_json(Grid.parse("AB"), lexicon_of(["ab"]), centres=centres, engine="numba")


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_hopeless_boards_are_refused(
    engine: Engine, english: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wordhunt, "MOST_PATHS", 50_000)
    for grid in (Grid(4, 4, ("?",) * 16), Grid(50, 50, ("?",) * 2500)):
        with pytest.raises(GridTooLarge, match="too many paths"):
            solve(grid, english, engine=engine)


def test_a_hopeless_board_among_others_is_named(english: Lexicon) -> None:
    grids = [Grid.parse("CAT"), Grid(5, 7, ("?",) * 35), Grid.parse("CAT")]
    with pytest.raises(GridTooLarge, match="5 x 7"):
        solve_many_json(grids, english)


def test_a_hopeless_board_leaves_the_others_their_answers(english: Lexicon) -> None:
    cat = solve_json(Grid.parse("CAT"), english)
    before, hopeless, after = solve_each_json(
        [Grid.parse("CAT"), Grid(5, 7, ("?",) * 35), Grid.parse("CAT")], english
    )
    assert before == after == cat
    assert isinstance(hopeless, GridTooLarge) and "5 x 7" in hopeless.message


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_more_letters_than_can_be_numbered(engine: Engine) -> None:
    lexicon = lexicon_of(["a" * 40])
    with pytest.raises(GridTooLarge):
        solve(Grid(50, 50, ("A" * 40,) * 2500), lexicon, engine=engine)
    most = Grid(50, 50, ("A" * 20,) * 2 + ("B" * 20,) * 2498)
    assert solve(most, lexicon, engine=engine).words[0].path == (0, 1)


def test_boards_of_one_letter_are_no_trouble(english: Lexicon) -> None:
    assert solve(Grid(50, 50, ("S",) * 2500), english, engine="numba").word_count == 0
    found = solve(Grid(50, 50, ("A",) * 2500), lexicon_of(["aaaa"]), engine="numba").words
    assert [item.path for item in found] == [(0, 1, 2, 3)]


def test_auto_takes_python_until_the_kernels_are_loaded_or_needed(
    english: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = Grid.parse("PERS/L?TG/SINE/TERS")
    by_kernel = solve(grid, english, engine="numba")
    monkeypatch.setattr(kernels, "is_loaded", lambda: False)
    assert solve(grid, english) == by_kernel
    monkeypatch.setattr(wordhunt, "PATIENCE", 100)
    assert solve(grid, english) == by_kernel


def test_a_cold_process_solves_without_numba_and_numpy(english: Lexicon, lexicon_cache: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from worker.lexicon import Lexicon;"
        "from worker.model import Grid; from worker.solvers.wordhunt import solve, solve_json;"
        "lexicon = Lexicon(Path(sys.argv[1]).read_bytes());"
        "print(solve(Grid.parse('PERS/LATG/SINE/TERS'), lexicon).word_count, 'numba' in sys.modules,"
        "'numpy' in sys.modules)"
    )
    (file,) = lexicon_cache.glob(f"{english.sha256}*.dawg")
    done = subprocess.run(
        [sys.executable, "-c", script, str(file)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["1045", "False", "False"]
