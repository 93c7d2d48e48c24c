"""The witness from spaCy, on a model that the test makes up: spaCy itself is never required."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from types import ModuleType, SimpleNamespace

import pytest

from dictionaries import NoSuchModel
from dictionaries.nlp import SpacyTagger

KNOWN = {"london": ("GPE", "PROPN"), "pascal": ("", "PROPN"), "monday": ("DATE", "NOUN")}


class Pipeline:
    def pipe(self, texts: Iterable[str]) -> Iterator[SimpleNamespace]:
        return map(self.read, texts)

    def read(self, text: str) -> SimpleNamespace:
        label, pos = KNOWN.get(text, ("", "NOUN"))
        entities = [SimpleNamespace(label_=label)] if label else []
        return Document(ents=entities, tokens=[SimpleNamespace(pos_=pos)])


class Document(SimpleNamespace):
    def __iter__(self) -> Iterator[SimpleNamespace]:
        return iter(self.tokens)


def test_names_are_told_and_other_words_are_not() -> None:
    against = list(SpacyTagger("tiny", Pipeline()).reasons(["london", "pascal", "monday", "cat"]))
    assert [reason and reason.sentence for reason in against] == [
        "tiny takes it for the name of something (GPE).",
        "tiny takes it for a proper noun.",
        None,
        None,
    ]
    assert {reason.code for reason in against if reason} == {"name"}


def test_a_model_that_is_not_there_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)  # as if it were not installed
    with pytest.raises(NoSuchModel) as caught:
        SpacyTagger.load("en_core_web_sm")
    assert "python -m spacy download en_core_web_sm" in caught.value.hint


def test_an_installed_model_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    spacy = ModuleType("spacy")
    spacy.load = lambda name: Pipeline()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spacy", spacy)
    assert list(SpacyTagger.load("any").reasons(["cat"])) == [None]
