"""Feedback over HTTP, on a private server and on one for many."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

import dictionaries
from app.feedback import PrivateFeedbacks, SharedFeedbacks
from app.jobs import IdempotencyKeyReused, Jobs
from dictionaries import Feedback, Tally
from tests.app.fake_jobs import FakeJobs, client_of
from tests.brokers import TestBroker, redis_keys
from worker import wire
from worker.wire import JsonObject, Task

T = TypeVar("T")
PATH = "/dictionaries/en/feedback"


def send(
    data_dir: Path, *requests: tuple[str, str, Any], jobs: FakeJobs | None = None
) -> list[httpx.Response]:
    async def run() -> list[httpx.Response]:
        async with client_of(jobs or FakeJobs(), data_dir=data_dir) as client:
            return [await client.request(method, path, json=body) for method, path, body in requests]

    return asyncio.run(run())


class TestRoutes:
    @pytest.mark.slow
    def test_reports_add_up_and_are_shown_and_forgotten(self, tmp_path: Path) -> None:
        told = {"accepted": ["Star", "star", "tlin"], "rejected": ["rin", "x-y"]}
        taken, _, shown, cut, gone, none = send(
            tmp_path,
            *(("POST", PATH, told), ("POST", PATH, {"rejected": ["rin"]}), ("GET", PATH, None)),
            *(("GET", f"{PATH}?limit=1", None), ("DELETE", PATH, None), ("GET", PATH, None)),
        )
        assert taken.status_code == 200
        assert taken.json() | {"version": None, "dictionary": None} == {
            **{"version": None, "dictionary": None, "accepted": 2, "rejected": 1, "left_out": ["x-y"]},
        }
        assert [tuple(row.values()) for row in shown.json()["words"]] == [
            ("rin", 0, 2, "rejected", True, 0.01),
            ("tlin", 1, 0, "accepted", False, 0.84),
            ("star", 2, 0, "accepted", True, 0.999),
        ]
        assert cut.json() == {**shown.json(), "words": shown.json()["words"][:1]}
        assert (gone.status_code, none.json()["version"], none.json()["words"]) == (204, None, [])

    def test_the_terminal_sees_it_and_so_does_the_job(self, tmp_path: Path) -> None:
        jobs = FakeJobs()
        heard = dictionaries.add_feedback("en", tmp_path, ["star"], ["rin"])
        solve = ("POST", "/wordhunt/solve")
        send(
            tmp_path,
            *((*solve, {"grid": "AB"}), (*solve, {"grid": "AB", "feedback": False})),
            *((*solve, {"grid": "AB", "dictionary": "es"}), (*solve, {"grids": ["AB"], "chances": True})),
            jobs=jobs,
        )
        asked = [(request["feedback"], request["chances"]) for _, request, _ in jobs.submitted]
        assert asked == [(heard.sha256, False), (None, False), (None, False), (heard.sha256, True)]

    def test_it_goes_with_its_list(self, tmp_path: Path) -> None:
        dictionaries.store({"cat"}, name="mine", language_code="en", data_dir=tmp_path)
        send(
            tmp_path,
            ("POST", "/dictionaries/mine/feedback", {"accepted": ["dog"]}),
            ("DELETE", "/dictionaries/mine", None),
        )
        assert dictionaries.read_feedback("mine", tmp_path) == Feedback()

    @pytest.mark.parametrize(
        ("path", "body", "status", "code"),
        [
            (PATH, {"accepted": ["a"] * 1001}, 422, "too_many_words"),
            (PATH, {"rejected": ["a" * 101]}, 422, "word_too_long"),
            (PATH, {"accepted": "star"}, 422, "invalid_request"),
            (PATH, {"accepted": [1]}, 422, "invalid_request"),
            (PATH, {"taken": ["star"]}, 422, "invalid_request"),
            ("/dictionaries/none/feedback", {"accepted": ["star"]}, 422, "unknown_dictionary"),
        ],
    )
    def test_what_is_refused(self, path: str, body: Any, status: int, code: str, tmp_path: Path) -> None:
        (answer,) = send(tmp_path, ("POST", path, body))
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert not (tmp_path / "feedback").exists()

    def test_nothing_to_tell_is_no_error(self, tmp_path: Path) -> None:
        empty, strange = send(tmp_path, ("POST", PATH, {}), ("POST", PATH, {"accepted": ["x-y"]}))
        assert empty.json()["version"] is strange.json()["version"] is None
        assert not (tmp_path / "feedback").exists()

    @pytest.mark.slow
    def test_a_damaged_file_is_told_and_can_be_cleared(self, tmp_path: Path) -> None:
        dictionaries.add_feedback("en", tmp_path, ["star"], [])
        (tmp_path / "feedback" / "en.txt").write_text("star\n", "utf-8")
        *refused, cleared, told = send(
            tmp_path,
            *(("GET", PATH, None), ("POST", PATH, {"accepted": ["star"]})),
            *(("POST", "/wordhunt/solve", {"grid": "AB"}), ("DELETE", PATH, None)),
            ("POST", PATH, {"accepted": ["star"]}),
        )
        assert [answer.json()["code"] for answer in refused] == ["bad_dictionary"] * 3
        assert (cleared.status_code, told.status_code) == (204, 200)


def run(broker: TestBroker, act: Callable[[Jobs], Awaitable[T]]) -> T:
    async def with_jobs() -> T:
        jobs = Jobs(broker.url)
        try:
            return await act(jobs)
        finally:
            await jobs.close()

    return asyncio.run(with_jobs())


class TestSharedServer:
    """Each key has its own, in the broker."""

    def test_each_owner_and_each_list_by_itself(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> None:
            feedbacks = SharedFeedbacks(jobs)
            await feedbacks.add("en", "alice", accepted=["star"], rejected=["rin"])
            heard = await feedbacks.add("en", "alice", accepted=["star"], rejected=[])
            assert dict(heard.tallies) == {"rin": Tally(0, 1), "star": Tally(2, 0)}
            assert await SharedFeedbacks(jobs).told("en", "alice") == heard
            for name, owner in [("en", "bob"), ("es", "alice"), ("en", "")]:
                assert await feedbacks.told(name, owner) == Feedback()
                assert await feedbacks.lay_out(name, owner) is None
                await feedbacks.clear(name, owner)
            assert await feedbacks.lay_out("en", "alice") == heard.sha256
            await feedbacks.clear("en", "alice")
            assert await feedbacks.lay_out("en", "alice") is None

        run(broker, act)
        assert redis_keys(broker.redis, "tilewise:feedback:*") == set()

    def test_no_report_is_lost_when_several_processes_tell_at_once(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> Feedback:
            processes = [SharedFeedbacks(jobs) for _ in range(4)]
            telling = [
                process.add("en", "alice", accepted=["star"], rejected=[f"rin{number}"])
                for number, process in enumerate(processes * 5)
            ]
            await asyncio.gather(*telling)
            return await processes[0].told("en", "alice")

        heard = run(broker, act)
        assert heard.tallies["star"] == Tally(20, 0) and len(heard.tallies) == 21

    def test_it_stays_and_the_version_of_a_job_goes_after_two_days(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> list[str | None]:
            feedbacks = SharedFeedbacks(jobs)
            await feedbacks.add("en", "alice", accepted=["star"], rejected=[])
            first = await feedbacks.lay_out("en", "alice")
            await feedbacks.add("en", "alice", accepted=[], rejected=["star"])
            return [first, await feedbacks.lay_out("en", "alice")]

        versions = run(broker, act)
        assert broker.redis.ttl(wire.feedback_key("alice", "en")) == -1
        for sha256, count in zip(versions, (0, 1), strict=True):
            assert sha256 is not None
            packed = broker.store.fetch(wire.heard_key(sha256))
            assert packed is not None and Feedback.unpack(packed).tallies["star"] == Tally(1, count)
            assert 86_400 < broker.redis.ttl(wire.heard_key(sha256)) <= 2 * 86_400

    def test_a_private_servers_version_lies_in_the_broker_too(
        self, broker: TestBroker, tmp_path: Path
    ) -> None:
        heard = dictionaries.add_feedback("en", tmp_path, ["star"], [])

        async def act(jobs: Jobs) -> None:
            feedbacks = PrivateFeedbacks(tmp_path, jobs)
            for _ in range(2):
                assert await feedbacks.lay_out("en", "") == heard.sha256
                assert broker.redis.ttl(wire.heard_key(heard.sha256)) > 86_400
                broker.redis.expire(wire.heard_key(heard.sha256), 10)

        run(broker, act)
        packed = broker.store.fetch(wire.heard_key(heard.sha256))
        assert packed is not None and Feedback.unpack(packed) == heard

    def test_an_idempotency_key_holds_when_more_was_told_in_between(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> list[str]:
            def submit(**changed: Any) -> Awaitable[Any]:
                request: JsonObject = {"grid": "AB", "limit": None, **changed}
                return jobs.submit(Task.WORDHUNT_SOLVE, request, idempotency_key="once")

            made = [await submit(feedback=version) for version in (None, "a", "b")]
            with pytest.raises(IdempotencyKeyReused):
                await submit(feedback="b", limit=1)
            return [one.id for one in made]

        assert len(set(run(broker, act))) == 1
