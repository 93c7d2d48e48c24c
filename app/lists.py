"""Word lists by the names that clients know them by.

A private server, one machine without keys, has the lists of its data directory: what a client uploads there
is imported, as the terminal does it, and both see the same. On a shared server what is uploaded lies in the
broker under the name of its key, where every machine finds it; lists that were imported on the API's own
machine can be named by all, and are laid into the broker when a job needs them.

Content is stored once under its hash, and kept for a day after its last name is gone, since jobs name it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping, Set
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeVar

import dictionaries
from app.jobs import Jobs
from dictionaries import (
    Dictionary,
    Fitness,
    Language,
    NameTaken,
    NoSuchDictionary,
    TravelledList,
    WordIndex,
)
from worker import wire
from worker.errors import UnknownDictionary
from worker.transitions import QUEUE_TTL, Command
from worker.word_lists import find_dictionary

MOST_LISTS: Final = 50
"""Names of one key."""
MOST_WORDS: Final = 1_000_000
"""Distinct words in an uploaded list, four times English: some ten megabytes in the broker's memory."""
_SHORTEST_HASH: Final = 12
_UNNAMED_TTL: Final = 2 * QUEUE_TTL
_PREFIXES: Final = (wire.dictionary_key(""), wire.dictionary_holders_key(""))
_INDEXES: Final = 2
"""Lists held open for questions, some 20 million bytes each."""

_Made = TypeVar("_Made")
"""What a list is held open as."""

_RELEASE: Final = """
local function release(card, holder, ttl, prefix, holders_prefix)
  local old = cjson.decode(card)['sha256']
  redis.call('SREM', holders_prefix .. old, holder)
  if redis.call('SCARD', holders_prefix .. old) == 0 then redis.call('EXPIRE', prefix .. old, ttl) end
end
"""
"""A Lua function: a name no longer stands for a list, whose words go in time when it was the last."""

_NAME: Final = f"""{_RELEASE}
local names, content, holders = KEYS[1], KEYS[2], KEYS[3]
local name, card, bytes, replace, most, holder, ttl, prefix, holders_prefix = unpack(ARGV)
local known = redis.call('HGET', names, name)
if known and known ~= card then
  if replace == '0' then return {{'taken', known}} end
  release(known, holder, ttl, prefix, holders_prefix)
end
if not known and redis.call('HLEN', names) >= tonumber(most) then return {{'many', ''}} end
redis.call('SET', content, bytes)
redis.call('SADD', holders, holder)
redis.call('HSET', names, name, card)
return {{'named', card}}
"""

_REMOVE: Final = f"""{_RELEASE}
local known = redis.call('HGET', KEYS[1], ARGV[1])
if not known then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
release(known, unpack(ARGV, 2))
return 1
"""

_KEEP: Final = """
local left = redis.call('TTL', KEYS[1])
if left == -2 then return 0 end
if left >= 0 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return 1
"""


class TooManyLists(Exception):
    """A key has as many lists as it may have."""


@dataclass(frozen=True, slots=True)
class ListCard:
    """A list as a client sees it."""

    name: str
    language: str
    sha256: str
    words: int
    origin: Literal["shipped", "imported", "uploaded"]


class Lists(Protocol):
    """The lists that clients may name."""

    @property
    def at_work(self) -> asyncio.Lock:
        """Held while a list is read: a million words take a hundred megabytes and some seconds meanwhile."""

    async def find(self, name: str, owner: str) -> ListCard:
        """The list of that name or hash, where any worker can get it.

        Raises:
            UnknownDictionary, BrokerUnavailable.
        """

    async def listed(self, owner: str) -> list[ListCard]:
        """Every list that has a name: shipped ones first; raises BrokerUnavailable."""

    async def add(self, words: Set[str], name: str, language: str, owner: str, *, replace: bool) -> ListCard:
        """Let a name stand for folded words.

        Raises:
            BadName; NameTaken: it stands for others, and `replace` was not asked for; TooManyLists;
            BrokerUnavailable; OSError: the data directory cannot be written.
        """

    async def remove(self, name: str, owner: str) -> None:
        """Take the name away, and the words unless another name stands for them.

        Raises:
            UnknownDictionary: the owner has given no list that name; BrokerUnavailable; OSError.
        """

    async def index(self, card: ListCard) -> WordIndex:
        """The list, for questions; raises UnknownDictionary, BrokerUnavailable."""

    async def fitness(self, card: ListCard) -> Fitness:
        """Which of its words are fit for players; raises UnknownDictionary, BrokerUnavailable."""


def lists_of(data_dir: Path, jobs: Jobs, *, is_private: bool) -> Lists:
    return PrivateLists(data_dir) if is_private else SharedLists(data_dir, jobs)


class PrivateLists:
    """The lists of this machine's user."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._indexes: dict[str, WordIndex] = {}
        self._fitness: dict[str, Fitness] = {}
        self.at_work = asyncio.Lock()

    async def find(self, name: str, owner: str) -> ListCard:
        return _card(find_dictionary(name, self._data_dir))

    async def listed(self, owner: str) -> list[ListCard]:
        return [_card(found) for found in dictionaries.listed(data_dir=self._data_dir)]

    async def add(self, words: Set[str], name: str, language: str, owner: str, *, replace: bool) -> ListCard:
        stored = await asyncio.to_thread(
            dictionaries.store,
            words,
            name=name,
            language_code=language,
            data_dir=self._data_dir,
            replace=replace,
        )
        return _card(stored)

    async def remove(self, name: str, owner: str) -> None:
        try:
            await asyncio.to_thread(dictionaries.remove, name, data_dir=self._data_dir)
        except NoSuchDictionary:
            raise _not_yours(name) from None

    async def index(self, card: ListCard) -> WordIndex:
        async with self.at_work:
            return await _kept(self._indexes, card.sha256, lambda: self._open(card, WordIndex.of))

    async def fitness(self, card: ListCard) -> Fitness:
        async with self.at_work:
            return await _kept(self._fitness, card.sha256, lambda: self._open(card, self._judge))

    def _judge(self, source: Dictionary | TravelledList) -> Fitness:
        return Fitness.of(source, data_dir=self._data_dir)

    async def _open(self, card: ListCard, make: Callable[[Dictionary | TravelledList], _Made]) -> _Made:
        return await asyncio.to_thread(lambda: make(find_dictionary(card.sha256, self._data_dir)))


class SharedLists(PrivateLists):
    """The lists of a server for many: each key has its own."""

    def __init__(self, data_dir: Path, jobs: Jobs) -> None:
        super().__init__(data_dir)
        self._jobs = jobs

    async def find(self, name: str, owner: str) -> ListCard:
        here = self._here(name)
        if here is not None and here.built_in:
            return _card(here)
        uploaded = _choose(name, await self._uploaded(owner))
        if uploaded is not None:
            return uploaded
        if here is None:
            raise UnknownDictionary(f"There is no word list {name!r} here.", name=name)
        await self._lay_out(here)
        return _card(here)

    async def listed(self, owner: str) -> list[ListCard]:
        uploaded = await self._uploaded(owner)
        here = [card for card in await super().listed(owner) if card.name not in uploaded]
        return here + [uploaded[name] for name in sorted(uploaded)]

    async def add(self, words: Set[str], name: str, language: str, owner: str, *, replace: bool) -> ListCard:
        dictionaries.check_name(name)
        card, packed = await asyncio.to_thread(
            _packed, words, name, dictionaries.language(language, self._data_dir)
        )
        (reply,) = await self._jobs.ask([_name_command(card, packed, owner, replace=replace)])
        outcome, known = reply[0].decode(), reply[1].decode()
        if outcome == "taken":
            raise NameTaken(
                f"The name {name!r} stands for another list of {json.loads(known)['words']:,} words.",
                hint="Choose another name, or say `replace`.",
            )
        if outcome == "many":
            raise TooManyLists(owner)
        return card

    async def remove(self, name: str, owner: str) -> None:
        told = (name, _holder(owner, name), _UNNAMED_TTL, *_PREFIXES)
        (is_removed,) = await self._jobs.ask([("EVAL", _REMOVE, 1, wire.dictionary_names_key(owner), *told)])
        if not is_removed:
            raise _not_yours(name)

    async def _open(self, card: ListCard, make: Callable[[Dictionary | TravelledList], _Made]) -> _Made:
        here = self._here(card.sha256)
        if here is not None:
            return await asyncio.to_thread(make, here)
        (packed,) = await self._jobs.ask([("GET", wire.dictionary_key(card.sha256))])
        if packed is None:
            raise UnknownDictionary(f"The word list {card.name!r} is no longer kept.", name=card.name)
        return await asyncio.to_thread(lambda: make(dictionaries.unpack_list(packed)))

    def _here(self, name: str) -> Dictionary | None:
        try:
            return find_dictionary(name, self._data_dir)
        except UnknownDictionary:
            return None

    async def _uploaded(self, owner: str) -> dict[str, ListCard]:
        (cards,) = await self._jobs.ask([("HGETALL", wire.dictionary_names_key(owner))])
        return {name.decode(): ListCard(**json.loads(card)) for name, card in cards.items()}

    async def _lay_out(self, dictionary: Dictionary) -> None:
        """See to it that machines without the list find it in the broker."""
        key = wire.dictionary_key(dictionary.sha256)
        keep: Command = ("EVAL", _KEEP, 1, key, _UNNAMED_TTL)
        (is_kept,) = await self._jobs.ask([keep])
        if not is_kept:
            packed = await asyncio.to_thread(dictionaries.pack_list, dictionary)
            await self._jobs.ask([("SET", key, packed, "EX", _UNNAMED_TTL, "NX")])


async def _kept(kept: dict[str, _Made], sha256: str, make: Callable[[], Coroutine[Any, Any, _Made]]) -> _Made:
    """What was made of a list before, or is made of it now; the oldest makes room."""
    if sha256 not in kept:
        made = await make()
        while len(kept) >= _INDEXES:
            del kept[next(iter(kept))]
        kept[sha256] = made
    return kept[sha256]


def _packed(words: Set[str], name: str, tongue: Language) -> tuple[ListCard, bytes]:
    content = sorted(words)
    sha256 = dictionaries.content_hash(content)
    packed = dictionaries.pack_words_of(tongue, sha256, content)
    return ListCard(name, tongue.code, sha256, len(content), "uploaded"), packed


def _name_command(card: ListCard, packed: bytes, owner: str, *, replace: bool) -> Command:
    keys = (
        wire.dictionary_names_key(owner),
        wire.dictionary_key(card.sha256),
        wire.dictionary_holders_key(card.sha256),
    )
    text = json.dumps(asdict(card), sort_keys=True)
    holder = _holder(owner, card.name)
    words = (card.name, text, packed, int(replace), MOST_LISTS, holder, _UNNAMED_TTL, *_PREFIXES)
    return ("EVAL", _NAME, len(keys), *keys, *words)


def _holder(owner: str, name: str) -> str:
    """Who has given a list a name, and which."""
    return f"{owner}/{name}"


def _not_yours(name: str) -> UnknownDictionary:
    return UnknownDictionary(f"You have no word list {name!r} of your own.", name=name)


def _choose(name: str, cards: Mapping[str, ListCard]) -> ListCard | None:
    """By name, else by the hash or its beginning."""
    if name in cards or len(name) < _SHORTEST_HASH:
        return cards.get(name)
    return next((card for card in cards.values() if card.sha256.startswith(name)), None)


def _card(found: Dictionary) -> ListCard:
    origin: Literal["shipped", "imported"] = "shipped" if found.built_in else "imported"
    return ListCard(found.name, found.language, found.sha256, found.size, origin)
