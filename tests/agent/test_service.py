"""The client with the real service: what the agent asks is what the service answers."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from agent import cli
from agent.client import ServiceClient
from agent.dry_run import capture_of_picture
from agent.errors import NoBoard, ServiceAway, ServiceRefused
from agent.ports import Capture, PixelBox, ScreenRect
from agent.service import ServiceOptions
from agent.stopping import Signals, SystemClock
from tests.e2e.serving import served
from tests.pictures import SAMPLE, SAMPLE_LETTERS

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def url(lexicon_cache: Path) -> Iterator[str]:
    with served(lexicon_cache) as client:
        yield str(client.base_url)


@pytest.fixture
def service(url: str) -> Iterator[ServiceClient]:
    with Signals() as signals, ServiceClient(ServiceOptions(url), SystemClock(signals)) as client:
        client.check()
        yield client


@pytest.fixture
def capture() -> Capture:
    return capture_of_picture(SAMPLE)


def blank() -> Capture:
    content = io.BytesIO()
    Image.new("RGB", (300, 300), "grey").save(content, "PNG")
    return Capture(content.getvalue(), 300, 300, ScreenRect(0, 0, 300, 300))


def test_a_board_is_read(service: ServiceClient, capture: Capture) -> None:
    reading = service.read(capture)
    assert (reading.state, reading.letters, reading.rows, reading.cols) == ("playing", SAMPLE_LETTERS, 4, 4)
    assert reading.board is not None and not reading.doubtful


def test_a_board_is_solved_with_paths_places_and_chances(service: ServiceClient, capture: Capture) -> None:
    solution = service.solve(capture)
    board = solution.reading.board
    assert board is not None and len(solution.cells) == 16 and len(solution.words) > 100
    for cell in solution.cells:
        assert isinstance(cell, PixelBox) and board.x <= cell.centre.x <= board.x + board.width
    letters = "".join(SAMPLE_LETTERS).lower()
    for word in solution.words:
        assert {"".join(letters[cell] for cell in path) for path in word.paths} == {word.text.lower()}
        assert 0 < word.chance <= 1 and word.points >= 100
    assert any(len(word.paths) > 1 for word in solution.words)
    assert any(word.level is not None for word in solution.words)


def test_a_picture_of_nothing(service: ServiceClient) -> None:
    assert service.read(blank()).state == "unknown"
    with pytest.raises(NoBoard):
        service.solve(blank())


def test_what_is_told_changes_the_chances(service: ServiceClient, capture: Capture) -> None:
    before = {word.text: word.chance for word in service.solve(capture).words}
    doubtful = min(before, key=lambda text: before[text])
    likely = next(text for text in before if text != doubtful)
    service.feedback([doubtful], [likely])
    after = {word.text: word.chance for word in service.solve(capture).words}
    assert after[doubtful] > before[doubtful] and after[likely] < before[likely]


def test_a_list_that_the_service_lacks(url: str) -> None:
    with (
        Signals() as signals,
        ServiceClient(ServiceOptions(url, dictionary="klingon"), SystemClock(signals)) as client,
        pytest.raises(ServiceRefused, match="klingon"),
    ):
        client.check()


def test_a_service_that_is_away(capture: Capture) -> None:
    options = ServiceOptions("http://127.0.0.1:1", patience=0.3)
    with Signals() as signals, ServiceClient(options, SystemClock(signals)) as client:
        began = time.monotonic()
        with pytest.raises(ServiceAway):
            client.solve(capture)
        assert time.monotonic() - began < 5


def test_a_dry_run_on_a_screenshot(url: str, tmp_path: Path) -> None:
    out, log = tmp_path / "plan.svg", tmp_path / "log"
    words = ["dry-run", "--image", str(SAMPLE), "--out", str(out), "--log", str(log), "--service", url]
    result = CliRunner().invoke(cli.app, words)
    assert result.exit_code == 0, result.output
    assert "/".join(SAMPLE_LETTERS) in result.stdout and out.stat().st_size > SAMPLE.stat().st_size
    assert CliRunner().invoke(cli.app, ["replay", str(log)]).exit_code == 0
    told = json.loads(CliRunner().invoke(cli.app, [*words, "--json", "--max-words", "3"]).stdout)
    assert len(told["words"]) == 3 and told["letters"] == list(SAMPLE_LETTERS)
