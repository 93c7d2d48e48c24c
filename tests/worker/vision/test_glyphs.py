"""Cutting and reading single letters, on drawings of our own and on the real tiles (printed with `-s`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.selection import examples
from worker.vision.glyph_net import CERTAIN, GlyphNets, softmax
from worker.vision.glyphs import (
    CLASSES,
    GLYPH_SIZE,
    LETTERS,
    LOOKS,
    MODEL_PATH,
    NO_LETTER,
    Case,
    Glyph,
    base_letter,
    cut_box,
    cut_glyph,
    default_reader,
    letter_probabilities,
)

Patch = NDArray[np.uint8]

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TILES_RIGHT = 2405  # of 2,407; the other two show a tile that is half out of its picture


def drawn(text: str, *, size: int = 64, ground: int = 230, ink: int = 20, height: float = 0.5) -> Patch:
    """A patch with a Hershey letter in its middle, so that the tests need no font."""
    patch = np.full((size, size), ground, np.uint8)
    face, thickness = cv2.FONT_HERSHEY_DUPLEX, max(size // 20, 1)
    scale = cv2.getFontScaleFromHeight(face, round(height * size), thickness)
    (w, h), _ = cv2.getTextSize(text, face, scale, thickness)
    origin = ((size - w) // 2, (size + h) // 2)
    cv2.putText(patch, text, origin, face, scale, ink, thickness, cv2.LINE_AA)
    return patch


def framed(text: str, **options: int) -> Patch:
    """The same on a tile with a dark gap around it."""
    patch = drawn(text, **options)
    gap = len(patch) // 12
    bare = patch[gap:-gap, gap:-gap]
    return np.asarray(cv2.copyMakeBorder(bare, gap, gap, gap, gap, cv2.BORDER_CONSTANT, value=60), np.uint8)


def glyph_of(patch: Patch) -> Glyph:
    glyph = cut_glyph(patch)
    assert glyph is not None
    return glyph


def read(
    patches: Sequence[Patch], *, case: Case = Case.UPPER, digits: bool = False
) -> tuple[list[str], list[float]]:
    """The best letter of each patch with its probability; no letter where nothing was cut."""
    glyphs = [cut_glyph(patch) for patch in patches]
    blank = np.zeros((GLYPH_SIZE, GLYPH_SIZE), np.float32)
    probs = default_reader().read([blank if glyph is None else glyph.image for glyph in glyphs])
    probs = letter_probabilities(probs, case=case, digits=digits)
    found = [NO_LETTER if g is None else LETTERS[i] for g, i in zip(glyphs, probs.argmax(1), strict=True)]
    return found, probs.max(1).tolist()


class TestCutGlyph:
    @pytest.mark.parametrize(
        ("ground", "ink"),
        [
            (230, 20),  # print
            (30, 240),  # dark theme
            (120, 90),  # dimmed under a dialog
            (250, 180),  # faint
        ],
    )
    def test_polarity_and_contrast(self, ground: int, ink: int) -> None:
        glyph = glyph_of(drawn("R", ground=ground, ink=ink))
        assert glyph.dark is (ink < ground)
        assert glyph.contrast == pytest.approx(abs(ground - ink), rel=0.35)
        assert glyph.image.max() > 0.95

    def test_box_is_in_pixels_of_the_patch(self) -> None:
        patch = drawn("H", size=150)
        ys, xs = np.nonzero(patch < 128)
        box = glyph_of(patch).box
        true = (xs.min(), ys.min(), xs.max() + 1 - xs.min(), ys.max() + 1 - ys.min())
        assert box == pytest.approx(true, abs=4)

    def test_glyph_is_centred_and_fills_the_square(self) -> None:
        ys, xs = np.nonzero(glyph_of(drawn("M", size=40)).image > 0.5)
        assert GLYPH_SIZE - 9 <= max(np.ptp(ys), np.ptp(xs)) + 1 <= GLYPH_SIZE - 4
        assert (ys.min() + ys.max()) / 2 == pytest.approx(GLYPH_SIZE / 2, abs=1.5)

    @pytest.mark.parametrize("letter", list("AIOWE"))
    def test_tile_and_gap_are_left_out(self, letter: str) -> None:
        plain, tiled = glyph_of(drawn(letter)), glyph_of(framed(letter))
        assert tiled.dark
        assert tiled.box == pytest.approx(plain.box, abs=2)

    @pytest.mark.parametrize("patch", [np.full((50, 50), 128, np.uint8), drawn(" "), framed(" ")])
    def test_bare_ground_is_none(self, patch: Patch) -> None:
        assert cut_glyph(patch) is None

    def test_noise_alone_is_none(self) -> None:
        noise = np.random.default_rng(3).normal(120, 3, (60, 60)).clip(0, 255).astype(np.uint8)
        assert cut_glyph(noise) is None

    def test_dot_and_accent_stay(self) -> None:
        patch = drawn("I", height=0.4)
        plain = glyph_of(patch).box
        cv2.line(patch, (30, 21), (36, 18), 20, 2)
        assert glyph_of(patch).box.height > plain.height + 4

    def test_underline_is_told_and_dropped(self) -> None:
        patch = drawn("W", height=0.4)
        plain = glyph_of(patch).box
        bottom = int(plain.y + plain.height) + 4
        cv2.line(patch, (int(plain.x), bottom), (int(plain.x + plain.width), bottom), 20, 2)
        glyph = glyph_of(patch)
        assert glyph.underlined
        assert glyph.box == pytest.approx(plain, abs=1)

    def test_neighbours_at_the_edge_are_foreign(self) -> None:
        patch = drawn("E", height=0.4)
        plain = glyph_of(patch).box
        cv2.rectangle(patch, (0, 20), (5, 40), 20, -1)
        cv2.rectangle(patch, (58, 20), (63, 40), 20, -1)
        assert glyph_of(patch).box == pytest.approx(plain, abs=1)

    def test_corner_digit_is_foreign(self) -> None:
        patch = drawn("A", height=0.45)
        plain = glyph_of(patch).box
        cv2.putText(patch, "4", (52, 12), cv2.FONT_HERSHEY_SIMPLEX, 0.3, 20, 1)
        assert glyph_of(patch).box == pytest.approx(plain, abs=1)

    def test_letter_under_a_marker_is_found(self) -> None:
        """Three levels: white paper, a dark red marker, black ink."""
        patch = np.full((64, 64), 255, np.uint8)
        cv2.circle(patch, (32, 32), 26, 90, -1)
        patch = np.minimum(patch, drawn("G", ground=255, ink=10))
        assert glyph_of(patch).box == pytest.approx(glyph_of(drawn("G")).box, abs=2)

    @given(
        size=st.tuples(st.integers(3, 90), st.integers(3, 90)),
        seed=st.integers(0, 1000),
        spread=st.integers(1, 255),
    )
    @settings(max_examples=examples(60), deadline=None)
    def test_any_patch_gives_a_glyph_or_none(self, size: tuple[int, int], seed: int, spread: int) -> None:
        patch = np.random.default_rng(seed).integers(0, spread + 1, size).astype(np.uint8)
        glyph = cut_glyph(patch)
        if glyph is not None:
            assert glyph.image.shape == (GLYPH_SIZE, GLYPH_SIZE)
            assert 0 <= glyph.image.min() <= glyph.image.max() <= 1 + 1e-6  # scaling rounds
            assert glyph.box.x + glyph.box.width <= size[1] + 1
            assert glyph.box.y + glyph.box.height <= size[0] + 1


class TestCutBox:
    @pytest.mark.parametrize(("ground", "ink"), [(230, 20), (10, 200)])
    def test_agrees_with_cut_glyph(self, ground: int, ink: int) -> None:
        patch = drawn("K", ground=ground, ink=ink)
        glyph = glyph_of(patch)
        image = cut_box(patch, glyph.box, dark=ink < ground)
        assert np.abs(image - glyph.image).mean() < 0.05

    def test_ink_mask_keeps_neighbours_out(self) -> None:
        patch = drawn("V")
        x, y, w, h = glyph_of(patch).box
        clean = cut_box(patch, (x, y, w, h), dark=True)
        own = (patch < 128).astype(np.uint8)
        patch[int(y) : int(y) + 6, int(x + w / 2) - 2 : int(x + w / 2) + 2] = 20
        assert np.abs(cut_box(patch, (x, y, w, h), dark=True, ink=own) - clean).mean() < 0.02

    def test_box_outside_the_picture_is_empty(self) -> None:
        assert not cut_box(drawn("A"), (80, 80, 10, 10), dark=True).any()


class TestReader:
    @pytest.mark.parametrize("size", [20, 40, 90])
    def test_reads_plain_capitals(self, size: int) -> None:
        found, _ = read([drawn(letter, size=size) for letter in CAPITALS])
        assert "".join(found) == CAPITALS

    def test_reads_capitals_on_tiles_of_either_polarity(self) -> None:
        for ground, ink in ((220, 30), (90, 250)):
            found, _ = read([framed(letter, ground=ground, ink=ink) for letter in CAPITALS])
            assert "".join(found) == CAPITALS

    def test_reads_digits_where_they_may_stand(self) -> None:
        found, _ = read([drawn(d) for d in "23456789"], digits=True)
        assert "".join(found) == "23456789"

    def test_rows_are_probabilities(self) -> None:
        probs = default_reader().read(
            np.random.default_rng(0).random((40, GLYPH_SIZE, GLYPH_SIZE), np.float32)
        )
        assert probs.shape == (40, len(CLASSES))
        assert probs.sum(1) == pytest.approx(np.ones(40), abs=1e-5)

    def test_batching_changes_nothing(self) -> None:
        glyphs = np.stack([glyph_of(drawn(letter)).image for letter in CAPITALS * 3])
        together = default_reader().read(glyphs)
        assert together[:7] == pytest.approx(default_reader().read(glyphs[:7]), abs=1e-5)

    def test_what_is_hard_is_read_by_both_networks(self) -> None:
        """The mean of two scores, where the quick network is not sure; its own where it is."""
        with np.load(MODEL_PATH) as stored:
            nets = GlyphNets.from_arrays(stored, LOOKS)
        glyphs = np.random.default_rng(1).random((6, GLYPH_SIZE, GLYPH_SIZE), np.float32)
        glyphs[:3] = [glyph_of(drawn(letter)).image for letter in "HMK"]
        quick, thorough = nets.quick.logits(glyphs), nets.thorough.logits(glyphs)
        alone = softmax(quick, nets.temperatures[0])
        both = softmax((quick + thorough) / np.float32(2), nets.temperatures[1])
        sure = (alone @ LOOKS).max(axis=1) >= CERTAIN
        assert sure[:3].any() and not sure[3:].all()
        assert nets.probabilities(glyphs) == pytest.approx(np.where(sure[:, None], alone, both), abs=1e-5)

    def test_no_glyphs_give_no_rows(self) -> None:
        assert default_reader().read(np.zeros((0, GLYPH_SIZE, GLYPH_SIZE), np.float32)).shape == (
            0,
            len(CLASSES),
        )

    @pytest.mark.parametrize("sign", ["#", "?", "+", "=", "%", "*"])
    def test_signs_are_no_letters(self, sign: str) -> None:
        found, probs = read([drawn(sign)])
        assert found == [NO_LETTER] or probs[0] < 0.7


class TestLetterProbabilities:
    def of(self, **shapes: float) -> NDArray[np.float32]:
        probs = np.zeros((1, len(CLASSES)), np.float32)
        for shape, value in shapes.items():
            probs[0, CLASSES.index(shape.strip("_"))] = value
        return probs

    @pytest.mark.parametrize(
        ("shapes", "case", "digits", "letter", "probability"),
        [
            ({"c": 0.5, "C": 0.4, "G": 0.1}, Case.ANY, False, "C", 0.9),  # both cases of one letter add up
            ({"I": 0.3, "l": 0.4, "_1": 0.3}, Case.UPPER, False, "I", 1.0),  # among capitals a bar is an I
            ({"I": 0.3, "l": 0.4, "_1": 0.3}, Case.LOWER, False, "L", 1.0),  # among small letters an l
            ({"O": 0.2, "_0": 0.8}, Case.UPPER, False, "O", 1.0),
            ({"O": 0.2, "_0": 0.8}, Case.UPPER, True, "0", 0.8),
            ({"É": 0.7, "E": 0.2, "Í": 0.1}, Case.ANY, False, "E", 0.9),
            ({"Ñ": 0.7, "N": 0.3}, Case.ANY, False, "Ñ", 0.7),  # a letter of its own
            ({"Qu": 0.9, "Q": 0.1}, Case.UPPER, False, "QU", 0.9),
        ],
    )
    def test_sums(
        self, shapes: dict[str, float], case: Case, digits: bool, letter: str, probability: float
    ) -> None:
        letters = letter_probabilities(self.of(**shapes), case=case, digits=digits)
        assert LETTERS[letters[0].argmax()] == letter
        assert letters.max() == pytest.approx(probability, abs=1e-5)

    def test_accents_keep_columns_on_request(self) -> None:
        letters = letter_probabilities(self.of(É=0.7, E=0.3), accents=True)
        assert letters[0, LETTERS.index("É")] == pytest.approx(0.7)

    def test_ruling_out_makes_letters_likelier(self) -> None:
        """A bar that is I, l or 1 in equal parts is one letter in a board of capitals."""
        probs = self.of(I=0.2, l=0.2, _1=0.2)
        probs[0, 0] = 0.4
        letters = letter_probabilities(probs, case=Case.UPPER)
        assert letters[0, LETTERS.index("I")] > 0.2 / 0.6

    def test_every_class_spells_one_letter(self) -> None:
        every = letter_probabilities(np.eye(len(CLASSES), dtype=np.float32), digits=True)
        assert every.max(1) == pytest.approx(np.ones(len(CLASSES)))

    @pytest.mark.parametrize(
        ("letter", "base"), [("É", "E"), ("Ã", "A"), ("Ü", "U"), ("Ç", "C"), ("Ñ", "Ñ"), ("Q", "Q")]
    )
    def test_base_letter(self, letter: str, base: str) -> None:
        assert base_letter(letter) == base


@pytest.fixture(scope="module")
def tiles(shared_data: Path) -> list[tuple[str, str, float]]:
    """Of every real tile: what it shows, what is read, and how surely."""
    with np.load(shared_data / "glyphs" / "tiles.npz") as stored:
        images, labels = stored["images"], stored["labels"].tolist()
    return list(zip(labels, *read(list(images)), strict=True))


class TestRealTiles:
    """2,407 Word Hunt tiles of 28 x 28 pixels; measured only, never trained on."""

    @pytest.mark.slow
    def test_accuracy(self, tiles: list[tuple[str, str, float]]) -> None:
        wrong = [(true, seen) for true, seen, _ in tiles if true != seen]
        print(f"\ntiles: {len(tiles) - len(wrong)} of {len(tiles)} right")  # noqa: T201 - this run's figure
        for (true, read_as), count in Counter(wrong).most_common():
            print(f"  {true} read as {read_as or 'no letter'}: {count}")  # noqa: T201
        assert len(tiles) - len(wrong) >= TILES_RIGHT

    def test_right_tiles_are_sure(self, tiles: list[tuple[str, str, float]]) -> None:
        sure = np.array([confidence for true, seen, confidence in tiles if true == seen])
        assert np.mean(sure > 0.95) > 0.999
        assert sure.min() > 0.9  # the usual threshold: none of them is doubted
