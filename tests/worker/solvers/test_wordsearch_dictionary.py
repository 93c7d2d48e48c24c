from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import wordsearch as reference
from tests.selection import examples
from tests.word_lists import SPANISH, lexicon_of
from tests.worker.solvers.test_wordsearch import ENGINES, grids, rules_of, straight
from worker.errors import BadOption
from worker.model import Grid
from worker.solvers.wordsearch import Engine, SearchOptions, fold
from worker.solvers.wordsearch_dictionary import DictionaryOptions, find_words
from worker.solvers.wordsearch_make import MakeOptions, make
from worker.solvers.wordsearch_ranks import WordRanks

words = st.sets(st.text("abcd", min_size=1, max_size=6), min_size=1, max_size=30)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@settings(deadline=None, max_examples=examples(60))
@given(grid=grids(), listed=words, options=straight(), min_length=st.integers(1, 4))
def test_every_word_equals_the_slow_reference(
    engine: Engine, grid: Grid, listed: set[str], options: SearchOptions, min_length: int
) -> None:
    search = SearchOptions(directions=options.directions, wrap=options.wrap, overlapping=options.overlapping)
    wanted = DictionaryOptions(search, min_length=min_length)
    found = find_words(grid, lexicon_of(listed), wanted, engine=engine)
    upper = [word.upper() for word in sorted(listed) if len(word) >= min_length]
    expected = reference.solve(grid, upper, rules_of(search)).places
    assert sorted(
        (hit.word, hit.cells, hit.direction) for word in found.words for hit in word.hits
    ) == sorted((place.word.lower(), place.cells, place.direction) for place in expected)


@settings(deadline=None, max_examples=examples(30))
@given(grid=grids(most_cells=9, most_rows=3), listed=words)
def test_bent_words_equal_the_slow_reference(grid: Grid, listed: set[str]) -> None:
    wanted = DictionaryOptions(SearchOptions(bent=True), min_length=2)
    found = find_words(grid, lexicon_of(listed), wanted)
    upper = [word.upper() for word in sorted(listed) if len(word) >= 2]
    expected = reference.solve(grid, upper, reference.Rules(bent=True)).places
    assert sorted((hit.word, hit.cells) for word in found.words for hit in word.hits) == sorted(
        (place.word.lower(), place.cells) for place in expected
    )


@settings(deadline=None, max_examples=examples(60))
@given(grid=grids(), listed=words, levels=st.lists(st.integers(1, 3), max_size=20), options=straight())
def test_words_and_their_order_are_the_same_by_all_engines(
    grid: Grid, listed: set[str], levels: list[int], options: SearchOptions
) -> None:
    ranks = WordRanks(dict(zip(sorted(listed), levels, strict=False)), len(listed))
    wanted = DictionaryOptions(replace(options, fuzzy=0), min_length=2)
    by_python, by_numba = (
        find_words(grid, lexicon_of(listed), wanted, ranks=ranks, engine=engine) for engine in ENGINES
    )
    assert by_python == by_numba


@pytest.mark.parametrize("engine", ENGINES)
def test_contained_words_go_on_request(engine: Engine) -> None:
    lexicon = lexicon_of(["cats", "cat", "scat", "tacs", "at", "scats"])
    grid = Grid.parse("XCATS/XXXXX/ATXXX")
    every = find_words(grid, lexicon, DictionaryOptions(min_length=2), engine=engine)
    assert [word.word for word in every.words if len(word.hits) == 1] == ["cats", "cat"]
    outer = find_words(grid, lexicon, DictionaryOptions(min_length=2, contained=False), engine=engine)
    assert [(word.word, len(word.hits)) for word in outer.words] == [("cats", 1), ("at", 1)]


def test_the_commonest_first() -> None:
    lexicon = lexicon_of(["tint", "tins", "trees", "tree"])
    grid = Grid.parse("TINTX/XTINS/TREES")
    ranks = WordRanks({"tint": 50, "tins": 35, "trees": 35}, len(lexicon))
    found = find_words(grid, lexicon, ranks=ranks)
    others = [word for word in found.words if not word.likely]
    in_order = sorted(others, key=lambda word: (word.level or 99, -len(word.word), word.word))
    assert others == in_order
    assert {word.word: word.level for word in found.words} == {
        "tint": 50,
        "tins": 35,
        "trees": 35,
        "tree": None,
    }


@pytest.mark.parametrize("seed", range(5))
def test_the_list_of_a_puzzle_is_likely(seed: int) -> None:
    theme = ["planet", "galaxy", "telescope", "rocket", "nebula", "asteroid", "gravity"]
    by_chance = ["tax", "rat", "net", "tan", "ear", "lot", "rot", "tea", "ten", "eat"]
    lexicon = lexicon_of([*theme, *by_chance])
    as_common = [f"another{number}" for number in range(4000)]
    ranks = WordRanks(dict.fromkeys([*theme, *by_chance, *as_common], 10), 50_000)
    made = make(theme, 14, 14, MakeOptions(seed=seed))
    found = find_words(made.grid, lexicon, DictionaryOptions(min_length=3), ranks=ranks)
    assert {word.word for word in found.words if word.likely} == set(theme)
    assert [word.likely for word in found.words] == sorted(
        (word.likely for word in found.words), reverse=True
    )
    assert set(found.unused) == set(range(196)) - {cell for hit in made.hits for cell in hit.cells}


def test_letters_of_the_dictionary() -> None:
    lexicon = lexicon_of(["año", "ano"], SPANISH)
    (word,) = find_words(Grid.parse("AÑO"), lexicon, DictionaryOptions(min_length=3)).words
    assert word.word == "año"
    assert fold(word.word) == "ANO"
    assert find_words(Grid.parse("ΑΒΓ"), lexicon).words == ()


def test_options_out_of_range() -> None:
    with pytest.raises(BadOption):
        DictionaryOptions(min_length=0)
    with pytest.raises(BadOption):
        DictionaryOptions(SearchOptions(fuzzy=1))
