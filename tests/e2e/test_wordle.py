"""Wordle through the real server, broker and workers: typed games, screenshots, ratings, trials."""

from __future__ import annotations

import base64
import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.reference.wordle_tree import total_of
from tests.wordle_games import ALLOWED, ANSWERS, drawn_game

pytestmark = pytest.mark.e2e

LISTS = {"answers": ANSWERS, "allowed": ALLOWED}


def record_of(server: httpx.Client, path: str = "/wordle/suggest", **body: Any) -> dict[str, Any]:
    response = server.post(path, headers={"Prefer": "wait=60", **body.pop("headers", {})}, **body)
    assert response.status_code == 200, response.text
    record: dict[str, Any] = response.json()
    return record


def result_of(server: httpx.Client, path: str = "/wordle/suggest", **body: Any) -> dict[str, Any]:
    result: dict[str, Any] = record_of(server, path, **body)["result"]
    return result


def test_a_typed_game(server: httpx.Client) -> None:
    result = result_of(server, json={"clues": ["salet=bbbby", "CRONY=00100"]})
    (board,) = result["boards"]
    assert board["clues"] == ["salet=bbbby", "crony=bbybb"]
    left = {one["word"] for one in board["left"]}
    assert {"ditto", "motto", "mouth"} <= left and 0 < board["left_share"] < 0.01
    best = result["suggestions"][0]
    assert best["expected_left"] < 1 and best["win_by"]["6"] == 1 and best["why"]


def test_a_drawn_screenshot_gives_the_same_however_it_is_sent(server: httpx.Client) -> None:
    content = drawn_game(["salet", "crony"], "ditto")
    typed = result_of(server, json={"clues": ["salet=bbbby", "crony=bbybb"], "top": 3})
    ways: list[dict[str, Any]] = [
        {"files": {"image": ("game.png", content, "image/png")}, "data": {"top": "3"}},
        {"content": content, "headers": {"Content-Type": "image/png"}, "params": {"top": "3"}},
        {"json": {"image": base64.b64encode(content).decode(), "top": 3}},
    ]
    for way in ways:
        seen = result_of(server, **way)
        assert (seen["boards"], seen["suggestions"]) == (typed["boards"], typed["suggestions"])
        assert len(seen["cells"]) == 30


def test_real_screenshots(server: httpx.Client, shared_data: Path) -> None:
    labels = json.loads((shared_data / "screens" / "labels.json").read_text())
    games = [one for one in labels if one["kind"] == "wordle" and one["cols"] == 5][:6]
    for game in games:
        picture = (shared_data / "screens" / game["file"]).read_bytes()
        record = record_of(server, content=picture, headers={"Content-Type": "image/png"})
        rows = zip(game["letters"], game["tiles"], strict=True)
        clues = [f"{letters.lower()}={marks}" for letters, marks in rows if "." not in marks]
        (board,) = record["result"]["boards"]
        assert board["clues"] == clues, game["file"]
        assert board["solved"] == (game["tiles"][len(clues) - 1] == "ggggg")
        assert bool(record["result"]["suggestions"]) != board["solved"]
        overlay = server.get(record["links"]["overlay"])
        assert overlay.headers["content-type"] == "image/png"


def test_boards_that_share_the_guesses(server: httpx.Client) -> None:
    boards = [["crane=ggggg"], ["crane=bbbbg"]]
    result = result_of(server, json={**LISTS, "boards": boards})
    assert [board["solved"] for board in result["boards"]] == [True, False]
    assert result["suggestions"][0]["word"] in ("mouse", "louse")


def test_many_games_of_which_one_is_wrong(server: httpx.Client) -> None:
    states = [["salet=bbbgb"], ["crane=ggggb"], [["crane=ggggg"], ["crane=bbbbg"]]]
    told = result_of(server, json={**LISTS, "states": states, "top": 1})["states"]
    assert [one.get("error", {}).get("code") for one in told] == [None, "no_word_fits", None]
    assert len(told[2]["boards"]) == 2


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"clues": ["crane=ggggb", "salet=bbbgb"], **LISTS}, "no_word_fits"),
        ({"clues": ["crane=gyzbb"]}, "bad_option"),
        ({"clues": ["crane=ggggg", "cat=bbb"]}, "bad_option"),
        ({"answers": ["abc", "abcd"]}, "bad_option"),
    ],
)
def test_what_only_a_worker_can_tell(server: httpx.Client, body: dict[str, Any], code: str) -> None:
    answer = server.post("/wordle/suggest", json=body)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, code) and problem["hint"]
    if code == "no_word_fits":
        assert problem["details"]["clash"] == ["crane=ggggb"] and problem["details"]["nearest"]


def test_a_list_of_one_s_own(server: httpx.Client) -> None:
    greek = {"name": "greek", "words": ["alpha", "gamma", "delta", "theta"]}
    server.post("/dictionaries", json={**greek, "replace": True}).raise_for_status()
    result = result_of(server, json={"dictionary": "greek", "clues": ["theta=bbygg"]})
    assert {left["word"] for left in result["boards"][0]["left"]} == {"delta"}
    assert result["dictionary"]["name"] == "greek"


def test_a_language_and_another_length(server: httpx.Client) -> None:
    asked = {"dictionary": "es", "length": 4, "clues": ["niño=bbgg"], "strategy": "entropy"}
    left = {one["word"] for one in result_of(server, json=asked)["boards"][0]["left"]}
    assert "caño" in left


def test_ratings(server: httpx.Client) -> None:
    typed = result_of(server, "/wordle/rate", json={"clues": ["salet", "crony", "ditto"], "answer": "ditto"})
    assert typed["solved"] and len(typed["guesses"]) == 3 and typed["guesses"][0]["skill"] > 90
    files = {"image": ("game.png", drawn_game(["salet", "crony", "ditto"], "ditto"), "image/png")}
    seen = result_of(server, "/wordle/rate", files=files)
    assert (seen["guesses"], seen["skill"], seen["luck"]) == (typed["guesses"], typed["skill"], typed["luck"])


def test_a_trial_tells_its_progress_and_ends_with_the_sum(server: httpx.Client) -> None:
    body = {"strategy": "frequency", "starts": ["least", "salet"], "limit": 400}
    accepted = server.post("/wordle/evaluate", json=body, headers={"Prefer": "respond-async"})
    assert accepted.status_code == 202
    with server.stream("GET", f"{accepted.headers['Location']}/events") as events:
        told = [json.loads(line[6:]) for line in events.iter_lines() if line.startswith("data: ")]
    progress = [one["progress"] for one in told if "progress" in one]
    assert progress == sorted(progress) and len(set(progress)) > 5
    result = told[-1]["result"]
    assert {one["start"] for one in result["starts"]} == {"least", "salet"}
    assert all(one["games"] == 400 == one["won"] + one["lost"] for one in result["starts"])
    assert result["starts"][0]["mean"] <= result["starts"][1]["mean"]


@pytest.mark.timeout(600)
def test_a_tree_is_proven_in_parts(server: httpx.Client) -> None:
    """On a new machine the search is compiled first."""
    alike = [first + rest for first in "bcdhlmnpw" for rest in ("atch", "itch", "otch", "utch")]
    asked = {"answers": alike, "max_guesses": 12}
    accepted = server.post("/wordle/tree", json=asked, headers={"Prefer": "respond-async"})
    assert accepted.status_code == 202
    with server.stream("GET", f"{accepted.headers['Location']}/events", timeout=500) as events:
        told = [json.loads(line[6:]) for line in events.iter_lines() if line.startswith("data: ")]
    result = told[-1]["result"]
    assert result["proven"] and result["total"] == total_of(result["tree"], alike, alike)
    assert result["proof"]["ruled_out"] == result["proof"]["starts"] == len(alike)


def test_the_first_answer_is_quick(server: httpx.Client) -> None:
    """Workers are warm: even the opening is there at once."""
    began = time.perf_counter()
    record = record_of(server, json={"mode": "easy"})
    assert time.perf_counter() - began < 5 and record["ms"]["total"] < 4000
    assert record["result"]["guess"] == 1 and record["result"]["suggestions"]


def test_jobs_are_counted_by_kind(server: httpx.Client) -> None:
    record_of(server, json={**LISTS})
    counted = server.get("/metrics").text
    assert 'tilewise_jobs_total{outcome="finished",task="wordle.suggest"}' in counted
