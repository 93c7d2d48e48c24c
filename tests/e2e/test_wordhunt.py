"""From a picture to its words through the real server, broker and workers, in each way to send it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.pictures import SAMPLE, SAMPLE_LETTERS

pytestmark = pytest.mark.e2e


def solve(server: httpx.Client, **body: Any) -> dict[str, Any]:
    headers = {"Prefer": "wait=60", **body.pop("headers", {})}
    response = server.post("/wordhunt/solve", headers=headers, **body)
    assert response.status_code == 200, response.text
    record: dict[str, Any] = response.json()
    assert record["state"] == "finished" and record["error"] is None
    assert record["links"]["self"] == response.headers["content-location"]
    return record


def ways_to_send(picture: Path, letters: tuple[str, ...]) -> list[dict[str, Any]]:
    """The same board as a form, as the body itself, and typed in three forms."""
    media_type = {".png": "image/png", ".jpg": "image/jpeg"}[picture.suffix]
    content = picture.read_bytes()
    return [
        {"files": {"image": (picture.name, content, media_type)}, "data": {"min_length": "4"}},
        {"content": content, "headers": {"Content-Type": media_type}, "params": {"min_length": "4"}},
        {"json": {"grid": "/".join(letters), "min_length": 4}},
        {"json": {"grid": list(letters), "min_length": 4}},
        {"json": {"grid": [list(row) for row in letters], "min_length": 4}},
    ]


def test_the_sample_gives_the_same_words_however_it_is_sent(server: httpx.Client) -> None:
    results = [solve(server, **body)["result"] for body in ways_to_send(SAMPLE, SAMPLE_LETTERS)]
    assert len(results[0]["words"]) > 50
    for result in results:
        assert tuple(result["letters"]) == SAMPLE_LETTERS
        assert _words(result) == _words(results[0])
        assert {"solve", "total"} <= result["ms"].keys()
    assert all("centres" in found for found in results[0]["words"])


def _words(result: dict[str, Any]) -> list[tuple[str, int, list[int]]]:
    return [(found["word"], found["points"], found["path"]) for found in result["words"]]


def test_every_reference_screenshot_is_read_and_solved(server: httpx.Client, shared_data: Path) -> None:
    pictures = sorted((shared_data / "screens" / "images").glob("wordhunt-[0-9]*"))
    assert len(pictures) >= 8
    for picture in pictures:
        seen = server.post("/read", content=picture.read_bytes(), headers={"Content-Type": "image/png"})
        letters = tuple(seen.json()["result"]["letters"])
        form, raw, typed, *_ = (
            _words(solve(server, **body)["result"]) for body in ways_to_send(picture, letters)
        )
        assert form == raw == typed and form, picture.name


def test_a_job_can_be_fetched_again_with_the_same_answer(server: httpx.Client) -> None:
    record = solve(server, json={"grid": list(SAMPLE_LETTERS)})
    assert server.get(record["links"]["self"]).json() == record


def test_without_waiting_the_answer_is_fetched_from_its_address(server: httpx.Client) -> None:
    accepted = server.post(
        "/wordhunt/solve", json={"grid": list(SAMPLE_LETTERS)}, headers={"Prefer": "respond-async"}
    )
    assert accepted.status_code == 202
    assert accepted.headers["preference-applied"] == "respond-async"
    give_up = time.monotonic() + 30
    while (record := server.get(accepted.headers["location"]).json())["state"] != "finished":
        assert time.monotonic() < give_up, record
        time.sleep(0.05)
    assert record["result"]["word_count"] > 50


def test_a_picture_without_a_board_is_a_problem_with_its_job(server: httpx.Client) -> None:
    blank = _png(64, 64)
    response = server.post("/wordhunt/solve", files={"image": ("blank.png", blank, "image/png")})
    problem = response.json()
    assert (response.status_code, problem["code"]) == (422, "grid_not_found")
    assert problem["hint"] and problem["instance"] == response.headers["content-location"]
    record = server.get(problem["instance"]).json()
    assert (record["state"], record["error"]["code"]) == ("failed", "grid_not_found")


def _png(width: int, height: int) -> bytes:
    import cv2
    import numpy as np

    return cv2.imencode(".png", np.full((height, width, 3), 200, np.uint8))[1].tobytes()


def test_the_how_to_card_is_not_solved(server: httpx.Client, shared_data: Path) -> None:
    card = next((shared_data / "screens" / "images").glob("wordhunt-howto-*"))
    response = server.post("/wordhunt/solve", files={"image": (card.name, card.read_bytes(), "image/png")})
    assert (response.status_code, response.json()["code"]) == (422, "no_board_yet")
    seen = server.post("/read", files={"image": (card.name, card.read_bytes(), "image/png")})
    assert seen.json()["result"]["state"] == "how-to-play"


def test_bytes_that_are_no_picture_are_refused(server: httpx.Client) -> None:
    response = server.post("/read", content=b"GIF89a and no more", headers={"Content-Type": "image/gif"})
    assert (response.status_code, response.json()["code"]) == (422, "not_an_image")
