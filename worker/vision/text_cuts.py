"""Where letters of a line of text that touch are cut apart: at thin places, to what are surest letters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.connected import Labels
from worker.vision.glyphs import LETTERS

NARROWEST, WIDEST = 0.12, 1.6
"""Widths of letters, in heights."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a blob that may be a letter."""

    line: int
    blob: int
    left: int
    right: int


class ReadPiece(NamedTuple):
    piece: Piece
    letter: str
    probability: float


def parts_of(labels: Labels, boxes: Labels, whole: Piece, height: float) -> Iterator[Piece]:
    """Every stretch of a blob between two of its thin places that is as wide as a letter may be."""
    x, y, width, tall = boxes[whole.blob].tolist()
    cuts = [0, *_thin_places(labels[y : y + tall, x : x + width] == whole.blob, height), width]
    for left, right in combinations(cuts, 2):
        if right - left < width and NARROWEST * height <= right - left < WIDEST * height:
            yield Piece(whole.line, whole.blob, x + left, x + right)


def _thin_places(own: npt.NDArray[np.bool_], height: float) -> list[int]:
    """Columns at which a blob that is too wide for one narrow letter may be cut."""
    if own.shape[1] < 0.7 * height:
        return []
    profile = own.sum(axis=0).astype(np.float32)
    smooth = np.convolve(np.pad(profile, 1, mode="edge"), [0.25, 0.5, 0.25], "valid")
    room = max(round(0.16 * height), 2)
    lowest = cv2.erode(smooth[None], np.ones((1, 2 * room + 1), np.uint8))[0]
    thin = np.flatnonzero((smooth <= lowest) & (smooth < 0.6 * height))
    kept: list[int] = []
    for column in thin.tolist():
        if room <= column <= own.shape[1] - room and (not kept or column - kept[-1] >= room):
            kept.append(column)
    return kept


def best_cut(
    line: list[int], members: list[int], pieces: list[Piece], probs: Floats, *, apart: int | None = None
) -> list[ReadPiece]:
    """For every blob of the line the sequence of pieces that are letters with the highest probability.

    Args:
        members: which of the pieces are the line's.
        probs: (members, letters): what each of them may be.
        apart: a blob that is not taken for one letter.
    """
    best = probs.argmax(axis=1).tolist()
    sure = probs.max(axis=1)
    own: dict[int, list[tuple[int, Piece]]] = {blob: [] for blob in line}
    for k, index in enumerate(members):
        own[pieces[index].blob].append((k, pieces[index]))
    if apart is not None:
        widest = max(piece.right - piece.left for _, piece in own[apart])
        own[apart] = [one for one in own[apart] if one[1].right - one[1].left < widest]
    chosen = (k for blob in line for k in _likeliest(own[blob], sure))
    return [ReadPiece(pieces[members[k]], LETTERS[best[k]], float(sure[k])) for k in chosen]


def _likeliest(pieces: list[tuple[int, Piece]], sure: Floats) -> list[int]:
    """Shortest path over the thin places of a blob; a piece costs its doubt, the more the wider it is."""
    if not pieces:
        return []
    arrived: dict[int, tuple[float, list[int]]] = {min(piece.left for _, piece in pieces): (0.0, [])}
    for k, piece in sorted(pieces, key=lambda one: one[1].left):
        if piece.left in arrived:
            cost, path = arrived[piece.left]
            cost += -float(np.log(max(sure[k], 1e-4))) * (piece.right - piece.left)
            if piece.right not in arrived or cost < arrived[piece.right][0]:
                arrived[piece.right] = (cost, [*path, k])
    return arrived.get(max(piece.right for _, piece in pieces), (0.0, []))[1]
