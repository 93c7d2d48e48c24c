"""Points expected against points gained."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.ports import Word
from agent.verify import SETTLE, Judgement, Ledger, Settlement
from agent.witness import look_different

PATH = ((0, 1, 2),)


def word(text: str, points: int = 100, chance: float = 1.0) -> Word:
    return Word(text, points, PATH, chance)


def verdicts(told: list[Judgement] | Settlement) -> dict[str, bool]:
    judgements = told.judgements if isinstance(told, Settlement) else told
    return {judgement.attempt.word.text: judgement.counted for judgement in judgements}


def dragged(*words: Word, score: int = 0) -> Ledger:
    """One a second, from second 1 on."""
    ledger = Ledger(score)
    for second, one in enumerate(words, 1):
        ledger.drag(one, 1, float(second))
    return ledger


def test_pixels_tell_at_once() -> None:
    ledger = Ledger()
    first, second = ledger.drag(word("ONE"), 1, 1.0), ledger.drag(word("TWO", 400), 1, 2.0)
    assert verdicts(ledger.see(first, True)) == {"ONE": True}
    assert verdicts(ledger.see(second, False)) == {"TWO": False}
    assert (ledger.words, ledger.points, ledger.misses) == (1, 100, 1)


def test_digits_that_add_up_confirm_all() -> None:
    ledger = dragged(word("ONE"), word("TWO", 400))
    assert verdicts(ledger.read(500, 9.0)) == {"ONE": True, "TWO": True}
    assert not ledger.has_open


def test_digits_find_the_one_that_was_missed() -> None:
    ledger = dragged(word("ONE"), word("FOUR", 400), word("FIVER", 800))
    assert verdicts(ledger.read(900, 9.0)) == {"ONE": True, "FOUR": False, "FIVER": True}


def test_digits_overrule_pixels() -> None:
    ledger = Ledger()
    first, second = ledger.drag(word("ONE"), 1, 1.0), ledger.drag(word("FOUR", 400), 1, 2.0)
    ledger.see(first, False)  # the screen was late
    ledger.see(second, True)
    assert verdicts(ledger.read(500, 9.0)) == {"ONE": True}
    assert ledger.points == 500 and ledger.misses == 0


def test_among_equals_the_pixels_decide() -> None:
    ledger = Ledger()
    words = (word("ONE"), word("TWO", chance=0.3), word("SIX"))
    attempts = [ledger.drag(one, 1, at) for at, one in enumerate(words, 1)]
    for attempt, seen in zip(attempts, (True, False, True), strict=True):
        ledger.see(attempt, seen)
    assert not ledger.read(200, 9.0).judgements
    assert ledger.refused == ["TWO"]


def test_among_equals_without_pixels_the_doubtful_word_was_refused() -> None:
    ledger = dragged(word("ONE"), word("ZAX", chance=0.4), word("SIX"))
    assert verdicts(ledger.read(200, 9.0)) == {"ONE": True, "ZAX": False, "SIX": True}


def test_a_word_just_released_may_not_be_shown_yet() -> None:
    ledger = dragged(word("ONE"), word("TWO"))
    assert verdicts(ledger.read(100, 2.0 + SETTLE / 2)) == {"ONE": True}
    assert ledger.has_open and ledger.misses == 0
    assert verdicts(ledger.read(200, 9.0)) == {"TWO": True}


def test_what_does_not_add_up_changes_nothing() -> None:
    ledger = dragged(word("ONE"))
    assert not ledger.read(12345, 9.0).judgements
    assert ledger.read(100, 9.5).judgements  # the next reading is right


def test_a_score_that_is_the_sum_of_all_words_makes_good_what_was_said() -> None:
    ledger = Ledger()
    words = [
        word(text, points) for text, points in (("ONE", 100), ("FOUR", 400), ("FIVER", 800), ("TWO", 100))
    ]
    for second, one in enumerate(words, 1):
        ledger.see(ledger.drag(one, 1, second), False)  # a score that is hidden never changes
        ledger.drag(one, 2, second + 0.5)
    assert set(verdicts(ledger.read(1400, 9.0)).values()) == {True}
    assert ledger.refused == [] and (ledger.words, ledger.points) == (4, 1400)


def test_digits_that_no_words_explain_are_believed_the_second_time() -> None:
    """A drag that loses a tile may spell another word."""
    ledger = dragged(word("ONE"), word("FIVER", 800))
    assert not ledger.read(300, 9.0).judgements and ledger.is_at_odds
    ledger.read(300, 9.5)
    assert ledger.points == 300 and not ledger.is_at_odds and not ledger.has_open
    assert ledger.accepted == ledger.refused == []  # nobody knows which it was
    ledger.see(ledger.drag(word("TWO"), 1, 10.0), True)
    assert ledger.points == 400 == ledger.possible_points
    assert verdicts(ledger.read(400, 19.0)) == {} and ledger.accepted == ["TWO"]


def test_without_a_point_no_word_has_counted() -> None:
    ledger = dragged(*(word(f"W{number}") for number in range(12)))
    ledger.read(0, 99.0)
    ledger.read(0, 99.5)
    assert (ledger.words, ledger.points, ledger.accepted, ledger.refused) == (0, 0, [], [])


def test_at_the_end_the_digits_read_last_count_as_they_are() -> None:
    ledger = dragged(word("ONE"), word("FIVER", 800))
    ledger.read(300, 9.0)
    ledger.see(ledger.drag(word("TWO"), 1, 10.0), True)
    assert ledger.points_at_the_end == 400
    ledger.read(5300, 12.0)  # that cannot be
    assert ledger.points_at_the_end == ledger.points


def test_other_digits_the_second_time_are_not_believed() -> None:
    ledger = dragged(word("ONE"), word("FIVER", 800))
    ledger.read(300, 9.0)
    assert not ledger.read(500, 9.5).judgements and ledger.is_at_odds
    assert set(verdicts(ledger.read(900, 10.0)).values()) == {True} and ledger.points == 900


def test_what_no_words_could_bring_is_never_believed() -> None:
    ledger = dragged(word("ONE"), word("FIVER", 800), score=700)
    for score in (1700, 600):  # somebody else's score
        for _ in range(3):
            assert not ledger.read(score, 9.0).judgements
    assert ledger.points == 0 and ledger.possible_points == 900


def test_a_misreading_that_was_believed_is_put_right() -> None:
    ledger = dragged(word("ONE"), word("FOUR", 400), word("TWO"))
    ledger.read(500, 2.9)  # 100, misread
    assert ledger.points == 500
    ledger.read(200, 9.0)
    ledger.read(200, 9.5)
    assert ledger.points == 200


def test_a_score_that_falls_is_misread() -> None:
    ledger = dragged(word("ONE"), score=800)
    assert not ledger.read(80, 9.0).judgements


def test_a_round_may_have_begun_without_us() -> None:
    ledger = dragged(word("ONE"), score=700)
    assert verdicts(ledger.read(800, 9.0)) == {"ONE": True}


def test_words_after_the_last_that_counted_may_have_come_too_late() -> None:
    ledger = Ledger()
    words = (word("NO", 400, chance=0.2), word("ONE"), word("LATE", 400, chance=0.2))
    for second, one in enumerate(words, 1):
        ledger.see(ledger.drag(one, 1, second), one.text == "ONE")
    ledger.read(100, 9.0)
    assert ledger.refused == ["NO"]


def test_unlikely_words_that_do_not_count_are_no_misses() -> None:
    ledger = Ledger()
    for second, chance in enumerate((1.0, 0.1, 0.1, 0.9), 1):
        ledger.see(ledger.drag(word(f"W{second}", chance=chance), 1, second), False)
    assert ledger.misses == 2


def test_what_only_the_pixels_tell_is_no_refusal() -> None:
    ledger = Ledger()
    ledger.see(ledger.drag(word("NO", 400), 1, 1.0), False)
    ledger.see(ledger.drag(word("ONE"), 1, 2.0), True)
    assert ledger.refused == []


def test_a_retry_that_counts_is_one_word() -> None:
    ledger = Ledger()
    ledger.see(ledger.drag(word("ONE"), 1, 1.0), False)
    ledger.see(ledger.drag(word("ONE"), 2, 2.0), True)
    assert ledger.accepted == []  # the digits have not said so yet
    ledger.read(100, 9.0)
    assert (ledger.words, ledger.points, ledger.dragged) == (1, 100, 2)
    assert ledger.accepted == ["ONE"] and ledger.refused == []
    assert ledger.drops > Ledger().drops


def test_a_drag_that_spells_a_shorter_word_is_held_against_no_other() -> None:
    """FIVER loses a tile and brings 400, and it looks as if FOUR had not counted, which the game does not
    take again."""
    ledger = Ledger()
    for second, (one, seen) in enumerate(
        ((word("FIVER", 800), True), (word("FOUR", 400), True), (word("ONE"), True)), 1
    ):
        ledger.see(ledger.drag(one, 1, second), seen)
    assert verdicts(ledger.read(900, 4.0)) == {"FOUR": False}
    ledger.see(ledger.drag(word("FOUR", 400), 2, 5.0), False)
    ledger.see(ledger.drag(word("TWO"), 1, 6.0), True)
    ledger.read(1000, 9.0)
    assert ledger.refused == [] and ledger.accepted == ["TWO"] and ledger.points == 1000


def test_a_word_whose_points_came_late_leaves_open_whose_they_were() -> None:
    ledger = Ledger()
    words = (word("ONE", chance=0.2), word("TWO", chance=0.2), word("FOUR", 400))
    for second, one in enumerate(words, 1):
        ledger.see(ledger.drag(one, 1, second), one.text == "FOUR")
    ledger.read(500, 9.0)
    assert ledger.refused == [] == ledger.accepted


@pytest.mark.parametrize(
    ("chance", "times", "retried", "refused"),
    [
        (0.3, 1, 0, True),  # hardly known, and the phone follows
        (1.0, 1, 0, False),
        (1.0, 2, 0, True),
        (1.0, 2, 4, False),  # a phone that loses drags may lose both
        (0.3, 1, 8, False),
        (0.3, 2, 8, True),
    ],
)
def test_words_that_may_have_been_lost_are_not_refused(
    chance: float, times: int, retried: int, refused: bool
) -> None:
    """40 words count, some of them only when they are dragged again."""
    ledger = Ledger()
    for number in range(1, times + 1):
        ledger.see(ledger.drag(word("NO", 400, chance), number, 0.1 * number), False)
    for number in range(40):
        one = word(f"W{number}")
        if number < retried:
            ledger.see(ledger.drag(one, 1, 1.0 + number), False)
        ledger.see(ledger.drag(one, 1 + (number < retried), 1.5 + number), True)
    ledger.read(4000, 99.0)
    assert ledger.refused == (["NO"] if refused else [])
    assert len(ledger.accepted) == 40


@given(st.integers(0, 2**32), st.booleans())
def test_with_true_pixels_any_reading_confirms_them(seed: int, late: bool) -> None:
    random = Random(seed)
    ledger, truth = Ledger(), {}
    for number in range(random.randint(1, 30)):
        one = word(f"W{number}", random.choice((100, 400, 800)))
        truth[one.text] = random.random() < 0.8
        ledger.see(ledger.drag(one, 1, number * 0.2), truth[one.text])
    shown = sum(attempt.word.points for attempt in ledger.counted)
    if late and ledger.counted:  # the last one does not show yet
        last = ledger.counted[-1]
        before = ledger.read(shown - last.word.points, last.released + SETTLE / 3).judgements
        assert all(judgement.counted is truth[judgement.attempt.word.text] for judgement in before)
    assert not ledger.read(shown, 100.0).judgements
    assert not ledger.has_open
    assert set(ledger.accepted) == {text for text, counted in truth.items() if counted}


@given(st.integers(0, 2**32))
def test_one_wrong_pixel_among_several_is_put_right(seed: int) -> None:
    random = Random(seed)
    words = [word(f"W{number}", 100 * 3**number) for number in range(6)]  # any sum tells its words
    truth = [random.random() < 0.8 for _ in words]
    wrong = random.randrange(len(words))
    ledger = Ledger()
    for number, one in enumerate(words):
        ledger.see(ledger.drag(one, 1, number), truth[number] != (number == wrong))
    gained = sum(one.points for one, counted in zip(words, truth, strict=True) if counted)
    assert verdicts(ledger.read(gained, 100.0)) == {words[wrong].text: truth[wrong]}


class TestPixels:
    def test_the_noise_of_a_film_is_no_change(self) -> None:
        random = Random(1)
        still = bytes(random.randrange(20, 236) for _ in range(9000))
        noisy = bytes(level + random.randrange(-12, 13) for level in still)
        assert not look_different(still, noisy)

    def test_a_digit_is_one(self) -> None:
        before = bytes(40 * 100)
        after = bytes(255 if 30 <= at % 100 < 34 and 10 <= at // 100 < 20 else 0 for at in range(40 * 100))
        assert look_different(before, after)

    def test_another_size_is_one(self) -> None:
        assert look_different(b"12", b"123")
