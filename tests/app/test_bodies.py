"""The three kinds of body: what each becomes for the worker, and what is refused with which words."""

from __future__ import annotations

import asyncio
import base64
import json
import tempfile
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.types import Message

import dictionaries
from app.bodies import Room, TimedBody
from app.problems import Refused
from app.routes.submission import JSON_HINTS
from app.schemas.wordhunt import WordHuntGrids
from tests.app.fake_jobs import FakeJobs, client_of
from tests.selection import examples
from worker.wire import JsonObject, Task

ENGLISH = dictionaries.find("en").sha256
DEFAULTS: JsonObject = {
    "dictionary": ENGLISH,
    "dictionary_name": "en",
    "min_length": 3,
    "max_length": None,
    "points": "wordhunt",
    "order": "points",
    "limit": None,
    "all_paths": False,
    "feedback": None,
    "chances": False,
}
PNG = b"\x89PNG any bytes: the API does not look into pictures"
IMAGE = {"image": ("board.png", PNG, "image/png")}


def post(
    path: str, jobs: FakeJobs | None = None, limits: Mapping[str, Any] | None = None, **body: Any
) -> httpx.Response:
    async def send() -> httpx.Response:
        async with client_of(jobs or FakeJobs(), **(limits or {})) as client:
            return await client.post(path, **body)

    return asyncio.run(send())


def submitted(path: str = "/wordhunt/solve", **body: Any) -> tuple[Task, JsonObject, bytes | None]:
    jobs = FakeJobs()
    response = post(path, jobs, **body)
    assert response.status_code == 200, response.text
    return jobs.submitted[0]


@pytest.mark.parametrize(
    ("grid", "canonical"),
    [
        ("ABCD/EFGH", "ABCD/EFGH"),
        ("abcd\nefgh", "ABCD/EFGH"),
        (["ABCD", "EFGH"], "ABCD/EFGH"),
        (["[Qu]BC", ".?H"], "[Qu]BC/.?H"),
        ([["Qu", "B"], ["", "?"]], "[Qu]B/.?"),
    ],
)
def test_json_takes_a_grid_in_three_forms(grid: object, canonical: str) -> None:
    assert submitted(json={"grid": grid}) == (
        Task.WORDHUNT_SOLVE,
        {**DEFAULTS, "grid": canonical},
        None,
    )


def test_many_grids_go_to_the_worker_as_they_are() -> None:
    grids = ["ABCD/EFGH", ["AB", "C"], [["Qu", "B"]], "no grid!"]
    task, request, picture = submitted(json={"grids": grids, "limit": 5})
    assert (task, picture) == (Task.WORDHUNT_SOLVE, None)
    assert request == {**DEFAULTS, "grid": None, "grids": grids, "limit": 5}


def test_a_batch_of_small_boards_is_short_work() -> None:
    small = WordHuntGrids.model_validate({"grids": ["ABCD/EFGH/IJKL/MNOP"] * 1000})
    large = WordHuntGrids.model_validate({"grids": ["/".join(["A" * 20] * 20)] * 100})
    assert small.is_short_work(by_game=False) and not small.is_short_work(by_game=True)
    assert not large.is_short_work(by_game=False)


OPTIONS = {
    **{"min_length": "4", "points": "0,0,1,2", "all_paths": "true", "limit": "5", "order": "easy"},
    "llm": "always",
}
PARSED = {
    **{"min_length": 4, "points": [0, 0, 1, 2], "all_paths": True, "limit": 5, "order": "easy"},
    "llm": "always",
}


def test_a_form_carries_the_picture_and_options_as_fields() -> None:
    sent = submitted(files={"image": ("board.png", PNG, "image/png")}, data={**OPTIONS, "max_length": ""})
    assert sent == (Task.WORDHUNT_SOLVE, {**DEFAULTS, **PARSED, "grid": None}, PNG)


@pytest.mark.parametrize("media_type", ["image/png", "image/jpeg", "IMAGE/WebP", "application/octet-stream"])
def test_a_raw_picture_takes_options_from_the_address(media_type: str) -> None:
    sent = submitted(content=PNG, params=OPTIONS, headers={"Content-Type": media_type})
    assert sent == (Task.WORDHUNT_SOLVE, {**DEFAULTS, **PARSED, "grid": None}, PNG)


def test_a_list_may_come_once_an_item() -> None:
    """As clients that are generated from the document send it."""
    once_each = {"points": ["0", "0", "1", "2"], "limit": "5"}
    expected = {**DEFAULTS, "points": [0, 0, 1, 2], "limit": 5, "llm": "doubtful", "grid": None}
    for body in ({"files": IMAGE, "data": once_each}, {**typed(PNG, "image/png"), "params": once_each}):
        assert submitted(**body) == (Task.WORDHUNT_SOLVE, expected, PNG)


def test_what_a_member_holds_has_its_own_limit() -> None:
    """Not the one for how many members a request has."""
    words = [f"{first}{second}ane" for first in "abcdefghijkl" for second in "abcdefghijkl"]
    likely = dict.fromkeys(words, 1.0)
    _, request, _ = submitted("/wordle/suggest", json={"answers": words, "probabilities": likely})
    assert request["probabilities"] == likely


def test_read_takes_a_picture_only() -> None:
    sent = submitted("/read", content=PNG, headers={"Content-Type": "image/png"})
    assert sent == (Task.READ, {"kind": "auto", "llm": "doubtful"}, PNG)
    assert post("/read", json={"kind": "auto"}).json()["code"] == "invalid_request"


@pytest.mark.parametrize("before", ["", "data:image/png;base64,"])
def test_json_takes_a_picture_in_base64(before: str) -> None:
    text = before + base64.b64encode(PNG).decode()
    sent = submitted(json={"image": text, "min_length": 4, "llm": "always"})
    assert sent == (Task.WORDHUNT_SOLVE, {**DEFAULTS, "min_length": 4, "llm": "always", "grid": None}, PNG)
    sent = submitted("/read", json={"image": text})
    assert sent == (Task.READ, {"kind": "auto", "llm": "doubtful"}, PNG)


@pytest.mark.parametrize("kind", ["wordhunt", "wordsearch", "wordle", "wheel"])
def test_every_kind_can_be_asked_for(kind: str) -> None:
    sent = submitted("/read", files=IMAGE, data={"kind": kind, "llm": "never"})
    assert sent == (Task.READ, {"kind": kind, "llm": "never"}, PNG)


def test_a_dictionary_is_named_by_hash_for_the_worker() -> None:
    _, request, _ = submitted(json={"grid": "AB", "dictionary": ENGLISH[:16]})
    assert request["dictionary"] == ENGLISH


def typed(content: bytes, media_type: str) -> dict[str, Any]:
    return {"content": content, "headers": {"Content-Type": media_type}}


@pytest.mark.parametrize(
    ("body", "status", "code", "said"),
    [
        # a grid that is none
        ({"json": {"grid": "ABCD/EF"}}, 422, "ragged_grid", "Row 2"),
        ({"json": {"grid": "AB/C1"}}, 422, "bad_grid", "'1'"),
        ({"json": {"grid": ""}}, 422, "bad_grid", "empty"),
        ({"json": {"grid": []}}, 422, "bad_grid", "empty"),
        ({"json": {"grid": "A" * 51}}, 422, "grid_too_large", "50"),
        ({"json": {"grid": 7}}, 422, "invalid_request", "grid: should be a text"),
        ({"json": {}}, 422, "invalid_request", "grid: field required"),
        # options
        ({"json": {"grid": "AB", "min_length": 0}}, 422, "invalid_request", "min_length"),
        ({"json": {"grid": "AB", "min_length": "4"}}, 422, "invalid_request", "min_length"),
        ({"json": {"grid": "AB", "min_length": 5, "max_length": 4}}, 422, "invalid_request", "min_length"),
        ({"json": {"grid": "AB", "points": "scrabble"}}, 422, "invalid_request", "'boggle'"),
        ({"json": {"grid": "AB", "points": []}}, 422, "invalid_request", "1 to 50"),
        ({"json": {"grid": "AB", "order": "random"}}, 422, "invalid_request", "order"),
        ({"json": {"grid": "AB", "minlength": 4}}, 422, "invalid_request", "minlength"),
        ({"json": {"grid": "AB", "dictionary": "klingon"}}, 422, "unknown_dictionary", "klingon"),
        ({"files": IMAGE, "data": {"limit": "many"}}, 422, "invalid_request", "limit"),
        ({**typed(PNG, "image/png"), "params": {"points": "1,x"}}, 422, "invalid_request", "points"),
        ({"json": {"grid": "AB", "llm": "never"}}, 422, "invalid_request", "llm"),
        ({"files": IMAGE, "data": {"llm": "perhaps"}}, 422, "invalid_request", "llm"),
        # bodies
        (typed(b"{", "application/json"), 400, "bad_request", "JSON"),
        (typed(b"[" * 100_000, "application/json"), 400, "bad_request", "JSON"),
        (typed(b"\xff\xfe", "application/json"), 400, "bad_request", "JSON"),
        (typed(b'{"grid": "AB", "limit": NaN}', "application/json"), 422, "invalid_request", "limit"),
        (typed(b'{"grid": "AB", "limit": 1e999}', "application/json"), 422, "invalid_request", "limit"),
        ({"json": ["ABCD"]}, 422, "invalid_request", "object"),
        ({"data": {"grid": "ABCD"}}, 415, "unsupported_media_type", "x-www-form-urlencoded"),
        ({"content": b"ABCD"}, 415, "unsupported_media_type", "without a Content-Type"),
        (typed(b"", "image/png"), 422, "invalid_request", "image"),
        ({"files": {"picture": PNG}}, 422, "invalid_request", "'image'"),
        ({"files": {"image": b""}}, 422, "invalid_request", "image"),
        (typed(b"x", "multipart/form-data"), 400, "bad_request", "boundary"),
        # batches
        ({"json": {"grids": []}}, 422, "invalid_request", "grids"),
        ({"json": {"grids": ["A"] * 1001}}, 422, "too_many_grids", "1000"),
        ({"json": {"grids": ["A", 7]}}, 422, "invalid_request", "grids.1: should be a text"),
        ({"json": {"grids": ["A"], "grid": "A"}}, 422, "invalid_request", "grid"),
        ({"json": {"grids": ["A"], "image": "AAAA"}}, 422, "invalid_request", "grids"),
        ({"json": {"image": "a picture"}}, 422, "invalid_request", "base64"),
        ({"json": {"image": ""}}, 422, "invalid_request", "bytes of a picture"),
        ({"json": {"image": 7}}, 422, "invalid_request", "base64"),
        ({"json": {"image": "AAAA", "min_length": "4"}}, 422, "invalid_request", "min_length"),
        ({"json": {"image": "AAAA", "grid": "AB"}}, 422, "invalid_request", "grid"),
        # something given twice
        (typed(b'{"grid": "A", "grid": "B"}', "application/json"), 422, "invalid_request", "grid: is given"),
        ({"files": [("image", PNG), ("image", PNG)]}, 422, "invalid_request", "one file"),
        ({"files": IMAGE, "data": {"limit": ["5", "6"]}}, 422, "invalid_request", "limit: is given more"),
        ({**typed(PNG, "image/png"), "params": [("limit", "5")] * 2}, 422, "invalid_request", "limit: is"),
        # more than a form may have
        ({"files": IMAGE, "data": {f"a{n}": "b" for n in range(120)}}, 413, "form_too_large", "100 fields"),
        ({"files": IMAGE, "data": {"limit": "5" * 200_000}}, 413, "form_too_large", "100,000 bytes"),
        ({"json": {f"a{n}": 1 for n in range(120)}}, 413, "form_too_large", "100 fields"),
        ({**typed(PNG, "image/png"), "params": [("points", "5")] * 120}, 413, "form_too_large", "100 fields"),
        (typed(b"[" + b"0," * 3_000_001 + b"0]", "application/json"), 413, "form_too_large", "3,000,000"),
        # more than any grid has
        ({"json": {"grid": "A" * 100_000}}, 422, "invalid_request", "50 x 50"),
        ({"json": {"grid": ["A"] * 5000}}, 422, "invalid_request", "50 x 50"),
        ({"json": {"grid": [["A"] * 5000]}}, 422, "invalid_request", "50 x 50"),
        ({"json": {"grid": [["A" * 60]]}}, 422, "invalid_request", "50 x 50"),
        # options in two places
        ({"files": IMAGE, "params": {"limit": "5"}}, 422, "invalid_request", "form fields"),
        ({"json": {"grid": "AB"}, "params": {"limit": "5"}}, 422, "invalid_request", "JSON object"),
    ],
)  # fmt: skip
def test_what_is_refused_and_why(body: dict[str, Any], status: int, code: str, said: str) -> None:
    jobs = FakeJobs()
    response = post("/wordhunt/solve", jobs, **body)
    problem = response.json()
    assert (response.status_code, problem["status"], problem["code"]) == (status, status, code), problem
    assert response.headers["content-type"] == "application/problem+json"
    assert said in problem["detail"]
    assert not jobs.submitted


@pytest.mark.parametrize("path", JSON_HINTS)
def test_what_to_send_fits_the_address(path: str) -> None:
    hint = post(path, **typed(b"", "application/json")).json()["hint"]
    shown = json.loads(hint[hint.index("{") : hint.rindex("}") + 1])
    if "image" in shown:
        shown["image"] = base64.b64encode(PNG).decode()
    assert submitted(path, json=shown)


def test_a_wrong_field_is_named_with_what_was_given_and_what_is_allowed() -> None:
    problem = post("/wordhunt/solve", json={"grid": "AB", "limit": -1}).json()
    assert problem["details"]["fields"] == [
        {
            "field": "limit",
            "message": "input should be greater than or equal to 0",
            "given": -1,
            "allowed": {"ge": 0},
        }
    ]


@pytest.mark.parametrize("declared", [True, False])
def test_a_body_over_the_limit_is_refused_whether_it_says_so_or_not(declared: bool) -> None:
    async def chunks() -> Any:
        for _ in range(4):
            yield b"x" * 1000

    body = b"x" * 4000 if declared else chunks()
    response = post(
        "/wordhunt/solve",
        limits={"max_upload_bytes": 2000},
        content=body,
        headers={"Content-Type": "image/png"},
    )
    problem = response.json()
    assert (response.status_code, problem["code"]) == (413, "body_too_large")
    assert problem["details"] == {"max_bytes": 2000}
    assert response.headers["content-type"] == "application/problem+json"


_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
_JSON = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)
_NAMES = st.sampled_from(["grid", *DEFAULTS])


@pytest.mark.slow
@settings(max_examples=examples(50), deadline=None)
@given(st.dictionaries(_NAMES, _JSON, max_size=5) | _JSON)
def test_no_json_whatever_is_a_fault(value: Any) -> None:
    response = post("/wordhunt/solve", **typed(json.dumps(value).encode(), "application/json"))
    assert response.status_code in (200, 400, 422), response.text
    assert json.loads(response.text, parse_constant=pytest.fail)


@settings(max_examples=examples(40), deadline=None)
@given(
    st.binary(max_size=200),
    st.sampled_from(["multipart/form-data; boundary=x", "application/json", "image/png"]),
)
def test_no_bytes_whatever_are_a_fault(content: bytes, media_type: str) -> None:
    response = post("/wordhunt/solve", **typed(content, media_type))
    assert response.status_code in (200, 400, 422), response.text


def test_a_large_form_needs_no_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/no/such/place")
    picture = PNG + bytes(3_000_000)
    _, _, arrived = submitted(files={"image": ("board.png", picture, "image/png")})
    assert arrived == picture


def test_all_bodies_together_have_so_much_room() -> None:
    async def act() -> tuple[list[Message], Refused]:
        async def receive() -> Message:
            return {"type": "http.request", "body": bytes(60), "more_body": True}

        room = Room(100)
        first, second = (TimedBody(receive, room, seconds=1, min_rate=1000) for _ in range(2))
        taken = [await first()]
        with pytest.raises(Refused) as caught:
            await second()
        second.release()
        first.release()
        taken.append(await TimedBody(receive, room, seconds=1, min_rate=1000)())
        return taken, caught.value

    taken, refusal = asyncio.run(act())
    assert [len(message["body"]) for message in taken] == [60, 60]
    assert refusal.failure.code == "too_many_uploads"
    assert "100 bytes" in refusal.failure.message
    assert int(refusal.headers["Retry-After"]) > 0


@pytest.mark.slow
def test_the_room_of_an_answered_request_is_free_again() -> None:
    async def act() -> list[int]:
        async with client_of(FakeJobs(), max_upload_bytes=1024) as client:
            ways = ("/read", "/no/such/address", "/wordhunt/solve?limit=x")
            headers = {"Content-Type": "image/png"}
            return [
                (await client.post(ways[number % 3], content=bytes(1000), headers=headers)).status_code
                for number in range(60)
            ]

    assert asyncio.run(act()) == [200, 404, 422] * 20
