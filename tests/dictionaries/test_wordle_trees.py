from __future__ import annotations

import json
from pathlib import Path

import pytest

from dictionaries import wordle_game
from dictionaries.building.wordle_trees import main, pack_tree
from dictionaries.wordle_trees import MODES, tree_file, wordle_tree
from tests.reference.wordle_tree import guesses_by_answer


@pytest.mark.parametrize(("mode", "total"), [("easy", 11219), ("hard", 11627)])
def test_a_shipped_tree_finds_every_answer(mode: str, total: int) -> None:
    game, tree = wordle_game(), wordle_tree(mode)
    assert tree is not None
    counts = guesses_by_answer(tree, game.answers, game.allowed, hard=mode == "hard")
    assert sum(counts.values()) == total
    assert max(counts.values()) <= 6


def test_strict_mode_has_none() -> None:
    assert wordle_tree("strict") is None


@pytest.mark.slow
def test_the_files_are_what_the_build_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = []
    for mode in MODES:
        path = tmp_path / f"{mode}.json"
        path.write_text(json.dumps(wordle_tree(mode), indent=1))
        options += [f"--{mode}", str(path)]
    assert main([*options, "--check"]) == 0
    assert main(["--easy", str(tmp_path / "none.json"), *options[2:]]) == 2
    assert "tilewise wordle tree --out" in capsys.readouterr().err


def test_packing_takes_no_notice_of_spaces() -> None:
    assert pack_tree('{"guess": "abc"}') == pack_tree('{ "guess":"abc" }')
    assert all(tree_file(mode).stat().st_size < 30_000 for mode in MODES)
