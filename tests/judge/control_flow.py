"""Compares automata with those that SPIN's verifier prints (`./pan -d`).

Both sides are contracted first: a place whose only way on is a jump (`goto`, `break`, `-end-`) is
the place it leads to.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from tests.judge.running import compile_verifier, generate_verifier, private_directory, run

from penstock.automata import Automaton
from penstock.automata.labels import spin_label
from penstock.resolve import Model
from penstock.syntax.nodes import MtypeDeclaration

LIMIT = 120.0
_HEADING = re.compile(r"^(?:(proctype|claim|trace|notrace) )?(\w+)$")
_TRANSITION = re.compile(r"\tstate +(\d+) -\(tr +\d+\)-> state +(\d+) .*?\[.....\] \S+ => (.*)")
_JUMPS = ("goto", "break", "-end-", ".(goto)")
_NAME = re.compile(r"[A-Za-z_]\w*")
_EMBEDDED = re.compile(r"\{c_(code|expr)\d*\}")

Transition = tuple[int, str, int]


@dataclass(frozen=True)
class Shape:
    """What is compared: the number of states, and the labels of all transitions."""

    states: int
    labels: tuple[str, ...]


def verifier_listing(text: str, directory: Path) -> str:
    """What `pan -d` prints for a model whose includes are in `directory`."""
    with private_directory(text) as place:
        generated = generate_verifier(place, directory, LIMIT, ["-o3"])
        compiled = compile_verifier(place, LIMIT)
        if generated.status != 0 or compiled.status != 0:
            raise ValueError(f"there is no verifier:\n{generated.output}{compiled.output}")
        return run(["./pan", "-d"], place, LIMIT).output


def verifier_shapes(listing: str, model: Model) -> dict[str, Shape]:
    """The automata in a listing by name; claims made of ltl formulas are there too."""
    found: dict[str, list[Transition]] = {}
    current: list[Transition] = []
    for line in listing.splitlines():
        if heading := _HEADING.match(line):
            kind, name = heading.groups()
            name = "trace" if kind in ("trace", "notrace") else re.sub(r"^never_\d+$", "never", name)
            current = found.setdefault(name, [])
        elif transition := _TRANSITION.match(line):
            source, target, label = transition.groups()
            current.append((int(source), label, int(target)))
    return {name: _shape(edges[0][0], edges, model) for name, edges in found.items() if edges}


def own_shapes(automata: list[Automaton], model: Model) -> dict[str, Shape]:
    return {
        "trace" if automaton.kind == "notrace" else automaton.name: _shape(
            0, [(edge.source, spin_label(edge.statement, model), edge.target) for edge in automaton.edges], model
        )
        for automaton in automata
    }


def _shape(start: int, edges: list[Transition], model: Model) -> Shape:
    start, edges = _contracted(start, edges)
    outgoing: defaultdict[int, list[Transition]] = defaultdict(list)
    for edge in edges:
        outgoing[edge[0]].append(edge)
    reached = [start]
    seen = {start}
    for state in reached:
        for _, _, target in outgoing[state]:
            if target not in seen:
                seen.add(target)
                reached.append(target)
    values = _message_values(model)
    labels = sorted(_plain(label, values) for source, label, _ in edges if source in seen)
    return Shape(len(reached), tuple(labels))


def _contracted(start: int, edges: list[Transition]) -> tuple[int, list[Transition]]:
    while True:
        outgoing: defaultdict[int, list[Transition]] = defaultdict(list)
        for edge in edges:
            outgoing[edge[0]].append(edge)
        only = next(
            (
                out[0]
                for out in outgoing.values()
                if len(out) == 1 and out[0][1].startswith(_JUMPS) and out[0][2] != out[0][0]
            ),
            None,
        )
        if only is None:
            return start, edges
        gone, _, into = only
        edges = [
            (source, label, into if target == gone else target) for source, label, target in edges if source != gone
        ]
        start = into if start == gone else start


def _message_values(model: Model) -> dict[str, str]:
    units = model.syntax.program.units
    names = [name for unit in units if isinstance(unit, MtypeDeclaration) for name in unit.names]
    return {name.name or "": str(name.value) for name in names}


def _plain(label: str, values: dict[str, str]) -> str:
    """Without white space, message types as numbers (SPIN forgets their names in inlines), jumps as one word."""
    label = re.sub(r"\s+", "", label)
    if label.startswith(("goto", "break", ".(goto)")):
        return "goto"
    if label.startswith("printf("):
        return label
    if label.startswith("D_STEP"):
        return "D_STEP"
    return _NAME.sub(lambda name: values.get(name[0], name[0]), _EMBEDDED.sub("{C}", label))
