from __future__ import annotations

import random
from collections.abc import Sequence
from math import log2
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.wordle import feedback_of, fewest_guesses, groups_of
from tests.selection import examples
from tests.wordle_words import classic_solver, games
from worker.errors import BadOption, NoWordFits
from worker.kernels.patterns import pattern_matrix
from worker.solvers import wordle_state
from worker.solvers.wordle import (
    Clue,
    Mode,
    Solver,
    Strategy,
    Suggestion,
    WordleOptions,
    WordleWords,
    may_guess,
    suggest,
)

EVERYTHING = 99


def clues_of(answer: str, *guesses: str) -> list[Clue]:
    return [Clue(guess, feedback_of(guess, answer)) for guess in guesses]


def check_figures(suggestion: Suggestion, left: Sequence[str]) -> None:
    """Against the groups as they are found slowly, of words that are equally likely."""
    groups = groups_of(suggestion.word, left)
    sizes = [len(group) for group in groups.values() if group != [suggestion.word]]
    assert suggestion.groups == len(groups)
    assert suggestion.worst == max(sizes, default=0)
    assert suggestion.expected_left == pytest.approx(sum(size**2 for size in sizes) / len(left))
    parts = [len(group) / len(left) for group in groups.values()]
    assert suggestion.bits == pytest.approx(-sum(part * log2(part) for part in parts))
    assert suggestion.win_now == pytest.approx((suggestion.word in left) / len(left))
    assert suggestion.possible == (suggestion.word in left)


@settings(deadline=None, max_examples=examples(60))
@given(st.data(), games(), st.sampled_from(Strategy), st.sampled_from(Mode))
def test_suggestions(data: st.DataObject, words: WordleWords, strategy: Strategy, mode: Mode) -> None:
    answer = data.draw(st.sampled_from(words.answer_words))
    guesses = data.draw(st.lists(st.sampled_from(words.allowed), max_size=2))
    clues = clues_of(answer, *(guess for guess in guesses if guess != answer))
    advice = suggest(words, None, [clues], WordleOptions(strategy, mode, top=EVERYTHING))
    left = [word.word for word in advice.left]
    assert answer in left and advice.guess == len(clues) + 1
    assert advice.suggestions and advice.best == advice.suggestions[0]
    assert len({suggestion.word for suggestion in advice.suggestions}) == len(advice.suggestions)
    for suggestion in advice.suggestions:
        check_figures(suggestion, left)
        assert may_guess(suggestion.word, clues, mode)
        assert suggestion.expected_guesses is not None and suggestion.why
        chances = [suggestion.win_now, *suggestion.win_by.values()]
        assert chances == pytest.approx(sorted(chances)) and chances[-1] <= 1 + 1e-9
        assert list(suggestion.win_by) == list(range(max(3, advice.guess), 7))


@settings(deadline=None, max_examples=examples(60))
@given(games(most=6), st.booleans())
def test_the_best_play_with_few_words_is_found_and_proven(words: WordleWords, hard: bool) -> None:
    mode, left = Mode.HARD if hard else Mode.EASY, words.answer_words
    advice = suggest(words, None, [[]], WordleOptions(mode=mode, top=EVERYTHING, max_guesses=EVERYTHING))
    best = fewest_guesses(left, words.allowed, hard=hard) / len(left)
    costs = [suggestion.expected_guesses or 0 for suggestion in advice.suggestions]
    assert costs[0] == pytest.approx(best)
    assert min(costs) >= best - 1e-9
    proven = [suggestion.proven for suggestion in advice.suggestions]
    assert proven[0] or len(left) <= 2
    assert all(cost == pytest.approx(best) for cost, sure in zip(costs, proven, strict=True) if sure)


def test_likely_words_are_guessed_sooner() -> None:
    weights = {"bat": 1, "cat": 1, "hat": 1, "mat": 16}
    words = WordleWords(weights, ["bch"], weights)
    best = suggest(words, None, [[]]).best
    assert best and best.word == "mat" and best.win_now == pytest.approx(16 / 19)
    even = suggest(WordleWords(weights, ["bch"]), None, [[]]).best
    assert even and (even.word, even.proven, even.expected_guesses) == ("bch", True, 2)


@pytest.mark.parametrize(("guesses", "word"), [(3, "bch"), (1, "bat")])
def test_the_last_guess_is_one_that_may_win(guesses: int, word: str) -> None:
    words = WordleWords(["bat", "cat", "hat", "mat"], ["bch"])
    best = suggest(words, None, [[]], WordleOptions(max_guesses=guesses)).best
    assert best and best.word == word


@pytest.mark.parametrize(
    ("strategy", "key"),
    [
        (Strategy.ENTROPY, lambda suggestion: -suggestion.bits),
        (Strategy.PARTITIONS, lambda suggestion: -suggestion.groups),
        (Strategy.EXPECTED_SIZE, lambda suggestion: suggestion.expected_left),
        (Strategy.MINIMAX, lambda suggestion: suggestion.worst),
        (Strategy.LOOKAHEAD, lambda suggestion: suggestion.expected_guesses),
    ],
)
@settings(deadline=None, max_examples=examples(20))
@given(words=games())
def test_strategies_put_their_best_first(strategy: Strategy, key: object, words: WordleWords) -> None:
    assert callable(key)
    advice = suggest(words, None, [[]], WordleOptions(strategy, top=EVERYTHING))
    keys = [round(key(suggestion), 8) for suggestion in advice.suggestions]
    assert keys == sorted(keys)


@settings(deadline=None, max_examples=examples(30))
@given(st.data(), games(), st.sampled_from(Strategy))
def test_a_mapped_matrix_changes_nothing(data: st.DataObject, words: WordleWords, strategy: Strategy) -> None:
    clues = clues_of(*data.draw(st.lists(st.sampled_from(words.answer_words), min_size=1, max_size=3)))
    patterns = pattern_matrix(words.codes, words.codes[words.answers])
    patterns.flags.writeable = False
    options = WordleOptions(strategy)
    assert suggest(words, patterns, [clues], options) == suggest(words, None, [clues], options)


@settings(deadline=None, max_examples=examples(30))
@given(games(), st.sampled_from(Mode))
def test_every_answer_is_found(words: WordleWords, mode: Mode) -> None:
    solver, options = Solver(words), WordleOptions(mode=mode)
    for answer in words.answer_words:
        clues: list[Clue] = []
        while not (clues and clues[-1].solved):
            clues += clues_of(answer, solver.choose(clues, options))
            assert len(clues) <= len(words.answers)


class TestBoards:
    WORDS = WordleWords(["crane", "slate", "moist", "those", "added", "geese", "pound", "light"])

    def test_known_words_are_guessed_whose_boards_they_solve(self) -> None:
        boards = [clues_of("crane", "slate"), clues_of("light", "slate")]
        advice = suggest(self.WORDS, None, boards)
        assert {suggestion.word for suggestion in advice.suggestions} == {"crane", "light"}
        assert advice.guess == 2
        assert advice.suggestions[0].why == "It is the only word left on one of the boards."

    def test_figures_are_sums(self) -> None:
        boards = [clues_of("crane", "pound"), clues_of("slate", "moist")]
        advice = suggest(self.WORDS, None, boards, WordleOptions(top=EVERYTHING))
        each = [suggest(self.WORDS, None, [clues], WordleOptions(top=EVERYTHING)) for clues in boards]
        for suggestion in advice.suggestions:
            alone = [next((s for s in one.suggestions if s.word == suggestion.word), None) for one in each]
            if all(alone):
                assert suggestion.groups == sum(s.groups for s in alone if s)
                assert suggestion.bits == pytest.approx(sum(s.bits for s in alone if s))
            assert suggestion.expected_guesses and suggestion.expected_guesses >= 2
            assert suggestion.win_by[7] <= min(board.win_by[7] for board in suggestion.boards if board)

    def test_solved_boards_need_no_guess(self) -> None:
        solved, other = clues_of("crane", "crane"), clues_of("slate", "crane")
        advice = suggest(self.WORDS, None, [solved, other])
        assert [board.solved for board in advice.boards] == [True, False]
        assert advice.best and advice.best.word == "slate"
        assert [word.word for word in advice.left] == ["slate"]
        done = suggest(self.WORDS, None, [solved])
        assert done.suggestions == () and done.best is None
        assert [word.word for word in done.left] == ["crane"]

    @pytest.mark.parametrize("count", [0, 9])
    def test_too_few_or_many(self, count: int) -> None:
        with pytest.raises(BadOption, match="1 to 8"):
            suggest(self.WORDS, None, [[]] * count)

    def test_eight_boards_are_solved_in_thirteen_guesses(self) -> None:
        answers = self.WORDS.answer_words
        assert (
            guesses_needed(Solver(self.WORDS), answers, WordleOptions()) <= WordleOptions().guesses(8) == 13
        )

    def test_hints_of_all_boards_cannot_be_kept(self) -> None:
        boards = [clues_of("crane", "slate"), clues_of("moist", "slate"), clues_of("pound", "slate")]
        with pytest.raises(BadOption, match="all boards"):
            suggest(self.WORDS, None, boards, WordleOptions(mode=Mode.STRICT))

    def test_the_board_that_clashes(self) -> None:
        with pytest.raises(NoWordFits) as caught:
            suggest(self.WORDS, None, [[], [Clue("crane", 1)]])
        assert caught.value.details["board"] == 1


class TestTree:
    WORDS = WordleWords(["bat", "cat", "hat", "mat"], ["bch"])
    TREE = {  # noqa: RUF012
        "guess": "bch",
        "next": {
            "gbb": {"guess": "bat"},
            "byb": {"guess": "cat"},
            "bby": {"guess": "hat"},
            "bbb": {"guess": "mat"},
        },
    }

    def test_the_guess_of_the_tree_comes_first(self) -> None:
        solver = Solver(self.WORDS, None, self.TREE)
        advice = solver.suggest([[]])
        assert advice.strategy == "tree" and advice.best
        assert (advice.best.word, advice.best.expected_guesses) == ("bch", 2)
        after = solver.suggest([[Clue.parse("bch=byb")]])
        assert (after.strategy, after.best and after.best.word) == ("tree", "cat")

    @pytest.mark.parametrize(
        ("clues", "options"),
        [
            (["cat=bgg"], WordleOptions()),  # another guess
            ([], WordleOptions(strategy=Strategy.ENTROPY)),
            (["bch=bbb", "mat=bgg"], WordleOptions()),  # beyond its end: no answer at all
        ],
    )
    def test_games_that_are_not_in_the_tree(self, clues: list[str], options: WordleOptions) -> None:
        words = WordleWords([*self.WORDS.answer_words], ["bch", "rat", "vat"])
        advice = Solver(words, None, self.TREE).suggest([list(map(Clue.parse, clues))], options)
        assert advice.strategy != "tree"

    def test_a_game_that_the_tree_would_lose(self) -> None:
        advice = Solver(self.WORDS, None, self.TREE).suggest([[]], WordleOptions(max_guesses=1))
        assert advice.strategy == "lookahead" and advice.best and advice.best.possible

    def test_words_that_the_tree_does_not_know(self) -> None:
        weights = {"bat": 1, "cat": 1, "hat": 1, "mat": 1, "rat": 1, "vat": 1}
        words = WordleWords(self.WORDS.answer_words, ["bch", "rat", "vat"], weights)
        solver = Solver(words, None, self.TREE)
        assert solver.suggest([[]]).strategy == "exact"  # a third of the likelihood is off the list


def test_long_lists_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordle_state, "MOST_CELLS", 200)
    letters = "abcdefgh"
    everything = [a + b + c for a in letters for b in letters for c in letters]
    answers = [word for word in everything if word[0] in "ab" and word[1] in "ac" and word[2] in "ad"]
    weights = {word: 3.0 if word in answers else 1.0 for word in [*answers, "hhh", "gfe"]}
    advice = suggest(WordleWords(answers, everything, weights), None, [[]], WordleOptions(top=EVERYTHING))
    assert 10 <= len(advice.suggestions) <= 30
    assert {"hhh", "gfe"} <= {word.word for word in advice.left}
    left = [word.word for word in advice.left]
    assert advice.best and advice.best.groups == len(groups_of(advice.best.word, left))


@pytest.mark.slow
def test_known_figures_of_the_original_game(shared_data: Path) -> None:
    """Published by many."""
    solver = classic_solver(shared_data)
    for strategy, word, expected, groups, bits in (
        (Strategy.EXPECTED_SIZE, "roate", 60.4, 126, 5.883),
        (Strategy.PARTITIONS, "trace", 74.0, 150, 5.831),
        (Strategy.ENTROPY, "soare", 62.3, 127, 5.886),
    ):
        thought = solver.think([[]], WordleOptions(strategy, top=1))
        best, worth = thought.places[0], thought.state.figures
        assert thought.state.spelled(best) == word
        assert (round(worth.expected[best], 1), worth.groups[best]) == (expected, groups)
        assert thought.state.bits(thought.places[:1]) == pytest.approx(bits, abs=5e-4)


def test_two_clues(shared_data: Path) -> None:
    solver = classic_solver(shared_data)
    advice = solver.suggest([list(map(Clue.parse, ["salet=bbbyb", "courd=bybyb"]))])
    assert len(advice.left) == 9 and advice.best
    assert advice.best.expected_guesses == pytest.approx(19 / 9)


@pytest.mark.long
@pytest.mark.parametrize(("boards", "average"), [(2, 4.95), (4, 7.05), (8, 11.4)])
def test_several_boards_are_solved_in_time(shared_data: Path, boards: int, average: float) -> None:
    solver, options, dice = classic_solver(shared_data), WordleOptions(), random.Random(boards)
    played = [
        guesses_needed(solver, dice.sample(solver.words.answer_words, boards), options) for _ in range(40)
    ]
    assert max(played) <= options.guesses(boards)
    assert sum(played) / len(played) <= average


def guesses_needed(solver: Solver, answers: Sequence[str], options: WordleOptions) -> int:
    made: list[str] = []
    while not set(answers) <= set(made):
        ends = [made.index(answer) + 1 if answer in made else len(made) for answer in answers]
        boards = [clues_of(answer, *made[:end]) for answer, end in zip(answers, ends, strict=True)]
        best = solver.suggest(boards, options).best
        assert best
        made.append(best.word)
    return len(made)
