"""A spaCy model as a further witness on names; used where one is installed, never required.

Words stand alone here, without a sentence around them, so a model often errs: English `en_core_web_sm` takes
one fit word in eight for a name, `breeze` and `tattoos` among them. Fit for picking out what to look at.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from typing import Any, Final

from dictionaries.errors import NoSuchModel
from dictionaries.verdicts import Reason, reason

_NAMED: Final = frozenset({"PERSON", "PER", "GPE", "LOC", "ORG", "NORP", "FAC", "PRODUCT", "WORK_OF_ART"})
"""Labels of spaCy's entities that are names; dates, numbers and the like are words."""


class SpacyTagger:
    """Asks a model for each word's part of speech and whether it names something."""

    def __init__(self, model: str, pipeline: Any) -> None:
        self._model = model
        self._pipeline = pipeline

    @classmethod
    def load(cls, model: str) -> SpacyTagger:
        """Open a model by its name or folder, such as `es_core_news_sm`.

        Raises:
            NoSuchModel: spaCy or the model is not installed.
        """
        try:
            pipeline = importlib.import_module("spacy").load(model)
        except (ImportError, OSError) as error:
            raise NoSuchModel(
                f"The spaCy model {model!r} cannot be opened: {error}.",
                hint=f"pip install spacy; python -m spacy download {model}. Or leave --nlp out.",
            ) from None
        return cls(model, pipeline)

    def reasons(self, spellings: Iterable[str]) -> Iterator[Reason | None]:
        """For each word, why it is not fit, if the model has anything against it."""
        return map(self._against, self._pipeline.pipe(spellings))

    def _against(self, read: Any) -> Reason | None:
        label = next((entity.label_ for entity in read.ents if entity.label_ in _NAMED), None)
        if label is not None:
            return reason("entity", model=self._model, label=label)
        is_proper = any(token.pos_ == "PROPN" for token in read)
        return reason("proper_noun", model=self._model) if is_proper else None
