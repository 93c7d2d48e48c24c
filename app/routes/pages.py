"""The page, the documentation page and their files; no other host is contacted."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app import shield

router = APIRouter(include_in_schema=False)

_WEB: Final = Path(__file__).resolve().parent.parent / "web"
_TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
_PACKED: Final = ".gz"
"""Large files of others are kept packed."""


def _served() -> dict[str, Path]:
    """What is there below `/static/`, under its name."""
    return {
        path.relative_to(_WEB).as_posix().removesuffix(_PACKED): path
        for path in sorted(_WEB.rglob("*"))
        if Path(path.name.removesuffix(_PACKED)).suffix in _TYPES
    }


_FILES: Final = _served()


class Asset(NamedTuple):
    """A file as it is sent."""

    content: bytes
    packed: bytes
    etag: str
    media_type: str


@router.get("/")
async def landing(request: Request) -> Response:
    return _page("index.html", shield.PAGE, request)


@router.get("/docs")
async def docs(request: Request) -> Response:
    return _page("docs.html", shield.DOCS_PAGE, request)


@router.get("/static/{name:path}")
async def static_file(name: str, request: Request) -> Response:
    if name not in _FILES:
        raise HTTPException(404)
    return _answer(_asset(_FILES[name]), request, {})


def _page(name: str, policy: str, request: Request) -> Response:
    return _answer(_asset(_WEB / name), request, {"Content-Security-Policy": policy})


def _answer(asset: Asset, request: Request, fields: dict[str, str]) -> Response:
    """The file, unless the browser has it already: it asks each time, so that no two versions ever meet."""
    headers = {"Cache-Control": "no-cache", "ETag": asset.etag, "Vary": "Accept-Encoding", **fields}
    if asset.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    content = asset.content
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        content = asset.packed
    return Response(content, media_type=asset.media_type, headers=headers)


@lru_cache
def _asset(path: Path) -> Asset:
    read = path.read_bytes()
    is_packed = path.suffix == _PACKED
    content = gzip.decompress(read) if is_packed else read
    packed = read if is_packed else gzip.compress(read, mtime=0)
    suffix = Path(path.name.removesuffix(_PACKED)).suffix
    etag = f'W/"{hashlib.sha256(content).hexdigest()[:16]}"'
    return Asset(content, packed, etag, _TYPES.get(suffix, "text/html"))
