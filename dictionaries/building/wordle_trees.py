"""Wordle's trees from those that `tilewise wordle tree` writes:
`python -m dictionaries.building.wordle_trees --easy FILE --hard FILE`.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
from pathlib import Path

from dictionaries.building.__main__ import compare, write
from dictionaries.wordle_trees import MODES, tree_file


def pack_tree(text: str) -> bytes:
    """A tree's JSON without spaces, compressed."""
    plain = json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False)
    return lzma.compress(plain.encode(), preset=9 | lzma.PRESET_EXTREME)


def main(arguments: list[str] | None = None) -> int:
    """Write the trees, or compare them; 1 when a file differs, 2 when one cannot be read."""
    parser = argparse.ArgumentParser(
        prog="python -m dictionaries.building.wordle_trees", description=main.__doc__
    )
    for mode in MODES:
        parser.add_argument(f"--{mode}", type=Path, required=True, help=f"the tree for {mode} mode, as JSON")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args(arguments)
    try:
        files = {tree_file(mode): pack_tree(getattr(options, mode).read_text("utf-8")) for mode in MODES}
    except (OSError, ValueError) as error:
        print(f"{error}. Write the trees with `tilewise wordle tree --out`.", file=sys.stderr)
        return 2
    return compare(files) if options.check else write(files)


if __name__ == "__main__":
    sys.exit(main())
