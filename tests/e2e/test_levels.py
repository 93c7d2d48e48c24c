"""Levels through the real server, broker and workers: wheels, layouts, solutions, packs in parts."""

from __future__ import annotations

import gzip
import json
import time
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest

from tests.e2e.serving import workers_of
from tests.level_packs import COUNT, pack_of
from tests.wheel_pictures import SMALL, wheel_picture

pytestmark = pytest.mark.e2e

PLAN = {"count": COUNT, "rounds": 40, "max_letters": 6}


def record_of(server: httpx.Client, path: str, **body: Any) -> dict[str, Any]:
    response = server.post(path, headers={"Prefer": "wait=60"}, **body)
    assert response.status_code == 200, response.text
    record: dict[str, Any] = response.json()
    return record


def result_of(server: httpx.Client, path: str, **body: Any) -> dict[str, Any]:
    result: dict[str, Any] = record_of(server, path, **body)["result"]
    return result


def test_the_words_of_typed_letters(server: httpx.Client) -> None:
    result = result_of(server, "/levels/words", json={"letters": "there"})
    told = {each["word"]: each["fit"] for each in result["words"]}
    assert told["there"] and told["her"] and told["the"] and not told["ethe"]


def test_the_words_and_the_crossword_of_a_picture(server: httpx.Client) -> None:
    drawn = wheel_picture(11, count=6, swipe="", font="DejaVuSans-Bold", sizes=SMALL)
    files = {"image": ("screen.jpg", drawn.to_bytes(), "image/jpeg")}
    words = record_of(server, "/levels/words", files=files)
    assert "".join(words["result"]["letters"]) == drawn.letters
    assert words["result"]["kind"] == "wheel" and "overlay" in words["links"]
    assert server.get(words["links"]["overlay"]).headers["content-type"] == "image/png"
    solved = result_of(server, "/levels/solve", files=files)
    assert tuple(solved["crossword"]) == drawn.crossword


def test_a_typed_crossword_is_filled(server: httpx.Client) -> None:
    body = {"letters": "pkra", "crossword": ["####", "A...", "###."]}
    result = result_of(server, "/levels/solve", json=body)
    assert result["solutions"] == 1 and all(slot["certain"] for slot in result["slots"])


def test_a_list_of_ones_own_is_used(server: httpx.Client) -> None:
    own = ["star", "art", "rat", "tar", "sat", "tsra"]
    sent = server.post("/dictionaries", json={"name": "stars", "words": own})
    assert sent.status_code == 201
    told = result_of(server, "/levels/words", json={"letters": "strax", "dictionary": "stars"})
    assert {each["word"]: each["fit"] for each in told["words"]} == {word: word != "tsra" for word in own}
    body = {"dictionary": "stars", "count": 1, "max_letters": 4, "max_words": 5}
    pack = server.get(record_of(server, "/levels", json=body)["links"]["pack"]).json()
    (level,) = pack["levels"]
    assert pack["dictionary"]["sha256"] == sent.json()["sha256"]
    assert {each["word"] for each in level["words"]} <= {*own} - {"tsra"} and level["bonus"][0] == "tsra"
    assert server.delete("/dictionaries/stars").status_code == 204


def test_a_layout_and_its_drawing(server: httpx.Client) -> None:
    record = record_of(server, "/levels/layout", json={"words": ["meal", "male", "lame", "elm"]})
    assert record["result"]["missing"] == []
    text = server.get(f"{record['links']['self']}/level.txt", params={"filled": True}).text
    assert text.lower().split() == record["result"]["grid"]
    png = server.get(f"{record['links']['self']}/level.png", params={"filled": True}).content
    assert cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR) is not None


def test_a_pack_is_made_in_parts_and_downloaded(server: httpx.Client, lexicon_cache: Path) -> None:
    record = record_of(server, "/levels", json=PLAN)
    links = record["links"]
    download = server.get(links["pack"])
    pack = pack_of(lexicon_cache)
    assert download.json() == pack, "the same as in one process"
    assert record["result"] == {name: value for name, value in pack.items() if name != "levels"}
    again = server.get(links["pack"], headers={"If-None-Match": download.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    packed = server.get(f"{links['self']}/pack.ndjson.gz").content
    assert len(gzip.decompress(packed).splitlines()) == COUNT + 1
    assert "polyline" in server.get(links["curve"]).text
    for path in (f"{links['self']}/level.png?number=3", f"{links['self']}/curve.png"):
        assert server.get(path).content.startswith(b"\x89PNG")
    assert server.get(f"{links['self']}/level.png?number=999").json()["code"] == "bad_option"


def test_progress_is_told_as_it_goes(server: httpx.Client) -> None:
    body = {"count": 320, "rounds": 20, "seed": 5}
    queued = server.post("/levels", headers={"Prefer": "respond-async"}, json=body)
    assert queued.status_code == 202
    seen: list[float] = []
    stages: list[str] = []
    with server.stream("GET", f"{queued.headers['location']}/events") as events:
        for line in events.iter_lines():
            if line.startswith("data: ") and '"progress"' in line[:200]:
                told = json.loads(line[6:])
                seen.append(told.get("progress", 0.0))
                stages.append(told.get("stage") or "")
    assert seen == sorted(seen) and seen[-1] == 1.0
    planned = [share for share, stage in zip(seen, stages, strict=True) if stage == "plan"]
    laid = [share for share, stage in zip(seen, stages, strict=True) if stage == "levels.part"]
    assert len(planned) >= 2 and 0 < planned[-1] < laid[0], "while wheels are planned"
    assert len(laid) >= 2, "after each part"
    record = server.get(queued.headers["location"]).json()
    assert {"plan", "join"} <= record["ms"].keys()


def test_a_pack_outlives_its_worker(server: httpx.Client) -> None:
    """What is done is kept, and the pack is the same."""
    body = {"count": 320, "rounds": 20, "seed": 7}
    whole = server.get(record_of(server, "/levels", json=body)["links"]["pack"]).content
    path = server.post("/levels", headers={"Prefer": "respond-async"}, json=body).headers["location"]
    while (record := server.get(path).json())["stage"] != "levels.part":
        time.sleep(0.05)
    before = record["progress"]
    for worker in workers_of(server):
        worker.kill()
    record = server.get(path, headers={"Prefer": "wait=60"}).json()
    assert server.get(record["links"]["pack"]).content == whole and before > 0


def test_a_pack_is_canceled(server: httpx.Client) -> None:
    body = {"count": 5000, "seed": 6}
    queued = server.post("/levels", headers={"Prefer": "respond-async"}, json=body)
    path = queued.headers["location"]
    assert server.delete(path).json()["state"] == "canceled"
    assert server.get(f"{path}/pack.json").json()["code"] == "job_not_finished"
    assert result_of(server, "/levels/words", json={"letters": "there"})["word_count"] > 5


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/levels", {"count": 20_000}, "not_enough_words"),
        ("/levels/words", {"letters": "th3re"}, "bad_option"),
        ("/levels/layout", {"words": ["c4t"]}, "bad_option"),
        ("/levels/solve", {"letters": "there", "crossword": ["##", "#"]}, "bad_grid"),
    ],
)
def test_what_only_a_worker_can_tell(
    server: httpx.Client, path: str, body: dict[str, Any], code: str
) -> None:
    answer = server.post(path, headers={"Prefer": "wait=60"}, json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
