"""Drawn Wordle screens: letters, marks, doubts, and what is no board of this game."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.calibration_pictures import sample
from tests.drawing import Canvas, encoded, rounded_box, write
from tests.non_boards import NON_BOARDS
from tests.pictures import board_picture
from tests.wordle_changes import DISTORTIONS, HIDING, Distortion, covered, scribbled
from tests.wordle_pictures import LAYOUTS, Drawn, Game, draw, marks_of, screen, several
from tests.wordle_scenes import crop, phone
from tests.wordle_sheets import SHEETS, how_to_sheet
from tests.wordle_themes import DARK, LIGHT, MORE, OUTLINED, THEMES, Theme
from worker.errors import GridNotFound
from worker.model import Kind, ScreenState
from worker.vision.calibration import Reading
from worker.vision.candidates import Blobs
from worker.vision.decode import decode
from worker.vision.glyphs import default_reader
from worker.vision.read import read_picture
from worker.vision.wordle_howto import is_how_to_sheet
from worker.vision.wordle_search import Search
from worker.vision.wordle_tiles import WordleFound, find

CLEAR = 0.5
"""Worth from which on a picture is taken for Wordle without being told."""


def look(drawn: Drawn) -> WordleFound:
    found = find(decode(drawn.to_bytes()), default_reader())
    assert found is not None, drawn.notes
    return found


def rows_of(found: WordleFound) -> tuple[str, ...]:
    letters = [cell.letters or "." for cell in found.cells]
    return tuple("".join(letters[start : start + found.cols]) for start in range(0, len(letters), found.cols))


def is_exact(found: WordleFound, drawn: Drawn) -> bool:
    return (rows_of(found), found.tiles) == (drawn.letters, drawn.marks)


def is_doubtful(found: WordleFound) -> bool:
    return any(cell.doubtful for cell in found.cells)


def wrong_without_doubt(found: WordleFound, drawn: Drawn) -> list[int]:
    """Cells that are not as drawn and not doubtful; of a board of another shape, all that are not."""
    seen = list(zip("".join(rows_of(found)), "".join(found.tiles), strict=True))
    truth = list(zip("".join(drawn.letters), "".join(drawn.marks), strict=True))
    if (found.rows, found.cols) != (len(drawn.letters), len(drawn.letters[0])):
        return [index for index, cell in enumerate(found.cells) if not cell.doubtful]
    pairs = enumerate(zip(seen, truth, found.cells, strict=True))
    return [index for index, (got, right, cell) in pairs if got != right and not cell.doubtful]


def assert_exact(drawings: Iterable[Drawn], *, doubtful: float) -> None:
    """All are exact, and no larger share than `doubtful` has a doubtful cell."""
    looks = [(drawn, look(drawn)) for drawn in drawings]
    wrong = [
        f"{drawn.notes}: {rows_of(found)} {found.tiles}"
        for drawn, found in looks
        if not is_exact(found, drawn)
    ]
    assert not wrong
    assert sum(is_doubtful(found) for _, found in looks) <= doubtful * len(looks)


@pytest.mark.parametrize("theme", THEMES[::4], ids=lambda theme: theme.name)
def test_themes_are_read_exactly(theme: Theme) -> None:
    assert_exact([screen(0, theme=theme, pitch=44, cols=5)], doubtful=1)


@pytest.mark.long
@pytest.mark.parametrize("theme", (*THEMES, *MORE), ids=lambda theme: theme.name)
def test_every_theme_is_read_exactly(theme: Theme) -> None:
    assert_exact((screen(seed, theme=theme, pitch=54) for seed in range(2)), doubtful=0.5)


@pytest.mark.slow
@pytest.mark.parametrize("theme", (DARK, LIGHT), ids=lambda theme: theme.name)
def test_the_original_leaves_hardly_a_doubt(theme: Theme) -> None:
    assert_exact((screen(seed, theme=theme, font="sans") for seed in (500, 501)), doubtful=0)


@pytest.mark.parametrize("distortion", DISTORTIONS, ids=lambda distortion: distortion.__name__)
def test_distorted_screens_are_read_exactly(distortion: Distortion) -> None:
    drawn = distortion(screen(701, cols=5, pitch=50), np.random.default_rng(1))
    assert is_exact(look(drawn), drawn)


@pytest.mark.slow
def test_accents_count_for_their_letter() -> None:
    assert_exact((screen(seed, accents=True, pitch=70) for seed in (20, 21)), doubtful=0.5)


@pytest.mark.slow
@pytest.mark.parametrize("theme", OUTLINED, ids=lambda theme: theme.name)
def test_marks_in_outlines_and_letters_are_read(theme: Theme) -> None:
    drawings = [screen(seed, theme=theme, pitch=50, cols=5) for seed in (1, 2)]
    looks = [(drawn, look(drawn)) for drawn in drawings]
    assert any(is_exact(found, drawn) for drawn, found in looks)
    assert not any(wrong_without_doubt(found, drawn) for drawn, found in looks)


@pytest.mark.parametrize("hiding", HIDING, ids=lambda hiding: hiding.__name__)
def test_hidden_letters_are_seen_past_or_doubted(hiding: Distortion) -> None:
    drawn = hiding(screen(901, cols=5, pitch=50), np.random.default_rng(1))
    assert not wrong_without_doubt(look(drawn), drawn)


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS[:3], ids=str)
def test_one_of_several_boards_is_read_and_the_others_named(layout: tuple[int, int]) -> None:
    drawn = several(sum(layout), layout)
    found = look(drawn)
    assert any(is_exact(found, one) for one in (drawn, *drawn.others))
    assert len(found.others) == len(drawn.others)


@pytest.mark.long
@pytest.mark.parametrize("layout", LAYOUTS[3:], ids=str)
def test_one_of_many_boards(layout: tuple[int, int]) -> None:
    test_one_of_several_boards_is_read_and_the_others_named(layout)


def test_wide_boards_end_above_the_keyboard() -> None:
    assert_exact([screen(seed, cols=9, pitch=36, scene=phone) for seed in (1, 2)], doubtful=1)


def test_a_message_as_large_as_a_tile_is_no_row() -> None:
    drawn = screen(4, cols=5, pitch=50, scene=crop)
    canvas = np.pad(drawn.canvas, ((60, 0), (0, 0), (0, 0)), mode="edge")
    rounded_box(canvas, drawn.left + 102, drawn.top + 12, 46, 46, 5, (120, 120, 120))
    found = find(decode(encoded(canvas)), default_reader())
    assert found is not None
    assert rows_of(found) == drawn.letters


def test_a_row_that_the_edge_of_the_picture_cuts_counts() -> None:
    played = Game(("CRANE", "SLOTH"), ("bgbby", "ybbgb"), "", 6, 5)
    drawn = draw(played, DARK, 60, np.random.default_rng(1), scene=crop)
    cut = drawn.canvas[: drawn.top + round(5.75 * drawn.pitch)]
    found = find(decode(encoded(cut)), default_reader())
    assert found is not None
    assert rows_of(found) == drawn.letters


def test_a_part_of_a_board_is_doubtful() -> None:
    guesses = ("CRUMB", "GUMMY", "DUMPY")
    played = Game(guesses, tuple(marks_of(guess, "DUMPY") for guess in guesses), "", 3, 5)
    found = look(draw(played, DARK, 50, np.random.default_rng(1), scene=crop))
    assert all(cell.doubtful for cell in found.cells)


@pytest.mark.parametrize(("cols", "pitch"), [(5, 64), (6, 57)])
def test_keys_below_a_clear_board_are_no_trace_of_rows(cols: int, pitch: int) -> None:
    rng = np.random.default_rng(2)
    played = Game(("CRUMBS"[:cols],), ("bgybyb"[:cols],), "", 6, cols)
    assert_exact([draw(played, DARK, pitch, rng, scene=phone)], doubtful=0)


def test_a_lone_guess_of_one_strong_colour_is_the_answer() -> None:
    quiz = next(theme for theme in THEMES if theme.name == "quiz")
    played = Game(("CRUMB",), ("ggggg",), "", 6, 5)
    assert_exact([draw(played, quiz, 60, np.random.default_rng(1), scene=phone)], doubtful=0)


def test_a_lone_guess_of_a_hue_that_tells_clearly_is_no_answer() -> None:
    played = Game(("CRUMB",), ("yyyyy",), "", 6, 5)
    assert_exact([draw(played, DARK, 60, np.random.default_rng(1), scene=phone)], doubtful=0)


@pytest.mark.parametrize("seed", [1, 5, 6])
def test_pale_noisy_boards_keep_their_empty_rows(seed: int) -> None:
    rng = np.random.default_rng(seed)
    drawn = screen(seed, theme=(DARK, LIGHT)[seed % 2], cols=5, pitch=40)
    pale = 60 + 0.3 * drawn.canvas + rng.normal(0, 4, drawn.canvas.shape)
    found = look(drawn.seen(np.clip(pale, 0, 255).astype(np.uint8), "pale"))
    assert (found.rows, found.cols) == (len(drawn.letters), 5)
    assert not wrong_without_doubt(found, drawn)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
def test_boards_under_noise_are_found(seed: int) -> None:
    drawn = screen(seed, theme=(DARK, LIGHT)[seed % 2], cols=5, pitch=44)
    noise = np.random.default_rng(seed).normal(0, 18, drawn.canvas.shape)
    found = look(drawn.seen(np.clip(drawn.canvas + noise, 0, 255).astype(np.uint8), "noisy"))
    assert (found.rows, found.cols) == (len(drawn.letters), 5)
    assert not wrong_without_doubt(found, drawn)


def test_room_for_rows_that_compression_wiped_out_is_doubtful() -> None:
    guesses = ("CRUMB", "GUMMY", "DUMPS", "DUMMY")
    played = Game(guesses, tuple(marks_of(guess, "DUMPY") for guess in guesses), "", 4, 5)
    drawn = draw(played, DARK, 50, np.random.default_rng(1), scene=crop)
    below = np.full((120, *drawn.canvas.shape[1:]), drawn.canvas[0, 0], np.uint8)
    worn = encoded(np.vstack([drawn.canvas, below]), ".jpg", 12)
    found = find(decode(worn), default_reader())
    assert found is not None
    assert all(cell.doubtful for cell in found.cells)


@pytest.mark.slow
def test_boards_with_the_same_guesses_are_no_page() -> None:
    drawn = several(9007, (2, 4))
    seen = read_picture(drawn.to_bytes())
    assert seen.kind is Kind.WORDLE
    assert len(seen.others) == 7


@pytest.mark.long
def test_worn_screens_are_not_wrong_without_doubt() -> None:
    for seed in range(80):
        drawn = sample(Reading.WORDLE, seed, worn=True)
        found = find(decode(drawn.data), default_reader())
        if found is None or (found.rows, found.cols) != drawn.shape:
            assert found is None or is_doubtful(found), seed
            continue
        seen = zip((cell.letters for cell in found.cells), "".join(found.tiles), strict=True)
        truth = zip(drawn.letters, drawn.marks, strict=True)
        triples = zip(seen, truth, found.cells, strict=True)
        assert all(got == right or cell.doubtful for got, right, cell in triples), seed


def words_of(cols: int) -> st.SearchStrategy[list[str]]:
    word = st.text("ABDEGHKLMNOPRST", min_size=cols, max_size=cols)
    return st.lists(word, min_size=2, max_size=5)


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(
    st.sampled_from((DARK, LIGHT)),
    st.integers(3, 9).flatmap(words_of),
    st.integers(40, 64),
)
def test_any_words_any_length(theme: Theme, words: list[str], pitch: int) -> None:
    *guesses, answer = words
    unlike = [guess for guess in guesses if guess != answer]
    marks = tuple(marks_of(guess, answer) for guess in [*unlike, answer])
    played = Game((*unlike, answer), marks, "", 6, len(answer))
    drawn = draw(played, theme, pitch, np.random.default_rng(pitch), scene=crop)
    found = look(drawn)
    assert rows_of(found) == drawn.letters
    assert not wrong_without_doubt(found, drawn)


def test_a_half_typed_row_has_letters_without_marks() -> None:
    played = Game(("CRANE", "SLOTH"), ("bgbby", "ybbgb"), "DUM", 6, 5)
    found = look(draw(played, DARK, 70, np.random.default_rng(1)))
    assert rows_of(found) == ("CRANE", "SLOTH", "DUM..", ".....", ".....", ".....")
    assert found.tiles == ("bgbby", "ybbgb", ".....", ".....", ".....", ".....")
    assert not is_doubtful(found)


@pytest.mark.slow
def test_cells_lie_where_they_were_drawn() -> None:
    drawn = screen(3, theme=LIGHT, pitch=70, scene=crop)
    found = look(drawn)
    for index, cell in enumerate(found.cells):
        row, col = divmod(index, found.cols)
        right = drawn.left + (col + 0.5) * drawn.pitch, drawn.top + (row + 0.5) * drawn.pitch
        assert cell.centre == pytest.approx(right, abs=3)
        assert cell.box.width == pytest.approx(0.9 * drawn.pitch, rel=0.12)


@pytest.mark.slow
def test_screens_are_taken_for_wordle() -> None:
    assert all(look(screen(seed, pitch=44)).worth > CLEAR for seed in (40, 41))


@pytest.mark.slow
@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.__name__)
def test_sheets_without_a_board(sheet: Callable[[int], Canvas]) -> None:
    found = find(decode(encoded(sheet(1))), default_reader())
    assert (found.state if found else None) is (ScreenState.HOW_TO_PLAY if sheet is how_to_sheet else None)


def test_rows_with_other_tiles_between_them_are_no_examples() -> None:
    """A board of which only every other row stands in line, as its tiles were found."""
    pitch, words = 60, ("TEHYE", "LTEHC", "GFDBT", "HGANR", "NTILE")
    canvas = np.full((8 * pitch, 7 * pitch, 3), 245, np.uint8)
    for row, word in enumerate(words):
        for col, letter in enumerate(word):
            x, y = pitch * (col + 1) + (6 if row % 2 and col % 2 else 0), pitch * (row + 2)
            rounded_box(canvas, x, y, pitch - 10, pitch - 10, 4, (180, 110, 50))
            write(canvas, letter, (x + pitch / 2 - 5, y + pitch / 2 - 5), 24, (255, 255, 255))
    search = Search.of(decode(encoded(canvas)))
    assert len(search.squares) >= 25
    assert not is_how_to_sheet(search.small, search.squares, default_reader())


@pytest.mark.parametrize("seen", [(0, 2), (1, 3), (0, 2, 4), (1, 4)])
def test_rows_with_letters_between_them_are_no_examples(seen: tuple[int, ...]) -> None:
    """A board of tiles so faint that only some rows of them were found."""
    pitch, words = 50, ("EEISL", "KUIYT", "IENAR", "HKSWW", "EPMUA")
    canvas = np.full((8 * pitch, 7 * pitch, 3), 255, np.uint8)
    for (row, col), letter in zip(np.ndindex(5, 5), "".join(words), strict=True):
        write(canvas, letter, (pitch * (col + 1), pitch * (row + 1)), 16, (50, 40, 40))
    centres = [(pitch * (col + 1), pitch * (row + 1)) for row in seen for col in range(5)]
    found = len(centres)
    tiles = Blobs(np.array(centres, np.float32), np.full((found, 2), 42, np.float32), np.ones(found, bool))
    assert not is_how_to_sheet(canvas, tiles, default_reader())


@pytest.mark.slow
def test_tiles_without_gaps_have_no_outlines() -> None:
    """Men of chess as letters stand out more than the squares that they stand on."""
    side, pale, dark = 72, (210, 238, 238), (86, 150, 118)
    squares = np.indices((8, 8)).sum(axis=0) % 2
    canvas = np.array([pale, dark], np.uint8)[squares].repeat(side, axis=0).repeat(side, axis=1)
    for row, men in ((0, "RNBQKBNR"), (1, "P" * 8), (6, "P" * 8), (7, "RNBQKBNR")):
        for col, man in enumerate(men):
            colour = (20, 20, 20) if row < 2 else (250, 250, 250)
            write(canvas, man, ((col + 0.5) * side, (row + 0.5) * side), 36, colour)
    canvas = np.pad(canvas, ((32, 32), (32, 32), (0, 0)), constant_values=240)
    with pytest.raises(GridNotFound):
        read_picture(encoded(canvas))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.long] * (place % 4 > 0)) for place, name in enumerate(NON_BOARDS)],
)
def test_other_pictures_are_no_wordle(name: str) -> None:
    found = find(decode(encoded(NON_BOARDS[name](np.random.default_rng(0)))), default_reader())
    assert found is None or found.worth < CLEAR or found.state is ScreenState.HOW_TO_PLAY


@pytest.mark.slow
def test_word_hunt_boards_are_no_wordle() -> None:
    for seed in range(2):
        drawn = board_picture(seed, shape=("4x4", "5x5")[seed % 2], swipe=3 * seed, pitch=60 + seed)
        found = find(decode(drawn.to_bytes()), default_reader())
        assert found is None or found.worth < CLEAR


@pytest.mark.slow
@pytest.mark.parametrize(("change", "seed"), [(scribbled, 3016), (scribbled, 3047), (covered, 3037)])
def test_hidden_strokes_leave_a_doubt(change: Distortion, seed: int) -> None:
    """A stem of a U, a G without its bar, a cover's colour beside two others."""
    drawn = change(screen(seed), np.random.default_rng(seed - 3000))
    found = find(decode(drawn.to_bytes()), default_reader())
    assert found is not None
    assert not wrong_without_doubt(found, drawn)


@pytest.mark.long
@pytest.mark.parametrize(
    "change",
    (None, *DISTORTIONS, *HIDING),
    ids=lambda change: change.__name__ if change else "as drawn",
)
def test_many_screens(change: Distortion | None) -> None:
    """Hardly one is not exact unless letters are hidden, and nothing is wrong without doubt."""
    drawings = [screen(seed) for seed in range(3000, 3060)]
    if change:
        drawings = [change(drawn, np.random.default_rng(index)) for index, drawn in enumerate(drawings)]
    looks = [(drawn, find(decode(drawn.to_bytes()), default_reader())) for drawn in drawings]
    exact = sum(found is not None and is_exact(found, drawn) for drawn, found in looks)
    assert exact >= (0 if change in HIDING else 0.95 * len(looks))
    unflagged = [drawn.notes for drawn, found in looks if found and wrong_without_doubt(found, drawn)]
    assert not unflagged
