"""Word lists over HTTP, on a private server and on one for many."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

import app.lists
import dictionaries
from app.jobs import Jobs
from app.lists import ListCard, SharedLists, TooManyLists
from dictionaries import BadName, NameTaken
from tests.app.fake_jobs import FakeJobs, client_of
from tests.brokers import TestBroker, redis_keys
from worker import wire
from worker.errors import UnknownDictionary

T = TypeVar("T")


class TestPrivateServer:
    """Uploading is importing: the terminal and the server have the same lists."""

    @staticmethod
    def send(data_dir: Path, method: str, path: str, **body: Any) -> httpx.Response:
        async def run() -> httpx.Response:
            async with client_of(FakeJobs(), data_dir=data_dir) as client:
                return await client.request(method, path, **body)

        return asyncio.run(run())

    @pytest.mark.parametrize(
        "body",
        [
            {"files": {"file": ("words.txt", b"Cat\ndog\r\ncat\nR2D2\n")}, "data": {"name": "mine"}},
            {"json": {"name": "mine", "words": ["Cat", "dog", "cat", "R2D2"]}},
            {
                "content": "Cat\ndog\ncat\nR2D2",
                "params": {"name": "mine"},
                "headers": {"Content-Type": "text/plain; charset=utf-8"},
            },
        ],
        ids=["form", "JSON", "text"],
    )
    def test_a_list_comes_in_three_ways(self, body: dict[str, Any], tmp_path: Path) -> None:
        answer = self.send(tmp_path, "POST", "/dictionaries", **body)
        assert answer.status_code == 201, answer.text
        assert answer.json() | {"sha256": ""} == {
            **{"name": "mine", "language": "en", "words": 2, "origin": "imported", "sha256": ""},
            **{"repeated": 1, "dropped": {"digits": 1}},
        }
        assert list(dictionaries.find("mine", data_dir=tmp_path).words()) == ["cat", "dog"]

    def test_why_words_are_fit_or_not(self, tmp_path: Path) -> None:
        dictionaries.store({"cat", "blorp"}, name="mine", language_code="en", data_dir=tmp_path)
        asked = {"words": ["cat", "BLORP", "dog"], "why": True}
        answer = self.send(tmp_path, "POST", "/dictionaries/mine/check", json=asked).json()
        verdicts = [row["verdict"] for row in answer["words"]]
        assert [verdict["fit"] for verdict in verdicts] == [True, False, False]
        assert verdicts[0] == {"fit": True, "reasons": [], "zipf": 4.8, "lemma": "cat", "spellings": ["cat"]}
        assert [verdict["reasons"][0]["code"] for verdict in verdicts[1:]] == ["unknown", "not_listed"]

    def test_a_language_of_ones_own(self, tmp_path: Path) -> None:
        folder = tmp_path / "languages" / "qy"
        folder.mkdir(parents=True)
        (folder / "language.toml").write_text('title = "Quy"\nalphabet = "abë"\n', "utf-8")
        upload = {"name": "quy", "language": "qy", "words": ["BË", "bé"]}
        assert self.send(tmp_path, "POST", "/dictionaries", json=upload).json()["words"] == 1

    def test_what_the_terminal_imported_is_there(self, tmp_path: Path) -> None:
        mine = dictionaries.store({"cat"}, name="mine", language_code="en", data_dir=tmp_path)
        listed = self.send(tmp_path, "GET", "/dictionaries").json()["dictionaries"]
        assert [row["name"] for row in listed] == ["en", "es", "pt", "mine"]
        assert [row["origin"] for row in listed] == ["shipped"] * 3 + ["imported"]
        for name in ("mine", mine.sha256, mine.sha256[:12]):
            answer = self.send(
                tmp_path, "POST", f"/dictionaries/{name}/check", json={"words": ["CAT", "dog"]}
            )
            assert answer.json() == {
                "dictionary": {"name": "mine", "sha256": mine.sha256},
                "words": [
                    {"word": "cat", "found": True, "level": None, "rarity": None, "verdict": None},
                    {"word": "dog", "found": False, "level": None, "rarity": None, "verdict": None},
                ],
            }

    @pytest.mark.parametrize(
        ("body", "status", "code"),
        [
            ({"name": "en", "words": ["cat"]}, 422, "bad_dictionary"),  # a name of our own
            ({"name": "taken", "words": ["dog"]}, 409, "name_taken"),
            ({"name": "mine", "language": "xx", "words": ["dog"]}, 422, "bad_dictionary"),
            ({"name": "mine", "words": ["2", "4"]}, 422, "bad_dictionary"),  # no word among them
            ({"name": "mine", "words": []}, 422, "invalid_request"),
            ({"name": "Mine!", "words": ["cat"]}, 422, "invalid_request"),
            ({"name": "mine", "words": ["cat", 7]}, 422, "invalid_request"),
            ({"words": ["cat"]}, 422, "invalid_request"),
            ({"name": "mine", "words": ["cat"], "more": 1}, 422, "invalid_request"),
        ],
    )
    def test_what_is_refused(self, body: dict[str, Any], status: int, code: str, tmp_path: Path) -> None:
        dictionaries.store({"cat"}, name="taken", language_code="en", data_dir=tmp_path)
        answer = self.send(tmp_path, "POST", "/dictionaries", json=body)
        assert (answer.status_code, answer.json()["code"]) == (status, code)

    def test_a_name_moves_when_that_is_asked_for(self, tmp_path: Path) -> None:
        dictionaries.store({"cat"}, name="mine", language_code="en", data_dir=tmp_path)
        body = {"name": "mine", "words": ["dog"], "replace": True}
        assert self.send(tmp_path, "POST", "/dictionaries", json=body).status_code == 201
        assert list(dictionaries.find("mine", data_dir=tmp_path).words()) == ["dog"]

    @pytest.mark.slow
    def test_a_list_is_deleted_with_its_words(self, tmp_path: Path) -> None:
        for name in ("mine", "same"):
            dictionaries.store({"cat"}, name=name, language_code="en", data_dir=tmp_path)
        assert self.send(tmp_path, "DELETE", "/dictionaries/mine").status_code == 204
        assert list(dictionaries.find("same", data_dir=tmp_path).words()) == ["cat"]
        assert self.send(tmp_path, "DELETE", "/dictionaries/same").status_code == 204
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
        for name in ("mine", "en", "none", "022cec68786e"):
            answer = self.send(tmp_path, "DELETE", f"/dictionaries/{name}")
            assert (answer.status_code, answer.json()["code"]) == (404, "dictionary_not_found")

    def test_other_bodies_and_lists_that_are_not_there(self, tmp_path: Path) -> None:
        answer = self.send(tmp_path, "POST", "/dictionaries", content=b"<words/>")
        assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
        answer = self.send(tmp_path, "POST", "/dictionaries/none/check", json={"words": ["cat"]})
        assert (answer.status_code, answer.json()["code"]) == (422, "unknown_dictionary")
        answer = self.send(tmp_path, "POST", "/dictionaries/en/check", json={"words": ["a"] * 1001})
        assert (answer.status_code, answer.json()["code"]) == (422, "too_many_words")


@asynccontextmanager
async def shared(broker: TestBroker, data_dir: Path) -> AsyncIterator[SharedLists]:
    jobs = Jobs(broker.url)
    try:
        yield SharedLists(data_dir, jobs)
    finally:
        await jobs.close()


class TestSharedServer:
    """Each key has names of its own; every machine finds the words in the broker."""

    @staticmethod
    def run(broker: TestBroker, data_dir: Path, act: Callable[[SharedLists], Awaitable[T]]) -> T:
        async def run() -> T:
            async with shared(broker, data_dir) as lists:
                return await act(lists)

        return asyncio.run(run())

    def test_a_list_is_its_owners_alone(self, broker: TestBroker, tmp_path: Path) -> None:
        async def act(lists: SharedLists) -> None:
            card = await lists.add({"cat", "dog"}, "mine", "en", "alice", replace=False)
            assert (card.words, card.origin) == (2, "uploaded")
            for name in ("mine", card.sha256, card.sha256[:12]):
                assert await lists.find(name, "alice") == card
                with pytest.raises(UnknownDictionary):
                    await lists.find(name, "bob")
            assert [row.name for row in await lists.listed("alice")] == ["en", "es", "pt", "mine"]
            assert [row.name for row in await lists.listed("bob")] == ["en", "es", "pt"]
            assert (await lists.index(card)).look_up("DOG").found
            assert (await lists.fitness(card)).fit_words() == ["cat", "dog"]

        self.run(broker, tmp_path, act)

    def test_the_same_words_are_stored_once_and_kept_while_named(
        self, broker: TestBroker, tmp_path: Path
    ) -> None:
        async def act(lists: SharedLists) -> tuple[ListCard, ListCard]:
            first = await lists.add({"cat"}, "one", "en", "alice", replace=False)
            await lists.add({"cat"}, "two", "en", "bob", replace=False)
            second = await lists.add({"dog"}, "one", "en", "alice", replace=True)
            assert broker.redis.ttl(wire.dictionary_key(first.sha256)) == -1  # bob's still
            await lists.add({"dog"}, "two", "en", "bob", replace=True)
            return first, second

        first, second = self.run(broker, tmp_path, act)
        stored = {wire.dictionary_key(card.sha256) for card in (first, second)}
        assert redis_keys(broker.redis, "tilewise:dictionary:*") == stored
        assert broker.redis.ttl(wire.dictionary_key(first.sha256)) > 86_400  # jobs may still name it
        assert broker.redis.ttl(wire.dictionary_key(second.sha256)) == -1

    def test_a_list_is_deleted_by_its_owner(self, broker: TestBroker, tmp_path: Path) -> None:
        dictionaries.store({"dog"}, name="imported", language_code="en", data_dir=tmp_path)

        async def act(lists: SharedLists) -> ListCard:
            card = await lists.add({"cat"}, "mine", "en", "alice", replace=False)
            await lists.add({"cat"}, "his", "en", "bob", replace=False)
            for name, owner in [("mine", "bob"), ("mine", ""), (card.sha256, "alice"), ("imported", "alice")]:
                with pytest.raises(UnknownDictionary):
                    await lists.remove(name, owner)
            await lists.remove("mine", "alice")
            with pytest.raises(UnknownDictionary):
                await lists.find("mine", "alice")
            assert broker.redis.ttl(wire.dictionary_key(card.sha256)) == -1  # bob's still
            await lists.remove("his", "bob")
            return card

        card = self.run(broker, tmp_path, act)
        assert broker.redis.ttl(wire.dictionary_key(card.sha256)) > 86_400  # jobs may still name it
        assert redis_keys(broker.redis, "tilewise:dictionaries:*") == set()
        assert redis_keys(broker.redis, "tilewise:dictionary-holders:*") == set()

    def test_names_are_bounded_and_not_taken_over(
        self, broker: TestBroker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(app.lists, "MOST_LISTS", 1)

        async def act(lists: SharedLists) -> None:
            await lists.add({"cat"}, "mine", "en", "", replace=False)
            assert (await lists.add({"cat"}, "mine", "en", "", replace=False)).words == 1
            with pytest.raises(NameTaken, match="1 words"):
                await lists.add({"dog"}, "mine", "en", "", replace=False)
            with pytest.raises(TooManyLists):
                await lists.add({"dog"}, "other", "en", "", replace=False)
            with pytest.raises(BadName):
                await lists.add({"dog"}, "en", "en", "", replace=True)

        self.run(broker, tmp_path, act)

    def test_what_was_imported_here_is_laid_out_for_workers_elsewhere(
        self, broker: TestBroker, tmp_path: Path
    ) -> None:
        mine = dictionaries.store({"cat"}, name="mine", language_code="en", data_dir=tmp_path)
        key = wire.dictionary_key(mine.sha256)

        async def act(lists: SharedLists) -> None:
            for _ in range(2):
                assert (await lists.find("mine", "bob")).sha256 == mine.sha256
                assert broker.redis.ttl(key) > 86_400
                broker.redis.expire(key, 10)
            await lists.find("en", "bob")

        self.run(broker, tmp_path, act)
        packed = broker.store.fetch(key)
        assert packed is not None and list(dictionaries.unpack_list(packed).words()) == ["cat"]
        assert redis_keys(broker.redis, "tilewise:dictionary:*") == {key}  # no shipped ones
