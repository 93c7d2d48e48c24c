"""What colours mean where they are not those of most games: the guesses tell, or there are doubts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.wordle_pictures import draw, played, screen
from tests.wordle_themes import DARK, LIGHT, THEMES, Theme
from worker.vision.decode import decode
from worker.vision.glyphs import default_reader
from worker.vision.wordle_tiles import WordleFound, find


def with_green_elsewhere(theme: Theme, right: str) -> Theme:
    """A theme in which green says that the letter is elsewhere, and another colour that it is right."""
    b, g, r = bytes.fromhex(right)
    looks = theme.looks | {
        "y": theme.looks["g"],
        "g": theme.looks["g"]._replace(fill=(b, g, r), outline=(b, g, r)),
    }
    return replace(theme, name=f"green elsewhere, {right} right", looks=looks)


UNUSUAL = tuple(
    with_green_elsewhere(theme, right)
    for theme in (DARK, LIGHT)
    for right in ("3a79f5", "c05080", "d87838", "3848d8")  # orange, purple, blue, red
)
OPPOSITE = with_green_elsewhere(DARK, "2fb0e0")
"""The two colours of most games, the other way round."""


def seen(guesses: list[str], theme: Theme) -> tuple[WordleFound, tuple[str, ...]]:
    game = played(guesses, "TRAIN", "", 6)
    drawn = draw(game, theme, 52, np.random.default_rng(1))
    found = find(decode(drawn.to_bytes()), default_reader())
    assert found is not None
    return found, drawn.marks


@pytest.mark.parametrize("theme", (*UNUSUAL, OPPOSITE), ids=lambda theme: theme.name)
def test_the_answer_tells_what_colours_mean(theme: Theme) -> None:
    found, marks = seen(["RATIO", "TIARA", "TRAIN"], theme)
    assert found.tiles == marks
    assert not any(cell.doubtful for cell in found.cells)


@pytest.mark.parametrize("theme", UNUSUAL, ids=lambda theme: theme.name)
def test_guesses_that_would_contradict_each_other_tell(theme: Theme) -> None:
    found, marks = seen(["TIARA", "TRUNK", "TRAMS"], theme)
    assert found.tiles == marks


@pytest.mark.parametrize("theme", UNUSUAL, ids=lambda theme: theme.name)
def test_a_lone_guess_in_such_colours_is_doubtful(theme: Theme) -> None:
    found, _ = seen(["TIARA"], theme)
    coloured = [
        cell.doubtful for cell, mark in zip(found.cells, "".join(found.tiles), strict=True) if mark in "gy"
    ]
    assert all(coloured)


@pytest.mark.parametrize("theme", (DARK, LIGHT, THEMES[2], THEMES[3]), ids=lambda theme: theme.name)
def test_a_lone_guess_in_usual_colours_is_not(theme: Theme) -> None:
    found, marks = seen(["TIARA"], theme)
    assert found.tiles == marks
    assert not any(cell.doubtful for cell in found.cells)


@pytest.mark.long
def test_hardly_a_board_in_such_colours_is_wrong_without_doubt() -> None:
    wrong = 0
    for seed in range(90):
        drawn = screen(seed, theme=UNUSUAL[seed % len(UNUSUAL)], pitch=44, cols=5)
        found = find(decode(drawn.to_bytes()), default_reader())
        if found is None or (found.rows, found.cols) != (len(drawn.letters), 5):
            continue
        triples = zip("".join(found.tiles), "".join(drawn.marks), found.cells, strict=True)
        wrong += any(got != right and not cell.doubtful for got, right, cell in triples)
    assert wrong <= 1
