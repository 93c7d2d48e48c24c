"""`tilewise levels`: words, layouts, solutions, packs in files, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

import dictionaries
from app.cli import levels_generate
from app.cli.commands import app
from app.cli.levels_ledger import Ledger
from app.packs import read_pack
from tests.level_packs import COUNT, pack_bytes_of, pack_of
from worker import levels_making

pytestmark = pytest.mark.slow

SMALL = ("--count", "24", "--rounds", "40", "--max-letters", "6", "--jobs", "1")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["levels", *map(str, arguments)])


def run_json(*arguments: str | Path, exit_code: int = 0) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == exit_code, result.stderr
    return json.loads(result.stdout)


@pytest.fixture
def pack(tmp_path: Path, lexicon_cache: Path) -> Path:
    path = tmp_path / "pack.json"
    path.write_bytes(pack_bytes_of(lexicon_cache))
    return path


class TestWords:
    def test_each_letter_counts_as_often_as_it_is_there(self) -> None:
        shown = run("words", "there")
        assert shown.exit_code == 0
        for word in ("there", "three", "her", "the", "(ethe)"):
            assert f" {word}" in shown.stdout

    def test_only_the_fit_ones(self) -> None:
        fit, all_of_them = (run_json("words", "there", *more)["words"] for more in (["--fit"], []))
        assert {each["word"] for each in fit} < {each["word"] for each in all_of_them}
        assert all(each["fit"] for each in fit)

    def test_two_letters_on_request(self) -> None:
        words = {
            each["word"]
            for each in run_json("words", "camion", "--dictionary", "es", "--min-length", "2")["words"]
        }
        assert {"camion", "mi", "no"} <= words

    def test_nothing_found(self) -> None:
        assert run("words", "qqq").exit_code == 1

    @pytest.mark.parametrize("wrong", [[], ["there", "--image", "x.png"], ["th3re"], ["a" * 30]])
    def test_bad_input(self, wrong: list[str]) -> None:
        result = run("words", *wrong)
        assert result.exit_code == 2 and result.stderr.startswith("Error: ")


class TestLayout:
    def test_words_cross(self, tmp_path: Path) -> None:
        drawn = tmp_path / "layout.svg"
        result = run_json("layout", "Meal", "male", "lame", "ale", "elm", "--output", drawn)
        assert result["missing"] == [] and len(result["words"]) == 5
        assert "<svg" in drawn.read_text("utf-8")
        assert sum(len(row) - row.count(".") for row in result["grid"]) == 18 - result["crossings"]

    def test_a_language_keeps_its_letters(self) -> None:
        words = run_json("layout", "AÑO", "CAÑÓN", "ano", "--language", "es")["words"]
        assert {each["word"] for each in words} == {"año", "cañon", "ano"}

    def test_a_word_without_a_place(self) -> None:
        result = run("layout", "cat", "dog")
        assert result.exit_code == 1 and "Without a place" in result.stdout

    def test_no_letters(self) -> None:
        assert run("layout", "c4t").exit_code == 2


class TestSolve:
    def test_a_typed_crossword(self) -> None:
        result = run_json("solve", "--letters", "pkra", "--crossword", "####/A.../###.")
        assert result["grid"] == ["PARK", "A...", "RAP."] or result["solutions"] > 0
        shown = run("solve", "--letters", "pkra", "--crossword", "####/A.../###.")
        assert "row 1, column 1 across" in shown.stdout

    def test_no_word_fits(self) -> None:
        assert run("solve", "--letters", "qqq", "--crossword", "###").exit_code == 1

    @pytest.mark.parametrize("wrong", [[], ["--letters", "abc"], ["--letters", "abc", "--crossword", "##/#"]])
    def test_bad_input(self, wrong: list[str]) -> None:
        assert run("solve", *wrong).exit_code == 2


class TestGenerate:
    def test_a_pack_in_a_file(self, tmp_path: Path, lexicon_cache: Path) -> None:
        for name in ("pack.json", "pack.ndjson.gz"):
            assert run("generate", *SMALL, "--out", tmp_path / name).exit_code == 0
            with (tmp_path / name).open("rb") as file:
                head, levels = read_pack(file)
                assert {**head, "levels": [*levels]} == pack_of(lexicon_cache)
            assert not (tmp_path / f"{name}.parts").exists()

    def test_without_a_file_it_is_printed(self, lexicon_cache: Path) -> None:
        assert run("generate", *SMALL).stdout_bytes == pack_bytes_of(lexicon_cache)

    def test_the_difficulty_is_drawn(self, tmp_path: Path) -> None:
        svg, png = tmp_path / "curve.svg", tmp_path / "curve.png"
        result = run_json("generate", *SMALL, "--out", tmp_path / "p.json", "--plot", svg, "--plot", png)
        assert result["options"]["count"] == COUNT and "levels" not in result
        assert "<polyline" in svg.read_text("utf-8")
        assert cv2.imdecode(np.fromfile(png, np.uint8), cv2.IMREAD_COLOR) is not None

    def test_it_goes_on_where_it_was_stopped(
        self, tmp_path: Path, lexicon_cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(levels_making, "PART_LEVELS", 5)
        laid: list[int] = []

        def lay(machine: Any, part: Any) -> Any:
            if len(laid) == 3:
                raise KeyboardInterrupt
            laid.append(part[0])
            return part[0], levels_making.lay_part(part[1], machine)

        out = tmp_path / "pack.json"
        with monkeypatch.context() as stopped:
            stopped.setattr(levels_generate, "_lay", lay)
            result = run("generate", *SMALL, "--out", out)
            assert result.exit_code == 130 and "goes on from there" in result.stderr
        assert len(list((tmp_path / "pack.json.parts").rglob("*.json"))) == 3
        laid.clear()
        monkeypatch.setattr(levels_generate, "_lay", lay)
        assert run("generate", *SMALL, "--out", out).exit_code == 0
        assert laid == [3, 4, 5][: len(laid)] and 0 < len(laid) <= 3
        assert out.read_bytes() == pack_bytes_of(lexicon_cache)

    def test_who_looks_on_is_told_what_goes_on(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(levels_generate, "_is_watched", lambda: True)
        monkeypatch.setattr(levels_making, "PART_LEVELS", 1)
        told = run(
            "generate", "--count", "4", "--rounds", "0", "--jobs", "1", "--out", tmp_path / "pack.json"
        )
        assert told.exit_code == 0 and "Planning" in told.stderr and "Laying out" in told.stderr

    def test_what_was_done_on_other_grounds_is_done_anew(self, tmp_path: Path) -> None:
        folder = tmp_path / "languages" / "qy"
        folder.mkdir(parents=True)
        (folder / "language.toml").write_text('title = "Quy"\nalphabet = "abct"\n')
        listed = dictionaries.store({"cat", "act"}, name="mine", language_code="qy", data_dir=tmp_path)

        def ledger() -> Ledger:
            return Ledger(tmp_path / "pack.json", listed, tmp_path)

        ledger().keep({"levels": [["cat", "act"]]}, b"[1]")
        assert ledger().read({"levels": [["cat", "act"]]}) == b"[1]"
        assert ledger().read({"levels": [["act", "cat"]]}) is None
        (folder / "verdicts.toml").write_text('[unfit]\nrude = "act"\n')
        assert ledger().read({"levels": [["cat", "act"]]}) is None

    @pytest.mark.parametrize(
        ("wrong", "code"),
        [
            (["--out", "pack.txt"], 2),
            (["--plot", "curve.txt"], 2),
            (["--count", "0"], 2),
            (["--jobs", "0"], 2),
            (["--language", "zz"], 2),
            (["--count", "20000"], 1),
        ],
    )
    def test_what_cannot_be_made(self, wrong: list[str], code: int) -> None:
        result = run("generate", *wrong)
        assert result.exit_code == code and result.stderr.startswith("Error: ")


@pytest.mark.long
def test_processes_side_by_side_make_the_same(tmp_path: Path) -> None:
    made = []
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.json"
        assert (
            run("generate", "--count", "450", "--rounds", "20", "--jobs", jobs, "--out", out).exit_code == 0
        )
        made.append(out.read_bytes())
    assert made[0] == made[1]


class TestCheck:
    def test_a_right_pack(self, pack: Path) -> None:
        result = run("check", pack)
        assert (result.exit_code, result.stdout) == (0, f"{COUNT} levels, no fault.\n")

    def test_the_first_faults(self, pack: Path, lexicon_cache: Path) -> None:
        spoiled = pack_of(lexicon_cache)
        for level in spoiled["levels"]:
            level["bonus"] = ["qqq"]
        pack.write_text(json.dumps(spoiled), "utf-8")
        faults = run_json("check", pack, "--limit", "3", exit_code=1)["faults"]
        assert (faults[0]["level"], faults[0]["code"]) == (1, "not_formable")
        assert len(faults) == 3
        assert "Level 1: 'qqq' cannot be formed" in run("check", pack).stdout

    @pytest.mark.parametrize("content", [b"", b"[]", b"\x1f\x8bxx", b"no pack"])
    def test_no_pack(self, content: bytes, tmp_path: Path) -> None:
        path = tmp_path / "x.json"
        path.write_bytes(content)
        assert run("check", path).exit_code == 2
        assert run("check", tmp_path / "none.json").exit_code == 2


class TestDraw:
    def test_as_text_empty_and_filled(self, pack: Path, lexicon_cache: Path) -> None:
        level = pack_of(lexicon_cache)["levels"][6]
        empty, filled = run("draw", pack, "--level", "7"), run("draw", pack, "--level", "7", "--filled")
        boxes = sum(len(each["word"]) for each in level["words"]) - level["crossings"]
        assert empty.stdout.count("#") == boxes and filled.stdout.count("#") == 0
        assert level["words"][0]["word"].upper()[0] in filled.stdout
        assert "Wheel: " + " ".join(level["letters"].upper()) in empty.stdout

    def test_as_pictures(self, pack: Path, tmp_path: Path) -> None:
        files = [tmp_path / name for name in ("l.svg", "l.png", "l.txt", "l.json")]
        assert run("draw", pack, *(part for file in files for part in ("--output", file))).exit_code == 0
        assert all(file.stat().st_size > 10 for file in files)

    def test_what_is_not_there(self, pack: Path) -> None:
        assert run("draw", pack, "--level", "99").exit_code == 2
        assert run("draw", pack, "--level", "0").exit_code == 2
        assert run("draw", pack, "--output", "x.doc").exit_code == 2


def test_the_schema_is_printed() -> None:
    assert json.loads(run("schema").stdout)["$id"] == "urn:tilewise:schema:levels:1"
