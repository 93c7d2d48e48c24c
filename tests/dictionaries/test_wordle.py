from __future__ import annotations

from pathlib import Path

import pytest

from dictionaries import wordle_game
from dictionaries.building.wordle import main, weigh
from dictionaries.wordle import CLASSIC, COMMON, LIKELY, PLAIN, UNUSUAL


def test_the_shipped_game() -> None:
    game = wordle_game()
    assert (len(game.answers), len(game.allowed)) == (3158, 14_855)
    assert set(game.answers) < set(game.allowed) == set(game.weights)
    assert list(game.allowed) == sorted(game.allowed)
    assert {len(word) for word in game.allowed} == {5}
    assert all(map(str.isalpha, game.allowed)) and all(map(str.islower, game.allowed))


@pytest.mark.slow
def test_words_off_the_list_are_unlikely_never_impossible() -> None:
    game = wordle_game()
    others = [game.weights[word] for word in game.allowed if word not in set(game.answers)]
    assert min(others) > 0
    assert sum(others) < 0.03 * sum(game.weights.values())


def test_weights() -> None:
    levels = {"crane": 10, "glass": 10, "tests": 10, "bitty": 80, "plumb": 60, "guano": 40}
    weights = weigh([*levels, "xylyl"], ["crane", "guano"], ["crane"], levels)
    assert weights == {
        "bitty": PLAIN, "crane": CLASSIC, "glass": COMMON, "guano": LIKELY,
        "plumb": PLAIN, "tests": UNUSUAL, "xylyl": UNUSUAL,
    }  # fmt: skip
    assert list(weights) == sorted(weights)


def test_the_build_without_its_packages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--packages", str(tmp_path)]) == 2
    assert "valid_guesses.txt" in capsys.readouterr().err


@pytest.mark.slow
def test_the_build_checks_what_is_shipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lists = {
        "32word/word32/data/valid_guesses.txt": "crane\nslate\n",
        "32word/word32/data/targets.txt": "crane\n",
        "32word/x.dist-info/licenses/LICENSE": "MIT",
        "nyt-wordle-cli/wordle/answers.txt": "crane\n",
        "nyt-wordle-cli/x.dist-info/licenses/LICENSE": "MIT",
    }
    for name, text in lists.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert main(["--packages", str(tmp_path), "--check"]) == 1
    assert capsys.readouterr().out.count("(differs)") == 4
