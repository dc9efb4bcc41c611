"""State spaces as graphs to draw: every state, or those in which the processes stand at the same places as one.

What is wrong stands out: states in which nothing can move or something breaks, and steps in which an assertion fails.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from penstock.diagnostics.record import counted
from penstock.draw.graph.graph import Graph, GraphEdge, GraphNode
from penstock.graphs import grouped
from penstock.machine.space import Arrow, PlacedProcess, StateSpace
from penstock.machine.trace import Ending


def state_graph(space: StateSpace, title: str = "states") -> Graph:
    """A node for each state, by its number; what holds in it is the detail of the node."""
    numbers = range(len(space.exploration.order))
    nodes = tuple(_node(space, [number], str(number), _detail(space, number)) for number in numbers)
    edges = tuple(_edge(space, arrow, arrow.source, arrow.target) for arrow in space.arrows)
    told = f"{counted(len(nodes), 'state')}, {counted(len(edges), 'transition')}"
    return Graph(title, _subtitle(space, told), nodes, edges, frozenset(["0"]))


def folded_graph(space: StateSpace, title: str = "states", kept: Collection[str] = ()) -> Graph:
    """A node for all states in which the processes stand at the same places; with `kept`, only the places of those.

    A node has the number of its first state.  A step within a node is not drawn, unless something is wrong with it.
    """
    shared = _shared_lines(space)
    groups = grouped((_places(space, number, kept), number) for number in range(len(space.exploration.order)))
    first = {number: members[0] for members in groups.values() for number in members}
    nodes = tuple(
        _node(space, members, _lines(standing, shared), f"{counted(len(members), 'state')}, first {members[0]}")
        for standing, members in groups.items()
    )
    edges = {
        (edge.source, edge.target, edge.label, edge.marked): edge
        for arrow in space.arrows
        for edge in [_edge(space, arrow, first[arrow.source], first[arrow.target])]
        if edge.source != edge.target or edge.marked
    }
    told = f"{counted(len(first), 'state')} in {counted(len(nodes), 'place')}"
    return Graph(title, _subtitle(space, told), nodes, tuple(edges.values()), frozenset(["0"]))


def _places(space: StateSpace, number: int, kept: Collection[str]) -> tuple[PlacedProcess, ...]:
    return tuple(one for one in space.standing(number) if not kept or one.proctype in kept or one.process in kept)


def _shared_lines(space: StateSpace) -> set[tuple[str, int]]:
    """The lines in which a process can be at several places."""
    known = {one for number in range(len(space.exploration.order)) for one in space.standing(number)}
    places = grouped(((one.proctype, one.line), one.place) for one in known)
    return {line for line, found in places.items() if len(set(found)) > 1}


def _lines(standing: Collection[PlacedProcess], shared: Collection[tuple[str, int]]) -> str:
    """Where the processes are, by their lines in the text and, where that is not enough, by the place, too."""
    return "\n".join(_where(one, (one.proctype, one.line) in shared) for one in standing) or "no process"


def _where(one: PlacedProcess, shared: bool) -> str:
    said = f"{one.process} {one.line or 'end'}"
    return f"{said} ({one.place})" if shared else said


def _node(space: StateSpace, members: list[int], label: str, detail: str) -> GraphNode:
    wrong = list(dict.fromkeys(space.wrong[number].value for number in members if number in space.wrong))
    note = "" if len(members) == 1 else counted(len(members), "state")
    said = ", ".join(part for part in (note, *wrong) if part)
    final = len(members) == 1 and not wrong and _ends(space, members[0])
    return GraphNode(str(members[0]), label, "double" if final else "round", said, bool(wrong), detail)


def _ends(space: StateSpace, number: int) -> bool:
    return space.machine.at_end(space.exploration.order[number])


def _detail(space: StateSpace, number: int) -> str:
    places = [
        f"{one.process} at line {one.line}" if one.line else f"{one.process} ends" for one in space.standing(number)
    ]
    return "\n".join([*places, *(f"{name} = {value}" for name, value in space.values(number))])


def _edge(space: StateSpace, arrow: Arrow, source: int, target: int) -> GraphEdge:
    steps = space.said(arrow)
    said = [f"{process}: {text}" for process, text, _ in steps]
    # Who goes on need not be named again.
    same = [False, *(one[0] == other[0] for one, other in pairwise(steps))]
    label = "; ".join(text if again else whole for again, whole, (_, text, _) in zip(same, said, steps, strict=True))
    lines = ", ".join(dict.fromkeys(str(line) for _, _, line in steps if line))
    return GraphEdge(str(source), str(target), label, "plain", f"line {lines}" if lines else "", arrow.failed)


def _subtitle(space: StateSpace, told: str) -> str:
    wrong = grouped((kind, number) for number, kind in space.wrong.items())
    parts = [told, *(_count(kind, len(numbers)) for kind, numbers in wrong.items())]
    failed = sum(arrow.failed for arrow in space.arrows)
    parts += [f"{counted(failed, 'step')} in which an assertion fails"] if failed else []
    return ", ".join(parts) + ("" if space.exploration.complete else "; there are more")


def _count(kind: Ending, number: int) -> str:
    return counted(number, kind.value)
