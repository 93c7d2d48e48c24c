"""Which service is asked, and for what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

DEFAULT_URL: Final = "http://127.0.0.1:8000"


@dataclass(frozen=True, slots=True)
class ServiceOptions:
    """Which service, and what is asked of it."""

    url: str = DEFAULT_URL
    api_key: str = field(default="", repr=False)
    dictionary: str = "en"
    """Name of a word list on the service."""
    min_length: int = 3
    max_length: int | None = None
    patience: float = 6.0
    """Seconds until a service that is away, or busy, is given up."""

    @property
    def address(self) -> str:
        """The URL without a user's name and password, as it may be shown and logged."""
        scheme, mark, rest = self.url.partition("://")
        host, slash, path = rest.partition("/")
        return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"
