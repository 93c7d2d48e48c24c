from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import wordsearch as reference
from tests.selection import examples
from tests.word_lists import lexicon_of
from tests.worker.kernels.second_process import printed_without_compiling
from worker.kernels.compiled import kernel
from worker.kernels.lines import COL_STEPS, ROW_STEPS
from worker.kernels.lines_words import Trie, build_trie, child, root
from worker.model import Grid
from worker.solvers.wordsearch import COMPASS, SearchOptions
from worker.solvers.wordsearch_board import Board
from worker.solvers.wordsearch_numba import FEW, KernelWords, spelled, spelling_of, unpacked

pytestmark = pytest.mark.slow

TWICE = SearchOptions(palindromes_twice=True)


def spell(words: Any, letters: Any) -> Any:
    """The number of the word that the letters spell, or less than 0."""
    state, word = root(words), np.int64(-1)
    for letter in letters:
        found, word, state = child(words, state, letter)
        if not found:
            return np.int64(-2)
    return word


_spell = kernel(spell)


@settings(deadline=None, max_examples=examples(40))
@given(st.lists(st.lists(st.integers(1, 5000), min_size=1, max_size=6), min_size=1, unique_by=tuple))
def test_a_trie_knows_its_words(words: list[list[int]]) -> None:
    lengths = np.array([len(word) for word in words])
    slots, ends, shift = build_trie(np.array([letter for word in words for letter in word]), lengths)
    trie = Trie(slots, ends, np.uint64(shift))
    known = {tuple(word): number for number, word in enumerate(words)}
    beginnings = {word[:end] for word in known for end in range(1, len(word) + 1)}
    for beginning in beginnings:
        assert _spell(trie, np.array(beginning)) == known.get(beginning, -1)
        longer = (*beginning, 5001)
        assert _spell(trie, np.array(longer)) == -2


@settings(deadline=None, max_examples=examples(30))
@given(st.sets(st.text("abcde", min_size=1, max_size=7), min_size=1))
def test_words_by_their_numbers(listed: set[str]) -> None:
    lexicon = lexicon_of(listed)
    for numbers in (np.arange(len(lexicon)), np.empty(0, np.int64)):
        spelling = spelling_of(lexicon, numbers)
        assert spelled(spelling, lexicon.alphabet) == [sorted(listed)[number] for number in numbers]


def test_directions_are_those_of_the_compass() -> None:
    assert [(way.row_step, way.col_step) for way in COMPASS] == list(zip(ROW_STEPS, COL_STEPS, strict=True))


# The sieve looks at four letters, or three, two, one, by how many letters there are and how many words.
@pytest.mark.parametrize("letters", [6, 30, 31, 90, 500, 1500])
@pytest.mark.parametrize("count", [40, FEW + 60])
@pytest.mark.parametrize(("rows", "cols"), [(12, 9), (1, 40), (40, 1), (3, 3)])
def test_alphabets_of_all_sizes(letters: int, count: int, rows: int, cols: int) -> None:
    dice = random.Random(letters * count + rows)
    alphabet = [chr(0x4E00 + code) for code in range(letters)]
    common = alphabet[:4]
    words = {"".join(dice.choices(common, k=dice.randint(1, 6))) for _ in range(count)}
    words |= {"".join(dice.choices(alphabet, k=dice.randint(2, 5))) for _ in range(count)}
    listed = sorted(words | {*alphabet})
    tiles = dice.choices([*common, "", "\u3042"], k=rows * cols)
    check(Grid(rows, cols, tuple(tiles)), listed)


def check(grid: Grid, listed: list[str]) -> None:
    """Against the words looked up at each place of the grid."""
    known = {word: number for number, word in enumerate(listed)}
    longest = max(map(len, listed))
    expected = set()
    for cells, direction in reference.straight_lines(grid, reference.Rules()):
        if len(cells) <= longest and all(grid.tiles[cell] for cell in cells):
            word = known.get("".join(grid.tiles[cell] for cell in cells))
            if word is not None:
                expected.add((word, cells[0], list(reference.STEPS).index(direction)))
    words = KernelWords.of_list([tuple(word) for word in listed])
    found = list(unpacked(words.places(Board.of(grid), TWICE)))
    assert found == sorted(expected)
    if all(grid.tiles):
        rows = [
            "".join(grid.tiles[start : start + grid.cols]) for start in range(0, len(grid.tiles), grid.cols)
        ]
        assert sorted(unpacked(words.places_in(words.field(rows), TWICE))) == found


@pytest.mark.parametrize("side", [47, 60])
def test_large_grids(side: int) -> None:
    """More windows than are numbered at once, more places than there is memory for at first."""
    dice = random.Random(side)
    listed = sorted({"".join(dice.choices("AB", k=dice.randint(3, 5))) for _ in range(20)})
    check(Grid(side, side, tuple(dice.choices("ABC", k=side * side))), listed)


def test_a_second_process_compiles_nothing(lexicon_cache: Path) -> None:
    solve = (
        "from tests.word_lists import lexicon_of; from worker.model import Grid;"
        "from worker.solvers.wordsearch import solve;"
        "from worker.solvers.wordsearch_dictionary import DictionaryOptions, find_words;"
        "grid = Grid.parse('CAT');"
        "found = find_words(grid, lexicon_of(['cat']), DictionaryOptions(min_length=3), engine='numba');"
        "print(len(solve(grid, ['cat'], engine='numba').hits), len(found.words),"
        " len(solve(Grid.parse('C?T'), ['cat'], engine='numba').hits))"
    )
    assert printed_without_compiling(solve, lexicon_cache).endswith("1 1 1\n")


def test_python_alone_solves_without_numba() -> None:
    script = (
        "import sys; from worker.model import Grid; from worker.solvers.wordsearch import solve;"
        "print(len(solve(Grid.parse('CAT'), ['cat']).hits), 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout == "1 False\n"
