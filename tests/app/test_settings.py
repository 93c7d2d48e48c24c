"""Settings: defaults, units, where they come from, and what is said about a bad one."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import BadSettings, Settings, load_settings


def test_every_knob_has_a_working_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TILEWISE_DATA_DIR")
    settings = load_settings()
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.redis_url is None
    assert settings.max_pixels == 40_000_000
    assert all(path.is_absolute() for path in (settings.data_dir, settings.cache_dir, settings.runtime_dir))


def test_the_environment_is_read_and_the_command_line_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWISE_PORT", "9000")
    monkeypatch.setenv("TILEWISE_WORKERS", "3")
    settings = load_settings(port=9001, workers=None)
    assert (settings.port, settings.workers) == (9001, 3)


def test_an_empty_variable_is_an_unset_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWISE_REDIS_URL", "")
    assert load_settings().redis_url is None


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("TILEWISE_PORT", "eighty", "integer"),
        ("TILEWISE_PORT", "70000", "65535"),
        ("TILEWISE_MAX_PIXELS", "-1", "10000"),
        ("TILEWISE_LOG_FORMAT", "xml", "console"),
    ],
)
def test_a_bad_value_is_named_with_its_variable(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as caught:
        load_settings()
    message = str(caught.value)
    assert name in message and repr(value) in message and said in message


def test_a_bad_broker_is_named_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWISE_REDIS_URL", ":pass-word@localhost:6379")
    with pytest.raises(BadSettings) as caught:
        load_settings()
    assert "TILEWISE_REDIS_URL" in str(caught.value) and "pass-word" not in str(caught.value)


def test_the_llm_key_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    settings = load_settings()
    assert settings.openai_api_key is not None
    assert settings.openai_api_key.get_secret_value() == "sk-very-secret"
    assert "very-secret" not in repr(settings) + settings.model_dump_json()


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        setattr(Settings(), "port", 1)  # noqa: B010


def test_a_picture_is_not_kept_longer_than_its_result() -> None:
    assert load_settings(result_ttl=60, picture_ttl=3600).picture_ttl == 60


def test_relative_directories_become_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWISE_CACHE_DIR", "here")
    assert load_settings().cache_dir == tmp_path / "here"
