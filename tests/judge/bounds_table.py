"""What `penstock bound` says about the examples of SPIN's package, as a page for the documentation.

Run as `python -m tests.judge.bounds_table > docs/bounds-examples.md`; it takes some minutes.
"""

from __future__ import annotations

import time
from pathlib import Path

from tests.judge.examples import example_models
from tests.loading import load_automata, load_model

from penstock.bounds.refinement import refined
from penstock.bounds.tightening import tightened
from penstock.bounds.verdict import UNKNOWN, BoundResult, boundedness
from penstock.budget import Budget
from penstock.tasks.spin_search import SpinSearch

SECONDS = 30.0
HEADING = """# Bounds of SPIN's own examples

What `penstock bound` says about each model of SPIN's Debian package that declares a buffered channel: at once
(`--no-refine`), and with refinement ({seconds:.0f} seconds each).  For each channel the declared capacity and the bound
(`unbounded`: a run fills it forever; `-`: neither was found).  `python -m tests.judge.bounds_table` prints this page;
a test compares it with what is found.

| model | at once | refined | channels: declared, bound |
| --- | --- | --- | --- |"""


def answers() -> dict[Path, BoundResult]:
    """The first results for all examples with buffered channels."""
    found = {}
    for path in example_models():
        model = load_model(str(path))
        if model.ok:
            result = boundedness(model, load_automata(model))
            if result.channels:
                found[path] = result
    return found


def name(path: Path) -> str:
    return "/".join(path.parts[path.parts.index("Examples") + 1 :]) if "Examples" in path.parts else path.name


def better(result: BoundResult, seconds: float = SECONDS, with_spin: bool = True) -> BoundResult:
    """A result after refinement."""
    budget = Budget(time.monotonic() + seconds)
    automata = load_automata(result.model)
    decided = refined(result, automata, budget, beyond=SpinSearch() if with_spin else None)
    with budget:
        return tightened(decided, automata)


def row(path: Path, first: BoundResult, result: BoundResult) -> str:
    shown = {"UNBOUNDED": "unbounded", "UNKNOWN": "-"}
    listed = ", ".join(
        f"{channel.name} {channel.declared}, {shown.get(channel.verdict, channel.bound)}"
        for channel in result.channels[:6]
    )
    more = f", and {len(result.channels) - 6} more" if len(result.channels) > 6 else ""
    return f"| {name(path)} | {first.verdict} | {result.verdict} | {listed}{more} |"


def main() -> None:
    print(HEADING.format(seconds=SECONDS))
    verdicts = []
    for path, first in answers().items():
        result = better(first)
        verdicts.append(result.verdict)
        print(row(path, first, result), flush=True)
    decided = sum(verdict != UNKNOWN for verdict in verdicts)
    print(f"\n{decided} of {len(verdicts)} models are decided ({100 * decided / len(verdicts):.0f} %).")


if __name__ == "__main__":
    main()
