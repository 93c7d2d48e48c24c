"""The training set: drawn from one seed, labelled truly, and read by the shipped model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from worker.vision.glyph_fonts import SOURCES, Face, FontSource, install_commands, load_faces
from worker.vision.glyph_report import MARKER, letters_of, report, write_into_card
from worker.vision.glyphs import CLASSES, GLYPH_SIZE, LETTERS, MODEL_PATH, default_reader
from worker.vision.render import SIGNS, Renderer, Sample

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
    def test_one_seed_draws_one_set(self, faces: list[Face]) -> None:
        first, second = samples(faces, 5), samples(faces, 5)
        assert [s.label for s in first] == [s.label for s in second]
        assert all(np.array_equal(a.image, b.image) for a, b in zip(first, second, strict=True))

    def test_seeds_differ(self, faces: list[Face]) -> None:
        assert [s.label for s in samples(faces, 1)] != [s.label for s in samples(faces, 2)]

    def test_samples_are_what_the_network_takes(self, faces: list[Face]) -> None:
        for sample in samples(faces, 3):
            assert sample.image.shape == (GLYPH_SIZE, GLYPH_SIZE)
            assert sample.image.dtype == np.uint8
            assert 0 <= sample.label < len(CLASSES)

    def test_every_kind_comes_up(self, faces: list[Face]) -> None:
        shapes = {CLASSES[s.label] for s in samples(faces, 4, 500)}
        assert {"", "Qu"} <= shapes
        assert len(shapes) > 75

    def test_shipped_model_reads_them(self, faces: list[Face]) -> None:
        """Hard on purpose: strokes, seven-pixel letters, 28 grey levels of contrast."""
        drawn = samples(faces, 11, 400)
        images = np.divide([s.image for s in drawn], 255, dtype=np.float32)
        letters = letters_of(default_reader().read(images))
        truth = np.array([LETTERS.index(CLASSES[s.label].upper()) for s in drawn])
        right, confidence = letters.argmax(1) == truth, letters.max(1)
        assert right.mean() > 0.88
        assert right[confidence > 0.99].mean() > 0.985


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
