"""The format of packs: its published schema, and the reader that its document shows."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from app.packs import KINDS, kind_of, pack_file, read_pack
from app.render_levels import level_text
from app.schemas.levels_results import Pack, PackHead, pack_schema
from tests.conftest import require_tool
from tests.level_packs import pack_bytes_of, pack_of

DATA = Path(__file__).parents[2] / "app" / "data"
SCHEMA = DATA / "levels-1.schema.json"
PLAYER = Path(__file__).parents[1] / "data" / "levels" / "Play.cs"
DOCUMENT = (DATA / "LEVELS.md").read_text("utf-8")


def test_the_published_schema_is_the_models() -> None:
    """After a wanted change: `python -m tests.app.test_levels_format`."""
    assert json.loads(SCHEMA.read_text("utf-8")) == pack_schema()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
def test_packs_keep_the_schema(language: str, lexicon_cache: Path) -> None:
    jsonschema_rs.validate(pack_schema(), pack_of(lexicon_cache, language))
    jsonschema_rs.meta.validate(pack_schema())


def test_the_schema_says_no(lexicon_cache: Path) -> None:
    validator = jsonschema_rs.validator_for(pack_schema())
    for spoil in ("letters", "words", "difficulty"):
        pack = pack_of(lexicon_cache)
        del pack["levels"][0][spoil]
        assert not validator.is_valid(pack)


@pytest.mark.parametrize("kind", KINDS)
def test_files_hold_the_pack(kind: str, lexicon_cache: Path, tmp_path: Path) -> None:
    path = tmp_path / f"pack.{kind}"
    path.write_bytes(b"".join(pack_file(pack_bytes_of(lexicon_cache), kind)))
    assert kind_of(path) == kind
    with path.open("rb") as file:
        head, levels = read_pack(file)
        PackHead.model_validate(head)
        Pack.model_validate({**head, "levels": [*levels]})
    again = b"".join(pack_file(pack_bytes_of(lexicon_cache), kind))
    assert again == path.read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_the_reader_of_the_document_is_enough_to_play(kind: str, lexicon_cache: Path, tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    assert found is not None
    reader: dict[str, Any] = {}
    exec(found[1], reader)
    path = tmp_path / f"pack.{kind}"
    path.write_bytes(b"".join(pack_file(pack_bytes_of(lexicon_cache), kind)))
    levels = list(reader["levels_of"](str(path)))
    assert levels == pack_of(lexicon_cache)["levels"]
    for level in levels:
        cells = reader["grid_of"](level)
        assert len(cells) == round(level["density"] * level["rows"] * level["cols"])
        assert {reader["guess"](level, each["word"]) for each in level["words"]} == {"word"}
        assert {reader["guess"](level, word) for word in level["bonus"]} <= {"bonus"}
        assert reader["guess"](level, "zzz") == "wrong"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["ndjson", "ndjson.gz"])
def test_the_reader_in_c_sharp_is_enough_to_play(kind: str, lexicon_cache: Path, tmp_path: Path) -> None:
    """By Debian's mono-mcs, mono-runtime and libmono-system-web-extensions4.0-cil."""
    compiler, runtime = require_tool("mcs"), require_tool("mono")
    found = re.search(r"```csharp\n(.*?)```", DOCUMENT, re.DOTALL)
    assert found is not None
    (tmp_path / "Reader.cs").write_text(found[1], "utf-8")
    sources = [str(tmp_path / "Reader.cs"), str(PLAYER)]
    libraries = [f"-r:{name}.dll" for name in ("System.Web.Extensions", "System.Core", "System")]
    built = subprocess.run(
        [compiler, "-warnaserror", f"-out:{tmp_path}/play.exe", *sources, *libraries],
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    pack = tmp_path / f"pack.{kind}"
    pack.write_bytes(b"".join(pack_file(pack_bytes_of(lexicon_cache, "es"), kind)))
    played = subprocess.run([runtime, tmp_path / "play.exe", pack], capture_output=True, check=True)
    levels = pack_of(lexicon_cache, "es")["levels"]
    expected = [
        f"{level['number']} {grid_rows(level)} word {'bonus' if level['bonus'] else 'none'} wrong"
        for level in levels
    ]
    assert played.stdout.decode().splitlines() == expected


def grid_rows(level: dict[str, Any]) -> str:
    return "/".join(level_text(level, filled=True).lower().split())


def test_the_document_names_every_member_of_a_level() -> None:
    for name in json.loads(SCHEMA.read_text("utf-8"))["$defs"]["PackLevel"]["properties"]:
        assert f"`{name}`" in DOCUMENT


if __name__ == "__main__":
    SCHEMA.write_text(json.dumps(pack_schema(), indent=1, ensure_ascii=False) + "\n", "utf-8")
