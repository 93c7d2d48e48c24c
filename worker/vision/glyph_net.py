"""The letter networks' forward pass in NumPy: a quick one for every glyph, a thorough one for the hard ones.

Both are chains of 3x3 convolutions and dense layers, small enough that plain matrix products beat OpenCV's
engines: 16 glyphs take 0.7 ms here, 2 ms or more in `cv2.dnn` (classic engine, same layers, one core). Arrays
are (n, height, width, channels) throughout, so that a convolution is every pixel's surroundings, row beside
row, times one weight matrix.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

CERTAIN = 0.99
"""A glyph of which the quick network is this sure is not read again."""
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
        near: Array = np.ndarray(
            (n, rows, cols, 3, 3 * channels),
            np.float32,
            padded,
            strides=(image, self.stride * row, self.stride * pixel, row, value),
        )
        out = product(near.reshape(n * rows * cols, 9 * channels), self.weights)
        out += self.bias
        np.maximum(out, 0, out=out)
        return out.reshape(n, rows, cols, -1)


@dataclass(frozen=True, slots=True)
class GlyphNet:
    """Convolutions, a hidden dense layer, and an output layer."""

    convolutions: tuple[Convolution, ...]
    hidden: tuple[Array, Array]
    output: tuple[Array, Array]

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]], name: str) -> Self:
        """From `conv0_w, conv0_b, ..., strides, hidden_w, hidden_b, output_w, output_b` after `name_`."""

        def weight(key: str) -> Array:
            return np.ascontiguousarray(arrays[f"{name}_{key}"], dtype=np.float32)

        strides = [int(s) for s in np.asarray(arrays[f"{name}_strides"])]
        convolutions = tuple(
            Convolution(weight(f"conv{i}_w"), weight(f"conv{i}_b"), stride)
            for i, stride in enumerate(strides)
        )
        hidden, output = ((weight(f"{k}_w"), weight(f"{k}_b")) for k in ("hidden", "output"))
        return cls(convolutions, hidden, output)

    def logits(self, glyphs: Array) -> Array:
        """Raw scores (n, classes) of glyphs (n, side, side), a batch at a time."""
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


@dataclass(frozen=True, slots=True)
class GlyphNets:
    """Two networks: the quick one reads every glyph, both together read what it is not sure of.

    Two that were trained apart err apart: where they disagree, their mean is unsure. `looks` (classes,
    looks) adds up shapes that look alike, `temperatures` are those of the softmax of the quick
    network's scores and of the mean of both.
    """

    quick: GlyphNet
    thorough: GlyphNet
    looks: Array
    temperatures: tuple[float, float]

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]], looks: Array) -> Self:
        """From both networks' arrays, and `temperatures`."""
        alone, both = (float(t) for t in np.asarray(arrays["temperatures"]))
        quick, thorough = (GlyphNet.from_arrays(arrays, name) for name in ("quick", "thorough"))
        return cls(quick, thorough, looks, (alone, both))

    def probabilities(self, glyphs: Array) -> Array:
        """Probabilities (n, classes) of glyphs (n, side, side)."""
        logits = self.quick.logits(glyphs)
        probs = softmax(logits, self.temperatures[0])
        hard = np.flatnonzero((probs @ self.looks).max(axis=1) < CERTAIN)
        both = (logits[hard] + self.thorough.logits(glyphs[hard])) / np.float32(2)
        probs[hard] = softmax(both, self.temperatures[1])
        return probs


def softmax(logits: Array, temperature: float) -> Array:
    """Probabilities (n, classes); 1 is the temperature of the scores as they were trained."""
    scores = logits / np.float32(temperature)
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)
    return scores


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
