from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import wordsearch as reference
from tests.selection import examples
from worker.errors import BadOption, GridTooLarge
from worker.model import Grid
from worker.solvers.wordsearch import (
    CONSOLE_OPTIONS,
    Direction,
    Engine,
    Hit,
    InferredCell,
    SearchOptions,
    Solution,
    Solver,
    directions_of,
    solve,
    solve_many,
)
from worker.solvers.wordsearch_words import fold, split_letters

ENGINES: list[Engine] = ["python", "numba"]

# Few letters make words that repeat, overlap, contain each other and read the same from both ends.
# Of lists without words of one and two letters the first two letters are taken at once.
words = st.sampled_from([1, 3]).flatmap(
    lambda least: st.lists(st.text("ABC", min_size=least, max_size=6), min_size=1, max_size=12, unique=True)
)
plain_tiles = st.sampled_from(["A", "B", "C", "D", ""])
tiles = st.sampled_from(["A", "B", "C", "D", "", "?", "AB", "CA", "BBD"])


@st.composite
def grids(
    draw: st.DrawFn,
    most_cells: int = 30,
    most_rows: int = 7,
    kinds: Sequence[st.SearchStrategy[str]] = (plain_tiles, tiles),
) -> Grid:
    tile = draw(st.sampled_from(kinds))
    rows = draw(st.integers(1, most_rows))
    cols = draw(st.integers(1, max(1, most_cells // rows)))
    return Grid(rows, cols, tuple(draw(st.lists(tile, min_size=rows * cols, max_size=rows * cols))))


@st.composite
def straight(draw: st.DrawFn) -> SearchOptions:
    return SearchOptions(
        directions=draw(
            st.frozensets(st.sampled_from(Direction), min_size=1) | st.just(frozenset(Direction))
        ),
        overlapping=draw(st.booleans()),
        palindromes_twice=draw(st.booleans()),
        first_only=draw(st.booleans()),
        wrap=draw(st.booleans()),
        fuzzy=draw(st.integers(0, 1)),
    )


def rules_of(options: SearchOptions) -> reference.Rules:
    names = asdict(reference.Rules())
    chosen = {name: getattr(options, name) for name in names}
    return reference.Rules(**chosen | {"directions": [way.value for way in options.directions]})


def simple(solution: Solution) -> reference.Answer:
    return reference.Answer(
        [
            reference.Place(hit.word, hit.cells, hit.direction.value if hit.direction else "", hit.mismatches)
            for hit in solution.hits
        ],
        list(solution.missing),
        list(solution.hidden),
        list(solution.unused),
    )


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@settings(deadline=None, max_examples=examples(150))
@given(grid=grids(), listed=words, options=straight())
def test_lines_equal_the_slow_reference(
    engine: Engine, grid: Grid, listed: list[str], options: SearchOptions
) -> None:
    found = simple(solve(grid, listed, options, engine=engine))
    assert found == reference.solve(grid, listed, rules_of(options))


@settings(deadline=None, max_examples=examples(100))
@given(grid=grids(kinds=[plain_tiles]), listed=words, options=straight())
def test_single_letters_equal_the_slow_reference(
    grid: Grid, listed: list[str], options: SearchOptions
) -> None:
    """The kernels answer alone."""
    options = replace(options, wrap=False, fuzzy=0)
    solution = solve(grid, listed, options, engine="numba")
    assert simple(solution) == reference.solve(grid, listed, rules_of(options))
    assert solution == solve(grid, listed, options, engine="python")


@settings(deadline=None, max_examples=examples(60))
@given(
    grid=grids(most_cells=9, most_rows=3),
    listed=st.lists(st.text("ABC", min_size=1, max_size=5), min_size=1, max_size=6, unique=True),
    twice=st.booleans(),
    fuzzy=st.integers(0, 1),
)
def test_bent_paths_equal_the_slow_reference(grid: Grid, listed: list[str], twice: bool, fuzzy: int) -> None:
    options = SearchOptions(bent=True, palindromes_twice=twice, fuzzy=fuzzy)
    assert simple(solve(grid, listed, options)) == reference.solve(grid, listed, rules_of(options))


@pytest.mark.parametrize("engine", ENGINES)
@settings(deadline=None, max_examples=examples(60))
@given(
    grid=grids(most_cells=12),
    listed=words,
    doubtful=st.sets(st.integers(0, 11), max_size=4),
    wrap=st.booleans(),
)
def test_doubtful_cells_equal_the_slow_reference(
    engine: Engine, grid: Grid, listed: list[str], doubtful: set[int], wrap: bool
) -> None:
    cells = {cell for cell in doubtful if cell < len(grid.tiles) and len(grid.tiles[cell]) <= 1}
    grid = Grid(grid.rows, grid.cols, tuple(tile or "D" for tile in grid.tiles))
    options = SearchOptions(wrap=wrap)
    solution = solve(grid, listed, options, doubtful=cells, engine=engine)
    expected = reference.inferred(grid, listed, cells, "ABC", rules_of(options))
    assert {inferred.cell: inferred.letters for inferred in solution.inferred} == expected
    for cell, letter in expected.items():
        grid = reference.with_letter(grid, cell, letter)
    corrected = reference.solve(grid, listed, rules_of(options))
    assert list(solution.missing) == corrected.missing
    told = {hit.word for hit in solution.hits if hit.inferred}
    assert told >= {word for inferred in solution.inferred for word in inferred.words}
    assert all(hit.mismatches for hit in solution.hits if hit.inferred)


@settings(deadline=None, max_examples=examples(40))
@given(st.lists(grids(), max_size=4), words, straight())
def test_several_grids_in_one_call(several: list[Grid], listed: list[str], options: SearchOptions) -> None:
    assert solve_many(several, listed, options) == [solve(grid, listed, options) for grid in several]


def the_hit(grid: str, word: str, **options: object) -> Hit:
    (hit,) = solve(Grid.parse(grid), [word], replace(SearchOptions(), **options)).hits  # type: ignore[arg-type]
    return hit


# 3 x 4 and 4 x 3: cell = row * cols + col
#     A B C D          A E I
#     E F G H          B F J
#     I J K L          C G K
#                      D H L
@pytest.mark.parametrize(
    ("grid", "word", "cells", "direction"),
    [
        ("ABCD/EFGH/IJKL", "CGK", (2, 6, 10), Direction.S),
        ("ABCD/EFGH/IJKL", "LGB", (11, 6, 1), Direction.NW),
        ("ABCD/EFGH/IJKL", "HGFE", (7, 6, 5, 4), Direction.W),
        ("ABCD/EFGH/IJKL", "JGD", (9, 6, 3), Direction.NE),
        ("AEI/BFJ/CGK/DHL", "CGK", (6, 7, 8), Direction.E),
        ("AEI/BFJ/CGK/DHL", "LGB", (11, 7, 3), Direction.NW),
        ("AEI/BFJ/CGK/DHL", "HGFE", (10, 7, 4, 1), Direction.N),
        ("AEI/BFJ/CGK/DHL", "JGD", (5, 7, 9), Direction.SW),
    ],
)
def test_directions_in_grids_that_are_no_squares(
    grid: str, word: str, cells: tuple[int, ...], direction: Direction
) -> None:
    hit = the_hit(grid, word)
    assert (hit.cells, hit.direction) == (cells, direction)
    assert (hit.start, hit.end) == (cells[0], cells[-1])


def test_words_are_told_as_asked_and_searched_folded() -> None:
    hit = the_hit("CREME/BRULE/XXXXE", "Crème")
    assert (hit.word, hit.key) == ("Crème", "CREME")
    solution = solve(Grid.parse("CAT"), ["cat", "Cat", "C-A-T", "dog"])
    assert [hit.word for hit in solution.hits] == ["cat"]
    assert solution.missing == ("dog",)


def test_a_tile_of_several_letters_is_one_cell() -> None:
    assert the_hit("[Qu]IZ", "quiz").cells == (0, 1, 2)
    assert solve(Grid.parse("[Qu]IZ"), ["zuiq"]).hits == ()
    assert the_hit("ZI[Qu]", "quiz").cells == (2, 1, 0)


def test_letters_that_fold_to_several_are_found_either_way() -> None:
    assert the_hit("STRAßE", "Strasse").cells == (0, 1, 2, 3, 4, 5)
    assert the_hit("STRASSE", "Straße").cells == tuple(range(7))
    assert the_hit("SŒUR", "soeur").cells == (0, 1, 2, 3)


def test_marks_stay_where_asked() -> None:
    assert solve(Grid.parse("CANON/CAÑON"), ["cañón"], SearchOptions(keep_accents=True)).hits == ()
    assert len(solve(Grid.parse("CANON/CAÑON"), ["cañón"]).hits) == 2


@pytest.mark.parametrize("word", ["слово", "λόγος", "كلمة", "שלום", "한국어", "ことば", "词语", "किताब"])
@pytest.mark.parametrize("engine", ENGINES)
def test_every_script(word: str, engine: Engine) -> None:
    letters = split_letters(fold(word))
    board = Grid.parse(f"{''.join(letters)}X/{'X' * (len(letters) + 1)}")
    (hit,) = solve(board, [word], engine=engine).hits
    assert hit.cells == tuple(range(len(letters)))


@pytest.mark.parametrize("engine", ENGINES)
def test_digits_and_other_signs_are_letters(engine: Engine) -> None:
    def found(grid: str, *listed: str) -> dict[str, list[tuple[int, ...]]]:
        hits = solve(Grid.parse(grid, any_sign=True), listed, engine=engine).hits
        return {word: [hit.cells for hit in hits if hit.word == word] for word in listed}

    assert found("R2D2/1234", "r2-d2", "432") == {"r2-d2": [(0, 1, 2, 3)], "432": [(7, 6, 5)]}
    assert found("Q&A/QAX", "Q&A", "qa") == {"Q&A": [(0, 1, 2)], "qa": [(0, 4), (3, 4)]}
    assert found("QAX", "Q & A") == {"Q & A": [(0, 1)]}  # where no & stands, none is missed
    assert found("C++", "C", "c++", "+") == {"C": [(0,)], "c++": [(0, 1, 2)], "+": [(1,), (2,)]}
    assert found("€?$", "€1$") == {"€1$": [(0, 1, 2)]}


def test_a_list_is_spelled_as_each_grid_spells_it() -> None:
    solver = Solver(["A-B"])
    grids = ["A-B", "AB", "A+-B", "A*B", "A=-B", "A#-B", "A-B"]
    found = [len(solver.solve(Grid.parse(grid, any_sign=True)).hits) for grid in grids]
    assert found == [1, 1, 0, 0, 0, 0, 1]


@given(st.data(), st.lists(st.text("AB+", min_size=1, max_size=4), min_size=1, max_size=6, unique=True))
@settings(max_examples=examples(50))
def test_a_sign_is_a_letter_as_any_other(data: st.DataObject, listed: list[str]) -> None:
    sign, letter = st.sampled_from(["A", "B", "+"]), {"+": "C"}
    grid = data.draw(grids(kinds=(sign,)))
    grid = replace(grid, tiles=("+", *grid.tiles[1:]))
    spelled = replace(grid, tiles=tuple(letter.get(tile, tile) for tile in grid.tiles))
    signs = solve(grid, listed)
    letters = solve(spelled, [word.replace("+", "C") for word in listed])
    assert [hit.cells for hit in signs.hits] == [hit.cells for hit in letters.hits]
    assert signs.unused == letters.unused


def test_overlapping_words_of_the_console() -> None:
    grid = Grid.parse("ABCKEFG/HIJELMN/OPQYSTU/VWXWZAB/CDEOGHI/JKLRNOP/QRSDUVW/XYZSBCD")
    listed = ["KEY", "KEYWORD", "KEYWORDS"]
    first = solve(grid, listed, CONSOLE_OPTIONS)
    assert [(hit.word, hit.start, hit.end) for hit in first.hits] == [("KEY", 3, 17)]
    assert first.hidden == ("KEYWORD", "KEYWORDS")
    assert first.missing == ()
    every = solve(grid, listed, replace(CONSOLE_OPTIONS, overlapping=True))
    assert [hit.word for hit in every.hits] == listed
    assert every.unused == first.unused == tuple(cell for cell in range(56) if cell % 7 != 3)


def test_palindromes() -> None:
    grid = Grid.parse("ANNA")
    (once,) = solve(grid, ["anna"]).hits
    assert once.palindrome and once.direction == Direction.E
    twice = solve(grid, ["anna"], CONSOLE_OPTIONS).hits
    assert [(hit.start, hit.direction) for hit in twice] == [(0, Direction.E), (3, Direction.W)]
    (backwards,) = solve(grid, ["anna"], SearchOptions(directions=frozenset({Direction.W}))).hits
    assert backwards.direction == Direction.W


def test_a_line_around_the_edges_ends_where_it_meets_itself() -> None:
    assert the_hit("TXCA", "cat", wrap=True).cells == (2, 3, 0)
    assert solve(Grid.parse("CAT"), ["catcat"], SearchOptions(wrap=True)).missing == ("catcat",)
    # On a torus of 2 x 3 a diagonal visits all six cells.
    assert the_hit("AEC/DBF", "ABCDEF", wrap=True).cells == (0, 4, 2, 3, 1, 5)


def test_one_letter_may_differ_in_words_that_are_nowhere() -> None:
    solution = solve(Grid.parse("KITTEN/PUPPYX/XXDUGX"), ["kitten", "poppy", "dog"], SearchOptions(fuzzy=1))
    assert [(hit.word, hit.mismatches) for hit in solution.hits] == [("kitten", ()), ("poppy", (1,))]
    assert solution.missing == ("dog",)
    assert not any(hit.inferred for hit in solution.hits)


def test_a_doubtful_cell_is_read_as_the_missing_words_need_it() -> None:
    grid = Grid.parse("H0RSE".replace("0", "Q") + "/XXXXX/XMOUS")
    solution = solve(grid, ["horse", "mouse"], doubtful=[1, 5])
    assert solution.inferred == (InferredCell(1, "Q", "O", ("horse",)),)
    (hit,) = solution.hits
    assert (hit.word, hit.cells, hit.mismatches, hit.inferred) == ("horse", (0, 1, 2, 3, 4), (1,), True)
    assert solution.missing == ("mouse",)


def test_a_doubtful_cell_without_a_letter() -> None:
    solution = solve(Grid.parse("H.RSE"), ["horse"], doubtful=[1])
    assert solution.inferred == (InferredCell(1, "", "O", ("horse",)),)
    assert solve(Grid.parse("H.RSE"), ["horse"]).missing == ("horse",)


def test_a_doubtful_cell_that_a_word_needs_as_read_stays() -> None:
    solution = solve(Grid.parse("CAT/OXX/WXX"), ["cat", "cow", "dow"], doubtful=[0])
    assert solution.inferred == ()
    assert solution.missing == ("dow",)


def test_bent_words() -> None:
    hit = the_hit("CXX/XAX/TXX", "cat", bent=True)
    assert (hit.cells, hit.direction) == ((0, 4, 6), None)
    best = the_hit("AB/BA", "ab", bent=True, first_only=True)
    assert best.cells == (0, 1)


def test_a_list_is_made_ready_once() -> None:
    solver = Solver(["cat"], engine="numba")
    assert [len(solver.solve(Grid.parse(grid)).hits) for grid in ("CAT", "TAC", "CUT", "CATAC")] == [
        1,
        1,
        0,
        2,
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("e", {"e"}),
        ("E, s", {"e", "s"}),
        ("forwards", {"e", "se", "s", "ne"}),
        ("forwards diagonal", {"se", "ne"}),
        ("all", set(Direction)),
    ],
)
def test_directions_by_name(text: str, wanted: set[str]) -> None:
    assert directions_of(text) == {Direction(name) for name in wanted}


@pytest.mark.parametrize("text", ["", "up", "straight,diagonal"])
def test_no_directions(text: str) -> None:
    with pytest.raises(BadOption):
        directions_of(text)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_words_that_lie_everywhere(engine: Engine) -> None:
    listed = ["A" * length for length in range(1, 30)]
    with pytest.raises(GridTooLarge, match="more places"):
        solve(Grid(50, 50, ("A",) * 2500), listed, engine=engine)
    with pytest.raises(GridTooLarge, match="more places"):
        solve(Grid(50, 50, ("?",) * 2500), listed, engine=engine)


@pytest.mark.slow
def test_a_search_ends_though_it_finds_nothing() -> None:
    """Every line of wildcards may be the beginning of every word, and there is room for none of them."""
    rng = random.Random(1)
    words = ["".join(rng.choices("ABCDEFGH", k=60)) for _ in range(400)]
    with pytest.raises(GridTooLarge, match="too much to try"):
        solve(Grid.parse("/".join(["?" * 50] * 50)), words, engine="numba")


def test_bent_words_that_lie_everywhere() -> None:
    with pytest.raises(GridTooLarge):
        solve(Grid(50, 50, ("A",) * 2500), ["AAAAAA"], SearchOptions(bent=True))


def test_options_out_of_range() -> None:
    with pytest.raises(BadOption, match="no letters"):
        solve(Grid.parse("CAT"), ["--"])
    with pytest.raises(BadOption):
        SearchOptions(fuzzy=2)
    with pytest.raises(BadOption):
        SearchOptions(bent=True, wrap=True)
    with pytest.raises(BadOption):
        SearchOptions(directions=frozenset())
    with pytest.raises(BadOption, match="outside"):
        solve(Grid.parse("CAT"), ["cat"], doubtful=[3])
