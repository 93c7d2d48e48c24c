"""Trains the letter networks on rendered glyphs alone: `python -m worker.vision.train`.

One seed fixes fonts, samples, initial weights and order, so the same command on the same fonts gives the same
model. Needs the `train` extra (torch, pillow) in an environment of its own, and the fonts that `--list-fonts`
names. Nothing but rendered letters is ever looked at: pictures of real puzzles serve for measuring only.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from worker.vision.glyph_cut import GLYPH_SIZE
from worker.vision.glyph_fonts import Face, install_commands, load_faces
from worker.vision.glyph_net import GlyphNet, GlyphNets, softmax
from worker.vision.glyph_nonsense import SIGNS
from worker.vision.glyph_report import report, write_into_card
from worker.vision.glyphs import CLASSES, LOOKS, MODEL_PATH, SPELLED
from worker.vision.render import Renderer

FONT_ROOTS = (Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts"), Path("/tmp/fonts/npm"))
BATCH = 256
SHARD = 4000  # samples drawn from one seed

Arrays = dict[str, NDArray[np.generic]]

_SPELLED = torch.from_numpy(SPELLED)
_LETTER_OF = _SPELLED.argmax(1)


class Design(NamedTuple):
    """Convolutions (channels out, stride) and the width of the hidden layer."""

    convolutions: tuple[tuple[int, int], ...]
    hidden: int


DESIGNS = {
    "quick": Design(((16, 1), (32, 2), (48, 2), (48, 1)), 64),
    "thorough": Design(((16, 1), (32, 2), (48, 1), (64, 2)), 64),
}
"""The two networks of `GlyphNets`."""


class Samples(NamedTuple):
    """Glyphs (n, GLYPH_SIZE, GLYPH_SIZE) uint8 and their classes (n,) int64."""

    images: NDArray[np.uint8]
    labels: NDArray[np.int64]

    def part(self, start: int, stop: int | None) -> Samples:
        return Samples(self.images[start:stop], self.labels[start:stop])


@dataclass(frozen=True, slots=True)
class Plan:
    """What to train: sizes, passes, and the seed of it all."""

    samples: int
    held_out: int
    epochs: int
    seed: int
    processes: int
    products: torch.dtype


class Network(nn.Module):
    """The trainable twin of `GlyphNet`: batch normalisation is folded into the weights on export."""

    def __init__(self, design: Design) -> None:
        super().__init__()
        self.design = design
        layers: list[nn.Module] = []
        channels, side = 4, GLYPH_SIZE // 2
        for out, stride in design.convolutions:
            layers += [nn.Conv2d(channels, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU()]
            channels, side = out, side // stride
        self.features = nn.Sequential(*layers)
        self.hidden = nn.Linear(channels * side * side, design.hidden)
        self.output = nn.Linear(design.hidden, len(CLASSES))

    def forward(self, glyphs: Tensor) -> Tensor:
        halved = functional.pixel_unshuffle(glyphs[:, None], 2).contiguous(memory_format=torch.channels_last)
        features = self.features(halved).flatten(1)
        hidden = functional.relu(self.hidden(functional.dropout(features, 0.15, self.training)))
        scores: Tensor = self.output(hidden)
        return scores


def loss_of(scores: Tensor, labels: Tensor) -> Tensor:
    """Cross entropy of shapes plus that of letters: `c` read as `C` is a small fault, as `G` a large one."""
    shapes = functional.log_softmax(scores, 1)
    letters = shapes.exp() @ _SPELLED
    letter_loss = functional.nll_loss((letters + 1e-7).log(), _LETTER_OF[labels])
    return 0.5 * functional.nll_loss(shapes, labels) + letter_loss


def render(faces: Sequence[Face], count: int, seed: int, processes: int) -> Samples:
    """Samples drawn shard by shard, the same whatever the number of processes."""
    global _faces
    _faces = faces  # inherited by the forked processes
    shards = [(seed, i, min(SHARD, count - i * SHARD)) for i in range(-(-count // SHARD))]
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        parts = pool.map(_render_shard, shards, chunksize=1)
    return Samples(np.concatenate([p.images for p in parts]), np.concatenate([p.labels for p in parts]))


_faces: Sequence[Face] = ()


def _render_shard(job: tuple[int, int, int]) -> Samples:
    seed, shard, count = job
    cv2.setNumThreads(1)
    drawn = list(Renderer(_faces, [seed, shard]).samples(count))
    return Samples(np.stack([s.image for s in drawn]), np.array([s.label for s in drawn], np.int64))


def fit_all(samples: Samples, plan: Plan) -> Arrays:
    """The arrays of all networks, one process each; every one on one thread, so that sums keep their order
    and the same model comes out on any machine of the kind."""
    global _samples
    _samples = samples  # inherited by the forked processes
    jobs = [(name, replace(plan, seed=plan.seed + i)) for i, name in enumerate(DESIGNS)]
    with multiprocessing.get_context("fork").Pool(min(plan.processes, len(jobs))) as pool:
        parts = pool.starmap(_fit_one, jobs, chunksize=1)
    return {key: array for part in parts for key, array in part.items()}


_samples = Samples(np.zeros((0, GLYPH_SIZE, GLYPH_SIZE), np.uint8), np.zeros(0, np.int64))


def _fit_one(name: str, plan: Plan) -> Arrays:
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    return {f"{name}_{key}": array for key, array in export(fit(_samples, plan, name)).items()}


def fit(samples: Samples, plan: Plan, name: str) -> Network:
    """The network after all passes over the samples."""
    torch.manual_seed(plan.seed)
    network = Network(DESIGNS[name]).to(memory_format=torch.channels_last).train()
    steps = plan.epochs * (len(samples.labels) // BATCH)
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=4e-3, total_steps=steps, pct_start=0.15)
    started, total = time.monotonic(), 0.0
    for step, (images, labels) in enumerate(_batches(samples, plan), 1):
        with torch.autocast("cpu", torch.bfloat16, enabled=plan.products == torch.bfloat16):
            scores = network(images)
        loss = loss_of(scores.float(), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        total += loss.item()
        if step % 250 == 0 or step == steps:
            mean, seconds = total / (step % 250 or 250), time.monotonic() - started
            print(f"{name}: step {step}/{steps}  loss {mean:.4f}  {seconds:.0f} s", flush=True)
            total = 0.0
    return network.eval()


def _batches(samples: Samples, plan: Plan) -> Iterator[tuple[Tensor, Tensor]]:
    rng = np.random.default_rng(plan.seed)
    for _ in range(plan.epochs):
        order = rng.permutation(len(samples.labels))
        for i in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[i : i + BATCH]
            images = torch.from_numpy(_floats(samples.images[chosen]))
            yield images, torch.from_numpy(samples.labels[chosen])


def _floats(images: NDArray[np.uint8]) -> NDArray[np.float32]:
    return np.divide(images, np.float32(255), dtype=np.float32)


def export(network: Network) -> Arrays:
    """The arrays of a `GlyphNet`, in half precision, batch normalisation folded in."""
    design = network.design
    arrays: Arrays = {"strides": np.array([stride for _, stride in design.convolutions])}
    modules = list(network.features)
    for i, (conv, norm) in enumerate(zip(modules[::3], modules[1::3], strict=True)):
        assert isinstance(conv, nn.Conv2d)
        assert isinstance(norm, nn.BatchNorm2d)
        weights, bias = _folded(conv, norm)
        arrays[f"conv{i}_w"] = _half(weights.permute(2, 3, 1, 0).reshape(-1, weights.shape[0]))
        arrays[f"conv{i}_b"] = _half(bias)
    channels = design.convolutions[-1][0]
    side = int((network.hidden.in_features // channels) ** 0.5)
    dense = network.hidden.weight.reshape(-1, channels, side, side).permute(2, 3, 1, 0)
    arrays |= {"hidden_w": _half(dense.reshape(-1, design.hidden)), "hidden_b": _half(network.hidden.bias)}
    arrays |= {"output_w": _half(network.output.weight.T), "output_b": _half(network.output.bias)}
    return arrays


def _folded(conv: nn.Conv2d, norm: nn.BatchNorm2d) -> tuple[Tensor, Tensor]:
    assert norm.running_mean is not None
    assert norm.running_var is not None
    factor = norm.weight / (norm.running_var + norm.eps).sqrt()
    return conv.weight * factor[:, None, None, None], norm.bias - norm.running_mean * factor


def _half(values: Tensor) -> NDArray[np.float16]:
    return np.asarray(values.detach().numpy(), np.float16)


def calibrate(arrays: Arrays, held_out: Samples) -> NDArray[np.float64]:
    """The temperatures (least log loss) at which letters of unseen fonts are as likely as the quick network,
    and as the mean of both, say."""
    truth = _LETTER_OF[torch.from_numpy(held_out.labels)].numpy()
    images = _floats(held_out.images)
    quick, thorough = (GlyphNet.from_arrays(arrays, name).logits(images) for name in DESIGNS)

    def best(logits: NDArray[np.float32]) -> float:
        def log_loss(temperature: float) -> float:
            letters = softmax(logits, temperature) @ SPELLED
            return float(-np.log(letters[np.arange(len(truth)), truth] + 1e-9).mean())

        return min((float(t) for t in np.arange(0.6, 2.6, 0.05)), key=log_loss)

    return np.array([best(quick), best((quick + thorough) / np.float32(2))])


def train(plan: Plan, roots: Sequence[Path], cache: Path | None) -> tuple[Arrays, str]:
    """The arrays of a calibrated model, and how it does on fonts that it never saw."""
    fitting, held_out = _load_or_render(plan, roots, cache)
    arrays = {"classes": np.array(CLASSES), **fit_all(fitting, plan)}
    half = len(held_out.labels) // 2
    arrays["temperatures"] = calibrate(arrays, held_out.part(0, half))
    rest = held_out.part(half, None)
    probs = GlyphNets.from_arrays(arrays, LOOKS).probabilities(_floats(rest.images))
    alone, both = arrays["temperatures"].tolist()
    return arrays, f"Temperatures {alone:.2f} and {both:.2f}. {report(probs, rest.labels)}"


def _load_or_render(plan: Plan, roots: Sequence[Path], cache: Path | None) -> tuple[Samples, Samples]:
    if cache is not None and cache.exists():
        with np.load(cache) as stored:
            return Samples(stored["a"], stored["b"]), Samples(stored["c"], stored["d"])
    faces = load_faces(roots, [*CLASSES[1:], *SIGNS])
    print(f"{len(faces)} faces, {sum(f.held_out for f in faces)} of them held out", flush=True)
    started = time.monotonic()
    fitting = render([f for f in faces if not f.held_out], plan.samples, plan.seed, plan.processes)
    held_out = render([f for f in faces if f.held_out], plan.held_out, plan.seed + 1, plan.processes)
    print(f"rendered {plan.samples + plan.held_out} glyphs in {time.monotonic() - started:.0f} s", flush=True)
    if cache is not None:
        np.savez(cache, a=fitting.images, b=fitting.labels, c=held_out.images, d=held_out.labels)
    return fitting, held_out


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m worker.vision.train", description=__doc__)
    parser.add_argument("--fonts", type=Path, action="append", help="folder to search (repeatable)")
    parser.add_argument("--list-fonts", action="store_true", help="print what to install, and end")
    parser.add_argument("--samples", type=int, default=240_000)
    parser.add_argument("--held-out", type=int, default=24_000)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--products", choices=("float32", "bfloat16"), default="float32", help="bfloat16: as the shipped file"
    )
    parser.add_argument(
        "--cache", type=Path, help="keep the rendered glyphs in this file, or take them from it"
    )
    parser.add_argument("--out", type=Path, default=MODEL_PATH)
    options = parser.parse_args()
    if options.list_fonts:
        print(install_commands())
        return
    products = torch.bfloat16 if options.products == "bfloat16" else torch.float32
    plan = Plan(options.samples, options.held_out, options.epochs, options.seed, options.processes, products)
    arrays, text = train(plan, options.fonts or FONT_ROOTS, options.cache)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(options.out, **arrays)  # type: ignore[arg-type]
    write_into_card(options.out.with_name("MODEL_CARD.md"), text)
    print(f"{text}\nwrote {options.out}, {options.out.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
