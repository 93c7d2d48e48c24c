"""What the client asks, what it makes of the answers, and how long it keeps asking."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from agent.client import ServiceClient
from agent.errors import NoBoard, ServiceAway, ServiceRefused
from agent.ports import Capture, PixelBox, ScreenRect
from agent.service import ServiceOptions
from tests.agent.clocks import FakeClock

CAPTURE = Capture(b"a picture", 40, 20, ScreenRect(0, 0, 40, 20))


def cell(letters: str, x: int, *, doubtful: bool = False) -> dict[str, Any]:
    return {"letters": letters, "box": [x, 5, 10, 10], "doubtful": doubtful}


RESULT: dict[str, Any] = {
    "state": "playing",
    "rows": 1,
    "cols": 3,
    "letters": ["A.T"],
    "cells": [cell("A", 0), cell("", 10), cell("T", 20)],
    "start": None,
    "score": 1200,
    "words": [{"word": "at", "points": 100, "path": [0, 2], "paths": [[0, 2], [2, 0]]}],
}
FINISHED = {"state": "finished", "result": RESULT}

Answer = httpx.Response | Exception


class Script:
    """A service that gives these answers, one a request, and remembers the requests."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


def client(
    script: Callable[[httpx.Request], httpx.Response], **options: Any
) -> tuple[ServiceClient, FakeClock]:
    clock = FakeClock()
    made = ServiceClient(ServiceOptions(**options), clock, transport=httpx.MockTransport(script))
    return made, clock


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    body = {"code": code, "detail": f"What {code} means.", "hint": "Do this."}
    return httpx.Response(status, json=body, headers=headers)


def test_a_solution_has_boxes_paths_and_the_board() -> None:
    script = Script(httpx.Response(200, json=FINISHED))
    made, _ = client(script, api_key="secret", dictionary="mine", max_length=9)
    solution = made.solve(CAPTURE)
    assert solution.cells == (PixelBox(0, 5, 10, 10), None, PixelBox(20, 5, 10, 10))
    (word,) = solution.words
    assert (word.text, word.points, word.paths, word.chance) == ("at", 100, ((0, 2), (2, 0)), 1.0)
    reading = solution.reading
    assert (reading.board, reading.score, reading.doubtful) == (PixelBox(0, 5, 30, 10), 1200, False)
    (request,) = script.requests
    assert request.content == CAPTURE.png and request.headers["Authorization"] == "Bearer secret"
    assert dict(request.url.params) == {
        "dictionary": "mine",
        "min_length": "3",
        "max_length": "9",
        "all_paths": "true",
        "chances": "true",
        "llm": "never",
    }


def test_what_is_told_of_words_and_score_is_taken_over() -> None:
    words = [{"word": "at", "points": 100, "path": [0, 2], "chance": 0.25, "level": 35}]
    result = {**RESULT, "words": words, "score_box": [1, 2, 30, 4]}
    made, _ = client(Script(httpx.Response(200, json={"result": result})))
    solution = made.solve(CAPTURE)
    (word,) = solution.words
    assert (word.paths, word.chance, word.level) == (((0, 2),), 0.25, 35)
    assert solution.reading.score_box == PixelBox(1, 2, 30, 4)


def test_a_reading_has_the_start_button_and_doubts() -> None:
    result = {**RESULT, "state": "how-to-play", "start": [1, 2, 3, 4], "score": None, "letters": []}
    result["cells"] = [cell("A", 0, doubtful=True)]
    made, _ = client(Script(httpx.Response(200, json={"result": result})))
    reading = made.read(CAPTURE)
    assert (reading.state, reading.start, reading.score) == ("how-to-play", PixelBox(1, 2, 3, 4), None)
    assert reading.doubtful and reading.letters == ()


def test_a_picture_of_nothing_is_read_as_unknown_and_not_solved() -> None:
    made, clock = client(Script(problem(422, "grid_not_found")))
    assert made.read(CAPTURE).state == "unknown"
    with pytest.raises(NoBoard, match="grid_not_found") as error:
        made.solve(CAPTURE)
    assert error.value.hint == "Do this." and clock.slept == []


@pytest.mark.parametrize(
    "trouble",
    [
        httpx.ConnectError("refused"),
        httpx.ReadTimeout("slow"),
        httpx.RemoteProtocolError("cut"),
        problem(503, "broker_unavailable"),
        problem(500, "worker_died"),
        problem(429, "too_many_jobs"),
        httpx.Response(408, text="slow"),
        httpx.Response(502, text="<html>"),
    ],
)
def test_trouble_that_passes_is_waited_for(trouble: Answer) -> None:
    script = Script(trouble, trouble, httpx.Response(200, json=FINISHED))
    made, clock = client(script)
    assert made.read(CAPTURE).score == 1200
    assert clock.slept == [0.1, 0.2]
    assert len({request.headers["Idempotency-Key"] for request in script.requests}) == 1


def test_the_service_says_when_to_ask_again() -> None:
    script = Script(problem(503, "queue_full", **{"Retry-After": "2"}), httpx.Response(200, json=FINISHED))
    made, clock = client(script)
    made.read(CAPTURE)
    assert clock.slept == [2.0]


@pytest.mark.parametrize("after", [{}, {"Retry-After": "60"}])
def test_patience_has_an_end(after: dict[str, str]) -> None:
    made, clock = client(Script(problem(503, "not_ready", **after)), patience=3.0)
    with pytest.raises(ServiceAway, match="not_ready"):
        made.read(CAPTURE)
    assert sum(clock.slept) <= 3.0


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (problem(401, "unauthorized"), "unauthorized"),
        (problem(422, "unknown_dictionary"), "unknown_dictionary"),
        (httpx.Response(404, text="nginx"), "404"),
        (httpx.Response(307, headers={"Location": "http://elsewhere/"}), "elsewhere"),
        (httpx.Response(200, text="hello"), "without a result"),
        (httpx.Response(200, json=[1]), "without a result"),
        (httpx.Response(200, content=b"[" * 100_000), "without a result"),
        (httpx.Response(200, json={"result": {"state": "playing"}}), "does not know"),
        (httpx.Response(200, json={"result": {**RESULT, "start": [1, 2]}}), "does not know"),
        (httpx.Response(200, json={"result": {**RESULT, "cells": {"a": 1}}}), "does not know"),
        (httpx.Response(200, content=b'{"result": {"start": null, "score": 1e999}}'), "does not know"),
        (httpx.Response(202, headers={"Location": "http://elsewhere/jobs/1"}), "address of a job"),
    ],
)
def test_what_will_not_pass_is_told_at_once(answer: httpx.Response, said: str) -> None:
    script = Script(answer)
    made, clock = client(script)
    with pytest.raises(ServiceRefused, match=said):
        made.read(CAPTURE)
    assert len(script.requests) == 1 and clock.slept == []


NO_NUMBER = float("nan")


@pytest.mark.parametrize(
    "strange",
    [
        {"rows": 7},  # of three cells each there are 21
        {"rows": 0, "cols": 0},
        {"letters": [1]},
        {"cells": [cell("A", 0), cell("", 10), {**cell("T", 20), "box": [20, 5, NO_NUMBER, 10]}]},
        {"cells": [cell("A", 0), cell("", 10), {**cell("T", 20), "box": [20, 5, 0, 10]}]},
        {"start": [1, 2, -3, 4]},
        {"words": [{"word": 7, "points": 100, "path": [0, 2]}]},
        {"words": [{"word": "at", "points": -100, "path": [0, 2]}]},
        {"words": [{"word": "at", "points": 100, "path": [0, 2], "chance": NO_NUMBER}]},
        {"words": [{"word": "at", "points": 100, "path": [0, 2], "chance": 7}]},
        {"words": [{"word": "at", "points": 100, "path": [0, 2], "level": "rare"}]},
    ],
)
def test_boards_that_cannot_be_are_refused(strange: dict[str, Any]) -> None:
    """They would end a round in the middle of it."""
    content = json.dumps({"result": {**RESULT, **strange}})
    made, _ = client(Script(httpx.Response(200, content=content)))
    with pytest.raises(ServiceRefused, match="does not know"):
        made.solve(CAPTURE)


def test_a_word_that_is_listed_twice_is_one() -> None:
    result = {**RESULT, "words": RESULT["words"] * 2}
    made, _ = client(Script(httpx.Response(200, json={"result": result})))
    assert [word.text for word in made.solve(CAPTURE).words] == ["at"]


def test_a_state_of_a_later_service_is_unknown() -> None:
    result = {**RESULT, "state": "paused"}
    made, _ = client(Script(httpx.Response(200, json={"result": result})))
    assert made.read(CAPTURE).state == "unknown"


@pytest.mark.parametrize("location", ["/jobs/a\x00b", "/jobs/" + "x" * 100_000])
def test_an_address_that_is_none_is_no_crash(location: str) -> None:
    accepted = httpx.Response(202, headers={"Location": location})
    with pytest.raises(ServiceRefused, match="address"):
        client(Script(accepted))[0].read(CAPTURE)


@pytest.mark.parametrize(
    "word", ["at", None, {}, *({"word": "at", "points": 1, "path": path} for path in ([0, 1], [-1], [3], []))]
)
def test_words_that_cannot_be_on_the_board_are_refused(word: Any) -> None:
    """The second cell is empty, and there are three."""
    result = {**RESULT, "words": [word]}
    made, _ = client(Script(httpx.Response(200, json={"result": result})))
    with pytest.raises(ServiceRefused, match="does not know"):
        made.solve(CAPTURE)


def test_a_service_in_a_hurry_is_not_asked_without_a_pause() -> None:
    away = problem(503, "not_ready", **{"Retry-After": "0"})
    made, clock = client(Script(away, away, httpx.Response(200, json=FINISHED)))
    made.read(CAPTURE)
    assert clock.slept == [0.1, 0.1]
    accepted = httpx.Response(202, headers={"Location": "/jobs/abc"}, json={})
    made, clock = client(script := Script(accepted))
    with pytest.raises(ServiceAway, match="busy"):
        made.read(CAPTURE)
    assert len(script.requests) <= 62 and sum(clock.slept) >= 6


def test_a_job_that_takes_longer_is_fetched_from_its_address() -> None:
    accepted = httpx.Response(202, headers={"Location": "/jobs/abc"}, json={"state": "running"})
    script = Script(accepted, accepted, httpx.Response(200, json=FINISHED))
    made, _ = client(script, url="http://service:1234/below/")
    assert made.read(CAPTURE).score == 1200
    assert [str(request.url) for request in script.requests[1:]] == ["http://service:1234/below/jobs/abc"] * 2


def test_a_job_that_never_ends_is_given_up() -> None:
    clock = FakeClock()

    def busy(request: httpx.Request) -> httpx.Response:
        clock.sleep(5)
        return httpx.Response(202, headers={"Location": "/jobs/abc"}, json={})

    made = ServiceClient(ServiceOptions(), clock, transport=httpx.MockTransport(busy))
    with pytest.raises(ServiceAway, match="busy"):
        made.read(CAPTURE)
    assert [slept for slept in clock.slept if slept == 5] == [5, 5]


def test_feedback_is_sent_once() -> None:
    script = Script(httpx.Response(200, json={}))
    made, _ = client(script, dictionary="my words")
    made.feedback(["cat"], ["qat"])
    (request,) = script.requests
    assert request.url.raw_path == b"/dictionaries/my%20words/feedback"
    assert json.loads(request.content) == {"accepted": ["cat"], "rejected": ["qat"]}
    made, clock = client(Script(httpx.ReadTimeout("slow")))
    with pytest.raises(ServiceAway):
        made.feedback(["cat"], [])
    assert clock.slept == []


@pytest.mark.parametrize(
    ("answer", "is_final"),
    [
        (problem(422, "invalid_request"), True),
        (problem(404, "unknown_dictionary"), True),
        (problem(401, "unauthorized"), True),
        (httpx.Response(307, headers={"Location": "http://elsewhere/"}), False),
        (httpx.Response(501, text="not yet"), False),
    ],
)
def test_feedback_is_refused_for_good_or_for_now(answer: httpx.Response, is_final: bool) -> None:
    made, _ = client(Script(answer))
    with pytest.raises(ServiceRefused) as error:
        made.feedback(["cat"], [])
    assert error.value.is_final is is_final


def test_the_check_names_the_lists_there_are() -> None:
    listed = {"dictionaries": [{"name": "en"}, {"name": "es"}]}
    client(Script(httpx.Response(200, json=listed)))[0].check()
    made, _ = client(Script(httpx.Response(200, json=listed)), dictionary="english")
    with pytest.raises(ServiceRefused, match="'english'") as error:
        made.check()
    assert "en, es" in error.value.hint
    with pytest.raises(ServiceRefused, match="does not know"):
        client(Script(httpx.Response(200, json={})))[0].check()


@pytest.mark.parametrize(
    "url",
    ["", "localhost:8000", "http://host:99999", "http://host:0", "ftp://host", "http://", "file:///etc"],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(ServiceRefused):
        ServiceClient(ServiceOptions(url=url), FakeClock())


def test_a_proxy_of_the_environment_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as proxy, socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{proxy.getsockname()[1]}")
        closed = other.getsockname()[1]
        other.close()
        options = ServiceOptions(f"http://127.0.0.1:{closed}", patience=0)
        with ServiceClient(options, FakeClock()) as made, pytest.raises(ServiceAway, match="not reached"):
            made.read(CAPTURE)
        proxy.setblocking(False)
        with pytest.raises(BlockingIOError):
            proxy.accept()


def test_keys_stay_out_of_sight() -> None:
    assert "secret" not in repr(ServiceOptions(api_key="secret"))
