"""Every knob of Tilewise: name, default, unit and the reason for the default.

A knob `max_pixels` is set with the environment variable `TILEWISE_MAX_PIXELS`. Settings are loaded once, by
whoever starts a process, and passed on as values; nothing else reads the environment.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import AliasChoices, Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from dictionaries import default_data_dir
from worker.options import LlmOptions

PREFIX: Final = "TILEWISE_"


class BadSettings(ValueError):
    """A setting has a value that cannot work; the message names the variable or option, and the value."""


def platform_cache_dir() -> Path:
    """Where this user's programs keep what can be made again: the XDG directory, or ~/Library on macOS."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "tilewise"
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".cache") / "tilewise"


def platform_runtime_dir() -> Path:
    """A short private path: a Unix socket's path may have 103 bytes on macOS and 107 on Linux."""
    base = os.environ.get("XDG_RUNTIME_DIR", "")
    if base.startswith("/") and os.access(base, os.W_OK):
        return Path(base) / "tilewise"
    return Path("/tmp") / f"tilewise-{os.getuid()}"


def default_workers() -> int:
    """One interactive worker per core up to four; a solve takes milliseconds, so more only costs memory."""
    return max(1, min(4, os.cpu_count() or 1))


class Settings(BaseSettings):
    """What a process may be told from outside."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        frozen=True,
        extra="ignore",
        populate_by_name=True,
        validate_default=True,
    )

    host: str = Field(default="127.0.0.1", min_length=1)
    """Address to listen on; loopback, since there are no API keys yet."""

    port: int = Field(default=8000, ge=0, le=65535)
    """TCP port; 0 takes a free one."""

    workers: int = Field(default_factory=default_workers, ge=1, le=256)
    """Processes on the interactive lane; the bulk lane has one more of its own."""

    redis_url: str | None = Field(default=None, pattern=r"^(rediss?|unix)://")
    """A Redis or Valkey of yours, `redis://host:6379/0`; without one the bundled Valkey is started."""

    data_dir: Path = Field(default_factory=default_data_dir)
    """Imported word lists and the bundled broker's append-only file; worth a backup."""

    cache_dir: Path = Field(default_factory=platform_cache_dir)
    """Word graphs and compiled kernels; may be deleted at any time."""

    runtime_dir: Path = Field(default_factory=platform_runtime_dir)
    """The bundled broker's socket, in a directory that only this user may enter."""

    max_pixels: int = Field(default=40_000_000, ge=10_000, le=160_000_000)
    """Pixels of a picture, by its header; three 12-megapixel photos, far below a decompression bomb.
    OpenCV itself is told to stop at the upper bound (`worker.vision`)."""

    max_upload_bytes: int = Field(default=20 * 1024 * 1024, ge=1024, le=1024**3)
    """Bytes of a request body; a phone's screenshot has 0.2 to 5 million, its largest photos about 15."""

    result_ttl: int = Field(default=3600, ge=10, le=30 * 86400)
    """Seconds that a finished job and its result are kept: an hour covers a game and its post-mortem."""

    picture_ttl: int = Field(default=3600, ge=10, le=30 * 86400)
    """Seconds that an uploaded picture is kept; it must outlive the queue, and never its result."""

    wait_default: float = Field(default=10.0, ge=0, le=300)
    """Seconds a POST waits for its job unless told `Prefer: wait=N`; below every usual proxy timeout."""

    wait_max: float = Field(default=60.0, ge=0, le=300)
    """The longest wait that a client may ask for, in seconds; longer requests are cut to it."""

    job_timeout: float = Field(default=60.0, ge=1, le=86400)
    """Seconds until running interactive work is stopped; the slowest board measured takes under one."""

    log_format: Literal["auto", "console", "json"] = "auto"
    """`auto`: readable lines on a terminal, JSON anywhere else."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The least severe line to write."""

    tesseract: bool = True
    """Whether Tesseract, where it is installed, confirms doubtful letters and reads printed word lists."""

    openai_api_key: SecretStr | None = Field(
        default=None, validation_alias=AliasChoices("TILEWISE_OPENAI_API_KEY", "OPENAI_API_KEY")
    )
    """Key for reading doubtful cells with an LLM; without one such cells stay marked as doubtful."""

    openai_base_url: str = Field(
        default="https://api.openai.com/v1",
        pattern=r"^https?://",
        validation_alias=AliasChoices("TILEWISE_OPENAI_BASE_URL", "OPENAI_BASE_URL"),
    )
    """Any server that speaks OpenAI's chat completions, e.g. `http://127.0.0.1:11434/v1`."""

    openai_model: str = Field(default="gpt-4o-mini", min_length=1)
    """A model that sees pictures and answers in a given JSON form; the cheapest of OpenAI's own."""

    llm_timeout: float = Field(default=30.0, ge=0.1, le=600)
    """Seconds for asking an LLM, retries included; a board usually takes two to five."""

    llm_retries: int = Field(default=2, ge=0, le=10)
    """How often a busy or failing LLM is asked again within that time."""

    llm_input_price: float = Field(default=0.15, ge=0)
    """US dollars a million tokens sent, for the cost in results; gpt-4o-mini's list price."""

    llm_output_price: float = Field(default=0.60, ge=0)
    """US dollars a million tokens answered; gpt-4o-mini's list price."""

    def llm_options(self) -> LlmOptions | None:
        """The LLM as workers are told it; None without a key."""
        if self.openai_api_key is None or not self.openai_api_key.get_secret_value():
            return None
        return LlmOptions(
            self.openai_api_key.get_secret_value(),
            self.openai_base_url,
            self.openai_model,
            seconds=self.llm_timeout,
            retries=self.llm_retries,
            input_price=self.llm_input_price,
            output_price=self.llm_output_price,
        )

    @field_validator("data_dir", "cache_dir", "runtime_dir")
    @classmethod
    def _absolute(cls, path: Path) -> Path:
        # Child processes may run in another directory.
        return path.expanduser().absolute()

    @field_validator("picture_ttl")
    @classmethod
    def _not_longer_than_results(cls, seconds: int, info: ValidationInfo) -> int:
        return min(seconds, int(info.data.get("result_ttl", seconds)))


def load_settings(**overrides: Any) -> Settings:
    """Read the environment; `overrides` (from the command line, None = not given) come first.

    Raises:
        BadSettings: a value that cannot work.
    """
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        return Settings(**given)
    except ValidationError as error:
        raise BadSettings("\n".join(_describe(row, given) for row in error.errors())) from None


def variable_name(knob: str) -> str:
    return f"{PREFIX}{knob.upper()}"


def _describe(row: Any, given: Mapping[str, Any]) -> str:
    knob = str(row["loc"][0]) if row["loc"] else ""
    reason = reason_of(row)
    why = f"cannot be used: {reason[:1].lower()}{reason[1:]}."
    if knob in given:
        return f"--{knob.replace('_', '-')} {row['input']} {why}"
    name = knob if knob.isupper() else variable_name(knob)
    value = "a secret" if "KEY" in name else repr(row["input"])
    return f"{name}={value} {why}"


def reason_of(row: Any) -> str:
    """What is wrong, by a row of a `ValidationError`, without the name of Python's exception."""
    return str(row["msg"]).removeprefix("Value error, ")
