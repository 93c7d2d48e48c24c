"""Trials find the quickest way of dragging that arrives, and do not stop at an unknown word."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from agent.desktop import PointerName
from agent.ports import Word
from agent.sound import sound_words
from agent.tempo import Tempo
from agent.trials import (
    SPEEDS,
    Along,
    Course,
    Direction,
    Trial,
    direction_of,
    directions_of,
    tempo_at,
    word_along,
)

PYAUTOGUI, QUARTZ = PointerName.PYAUTOGUI, PointerName.QUARTZ
WORD = Word("CAT", 100, ((0, 1, 2),))


@pytest.mark.parametrize(
    ("here", "there", "direction"),
    [
        # 0 1 2
        # 3 4 5
        (0, 1, Direction.HORIZONTAL),
        (5, 4, Direction.HORIZONTAL),
        (1, 4, Direction.VERTICAL),
        (3, 0, Direction.VERTICAL),
        (0, 4, Direction.FALLING),
        (5, 1, Direction.FALLING),
        (1, 3, Direction.RISING),
        (4, 2, Direction.RISING),
    ],
)
def test_directions_on_a_board_of_three_columns(here: int, there: int, direction: Direction) -> None:
    assert direction_of(here, there, 3) is direction


ACROSS = Word("ACROSS", 1400, ((0, 1, 2, 3),))
BENT = Word("BENT", 400, ((0, 1, 5), (4, 5, 9)))  # 4 columns: one step across, one down
DOWN = Word("DOWN", 400, ((0, 4, 8),), chance=0.2)
LIKELY = Word("LIKELY", 800, ((1, 5, 9, 13),), chance=0.9)


def along(direction: Direction, *, sound: Sequence[Direction] = (), used: Sequence[str] = ()) -> Along | None:
    return word_along([ACROSS, BENT, DOWN, LIKELY], direction, 4, sound=sound, used=used)


def test_the_purest_word_is_taken_then_the_likeliest() -> None:
    down = frozenset({Direction.VERTICAL})
    assert along(Direction.VERTICAL) == Along(LIKELY, LIKELY.paths[0], down, is_clean=True)
    assert along(Direction.VERTICAL, used=["LIKELY"]) == Along(DOWN, DOWN.paths[0], down, is_clean=True)
    assert along(Direction.RISING) is None


def test_a_miss_of_a_bent_word_tells_only_where_the_rest_of_it_works() -> None:
    used = ["LIKELY", "DOWN"]
    both = frozenset({Direction.VERTICAL, Direction.HORIZONTAL})
    assert along(Direction.VERTICAL, used=used) == Along(BENT, BENT.paths[0], both, is_clean=False)
    found = along(Direction.VERTICAL, used=used, sound=[Direction.HORIZONTAL])
    assert found is not None and found.is_clean


def trial(
    asked: tuple[PointerName, float, Direction],
    arrives: bool,
    *,
    clean: bool = True,
    also: Sequence[Direction] = (),
) -> Trial:
    tried = Along(WORD, WORD.paths[0], frozenset({asked[2], *also}), clean)
    return Trial(*asked, tried, WORD.points if arrives else 0)


def run(course: Course, arrives: Callable[[PointerName, float, Direction], bool]) -> int:
    """Try until nothing is left to be learned; how many trials it takes."""
    while (asked := course.next()) is not None:
        course.trials.append(trial(asked, arrives(*asked)))
        assert len(course.trials) < 100
    return len(course.trials)


def test_where_everything_works_two_words_a_direction_are_enough() -> None:
    course = Course([PYAUTOGUI, QUARTZ])
    assert run(course, lambda *_: True) == 8
    assert (course.best_pointer(), course.slowness_of(PYAUTOGUI)) == (PYAUTOGUI, 1.0)


def test_what_does_not_arrive_is_tried_slower_and_only_that() -> None:
    course = Course([PYAUTOGUI])
    run(course, lambda _, slowness, direction: direction is not Direction.VERTICAL or slowness >= 2.5)
    assert course.slowness_of(PYAUTOGUI) == 2.5
    slow = [tried.direction for tried in course.trials if tried.slowness > 1]
    assert set(slow) == {Direction.VERTICAL}


def test_a_single_lucky_word_proves_nothing() -> None:
    course = Course([PYAUTOGUI])
    lucky = iter([True])
    run(course, lambda _, slowness, __: next(lucky, False) or slowness >= 1.5)
    assert course.slowness_of(PYAUTOGUI) == 1.5


def test_a_single_unknown_word_proves_nothing() -> None:
    course = Course([PYAUTOGUI])
    refused = iter([False])
    run(course, lambda *_: next(refused, True))
    assert course.slowness_of(PYAUTOGUI) == 1.0 and len(course.trials) == 9


def test_the_other_way_to_drag_is_taken_where_it_does_better() -> None:
    course = Course([PYAUTOGUI, QUARTZ])
    run(course, lambda pointer, _, direction: pointer is QUARTZ or direction is not Direction.VERTICAL)
    assert course.best_pointer() is QUARTZ
    assert course.speed(PYAUTOGUI, Direction.VERTICAL) is None
    assert course.sound(PYAUTOGUI) == (Direction.HORIZONTAL, Direction.FALLING, Direction.RISING)


def test_the_quicker_way_is_taken_where_both_work() -> None:
    course = Course([PYAUTOGUI, QUARTZ])
    run(course, lambda pointer, slowness, _: pointer is QUARTZ or slowness >= 1.5)
    assert course.best_pointer() is QUARTZ


def test_where_nothing_works_it_ends() -> None:
    course = Course([PYAUTOGUI])
    assert run(course, lambda *_: False) == 4 * len(SPEEDS) * 2
    assert course.sound(PYAUTOGUI) == ()


def test_a_word_that_counts_proves_all_its_directions() -> None:
    course = Course([PYAUTOGUI])
    while (asked := course.next()) is not None:
        course.trials.append(trial(asked, True, also=list(Direction)))
    assert len(course.trials) == 2 and len(course.sound(PYAUTOGUI)) == 4


@pytest.mark.parametrize("words", [0, 1])
def test_a_direction_with_few_words(words: int) -> None:
    """With one it is believed, without any it is passed over."""
    course = Course([PYAUTOGUI])
    left = words
    while (asked := course.next()) is not None:
        is_rising = asked[2] is Direction.RISING
        has_word = not is_rising or left > 0
        left -= is_rising and has_word
        course.trials.append(trial(asked, True) if has_word else Trial(*asked))
    assert course.slowness_of(PYAUTOGUI) == 1.0
    assert course.is_known(PYAUTOGUI, Direction.RISING) is bool(words)
    assert len(course.sound(PYAUTOGUI)) == 3 + words


def test_misses_that_prove_nothing_leave_a_direction_untried() -> None:
    course = Course([PYAUTOGUI])
    while (asked := course.next()) is not None:
        is_vertical = asked[2] is Direction.VERTICAL
        course.trials.append(trial(asked, not is_vertical, clean=not is_vertical))
    assert not course.is_known(PYAUTOGUI, Direction.VERTICAL)
    assert course.has_tried(PYAUTOGUI, Direction.VERTICAL)


@pytest.mark.parametrize("stopped_after", range(1, 7))
def test_what_was_not_tried_slowest_is_not_known_to_fail(stopped_after: int) -> None:
    """A round that is stopped has not shown that slower drags do not arrive."""
    course = Course([PYAUTOGUI])
    for _ in range(stopped_after):
        asked = course.next()
        assert asked is not None
        course.trials.append(trial(asked, False))
    assert not any(course.is_known(PYAUTOGUI, direction) for direction in Direction)
    run(course, lambda *_: False)
    assert all(course.is_known(PYAUTOGUI, direction) for direction in Direction)


def test_a_single_word_that_is_missed_at_every_speed_may_be_unknown_to_the_game() -> None:
    course = Course([PYAUTOGUI])
    while (asked := course.next()) is not None:
        has_word = asked[2] is not Direction.RISING or not any(
            tried.direction is Direction.RISING and tried.slowness == asked[1] for tried in course.trials
        )
        arrives = asked[2] is not Direction.RISING
        course.trials.append(trial(asked, arrives) if has_word else Trial(*asked))
    assert not course.is_known(PYAUTOGUI, Direction.RISING)
    assert len(course.sound(PYAUTOGUI)) == 3


def test_words_may_be_tried_again_slower_or_with_another_mouse_until_they_count() -> None:
    course = Course([PYAUTOGUI, QUARTZ])
    course.trials.append(trial((PYAUTOGUI, 1.0, Direction.VERTICAL), False))
    assert course.used(PYAUTOGUI, 1.0) == ["CAT"]
    assert course.used(PYAUTOGUI, 1.5) == course.used(QUARTZ, 1.0) == []
    course.trials.append(trial((PYAUTOGUI, 1.5, Direction.VERTICAL), True))
    assert course.used(QUARTZ, 1.0) == ["CAT"]


def test_slower_drags_have_finer_steps() -> None:
    quickest = Tempo()
    assert tempo_at(quickest, 1.0) == quickest
    slow = [tempo_at(quickest, slowness) for slowness in SPEEDS]
    assert [tempo.dwell / quickest.dwell for tempo in slow] == pytest.approx(SPEEDS)
    assert [tempo.step for tempo in slow] == [24, 16, 9.6, 6]
    assert tempo_at(Tempo(step=4), 4.0).step == 4


def test_words_are_left_only_the_paths_that_work() -> None:
    words = [ACROSS, BENT, Word("TWO", 100, ((0, 1, 2), (0, 4, 8)))]
    left = {word.text: word.paths for word in sound_words(words, ["vertical"], 4)}
    assert left == {"ACROSS": ACROSS.paths, "TWO": ((0, 1, 2),)}
    assert all(Direction.VERTICAL not in directions_of(path, 4) for paths in left.values() for path in paths)
