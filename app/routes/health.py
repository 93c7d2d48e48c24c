"""Whether the process lives, and whether it can do work."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel

from app import openapi
from app.routes.needs import JobsNeed

router = APIRouter(tags=["health"])


class Health(BaseModel):
    status: Literal["ok"] = "ok"


@router.get("/healthz", summary="Does the process answer?")
async def healthz() -> Health:
    """Needs nothing else to work; restart the process when this fails."""
    return Health()


@router.get("/readyz", summary="Can it take work?", responses=openapi.problems(503))
async def readyz(jobs: JobsNeed) -> Health:
    """Asks the job queue; 503 names what is missing, and it comes back by itself."""
    await jobs.ping()
    return Health()
