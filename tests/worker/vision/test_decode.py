"""Pictures of every format come out upright and in their colours; what is no picture is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests import picture_files as files
from worker.errors import ImageTooLarge, NotAnImage
from worker.vision.decode import REDUCTIONS, DecodeLimits, Picture, decode, working_reduction

COLOURS = (files.WHITE, files.RED, files.GREEN, files.BLUE)


def corners(picture: Picture) -> list[tuple[int, ...]]:
    """Red, green and blue of the four quarters."""
    return [tuple(picture.bgr[y, x, ::-1].tolist()) for x, y in files.CORNERS.values()]


class TestFormats:
    @pytest.mark.parametrize("form", files.in_every_form())
    def test_colours_and_size_are_kept(self, form: str) -> None:
        picture = decode(files.in_every_form()[form])
        assert picture.size == (files.WIDTH, files.HEIGHT)
        assert picture.grey.shape == picture.full_grey.shape == (files.HEIGHT, files.WIDTH)
        assert picture.working_bgr.shape == picture.bgr.shape == (files.HEIGHT, files.WIDTH, 3)
        assert np.abs(np.array(corners(picture)) - COLOURS).max() <= 4

    @pytest.mark.parametrize("form", files.in_grey())
    def test_grey_pictures(self, form: str) -> None:
        picture = decode(files.in_grey()[form])
        grey = [int(picture.grey[y, x]) for x, y in files.CORNERS.values()]
        assert np.abs(np.array(grey) - [255, 80, 119, 54]).max() <= 3
        assert picture.bgr.shape == (files.HEIGHT, files.WIDTH, 3)

    @pytest.mark.parametrize("orientation", range(1, 9))
    @pytest.mark.parametrize("file_format", files.TURNING)
    def test_pictures_stand_upright(self, file_format: str, orientation: int) -> None:
        picture = decode(files.turned(file_format, orientation))
        assert picture.size == (files.WIDTH, files.HEIGHT)
        assert picture.grey.shape == (files.HEIGHT, files.WIDTH)
        assert np.abs(np.array(corners(picture)) - COLOURS).max() <= 4

    @pytest.mark.parametrize("file_format", ["PNG", "JPEG", "WEBP", "HEIF", "AVIF", "GIF", "BMP", "TIFF"])
    @pytest.mark.parametrize("size", [(427, 496), (426, 497), (427, 497), (65, 301)])
    def test_sides_may_be_odd(self, file_format: str, size: tuple[int, int]) -> None:
        image = Image.new("RGB", size, files.GREEN)
        image.paste(files.RED, (size[0] - 8, size[1] - 8, *size))
        picture = decode(files.saved(image, file_format))
        assert picture.size == size and picture.grey.shape == size[::-1]
        assert np.abs(picture.bgr[-2, -2, ::-1].astype(int) - files.RED).max() <= 40

    @pytest.mark.parametrize("file_format", ["PNG", "WEBP", "TIFF", "HEIF", "AVIF", "GIF"])
    @pytest.mark.parametrize(("ink", "ground"), [((0, 0, 0), 255), ((255, 255, 255), 0)])
    def test_what_is_transparent_is_not_the_colour_of_the_ink(
        self, file_format: str, ink: tuple[int, int, int], ground: int
    ) -> None:
        image = Image.new("RGBA", (64, 64), (*ink, 0))
        image.paste((*ink, 255), (16, 16, 48, 48))
        lossless = {"lossless": True} if file_format == "WEBP" else {}
        grey = decode(files.saved(image, file_format, **lossless)).grey
        assert abs(int(grey[32, 32]) - ink[0]) <= 3
        assert abs(int(grey[4, 4]) - ground) <= 3

    def test_only_the_first_frame_of_an_animation(self) -> None:
        frames = [Image.new("L", (50, 40), shade) for shade in (200, 20, 90)]
        data = files.saved(frames[0], "GIF", save_all=True, append_images=frames[1:])
        assert np.abs(decode(data).grey.astype(int) - 200).max() <= 2

    def test_fill_bytes_between_the_segments_of_a_jpeg(self) -> None:
        data = files.in_every_form()["jpeg"]
        at = data.index(b"\xff\xdb")
        assert decode(data[:at] + b"\xff\xff\xff" + data[at:]).size == (files.WIDTH, files.HEIGHT)


class TestWorkingCopy:
    @given(st.integers(1, 60_000), st.integers(1, 60_000))
    def test_is_large_enough_and_no_larger(self, width: int, height: int) -> None:
        reduction = working_reduction(width, height)
        assert reduction in REDUCTIONS
        assert reduction == 1 or max(width, height) / reduction >= 1200
        assert reduction == 8 or max(width, height) / reduction < 2400

    @pytest.mark.slow
    @pytest.mark.parametrize("file_format", ["PNG", "JPEG", "HEIF"])
    def test_shows_the_same(self, file_format: str) -> None:
        picture = decode(files.saved(files.scene().resize((2600, 1900)), file_format))
        assert picture.reduction == 2
        assert picture.grey.shape == (950, 1300)
        assert picture.working_bgr.shape == (950, 1300, 3)
        assert picture.full_grey.shape == (1900, 2600)
        assert abs(int(picture.grey[900, 100]) - int(picture.full_grey[1800, 200])) <= 2


class TestRefused:
    # Of an animation only the first frame has to be there.
    @pytest.mark.parametrize("form", sorted(files.in_every_form().keys() - {"gif, animated"}))
    def test_a_file_that_ends_too_early(self, form: str) -> None:
        data = files.in_every_form()[form]
        for share in (0.1, 0.5, 0.9):
            with pytest.raises(NotAnImage):
                decode(data[: int(len(data) * share)])

    @pytest.mark.parametrize("data", [b"", b"\x89PNG", b"%PDF-1.7", b"<svg/>" * 99, b"\xff\xd8\xff", b"BM"])
    def test_what_is_no_picture(self, data: bytes) -> None:
        with pytest.raises(NotAnImage):
            decode(data)

    def test_pixels_that_are_no_whole_numbers(self) -> None:
        with pytest.raises(NotAnImage):
            decode(files.saved(files.scene().convert("F"), "TIFF"))

    def test_more_bytes_than_allowed(self) -> None:
        with pytest.raises(ImageTooLarge) as caught:
            decode(files.in_every_form()["png"], DecodeLimits(max_bytes=100))
        assert caught.value.details["max_bytes"] == 100
