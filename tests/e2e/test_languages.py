"""Spanish and Portuguese through the real server: every solver, ñ a letter of its own, accents folded."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

pytestmark = pytest.mark.e2e

PUZZLE = "NIÑOSX/AÑEJOZ/RASGAL/CAMION/IZUÑAS/ZQWERT"


def ask(server: httpx.Client, path: str, **body: Any) -> dict[str, Any]:
    response = server.post(path, json=body, headers={"Prefer": "wait=60"})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


@pytest.mark.parametrize(
    ("code", "grid", "word"),
    [
        ("es", "NIÑ/XXO/XXX", "niño"),  # not nino
        ("es", "CAM/NÓI/XXX", "camion"),
        ("pt", "AÇX/OÃX/XXX", "acao"),
    ],
)
def test_word_hunt(server: httpx.Client, code: str, grid: str, word: str) -> None:
    result = ask(server, "/wordhunt/solve", grid=grid, dictionary=code)["result"]
    assert word in [found["word"] for found in result["words"]]
    assert "nino" not in [found["word"] for found in result["words"]]


def test_word_search_with_a_list_keeps_enye_apart(server: httpx.Client) -> None:
    words = ["niños", "añejo", "camión", "uñas", "unas"]
    result = ask(server, "/wordsearch", grid=PUZZLE, words=words, language="es")["result"]
    assert {hit["word"] for hit in result["hits"]} == {"niños", "añejo", "camión", "uñas"}


def test_word_search_with_a_dictionary(server: httpx.Client) -> None:
    result = ask(server, "/wordsearch", grid=PUZZLE, dictionary="es", min_length=5)["result"]
    assert {"niños", "añejo", "camion"} <= {hit["word"] for hit in result["hits"]}


def test_why_a_word_is_not_asked_of_players(server: httpx.Client) -> None:
    answer = ask(server, "/dictionaries/es/check", words=["MÁS", "maría", "zzz"], why=True)
    mas, maria, zzz = (row["verdict"] for row in answer["words"])
    assert mas["fit"] and mas["spellings"] == ["más", "mas"]
    assert [reason["code"] for reason in maria["reasons"]] == ["name"]
    assert [reason["code"] for reason in zzz["reasons"]] == ["not_listed"]
