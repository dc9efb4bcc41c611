"""Drawings: whatever the graph, a valid file in which nothing lies on top of anything else."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penstock.draw.graph.dot import dot
from penstock.draw.graph.graph import Graph, GraphEdge, GraphNode, Shape, Style
from penstock.draw.graph.layered import lay_out
from penstock.draw.graph.picture import Picture, PlacedEdge
from penstock.draw.graph.svg import svg
from penstock.draw.shapes.shapes import Box, Point
from penstock.draw.text import clean, columns, flatten, shorten, wrap

SVG = "{http://www.w3.org/2000/svg}"
NASTY = (
    "",
    "<b>&amp;\"'</b>",
    "]]>",
    "a\x00b\x07c\x1b[0m",
    "\ud800 lone \udfff",
    "\ufffe\uffff\x85",
    "line\nbreak\ttab\r",
    "x" * 300,
    "日本語のとても長いラベルを持つ遷移です、本当に長い",
    "e\u0301" * 20,
    '\\N \\l \\" \\',
    "--> <!-- <![CDATA[ %d\n ${x} {{y}}",
    "🚂🚃🚃🚃",
    "\u202ertl",
)
SHAPES: tuple[Shape, ...] = ("round", "double", "box")
STYLES: tuple[Style, ...] = ("plain", "bold", "dashed")

anything = st.text(st.characters(exclude_categories=()), max_size=40)
labels = st.one_of(st.sampled_from(NASTY), anything, st.sampled_from(["else", "in?one,nr", "(a > b && c <= d + 1)"]))


@st.composite
def graphs(draw: st.DrawFn, texts: st.SearchStrategy[str] = labels) -> Graph:
    size = draw(st.integers(0, 12))
    names = [f"n{number}" for number in range(size)]
    nodes = [GraphNode(name, draw(texts), draw(st.sampled_from(SHAPES)), draw(texts)) for name in names]
    edges: list[GraphEdge] = []
    if names:
        ends = st.sampled_from(names)
        for _ in range(draw(st.integers(0, 24))):
            edges.append(GraphEdge(draw(ends), draw(ends), draw(texts), draw(st.sampled_from(STYLES)), draw(texts)))
    initial = draw(st.sets(st.sampled_from(names), max_size=3)) if names else set()
    return Graph(draw(texts), draw(texts), tuple(nodes), tuple(edges), frozenset(initial))


def graph(*edges: tuple[str, str, str], initial: str = "") -> Graph:
    names = dict.fromkeys(end for edge in edges for end in edge[:2])
    nodes = tuple(GraphNode(name, name) for name in names)
    return Graph("graph", "", nodes, tuple(GraphEdge(*edge) for edge in edges), frozenset([initial] if initial else []))


def program(size: int, seed: int) -> Graph:
    """Return a graph shaped like a process: sequences, choices, loops, and jumps back."""
    chance = Random(seed)
    texts = ["x = x + 1", "in?one,nr", "else", "(neighbourR > nr && neighbourR > maximum)", "out!two(nr)", "break"]
    edges = [
        (f"s{chance.randrange(max(0, number - 6), number)}", f"s{number}", chance.choice(texts))
        for number in range(1, size)
    ]
    for _ in range(size // 2):
        source = chance.randrange(size)
        target = chance.choice([0, source, max(0, source - chance.randrange(8)), min(size - 1, source + 3)])
        edges.append((f"s{source}", f"s{target}", chance.choice(texts)))
    return graph(*edges, initial="s0")


def overlap(one: Box, other: Box, slack: float = 0.01) -> bool:
    return (
        one.x + one.width > other.x + slack
        and other.x + other.width > one.x + slack
        and one.y + one.height > other.y + slack
        and other.y + other.height > one.y + slack
    )


def trace(edge: PlacedEdge, pieces: int = 24) -> Iterator[Point]:
    """Yield points along the line of an edge."""
    start = edge.start
    for stroke in edge.strokes:
        points = (start, *stroke) if len(stroke) == 3 else (start, start, stroke[0], stroke[0])
        for number in range(pieces + 1):
            yield bezier(points, number / pieces)
        start = stroke[-1]


def bezier(points: Sequence[Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    return (
        sum(weight * point[0] for weight, point in zip(weights, points, strict=True)),
        sum(weight * point[1] for weight, point in zip(weights, points, strict=True)),
    )


def inside(point: Point, box: Box, depth: float) -> bool:
    return (
        box.x + depth < point[0] < box.x + box.width - depth and box.y + depth < point[1] < box.y + box.height - depth
    )


def check_picture(picture: Picture) -> None:
    boxes = [node.box for node in picture.nodes]
    texts = [edge.label for edge in picture.edges if edge.label]
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
    assert not [pair for pair in combinations(texts, 2) if overlap(*pair)]
    assert not [(box, text) for box in boxes for text in texts if overlap(box, text)]
    for box in boxes + texts:
        assert box.x >= -0.01 and box.x + box.width <= picture.width + 0.01
        assert box.y >= -0.01 and box.y + box.height <= picture.height + 0.01
    for edge in picture.edges:
        check_line(edge, picture, texts)


def check_line(edge: PlacedEdge, picture: Picture, texts: list[Box]) -> None:
    """No line may run through a label or a node that is not its own."""
    own = {edge.edge.source, edge.edge.target}
    others = [node.box for node in picture.nodes if node.node.id not in own]
    for point in trace(edge):
        assert not [text for text in texts if inside(point, text, 0.5)]
        assert not [box for box in others if inside(point, box, 1.5)]
        assert -0.5 <= point[0] <= picture.width + 0.5
        assert -0.5 <= point[1] <= picture.height + 0.5


@given(st.lists(graphs(), max_size=3))
@settings(max_examples=30)
@pytest.mark.slow
def test_svg_is_well_formed_and_complete(drawn: list[Graph]) -> None:
    root = ElementTree.fromstring(svg(drawn))
    assert root.get("role") == "img"
    assert root.get("aria-label")
    for kind, number in (
        ("node", sum(len(one.nodes) for one in drawn)),
        ("edge", sum(len(one.edges) for one in drawn)),
        ("entry", sum(len(one.initial) for one in drawn)),
    ):
        found = [element for element in root.iter() if element.get("class") == kind]
        assert len(found) == number
    paths = [element.get("d", "") for element in root.iter(f"{SVG}path")]
    assert all(path.startswith("M") and len(path) > 4 for path in paths)


@given(graphs())
@settings(max_examples=40)
@pytest.mark.parametrize("sideways", [False, True, None])
def test_nothing_lies_on_top_of_anything(sideways: bool | None, drawn: Graph) -> None:
    check_picture(lay_out(drawn, sideways))


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize(("size", "seed"), [(10, 1), (25, 2), (25, 3), (70, 4)])
def test_larger_pictures_are_clean_too(size: int, seed: int, sideways: bool) -> None:
    check_picture(lay_out(program(size, seed), sideways))


@given(graphs())
@settings(max_examples=25)
@pytest.mark.slow
def test_the_same_graph_gives_the_same_drawing(drawn: Graph) -> None:
    assert svg([drawn]) == svg([drawn])
    assert dot([drawn]) == dot([drawn])


@pytest.mark.slow
def test_drawing_does_not_depend_on_hashing() -> None:
    code = "import tests.test_draw as t; print(t.svg([t.program(40, 7)]))"
    texts = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            cwd=Path(__file__).parent.parent,
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert texts[0] == texts[1] == svg([program(40, 7)]) + "\n"


def test_every_edge_joins_its_nodes() -> None:
    picture = lay_out(program(30, 8))
    boxes = {node.node.id: node.box for node in picture.nodes}
    for placed in picture.edges:
        source, target = boxes[placed.edge.source], boxes[placed.edge.target]
        assert inside(placed.start, source, -1), placed.edge
        assert inside(placed.tip, target, -1), placed.edge


def test_parallel_edges_and_loops_have_their_own_lines() -> None:
    drawn = graph(
        ("a", "b", "one"),
        ("a", "b", "two"),
        ("b", "a", "back"),
        ("a", "a", "loop"),
        ("a", "a", "again"),
        ("a", "b", ""),
    )
    for sideways in (False, True):
        picture = lay_out(drawn, sideways)
        assert len({(edge.start, edge.strokes) for edge in picture.edges}) == len(drawn.edges)
        check_picture(picture)


def test_many_loops_on_a_wide_node() -> None:
    loops = tuple(GraphEdge("a", "a", label) for label in ("", "x++", "y--", "(x > 3 && y > x + 1) || z", "", "skip"))
    for sideways in (False, True):
        check_picture(lay_out(Graph("", "", (GraphNode("a", "w" * 40),), loops, frozenset("a")), sideways))


def test_a_chain_is_straight() -> None:
    picture = lay_out(graph(*((f"s{number}", f"s{number + 1}", "x++") for number in range(11))))
    middles = {round(node.box.x + node.box.width / 2, 2) for node in picture.nodes}
    assert len(middles) == 1
    tops = [node.box.y for node in picture.nodes]
    assert tops == sorted(tops)


def test_edges_to_one_target_share_their_way() -> None:
    drawn = graph(
        ("loop", "a", "in?x"), ("a", "b", "x > 0"), ("b", "c", "x++"), ("a", "loop", "else"), ("c", "loop", "out!x"),
        ("b", "loop", "x == 9"), initial="loop",
    )  # fmt: skip
    text = svg([drawn])
    tips = [edge.tip for edge in lay_out(drawn).edges if edge.edge.target == "loop"]
    assert len(tips) == 3 and len(set(tips)) == 2
    assert text.count('class="edge"') == 6


def test_wide_choices_are_drawn_sideways() -> None:
    options = [("loop", f"h{number}", f"mailbox[{number}]?request,client") for number in range(12)]
    picture = lay_out(graph(*options, initial="loop"))
    assert picture.width < 700
    assert len({node.box.y for node in picture.nodes}) >= 12


def test_empty_graphs() -> None:
    for drawn in ([], [Graph("", "", (), ())], [Graph("title", "subtitle", (), ())]):
        assert ElementTree.fromstring(svg(drawn)).tag == f"{SVG}svg"
        assert dot(drawn).startswith("digraph {")
    assert lay_out(Graph("", "", (), ())).nodes == ()


def test_unconnected_nodes_are_set_in_rows() -> None:
    picture = lay_out(Graph("", "", tuple(GraphNode(str(number), str(number)) for number in range(60)), ()))
    check_picture(picture)
    assert picture.width <= 720
    assert len({node.box.y for node in picture.nodes}) > 1


def test_a_long_chain_of_states_is_no_problem() -> None:
    drawn = graph(*((f"s{number}", f"s{number + 1}", "skip") for number in range(1500)), initial="s0")
    assert len(lay_out(drawn).edges) == 1500


def test_tooltips_hold_the_whole_label_and_its_place() -> None:
    label = "x" * 200 + " && y < 3"
    drawn = Graph(
        "t", "", (GraphNode("a", "a"), GraphNode("b", "b")), (GraphEdge("a", "b", label, "plain", "model.pml:12"),)
    )
    root = ElementTree.fromstring(svg([drawn]))
    titles = [element.text or "" for element in root.iter(f"{SVG}title")]
    assert [title for title in titles if label in title and "model.pml:12" in title]
    shown = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert any("…" in line and columns(line) <= 30 for line in shown)
    key = "".join(shown[next(at for at, line in enumerate(shown) if "=" in line) :])
    assert "".join(label.split()) in "".join(key.split()), "the key below tells it in full"


def test_graphs_that_cannot_be_drawn_are_refused() -> None:
    with pytest.raises(ValueError, match="same id"):
        Graph("twice", "", (GraphNode("a", "a"), GraphNode("a", "b")), ())
    with pytest.raises(ValueError, match="unknown nodes: b"):
        Graph("lost", "", (GraphNode("a", "a"),), (GraphEdge("a", "b", ""),))
    with pytest.raises(ValueError, match="unknown nodes: c"):
        Graph("lost", "", (GraphNode("a", "a"),), (), frozenset("c"))


@given(anything, st.integers(1, 40))
def test_shortened_text_fits(text: str, limit: int) -> None:
    short = shorten(flatten(text), limit)
    assert columns(short) <= limit
    assert short == flatten(text) or short.endswith("…")


@given(anything)
def test_wrapped_text_fits_and_loses_nothing(text: str) -> None:
    lines = wrap(text, 20, 26)
    assert all(columns(line) <= 26 for line in lines)
    assert "".join("".join(lines).split()) == "".join(flatten(text).split())


def test_labels_break_where_a_reader_would() -> None:
    assert wrap("(neighbourR>nr && neighbourR>maximum)", 26, 30) == ("(neighbourR>nr &&", "neighbourR>maximum)")
    assert wrap("in?one,nr", 26, 30) == ("in?one,nr",)
    assert wrap("", 26, 30) == ()
    assert clean("a\x00\ud800b") == "a\ufffdb"


DOT = """digraph {
  node [fontname="monospace", fontsize=11, style=filled, fillcolor="#eef2f7", height=0.35];
  edge [fontname="monospace", fontsize=10, arrowsize=0.7];
  label="proctype p\\n2 states"; labelloc=t; labeljust=l; fontname="sans-serif"; fontsize=14;
  "0" [label="0", shape=ellipse];
  "1" [label="1\\nend", shape=ellipse, peripheries=2];
  "entry of 0" [label="", shape=none, style="", width=0, height=0];
  "entry of 0" -> "0";
  "0" -> "1" [label="x < 1 &amp;&amp; \\"y\\"", tooltip="x < 1 &amp;&amp; \\"y\\"\\np.pml:3", penwidth=2.2];
}
"""


def test_dot_text() -> None:
    nodes = (GraphNode("0", "0"), GraphNode("1", "1", "double", "end"))
    edges = (GraphEdge("0", "1", 'x < 1 && "y"', "bold", "p.pml:3"),)
    assert dot([Graph("proctype p", "2 states", nodes, edges, frozenset("0"))]) == DOT


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
@given(st.lists(graphs(), min_size=1, max_size=2))
@settings(max_examples=25)
def test_graphviz_reads_the_dot_text(drawn: list[Graph]) -> None:
    result = subprocess.run(["dot", "-Tplain"], input=dot(drawn).encode(), capture_output=True, check=False)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.decode().splitlines()
    entries = sum(len(one.initial) for one in drawn)
    assert sum(line.startswith("node ") for line in lines) == sum(len(one.nodes) for one in drawn) + entries
    assert sum(line.startswith("edge ") for line in lines) == sum(len(one.edges) for one in drawn) + entries
