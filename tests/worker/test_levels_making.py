"""The jobs that make a pack: parts side by side or one after the other, the same pack, without a fault."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dictionaries
from tests.level_packs import COUNT, pack_bytes_of, pack_of, pack_request
from tests.reference.levels_pack import pack_faults
from tests.selection import examples
from worker import levels_making
from worker.context import TaskContext
from worker.levels_checking import check_pack
from worker.levels_results import head_of, is_pack, level_of
from worker.tasks import perform
from worker.wire import Fan, Task

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def context(lexicon_cache: Path) -> TaskContext:
    return TaskContext(Path("unused"), lexicon_cache)


@pytest.mark.parametrize("language", ["en", "es", pytest.param("pt", marks=pytest.mark.long)])
def test_a_pack_has_no_fault(language: str, context: TaskContext) -> None:
    pack = pack_of(context.cache_dir, language)
    assert len(pack["levels"]) == COUNT and pack["language"] == language
    assert list(check_pack(pack, pack["levels"], context)) == []
    listed = dictionaries.find(language)
    fitness = dictionaries.Fitness.of(listed)
    fit = fitness.fit_words()
    zipfs = {each["word"]: fitness.zipf(each["word"]) for level in pack["levels"] for each in level["words"]}
    assert pack_faults(pack, set(listed.words()), set(fit), zipfs) == []


def test_it_is_the_same_in_parts_of_any_size(context: TaskContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels_making, "PART_LEVELS", 7)
    told: list[tuple[str, float]] = []
    planning = replace(context, in_parts=True, report=lambda stage, share: told.append((stage, share)))
    outcome = perform(Task.LEVELS_MAKE, pack_request(), None, planning)
    assert isinstance(outcome.further, Fan) and len(outcome.further.requests) == 4
    assert {stage for stage, _ in told} == {"plan"} and told == sorted(told)
    assert len(told) > 100 and 0.9 * outcome.further.begin < told[-1][1] < outcome.further.begin
    answers = [perform(Task.LEVELS_PART, part, None, context).result for part in outcome.further.requests]
    told.clear()
    joining = replace(planning, answers=lambda: answers)
    joined = perform(Task.LEVELS_JOIN, outcome.further.join.request, None, joining)
    assert {stage for stage, _ in told} == {"join"} and told == sorted(told)
    assert outcome.further.end <= told[0][1] < told[-1][1] < 1
    assert joined.result == pack_bytes_of(context.cache_dir)


def test_a_pack_is_read_line_by_line(context: TaskContext) -> None:
    content, pack = pack_bytes_of(context.cache_dir), pack_of(context.cache_dir)
    assert is_pack(content) and not is_pack(b'{"rows":3}')
    assert {**head_of(content), "levels": pack["levels"]} == pack
    assert [level_of(content, number + 1) for number in range(COUNT)] == pack["levels"]
    assert level_of(content, 0) is None and level_of(content, COUNT + 1) is None


def test_accents_are_for_show(context: TaskContext) -> None:
    words = [each for level in pack_of(context.cache_dir, "es")["levels"] for each in level["words"]]
    spanish = dictionaries.language("es")
    assert all(spanish.fold(each["display"]) == each["word"] for each in words)
    assert any(each["display"] != each["word"] for each in words)
    several = [each for each in words if "spellings" in each]
    assert several and all(each["spellings"][0] == each["display"] for each in several)


def test_the_curve_and_the_tiers_are_those_of_the_levels(context: TaskContext) -> None:
    pack = pack_of(context.cache_dir)
    assert pack["curve"] == [[level["number"], level["difficulty"]] for level in pack["levels"]]
    assert sum(tier["levels"] for tier in pack["tiers"]) == COUNT


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"count": 20_000}, "not_enough_words"),
        ({"min_letters": 9}, "bad_option"),
        ({"nlp": "none"}, "bad_option"),
        # More words than find a place: there would be a pack without a level.
        (
            {"count": 2, "min_letters": 8, "max_letters": 8, "min_words": 40, "max_words": 40},
            "not_enough_words",
        ),
    ],
)
def test_what_cannot_be_made(wrong: dict[str, Any], code: str, context: TaskContext) -> None:
    outcome = perform(Task.LEVELS_MAKE, {**pack_request(), **wrong}, None, context)
    assert outcome.failure is not None and outcome.failure.code == code


def change(pack: dict[str, Any], place: int, **members: Any) -> None:
    pack["levels"][place] |= members


def swapped(pack: dict[str, Any]) -> None:
    levels = pack["levels"]
    levels[2], levels[-1] = levels[-1] | {"number": 3}, levels[2] | {"number": COUNT}


def moved(pack: dict[str, Any]) -> None:
    pack["levels"][5]["words"][0]["row"] += 1


def renamed(pack: dict[str, Any]) -> None:
    pack["levels"][5]["words"][0]["display"] = "nothing"


FAULTS = {
    "format": lambda pack: pack.update(version=2),
    "members": lambda pack: pack["levels"][1].pop("bonus"),
    "number": lambda pack: change(pack, 3, number=7),
    "layout": moved,
    "wheel_twice": lambda pack: pack["levels"].insert(4, pack["levels"][3] | {"number": 5}),
    "longest_twice": lambda pack: pack["levels"].insert(4, pack["levels"][3] | {"number": 5}),
    "not_formable": lambda pack: change(pack, 0, bonus=["zzz"]),
    "not_listed": lambda pack: change(pack, 0, bonus=[pack["levels"][0]["letters"]]),
    "rude": lambda pack: change(pack, 0, bonus=["shit"]),
    "display": renamed,
    "difficulty": lambda pack: change(pack, 6, difficulty=pack["levels"][6]["difficulty"] + 0.5),
    "order": swapped,
    "tier": lambda pack: change(pack, 6, tier="expert"),
    "count": lambda pack: pack["levels"].pop(),
    "density": lambda pack: change(pack, 2, density=0.1),
    "crossings": lambda pack: change(pack, 2, crossings=99),
    "curve": lambda pack: pack["curve"][3].reverse(),
    "word_count": lambda pack: pack["options"].update(max_words=4),
    "wheel_size": lambda pack: pack["options"].update(max_letters=5),
    "grid_size": lambda pack: pack["options"].update(max_side=6),
    "no_full_word": lambda pack: change(pack, 2, letters=pack["levels"][2]["letters"] + "e"),
    "dictionary": lambda pack: pack["dictionary"].update(sha256="0" * 64),
}  # fmt: skip


@pytest.mark.parametrize("code", list(FAULTS))
def test_a_spoiled_pack_is_found_out(code: str, context: TaskContext) -> None:
    pack = pack_of(context.cache_dir)
    FAULTS[code](pack)  # type: ignore[no-untyped-call]
    found = list(check_pack(pack, pack["levels"], context))
    assert code in {fault.code for fault in found}
    assert all(fault.sentence.endswith(".") for fault in found)


def test_a_pack_that_names_no_word_list_is_not_said_to_be_right(context: TaskContext) -> None:
    for told in ({"sha256": None}, {}, None):
        pack = {**pack_of(context.cache_dir), "dictionary": told}
        assert [fault.code for fault in check_pack(pack, pack["levels"], context)] == ["dictionary"]


JUNK: st.SearchStrategy[Any] = (
    st.none()
    | st.booleans()
    | st.integers(-2, 99)
    | st.floats()
    | st.text(max_size=3)
    | st.just([])
    | st.just({})
)


@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_no_pack_is_too_spoiled_to_be_checked(data: st.DataObject, context: TaskContext) -> None:
    pack = pack_of(context.cache_dir)
    pack["levels"] = pack["levels"][:5]
    inner: Any = pack
    while isinstance(inner, dict | list) and inner:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        outer, key = inner, data.draw(st.sampled_from(keys))
        inner = outer[key]
    outer[key] = data.draw(JUNK)
    levels = pack["levels"] if isinstance(pack["levels"], list) else []
    assert all(fault.sentence for fault in check_pack(pack, levels, context))


def test_the_words_are_told_with_what_is_known_of_them(context: TaskContext) -> None:
    request = {**pack_request("es"), "letters": "c, a, m, i, o, n", "min_length": 6, "llm": "never"}
    result = json.loads(perform(Task.LEVELS_WORDS, request, None, context).result)
    told = {each["word"]: each for each in result["words"]}
    assert told["camion"]["display"] == "camión" and told["camion"]["fit"]
    assert result["word_count"] == len(told) and result["dictionary"]["name"] == "es"
