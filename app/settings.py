"""Every knob of Tilewise: name, default, unit and the reason for the default.

A knob `max_pixels` is set with the environment variable `TILEWISE_MAX_PIXELS`. Settings are loaded once, by
whoever starts a process, and passed on as values; nothing else reads the environment.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AliasChoices, Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from app.keys import KeyRing
from dictionaries import default_data_dir
from worker.options import LlmOptions

PREFIX: Final = "TILEWISE_"
USUAL_RATE: Final = "600/minute"
_ORIGIN: Final = re.compile(r"https?://[a-z0-9.\-\[\]:]+")


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
        arbitrary_types_allowed=True,
    )

    host: str = Field(default="127.0.0.1", min_length=1)
    """Address to listen on; any but loopback needs API keys, or `insecure`."""

    port: int = Field(default=8000, ge=0, le=65535)
    """TCP port; 0 takes a free one."""

    api_keys: Annotated[KeyRing, NoDecode] = KeyRing()
    """Who may use the service, `name:secret` or `name:sha256:hash`, parted by commas; `tilewise keys new`
    makes one. Without keys everybody who reaches the port may, so it is loopback's only."""

    insecure: bool = False
    """Serve everybody without keys, on any address and under any host name: for closed networks."""

    cors_origins: Annotated[tuple[str, ...], NoDecode] = ()
    """Web pages of other origins that may use the API, `https://a.example,https://b.example`, or `*`."""

    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = ()
    """Addresses or networks of proxies whose X-Forwarded-For and -Proto are believed."""

    rate_limit: str = Field(default="auto", pattern=r"^(auto|none|[1-9][0-9]{0,6}/(second|minute|hour|day))$")
    """Requests of one key, or of one address without keys. `auto` is 600/minute, ten a second for long, far
    more than a person or an agent sends; and `none` where only this machine is served, without keys."""

    max_open_jobs: int = Field(default=100, ge=0, le=1_000_000)
    """Jobs of one key or address that are queued or running, 0 for any number: a burst of screenshots fits,
    and ten greedy clients do not fill the queue. The default is none where only this machine is served."""

    max_queued_jobs: int = Field(default=10_000, ge=0, le=10_000_000)
    """Jobs that wait in a lane, 0 for any number; beyond, new ones are refused until some are done."""

    head_timeout: float = Field(default=10.0, ge=0.1, le=600)
    """Seconds until a request's first line and headers must be there; they are one packet."""

    body_timeout: float = Field(default=20.0, ge=0.1, le=3600)
    """Seconds until a body must be there, beside the time that it takes at `body_min_rate`."""

    body_min_rate: int = Field(default=16 * 1024, ge=1, le=1024**3)
    """Bytes a second of a body, on average, and of a large answer: a poor mobile connection is faster."""

    worker_memory: int = Field(default=1536 * 1024 * 1024, ge=256 * 1024**2, le=1024**4)
    """Bytes that the jobs of one worker may take beside what it has when it starts; a photo of 40 million
    pixels takes under a billion."""

    workers: int = Field(default_factory=default_workers, ge=0, le=256)
    """Processes on the interactive lane, and as many on the bulk lane, which stand back when the others have
    work. 0 for none at all here."""

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

    @property
    def is_private(self) -> bool:
        """Whether it is for this machine's own programs alone: no keys, and nothing said of others."""
        return not self.api_keys and not self.insecure

    @property
    def requests_limit(self) -> str | None:
        """The rate limit in force, such as `600/minute`."""
        if self.rate_limit == "auto":
            return None if self.is_private else USUAL_RATE
        return None if self.rate_limit == "none" else self.rate_limit

    @property
    def open_jobs_limit(self) -> int:
        """The limit of open jobs in force; 0 for none."""
        return 0 if self.is_private and "max_open_jobs" not in self.model_fields_set else self.max_open_jobs

    def check_exposure(self) -> None:
        """Raises BadSettings when the server would be open to anybody without that being wanted."""
        if self.is_private and not is_loopback(self.host):
            raise BadSettings(
                f"Without API keys everybody who reaches {self.host} could use this server. Make a key with"
                " `tilewise keys new NAME` and set TILEWISE_API_KEYS, or say --insecure on a closed network."
            )

    @property
    def llm_url(self) -> str | None:
        """Where workers may ask an LLM, if anywhere."""
        return None if self.llm_options() is None else self.openai_base_url

    @field_validator("api_keys", mode="before")
    @classmethod
    def _parse_keys(cls, value: object) -> object:
        return KeyRing.parse(value) if isinstance(value, str) else value

    @field_validator("cors_origins", "trusted_proxies", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return tuple(filter(None, map(str.strip, value.split(",")))) if isinstance(value, str) else value

    @field_validator("cors_origins")
    @classmethod
    def _are_origins(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        for origin in origins:
            if origin != "*" and not _ORIGIN.fullmatch(origin):
                raise ValueError(f"{origin!r} is no origin such as https://example.com")
        return origins

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


def is_loopback(host: str) -> bool:
    """Whether an address to listen on is reached from this machine alone."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


def variable_name(knob: str) -> str:
    return f"{PREFIX}{knob.upper()}"


def _describe(row: Any, given: Mapping[str, Any]) -> str:
    knob = str(row["loc"][0]) if row["loc"] else ""
    reason = reason_of(row)
    why = f"cannot be used: {reason[:1].lower()}{reason[1:]}."
    if knob in given:
        return f"--{knob.replace('_', '-')} {row['input']} {why}"
    name = knob if knob.isupper() else variable_name(knob)
    value = "a secret" if "KEY" in name or "REDIS_URL" in name else repr(row["input"])
    return f"{name}={value} {why}"


def reason_of(row: Any) -> str:
    """What is wrong, by a row of a `ValidationError`, without the name of Python's exception."""
    return str(row["msg"]).removeprefix("Value error, ")
