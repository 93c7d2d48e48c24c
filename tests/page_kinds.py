"""The kinds of word-search pages that must be read, drawn from a seed each; see `tests.page_pictures`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tests.page_pictures import DrawnPage, draw_page, random_style

Rng = np.random.Generator

FONT_ROOT = Path("/usr/share/fonts")
FACES: dict[str, tuple[str, ...]] = {
    "plain": (
        "DejaVuSans.ttf",
        "DejaVuSans-Bold.ttf",
        "DejaVuSerif.ttf",
        "LiberationSans-Regular.ttf",
        "LiberationSerif-Regular.ttf",
        "OpenSans-Regular.ttf",
        "Lato-Regular.ttf",
        "Caladea-Regular.ttf",
        "FreeSans.ttf",
        "EBGaramond12-Regular.otf",
        "Poppins-Regular.otf",
    ),
    "slab": ("RobotoSlab-Regular.otf", "RobotoSlab-Bold.otf", "DejaVuSerif-Bold.ttf"),
    "comic": ("ComicNeue-Regular.otf", "ComicNeue-Bold.otf", "Humor-Sans.ttf", "OpenDyslexic-Regular.otf"),
    "typewriter": (
        "FreeMono.ttf",
        "FreeMonoBold.ttf",
        "LiberationMono-Regular.ttf",
        "GNUTypewriter.ttf",
        "Courier Prime.otf",
        "DejaVuSansMono.ttf",
    ),
    "handwriting": (
        "dkg.ttf",
        "Rufscript010.ttf",
        "Breip.ttf",
        "YuseiMagic-Regular.ttf",
        "ComicNeue-Light.otf",
    ),
}
"""File names; where none is installed, OpenCV's own face stands in."""


@cache
def faces(style: str) -> tuple[str, ...]:
    """Fonts of a style that are installed here, or OpenCV's own."""
    installed = {
        path.name: str(path) for path in sorted(FONT_ROOT.rglob("*")) if path.suffix in (".ttf", ".otf")
    }
    return tuple(installed[name] for name in FACES[style] if name in installed) or ("sans",)


def _page(rng: Rng, faces_of: str = "plain", **fixed: Any) -> DrawnPage:
    """A page with nothing on its letters but what is fixed."""
    bare: dict[str, Any] = {"outline": "rectangle", "lower": False, "lassos": 0, "markers": 0}
    fixed = bare | fixed
    style = replace(random_style(rng, list(faces(faces_of))), **fixed)
    return draw_page(style, rng)


def _small(rng: Rng, step: int, **fixed: Any) -> DrawnPage:
    size = max(round(step * float(rng.uniform(0.55, 0.68))), 8)
    fixed |= {"step": (step, step), "size": size}
    return _page(rng, **fixed)


def _crumpled(rng: Rng) -> DrawnPage:
    drawn = _page(rng).crumpled(rng)
    return drawn.photographed(rng, degrees=float(rng.uniform(-6, 6)), blur=0.6)


def _book(rng: Rng) -> DrawnPage:
    """A book held open under a lamp: bent, aslant, noisy, the light falling off."""
    across, down = int(rng.integers(5, 20)), int(rng.integers(8, 33))
    sides: dict[str, Any] = {"rows": max(down, 8), "cols": max(across, 8), "rules": "frame"}
    step = int(rng.integers(17, 40))
    size = round(step * float(rng.uniform(0.45, 0.6)))
    drawn = _page(rng, step=(step, step), size=max(size, 9), **sides).curled(rng, 0.4 * step).shaded(rng)
    degrees = float(rng.uniform(-8, 8))
    return drawn.photographed(rng, degrees=degrees, tilt=0.04, blur=0.7, noise=5)


def _turned(rng: Rng) -> DrawnPage:
    return _page(rng).photographed(rng, degrees=float(rng.choice([-25, -18, 12, 25])), blur=0.5)


def _noisy(rng: Rng) -> DrawnPage:
    grey = int(rng.integers(130, 190))
    drawn = _page(rng, paper=(255, 255, 255), ink=(grey, grey, grey), rules="lines")
    drawn.canvas[:] = np.clip(drawn.canvas + rng.normal(0, 8, drawn.canvas.shape), 0, 255)
    specks = rng.random(drawn.canvas.shape[:2]) < 0.004
    drawn.canvas[specks] = (90, 90, 230)
    return drawn


def _proportional(rng: Rng) -> DrawnPage:
    sides: dict[str, Any] = {"rows": int(rng.integers(8, 18)), "cols": int(rng.integers(8, 18))}
    size = int(rng.integers(10, 24))
    step = (round(size * 1.1), round(size * float(rng.uniform(1.5, 2.4))))
    return _page(rng, proportional=True, rules="none", beside="nothing", step=step, size=size, **sides)


def _dark(rng: Rng) -> DrawnPage:
    paper = tuple(int(v) for v in rng.integers(0, 70, 3))
    ink = tuple(int(v) for v in rng.integers(190, 256, 3))
    return _page(rng, paper=paper, ink=ink)


KINDS: dict[str, Callable[[Rng], DrawnPage]] = {
    "bare": lambda rng: _page(rng, rules="none"),
    "lines": lambda rng: _page(rng, rules="lines"),
    "boxes": lambda rng: _page(rng, rules="boxes"),
    "egg": lambda rng: _page(rng, outline="egg", beside="right"),
    "butterfly": lambda rng: _page(rng, outline="butterfly", beside="below"),
    "turned": _turned,
    "crumpled": _crumpled,
    "book": _book,
    "tiny": lambda rng: _small(rng, int(rng.integers(12, 15)), faces_of="slab"),
    "comic": lambda rng: _page(rng, "comic"),
    "typewriter": lambda rng: _page(rng, "typewriter"),
    "handwriting": lambda rng: _page(rng, "handwriting", uneven=0.08, rules="none"),
    "lower": lambda rng: _page(rng, lower=True),
    "proportional": _proportional,
    "pen": lambda rng: _page(rng, strokes=4),
    "lasso": lambda rng: _page(rng, lassos=3),
    "ellipse": lambda rng: _page(rng, ellipses=4),
    "highlighter": lambda rng: _page(rng, markers=5),
    "dark": _dark,
    "noise": _noisy,
    "large": lambda rng: _small(rng, int(rng.integers(18, 34)), rows=30, cols=32),
    "slab": lambda rng: _page(rng, "slab"),
}


def kind_of_page(kind: str, seed: int) -> DrawnPage:
    """A page of one of the `KINDS`."""
    return KINDS[kind](np.random.default_rng([seed, *kind.encode()]))


def to_bytes(drawn: DrawnPage, seed: int) -> bytes:
    """Half of them as PNG, half as JPEG as they come from phones and from the web."""
    return drawn.to_bytes(".jpg", 85) if seed % 2 else drawn.to_bytes()
