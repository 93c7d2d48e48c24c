"""Signed links: an address that works for a while without a key.

A browser sends no Authorization header for a picture or an event stream, so the address itself says on whose
behalf, until when, and has a signature over both, the method and the path:

    /jobs/abc/overlay.png?key=alice&expires=1796031234&signature=kZ3...

The secret lies in the broker (`tilewise:secret`), so every process of the API signs alike.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

LINK_SECONDS: Final = 900
"""A page that shows a result is looked at for minutes; a link in a log soon is worth nothing."""
PARAMETERS: Final = ("key", "expires", "signature")


def sign(secret: bytes, path: str, owner: str, *, now: float | None = None) -> str:
    """The path with a signature for a GET on the owner's behalf."""
    expires = int(time.time() if now is None else now) + LINK_SECONDS
    query = {"key": owner, "expires": expires, "signature": _signature(secret, path, owner, expires)}
    return f"{path}?{urlencode(query)}"


def owner_of(secret: bytes, path: str, query: Mapping[str, str], *, now: float | None = None) -> str | None:
    """On whose behalf a signed GET comes; None when the signature is not ours or too old."""
    owner, until, signature = (query.get(name, "") for name in PARAMETERS)
    if not (until.isascii() and until.isdigit() and len(until) < 12):
        return None
    right = hmac.compare_digest(_signature(secret, path, owner, int(until)).encode(), signature.encode())
    return owner if right and int(until) >= (time.time() if now is None else now) else None


def _signature(secret: bytes, path: str, owner: str, expires: int) -> str:
    # Lines, since none of the parts can hold a line's end.
    signed = "\n".join(("GET", path, owner, str(expires))).encode()
    digest = hmac.digest(secret, signed, hashlib.sha256)
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
