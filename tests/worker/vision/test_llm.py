"""The real client against a server that behaves in every way an LLM's may."""

from __future__ import annotations

import base64
import json
import socket
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests import llm_stub as stub
from tests.pictures import WOOD, board_picture
from worker.model import Box, CellSource, Kind, ReadCell, ReadGrid, ScreenState
from worker.options import LlmMode, LlmOptions
from worker.vision.decode import decode
from worker.vision.llm import LlmAnswer, board_crop, refine, refined, whole_picture
from worker.vision.second_opinion import board_of, filled, guess_of, is_tile

GUESS = [["C", "?"], ["", "D"]]
CROP = decode(board_picture(1, theme=WOOD, pitch=60).to_bytes()).data


def ask(
    url: str, guess: list[list[str]] | None = GUESS, *, seconds: float = 5, retries: int = 0
) -> LlmAnswer:
    return refine(CROP, guess, options(url, seconds=seconds, retries=retries))


def options(url: str, *, seconds: float = 5, retries: int = 0) -> LlmOptions:
    return LlmOptions("sk-test", url, seconds=seconds, retries=retries)


@pytest.fixture(scope="module", autouse=True)
def _client_is_loaded() -> None:
    """Loading takes a second, which no test of a time limit should count."""
    with stub.serving(stub.board("CA", " D")) as server:
        ask(server.url)


def test_an_answer_of_the_right_shape() -> None:
    with stub.serving(stub.board("CA", " D")) as server:
        answer = ask(server.url)
    assert answer.tiles == [["C", "A"], [" ", "D"]]
    assert answer.why is None
    assert (answer.input_tokens, answer.output_tokens) == (1200, 80)
    assert answer.cost == pytest.approx((1200 * 0.15 + 80 * 0.60) / 1e6)
    assert answer.to_json()["cost"] == pytest.approx(0.000228)
    assert answer.ms > 0


def test_what_is_sent() -> None:
    with stub.serving(stub.board("CA", " D")) as server:
        ask(server.url)
    (request,), (headers,) = server.requests, server.headers
    assert request["path"] == "/v1/chat/completions"
    assert headers["authorization"] == "Bearer sk-test"
    assert request["model"] == "gpt-4o-mini"
    assert request["response_format"]["json_schema"]["strict"] is True
    text, image = request["messages"][1]["content"]
    assert "C ?\n. D\n" in text["text"]
    prefix, _, encoded = image["image_url"]["url"].partition(",")
    assert prefix == "data:image/jpeg;base64"
    assert base64.b64decode(encoded) == CROP


@pytest.mark.parametrize(
    ("reply", "why", "paid"),
    [
        (stub.content(None, refusal="I cannot help with that."), "the model refused", True),
        (stub.content('{"rows": [{"ce', finish="length"), "the answer was cut off", True),
        (stub.content(None, finish="content_filter"), "stopped by a content filter", True),
        (stub.content("The board reads CA."), "an answer of another form", True),
        (stub.content(json.dumps({"lines": ["CA"]})), "an answer of another form", True),
        (stub.content(None), "an empty answer", True),
        (stub.completion([]), "an answer of another form", True),
        (stub.board("CAT", " DO"), "a board of another shape", True),
        (stub.board("CA"), "a board of another shape", True),
        (stub.body("<html>Sign in</html>", media_type="text/html"), "an answer of another form", False),
        (stub.body("{ not JSON"), "an answer of another form", False),
        (stub.body("[]"), "an answer of another form", False),
        (stub.error(429), "too many requests, or no credit left", False),
        (stub.error(401), "the key is not accepted", False),
        (stub.error(404), "the server answered 404", False),
        (stub.error(500), "the server answered 500", False),
        (stub.hang_up, "the server cannot be reached", False),
    ],
)
def test_an_answer_that_is_of_no_use(reply: stub.Reply, why: str, paid: bool) -> None:
    with stub.serving(reply) as server:
        answer = ask(server.url)
    assert (answer.tiles, answer.why) == (None, why)
    assert answer.input_tokens == (1200 if paid else 0)
    assert (answer.cost > 0) == paid


def test_no_network() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        answer = ask(f"http://127.0.0.1:{unused.getsockname()[1]}/v1")
    assert (answer.tiles, answer.why) == (None, "the server cannot be reached")


@pytest.mark.timed
@pytest.mark.slow
@pytest.mark.parametrize("reply", [stub.silence(3), stub.drip(3)], ids=["silence", "drip"])
def test_the_time_limit_is_for_the_whole_call(reply: stub.Reply) -> None:
    start = time.monotonic()
    with stub.serving(reply) as server:
        answer = ask(server.url, seconds=0.5, retries=5)
        assert time.monotonic() - start < 1.5
    assert (answer.tiles, answer.why) == (None, "no answer within 0.5 s")


@pytest.mark.slow
def test_a_busy_server_is_asked_again() -> None:
    with stub.serving(stub.error(429), stub.error(500), stub.board("CA", " D")) as server:
        answer = ask(server.url, retries=2, seconds=10)
    assert answer.tiles is not None
    assert len(server.requests) == 3


def test_the_whole_picture_when_no_board_was_found() -> None:
    with stub.serving(stub.board("CAT", "DOG")) as server:
        answer = ask(server.url, None)
    assert answer.tiles is not None
    board = board_of(answer.tiles, (300, 200), CellSource.LLM, Kind.WORDHUNT)
    assert board.to_grid().row_texts() == ["CAT", "DOG"]
    assert all(cell.doubtful and cell.source is CellSource.LLM for cell in board.cells)
    assert {cell.box for cell in board.cells} == {Box(0, 0, 300, 200)}


@pytest.mark.parametrize("rows", [(), ("", ""), ("CAT", "DO")])
def test_no_board_at_all(rows: tuple[str, ...]) -> None:
    with stub.serving(stub.board(*rows)) as server:
        assert ask(server.url, None).tiles is None


def test_the_key_is_not_shown() -> None:
    assert "sk-" not in repr(LlmOptions("sk-secret"))


def cell(letters: str, *, why: str | None = None, confidence: float = 0.99) -> ReadCell:
    box = Box(10, 20, 30, 30)
    return ReadCell(letters, confidence, box, box.centre, doubtful=why is not None, why=why)


def grid() -> ReadGrid:
    """C is sure, O doubtful, one cell could not be read, and one is a hole."""
    cells = (cell("C"), cell("O", why="could be O or Q", confidence=0.6), cell("", why="unread"), cell(""))
    return ReadGrid(Kind.WORDHUNT, ScreenState.PLAYING, 2, 2, cells)


class TestFilled:
    def test_the_guess_has_question_marks_for_doubts(self) -> None:
        assert guess_of(grid()) == [["C", "?"], ["?", ""]]
        assert guess_of(grid(), every_cell=True) == [["?", "?"], ["?", ""]]

    def test_doubtful_cells_and_no_others(self) -> None:
        after = filled(grid(), [["X", "q"], ["A", "Z"]], CellSource.LLM)
        assert [c.letters for c in after.cells] == ["C", "Q", "A", ""]
        assert [c.source for c in after.cells] == ["model", "llm", "llm", "model"]
        assert not any(c.doubtful for c in after.cells)

    def test_agreement_leaves_the_source(self) -> None:
        _, agreed, *_ = filled(grid(), [["C", "O"], ["?", ""]], CellSource.LLM).cells
        assert (agreed.source, agreed.doubtful, agreed.why) == (CellSource.MODEL, False, None)

    @pytest.mark.parametrize("nonsense", ["?", "", ".", "7", "O or Q", "WORD"])
    def test_what_is_no_letter_leaves_the_doubt(self, nonsense: str) -> None:
        assert filled(grid(), [["C", nonsense], [nonsense, ""]], CellSource.LLM) == grid()

    def test_a_contradiction_is_doubtful_when_every_cell_was_asked(self) -> None:
        first, *_ = filled(grid(), [["G", "O"], ["A", ""]], CellSource.LLM, every_cell=True).cells
        assert (first.letters, first.doubtful, first.why) == ("G", True, "the network read C")

    @pytest.mark.parametrize(
        ("text", "is_one"),
        [("Q", True), ("QU", True), ("Ñ", True), ("OVER-", True), ("-ING", True)]
        + [(text, False) for text in ("", "-", "A-B", "WORD", "1", "-IN-", "-INTERNAL")],
    )
    def test_what_may_stand_on_a_tile(self, text: str, is_one: bool) -> None:
        assert is_tile(text) == is_one

    def test_another_shape(self) -> None:
        with pytest.raises(ValueError, match="2 x 2"):
            filled(grid(), [["C", "O"]], CellSource.LLM)


class TestRefined:
    PICTURE = decode(board_picture(1, theme=WOOD, pitch=60).to_bytes())

    def test_asks_for_the_doubtful_cells(self) -> None:
        with stub.serving(stub.board("XO", "A ")) as server:
            after, answer = refined(self.PICTURE, grid(), options(server.url), LlmMode.DOUBTFUL)
        assert after is not None
        assert after.to_grid().row_texts() == ["CO", "A."]
        assert answer is not None
        assert answer.why is None
        assert "C ?\n? .\n" in server.requests[0]["messages"][1]["content"][0]["text"]

    def test_asks_for_every_cell(self) -> None:
        with stub.serving(stub.board("XO", "A ")) as server:
            after, _ = refined(self.PICTURE, grid(), options(server.url), LlmMode.ALWAYS)
        assert after is not None
        assert after.to_grid().row_texts() == ["XO", "A."]
        assert after.cells[0].doubtful

    def test_reads_the_whole_picture(self) -> None:
        with stub.serving(stub.board("CAT", "DOG")) as server:
            after, _ = refined(self.PICTURE, None, options(server.url), LlmMode.DOUBTFUL)
        assert after is not None
        assert after.to_grid().row_texts() == ["CAT", "DOG"]
        assert all(cell.doubtful for cell in after.cells)

    @pytest.mark.parametrize(
        ("rows", "in_place"), [(("GO", "AT"), True), (("CAT", "DOG"), False)], ids=["same shape", "another"]
    )
    def test_a_board_mostly_in_doubt_is_read_in_the_whole_picture(
        self, rows: tuple[str, ...], in_place: bool
    ) -> None:
        before = grid()
        before = replace(before, cells=tuple(replace(c, doubtful=True, why="faint") for c in before.cells))
        with stub.serving(stub.board(*rows)) as server:
            after, _ = refined(self.PICTURE, before, options(server.url), LlmMode.DOUBTFUL)
        assert after is not None
        assert after.to_grid().row_texts() == list(rows)
        assert all(cell.doubtful and cell.why for cell in after.cells)
        assert ([c.box for c in after.cells] == [c.box for c in before.cells]) == in_place
        assert "rows and" not in server.requests[0]["messages"][1]["content"][0]["text"]

    @pytest.mark.parametrize("before", [grid(), None])
    def test_a_failure_changes_nothing(self, before: ReadGrid | None) -> None:
        with stub.serving(stub.error(503)) as server:
            after, answer = refined(self.PICTURE, before, options(server.url), LlmMode.DOUBTFUL)
        assert after == before
        assert answer is not None
        assert answer.why == "the server answered 503"

    @pytest.mark.parametrize(
        ("before", "mode"),
        [
            (grid(), LlmMode.NEVER),
            (None, LlmMode.NEVER),
            (filled(grid(), [["C", "O"], ["A", ""]], CellSource.LLM), LlmMode.DOUBTFUL),
            (ReadGrid(Kind.WORDHUNT, ScreenState.HOW_TO_PLAY), LlmMode.ALWAYS),
        ],
    )
    def test_nothing_to_ask(self, before: ReadGrid | None, mode: LlmMode) -> None:
        assert refined(self.PICTURE, before, options("http://127.0.0.1:9/v1"), mode) == (before, None)


@pytest.mark.slow
@pytest.mark.parametrize("make", [board_crop, lambda picture, _: whole_picture(picture)])
def test_what_is_sent_is_small(make: Callable[..., bytes]) -> None:
    drawn = board_picture(3, theme=WOOD, pitch=300, phone=False)
    picture = decode(drawn.to_bytes())
    cells = tuple(
        ReadCell("A", 1, Box(int(x) - 100, int(y) - 100, 200, 200), Box(0, 0, 1, 1).centre)
        for x, y in drawn.centres
    )
    sent = decode(make(picture, ReadGrid(Kind.WORDHUNT, ScreenState.PLAYING, 4, 4, cells)))
    assert max(sent.size) <= 1024
    assert len(sent.data) < 300_000
