"""Word lists beside drawn word-search pages."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.drawing import installed_fonts, write
from tests.list_pages import ANIMALS, Page, page_with_list
from worker.vision.decode import Pixels
from worker.vision.glyphs import default_reader
from worker.vision.hidden_words import Hidden
from worker.vision.text_lines import Entry, read_entries
from worker.vision.word_list import listed, read_word_list


def words_of(page: Page) -> tuple[str, ...]:
    return read_word_list(page.picture, page.grid, default_reader())


class TestPages:
    @pytest.mark.slow
    @pytest.mark.parametrize("font", [font for font in installed_fonts() if "Serif" not in font])
    @pytest.mark.parametrize("pitch", [26, 40, 90])
    def test_every_word_and_nothing_else(self, font: str, pitch: int) -> None:
        page = page_with_list(font=font, pitch=pitch)
        assert sorted(words_of(page)) == sorted(page.words)

    @pytest.mark.parametrize("font", [font for font in installed_fonts() if "Serif" in font])
    def test_most_words_when_the_feet_of_letters_touch(self, font: str) -> None:
        page = page_with_list(font=font)
        assert len(set(words_of(page)) & set(page.words)) >= 8

    @pytest.mark.parametrize("turn", [-20, 7, 90, 180])
    def test_turned_pages(self, turn: float) -> None:
        page = page_with_list(turn=turn)
        assert sorted(words_of(page)) == sorted(page.words)

    def test_column_by_column(self) -> None:
        assert words_of(page_with_list()) == (*ANIMALS[::2], *ANIMALS[1::2])

    def test_a_word_that_is_not_hidden(self) -> None:
        page = page_with_list(extra=("ZEBRA",))
        assert sorted(words_of(page)) == sorted(page.words)

    def test_words_written_in_lower_case(self) -> None:
        page = page_with_list(words=("Tiger", "Horse", "Otter", "Walrus", "Gazelle", "Lynx", "Mole", "Lion"))
        # The board of this page has the small letters, too; as a reader has it, they are capitals.
        assert sorted(words_of(page)) == sorted(word.upper() for word in page.words)

    def test_a_page_without_a_list(self) -> None:
        assert words_of(page_with_list(words=(), heading="FIND THE WORDS")) == ()

    def test_a_helper_is_asked_when_words_are_not_in_the_board(self) -> None:
        asked: list[Pixels] = []

        def helper(page: Pixels) -> list[Entry]:
            asked.append(page)
            return []

        for page, times in ((page_with_list(), 0), (page_with_list(extra=("ZEBRA",)), 1)):
            read_word_list(page.picture, page.grid, default_reader(), helper=helper)
            assert len(asked) == times


HIDDEN = Hidden(("XXWILLOWXX", "HAWAIIANCROW", "ABCDEFGHIJKL", "CARBURETORXX", "KANGAROO", "OORAGNAK"))


class TestHidden:
    def test_holds_parts_of_lines(self) -> None:
        assert "WILLOW" in HIDDEN
        assert "WOLLIW" not in HIDDEN

    @pytest.mark.parametrize(
        ("read", "meant"),
        [
            ("WIIIOW", "WILLOW"),  # bars
            ("HAWAANCROW", "HAWAIIANCROW"),  # two letters lost
            ("KANGAR0O".replace("0", "Q"), "KANGAROO"),  # one misread
            ("CARBURCTOR", "CARBURETOR"),  # a small e without its bar
            ("KAMGAROO".replace("AM", "M"), "KANGAROO"),  # letters that touch
            ("ELEPHANT", None),
            ("COW", None),
        ],
    )
    def test_what_is_meant(self, read: str, meant: str | None) -> None:
        nearest = HIDDEN.nearest(read, [0.8] * len(read))
        assert (nearest and nearest.letters) == meant

    def test_a_letter_read_surely_is_what_it_is(self) -> None:
        assert Hidden(("AEBRAX",)).nearest("ZEBRA", [0.99] * 5) is None
        nearest = Hidden(("AEBRAX",)).nearest("ZEBRA", [0.6, *[0.99] * 4])
        assert nearest is not None
        assert nearest.letters == "AEBRA"


def entry(text: str, row: int, *, column: int = 0, sureness: float = 0.99, height: float = 20) -> Entry:
    left = 300.0 * column
    probabilities = (sureness,) * len(text.replace(" ", ""))
    return Entry(text, probabilities, height, left, left + 20 * len(text), 40.0 * row)


def flush_right(one: Entry, right: float) -> Entry:
    return replace(one, left=right - 55, right=right)


@pytest.mark.parametrize("height", [12, 15, 18])
def test_a_letter_may_be_two_that_touch(height: int) -> None:
    """What `LEIA` looks like where the I runs into the A: surely read as a wide A, else as it was meant."""
    page = np.full((4 * height, 8 * height, 3), 250, np.uint8)
    for letter, place in zip("LEA", (1.5, 2.6, 4.0), strict=True):
        write(page, letter, (place * height, 2 * height), height, (20, 20, 20))
    left, top, foot = round(3.25 * height), round(1.5 * height), round(2.5 * height) - 1
    cv2.rectangle(page, (left, top), (left + height // 6, foot), (20, 20, 20), -1)
    cv2.rectangle(page, (left, foot), (left + height // 2, foot), (130, 130, 130), -1)
    grey = np.asarray(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY), np.uint8)
    entries = read_entries(grey, 2.0 * height, default_reader(), dark=True)
    assert [one.text for one in entries if not one.is_guess] != ["LEIA"]
    assert "LEIA" in [one.text for one in entries]


class TestListed:
    LIST = (entry("WILLOW", 1), entry("CARBURETOR", 2), entry("KANGAROO", 3))

    def test_needs_hidden_words(self) -> None:
        assert listed(self.LIST[:2], HIDDEN) == []
        assert listed(self.LIST, HIDDEN) == list(self.LIST)

    @pytest.mark.parametrize(
        ("other", "kept"),
        [
            (entry("ELEPHANT", 4), True),  # below the others
            (entry("ELEPHANT", 2, column=1), True),  # beside one
            (flush_right(entry("GAZELLES", 4), 500), False),
            (flush_right(entry("GAZELLES", 4), 20 * 8), True),  # ends below one
            (entry("ELEPHANT", 9, column=1), False),  # anywhere
            (entry("ELEPHANT", 9), False),  # below the others, and far from them
            (entry("ELEPHANT", 5), True),  # one between them could not be read
            (entry("ELEPHANT", 4, height=40), False),  # a heading
            (entry("ELEPHANT", 4, sureness=0.7), False),  # scrap
            (entry("KANGAROS", 3, sureness=0.98), False),  # where one of the list was read already
            (entry("IIII", 4), False),  # an ornament
        ],
    )
    def test_others_must_stand_in_line(self, other: Entry, kept: bool) -> None:
        assert (other in listed([*self.LIST, other], HIDDEN)) == kept

    def test_a_short_word_that_is_hidden_is_no_other(self) -> None:
        hidden = Hidden((*HIDDEN.lines, "XXOLIVEXLRON", "XIRONXX"))
        assert "IRON" in [word.text for word in listed([*self.LIST, entry("IRON", 4)], hidden)]

    def test_a_guess_counts_if_it_is_hidden(self) -> None:
        """An I that touches an A makes a wide A, and what is left of the word may be hidden, too."""
        hidden = Hidden((*HIDDEN.lines, "XXLEIAXXXX", "XXXXLEAXXX"))
        guesses = [replace(entry(text, 4), is_guess=True) for text in ("LEIA", "LFIA")]
        assert [word.text for word in listed([*self.LIST, entry("LEA", 4), *guesses], hidden)][3:] == ["LEIA"]
        assert [word.text for word in listed([*self.LIST, entry("LEA", 4), guesses[1]], hidden)][3:] == [
            "LEA"
        ]
        assert listed([*self.LIST, guesses[1]], hidden) == list(self.LIST)

    def test_spaces_stay_where_they_were(self) -> None:
        words = listed([*self.LIST, entry("HAWAAN CROW", 4)], HIDDEN)
        assert "HAWAIIAN CROW" in [word.text for word in words]
