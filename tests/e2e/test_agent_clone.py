"""The clone is fair: the game's rules, a phone's view of the mouse, and screens that the service reads."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from agent.ports import ScreenPoint
from tests.brokers import eventually
from tests.e2e.clone.game import Game, opened
from tests.e2e.desktop import Desktop
from tests.selection import one_in

pytestmark = pytest.mark.e2e

SHAPES = {
    "4x4": "STAR/ENIL/GROP/DUET",
    "5x5": "STARS/ENILE/GROPA/DUETM/BOWLS",
    "donut": ".TAR./ENILE/GR.PA/DUETM/.OWL.",
    "cross": "ST.RS/ENILE/.ROP./DUETM/BO.LS",
}
DWELL = 0.1
"""Seconds on a tile: several ticks of 60 a second, though the machine be busy."""


def seen(server: httpx.Client, game: Game, state: str) -> dict[str, Any]:
    """What the service reads when the page has come to that state, and has drawn it."""

    def reading() -> dict[str, Any] | None:
        headers = {"Content-Type": "image/png", "Prefer": "wait=30"}
        answer = server.post("/read", content=game.capture().png, headers=headers)
        result = answer.json().get("result")  # none while the page is blank
        return result if result and result["state"] == state else None

    found: dict[str, Any] = eventually(reading)
    return found


@pytest.mark.parametrize(("shape", "scale"), one_in(8, itertools.product(SHAPES, [1.0, 1.5, 2.0])))
def test_the_service_reads_its_screens(
    shape: str, scale: float, screen: Desktop, server: httpx.Client
) -> None:
    with opened(screen, ["star"], scale=scale, board=SHAPES[shape], seconds=4) as game:
        card = seen(server, game, "how-to-play")
        assert card["start"][2] == pytest.approx(130 * scale, rel=0.05) and not card["letters"]
        game.start()
        board = seen(server, game, "playing")
        assert "/".join(board["letters"]) == SHAPES[shape] and board["score"] == 0
        assert not any(cell["doubtful"] for cell in board["cells"])
        end = seen(server, game, "over")
        assert end["score"] == 0 and not end["letters"]


def test_a_card_with_nothing_but_a_button(screen: Desktop, server: httpx.Client) -> None:
    with opened(screen, ["star"], scale=1.5, card="ready", board=SHAPES["4x4"]) as game:
        assert seen(server, game, "how-to-play")["start"]
        game.start()
        assert "/".join(seen(server, game, "playing")["letters"]) == SHAPES["4x4"]


@pytest.fixture
def game(screen: Desktop, request: pytest.FixtureRequest) -> Iterator[Game]:
    options = {"board": SHAPES["4x4"], "animation": 0, **getattr(request, "param", {})}
    with opened(screen, ["STAR", "TAR", "RAT", "PORE", "TENDRIL"], **options) as game:
        game.start()
        yield game


def drag(game: Game, *cells: int, dwell: float = DWELL) -> tuple[str, str, int]:
    """Word, verdict and points of a drag over tiles of the 4x4 board."""
    centres = game.centres()
    outcome = game.drag([centres[cell] for cell in cells], dwell=dwell)
    return outcome["word"], outcome["verdict"], outcome["points"]


def test_words_count_once(game: Game) -> None:
    assert drag(game, 0, 1, 2, 3) == ("STAR", "accepted", 400)
    assert drag(game, 1, 2, 3) == ("TAR", "accepted", 100)
    assert drag(game, 0, 1, 2, 3) == ("STAR", "repeated", 0)
    assert drag(game, 3, 2, 1, 0) == ("RATS", "refused", 0)
    assert game.server.entries("gesture")[-1]["score"] == 500


def test_the_score_is_shown_and_read(game: Game, server: httpx.Client) -> None:
    assert drag(game, 0, 1, 2, 3) == ("STAR", "accepted", 400)
    eventually(lambda: seen(server, game, "playing")["score"] == 400)
    assert drag(game, 1, 2, 3) == ("TAR", "accepted", 100)
    eventually(lambda: seen(server, game, "playing")["score"] == 500)


def test_a_tile_is_used_once_and_only_neighbours_follow(game: Game) -> None:
    assert drag(game, 0, 1, 2, 1, 2, 3) == ("STAR", "accepted", 400)
    assert drag(game, 1, 2, 12, 3) == ("TAR", "accepted", 100)


@pytest.mark.parametrize("game", [{"hz": 2}], indirect=True)
def test_what_is_between_two_looks_is_not_seen(game: Game) -> None:
    word, verdict, _ = drag(game, 0, 1, 2, 3, dwell=0)
    assert len(word) <= 2 and verdict == "refused"


@pytest.mark.parametrize(("game", "word"), [({}, "STAR"), ({"radius": 0.3}, "S")], indirect=["game"])
def test_a_tile_is_hit_within_half_a_pitch(game: Game, word: str) -> None:
    """Where the second one is missed, those after it are no neighbours."""
    centres = game.centres()
    pitch = centres[1].x - centres[0].x
    beside = ScreenPoint(centres[1].x, centres[1].y + 0.4 * pitch)
    assert game.drag([centres[0], beside, *centres[2:4]], dwell=DWELL)["word"] == word


@pytest.mark.parametrize("game", [{"gap": 10_000}], indirect=True)
def test_a_press_too_soon_is_not_seen(game: Game) -> None:
    drag(game, 0, 1, 2, 3)
    game.tap(game.centres()[0])
    game.server.wait_for("unseen")
    assert len(game.server.entries("gesture")) == 1


def test_presses_beside_the_board_are_told(game: Game) -> None:
    bounds = game.window.bounds
    game.tap(ScreenPoint(bounds.x + 20, bounds.y + bounds.height - 20))
    assert game.server.wait_for("stray")["state"] == "playing"


@pytest.mark.parametrize("game", [{"seconds": 1.5}], indirect=True)
def test_nothing_counts_when_the_time_is_up(game: Game) -> None:
    centres = game.centres()
    game.pointer.press(centres[0])
    for centre in centres[1:4]:
        game.pointer.drag(centre)
    game.server.wait_for("over")
    game.pointer.release(centres[3])
    game.tap(centres[0])
    assert game.server.wait_for("stray")["state"] == "over"
    assert game.server.entries("gesture") == []


def test_the_terminal_reads_its_board(game: Game, tmp_path: Path) -> None:
    game.centres()
    picture = tmp_path / "board.png"
    picture.write_bytes(game.capture().png)
    command = [sys.executable, "-m", "app.cli", "read", str(picture), "--json"]
    answer = subprocess.run(command, capture_output=True, check=True, timeout=60)
    assert json.loads(answer.stdout)["letters"] == SHAPES["4x4"].split("/")
