"""Trials find the quickest way of dragging that arrives, and do not stop at an unknown word."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agent.desktop import PointerName
from agent.ports import Word
from agent.sound import sound_words
from agent.trials import SPEEDS, Course, Direction, Trial, direction_of, directions_of, word_along

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


def test_the_purest_word_is_taken_then_the_likeliest() -> None:
    words = [ACROSS, BENT, DOWN, LIKELY]
    assert word_along(words, Direction.VERTICAL, 4, sound=[], used=[]) == (LIKELY, LIKELY.paths[0])
    assert word_along(words, Direction.VERTICAL, 4, sound=[], used=["LIKELY"]) == (DOWN, DOWN.paths[0])
    assert word_along(words, Direction.RISING, 4, sound=[], used=[]) is None


def test_bent_words_tell_of_a_direction_only_beside_one_that_works() -> None:
    assert word_along([BENT], Direction.VERTICAL, 4, sound=[], used=[]) is None
    assert word_along([BENT], Direction.VERTICAL, 4, sound=[Direction.HORIZONTAL], used=[]) is not None


def run(course: Course, arrives: Callable[[PointerName, float, Direction], bool]) -> int:
    """Try until nothing is left to be learned; how many trials it takes."""
    while (asked := course.next()) is not None:
        course.trials.append(Trial(*asked, WORD, WORD.points if arrives(*asked) else 0))
        assert len(course.trials) < 100
    return len(course.trials)


def test_where_everything_works_one_word_a_direction_is_enough() -> None:
    course = Course([PYAUTOGUI, QUARTZ])
    assert run(course, lambda *_: True) == 4
    assert (course.best_pointer(), course.slowness_of(PYAUTOGUI)) == (PYAUTOGUI, 1.0)


def test_what_does_not_arrive_is_tried_slower_and_only_that() -> None:
    course = Course([PYAUTOGUI])
    run(course, lambda _, slowness, direction: direction is not Direction.VERTICAL or slowness >= 2.5)
    assert course.slowness_of(PYAUTOGUI) == 2.5
    slow = [trial.direction for trial in course.trials if trial.slowness > 1]
    assert set(slow) == {Direction.VERTICAL}


def test_a_single_unknown_word_proves_nothing() -> None:
    course = Course([PYAUTOGUI])
    refused = iter([False])
    run(course, lambda *_: next(refused, True))
    assert course.slowness_of(PYAUTOGUI) == 1.0 and len(course.trials) == 5


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


def test_a_direction_without_a_word_is_passed_over() -> None:
    course = Course([PYAUTOGUI])
    while (asked := course.next()) is not None:
        has_word = asked[2] is not Direction.RISING
        course.trials.append(Trial(*asked, WORD if has_word else None, WORD.points if has_word else 0))
    assert len(course.trials) == 4
    assert not course.was_tried(PYAUTOGUI, Direction.RISING)


def test_words_are_left_only_the_paths_that_work() -> None:
    words = [ACROSS, BENT, Word("TWO", 100, ((0, 1, 2), (0, 4, 8)))]
    left = {word.text: word.paths for word in sound_words(words, ["vertical"], 4)}
    assert left == {"ACROSS": ACROSS.paths, "TWO": ((0, 1, 2),)}
    assert all(Direction.VERTICAL not in directions_of(path, 4) for paths in left.values() for path in paths)
