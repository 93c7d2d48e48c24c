"""The landing page, the documentation page and their files; no other host is contacted."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app import shield

router = APIRouter(include_in_schema=False)

_WEB: Final = Path(__file__).resolve().parent.parent / "web"
_SWAGGER: Final = _WEB / "vendor" / "swagger-ui"

_FILES: Final = {
    "tilewise.css": (_WEB / "tilewise.css", "text/css"),
    "host.js": (_WEB / "host.js", "text/javascript"),
    "docs.js": (_WEB / "docs.js", "text/javascript"),
    "favicon.png": (_SWAGGER / "favicon.png", "image/png"),
    "swagger-ui.css": (_SWAGGER / "swagger-ui.css.gz", "text/css"),
    "swagger-ui-bundle.js": (_SWAGGER / "swagger-ui-bundle.js.gz", "text/javascript"),
}


@router.get("/")
async def landing() -> Response:
    return _page("index.html", shield.PAGE)


@router.get("/docs")
async def docs() -> Response:
    return _page("docs.html", shield.DOCS_PAGE)


@router.get("/static/{name}")
async def static_file(name: str, request: Request) -> Response:
    if name not in _FILES:
        raise HTTPException(404)
    path, media_type = _FILES[name]
    headers = {"Cache-Control": "max-age=3600", "Vary": "Accept-Encoding"}
    content = _content(path)
    if path.suffix == ".gz":
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
        else:
            content = gzip.decompress(content)
    return Response(content, media_type=media_type, headers=headers)


def _page(name: str, policy: str) -> Response:
    headers = {"Content-Security-Policy": policy, "Cache-Control": "no-cache"}
    return Response(_content(_WEB / name), media_type="text/html", headers=headers)


@lru_cache
def _content(path: Path) -> bytes:
    return path.read_bytes()
