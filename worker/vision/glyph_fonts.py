"""The fonts that training letters are drawn with: packages, licences, and glyph masks cut from them.

No font is part of the project. `python -m worker.vision.train --list-fonts` prints the two commands that
install them; training skips a missing package and says so in its log, so that the model card can name what
was used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

CAP_HEIGHT = 40  # pixels of an `H` in every mask, whatever the font's own proportions
_LARGEST_CAP = 0.45  # share of the em that no sane capital falls below; guards against symbol fonts
_SUFFIXES = (".ttf", ".otf", ".woff")


class FontSource(NamedTuple):
    """A package with fonts; `files` are patterns over file names, `held_out` keeps it for measuring only."""

    package: str
    licence: str
    style: str
    files: tuple[str, ...]
    held_out: bool = False


def _debian(package: str, licence: str, style: str, *files: str, held_out: bool = False) -> FontSource:
    return FontSource(f"fonts-{package}", licence, style, files, held_out)


def _npm(name: str, style: str, *weights: int, held_out: bool = False) -> FontSource:
    """A fontsource package (all of these are under the OFL-1.1, `special-elite` under Apache-2.0)."""
    licence = "Apache-2.0" if name == "special-elite" else "OFL-1.1"
    files = tuple(f"{name}-latin-{weight}-normal.woff" for weight in weights or (400,))
    return FontSource(f"@fontsource/{name}", licence, style, files, held_out)


SANS, SERIF, MONO, SLAB = "sans", "serif", "mono", "slab"
ROUNDED, HAND, DISPLAY = "rounded", "hand", "display"

_GYRE_SERIFS = tuple(f"texgyre{name}-*.otf" for name in ("bonum", "pagella", "schola", "termes"))

SOURCES: tuple[FontSource, ...] = (
    _debian("dejavu-core", "Bitstream Vera", SANS, "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    _debian("dejavu-core", "Bitstream Vera", SERIF, "DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf"),
    _debian("dejavu-core", "Bitstream Vera", MONO, "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"),
    _debian("dejavu-extra", "Bitstream Vera", SANS, "DejaVuSansCondensed*.ttf", "DejaVuSans-ExtraLight.ttf"),
    _debian("liberation2", "OFL-1.1", SANS, "LiberationSans-*.ttf"),
    _debian("liberation2", "OFL-1.1", MONO, "LiberationMono-*.ttf"),
    _debian("croscore", "OFL-1.1", SERIF, "Tinos-*.ttf"),
    _debian("freefont-ttf", "GPL-3 + font exception", SANS, "FreeSans*.ttf"),
    _debian("freefont-ttf", "GPL-3 + font exception", SERIF, "FreeSerif*.ttf"),
    _debian("freefont-ttf", "GPL-3 + font exception", MONO, "FreeMono*.ttf"),
    _debian("texgyre", "GUST", SANS, "texgyreheros*.otf", "texgyreadventor-*.otf"),
    _debian("texgyre", "GUST", SERIF, *_GYRE_SERIFS),
    _debian("texgyre", "GUST", MONO, "texgyrecursor-*.otf"),
    _debian("lmodern", "GUST", SERIF, "lmroman10-*.otf", "lmromandemi10-regular.otf"),
    _debian("lmodern", "GUST", MONO, "lmmono10-regular.otf", "lmmonolt10-*.otf"),
    _debian("lato", "OFL-1.1", SANS, "Lato-*.ttf"),
    _debian("roboto-unhinted", "Apache-2.0", SANS, "Roboto-*.ttf", "RobotoCondensed-*.ttf"),
    _debian("roboto-slab", "Apache-2.0", SLAB, "RobotoSlab-*.otf"),
    _debian("open-sans", "Apache-2.0", SANS, "OpenSans-*.ttf", held_out=True),
    _debian("inter", "OFL-1.1", SANS, "Inter-*.otf"),
    _debian("cabin", "OFL-1.1", SANS, "Cabin-*.otf"),
    _debian("cantarell", "OFL-1.1", SANS, "Cantarell-*.otf"),
    _debian("karla", "OFL-1.1", SANS, "Karla-*.ttf"),
    _debian("junction", "OFL-1.1", SANS, "Junction.otf"),
    _debian("play", "OFL-1.1", SANS, "Play-*.ttf"),
    _debian("jura", "OFL-1.1", SANS, "Jura-*.otf"),
    _debian("dosis", "OFL-1.1", ROUNDED, "Dosis-*.otf"),
    _debian("quicksand", "OFL-1.1", ROUNDED, "Quicksand-*.ttf"),
    _debian("comfortaa", "OFL-1.1", ROUNDED, "Comfortaa-*.ttf"),
    _debian("oxygen", "OFL-1.1", SANS, "Oxygen-Sans*.ttf"),
    _debian("clear-sans", "Apache-2.0", SANS, "ClearSans-*.ttf", held_out=True),
    _debian("manrope", "OFL-1.1", SANS, "Manrope-*.ttf"),
    _debian("sora", "OFL-1.1", SANS, "Sora-*.otf"),
    _debian("league-spartan", "OFL-1.1", SANS, "LeagueSpartan-*.otf"),
    _debian("bebas-neue", "OFL-1.1", DISPLAY, "BebasNeue-*.otf"),
    _debian("national-park", "OFL-1.1", SANS, "NationalPark-[HRT]*.otf"),
    _debian("opendin", "OFL-1.1", SANS, "OSP-DIN.ttf"),
    _debian("tuffy", "public domain", SANS, "Tuffy*.ttf"),
    _debian("b612", "OFL-1.1", SANS, "B612-*.otf"),
    _debian("crosextra-caladea", "OFL-1.1", SERIF, "Caladea-*.ttf", held_out=True),
    _debian("crosextra-carlito", "OFL-1.1", SANS, "Carlito-*.ttf"),
    _debian("ebgaramond", "OFL-1.1", SERIF, "EBGaramond*.otf"),
    _debian("linuxlibertine", "OFL-1.1", SERIF, "LinLibertine_R*.otf", "LinBiolinum_R*.otf"),
    _debian("vollkorn", "OFL-1.1", SERIF, "Vollkorn-*.ttf"),
    _debian("quattrocento", "OFL-1.1", SERIF, "Quattrocento-Regular.otf"),
    _debian("arapey", "OFL-1.1", SERIF, "Arapey-*.otf"),
    _debian("oldstandard", "OFL-1.0", SERIF, "OldStandard-*.ttf"),
    _debian("stix", "OFL-1.1", SERIF, "STIXGeneral-*.otf"),
    _debian("goudybookletter", "public domain", SERIF, "GoudyBookletter1911.otf"),
    _debian("sil-charis", "OFL-1.1", SERIF, "CharisSIL-*.ttf"),
    _debian("sil-gentiumplus", "OFL-1.1", SERIF, "GentiumPlus-*.ttf"),
    _debian("cardo", "OFL-1.1", SERIF, "Cardo*.ttf"),
    _debian("courier-prime", "OFL-1.1", SLAB, "Courier Prime*.otf"),
    _debian("gnutypewriter", "OFL-1.1", SLAB, "GNUTypewriter.ttf"),
    _debian("anonymous-pro", "OFL-1.1", MONO, "Anonymous Pro*.ttf"),
    _debian("inconsolata", "OFL-1.0", MONO, "Inconsolata.otf"),
    _debian("jetbrains-mono", "Apache-2.0", MONO, "JetBrainsMono-*.ttf"),
    _debian("hack", "MIT, Bitstream Vera", MONO, "Hack-*.ttf"),
    _debian("firacode", "OFL-1.1", MONO, "FiraCode-*.ttf"),
    _debian("mononoki", "OFL-1.1", MONO, "mononoki-*.ttf"),
    _debian("agave", "MIT", MONO, "agave-*.ttf"),
    _debian("fantasque-sans", "OFL-1.1", MONO, "FantasqueSansMono-*.otf", held_out=True),
    _debian("monoid", "MIT, OFL-1.1", MONO, "Monoid-*.ttf"),
    _debian("go", "BSD-3-clause", MONO, "Go-*.ttf"),
    _debian("3270", "BSD-3-clause", MONO, "3270-Regular.ttf"),
    _debian("spleen", "BSD-2-clause", MONO, "spleen-16x32.otf", "spleen-12x24.otf"),
    _debian("comic-neue", "OFL-1.1", HAND, "ComicNeue-*.otf"),
    _debian("humor-sans", "OFL-1.1", HAND, "Humor-Sans.ttf"),
    _debian("breip", "OFL-1.0", HAND, "Breip.ttf"),
    _debian("dkg-handwriting", "OFL-1.1", HAND, "dkg*.ttf"),
    _debian("rufscript", "GPL-3 + font exception", HAND, "Rufscript010.ttf"),
    _debian("yusei-magic", "OFL-1.1", HAND, "YuseiMagic-Regular.ttf"),
    _debian("sil-andika", "OFL-1.1", SANS, "Andika-*.ttf"),
    _debian("opendyslexic", "CC-BY-3.0, Bitstream Vera", ROUNDED, "OpenDyslexic-*.otf"),
    _debian("eurofurence", "OFL-1.1", ROUNDED, "eurof*.ttf"),
    _debian("averia-sans-gwf", "OFL-1.1", SANS, "AveriaSansGWF-*.ttf"),
    _debian("averia-serif-gwf", "OFL-1.1", SERIF, "AveriaSerifGWF-*.ttf"),
    _debian("adf-gillius", "GPL-2 + font exception", SANS, "GilliusADF-*.otf"),
    _debian("adf-mekanus", "GPL-2 + font exception", SLAB, "MekanusADFStd-*.otf"),
    _debian("adf-universalis", "GPL-2 + font exception", SANS, "UniversalisADFStd-*.otf"),
    _debian("adf-verana", "GPL-2 + font exception", SANS, "Verana-*.otf"),
    _debian("adf-baskervald", "GPL-2 + font exception", SERIF, "BaskervaldADFStd-*.otf"),
    _debian("routed-gothic", "OFL-1.1", ROUNDED, "routed-gothic*.ttf"),
    _debian("noto-core", "OFL-1.1", SANS, "NotoSans-*.ttf", "NotoSansDisplay-*.ttf", "NotoSerif-*.ttf"),
    _debian("mplus", "OFL-1.1", SANS, "Mplus1-*.otf"),
    _npm("patrick-hand", HAND),
    _npm("architects-daughter", HAND),
    _npm("indie-flower", HAND),
    _npm("shadows-into-light", HAND),
    _npm("gloria-hallelujah", HAND),
    _npm("kalam", HAND, 300, 400, 700, held_out=True),
    _npm("short-stack", HAND),
    _npm("schoolbell", HAND),
    _npm("handlee", HAND),
    _npm("gochi-hand", HAND),
    _npm("neucha", HAND),
    _npm("annie-use-your-telescope", HAND),
    _npm("delius", HAND),
    _npm("sue-ellen-francisco", HAND),
    _npm("caveat-brush", HAND),
    _npm("special-elite", SLAB, held_out=True),
    _npm("nunito", ROUNDED, 300, 400, 700, 900),
    _npm("varela-round", ROUNDED),
    _npm("fredoka", ROUNDED, 300, 400, 700),
    _npm("baloo-2", ROUNDED, 400, 700),
    _npm("poppins", SANS, 300, 400, 600, 800, held_out=True),
    _npm("montserrat", SANS, 300, 400, 600, 800),
    _npm("rubik", ROUNDED, 300, 400, 700),
    _npm("dm-sans", SANS, 400, 700),
    _npm("figtree", SANS, 300, 400, 700),
    _npm("work-sans", SANS, 300, 400, 600, 800),
    _npm("libre-franklin", SANS, 300, 400, 600, 800),
    _npm("jost", SANS, 300, 400, 700),
    _npm("league-gothic", DISPLAY),
    _npm("oswald", DISPLAY, 300, 400, 700),
    _npm("barlow-condensed", DISPLAY, 400, 700),
    _npm("anton", DISPLAY),
    _npm("passion-one", DISPLAY, 400, 700),
    _npm("luckiest-guy", DISPLAY),
    _npm("bangers", DISPLAY),
    _npm("titan-one", DISPLAY),
    _npm("chewy", DISPLAY),
    _npm("amatic-sc", HAND, 400, 700),
    _npm("grandstander", ROUNDED, 400, 700),
    _npm("comic-relief", HAND, 400, 700, held_out=True),
    _npm("balsamiq-sans", HAND, 400, 700),
    _npm("bitter", SLAB, 300, 400, 700),
    _npm("zilla-slab", SLAB, 400, 700),
    _npm("alfa-slab-one", SLAB),
    _npm("arvo", SLAB, 400, 700),
    _npm("rokkitt", SLAB, 300, 400, 700, held_out=True),
    _npm("libre-baskerville", SERIF, 400, 700),
    _npm("playfair-display", SERIF, 400, 700, 900),
    _npm("merriweather", SERIF, 300, 400, 700),
    _npm("source-serif-4", SERIF, 300, 400, 700),
    _npm("ibm-plex-mono", SLAB, 300, 400, 700),
    _npm("space-mono", MONO, 400, 700),
    _npm("source-code-pro", MONO, 300, 400, 700),
    _npm("share-tech-mono", MONO),
    _npm("atkinson-hyperlegible", SANS, 400, 700),
)


@dataclass(frozen=True, slots=True)
class Face:
    """One font file with a mask (uint8, 0..255, cropped) for each character that it really has."""

    name: str
    style: str
    held_out: bool
    masks: dict[str, NDArray[np.uint8]]


def install_commands() -> str:
    """The commands that fetch every listed font, Debian's first."""
    names = dict.fromkeys(source.package for source in SOURCES)
    debian = " ".join(n for n in names if n.startswith("fonts-"))
    npm = " ".join(n for n in names if n.startswith("@"))
    return f"apt-get install --no-install-recommends {debian}\nnpm install --prefix /tmp/fonts/npm {npm}"


def load_faces(
    roots: Sequence[Path], characters: Sequence[str], *, sources: Sequence[FontSource] = SOURCES
) -> list[Face]:
    """Every listed face found under the roots, in a fixed order."""
    files = sorted({path.name: path for path in _font_files(roots)}.items())
    faces = []
    for source in sources:
        for name, path in files:
            if any(fnmatch(name, pattern) for pattern in source.files):
                face = _load_face(path, source, characters)
                if face is not None:
                    faces.append(face)
    return faces


def _font_files(roots: Sequence[Path]) -> Iterator[Path]:
    for root in roots:
        yield from (p for p in sorted(root.rglob("*")) if p.suffix.lower() in _SUFFIXES)


def _load_face(path: Path, source: FontSource, characters: Sequence[str]) -> Face | None:
    """The face's masks at one cap height; None when it has no capitals of its own."""
    probe = ImageFont.truetype(str(path), 100)
    top, bottom = probe.getbbox("H")[1::2]
    if bottom - top < 100 * _LARGEST_CAP:
        return None
    font = ImageFont.truetype(str(path), max(round(CAP_HEIGHT * 100 / (bottom - top)), 8))
    missing = _mask(font, "\uffff")
    drawn = {c: _mask(font, c) for c in characters}
    masks = {c: m for c, m in drawn.items() if m is not None and not _same(m, missing)}
    if "A" not in masks or "H" not in masks:
        return None
    if _is_unicase(masks):
        masks = {c: m for c, m in masks.items() if c != "Qu" and not c.islower()}
    return Face(path.stem, source.style, source.held_out, masks)


def _mask(font: ImageFont.FreeTypeFont, text: str) -> NDArray[np.uint8] | None:
    """The text in white on black, cropped to its ink; None when there is none."""
    left, top, right, bottom = (int(v) for v in font.getbbox(text))
    if right <= left or bottom <= top:
        return None
    canvas = Image.new("L", (right - left + 8, bottom - top + 8))
    ImageDraw.Draw(canvas).text((4 - left, 4 - top), text, font=font, fill=255)
    ink = canvas.getbbox()
    return None if ink is None else np.asarray(canvas.crop(ink))


def _same(a: NDArray[np.uint8], b: NDArray[np.uint8] | None) -> bool:
    return b is not None and a.shape == b.shape and bool(np.array_equal(a, b))


def _is_unicase(masks: dict[str, NDArray[np.uint8]]) -> bool:
    """Whether the lower case is drawn with capital shapes (then its labels would be lies)."""
    pairs = [(masks[c], masks[c.upper()]) for c in "aegr" if c in masks and c.upper() in masks]
    return bool(pairs) and sum(_alike(a, b) for a, b in pairs) >= 2


def _alike(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> bool:
    size = (24, 24)
    small = [np.asarray(Image.fromarray(m).resize(size), np.float32) / 255 for m in (a, b)]
    return float(np.abs(small[0] - small[1]).mean()) < 0.09
