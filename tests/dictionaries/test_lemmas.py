"""Which lemma a form has when simplemma's is hardly a word."""

from __future__ import annotations

import pytest

from dictionaries.building.lemmas import likely_lemma

COMMON = {
    "en": """
        playing 5.4 playe 1.5 play 5.4 united 5.5 unite 3.9 unit 4.8 singing 4.6 singe 2.4 sing 4.6 wives
        4.1 wive 1.8 wife 5.2 labelled 3.6 label 4.4 envied 2.6 envy 3.6 unpaid 3.7 hoping 4.6 hope 5.5
    """,
    "es": """
        miento 4.0 mentar 2.9 mentido 3.6 mentir 4.2 vaca 4.2 vaco 1.5 vengo 4.6 vengar 3.3 venir 5.0 venido
        4.3 vengado 2.5 amiga 4.8 amigar 1.4 amigo 5.2 flores 4.8 florar 1.3 flor 4.5 gusta 5.5 gustar 4.0
        gusto 5.0 gustado 4.4 suelo 4.6 soler 3.2 solar 4.4 duele 4.2 doler 3.6 dolar 4.5 diosa 4.0 dioso
        1.4 dios 5.5 presiento 3.2 presentir 2.4 presentar 4.9 presentado 4.7 elijo 3.5 elegir 4.6 elegido
        4.4 dice 5.9 decir 5.8
    """,
    "pt": """
        uma 7.0 umar 2.5 vendo 4.9 vendar 1.9 vender 4.9 vendido 4.3 irei 4.5 irar 2.0 ir 5.9 ido 4.3 folha
        4.7 folhar 1.2 gatas 3.5 gato 4.6 gata 4.0 costuma 4.2 costumar 1.9 costumado 2.1
    """,
}
"""Words and their Zipf values, roughly as wordfreq has them."""


def zipfs_of(code: str) -> dict[str, float]:
    told = COMMON[code].split()
    return {word: float(zipf) for word, zipf in zip(told[::2], told[1::2], strict=True)}


@pytest.mark.parametrize(
    ("code", "word", "said", "lemma"),
    [
        ("en", "playing", "playe", "play"),
        ("en", "singing", "singe", "sing"),
        ("en", "wives", "wive", "wife"),
        ("en", "labelled", "labell", "label"),
        ("en", "envied", "envie", "envy"),
        ("en", "united", "unite", "unite"),  # though `unit` is commoner
        ("en", "hoping", "hope", "hope"),
        ("en", "unpaid", "unpay", "unpaid"),
        ("es", "miento", "mentar", "mentir"),
        ("es", "vengo", "vengar", "venir"),
        ("es", "elijo", "elijar", "elegir"),
        ("es", "vaca", "vaco", "vaca"),
        ("es", "amiga", "amigar", "amigo"),
        ("es", "flores", "florar", "flor"),
        ("es", "diosa", "dioso", "dios"),
        ("es", "gusta", "gustar", "gustar"),  # no form of the commoner noun
        ("es", "duele", "doler", "doler"),  # `dólar` is no verb
        ("es", "presiento", "presentir", "presentir"),
        ("es", "dice", "decir", "decir"),
        ("pt", "uma", "umar", "uma"),
        ("pt", "vendo", "vendar", "vender"),
        ("pt", "irei", "irar", "ir"),
        ("pt", "folha", "folhar", "folha"),
        ("pt", "gatas", "gatar", "gata"),
        ("pt", "costuma", "costumar", "costumar"),
    ],
)
def test_the_likely_lemma(code: str, word: str, said: str, lemma: str) -> None:
    zipfs = zipfs_of(code)
    assert likely_lemma(word, said, code, lambda each: zipfs.get(each, 0.0)) == lemma


def test_of_other_languages_simplemma_has_the_last_word() -> None:
    assert likely_lemma("mots", "mot", "fr", lambda word: 9.0 if word == "mots" else 0.0) == "mot"
