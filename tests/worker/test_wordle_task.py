"""The Wordle jobs: what a request asks for, and what its result says of typed games and of pictures."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import dictionaries
from tests.drawing import encoded
from tests.wordle_games import ANSWERS, SHIPPED, asked, drawn_game, rated, tried
from tests.wordle_sheets import how_to_sheet
from worker import wordle_trials
from worker.context import TaskContext
from worker.solvers.wordle import Clue, Mode, feedback, feedback_text, may_guess
from worker.tasks import perform
from worker.wire import Fan, JsonObject, Outcome, Task

GUESSES = ["salet=bbbgb", "crony=byybb"]


@pytest.fixture
def context(tmp_path: Path, lexicon_cache: Path) -> TaskContext:
    return TaskContext(tmp_path, lexicon_cache, tesseract=False)


def result_of(outcome: Outcome) -> Any:
    assert outcome.failure is None, outcome.failure
    return json.loads(outcome.result)


def code_of(outcome: Outcome) -> str:
    assert outcome.failure is not None
    return outcome.failure.code


@pytest.fixture
def suggest(context: TaskContext) -> Callable[..., Outcome]:
    def suggested(request: JsonObject, picture: bytes | None = None) -> Outcome:
        return perform(Task.WORDLE_SUGGEST, request, picture, context)

    return suggested


class TestSuggest:
    def test_a_typed_game_has_the_shape_of_a_read_one(self, suggest: Callable[..., Outcome]) -> None:
        result = result_of(suggest(asked(["crane=bbyby"])))
        assert (result["kind"], result["state"], result["rows"], result["cols"]) == (
            "wordle",
            "playing",
            1,
            5,
        )
        assert result["won"] is None
        assert (result["letters"], result["tiles"], result["cells"]) == (["CRANE"], ["bbyby"], [])

    def test_words_left_and_guesses(self, suggest: Callable[..., Outcome]) -> None:
        result = result_of(suggest(asked(["salet=bbbgb"])))
        (board,) = result["boards"]
        assert board["clues"] == ["salet=bbbgb"] and not board["solved"]
        assert {left["word"] for left in board["left"]} == {"joker", "poker"}
        assert (board["left_count"], board["likely_count"], board["left_share"]) == (2, 2, 0.125)
        assert sum(left["share"] for left in board["left"]) == pytest.approx(1)
        best = result["suggestions"][0]
        assert best["word"] in ("joker", "poker") and best["possible"] and best["win_now"] == 0.5
        assert best["expected_guesses"] == 1.5 and best["win_by"]["3"] == 1 and best["why"].endswith(".")
        assert result["dictionary"]["name"] is None and result["dictionary"]["answers"] == len(ANSWERS)

    def test_without_guesses_an_opening(self, suggest: Callable[..., Outcome]) -> None:
        result = result_of(suggest(asked([])))
        assert result["guess"] == 1 and len(result["suggestions"]) == 3
        assert result["boards"][0]["left_count"] == len(ANSWERS)

    def test_a_lost_game_is_over(self, suggest: Callable[..., Outcome]) -> None:
        clues = ["salet=bbbgb", "crony=byybb"]
        result = result_of(suggest(asked(clues, max_guesses=2)))
        assert (result["state"], result["won"], result["suggestions"]) == ("over", False, [])
        assert {left["word"] for left in result["boards"][0]["left"]} == {"joker", "poker"}
        going_on = result_of(suggest(asked(clues, max_guesses=3)))
        assert (going_on["state"], going_on["won"], going_on["max_guesses"]) == ("playing", None, 3)
        assert going_on["suggestions"]

    def test_a_game_of_several_boards_has_a_guess_more_for_each(
        self, suggest: Callable[..., Outcome]
    ) -> None:
        lost = ["salet=bbbgb"] * 6
        result = result_of(suggest(asked(boards=[["joker=ggggg"], lost])))
        assert (result["state"], result["max_guesses"]) == ("playing", 7)
        result = result_of(suggest(asked(boards=[["joker=ggggg"], [*lost, "crony=byybb"]])))
        assert (result["state"], result["won"], result["suggestions"]) == ("over", False, [])

    def test_a_lost_game_whose_clues_clash(self, suggest: Callable[..., Outcome]) -> None:
        clashing = suggest(asked(["salet=bbbgb", "salet=ggggb"], max_guesses=2))
        assert code_of(clashing) == "no_word_fits"

    def test_a_lost_game_in_which_the_mode_would_let_nothing_be_guessed(
        self, suggest: Callable[..., Outcome]
    ) -> None:
        boards = [["louse=bgggg"], ["crate=gggbg"]]
        assert code_of(suggest(asked(boards=boards, mode="hard"))) == "bad_option"
        result = result_of(suggest(asked(boards=boards, mode="hard", max_guesses=1)))
        assert (result["state"], result["won"]) == ("over", False)

    def test_a_solved_game_needs_no_guess(self, suggest: Callable[..., Outcome]) -> None:
        result = result_of(suggest(asked(["joker=ggggg"])))
        assert (result["state"], result["won"], result["guess"]) == ("over", True, 2)
        assert result["boards"][0]["solved"] and result["suggestions"] == []

    def test_boards_share_the_guesses(self, suggest: Callable[..., Outcome]) -> None:
        result = result_of(suggest(asked(boards=[["crane=ggggg"], ["crane=bbbbg"]])))
        assert [board["solved"] for board in result["boards"]] == [True, False]
        assert {left["word"] for left in result["boards"][1]["left"]} == {"mouse", "louse"}
        assert result["suggestions"][0]["word"] in ("mouse", "louse")

    def test_clues_that_clash_are_named(self, suggest: Callable[..., Outcome]) -> None:
        outcome = suggest(asked(["crane=ggggb", "salet=bbbgb"]))
        assert code_of(outcome) == "no_word_fits" and outcome.failure is not None
        assert outcome.failure.details["clash"] == ["crane=ggggb"]

    def test_probabilities_and_past_answers(self, suggest: Callable[..., Outcome]) -> None:
        chances = {"joker": 3, "poker": 1}
        left = result_of(suggest(asked(["salet=bbbgb"], probabilities=chances)))["boards"][0]["left"]
        assert left == [{"word": "joker", "share": 0.75}, {"word": "poker", "share": 0.25}]
        left = result_of(suggest(asked(["salet=bbbgb"], exclude=["Joker"])))["boards"][0]["left"]
        assert left == [{"word": "poker", "share": 1.0}]
        fits = result_of(suggest(asked(["salet=bbbgb", "pudgy=bbbbb"], exclude=["joker"])))
        assert fits["boards"][0]["left"][0]["word"] == "joker", "nothing else fits"

    @pytest.mark.parametrize("mode", Mode)
    def test_modes(self, suggest: Callable[..., Outcome], mode: Mode) -> None:
        clue = Clue.parse("crane=bgbbg")
        result = result_of(suggest(asked([str(clue)], mode=mode.value, top=20)))
        words = [one["word"] for one in result["suggestions"]]
        assert words and all(may_guess(word, [clue], mode) for word in words)

    def test_only_letter_frequency_has_a_score(self, suggest: Callable[..., Outcome]) -> None:
        by_frequency = result_of(suggest(asked(["salet=bbbgb"], strategy="frequency")))
        assert all(one["score"] > 100 for one in by_frequency["suggestions"])
        assert result_of(suggest(asked(["salet=bbbgb"])))["suggestions"][0]["score"] is None

    def test_many_states_of_which_some_are_wrong(self, suggest: Callable[..., Outcome]) -> None:
        states = [[["salet=bbbgb"]], [["crane=ggggb"]], [["crane=gg"]], [["crane"]], [[]]]
        told = result_of(suggest(asked(states=states, top=1)))["states"]
        assert [one.get("error", {}).get("code") for one in told] == [
            None, "no_word_fits", "bad_option", "bad_option", None,
        ]  # fmt: skip
        assert len(told[0]["suggestions"]) == 1

    @pytest.mark.parametrize(
        ("members", "said"),
        [
            ({"answers": ["abc", "abcd"]}, "one length"),
            ({"answers": ["ab"], "allowed": None}, "3 to 12"),
            ({"answers": ["cr4ne"]}, "no word of letters"),
            ({"probabilities": {"zzzzz": 1}}, "Weights"),
            ({"boards": [["cranes=gggggg"]]}, "6 letters"),
            ({"boards": [[]] * 9}, "boards"),
        ],
    )
    def test_what_makes_no_game(
        self, suggest: Callable[..., Outcome], members: JsonObject, said: str
    ) -> None:
        outcome = suggest(asked(**{"boards": [[]], **members}))
        assert code_of(outcome) == "bad_option" and outcome.failure is not None
        assert said in outcome.failure.message


class TestLists:
    @pytest.mark.slow
    def test_the_game_s_own_list_knows_words_off_its_list_of_answers(
        self, suggest: Callable[..., Outcome]
    ) -> None:
        request = {**asked(["xylyl=ggggb"]), **SHIPPED}
        assert code_of(suggest(request)) == "no_word_fits"
        rare = result_of(suggest({**asked(["xylyl=ggggg"]), **SHIPPED}))
        assert rare["boards"][0]["solved"] and rare["dictionary"]["name"] == "wordle"

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("language", "guess", "left"),
        [("es", "Camión", "tabaco"), ("es", "año", "uña"), ("pt", "maçã", "gato")],
    )
    def test_languages_fold_accents(
        self, suggest: Callable[..., Outcome], language: str, guess: str, left: str
    ) -> None:
        folded = str(dictionaries.language(language).fold(guess))
        clue = f"{guess}={feedback_text(feedback(folded, left), len(left))}"
        listed = dictionaries.find(language).sha256
        request = {**asked([clue], left=5000), **SHIPPED, "dictionary": listed, "dictionary_name": language}
        result = result_of(suggest(request))
        assert result["letters"] == [folded.upper()] and result["dictionary"]["name"] == language
        assert left in {one["word"] for one in result["boards"][0]["left"]}

    @pytest.mark.slow
    def test_other_lengths_are_english(self, suggest: Callable[..., Outcome]) -> None:
        result = result_of(suggest({**asked(["cat=bgb"]), **SHIPPED}))
        assert (result["dictionary"]["name"], result["dictionary"]["length"]) == ("en", 3)
        assert "bad" in {left["word"] for left in result["boards"][0]["left"]}

    def test_an_imported_list_without_frequencies(
        self, suggest: Callable[..., Outcome], tmp_path: Path
    ) -> None:
        stored = dictionaries.store(
            frozenset({"alpha", "gamma", "delta", "zeta"}),
            name="greek",
            language_code="en",
            data_dir=tmp_path,
        )
        request = {**asked([]), **SHIPPED, "dictionary": stored.sha256, "dictionary_name": "greek"}
        result = result_of(suggest(request))
        assert {left["share"] for left in result["boards"][0]["left"]} == {round(1 / 3, 6)}
        assert code_of(suggest({**request, "length": 9})) == "bad_option"


class TestPictures:
    def test_a_drawn_game_says_what_its_guesses_say(self, suggest: Callable[..., Outcome]) -> None:
        picture = drawn_game(["salet", "crony"], "joker", typed="pu")
        typed, seen = (result_of(suggest(*how)) for how in ((asked(GUESSES),), (asked(), picture)))
        assert seen["boards"] == typed["boards"] and seen["suggestions"] == typed["suggestions"]
        assert (seen["tiles"][:2], len(seen["cells"]), seen["inferred"]) == (typed["tiles"], 30, [])

    def test_an_empty_board_gets_an_opening(self, suggest: Callable[..., Outcome]) -> None:
        result = result_of(suggest(asked(), drawn_game([], "joker", typed="sale")))
        assert result["guess"] == 1 and result["suggestions"]

    def test_a_how_to_card_is_no_game(self, suggest: Callable[..., Outcome]) -> None:
        assert code_of(suggest(asked(), encoded(how_to_sheet(3)))) == "no_board_yet"

    def test_a_rating_of_a_drawn_game(self, context: TaskContext) -> None:
        picture = drawn_game(["salet", "joker"], "joker")
        result = result_of(perform(Task.WORDLE_RATE, rated(), picture, context))
        assert result["solved"] and [guess["clue"] for guess in result["guesses"]] == [
            "salet=bbbgb",
            "joker=ggggg",
        ]


class TestRate:
    def test_marks_or_the_answer(self, context: TaskContext) -> None:
        marked = result_of(perform(Task.WORDLE_RATE, rated(["salet=bbbgb", "joker=ggggg"]), None, context))
        bare = result_of(perform(Task.WORDLE_RATE, rated(["salet", "joker"], answer="joker"), None, context))
        assert {**bare, "ms": None} == {**marked, "ms": None}
        assert all(0 <= guess["skill"] <= 100 for guess in bare["guesses"])
        assert bare["guesses"][1]["skill"] == 100 and bare["guesses"][1]["luck"] is not None

    @pytest.mark.slow
    def test_marks_beside_an_answer(self, context: TaskContext) -> None:
        """The game's own words are of the length of the guess, whatever is written behind it."""
        whole = {"answers": None, "allowed": None, "answer": "moped"}
        outcome = perform(Task.WORDLE_RATE, rated(["slate=bbbby", "crony"], **whole), None, context)
        assert [one["clue"] for one in result_of(outcome)["guesses"]] == ["slate=bbbby", "crony=bbybb"]
        wrong = perform(Task.WORDLE_RATE, rated(["slate=bbbbg"], **whole), None, context)
        assert code_of(wrong) == "bad_option"
        assert wrong.failure and "'moped' gives: slate=bbbby" in wrong.failure.message

    def test_a_wasted_guess_has_no_skill(self, context: TaskContext) -> None:
        clues = ["salet=bbbgb", "salet=bbbgb", "joker=ggggg"]
        result = result_of(perform(Task.WORDLE_RATE, rated(clues, mode="strict"), None, context))
        assert [guess["skill"] for guess in result["guesses"]][1] == 0
        assert [guess["kept_rules"] for guess in result["guesses"]] == [True, False, True]

    def test_many_games(self, context: TaskContext) -> None:
        games = [["salet=bbbgb"], [], ["joker"]]
        told = result_of(perform(Task.WORDLE_RATE, rated(games=games), None, context))["games"]
        assert ["error" in one for one in told] == [False, True, True]


class TestTrials:
    def test_every_answer_is_looked_for(self, context: TaskContext) -> None:
        result = result_of(perform(Task.WORDLE_EVALUATE, tried(), None, context))
        (series,) = result["starts"]
        assert (series["games"], series["won"], series["lost"]) == (len(ANSWERS), len(ANSWERS), 0)
        assert sum(series["histogram"].values()) == len(ANSWERS)
        assert series["average"] == series["mean"] == round(series["total"] / len(ANSWERS), 6)

    def test_starts_are_ranked_and_fails_named(self, context: TaskContext) -> None:
        request = tried(starts=["pudgy", "Salet"], max_guesses=2, failed=1)
        result = result_of(perform(Task.WORDLE_EVALUATE, request, None, context))
        first, second = result["starts"]
        assert {first["start"], second["start"]} == {"salet", "pudgy"}
        assert first["mean"] <= second["mean"] and result["max_guesses"] == 2
        assert second["lost"] > 1 == len(second["failed"])

    def test_a_limit_spreads_over_the_list(self, context: TaskContext) -> None:
        result = result_of(perform(Task.WORDLE_EVALUATE, tried(limit=4), None, context))
        assert result["starts"][0]["games"] == 4
        plays = wordle_trials.plays_of(tried(limit=4), context)
        played = {word for play in plays for word in play["answers"]}
        assert played == {sorted(ANSWERS)[place] for place in (0, 3, 6, 9)}

    def test_an_unknown_start(self, context: TaskContext) -> None:
        assert code_of(perform(Task.WORDLE_EVALUATE, tried(starts=["zzzzz"]), None, context)) == "bad_option"

    def test_parts_side_by_side_come_to_the_same(self, context: TaskContext) -> None:
        request = tried(starts=["salet", "crony"], strategy="entropy")
        alone = result_of(perform(Task.WORDLE_EVALUATE, request, None, context))
        outcome = perform(Task.WORDLE_EVALUATE, request, None, replace(context, in_parts=True))
        fan = outcome.further
        assert isinstance(fan, Fan) and len(fan.requests) > 2
        answers = [perform(fan.task, json.loads(json.dumps(part)), None, context) for part in fan.requests]
        answered = [answer.result for answer in answers]
        joining = replace(context, answers=lambda: answered)
        joined = result_of(perform(fan.join.task, fan.join.request, None, joining))
        assert {**joined, "ms": None} == {**alone, "ms": None}
