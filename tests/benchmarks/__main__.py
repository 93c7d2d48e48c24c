"""Figures against the references, on this machine, now: `python -m tests.benchmarks [NAME...]`.

Every module beside this one that has a function `tables()` takes part; it yields its tables as it measures
them. The machine's load is printed before and after each: what is measured on a busy machine says little by
itself.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys

import tests.benchmarks
from tests.benchmarks.table import Unavailable


def main(wanted: list[str]) -> int:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as workers and terminals have it
    names = [module.name for module in pkgutil.iter_modules(tests.benchmarks.__path__)]
    benchmarks = {
        name: module
        for name in names
        if name != "__main__"
        and hasattr(module := importlib.import_module(f"tests.benchmarks.{name}"), "tables")
    }
    unknown = sorted(set(wanted) - set(benchmarks))
    if unknown:
        print(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(benchmarks)}", file=sys.stderr)
        return 2
    for name in wanted or benchmarks:
        print(f"## {name}  (load {load_average()})\n", flush=True)
        try:
            for table in benchmarks[name].tables():
                print(f"{table}\n", flush=True)
        except Unavailable as reason:
            print(f"not measured: {reason}\n", flush=True)
        print(f"(load {load_average()})\n", flush=True)
    return 0


def load_average() -> str:
    return " ".join(f"{load:.2f}" for load in os.getloadavg())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
