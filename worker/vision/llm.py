"""Asks an LLM that sees pictures what the network could not read; the only place that knows `openai`.

Whatever goes wrong ends in an answer without letters that says why, never in an error: without the LLM there
is a board, too, with some of its cells doubtful.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from pydantic import BaseModel, ValidationError

from worker.model import CellSource, Kind, ReadGrid
from worker.options import LlmMode, LlmOptions
from worker.vision.decode import Picture, Pixels
from worker.vision.second_opinion import (
    Tiles,
    all_doubtful,
    asked_for,
    board_of,
    filled,
    guess_of,
    has_shape,
    is_implausible,
)

if TYPE_CHECKING:
    from openai import AsyncOpenAI

log = logging.getLogger(__name__)

LONGEST_SIDE = 1024
"""Pixels of what is sent; models look at little more, and it is paid for."""
MARGIN = 0.3
"""Of a cell, around the board."""
JPEG_QUALITY = 85
TOKENS_A_CELL = 8
FURTHER_TOKENS = 300
TOKENS_UNSEEN = 6000
"""For a board whose size is not known."""


@dataclass(frozen=True, slots=True)
class LlmAnswer:
    """What came of a call."""

    tiles: Tiles | None
    """Rows of tiles, of the shape asked for; None when there is no usable answer."""
    why: str | None = None
    """Why there is none, in a few words."""
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    """US dollars."""
    ms: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """What a result says about the call."""
        counts = {"input_tokens": self.input_tokens, "output_tokens": self.output_tokens}
        return {"why": self.why, **counts, "cost": round(self.cost, 6), "ms": round(self.ms, 1)}


class BoardRow(BaseModel):
    """The form of the answer, as the model is told it."""

    cells: list[str]


class Board(BaseModel):
    rows: list[BoardRow]


def board_crop(picture: Picture, grid: ReadGrid) -> bytes:
    """The board with a little of what is around it, as JPEG bytes."""
    boxes = np.array([cell.box for cell in grid.cells])
    margin = MARGIN * float(np.median(boxes[:, 2:]))
    low = np.maximum(boxes[:, :2].min(axis=0) - margin, 0).astype(int)
    high = ((boxes[:, :2] + boxes[:, 2:]).max(axis=0) + margin).astype(int)
    return _as_jpeg(picture.bgr[low[1] : high[1], low[0] : high[0]])


def whole_picture(picture: Picture) -> bytes:
    """The picture as JPEG bytes."""
    return _as_jpeg(picture.working_bgr)


def refined(
    picture: Picture, grid: ReadGrid | None, options: LlmOptions, mode: LlmMode, *, kind: Kind = Kind.WORDHUNT
) -> tuple[ReadGrid | None, LlmAnswer | None]:
    """The board as it stands after asking, and what came of it; None when there was nothing to ask.

    Args:
        grid: the board as read; None when none was found, so that the whole picture is read as a board of
            `kind`, of which every cell is doubtful. The same is done with a board that is mostly in doubt: it
            may be none.
    """
    if not asked_for(grid, mode):
        return grid, None
    if grid is None or is_implausible(grid):
        answer = refine(whole_picture(picture), None, options)
        return (_as_seen_whole(picture, grid, answer.tiles, kind) if answer.tiles else grid), answer
    every_cell = mode is LlmMode.ALWAYS
    answer = refine(board_crop(picture, grid), guess_of(grid, every_cell=every_cell), options)
    if answer.tiles is None:
        return grid, answer
    return filled(grid, answer.tiles, CellSource.LLM, every_cell=every_cell), answer


def _as_seen_whole(picture: Picture, grid: ReadGrid | None, tiles: Tiles, kind: Kind) -> ReadGrid:
    """The board of an answer about the whole picture; in its place where one of that shape was found."""
    if grid is not None and has_shape(tiles, grid.rows, grid.cols):
        return all_doubtful(filled(grid, tiles, CellSource.LLM))
    return board_of(tiles, picture.size, CellSource.LLM, kind if grid is None else grid.kind)


def refine(crop: bytes, guess: Tiles | None, options: LlmOptions) -> LlmAnswer:
    """Ask for the tiles of a board.

    Args:
        crop: JPEG bytes, see `board_crop`.
        guess: what is known, with "?" for what is not; None when no board was found, and `crop` is the
            whole picture.
    """
    start = time.perf_counter()
    try:
        answer = asyncio.run(_asked_in_time(crop, guess, options))
    except Exception as error:  # an optional helper must not spoil what was read without it
        log.warning("asking %s failed: %s", options.model, type(error).__name__)
        answer = LlmAnswer(None, _reason(error, options))
    return replace(answer, ms=(time.perf_counter() - start) * 1000)


async def _asked_in_time(crop: bytes, guess: Tiles | None, options: LlmOptions) -> LlmAnswer:
    from openai import AsyncOpenAI  # takes a second, once in a process

    # The client's own timeout starts anew with every retry and every byte that arrives.
    async with asyncio.timeout(options.seconds):
        client = AsyncOpenAI(
            api_key=options.api_key,
            base_url=options.base_url,
            timeout=options.seconds,
            max_retries=options.retries,
        )
        async with client:
            return await _asked(client, crop, guess, options)


async def _asked(client: AsyncOpenAI, crop: bytes, guess: Tiles | None, options: LlmOptions) -> LlmAnswer:
    response = await client.chat.completions.with_raw_response.parse(
        model=options.model,
        messages=[
            {"role": "system", "content": "You read the letters of boards of word games in pictures."},
            {"role": "user", "content": [{"type": "text", "text": _question(guess)}, _image(crop)]},
        ],
        max_completion_tokens=_most_tokens(guess),
        response_format=Board,
    )
    tokens = _tokens(response.http_response.json())
    cost = options.cost(*tokens)
    try:
        message = response.parse().choices[0].message
    except Exception as error:
        return LlmAnswer(None, _reason(error, options), *tokens, cost)
    if message.refusal or message.parsed is None:
        return LlmAnswer(None, "the model refused" if message.refusal else "an empty answer", *tokens, cost)
    tiles = [row.cells for row in message.parsed.rows]
    why = _misshape(tiles, guess)
    return LlmAnswer(None if why else tiles, why, *tokens, cost)


def _question(guess: Tiles | None) -> str:
    form = 'Answer row by row, one capital letter a cell (or the letters of a tile that has several, as "QU")'
    if guess is None:
        return f'The picture shows a board of letter tiles. {form}, and "" for a hole.'
    lines = "\n".join(" ".join(tile or "." for tile in row) for row in guess)
    return (
        f"The picture shows a board of {len(guess)} rows and {len(guess[0])} columns. This much of it is "
        f'known, "?" being a cell that could not be read and "." a hole:\n{lines}\n'
        f'Read the whole board in the picture. {form}, and "" for a hole.'
    )


def _image(crop: bytes) -> Any:
    return {
        "type": "image_url",
        "image_url": {"url": f"data:image/jpeg;base64,{base64.b64encode(crop).decode()}"},
    }


def _most_tokens(guess: Tiles | None) -> int:
    return TOKENS_UNSEEN if guess is None else FURTHER_TOKENS + TOKENS_A_CELL * sum(map(len, guess))


def _misshape(tiles: Sequence[Sequence[str]], guess: Tiles | None) -> str | None:
    """What is wrong with the shape of an answer."""
    rows, cols = (len(tiles), len(tiles[0]) if tiles else 0) if guess is None else (len(guess), len(guess[0]))
    if not rows or not cols or not has_shape(tiles, rows, cols):
        return "a board of another shape"
    return None


def _tokens(body: Any) -> tuple[int, int]:
    """Tokens sent and answered, as the server counted them; they cost also when the answer is of no use."""
    usage = (body.get("usage") if isinstance(body, dict) else None) or {}
    return int(usage.get("prompt_tokens") or 0), int(usage.get("completion_tokens") or 0)


def _reason(error: Exception, options: LlmOptions) -> str:
    """Why there is no answer, in words for a person."""
    import openai

    match error:
        case TimeoutError() | openai.APITimeoutError():
            return f"no answer within {options.seconds:g} s"
        case openai.LengthFinishReasonError():
            return "the answer was cut off"
        case openai.ContentFilterFinishReasonError():
            return "stopped by a content filter"
        case openai.RateLimitError():
            return "too many requests, or no credit left"
        case openai.AuthenticationError() | openai.PermissionDeniedError():
            return "the key is not accepted"
        case openai.APIStatusError():
            return f"the server answered {error.status_code}"
        case openai.APIConnectionError():
            return "the server cannot be reached"
        case ValidationError() | ValueError() | LookupError() | AttributeError() | TypeError():
            return "an answer of another form"
        case _:
            return "the call failed"


def _as_jpeg(pixels: Pixels) -> bytes:
    factor = min(1.0, LONGEST_SIDE / max(pixels.shape[:2]))
    if factor < 1:
        height, width = (max(1, round(side * factor)) for side in pixels.shape[:2])
        pixels = np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
