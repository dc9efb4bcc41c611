"""How many states actor models have with each of the three ways to let messages wait.

Run as `python -m benchmarks.strategies`; it prints the table of docs/actor-models.md.  Every mistake that can be
switched on is a model of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import exp, log
from pathlib import Path

import penstock
from penstock.dialects.actors.choices import ActorChoices, Defer

MODELS = Path(__file__).parent.parent / "examples" / "actors"
MOST = 300_000
_SETTINGS = {"N": "2", "MOST": ""}
"""For macros that are no mistakes."""


def variants(path: Path) -> Iterator[tuple[str, ...]]:
    """The definitions that a model knows, one at a time."""
    yield ()
    for name in dict.fromkeys(re.findall(r"#ifn?def (\w+)", path.read_text())):
        if name not in _SETTINGS:
            yield (name,)


def states(path: Path, definitions: tuple[str, ...], defer: Defer) -> int | None:
    """All states, or None if there are too many."""
    source = penstock.Source(str(path), definitions=definitions)
    found = penstock.explore(source, actors=ActorChoices(defer=defer), limit=MOST, no_claim=True)
    return found.states if found.complete else None


def main() -> None:
    print("| model | put back | select | ordered | ordered / select |\n| --- | ---: | ---: | ---: | ---: |")
    ratios = []
    for path in sorted(MODELS.glob("*.apml")):
        for definitions in variants(path):
            back, select, ordered = (states(path, definitions, defer) for defer in Defer)
            name = " ".join([path.stem, *(f"-D{one}" for one in definitions)])
            ratio = "" if select is None or ordered is None else f"{ordered / select:.2f}"
            ratios += [float(ordered / select)] if ratio and select and ordered else []
            cells = [f"more than {MOST}" if one is None else str(one) for one in (back, select, ordered)]
            print(f"| `{name}` | {' | '.join(cells)} | {ratio} |", flush=True)
    mean, middle = sum(ratios) / len(ratios), exp(sum(map(log, ratios)) / len(ratios))
    print(f"\nOn average of {len(ratios)} models `ordered` has {mean:.2f} times the states of `select` ", end="")
    print(f"(geometric mean {middle:.2f}).")


if __name__ == "__main__":
    main()
