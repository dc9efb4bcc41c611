"""The transitions that SPIN makes of the statements of a model, by which a trail of our own can name its steps.

trans[0][9] = settr(8,2,10,16,16,"r!3", 1, 4, 0);     state 9 of process type 0 has transition 8, which is `r!3`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from penstock.spin.generating import generate, process_types
from penstock.spin.tools import Tools
from penstock.spin.workspace import ModelText

_SECONDS = 60.0
_TRANSITION = re.compile(r'\btrans\[ ?(\d+)\]\[(\d+)\]\s*= settr\((\d+),\d+,\d+,\d+,\d+,"((?:[^"\\]|\\.)*)",')
_LINES = re.compile(r"^short src_ln(\d+) \[\] = \{([^}]*)\}", re.MULTILINE)
_CYCLE = b"-1:-1:-1\n"


@dataclass(frozen=True, slots=True)
class SpinTransition:
    """A statement at a state of a process type: in trails it has a number, in SPIN's words a label."""

    number: int
    state: int
    line: int
    label: str


def transitions(
    tools: Tools, model: ModelText, directory: Path, stop: Callable[[], bool]
) -> dict[str, tuple[SpinTransition, ...]]:
    """Those of each process type, by name; SPIN must not merge steps, or some would not be seen."""
    # The numbers are given while the model is read, and are the same whether or not SPIN optimizes.
    generated = generate(tools, replace(model, unoptimized=True), directory, _SECONDS, stop)
    text = (generated.directory / "pan.t").read_text(encoding="latin-1")
    source = (generated.directory / "pan.c").read_text(encoding="latin-1")
    lines = {int(found[1]): found[2].split(",") for found in _LINES.finditer(source)}
    names = process_types(generated.directory)
    known: dict[str, list[SpinTransition]] = {}
    for kind, state, number, label in _TRANSITION.findall(text):
        place = lines.get(int(kind), [])
        line = int(place[int(state)]) if int(state) < len(place) else 0
        known.setdefault(names[int(kind)], []).append(SpinTransition(int(number), int(state), line, label))
    return {name: tuple(found) for name, found in known.items()}


def trail_of(stem: Iterable[tuple[int, int]], cycle: Iterable[tuple[int, int]] | None) -> bytes:
    """A trail of steps, each told by a pid and the number of a transition; the cycle, if there is one, repeats."""
    before, after = list(stem), list(cycle or ())
    lines = [b"%d:%d:%d\n" % (number, *step) for number, step in enumerate([*before, *after], 1)]
    return b"".join([*lines[: len(before)], *([] if cycle is None else [_CYCLE]), *lines[len(before) :]])
