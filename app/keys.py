"""API keys: who may use the service, known by the hashes of their secrets alone.

    TILEWISE_API_KEYS="alice:a-long-random-secret,bob:sha256:9f86d0..."

A secret is hashed as soon as it is read, and compared in constant time with every key, so that the time of an
answer tells neither which key was close nor how many there are. A plain SHA-256 is enough for secrets that
nobody can guess, which is why short ones are refused.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Final

SHORTEST_SECRET: Final = 20
"""Characters; a made key has 43."""
HASHED: Final = ("sha256:", "sha256$")
"""What a hash begins with; shells and compose files take the dollar for a variable's."""
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_SECRET: Final = re.compile(rf"[!-+\--~]{{{SHORTEST_SECRET},200}}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The keys by name, each as the SHA-256 of its secret."""

    hashes: tuple[tuple[str, bytes], ...] = ()

    @classmethod
    def parse(cls, text: str) -> KeyRing:
        """Take the form of the setting; raises ValueError with a sentence that holds no secret."""
        entries = [entry.strip() for entry in text.split(",") if entry.strip()]
        hashes = tuple(_parse_entry(entry, place) for place, entry in enumerate(entries, 1))
        names = [name for name, _ in hashes]
        if len(set(names)) < len(names):
            raise ValueError("two keys have the same name")
        return cls(hashes)

    def including(self, name: str, secret: str) -> KeyRing:
        """The keys and one more; none stay none, since then everybody is let in."""
        return KeyRing((*self.hashes, (name, _hash(secret)))) if self.hashes else self

    def __bool__(self) -> bool:
        return bool(self.hashes)

    def __contains__(self, name: str) -> bool:
        return any(name == known for known, _ in self.hashes)

    def owner_of(self, secret: str) -> str | None:
        """The name of the key with this secret, None when there is none."""
        given = _hash(secret)
        matches = [name for name, known in self.hashes if secrets.compare_digest(known, given)]
        return matches[0] if matches else None


def new_secret() -> str:
    """256 random bits, safe in a header and in a comma list."""
    return secrets.token_urlsafe(32)


def hashed_entry(name: str, secret: str) -> str:
    """The key as it may stand in a file or a variable without telling the secret; raises ValueError."""
    _check_name(name, "the key")
    return f"{name}:{HASHED[0]}{_hash(secret).hex()}"


def _parse_entry(entry: str, place: int) -> tuple[str, bytes]:
    name, colon, secret = entry.partition(":")
    which = f"key {place}"
    if not colon:
        raise ValueError(f"{which} should have the form name:secret or name:{HASHED[0]}hash")
    _check_name(name, which)
    if secret.startswith(HASHED):
        digits = secret[len(HASHED[0]) :]
        if not _HASH.fullmatch(digits):
            raise ValueError(f"{which} should have 64 hexadecimal digits after {HASHED[0]}")
        return name, bytes.fromhex(digits)
    if not _SECRET.fullmatch(secret):
        raise ValueError(
            f"{which} should have a secret of {SHORTEST_SECRET} to 200 visible characters, such as"
            " `tilewise keys new` makes"
        )
    return name, _hash(secret)


def _check_name(name: str, which: str) -> None:
    if not _NAME.fullmatch(name):
        raise ValueError(f"the name of {which} should have 1 to 40 letters, digits, '_' or '-'")


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
