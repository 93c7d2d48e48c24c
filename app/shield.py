"""What keeps browsers from being used against the service: headers of answers, and requests of other pages.

A server without keys trusts everybody who reaches it, and it is reached from this machine alone. Yet any web
page that is open in a browser here could send requests to it, or have its own host name point to 127.0.0.1 to
read the answers. So such a server answers to names of this machine only, and changes nothing for other pages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from starlette.datastructures import Headers

from app.settings import Settings, is_loopback
from worker.wire import Failure

_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::[0-9]*)?")
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"
"""The policy of answers that are no pages."""
SHEET: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""Of drawings and pages to print, which have their styles with them."""
PAGE: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
DOCS_PAGE: Final = PAGE.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
"""Swagger UI sets styles on elements."""


def headers_for(settings: Settings) -> Mapping[str, str]:
    """Header fields of every answer that does not set them itself."""
    return {
        "Cache-Control": "no-store",
        "Content-Security-Policy": NOTHING,
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "cross-origin" if settings.cors_origins else "same-origin",
        "Permissions-Policy": "geolocation=(), microphone=(), payment=(), usb=()",
        # An address may be a signed link. With `no-referrer`, forms of our own page would say `Origin: null`.
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }


def refusal_of(settings: Settings, method: str, headers: Headers) -> Failure | None:
    """Why a server that trusts this machine's programs does not trust this request; None when it does."""
    if not settings.is_private:
        return None
    host = headers.get("host", "").lower()
    if host and not _is_ours(host):
        return Failure(
            "wrong_host",
            f"Without API keys this server answers to names of its own machine only, not to {host[:100]!r}.",
            "Use 127.0.0.1 or localhost; on a server for others set TILEWISE_API_KEYS.",
        )
    origin = headers.get("origin", "").lower()
    if method in SAFE_METHODS or not origin or _may_send(settings, origin, host):
        return None
    return Failure(
        "foreign_origin",
        f"A page of {origin[:100]!r} may not send this.",
        "Allow the page with TILEWISE_CORS_ORIGINS.",
    )


def _is_ours(host: str) -> bool:
    found = _HOST.fullmatch(host)
    return found is not None and (is_loopback(found[1]) or found[1].endswith(".localhost"))


def _may_send(settings: Settings, origin: str, host: str) -> bool:
    own = (f"http://{host}", f"https://{host}")
    return origin in (*own, *settings.cors_origins) or "*" in settings.cors_origins
