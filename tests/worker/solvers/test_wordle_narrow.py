"""Narrow searches of one start: their trees are whole, and the best where the width leaves nothing out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.wordle_tree import guesses_by_answer, histogram, least_total
from tests.selection import examples
from tests.wordle_words import games
from worker.errors import BadOption
from worker.kernels.patterns import pattern_matrix
from worker.solvers.wordle_clues import Mode
from worker.solvers.wordle_narrow import MOST_WIDTH, KnownGroups, NarrowSearch
from worker.solvers.wordle_tree_result import TreeOptions, TreeResult
from worker.solvers.wordle_words import WordleWords

pytestmark = pytest.mark.timeout(600)
"""Compiling the search takes a quarter of a minute on a core of its own, minutes on a busy machine."""

MODES = st.sampled_from([Mode.EASY, Mode.HARD])
TURN = 1_000_000


def search_of(words: WordleWords, options: TreeOptions, width: int, **further: Any) -> NarrowSearch:
    patterns = pattern_matrix(words.codes, words.codes[words.answers])
    return NarrowSearch(words, patterns, options, width, **further)


def ended(search: NarrowSearch, turn: int = TURN) -> TreeResult:
    while not search.run(turn):
        pass
    return search.result()


def check(result: TreeResult, words: WordleWords, mode: Mode, most: int) -> None:
    """The tree is played by the reference."""
    if result.tree is not None:
        counts = guesses_by_answer(result.tree, words.answer_words, words.allowed, hard=mode == Mode.HARD)
        assert sum(counts.values()) == result.total
        assert histogram(counts) == result.guesses
        assert max(counts.values()) <= most


@pytest.mark.slow
@given(st.data(), games(), MODES, st.integers(1, 5), st.integers(1, 3))
@settings(max_examples=examples(80), deadline=None)
def test_against_trying_everything(
    data: st.DataObject, words: WordleWords, mode: Mode, most: int, threads: int
) -> None:
    start, width = data.draw(st.sampled_from(words.allowed)), data.draw(st.sampled_from([1, 2, MOST_WIDTH]))
    result = ended(search_of(words, TreeOptions(start, mode, most), width, threads=threads))
    check(result, words, mode, most)
    least = least_total(words.answer_words, words.allowed, most, hard=mode == Mode.HARD, start=start)
    if least is None:
        assert result.total is None
    else:
        assert result.lower_bound is not None and result.lower_bound <= least
        assert result.total is None or result.total >= least
        if width == MOST_WIDTH:
            assert result.total == least
    assert not result.proven or result.total == least


@pytest.mark.slow
@given(st.data(), games(), MODES)
@settings(max_examples=examples(40), deadline=None)
def test_stopped_after_any_turn_and_gone_on_with(data: st.DataObject, words: WordleWords, mode: Mode) -> None:
    options = TreeOptions(data.draw(st.sampled_from(words.allowed)), mode, 6)
    whole = ended(search_of(words, options, 3))
    search = search_of(words, options, 3)
    for _ in range(data.draw(st.integers(0, 5))):
        search.run(data.draw(st.sampled_from([1, 100])))
    check(search.result(), words, mode, 6)
    known = KnownGroups(**json.loads(json.dumps(search.known.to_json())))
    result = ended(search_of(words, options, 3, known=known))
    assert (result.total, result.guesses) == (whole.total, whole.guesses)
    wider = ended(search_of(words, options, 9, known=search.known))
    assert wider.total is None or whole.total is None or wider.total <= whole.total


def test_progress_tells_a_tree_as_soon_as_there_is_one() -> None:
    words = WordleWords([a + b + c for a in "pqr" for b in "stu" for c in "vwx"])
    search = search_of(words, TreeOptions("psv", max_guesses=8), 16)
    shares, totals = [], []
    while not search.run(1):
        shares.append(search.progress.share)
        totals.append(search.progress.total)
    assert shares == sorted(shares) and search.progress.share == 1
    known = [total for total in totals if total is not None]
    assert known == sorted(known, reverse=True)
    assert search.progress.total == search.result().total


def test_what_is_known_of_another_game() -> None:
    words = WordleWords(["crane", "crate", "trace", "brace", "grace"])
    options = TreeOptions("crane")
    known = search_of(words, options, 2)
    ended(known)
    (reply, told), *_ = known.known.groups.items()
    for strange in ({reply: {"width": 2, "tree": {"guess": "slate"}}}, {reply: {"tree": told["tree"]}}):
        with pytest.raises((LookupError, TypeError, ValueError)):
            search_of(words, options, 2, known=KnownGroups(strange))


@pytest.mark.parametrize("width", [0, MOST_WIDTH + 1])
def test_widths_out_of_range(width: int) -> None:
    with pytest.raises(BadOption, match="A width is 1 to 1,000"):
        search_of(WordleWords(["crane"]), TreeOptions("crane"), width)


def test_a_start_that_is_needed() -> None:
    for start in (None, "slate"):
        with pytest.raises(BadOption):
            search_of(WordleWords(["crane"]), TreeOptions(start), 3)
