from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dictionaries import language
from tests.reference import wordsearch as reference
from tests.selection import examples
from worker.errors import BadGrid, BadOption, GridTooLarge
from worker.model import Grid
from worker.solvers.wordsearch import Direction, SearchOptions, directions_of, solve
from worker.solvers.wordsearch_chance import Chance
from worker.solvers.wordsearch_make import MakeOptions, make

THEME = ["planet", "comet", "star", "galaxy", "orbit", "moon", "rocket", "telescope", "sun", "nebula"]

# Few letters: words share letters, contain each other and come about by themselves.
words = st.lists(st.text("ABCD", min_size=2, max_size=7), min_size=1, max_size=8, unique=True)


@settings(deadline=None, max_examples=examples(60))
@given(
    listed=words,
    rows=st.integers(3, 9),
    cols=st.integers(3, 9),
    ways=st.sampled_from(["all", "forwards", "straight", "across-down", "e,s,w,n"]),
    seed=st.integers(0, 2**64),
)
def test_every_word_lies_once_or_is_named(
    listed: list[str], rows: int, cols: int, ways: str, seed: int
) -> None:
    options = MakeOptions(directions=directions_of(ways), seed=seed, rounds=20, letters="ABCDEFGH")
    made = make(listed, rows, cols, options)
    assert {hit.word for hit in made.hits}.isdisjoint(made.unplaced)
    assert {hit.word for hit in made.hits} | {*made.unplaced} == {*listed}
    assert all(made.grid.tiles)
    rules = reference.Rules(directions=[way.value for way in options.directions])
    found = reference.solve(made.grid, listed, rules)
    assert {place.word for place in found.places} >= {hit.word for hit in made.hits}
    whole = [frozenset(hit.cells) for hit in made.hits]
    for word, places in Counter(place.word for place in found.places).items():
        within_others = any(word in other or word[::-1] in other for other in listed if other != word)
        assert places == 1 or within_others or word not in {hit.word for hit in made.hits}
    assert all(any(cells >= {*place.cells} for cells in whole) for place in found.places)


def test_a_seed_makes_one_puzzle() -> None:
    first, second = (make(THEME, 12, 12, MakeOptions(seed=7)) for _ in range(2))
    assert first == second
    assert first != make(THEME, 12, 12, MakeOptions(seed=8))
    # The same on every machine: changing this changes every puzzle that somebody has the seed of.
    assert str(make(["cat"], 2, 3, MakeOptions(seed=1)).grid) == "VKP/CAT"


def test_words_that_cannot_be_laid_are_named() -> None:
    made = make(["cat", "elephant", "dog"], 4, 4)
    assert made.unplaced == ("elephant",)
    assert [hit.word for hit in made.hits] == ["cat", "dog"]


def test_words_that_only_fit_together() -> None:
    made = make(["abcd", "efgh", "ijkl", "mnop", "afkp", "dgjm"], 4, 4, MakeOptions(seed=3))
    assert made.unplaced == ()


def test_nothing_forbidden_comes_about() -> None:
    forbidden = ["a" + letter for letter in "bcdef"] + ["hat", "a-g"]
    for seed in range(20):
        options = MakeOptions(seed=seed, letters="abcdefgh", forbidden=(*forbidden, "--"))
        made = make(["hat"], 8, 8, options)
        (hat,) = solve(made.grid, forbidden).hits
        assert hat.cells == made.hits[0].cells


def test_what_a_word_contains_is_not_forbidden() -> None:
    made = make(["classic"], 7, 7, MakeOptions(forbidden=("ass",)))
    (hit,) = solve(made.grid, ["ass"]).hits
    assert set(hit.cells) < set(made.hits[0].cells)


def test_words_within_words_need_no_place_of_their_own() -> None:
    made = make(["cat", "cats", "tac"], 4, 1, MakeOptions(letters="xyz"))
    assert made.unplaced == ()
    assert {hit.word: len(hit.cells) for hit in made.hits} == {"cat": 3, "cats": 4, "tac": 3}


def test_only_the_directions_asked_for() -> None:
    made = make(THEME, 12, 12, MakeOptions(directions=frozenset({Direction.E, Direction.S})))
    assert {hit.direction for hit in made.hits} == {Direction.E, Direction.S}


def test_a_size_in_which_the_words_fit() -> None:
    made = make(THEME)
    assert made.unplaced == ()
    assert made.grid.rows == made.grid.cols == 9
    assert make(THEME, cols=9).grid.cols == 9
    assert make(["ab"]).grid.rows == 2
    long = make(["a" + "bc" * 30], rows=3)
    assert (long.grid.cols, len(long.unplaced)) == (50, 1)


@pytest.mark.parametrize(
    ("listed", "ways", "rows", "cols"),
    [
        (["TIGER", "OTTER", "SEALION"], "all", 7, 4),  # the longest runs down
        (["TIGER", "OTTER", "SEALION"], "e", 7, 7),
        (["TIGER", "OTTER", "SEALION"], "s", 6, None),  # in no number of columns
        (["ABCDEFGHIJ"], "all", 3, 10),
    ],
)
def test_one_side_is_as_short_as_the_other_lets_it(
    listed: list[str], ways: str, rows: int, cols: int | None
) -> None:
    made = make(listed, rows, options=MakeOptions(directions_of(ways)))
    assert made.unplaced == (() if cols else ("SEALION",))
    assert cols is None or (made.grid.rows, made.grid.cols) == (rows, cols)


@pytest.mark.slow
def test_a_side_grows_until_all_words_have_a_place() -> None:
    words = [f"{chr(65 + word)}WXYZ" for word in range(22)]  # one a column, though two need one cell more
    assert not make(words, 9, options=MakeOptions(directions_of("s"))).unplaced


def test_shapes() -> None:
    shape = Grid.parse("..??../.????./??????/??????/.????./..??..")
    made = make(["moon", "star", "sun"], 6, 6, MakeOptions(seed=1), shape=shape)
    assert [tile == "" for tile in made.grid.tiles] == [tile == "" for tile in shape.tiles]
    assert made.unplaced == ()
    assert not {cell for hit in made.hits for cell in hit.cells} & {0, 1, 4, 5, 6, 11}
    assert make(["b"], 1, 3, shape=Grid.parse("A?C")).grid == Grid.parse("ABC")


@pytest.mark.parametrize(
    ("words", "letters"),
    [(["año"], "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"), (["ψυχή", "φως"], "ΨΥΧΗΦΩΣ")],
)
def test_letters_of_the_language(words: list[str], letters: str) -> None:
    spanish = language("es") if words == ["año"] else None
    made = make(words, 9, 9, MakeOptions(language=spanish))
    assert {*made.grid.tiles} <= {*letters}
    assert len(solve(made.grid, words, SearchOptions(language=spanish)).hits) == len(words)


@pytest.mark.parametrize(
    ("words", "options", "letters"),
    [
        (["1812", "1914"], MakeOptions(), "0123456789"),
        (["R2D2", "C3PO"], MakeOptions(), "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
        (["año 1", "año 2"], MakeOptions(language=language("es")), "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ0123456789"),
        (["Q&A", "R&B"], MakeOptions(letters="QRAB&"), "QRAB&"),
        (["Q&A"], MakeOptions(letters="XYZ"), "QAXYZ"),  # where nothing is &, nor is a word's
    ],
)
def test_digits_and_other_signs(words: list[str], options: MakeOptions, letters: str) -> None:
    made = make(words, 7, 7, options)
    assert {*made.grid.tiles} <= {*letters}
    assert Grid.parse(str(made.grid), any_sign=True) == made.grid
    found = solve(made.grid, words, SearchOptions(language=options.language)).hits
    assert [(hit.word, hit.cells) for hit in found] == [(hit.word, hit.cells) for hit in made.hits]
    assert len(found) == len(words)


def test_signs_of_a_shape_are_letters() -> None:
    made = make(["A&B"], 1, 3, MakeOptions(letters="ABX"), shape=Grid.parse("?&?", any_sign=True))
    assert made.hits[0].key == "A&B"


def test_what_cannot_be_made() -> None:
    with pytest.raises(BadOption, match="another copy"):
        make(["aa"], 3, 3, MakeOptions(letters="a"))
    with pytest.raises(BadOption, match="no letters"):
        make(["aa"], 3, 3, MakeOptions(letters="?"))
    with pytest.raises(GridTooLarge):
        make(["aa"], 0, 3)
    with pytest.raises(BadGrid):
        make(["aa"], 3, 3, shape=Grid.parse("??/??"))
    with pytest.raises(BadGrid):
        make(["aa"], 1, 2, shape=Grid.parse("?[Qu]"))
    with pytest.raises(BadOption):
        MakeOptions(directions=frozenset())
    with pytest.raises(BadOption):
        MakeOptions(rounds=-1)


def test_chance_is_splitmix64() -> None:
    # The first numbers of the published algorithm for the seed 1234567.
    chance = Chance(1234567)
    assert [chance.below(2**64) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]
    assert sorted(Chance(5).shuffled(range(20))) == list(range(20))
