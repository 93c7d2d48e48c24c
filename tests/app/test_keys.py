"""API keys: the form of the setting, what is kept of it, who is known."""

from __future__ import annotations

import pytest

from app.keys import KeyRing, hashed_entry, new_secret
from app.settings import BadSettings, load_settings

ALICE, BOB = "a-secret-of-alice-0123456789", "a-secret-of-bob-0123456789"


def test_plain_and_hashed_keys_are_known() -> None:
    ring = KeyRing.parse(f" alice:{ALICE} , {hashed_entry('bob', BOB)},")
    assert ring.owner_of(ALICE) == "alice"
    assert ring.owner_of(BOB) == "bob"
    assert "bob" in ring and "carol" not in ring


@pytest.mark.parametrize("wrong", ["", ALICE[:-1], ALICE + "x", ALICE.upper(), "é" * 20, f"alice:{ALICE}"])
def test_any_other_secret_is_not(wrong: str) -> None:
    assert KeyRing.parse(f"alice:{ALICE}").owner_of(wrong) is None


def test_both_ways_to_write_a_hash() -> None:
    entry = hashed_entry("bob", BOB)
    assert KeyRing.parse(entry.replace("sha256:", "sha256$")) == KeyRing.parse(entry)


def test_the_hash_is_no_secret() -> None:
    entry = hashed_entry("bob", BOB)
    assert KeyRing.parse(entry).owner_of(entry.partition(":")[2]) is None


def test_made_keys_differ_and_are_taken() -> None:
    made = {new_secret() for _ in range(100)}
    assert len(made) == 100
    for secret in made:
        assert KeyRing.parse(f"me:{secret}").owner_of(secret) == "me"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ALICE, "form name:secret"),
        ("alice:short", "20 to 200"),
        (f"alice:{ALICE} {BOB}", "visible"),
        (f"al ice:{ALICE}", "letters"),
        (f":{ALICE}", "letters"),
        (f"{'a' * 41}:{ALICE}", "1 to 40"),
        ("alice:sha256$abc", "hexadecimal"),
        (f"alice:{ALICE},alice:{BOB}", "same name"),
    ],
)
def test_a_bad_key_is_refused_without_telling_it(
    monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    monkeypatch.setenv("TILEWISE_API_KEYS", text)
    with pytest.raises(BadSettings) as caught:
        load_settings()
    message = str(caught.value)
    assert "TILEWISE_API_KEYS" in message and said in message
    assert ALICE not in message and BOB not in message and "short" not in message


def test_settings_keep_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWISE_API_KEYS", f"alice:{ALICE}")
    settings = load_settings()
    assert settings.api_keys.owner_of(ALICE) == "alice"
    assert ALICE not in repr(settings)


@pytest.mark.parametrize(
    ("told", "refused"),
    [
        ({"host": "127.0.0.1"}, False),
        ({"host": "::1"}, False),
        ({"host": "localhost"}, False),
        ({"host": "0.0.0.0"}, True),
        ({"host": "::"}, True),
        ({"host": "192.168.1.5"}, True),
        ({"host": "example.com"}, True),
        ({"host": "0.0.0.0", "insecure": True}, False),
        ({"host": "0.0.0.0", "api_keys": f"alice:{ALICE}"}, False),
    ],
)
def test_without_keys_only_this_machine_is_served(told: dict[str, object], refused: bool) -> None:
    settings = load_settings(**told)
    if refused:
        with pytest.raises(BadSettings, match="--insecure"):
            settings.check_exposure()
    else:
        settings.check_exposure()


def test_limits_are_in_force_where_others_are_served() -> None:
    private, public = load_settings(), load_settings(api_keys=f"alice:{ALICE}")
    assert (private.requests_limit, private.open_jobs_limit) == (None, 0)
    assert (public.requests_limit, public.open_jobs_limit) == ("600/minute", 100)
    asked = load_settings(rate_limit="5/second", max_open_jobs=7)
    assert (asked.requests_limit, asked.open_jobs_limit) == ("5/second", 7)
    assert load_settings(insecure=True, rate_limit="none", max_open_jobs=0).requests_limit is None
