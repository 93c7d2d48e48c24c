"""Which words are asked of players: judged by the shipped tables, one table of cases a language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import dictionaries
from dictionaries import Dictionary, Fitness, Reason
from dictionaries.language import DATA_DIR

pytestmark = pytest.mark.slow


@cache
def fitness_of(code: str) -> Fitness:
    return Fitness.of(dictionaries.find(code))


@cache
def fit_words_of(code: str) -> frozenset[str]:
    return frozenset(fitness_of(code).fit_words())


VERDICTS = [
    ("en", "from", None),
    ("en", "god", None),  # on a list of rude words, and allowed
    ("en", "pawn", None),
    ("en", "turkey", None),  # commoner as a name, and allowed
    ("en", "om", "too_short"),
    ("en", "rom", "not_listed"),
    ("en", "obi", "odd"),  # frequent, yet of level 60
    ("en", "haute", "odd"),
    ("en", "zyzzyva", "rare"),
    ("en", "cabrioles", "rare"),
    ("en", "peter", "name"),
    ("en", "fuckers", "rude"),
    ("en", "sluttiest", "rude"),  # on no list, but by its form or what it contains
    ("en", "situ", "foreign"),
    ("es", "más", None),
    ("es", "niño", None),
    ("es", "comer", None),
    ("es", "mariposa", None),
    ("es", "cabronazo", "rude"),
    ("es", "maría", "name"),
    ("es", "the", "not_listed"),
    ("es", "abacorareis", "rare"),
    ("es", "jamás", None),
    ("es", "dean", "rare"),  # what is frequent is the name; deán is not
    ("es", "carmena", "name"),
    ("es", "open", "foreign"),
    ("es", "quilombo", "rude"),
    ("pt", "ação", None),
    ("pt", "aquilo", None),
    ("pt", "prémio", None),
    ("pt", "romã", "rare"),
    ("pt", "cachorro", None),
    ("pt", "xiv", "abbreviation"),
    ("pt", "lisboa", "not_listed"),
    ("pt", "wireless", "foreign"),
    ("pt", "merda", "rude"),
]


@pytest.mark.parametrize(("code", "word", "why"), VERDICTS)
def test_verdicts(code: str, word: str, why: str | None) -> None:
    verdict = fitness_of(code).verdict(word)
    assert verdict.fit is (why is None), verdict
    assert (why is None and verdict.reasons == ()) or why in {reason.code for reason in verdict.reasons}
    assert all(reason.sentence.endswith(".") for reason in verdict.reasons)


@pytest.mark.parametrize("code", ["en", "es", "pt"])
def test_fit_words_are_those_with_a_good_verdict(code: str) -> None:
    """The quick way through the whole list says the same as the slow one, word by word."""
    words = list(dictionaries.find(code).words())
    for word in words[::101]:
        assert fitness_of(code).verdict(word).fit == (word in fit_words_of(code)), word


@pytest.mark.parametrize(("code", "least"), [("en", 19_000), ("es", 15_500), ("pt", 14_500)])
def test_there_are_enough_for_eight_thousand_levels(code: str, least: int) -> None:
    assert sum(4 <= len(word) <= 8 for word in fit_words_of(code)) > least
    assert not any(fitness_of(code).is_rude(word) or len(word) < 3 for word in fit_words_of(code))


@pytest.mark.parametrize("code", ["en", "es", "pt"])
def test_sources_tell_how_many_there_are(code: str) -> None:
    words = fit_words_of(code)
    row = f"| `{code}` | {len(words):,} | {sum(4 <= len(word) <= 8 for word in words):,} |"
    assert row in (DATA_DIR.parent / "SOURCES.md").read_text("utf-8")


def test_a_verdict_tells_all_that_is_known() -> None:
    verdict = fitness_of("en").verdict("Cats")
    assert (verdict.word, verdict.lemma, verdict.level, verdict.spellings) == ("cats", "cat", 20, ("cats",))
    assert verdict.zipf == pytest.approx(4.5)
    assert fitness_of("es").verdict("MAS").spellings == ("más", "mas")
    assert fitness_of("pt").display("acao") == "ação"
    assert fitness_of("es").display("jamas") == "jamás"
    assert fitness_of("en").verdict("don't").word == "don't"


@pytest.mark.parametrize(
    ("code", "word", "lemma"),
    [
        ("en", "catted", "cat"),
        ("en", "mice", "mouse"),
        ("en", "from", "from"),
        ("es", "camiones", "camion"),
        ("en", "playing", "play"),
        ("es", "hablabamos", "hablar"),
        ("es", "miento", "mentir"),
        ("es", "salgo", "salir"),
        ("pt", "vendo", "vender"),
        ("pt", "uma", "uma"),
        ("pt", "acoes", "acao"),
        ("pt", "no-such", "no-such"),
    ],
)
def test_lemmas(code: str, word: str, lemma: str) -> None:
    assert fitness_of(code).lemma(word) == lemma


def test_a_reason_is_a_sentence_that_names_the_figures() -> None:
    reasons = [fitness_of("en").verdict(word).reasons for word in ("mizzen", "zyzzyva", "haute")]
    assert [told.sentence for (told,) in reasons] == [
        "It is too rare: 2.0 on the Zipf scale, where 3.0 is asked of it.",
        "It is too rare: the texts that were counted do not have it.",
        "It is frequent in texts, yet of SCOWL's level 80 only; up to 55 is fit.",
    ]


def test_the_border_of_commonness_can_be_moved() -> None:
    english = dictionaries.find("en")
    harder, easier = (Fitness.of(english, min_zipf=zipf).fit_words() for zipf in (2.5, 4.0))
    assert set(easier) < fit_words_of("en") < set(harder)


class TestImported:
    """A list of one's own: what its language knows of its words holds, then what was counted."""

    @pytest.fixture
    def listed(self, tmp_path: Path) -> Dictionary:
        words = {"cat", "zyzzyva", "blorp", "blarp", "fuckers", "que"}
        zipfs = {"blorp": 4.2, "blarp": 3.9, "zyzzyva": 5.0, "que": 4.0}
        return dictionaries.store(words, name="mine", language_code="en", data_dir=tmp_path, zipfs=zipfs)

    def test_counted_words_are_fit_when_they_are_common(self, listed: Dictionary) -> None:
        fitness = Fitness.of(listed)
        assert fitness.fit_words() == ["blorp", "cat"]
        assert [fitness.zipf(word) for word in ("blorp", "cat", "zyzzyva")] == [4.2, 4.8, 5.0]
        assert [reason.code for reason in fitness.verdict("zyzzyva").reasons] == ["odd"]  # SCOWL's level 80

    def test_words_off_the_languages_list_have_to_be_commoner(self, listed: Dictionary) -> None:
        (reason,) = Fitness.of(listed).verdict("blarp").reasons
        assert reason.sentence == "It is too rare: 3.9 on the Zipf scale, where 4.0 is asked of it."

    def test_what_another_language_uses_is_foreign(self, listed: Dictionary) -> None:
        assert [reason.code for reason in Fitness.of(listed).verdict("que").reasons] == ["foreign"]

    def test_without_counts_unknown_words_are_not_fit(self, tmp_path: Path) -> None:
        listed = dictionaries.store({"cat", "blorp"}, name="mine", language_code="en", data_dir=tmp_path)
        assert Fitness.of(listed).fit_words() == ["cat"]
        assert [reason.code for reason in Fitness.of(listed).verdict("blorp").reasons] == ["unknown"]

    def test_it_is_the_same_on_another_machine(self, listed: Dictionary) -> None:
        travelled = dictionaries.unpack_list(dictionaries.pack_list(listed))
        assert Fitness.of(travelled).fit_words() == Fitness.of(listed).fit_words()


class TestTagger:
    class Fussy:
        def reasons(self, spellings: Iterable[str]) -> Iterator[Reason | None]:
            return (Reason("name", f"{word} is a name.") if "ñ" in word else None for word in spellings)

    def test_it_is_asked_for_the_words_as_they_are_written(self) -> None:
        fitness = Fitness.of(dictionaries.find("es"), tagger=self.Fussy())
        assert set(fitness.fit_words()) == {word for word in fit_words_of("es") if "ñ" not in word}
        assert fitness.verdict("niño").reasons == (Reason("name", "niño is a name."),)
        assert fitness.verdict("gato").fit
