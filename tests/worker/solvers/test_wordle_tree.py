from __future__ import annotations

import itertools
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.wordle_tree import guesses_by_answer, histogram, least_total
from tests.selection import examples
from worker.errors import BadOption
from worker.kernels.patterns import pattern_matrix
from worker.solvers import wordle_tree
from worker.solvers.wordle_clues import Mode
from worker.solvers.wordle_tree import Stage, TreeOptions, TreeResult, TreeSearch, search_tree
from worker.solvers.wordle_words import WordleWords

pytestmark = pytest.mark.timeout(600)
"""Compiling the search takes a quarter of a minute on a core of its own, minutes on a busy machine."""

WORDS = ["".join(letters) for letters in itertools.product("abc", repeat=3)]


def tree_of(answers: list[str], allowed: list[str], options: TreeOptions, *, threads: int = 1) -> TreeResult:
    """The result, its tree played by the reference."""
    words = WordleWords(answers, allowed)
    patterns = pattern_matrix(words.codes, words.codes[words.answers])
    result = search_tree(words, patterns, options, threads=threads)
    if result.tree:
        counts = guesses_by_answer(
            result.tree, words.answer_words, words.allowed, hard=options.mode == Mode.HARD
        )
        assert sum(counts.values()) == result.total
        assert histogram(counts) == result.guesses
        assert max(counts.values()) == result.worst
        assert result.worst <= options.max_guesses
    return result


@st.composite
def games(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    allowed = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12, unique=True))
    answers = draw(st.lists(st.sampled_from(allowed), min_size=1, max_size=8, unique=True))
    return answers, allowed


class TestAgainstTryingEverything:
    @pytest.mark.slow
    @given(games(), st.sampled_from([Mode.EASY, Mode.HARD]), st.integers(1, 5), st.integers(1, 2))
    @settings(max_examples=examples(60), deadline=None)
    def test_the_best_start(
        self, game: tuple[list[str], list[str]], mode: Mode, most: int, threads: int
    ) -> None:
        answers, allowed = game
        result = tree_of(answers, allowed, TreeOptions(None, mode, most), threads=threads)
        assert result.total == least_total(answers, allowed, most, hard=mode == Mode.HARD)
        assert result.proven
        assert result.lower_bound == result.total

    @pytest.mark.slow
    @given(games(), st.sampled_from([Mode.EASY, Mode.HARD]), st.integers(1, 5), st.data())
    @settings(max_examples=examples(60), deadline=None)
    def test_a_given_start(
        self, game: tuple[list[str], list[str]], mode: Mode, most: int, data: st.DataObject
    ) -> None:
        answers, allowed = game
        start = data.draw(st.sampled_from(allowed))
        result = tree_of(answers, allowed, TreeOptions(start, mode, most))
        assert result.total == least_total(answers, allowed, most, hard=mode == Mode.HARD, start=start)
        assert result.proven
        assert result.start in (start, None)

    @pytest.mark.slow
    @given(st.lists(st.sampled_from(WORDS), min_size=12, max_size=20, unique=True))
    @settings(max_examples=10, deadline=None)
    def test_more_words(self, answers: list[str]) -> None:
        result = tree_of(answers, answers, TreeOptions())
        assert result.total == least_total(answers, answers, 6)


@pytest.mark.slow
def test_what_a_narrow_search_believes_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that tries one candidate a state takes 81 guesses for what can be done in 80."""
    answers = (
        *("batch", "botch", "butch", "cater", "catch", "catty", "cinch", "coach", "conch", "couch", "ditch"),
        *("dutch", "fetch", "hatch", "hitch", "hutch", "latch", "march", "match", "notch", "patch", "pitch"),
        *("ranch", "retch", "watch", "witch"),
    )
    allowed = [*answers, "baths", "giron", "hilts", "matte", "nocks", "redes", "towel", "vertu"]
    monkeypatch.setattr(wordle_tree, "_GREEDY", ((1, 48),))
    result = tree_of([*answers], allowed, TreeOptions(max_guesses=8))
    each = [tree_of([*answers], allowed, TreeOptions(start, max_guesses=8)).total or 0 for start in allowed]
    assert result.proven
    assert result.total == min(each) == 80


class TestDegenerateLists:
    def test_one_answer_is_guessed_at_once(self) -> None:
        result = tree_of(["abc"], ["abc", "bca"], TreeOptions())
        assert (result.start, result.total, result.tree) == ("abc", 1, {"guess": "abc"})

    def test_one_answer_after_another_word(self) -> None:
        assert tree_of(["abc"], ["abc", "bca"], TreeOptions("bca")).total == 2

    def test_two_answers_take_three_guesses(self) -> None:
        assert tree_of(["abc", "bca"], [], TreeOptions()).total == 3

    def test_equal_words_count_once(self) -> None:
        assert tree_of(["abc", "abc", "bca"], ["abc", "abc"], TreeOptions()).total == 3

    def test_a_start_that_tells_nothing(self) -> None:
        assert tree_of(["aab", "aba"], ["ccc"], TreeOptions("ccc")).total == 5

    def test_a_start_that_is_not_allowed(self) -> None:
        with pytest.raises(BadOption, match="XYZ is not among the allowed words"):
            tree_of(["abc"], [], TreeOptions("xyz"))

    def test_too_few_guesses_are_proven_to_be_so(self) -> None:
        result = tree_of(["aaa", "aab", "aac"], ["bbc"], TreeOptions(max_guesses=1))
        assert (result.total, result.lower_bound, result.tree, result.proven) == (None, None, None, True)

    @pytest.mark.parametrize("guesses", [0, 21])
    def test_guesses_out_of_range(self, guesses: int) -> None:
        with pytest.raises(BadOption, match="1 to 20 guesses"):
            TreeOptions(max_guesses=guesses)

    def test_strict_mode_has_no_trees(self) -> None:
        with pytest.raises(BadOption, match="easy or hard"):
            TreeOptions(mode=Mode.STRICT)


class TestTurns:
    def test_what_is_known_after_some_turns(self) -> None:
        words = WordleWords(WORDS)
        patterns = pattern_matrix(words.codes, words.codes[words.answers])
        search = TreeSearch(words, patterns, TreeOptions(), threads=2)
        lowest, stages = 0, set()
        while not search.run(200):
            stages.add(search.progress.stage)
            assert search.progress.lower_bound >= lowest
            lowest = search.progress.lower_bound
        assert search.progress.stage == Stage.DONE
        assert {Stage.GREEDY, Stage.BOUND} <= stages
        assert search.result().proven

    def test_an_early_end_leaves_a_tree_and_a_gap(self) -> None:
        words = WordleWords("".join(letters) for letters in itertools.product("abcd", repeat=4))
        patterns = pattern_matrix(words.codes, words.codes[words.answers])
        search = TreeSearch(words, patterns, TreeOptions())
        while search.progress.start is None:
            search.run(1_000)
        result = search.result()
        assert result.tree is not None
        counts = guesses_by_answer(result.tree, words.answer_words, words.allowed)
        assert sum(counts.values()) == result.total
        assert result.lower_bound is not None
        assert 0 < result.lower_bound < sum(counts.values())
        assert not result.proven

    def test_no_thread_outlives_a_turn(self) -> None:
        """A search that is dropped is freed anywhere: it must not have to wait for threads then."""
        words = WordleWords(WORDS)
        patterns = pattern_matrix(words.codes, words.codes[words.answers])
        before = threading.active_count()
        search = TreeSearch(words, patterns, TreeOptions(), threads=2)
        assert not search.run(1)
        assert threading.active_count() == before

    def test_equal_turns_give_equal_trees(self) -> None:
        first, second = (tree_of(WORDS, [], TreeOptions(), threads=2) for _ in range(2))
        assert first == second


def lists(shared_data: Path, answers: int, allowed: int) -> tuple[list[str], list[str]]:
    folder = shared_data / "wordle"
    return (
        (folder / f"answers-{answers}.txt").read_text().split(),
        (folder / f"allowed-{allowed}.txt").read_text().split(),
    )


@pytest.mark.slow
def test_salet(shared_data: Path) -> None:
    result = tree_of(*lists(shared_data, 2315, 12972), TreeOptions("salet"))
    assert (result.total, result.worst, result.proven) == (7920, 5, True)


@pytest.mark.long
@pytest.mark.parametrize(
    ("answers", "allowed", "start", "mode", "most", "total", "worst"),
    [
        (2315, 12972, "salet", Mode.HARD, 6, 8122, 6),
        (2315, 12972, "palet", Mode.HARD, 5, 8206, 5),
        (2309, 14855, "tarse", Mode.EASY, 6, 7883, 6),
        (3158, 14855, "tarse", Mode.EASY, 6, 11219, 6),
        (3158, 14855, "tarse", Mode.HARD, 6, 11627, 6),
    ],
)
def test_known_totals(
    shared_data: Path, answers: int, allowed: int, start: str, mode: Mode, most: int, total: int, worst: int
) -> None:
    result = tree_of(*lists(shared_data, answers, allowed), TreeOptions(start, mode, most))
    assert (result.total, result.worst, result.proven) == (total, worst, True)


@pytest.mark.long
def test_no_start_is_better_than_salet(shared_data: Path) -> None:
    result = tree_of(*lists(shared_data, 2315, 12972), TreeOptions(), threads=2)
    assert (result.start, result.total, result.proven) == ("salet", 7920, True)


@pytest.mark.long
def test_longer_words() -> None:
    letters = ["".join(letters) for letters in itertools.product("ab", repeat=6)]
    result = tree_of(letters[:14], letters[:20], TreeOptions())
    assert result.total == least_total(letters[:14], letters[:20], 6)
