"""What is proven of first guesses, found in parts and gone on with."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.wordle_tree import least_total, total_of
from tests.selection import examples
from tests.wordle_words import games
from worker.kernels.patterns import pattern_matrix
from worker.solvers.wordle_clues import Mode
from worker.solvers.wordle_proof import Known, joined, rule_out
from worker.solvers.wordle_tree import Stage, TreeOptions, TreeSearch
from worker.solvers.wordle_tree_state import UNLIMITED
from worker.solvers.wordle_words import WordleWords

pytestmark = [pytest.mark.timeout(600), pytest.mark.slow]
"""Compiling the search takes a quarter of a minute on a core of its own, minutes on a busy machine."""

MODES = st.sampled_from([Mode.EASY, Mode.HARD])
GUESSES = 6


def patterns_of(words: WordleWords) -> Any:
    return pattern_matrix(words.codes, words.codes[words.answers])


def least(words: WordleWords, mode: Mode, start: str | None = None) -> int | None:
    return least_total(words.answer_words, words.allowed, GUESSES, hard=mode == Mode.HARD, start=start)


@given(st.data(), games(most=7), MODES)
@settings(max_examples=examples(40), deadline=None)
def test_starts_are_ruled_out_or_beat_the_total(data: st.DataObject, words: WordleWords, mode: Mode) -> None:
    below = data.draw(st.integers(1, 4 * len(words.answers)))
    work = data.draw(st.sampled_from([1, 50, UNLIMITED]))
    starts = data.draw(st.lists(st.sampled_from(words.allowed), unique=True, min_size=1))
    told = rule_out(
        words, patterns_of(words), starts, below, hard=mode == Mode.HARD, max_guesses=GUESSES, work=work
    )
    totals = {start: least(words, mode, start) for start in starts}
    for start, bound in told.bounds.items():
        total = totals[start]
        assert total is None or bound <= total
        if work == UNLIMITED:
            assert bound >= min(below, told.total or below)
    if told.start is not None:
        assert told.total == totals[told.start] and told.total is not None and told.total < below
    elif work == UNLIMITED:
        assert all(total is None or total >= below for total in totals.values())


@given(games(most=7), MODES, st.integers(1, 2))
@settings(max_examples=examples(40), deadline=None)
def test_a_search_that_is_stopped_and_gone_on_with(words: WordleWords, mode: Mode, threads: int) -> None:
    """Over and over, and what is known travels as JSON."""
    patterns, options = patterns_of(words), TreeOptions(None, mode, GUESSES)
    known, done = Known(), False
    for attempt in range(40):
        search = TreeSearch(words, patterns, options, threads=threads, known=known)
        done = any(search.run(1 << attempt) for _ in range(4))
        assert set(search.known.bounds) >= set(known.bounds)
        known = Known(**json.loads(json.dumps(search.known.to_json())))
        if done:
            break
        if known.start is None:  # good ones are looked for in one go
            while search.progress.stage == Stage.GREEDY and not search.run():
                pass
            known = search.known
    result = search.result()
    assert done and result.proven
    assert result.total == least(words, mode)
    if result.tree:
        played = total_of(result.tree, words.answer_words, words.allowed, hard=mode == Mode.HARD)
        assert played == result.total


@given(games(most=7), MODES, st.integers(1, 3))
@settings(max_examples=examples(40), deadline=None)
def test_parts_of_a_proof_add_up(words: WordleWords, mode: Mode, parts: int) -> None:
    patterns, options = patterns_of(words), TreeOptions(None, mode, GUESSES)
    search = TreeSearch(words, patterns, options)
    while search.progress.stage == Stage.GREEDY and not search.run():
        pass
    known = search.known
    facts = [
        rule_out(
            words,
            patterns,
            search.open_starts[part::parts],
            known.total or 99,
            hard=mode == Mode.HARD,
            max_guesses=GUESSES,
            work=UNLIMITED,
        )
        for part in range(parts)
    ]
    together = joined([known, *facts])
    result = TreeSearch(words, patterns, options, known=together).result()
    assert result.total == least(words, mode)
    if result.tree:
        assert result.proven and result.ruled_out == len(words)
        assert result.nodes > sum(one.states for one in facts)


def test_the_better_of_two() -> None:
    facts = [Known("b", 9, bounds={"a": 7, "b": 9}), Known(bounds={"a": 8, "c": 4}, states=2), Known("a", 8)]
    assert joined(facts) == Known("a", 8, bounds={"a": 8, "b": 9, "c": 4}, states=2)
