"""The training set: drawn from one seed, labelled truly, and read by the shipped model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from worker.vision.glyph_cut import fit_square
from worker.vision.glyph_fonts import SOURCES, Face, FontSource, install_commands, load_faces
from worker.vision.glyph_nonsense import SIGNS
from worker.vision.glyph_report import MARKER, letters_of, report, write_into_card
from worker.vision.glyph_scene import SIDE
from worker.vision.glyph_truth import shape_left, shown
from worker.vision.glyphs import CLASSES, GLYPH_SIZE, LETTERS, MODEL_PATH, default_reader
from worker.vision.render import Renderer, Sample

FONT_DIRS = (Path("/usr/share/fonts"), Path("/Library/Fonts"), Path.home() / ".fonts")
PLAIN = FontSource(
    "any", "any", "sans", ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "LiberationSans-Regular.ttf")
)


@pytest.fixture(scope="module")
def faces() -> list[Face]:
    found = load_faces([d for d in FONT_DIRS if d.is_dir()], [*CLASSES[1:], *SIGNS], sources=[PLAIN])
    if not found:
        pytest.skip("no DejaVu or Liberation fonts here (Debian: fonts-dejavu-core)")
    return found


def samples(faces: list[Face], seed: int, count: int = 60) -> list[Sample]:
    return list(Renderer(faces, seed).samples(count))


class TestRenderer:
    @pytest.mark.slow
    def test_one_seed_draws_one_set(self, faces: list[Face]) -> None:
        first, second = samples(faces, 5), samples(faces, 5)
        assert [s.label for s in first] == [s.label for s in second]
        assert all(np.array_equal(a.image, b.image) for a, b in zip(first, second, strict=True))

    @pytest.mark.slow
    def test_seeds_differ(self, faces: list[Face]) -> None:
        assert [s.label for s in samples(faces, 1)] != [s.label for s in samples(faces, 2)]

    def test_samples_are_what_the_network_takes(self, faces: list[Face]) -> None:
        for sample in samples(faces, 3):
            assert sample.image.shape == (GLYPH_SIZE, GLYPH_SIZE)
            assert sample.image.dtype == np.uint8
            assert 0 <= sample.label < len(CLASSES)

    @pytest.mark.slow
    def test_every_kind_comes_up(self, faces: list[Face]) -> None:
        shapes = {CLASSES[s.label] for s in samples(faces, 4, 500)}
        assert {"", "Qu"} <= shapes
        assert len(shapes) > 75

    @pytest.mark.slow
    def test_shipped_model_reads_them(self, faces: list[Face]) -> None:
        """Hard on purpose: strokes, seven-pixel letters, 28 grey levels of contrast."""
        drawn = samples(faces, 11, 400)
        images = np.divide([s.image for s in drawn], 255, dtype=np.float32)
        letters = letters_of(default_reader().read(images))
        truth = np.array([LETTERS.index(CLASSES[s.label].upper()) for s in drawn])
        right, confidence = letters.argmax(1) == truth, letters.max(1)
        assert right.mean() > 0.88
        assert right[confidence > 0.99].mean() > 0.985


class TestTruth:
    """What was cut is called by what it shows."""

    @pytest.fixture
    def letter(self) -> NDArray[np.float32]:
        """A `T` on its canvas, its box (20, 16, 32, 40)."""
        canvas = np.zeros((SIDE, SIDE), np.float32)
        canvas[16:24, 20:52] = 1
        canvas[16:56, 32:40] = 1
        return canvas

    def test_a_true_cut_is_whole(self, letter: NDArray[np.float32]) -> None:
        share = shown(fit_square(letter[16:56, 20:52]), (20, 16, 32, 40), letter)
        assert share.is_whole and not share.is_scenery
        assert share == pytest.approx((1, 1, 1), abs=0.02)

    def test_a_lost_stem_is_not_called_by_the_letters_name(self, letter: NDArray[np.float32]) -> None:
        share = shown(fit_square(letter[16:24, 20:52]), (20, 16, 32, 8), letter)
        assert not share.is_whole and not share.is_scenery

    def test_the_hole_around_it_is_scenery(self, letter: NDArray[np.float32]) -> None:
        share = shown(fit_square(1 - letter[10:60, 10:60]), (10, 10, 50, 50), letter)
        assert share.is_scenery

    def test_a_box_beside_it_shows_nothing(self, letter: NDArray[np.float32]) -> None:
        assert shown(fit_square(letter[16:56, 20:52]), (54, 58, 10, 10), letter) == (0, 0, 0)

    @pytest.mark.parametrize(
        ("shape", "top", "bottom", "left"),
        [
            ("É", 0.0, 1.0, "É"),
            ("É", 0.2, 1.0, "E"),  # cut off above
            ("ñ", 0.2, 1.0, "n"),
            ("Ç", 0.0, 0.8, "C"),  # below
            ("Ç", 0.2, 1.0, "Ç"),
            ("E", 0.2, 1.0, "E"),
        ],
    )
    def test_lost_accents(self, shape: str, top: float, bottom: float, left: str) -> None:
        true = (10, 10, 30, 50)
        assert shape_left(shape, (10, 10 + 50 * top, 30, 50 * (bottom - top)), true) == left


class TestFonts:
    def test_masks_are_cropped_to_their_ink(self, faces: list[Face]) -> None:
        for mask in faces[0].masks.values():
            assert mask[0].any() and mask[-1].any() and mask[:, 0].any() and mask[:, -1].any()

    def test_missing_characters_are_left_out(self) -> None:
        found = load_faces([d for d in FONT_DIRS if d.is_dir()], ["A", "H", "\U000f0000"], sources=[PLAIN])
        assert all("\U000f0000" not in face.masks for face in found)

    def test_commands_name_every_package(self) -> None:
        assert all(source.package in install_commands() for source in SOURCES)

    def test_card_names_every_package_and_licence(self) -> None:
        card = MODEL_PATH.with_name("MODEL_CARD.md").read_text(encoding="utf-8")
        assert [s.package for s in SOURCES if f"| {s.package} | {s.licence} |" not in card] == []


class TestReport:
    def test_tells_confusions(self) -> None:
        labels = np.array([CLASSES.index(c) for c in "EEEF"])
        probs = np.eye(len(CLASSES), dtype=np.float32)[[CLASSES.index(c) for c in "eEFF"]]
        text = report(probs, labels)
        assert text.startswith("75.00% of 4 letters right (50.00% of the shapes).")
        assert "| E | 66.7% | 3 | F 1 |" in text

    def test_keeps_what_people_wrote(self, tmp_path: Path) -> None:
        card = tmp_path / "MODEL_CARD.md"
        card.write_text(f"# Card\n\nWords.\n\n{MARKER}\n\nold", encoding="utf-8")
        write_into_card(card, "new")
        assert card.read_text(encoding="utf-8") == f"# Card\n\nWords.\n\n{MARKER}\n\nnew\n"


def test_model_is_small() -> None:
    assert MODEL_PATH.stat().st_size < 500_000
