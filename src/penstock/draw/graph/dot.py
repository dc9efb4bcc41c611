"""Graphs as Graphviz text, for those who prefer its layout or want to edit the drawing."""

from collections.abc import Mapping, Sequence

from penstock.draw.graph.graph import Graph, GraphEdge, GraphNode
from penstock.draw.text import clean, flatten

_SHAPES = {"round": "shape=ellipse", "double": "shape=ellipse, peripheries=2", "box": "shape=box"}
_STYLES = {"plain": "", "bold": ", penwidth=2.2", "dashed": ", style=dashed"}
_MARKED = ', penwidth=3.6, color="#b3261e", fontcolor="#b3261e", fontname="monospace bold"'


def dot(graphs: Sequence[Graph]) -> str:
    """Write one `digraph`; each graph is a cluster of its own when there are several."""
    lines = [
        "digraph {",
        '  node [fontname="monospace", fontsize=11, style=filled, fillcolor="#eef2f7", height=0.35];',
        '  edge [fontname="monospace", fontsize=10, arrowsize=0.7];',
    ]
    if len(graphs) == 1:
        lines += _heading(graphs[0], "  ") + _body(graphs[0], "", "  ")
    else:
        for number, graph in enumerate(graphs):
            inside = _heading(graph, "    ") + _body(graph, f"g{number}.", "    ")
            lines += [f"  subgraph cluster_{number} {{", "    color=none;", *inside, "  }"]
    return "\n".join([*lines, "}", ""])


def _heading(graph: Graph, indent: str) -> list[str]:
    title = "\n".join(part for part in (flatten(graph.title), flatten(graph.subtitle)) if part)
    return [f'{indent}label={_quoted(title)}; labelloc=t; labeljust=l; fontname="sans-serif"; fontsize=14;']


def _body(graph: Graph, prefix: str, indent: str) -> list[str]:
    initial = [node.id for node in graph.nodes if node.id in graph.initial]
    written = _written([*(node.id for node in graph.nodes), *(f"entry of {name}" for name in initial)], prefix)
    names = {node.id: name for node, name in zip(graph.nodes, written, strict=False)}
    entries = zip(initial, written[len(graph.nodes) :], strict=True)
    return [
        *(indent + _node(node, names[node.id]) for node in graph.nodes),
        *(indent + line for name, entry in entries for line in _entry(entry, names[name])),
        *(indent + _edge(edge, names) for edge in graph.edges),
    ]


def _written(names: Sequence[str], prefix: str) -> list[str]:
    """Return the names as Graphviz is to read them, no two the same even if cleaning made them so."""
    written: dict[str, None] = {}
    for name in names:
        wanted = _quoted(prefix + name)
        while wanted in written:
            wanted = wanted[:-1] + "'" + wanted[-1]
        written[wanted] = None
    return list(written)


def _node(node: GraphNode, name: str) -> str:
    text = "\n".join(part for part in (node.label, node.note) if part)
    return f"{name} [label={_quoted(text)}, {_SHAPES[node.shape]}];"


def _entry(entry: str, name: str) -> list[str]:
    return [f'{entry} [label="", shape=none, style="", width=0, height=0];', f"{entry} -> {name};"]


def _edge(edge: GraphEdge, names: Mapping[str, str]) -> str:
    tooltip = "\n".join(part for part in (edge.label, edge.detail) if part)
    ends = f"{names[edge.source]} -> {names[edge.target]}"
    return f"{ends} [label={_quoted(edge.label)}, tooltip={_quoted(tooltip)}{_look(edge)}];"


def _look(edge: GraphEdge) -> str:
    if not edge.marked:
        return _STYLES[edge.style]
    return (_STYLES["dashed"] if edge.style == "dashed" else "") + _MARKED


def _quoted(text: str) -> str:
    # Graphviz reads \l, \N and others inside quotes, and entities such as &amp; too: a label is to be shown as it is.
    plain = clean(text).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
    return '"' + plain.replace("\r", "").replace("\n", "\\n").replace("\t", " ") + '"'
