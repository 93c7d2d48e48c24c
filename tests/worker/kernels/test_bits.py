from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from worker.kernels import bits
from worker.kernels.compiled import kernel

numbers = st.integers(0, 2**64 - 1)


_trailing_zeros = kernel(lambda value: bits.trailing_zeros(value))
_leading_zeros = kernel(lambda value: bits.leading_zeros(value))
_ones = kernel(lambda value: bits.ones(value))
_lanes_meeting = kernel(lambda table, at, mask: bits.lanes_meeting(table, at, mask))


@settings(deadline=None)
@given(numbers)
def test_counts_bits(number: int) -> None:
    assert _ones(np.uint64(number)) == number.bit_count()
    if number:
        assert _leading_zeros(np.uint64(number)) == 64 - number.bit_length()
        assert _trailing_zeros(np.uint64(number)) == (number & -number).bit_length() - 1


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 2**32 - 1), min_size=32, max_size=32),
    st.integers(0, 2**32 - 1),
    st.integers(0, 8),
)
def test_lanes_that_share_a_bit(letters: list[int], mask: int, at: int) -> None:
    table = np.array([letters[k] | letters[k + 1] << 32 for k in range(0, 32, 2)], np.uint64)
    expected = sum(1 << lane for lane in range(16) if letters[2 * at + lane] & mask)
    assert _lanes_meeting(table, np.uint64(at), np.uint64(mask)) == expected
