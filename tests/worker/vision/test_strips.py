"""Pictures that are mere strips: nothing is left of them when they are made smaller, as readers do."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.drawing import encoded
from worker.errors import GridNotFound
from worker.model import Kind
from worker.vision.decode import decode
from worker.vision.llm import whole_picture
from worker.vision.read import ReadOptions, read_picture


def strip(width: int, height: int) -> bytes:
    return encoded(np.random.default_rng(1).integers(0, 256, (height, width, 3), dtype=np.uint8))


@pytest.mark.parametrize(
    "size", [(16_000, 1), (1, 16_000), (8_000, 5), (5_000, 51), (1, 1), (300, 1), (7, 600)]
)
@pytest.mark.parametrize("kind", [None, *Kind])
def test_a_strip_shows_no_board(size: tuple[int, int], kind: Kind | None) -> None:
    with pytest.raises(GridNotFound):
        read_picture(strip(*size), ReadOptions(kind))


def test_a_strip_can_be_sent_to_an_llm() -> None:
    sent = cv2.imdecode(np.frombuffer(whole_picture(decode(strip(16_000, 1))), np.uint8), cv2.IMREAD_COLOR)
    assert sent is not None and sent.shape[:2] == (1, 1024)
