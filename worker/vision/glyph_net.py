"""The letter network's forward pass in NumPy.

A chain of 3x3 convolutions and dense layers, few enough that plain matrix products beat OpenCV's engines: 16
glyphs take 1 ms here, 2 ms or more in `cv2.dnn` (classic engine, same layers, one core). Arrays are (n,
height, width, channels) throughout, so that a convolution is the surroundings of every pixel, row beside row,
times one weight matrix.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

Array = NDArray[np.float32]

_BATCH = 32  # glyphs at a time: the intermediate arrays stay in the second-level cache
_SMALL = (
    1 << 18
)  # multiplications in one product; OpenBLAS starts threads beyond, which fight on a busy machine


@dataclass(frozen=True, slots=True)
class Convolution:
    """3x3, padded by one, followed by a ReLU; `weights` is (9 * channels in, channels out)."""

    weights: Array
    bias: Array
    stride: int

    def __call__(self, x: Array) -> Array:
        n, height, width, channels = x.shape
        padded = np.zeros((n, height + 2, width + 2, channels), np.float32)
        padded[:, 1:-1, 1:-1] = x
        rows, cols = height // self.stride, width // self.stride
        image, row, pixel, value = padded.strides
        # Three pixels side by side lie side by side in memory: one run of numbers for each of three rows.
        near = as_strided(
            padded,
            (n, rows, cols, 3, 3 * channels),
            (image, self.stride * row, self.stride * pixel, row, value),
            writeable=False,
        )
        out = product(near.reshape(n * rows * cols, 9 * channels), self.weights)
        out += self.bias
        np.maximum(out, 0, out=out)
        return out.reshape(n, rows, cols, -1)


@dataclass(frozen=True, slots=True)
class GlyphNet:
    """Convolutions, a hidden dense layer, an output layer, and the temperature of its softmax."""

    convolutions: tuple[Convolution, ...]
    hidden: tuple[Array, Array]
    output: tuple[Array, Array]
    temperature: float

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]]) -> Self:
        """From `conv0_w, conv0_b, ..., strides, hidden_w, hidden_b, output_w, output_b, temperature`."""

        def weight(name: str) -> Array:
            return np.ascontiguousarray(arrays[name], dtype=np.float32)

        strides = [int(s) for s in np.asarray(arrays["strides"])]
        convolutions = tuple(
            Convolution(weight(f"conv{i}_w"), weight(f"conv{i}_b"), stride)
            for i, stride in enumerate(strides)
        )
        hidden, output = ((weight(f"{k}_w"), weight(f"{k}_b")) for k in ("hidden", "output"))
        return cls(convolutions, hidden, output, float(np.asarray(arrays["temperature"])))

    def probabilities(self, glyphs: Array) -> Array:
        """Softmax over the classes, for glyphs (n, side, side)."""
        logits = self.logits(glyphs) / np.float32(self.temperature)
        logits -= logits.max(axis=1, keepdims=True) if len(logits) else 0
        np.exp(logits, out=logits)
        logits /= logits.sum(axis=1, keepdims=True)
        return logits

    def logits(self, glyphs: Array) -> Array:
        """Raw scores (n, classes), a batch at a time."""
        batches = [self._forward(glyphs[i : i + _BATCH]) for i in range(0, len(glyphs), _BATCH)]
        return np.concatenate(batches) if batches else np.zeros((0, len(self.output[1])), np.float32)

    def _forward(self, glyphs: Array) -> Array:
        x = _halve(glyphs)
        for convolution in self.convolutions:
            x = convolution(x)
        weights, bias = self.hidden
        hidden = np.maximum(product(x.reshape(len(x), -1), weights) + bias, 0)
        weights, bias = self.output
        return product(hidden, weights) + bias


def product(rows: Array, weights: Array) -> Array:
    """`rows @ weights`, a few rows at a time, so that it stays on the calling thread."""
    n, inner = rows.shape
    chunk = max(_SMALL // weights.size, 1)
    whole = n - n % chunk
    out = np.empty((n, weights.shape[1]), np.float32)
    np.matmul(
        rows[:whole].reshape(-1, chunk, inner), weights, out=out[:whole].reshape(-1, chunk, out.shape[1])
    )
    if whole < n:
        np.matmul(rows[whole:], weights, out=out[whole:])
    return out


def _halve(glyphs: Array) -> Array:
    """(n, side, side) -> (n, side/2, side/2, 4): each 2x2 block becomes four channels."""
    n, side, _ = glyphs.shape
    half = side // 2
    return glyphs.reshape(n, half, 2, half, 2).transpose(0, 1, 3, 2, 4).reshape(n, half, half, 4)
