"""The build on small sources of its own, so that it is tested where the real ones are not installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dictionaries import language
from dictionaries.building import __main__ as building
from dictionaries.building import tables
from dictionaries.building.english import abbreviations_among, names_among, read_scowl
from dictionaries.building.portuguese import read_portuguese
from dictionaries.building.rude import read_rude, rude_in
from dictionaries.building.spanish import read_spanish
from dictionaries.building.tables import of_own_spellings, pack_all_spellings, pack_zipf, spell
from dictionaries.packing import unpack_lines, unpack_tenths, unpack_words

SCOWL = {
    "english-words.10": "cat\ncat's\nOKed\n",
    "american-words.35": "color\nturkey\n",
    "british-words.50": "colour\ncat\n",
    "variant_1-words.80": "café\nkat\nlbs\n",
    "english-words.95": "catx\n",  # beyond the sizes taken
    "english-upper.10": "Paris\nTurkey\nTurkey's\n",  # another kind
    "english-proper-names.35": "Cat\n",
    "english-abbreviations.40": "lbs\n",
}


@pytest.fixture
def scowl(tmp_path: Path) -> Path:
    for name, text in SCOWL.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


class TestEnglish:
    def test_plain_words_of_every_spelling_with_their_smallest_size(self, scowl: Path) -> None:
        assert read_scowl(scowl) == {"cat": 10, "color": 35, "colour": 50, "kat": 80, "lbs": 80, "turkey": 35}

    def test_what_is_commoner_as_a_name_or_an_abbreviation(self, scowl: Path) -> None:
        levels = read_scowl(scowl)
        assert names_among(levels, scowl) == ["turkey"]
        assert abbreviations_among(levels, scowl) == ["lbs"]


def test_spanish_is_folded_and_sorted(tmp_path: Path) -> None:
    (tmp_path / "index.json").write_text(json.dumps(["ñu", "Camión", "año", "r2"]), "utf-8")
    assert read_spanish(tmp_path) == ["año", "camion", "ñu"]


def test_portuguese_leaves_names_out_and_keeps_spellings(tmp_path: Path) -> None:
    file = tmp_path / "portuguese"
    file.write_text("pará\npara\nLisboa\nação\nguarda-sol\n", "utf-8")
    assert read_portuguese(file) == {"acao": ["ação"], "para": ["pará", "para"]}


class TestRude:
    def test_single_words_that_are_likely_rude_are_taken(self) -> None:
        source = "export const cuss = {\n  'ab cd': 2,\n  damn: 1,\n  ay: 2,\n  adult: 0,\n  'ñoño': 2,\n}\n"
        assert rude_in(source) == {"damn", "ñoño"}

    def test_both_packages_are_read(self, tmp_path: Path) -> None:
        (tmp_path / "cuss").mkdir()
        (tmp_path / "cuss" / "index.js").write_text("  damn: 1,\n")
        words = tmp_path / "safetext" / "safetext" / "languages" / "en"
        words.mkdir(parents=True)
        (words / "words.txt").write_text("2g1c\nHeck\nab\noh my\n")
        assert read_rude(tmp_path, "en") == ["damn", "heck"]


SPELLED = {"mas": {"más": 1e-3, "mas": 1e-4}, "camion": {"camión": 1e-6}}


class TestTables:
    def test_a_word_is_as_common_as_its_spellings_together(self) -> None:
        packed = pack_zipf(["camion", "gnu", "mas"], SPELLED)
        assert list(unpack_tenths(packed)) == [30, 0, 60]

    def test_of_other_words_with_the_same_letters_nothing_counts(self) -> None:
        spelled = {
            "franca": {"frança": 1e-4, "franca": 1e-6},
            "premio": {"prêmio": 1e-4, "prémio": 1e-5, "premio": 1e-6},
        }
        words = {"franca": ["franca"], "gnu": ["gnu"], "premio": ["prémio"], "roma": ["romã"]}
        own = of_own_spellings(words, {**spelled, "roma": {"roma": 1e-4}})
        assert own == {"franca": {"franca": 1e-6}, "premio": {"prêmio": 1e-4, "prémio": 1e-5}}

    def test_an_accented_word_that_is_much_commoner_is_a_spelling(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        known = {"jamas": ["jamas"], "dean": ["deán"], "paso": ["paso", "pasó"]}
        monkeypatch.setattr(tables, "_known_forms", lambda tongue: known)
        shares = {
            "jamas": {"jamás": 1e-4, "jamas": 1e-5},
            "dean": {"dean": 1e-5, "deán": 1e-7},
            "paso": {"paso": 1e-4, "pasó": 1e-4},
            "ahi": {"ahí": 1e-4, "ahi": 1e-5},
        }
        assert spell([*shares, "gnu"], language("es"), shares) == {
            "jamas": ["jamás", "jamas"],
            "dean": ["deán"],
            "paso": ["paso", "pasó"],
            "ahi": ["ahí"],
            "gnu": ["gnu"],
        }

    def test_spellings_come_commonest_first(self) -> None:
        words = {"camion": ["camión"], "gnu": ["gnu"], "mas": ["mas", "más"]}
        assert unpack_lines(pack_all_spellings(words, SPELLED)) == ["1ó", "", "1á ="]


class TestCommand:
    @pytest.fixture(autouse=True)
    def one_language(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            building, "LANGUAGES", {"en": lambda packages: building.word_files(language("en"), ["cat"])}
        )
        monkeypatch.setattr(building, "DATA_DIR", tmp_path)
        monkeypatch.setattr(building, "licence_files", lambda packages: {})
        (tmp_path / "en").mkdir()

    def test_files_are_written_then_the_same(self, tmp_path: Path) -> None:
        assert building.main(["--packages", "none", "--check"]) == 1
        assert building.main(["--packages", "none"]) == 0
        assert building.main(["--packages", "none", "--check"]) == 0
        assert unpack_words((tmp_path / "en" / "words.xz").read_bytes()) == ["cat"]

    def test_other_content_is_told(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        building.main(["--packages", "none"])
        (tmp_path / "en" / "card.json").write_text("{}")
        capsys.readouterr()
        assert building.main(["--packages", "none", "--check"]) == 1
        assert [line.endswith("(differs)") for line in capsys.readouterr().out.splitlines()] == [False, True]


def test_without_sources_it_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert building.main(["--packages", str(tmp_path / "none")]) == 2
    assert "make dictionary" in capsys.readouterr().err


def test_every_shipped_language_can_be_built() -> None:
    assert set(building.LANGUAGES) == {"en", "es", "pt"}
    assert all(language(code).folder.is_dir() for code in building.LANGUAGES)
