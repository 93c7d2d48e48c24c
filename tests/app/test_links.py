"""Signed links: good for one path, one owner and a while."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest

from app.links import LINK_SECONDS, owner_of, sign

SECRET, NOW = b"s" * 32, 1_800_000_000.0
LINK = urlsplit(sign(SECRET, "/jobs/abc/events", "alice", now=NOW))
QUERY = dict(parse_qsl(LINK.query))


def test_a_link_works_until_it_is_too_old() -> None:
    assert LINK.path == "/jobs/abc/events"
    assert owner_of(SECRET, LINK.path, QUERY, now=NOW) == "alice"
    assert owner_of(SECRET, LINK.path, QUERY, now=NOW + LINK_SECONDS) == "alice"
    assert owner_of(SECRET, LINK.path, QUERY, now=NOW + LINK_SECONDS + 1) is None


@pytest.mark.parametrize(
    "change",
    [
        {"key": "bob"},
        {"expires": str(int(NOW) + 10_000)},
        {"expires": ""},
        {"expires": "-1"},
        {"expires": "²"},
        {"expires": "9" * 400},
        {"signature": ""},
        {"signature": "é"},
        {"signature": QUERY["signature"][:-1]},
    ],
)
def test_nothing_of_it_can_be_changed(change: dict[str, str]) -> None:
    assert owner_of(SECRET, LINK.path, {**QUERY, **change}, now=NOW) is None


def test_it_is_for_one_path_and_one_secret() -> None:
    assert owner_of(SECRET, "/jobs/abd/events", QUERY, now=NOW) is None
    assert owner_of(b"t" * 32, LINK.path, QUERY, now=NOW) is None


def test_parts_cannot_be_shifted_into_each_other() -> None:
    longer = {**QUERY, "key": f"{QUERY['key']}\n{QUERY['expires']}"}
    assert owner_of(SECRET, LINK.path, longer, now=NOW) is None
