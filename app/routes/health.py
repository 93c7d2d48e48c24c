"""Whether the process lives, and whether it can do work."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

router = APIRouter(tags=["health"])


class Health(BaseModel):
    status: str


@router.get("/healthz", summary="Does the process answer?")
async def healthz() -> Health:
    """Needs nothing else to work; restart the process when this fails."""
    return Health(status="ok")
