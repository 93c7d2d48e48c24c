"""Envelopes come out of JSON as they went in."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from worker.wire import Envelope, JobState, Task, events_key, host_key, job_key, picture_key, result_key

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
)


@given(ENVELOPES)
def test_envelope_survives_json(envelope: Envelope) -> None:
    assert Envelope.from_json(json.loads(json.dumps(envelope.to_json()))) == envelope


def test_final_states() -> None:
    open_states = {state for state in JobState if not state.is_final}
    assert open_states == {JobState.QUEUED, JobState.STARTED}


def test_keys_are_apart() -> None:
    keys = {make("x") for make in (job_key, result_key, events_key, picture_key, host_key)}
    assert len(keys) == 5
    assert all(key.startswith("tilewise:") for key in keys)
