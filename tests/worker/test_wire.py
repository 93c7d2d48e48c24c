"""Envelopes come out of JSON as they went in."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.wire import (
    Envelope,
    Further,
    JobState,
    Lane,
    Task,
    events_key,
    gone_key,
    host_key,
    idempotency_key,
    job_key,
    open_key,
    picture_key,
    result_key,
)

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)
ENVELOPES = st.builds(
    Envelope,
    job=st.text(min_size=1),
    part=st.text(min_size=1),
    task=st.sampled_from(Task),
    request=st.dictionaries(st.text(), _JSON),
    picture=st.none() | st.text(alphabet="0123456789abcdef", min_size=64, max_size=64),
    request_id=st.text(),
    ms=st.dictionaries(st.text(), st.floats(0, 1e6)),
)


@pytest.mark.slow
@given(ENVELOPES)
def test_envelope_survives_json(envelope: Envelope) -> None:
    assert Envelope.from_json(json.loads(json.dumps(envelope.to_json()))) == envelope


@pytest.mark.slow
@given(ENVELOPES, st.dictionaries(st.text(), st.floats(0, 1e6)))
def test_what_follows_is_of_the_same_job_and_knows_the_time_so_far(
    envelope: Envelope, ms: dict[str, float]
) -> None:
    further = Further(Task.ASK_LLM, Lane.BULK, {"x": 1}, 5)
    following = envelope.followed_by(further, ms)
    assert following == envelope.followed_by(further, ms)
    assert (following.job, following.picture, following.request) == (envelope.job, envelope.picture, {"x": 1})
    assert following.part != envelope.part and not following.is_first
    assert following.ms == {**envelope.ms, **ms}


def test_final_states() -> None:
    open_states = {state for state in JobState if not state.is_final}
    assert open_states == {JobState.QUEUED, JobState.STARTED}


def test_keys_are_apart() -> None:
    makers = (job_key, result_key, events_key, picture_key, host_key, gone_key, open_key)
    keys = {*(make("x") for make in makers), idempotency_key("x", "x"), idempotency_key("", "x")}
    assert len(keys) == len(makers) + 2
    assert all(key.startswith("tilewise:") for key in keys)
