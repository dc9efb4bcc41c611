"""Graphs as Mermaid flowcharts, for READMEs, wikis and slides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penstock.draw.graph.graph import Graph, GraphEdge, GraphNode
from penstock.draw.mermaid import escape
from penstock.draw.text import flatten

_OUTLINES = {"round": ('(["', '"])'), "double": ('((("', '")))'), "box": ('["', '"]')}
_LINES = {"plain": ("--", "-->"), "bold": ("==", "==>"), "dashed": ("-.", ".->")}
_MARKED = "stroke:#b3261e,stroke-width:3px"


def mermaid(graphs: Sequence[Graph]) -> str:
    """Write one flowchart; each graph is a part of its own when there are several."""
    lines = ["flowchart TD"]
    for number, graph in enumerate(graphs):
        prefix = f"g{number}_" if len(graphs) > 1 else "n"
        body = list(_body(graph, prefix))
        if len(graphs) > 1:
            title = ", ".join(part for part in (flatten(graph.title), flatten(graph.subtitle)) if part)
            body = [f'subgraph {prefix}all ["{escape(title)}"]', *(f"  {line}" for line in body), "end"]
        lines += [f"  {line}" for line in body]
    marks = _marks(graphs)
    return "\n".join([*lines, *marks, ""])


def _body(graph: Graph, prefix: str) -> Iterator[str]:
    names = {node.id: f"{prefix}{number}" for number, node in enumerate(graph.nodes)}
    for node in graph.nodes:
        yield _node(node, names[node.id])
    for node in graph.nodes:
        if node.id in graph.initial:
            yield f"{names[node.id]}_in[ ] --> {names[node.id]}"
    for edge in graph.edges:
        yield _edge(edge, names[edge.source], names[edge.target])
    for node in graph.nodes:
        if node.marked:
            yield f"style {names[node.id]} {_MARKED}"
        if node.id in graph.initial:
            yield f"style {names[node.id]}_in fill:none,stroke:none"


def _node(node: GraphNode, name: str) -> str:
    before, after = _OUTLINES[node.shape]
    lines = [*node.label.splitlines(), *([node.note] if node.note else [])]
    return f"{name}{before}{'<br/>'.join(map(escape, lines)) or ' '}{after}"


def _edge(edge: GraphEdge, source: str, target: str) -> str:
    before, after = _LINES[edge.style]
    label = escape(edge.label)
    return f'{source} {before} "{label}" {after} {target}' if label else f"{source} {after} {target}"


def _marks(graphs: Sequence[Graph]) -> list[str]:
    """Mermaid counts all edges, those into initial nodes included."""
    marked: list[int] = []
    count = 0
    for graph in graphs:
        count += len(graph.initial)
        marked += [count + at for at, edge in enumerate(graph.edges) if edge.marked]
        count += len(graph.edges)
    return [f"  linkStyle {','.join(map(str, marked))} {_MARKED}"] if marked else []
