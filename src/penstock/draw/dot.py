"""Graphs as Graphviz text, for those who prefer its layout or want to edit the drawing."""

from collections.abc import Sequence

from penstock.draw.graph import Graph, GraphEdge, GraphNode
from penstock.draw.text import clean, flatten

_SHAPES = {"round": "shape=ellipse", "double": "shape=ellipse, peripheries=2", "box": "shape=box"}
_STYLES = {"plain": "", "bold": ", penwidth=2.2", "dashed": ", style=dashed"}


def dot(graphs: Sequence[Graph]) -> str:
    """Write one `digraph`; each graph is a cluster of its own when there are several."""
    lines = [
        "digraph {",
        '  node [fontname="monospace", fontsize=11, style=filled, fillcolor="#eef2f7", height=0.35, margin="0.08,0.04"];',
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
    names = _names([node.id for node in graph.nodes], prefix)
    entries = _names([*names.values(), *(f"{prefix}entry of {node.id}" for node in _initial(graph))], "")
    return [
        *(indent + _node(node, names[node.id]) for node in graph.nodes),
        *(
            line
            for node in _initial(graph)
            for line in _entry(entries[f"{prefix}entry of {node.id}"], names[node.id], indent)
        ),
        *(indent + _edge(edge, names) for edge in graph.edges),
    ]


def _initial(graph: Graph) -> list[GraphNode]:
    return [node for node in graph.nodes if node.id in graph.initial]


def _quoted(text: str) -> str:
    # Graphviz reads \l, \N and others inside quotes, and entities such as &amp; too: a label is to be shown as it is.
    plain = clean(text).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
    return '"' + plain.replace("\r", "").replace("\n", "\\n").replace("\t", " ") + '"'
