"""Bodies about Wordle: what each becomes for the worker, and what is refused with which words."""

from __future__ import annotations

import base64
from typing import Any, get_args

import pytest

import dictionaries
from app.schemas.wordle import ModeName, StrategyName, WordleGame, WordleGames, WordlePlayedGames
from tests.app.fake_jobs import FakeJobs
from tests.app.test_bodies import IMAGE, PNG, post, typed
from worker.solvers.wordle_advice import Strategy
from worker.solvers.wordle_clues import Mode
from worker.wire import JsonObject, Task

GAME: JsonObject = {
    "dictionary": None, "dictionary_name": None, "length": None, "answers": None, "allowed": None,
    "probabilities": None, "exclude": None, "strategy": "optimal", "mode": "easy", "max_guesses": None,
}  # fmt: skip
ADVICE: JsonObject = {**GAME, "boards": None, "states": None, "top": 10, "left": 20}
RATING: JsonObject = {**GAME, "clues": None, "games": None, "answer": None}
TRIAL: JsonObject = {**GAME, "starts": None, "limit": None, "failed": 100}


def submitted(path: str = "/wordle/suggest", **body: Any) -> tuple[Task, JsonObject, bytes | None]:
    jobs = FakeJobs()
    response = post(path, jobs, **body)
    assert response.status_code == 200, response.text
    return jobs.submitted[0]


@pytest.mark.parametrize(
    ("given", "boards"),
    [
        ({}, [[]]),
        ({"clues": ["crane=gybbb"]}, [["crane=gybbb"]]),
        ({"boards": [["crane=gybbb"], []]}, [["crane=gybbb"], []]),
    ],
)
def test_a_game_is_one_board_or_several(given: JsonObject, boards: list[list[str]]) -> None:
    sent = submitted(json=given)
    assert sent == (Task.WORDLE_SUGGEST, {**ADVICE, "boards": boards}, None)


def test_many_games_of_one_board_or_several() -> None:
    states = [["crane=gybbb"], [], [["crane=gybbb"], ["crane=bbbbb"]]]
    _, request, _ = submitted(json={"states": states, "top": 1})
    assert request == {**ADVICE, "top": 1, "states": [[states[0]], [[]], states[2]]}


def test_lists_of_one_s_own() -> None:
    lists = {"answers": ["crane"], "allowed": ["salet"], "probabilities": {"crane": 0.5}}
    _, request, _ = submitted(json={**lists, "exclude": ["crane"]})
    assert request == {**ADVICE, **lists, "exclude": ["crane"], "boards": [[]]}


def test_a_dictionary_is_named_by_hash_for_the_worker() -> None:
    _, request, _ = submitted(json={"dictionary": "es", "length": 6})
    spanish = dictionaries.find("es").sha256
    assert (request["dictionary"], request["dictionary_name"], request["length"]) == (spanish, "es", 6)


SENT = {"strategy": "entropy", "mode": "hard", "top": "3", "exclude": "crane; slate,grape", "llm": "never"}
PARSED = {
    "strategy": "entropy",
    "mode": "hard",
    "top": 3,
    "exclude": ["crane", "slate", "grape"],
    "llm": "never",
}


def test_a_picture_comes_as_a_form_as_the_body_or_in_base64() -> None:
    wanted = (Task.WORDLE_SUGGEST, {**ADVICE, **PARSED}, PNG)
    assert submitted(files=IMAGE, data={**SENT, "length": ""}) == wanted
    assert submitted(content=PNG, params=SENT, headers={"Content-Type": "image/png"}) == wanted
    assert submitted(json={**PARSED, "image": base64.b64encode(PNG).decode()}) == wanted


def test_played_games() -> None:
    sent = submitted("/wordle/rate", json={"clues": ["crane", "slate"], "answer": "slate"})
    assert sent == (Task.WORDLE_RATE, {**RATING, "clues": ["crane", "slate"], "answer": "slate"}, None)
    _, request, _ = submitted("/wordle/rate", json={"games": [["crane=gybbb"], []]})
    assert request == {**RATING, "games": [["crane=gybbb"], []]}
    _, request, picture = submitted("/wordle/rate", files=IMAGE, data={"mode": "hard"})
    assert (request, picture) == ({**RATING, "mode": "hard", "llm": "doubtful"}, PNG)


def test_a_trial() -> None:
    asked = {"starts": ["salet"], "limit": 100, "strategy": "minimax"}
    sent = submitted("/wordle/evaluate", json=asked)
    assert sent == (Task.WORDLE_EVALUATE, {**TRIAL, **asked}, None)


def test_a_tree() -> None:
    asked = {"start": "salet", "mode": "hard", "max_guesses": 5, "seconds": 10}
    unasked = {"strategy", "exclude", "probabilities"}
    game = {name: value for name, value in GAME.items() if name != "strategy"}
    assert submitted("/wordle/tree", json=asked) == (Task.WORDLE_TREE, {**game, **asked}, None)
    assert refused("/wordle/tree", json={"mode": "strict"})["code"] == "invalid_request"
    for name in unasked:
        assert refused("/wordle/tree", json={name: None})["code"] == "invalid_request"


def test_every_strategy_and_mode_can_be_named() -> None:
    assert set(get_args(StrategyName)) == {*Strategy} and set(get_args(ModeName)) == {*Mode}


def test_few_games_and_small_lists_are_short_work() -> None:
    assert WordleGame.model_validate({}).is_short_work
    assert not WordleGame.model_validate({"answers": ["crane"] * 20_001}).is_short_work
    few, many = ([["crane=gybbb"]] * count for count in (5, 6))
    assert WordleGames.model_validate({"states": few}).is_short_work
    assert not WordleGames.model_validate({"states": many}).is_short_work
    assert not WordlePlayedGames.model_validate({"games": many}).is_short_work


CLUE = "crane=gybbb"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("suggest", {"clues": ["crane"]}, "clues.0"),
        ("suggest", {"clues": [CLUE] * 31}, "clues"),
        ("suggest", {"clues": ["=" * 201]}, "clues.0"),
        ("suggest", {"clues": CLUE}, "clues"),
        ("suggest", {"clues": [CLUE], "boards": [[CLUE]]}, "not both"),
        ("suggest", {"boards": []}, "boards"),
        ("suggest", {"boards": [[]] * 9}, "boards"),
        ("suggest", {"states": []}, "states"),
        ("suggest", {"states": [[]] * 1001}, "states"),
        ("suggest", {"states": ["crane=gybbb"]}, "the clues of one board"),
        ("suggest", {"states": [[]], "clues": []}, "clues"),
        ("suggest", {"length": 2}, "length"),
        ("suggest", {"length": 13}, "length"),
        ("suggest", {"top": 0}, "top"),
        ("suggest", {"top": 101}, "top"),
        ("suggest", {"left": -1}, "left"),
        ("suggest", {"max_guesses": 100}, "max_guesses"),
        ("suggest", {"strategy": "luck"}, "strategy"),
        ("suggest", {"mode": "harder"}, "mode"),
        ("suggest", {"answers": []}, "answers"),
        ("suggest", {"answers": ["crane"], "dictionary": "en"}, "in place of a dictionary"),
        ("suggest", {"probabilities": {}}, "probabilities"),
        ("suggest", {"probabilities": {"crane": -1}}, "probabilities"),
        ("suggest", {"probabilities": {"crane": "much"}}, "probabilities"),
        ("suggest", {"exclude": []}, "exclude"),
        ("suggest", {"llm": "never"}, "llm"),
        ("suggest", {"image": "AAAA", "clues": []}, "clues"),
        ("rate", {}, "clues"),
        ("rate", {"clues": []}, "clues"),
        ("rate", {"games": [], "answer": "crane"}, "games"),
        ("evaluate", {"starts": []}, "starts"),
        ("evaluate", {"starts": ["crane"] * 101}, "starts"),
        ("evaluate", {"limit": 0}, "limit"),
        ("evaluate", {"clues": []}, "clues"),
    ],
)
def test_what_cannot_be_asked(path: str, body: JsonObject, said: str) -> None:
    problem = refused(f"/wordle/{path}", json=body)
    assert problem["code"] == "invalid_request" and said in problem["detail"], problem


def test_what_is_no_body_and_no_dictionary() -> None:
    assert refused("/wordle/evaluate", **typed(b"x", "text/plain"))["code"] == "unsupported_media_type"
    assert refused("/wordle/suggest", json={"dictionary": "klingon"})["code"] == "unknown_dictionary"
    assert "mode" in refused("/wordle/suggest", files=IMAGE, data={"mode": "harder"})["detail"]


def refused(path: str, **body: Any) -> JsonObject:
    jobs = FakeJobs()
    problem: JsonObject = post(path, jobs, **body).json()
    assert not jobs.submitted
    return problem
