"""Word searches through the real server, broker and workers: typed, from pictures, by dictionary, made."""

from __future__ import annotations

import base64
from itertools import chain
from typing import Any

import cv2
import httpx
import numpy as np
import pytest

from tests.conftest import require_tool
from tests.list_pages import ANIMALS, page_with_list
from tests.page_pictures import DrawnPage, page_picture

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def page() -> DrawnPage:
    """Random letters; words to look for are taken from it."""
    plain: dict[str, Any] = {
        "outline": "rectangle",
        "rules": "none",
        "beside": "nothing",
        "lassos": 0,
        "markers": 0,
    }
    return page_picture(4, rows=10, cols=12, step=(40, 40), size=22, font="sans", lower=False, **plain)


def words_of(page: DrawnPage) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
    """Words of five letters with their first and last cells: along a row, up a column, down a diagonal."""
    rows = page.rows
    return {
        rows[1][2:7]: ((1, 2), (1, 6)),
        "".join(rows[row][3] for row in range(8, 3, -1)): ((8, 3), (4, 3)),
        "".join(rows[5 + step][6 + step] for step in range(5)): ((5, 6), (9, 10)),
    }


def record_of(server: httpx.Client, path: str = "/wordsearch", **body: Any) -> dict[str, Any]:
    response = server.post(path, headers={"Prefer": "wait=60", **body.pop("headers", {})}, **body)
    assert response.status_code == 200, response.text
    record: dict[str, Any] = response.json()
    return record


def result_of(server: httpx.Client, path: str = "/wordsearch", **body: Any) -> dict[str, Any]:
    result: dict[str, Any] = record_of(server, path, **body)["result"]
    return result


def places(result: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    return [(hit["word"], hit["start"], hit["end"]) for hit in result["hits"]]


def test_a_typed_grid(server: httpx.Client) -> None:
    grid = ["TIGER", "GOODW", "RETTO", "ORK.."]
    result = result_of(server, json={"grid": grid, "words": ["Tiger", "otter", "Lynx"]})
    assert places(result) == [("Tiger", [0, 0], [0, 4]), ("otter", [2, 4], [2, 0])]
    assert result["missing"] == ["Lynx"]
    assert result["message"]["text"] == "GOOD WORK" and result["message"]["reads"]
    assert result["difficulty"]["level"] == "easy"


def test_a_picture_gives_the_same_however_it_is_sent(server: httpx.Client, page: DrawnPage) -> None:
    wanted = words_of(page)
    words, content = list(wanted), page.to_bytes()
    encoded = base64.b64encode(content).decode()
    ways: list[dict[str, Any]] = [
        {"files": {"image": ("page.png", content, "image/png")}, "data": {"words": ";".join(words)}},
        {
            "content": content,
            "headers": {"Content-Type": "image/png"},
            "params": {"words": ";".join(words)},
        },
        {"json": {"image": encoded, "words": words}},
    ]
    results = [result_of(server, **way) for way in ways]
    for result in results:
        assert tuple(result["letters"]) == page.rows
        found = {hit["word"]: (tuple(hit["start"]), tuple(hit["end"])) for hit in result["hits"]}
        assert found == wanted and result["missing"] == []
    truth = page.centres.reshape(-1, 2)
    for hit in results[0]["hits"]:
        assert np.abs(np.array(hit["centres"]) - truth[hit["cells"]]).max() < page.style.step[0] / 4


def test_the_list_is_read_from_the_picture(server: httpx.Client) -> None:
    require_tool("tesseract")
    listed = page_with_list()
    result = result_of(server, files={"image": ("page.png", listed.picture.data, "image/png")})
    assert {*result["words"]} == {*ANIMALS} and result["dictionary"] is None
    assert {hit["word"] for hit in result["hits"]} == {*ANIMALS}


def test_without_a_list_the_likely_one_comes_first(server: httpx.Client) -> None:
    result = result_of(server, json={"grid": "XELEPHANT/QZXQJWKVX", "limit": 3})
    assert result["hits"][0]["word"] == "elephant" and result["hits"][0]["likely"]
    assert result["dictionary"]["name"] == "en" and result["word_total"] > 3 and len(result["hits"]) == 3


def test_many_grids_of_which_one_is_wrong(server: httpx.Client) -> None:
    grids = ["CATX/DOGX", [list("TAC"), list("GOD")], "AB/C"]
    record = record_of(server, json={"grids": grids, "words": ["cat", "dog"]})
    first, second, third = record["result"]["puzzles"]
    assert [hit["direction"] for hit in first["hits"]] == ["e", "e"]
    assert [hit["direction"] for hit in second["hits"]] == ["w", "w"]
    assert third["error"]["code"] == "ragged_grid"
    assert "overlay" not in record["links"]
    overlay = server.get(f"{record['links']['self']}/overlay.png")
    assert (overlay.status_code, overlay.json()["code"]) == (404, "no_overlay")


def test_what_is_made_is_found_again(server: httpx.Client) -> None:
    words = ["Tiger", "Otter", "Sea Lion", "Año"]
    plan = {"words": words, "rows": 8, "cols": 9, "language": "es"}
    made = result_of(server, "/wordsearch/make", json=plan)
    assert (made["rows"], made["cols"], made["missing"]) == (8, 9, [])
    asked = {"grid": made["letters"], "words": words, "language": "es"}
    assert places(result_of(server, json=asked)) == places(made)
    again = result_of(server, "/wordsearch/make", json={**plan, "seed": made["seed"]})
    assert again["letters"] == made["letters"]


def test_jobs_are_counted_by_kind(server: httpx.Client) -> None:
    record_of(server, json={"grid": "CAT", "words": ["cat"]})
    record_of(server, "/wordsearch/make", json={"words": ["cat"]})
    counted = server.get("/metrics").text
    for task in ("wordsearch.solve", "wordsearch.make"):
        assert f'tilewise_jobs_total{{outcome="finished",task="{task}"}}' in counted


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (
            {"grid": "/".join(["?" * 50] * 50), "words": [chr(65 + n) * 9 for n in range(20)]},
            "grid_too_large",
        ),
        ({"grid": "CAT", "words": ["!"]}, "bad_option"),
        ({"grid": "CAT", "directions": ["e", "diagonal"]}, "bad_option"),
        ({"grid": "CAT", "language": "zz"}, "bad_option"),
    ],
)
def test_what_only_a_worker_can_tell(server: httpx.Client, body: dict[str, Any], code: str) -> None:
    answer = server.post("/wordsearch", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_words_are_marked_on_the_picture_or_on_a_drawing(server: httpx.Client, page: DrawnPage) -> None:
    words = list(words_of(page))
    files = {"image": ("page.png", page.to_bytes(), "image/png")}
    seen = record_of(server, files=files, data={"words": words[0]})
    marked = pixels(server.get(seen["links"]["overlay"]).content)
    changed = np.argwhere((marked != page.canvas).any(axis=2))[:, ::-1]
    centres = np.array(seen["result"]["hits"][0]["centres"])
    assert np.abs(changed.mean(axis=0) - centres.mean(axis=0)).max() < 5

    typed = record_of(server, json={"grid": list(page.rows), "words": words})
    plain = record_of(server, json={"grid": list(page.rows), "words": ["ZZZZZZ"]})
    with_words, without = (
        pixels(server.get(record["links"]["overlay"]).content) for record in (typed, plain)
    )
    differing = (with_words != without).any(axis=2)
    cells = {*chain.from_iterable(hit["cells"] for hit in typed["result"]["hits"])}
    assert len(cells) / 120 * 0.5 < differing.mean() < len(cells) / 120 * 1.2


def test_what_was_made_can_be_printed_without_its_solution(server: httpx.Client) -> None:
    made = record_of(server, "/wordsearch/make", json={"words": ["R2D2", "Sea Lion"], "rows": 8, "cols": 9})
    page = server.get(made["links"]["puzzle"]).text
    assert "Sea Lion" in page and 'class="lasso"' not in page
    assert server.get(made["links"]["solution"]).text.count('class="lasso"') == 2
    puzzle, solution = (
        pixels(server.get(f"{made['links']['self']}/{name}.png").content) for name in ("puzzle", "solution")
    )
    assert puzzle.shape == solution.shape
    assert not np.ptp(puzzle, axis=2).any() and np.ptp(solution, axis=2).any(), "colours are marks"


def pixels(png: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    decoded = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    return np.asarray(decoded, np.uint8)
