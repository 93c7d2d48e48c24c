"""The letter networks' forward pass in NumPy: a quick one for every glyph, a thorough one for the hard ones.

Both are chains of 3x3 convolutions and dense layers, small enough that plain matrix products on one thread
take a third of the time of OpenCV's engines (`cv2.dnn`, classic, same layers, one core). On several threads a
board takes longer, so programs that read pictures start with `OPENBLAS_NUM_THREADS=1`. Arrays are (n, height,
width, channels) throughout, so that a convolution is every pixel's surroundings, row beside row, times one
weight matrix.
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


@dataclass(frozen=True, slots=True)
class Convolution:
    """3x3, followed by a ReLU; `weights` is (9 * channels in, channels out).

    Takes and gives images with a frame of zeros, one pixel wide: what one writes, the next reads in place.
    """

    weights: Array
    bias: Array
    stride: int

    def __call__(self, framed: Array) -> Array:
        n, height, width, channels = framed.shape
        rows, cols = (height - 2) // self.stride, (width - 2) // self.stride
        image, row, pixel, value = framed.strides
        # Three pixels side by side lie side by side in memory: one run of numbers for each of three rows.
        near: Array = np.ndarray(
            (n, rows, cols, 3, 3 * channels),
            np.float32,
            framed,
            strides=(image, self.stride * row, self.stride * pixel, row, value),
        )
        scores = near.reshape(n * rows * cols, 9 * channels) @ self.weights
        scores += self.bias
        out = _framed(n, rows, cols, scores.shape[1])
        np.maximum(scores.reshape(n, rows, cols, -1), 0, out=_inside(out))
        return out


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
        framed = _halved(glyphs)
        for convolution in self.convolutions:
            framed = convolution(framed)
        weights, bias = self.hidden
        hidden = np.maximum(_inside(framed).reshape(len(glyphs), -1) @ weights + bias, 0)
        weights, bias = self.output
        return np.asarray(hidden @ weights + bias)


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


def _halved(glyphs: Array) -> Array:
    """(n, side, side) -> (n, side/2, side/2, 4) in a frame: each 2x2 block becomes four channels."""
    n, side, _ = glyphs.shape
    half = side // 2
    out = _framed(n, half, half, 4)
    blocks = glyphs.reshape(n, half, 2, half, 2).transpose(0, 1, 3, 2, 4)
    _inside(out)[:] = blocks.reshape(n, half, half, 4)
    return out


def _framed(n: int, rows: int, cols: int, channels: int) -> Array:
    """Images of zeros, each with a frame one pixel wide."""
    return np.zeros((n, rows + 2, cols + 2, channels), np.float32)


def _inside(framed: Array) -> Array:
    return framed[:, 1:-1, 1:-1]
