"""Pictures in every form: nothing is hidden, nothing is cut, and all of them say the same."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.chart_runs import Recorder, random_run
from tests.sheets import labels, outside, overlapping, pdf_labels, svg_labels, texts, tikz_labels
from tests.test_draw import graphs

from penstock.draw.chart.sheet import chart_sheet
from penstock.draw.graph.automata import automaton_graph
from penstock.draw.graph.graph import Graph, GraphEdge, GraphNode
from penstock.draw.graph.mermaid import mermaid
from penstock.draw.graph.sheet import MOST_EDGES, graph_sheet
from penstock.draw.graph.states import state_graph
from penstock.draw.graph.waits import wait_graph
from penstock.draw.plot import plot_sheet
from penstock.draw.plot.occupancy import channel_lengths, occupancy_plot
from penstock.draw.shapes.forms import written
from penstock.draw.shapes.look import FACES, PictureLook
from penstock.draw.shapes.metrics import text_width
from penstock.draw.shapes.shapes import ShapeGroup, Sheet, TextLine
from penstock.draw.shapes.themes import DARK, LIGHT
from penstock.draw.text import flatten, fold, short_forms, wrap
from penstock.errors import UsageError
from penstock.faces.cli.main import main
from penstock.machine.space import state_space
from penstock.machine.trace import RunTrace
from penstock.reading.source import Source
from penstock.tasks.automata import automata
from penstock.tasks.explore import explore
from penstock.tasks.requests.automata import AutomataRequest
from penstock.tasks.requests.explore import ExploreRequest
from penstock.tasks.requests.simulate import SimulateRequest
from penstock.tasks.simulate import simulate

ROOT = Path(__file__).parent.parent
MODELS = {
    "pingpong": ROOT / "examples" / "pingpong.pml",
    "leader": ROOT / "examples" / "leader.pml",
    "crossing": ROOT / "examples" / "crossing.pml",
    "retry": ROOT / "examples" / "retry.pml",
    "stations": ROOT / "tests" / "models" / "pictures" / "stations.pml",
    "railway": ROOT / "tests" / "models" / "pictures" / "railway.pml",
}
LOOKS = [PictureLook(), PictureLook(font="sans", width=318.0), PictureLook(font="serif", theme="dark", width=640.0)]
CODE = "abcdefghij_ABC #[]{}()&|<>!?=+-*/\\^~%$\"'`.,;:0123456789"


def run_of(name: str, steps: int = 200) -> RunTrace:
    return simulate(SimulateRequest(Source(str(MODELS[name])), seed=1, steps=steps)).trace


def automata_of(name: str, look: PictureLook) -> Sheet:
    outcome = automata(AutomataRequest(Source(str(MODELS[name]))))
    return graph_sheet([automaton_graph(outcome.model, one) for one in outcome.graphs], look)


def check_sheet(sheet: Sheet) -> None:
    assert not overlapping(sheet)
    assert not outside(sheet)


# -- six models --------------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS, ids=["usual", "column", "dark"])
@pytest.mark.parametrize("name", MODELS)
def test_models_are_drawn_without_fault(name: str, look: PictureLook) -> None:
    check_sheet(automata_of(name, look))
    trace = run_of(name)
    check_sheet(chart_sheet(trace, look))
    check_sheet(plot_sheet(occupancy_plot(trace), look))


@pytest.mark.parametrize("name", ["stations", "railway"])
def test_long_names_are_told_apart_and_told_in_full(name: str) -> None:
    trace = run_of(name)
    assert len(trace.processes) == 10 and len(trace.steps) == 200
    for look in LOOKS:
        sheet = chart_sheet(trace, look)
        said = "".join("".join(text.text.split()) for text, _ in texts(sheet))
        assert all(instance.name in said for instance in trace.processes)
        heads = {fact[1]: head for head in groups(sheet, "head") for fact in head.facts}
        shown = {
            number: tuple(text.text for text in head.shapes if isinstance(text, TextLine))
            for number, head in heads.items()
        }
        assert len(set(shown.values())) == 10


def groups(sheet: Sheet, kind: str) -> list[ShapeGroup]:
    waiting, found = list(sheet.shapes), []
    while waiting:
        shape = waiting.pop()
        if isinstance(shape, ShapeGroup):
            found += [shape] if shape.kind == kind else []
            waiting += shape.shapes
    return found


@pytest.mark.parametrize("name", ["pingpong", "stations"])
def test_all_forms_have_the_same_labels(name: str) -> None:
    for sheet in (automata_of(name, PictureLook()), chart_sheet(run_of(name))):
        wanted = labels(sheet)
        assert svg_labels(written(sheet, "svg").decode()) == wanted
        assert pdf_labels(written(sheet, "pdf")) == wanted
        assert tikz_labels(written(sheet, "tikz").decode()) == wanted
        assert tikz_labels(written(sheet, "tex").decode()) == wanted


def test_names_are_broken_where_a_reader_would() -> None:
    assert wrap("answer_to_station[0]!grant_of_transmission(0)", 20, 20) == (
        "answer_to_",
        "station[0]!grant_",
        "of_transmission(0)",
    )
    assert wrap("to_dispatcher!end_of_transmission(4,0)", 24, 24) == ("to_dispatcher!end_", "of_transmission(4,0)")
    assert fold("proctype LevelCrossingBarrierAtTheOldMillRoadNorthSide", 36) == [
        "proctype",
        "LevelCrossingBarrierAtTheOldMillRoad",
        "NorthSide",
    ]


def test_heads_have_the_number_of_their_process() -> None:
    heads = groups(chart_sheet(run_of("stations")), "head")
    said = {"".join(text.text for text in head.shapes if isinstance(text, TextLine)) for head in heads}
    assert {f"#{number}" for number in range(1, 10)} == {name[-2:] for name in said if "#" in name}


def test_channels_are_plotted_in_the_order_of_the_model() -> None:
    panels = [panel.title for panel in occupancy_plot(run_of("leader")).panels]
    assert panels == [f"ring[{number}] (capacity 5)" for number in range(5)]


# -- any picture -------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=30)
@given(st.lists(graphs(), min_size=1, max_size=3), st.sampled_from(LOOKS))
def test_graphs_in_a_grid(drawn: list[Graph], look: PictureLook) -> None:
    check_sheet(graph_sheet(drawn, look))


@settings(max_examples=40)
@given(st.builds(random_run, st.integers(1, 12), st.integers(0, 60), st.integers(0, 10**6)), st.sampled_from(LOOKS))
def test_charts(trace: RunTrace, look: PictureLook) -> None:
    check_sheet(chart_sheet(trace, look))
    check_sheet(plot_sheet(occupancy_plot(trace), look))


@settings(max_examples=60)
@given(st.lists(st.text(CODE, min_size=1, max_size=60), min_size=1, max_size=8), st.integers(6, 30))
def test_different_texts_have_different_short_forms(found: list[str], room: int) -> None:
    forms = short_forms(found, room)
    flat = {flatten(text) for text in found}
    assert set(forms) == flat and len(set(forms.values())) == len(flat)
    assert all(form == text for text, form in forms.items() if len(text) <= room)


@settings(max_examples=40)
@given(st.lists(st.text(CODE, min_size=1, max_size=140), min_size=2, max_size=5, unique_by=flatten))
def test_every_label_is_there_in_full(said: list[str]) -> None:
    nodes = tuple(GraphNode(str(number), str(number)) for number in range(len(said) + 1))
    edges = tuple(GraphEdge(str(number), str(number + 1), text) for number, text in enumerate(said))
    sheet = graph_sheet([Graph("g", "", nodes, edges)])
    shown = "".join("".join(text.text.split()) for text, _ in texts(sheet))
    assert all("".join(text.split()) in shown for text in said)
    assert svg_labels(written(sheet, "svg").decode()) == labels(sheet)
    assert pdf_labels(written(sheet, "pdf")) == labels(sheet)
    assert tikz_labels(written(sheet, "tikz").decode()) == labels(sheet)


def test_processes_of_one_beginning_and_one_end() -> None:
    names = [
        f"Station_with_a_rather_long_name_that_{'goes_on_' * 9}number_{at}_of_the_northern_district" for at in range(10)
    ]
    run = Recorder(names)
    for at in range(10):
        run.send(at, "q", "m", str(at))
    sheet = chart_sheet(run.trace())
    heads = [tuple(text.text for text in head.shapes if isinstance(text, TextLine)) for head in groups(sheet, "head")]
    assert len(set(heads)) == 10
    said = "".join("".join(text.text.split()) for text, _ in texts(sheet))
    assert all(f"={name}" in said for name in names), "the key tells them in full"


def test_labels_are_as_wide_as_measured() -> None:
    assert text_width("mm", 10, "mono") == 12.0
    assert text_width("W", 10, "sans") == pytest.approx(9.44)
    assert text_width("il", 10, "serif") < text_width("mm", 10, "serif")


# -- forms -------------------------------------------------------------------------------------


def test_themes() -> None:
    sheet = chart_sheet(run_of("pingpong"))
    auto, light, dark = (
        written(sheet, "svg", PictureLook(theme=theme)).decode() for theme in ("auto", "light", "dark")
    )
    assert "prefers-color-scheme:dark" in auto and "<style" not in light + dark
    assert LIGHT["paper"] in light and LIGHT["paper"] not in dark and DARK["paper"] in dark
    assert written(sheet, "pdf", PictureLook(theme="dark")) != written(sheet, "pdf")


@pytest.mark.needs("pdftotext", "pdfinfo")
def test_pdf_is_read_by_others(tmp_path: Path) -> None:
    sheet = automata_of("pingpong", PictureLook())
    path = tmp_path / "a.pdf"
    path.write_bytes(written(sheet, "pdf", PictureLook(width=300.0)))
    shown = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True)
    assert "toPlayer!smash, number" in shown.stdout and not shown.stderr
    told = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
    assert "Page size:       225 x" in told and "proctype Player" in told


@pytest.mark.slow
@pytest.mark.needs("pdflatex", "kpsewhich")
def test_tikz_compiles(tmp_path: Path) -> None:
    if subprocess.run(["kpsewhich", "tikz.sty"], capture_output=True, check=False).returncode:
        pytest.skip("TikZ is not installed")
    look = PictureLook(theme="dark")
    signs = GraphEdge("0", "1", CODE + " → \N{MULTIPLICATION SIGN} … \N{SNOWMAN} !`?` -- <<>>", marked=True)
    odd = Graph("odd", "", (GraphNode("0", "0"), GraphNode("1", "1")), (signs,))
    (tmp_path / "a.tex").write_bytes(written(graph_sheet([odd], look), "tex", look))
    (tmp_path / "b.tex").write_bytes(written(chart_sheet(run_of("stations", 60)), "tex"))
    (tmp_path / "c.tikz").write_bytes(written(automata_of("pingpong", look), "tikz", look))
    (tmp_path / "c.tex").write_text(
        "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{textcomp,tikz}\n"
        "\\begin{document}\\input{c.tikz}\\end{document}\n"
    )
    for name in ("a", "b", "c"):
        words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, timeout=240, check=False)
        assert done.returncode == 0, done.stdout[-1500:]
        assert (tmp_path / f"{name}.pdf").stat().st_size > 1000


def test_png_has_pixels() -> None:
    pytest.importorskip("resvg_py")
    sheet = automata_of("pingpong", PictureLook())
    picture = written(sheet, "png")
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    assert (width, height) == (pytest.approx(2 * sheet.width, abs=2), pytest.approx(2 * sheet.height, abs=2))
    assert len(picture) > 10_000


def test_png_has_every_text_or_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    resvg = pytest.importorskip("resvg_py")
    empty = written(Sheet(90, 30, "", "", ()), "png")
    for face in FACES:
        words = Sheet(90, 30, "", "", (TextLine("Mm", (4, 20), 12, face=face),))
        assert written(words, "png") != empty, face
    draw = resvg.svg_to_bytes
    monkeypatch.setattr(resvg, "svg_to_bytes", lambda **options: draw(**options, skip_system_fonts=True))
    with pytest.raises(UsageError, match="needs fonts"):
        written(words, "png")


def test_what_is_too_large_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = tuple(GraphNode(str(number), str(number)) for number in range(MOST_EDGES + 2))
    edges = tuple(GraphEdge(str(number), str(number + 1), "x++") for number in range(MOST_EDGES + 1))
    with pytest.raises(UsageError, match="--process NAME"):
        graph_sheet([Graph("long", "", nodes, edges)])
    with pytest.raises(UsageError, match="TeX"):
        written(chart_sheet(random_run(2, 2000, 1)), "tikz")
    monkeypatch.setattr("penstock.draw.chart.sheet.MOST_ROWS", 50)
    with pytest.raises(UsageError, match="100 steps is too long"):
        chart_sheet(random_run(2, 100, 1))


def test_six_hundred_processes_have_their_place() -> None:
    drawn = [
        Graph(f"P{at}", "", (GraphNode("0", "0"), GraphNode("1", "1")), (GraphEdge("0", "1", f"x = {at}"),))
        for at in range(600)
    ]
    sheet = graph_sheet(drawn)
    check_sheet(sheet)
    assert 0.4 < sheet.width / sheet.height < 2.5


def test_mermaid_of_graphs() -> None:
    nodes = (GraphNode("0", "0"), GraphNode("1", "1", "double", "end"), GraphNode("2", "a\nb", "box", marked=True))
    edges = (GraphEdge("0", "1", 'x < 1 && "y"', "bold"), GraphEdge("1", "2", "", "dashed", marked=True))
    assert mermaid([Graph("p", "", nodes, edges, frozenset("0"))]) == (
        "flowchart TD\n"
        '  n0(["0"])\n'
        '  n1((("1<br/>end")))\n'
        '  n2["a<br/>b"]\n'
        "  n0_in[ ] --> n0\n"
        '  n0 == "x #60; 1 #38;#38; #34;y#34;" ==> n1\n'
        "  n1 .-> n2\n"
        "  style n0_in fill:none,stroke:none\n"
        "  style n2 stroke:#b3261e,stroke-width:3px\n"
        "  linkStyle 2 stroke:#b3261e,stroke-width:3px\n"
    )


# -- what is drawn -----------------------------------------------------------------------------


def test_a_deadlock_goes_round_in_circles() -> None:
    outcome = explore(ExploreRequest(Source(str(MODELS["crossing"]))))
    graph = wait_graph(outcome.violations[0].run.trace)
    assert [edge.label for edge in graph.edges] == ["full (3)", "receives from it", "full (2)", "receives from it"]
    assert all(edge.marked for edge in graph.edges)
    check_sheet(graph_sheet([graph]))


def test_who_waits_for_a_condition() -> None:
    text = "byte turn = 2; active proctype A() { turn = 3; turn == 1 } active proctype B() { turn == 2; turn = 0 }"
    outcome = explore(ExploreRequest(Source(text=text)))
    graph = wait_graph(outcome.violations[0].run.trace)
    assert any("turn == 1" in node.label for node in graph.nodes)
    assert not any(edge.marked for edge in graph.edges if "B" in edge.target)


def test_channels_are_as_full_as_the_states_say() -> None:
    for name in ("leader", "stations", "crossing"):
        trace = run_of(name)
        lengths = channel_lengths(trace)
        assert trace.history is not None
        for at, state in enumerate(trace.history.states):
            held = sum(len(queue) - 1 for queue in state[1])
            assert sum(found[at] for found in lengths.values()) == held


def test_the_states_of_a_model_are_drawn() -> None:
    outcome = explore(ExploreRequest(Source(str(MODELS["crossing"]))))
    assert outcome.exploration is not None
    sheet = graph_sheet([state_graph(state_space(outcome.exploration))])
    check_sheet(sheet)
    assert len(groups(sheet, "node")) == outcome.states


# -- the command line --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ending", "begins"),
    [
        ("svg", b"<svg"),
        ("pdf", b"%PDF"),
        ("tikz", b"% proctype"),
        ("tex", b"\\documentclass"),
        ("dot", b"digraph"),
        ("gv", b"digraph"),
        ("mmd", b"flowchart"),
        ("txt", b"proctype"),
    ],
)
def test_the_name_of_a_file_says_what_is_in_it(ending: str, begins: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"a.{ending}"
    assert main(["automata", str(MODELS["pingpong"]), "-o", str(path)]) == 0
    assert path.read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["automata", "MODEL", "--format", "json", "-o", "a.svg"], "no name for json"),
        (["automata", "MODEL", "--format", "text", "-o", "a.pdf"], "no name for text"),
        (["check", "MODEL", "-o", "a.svg"], "is the name of a picture"),
        (["simulate", "MODEL", "--msc", "a.xyz"], "cannot tell from `a.xyz`"),
        (["simulate", "MODEL", "--occupancy", "a.dot"], "cannot tell from `a.dot`"),
        (["explore", "MODEL", "--graph", "a.txt"], "cannot tell from `a.txt`"),
        (["explore", "MODEL", "--graph", "a.svg", "--fold", "Nobody"], "no process `Nobody`"),
    ],
)
def test_wrong_names_are_refused(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([str(MODELS["pingpong"]) if word == "MODEL" else word for word in words]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("width", ["84mm", "3.3in", "240pt", "8.4cm", "640px"])
def test_widths_of_pages(width: str, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert main(["automata", str(MODELS["pingpong"]), "--width", width, "-o", str(path)]) == 0
    shown = float(path.read_text().split('width="')[1].split('"')[0])
    assert shown <= 641


def test_a_width_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["automata", str(MODELS["pingpong"]), "--width", "wide"])
    assert "`wide` is not the width of a page" in capsys.readouterr().err


def test_pictures_of_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {name: tmp_path / f"{name}.svg" for name in ("msc", "occupancy", "waits", "graph")}
    words = [word for name, path in files.items() for word in (f"--{name}", str(path))]
    assert main(["explore", str(MODELS["crossing"]), *words]) == 1
    assert all(path.read_text().startswith("<svg") for path in files.values())
    assert main(["simulate", str(MODELS["pingpong"]), "--seed", "1", "--waits", str(tmp_path / "none.svg")]) == 0
    assert "is not written" in capsys.readouterr().err and not (tmp_path / "none.svg").exists()


def test_states_as_data(tmp_path: Path) -> None:
    path = tmp_path / "states.json"
    assert main(["explore", str(MODELS["pingpong"]), "--graph", str(path), "--fold", "--quiet"]) == 0
    assert '"strokes"' in path.read_text()


def test_every_look_draws_the_same_words() -> None:
    said = [sorted(labels(automata_of("pingpong", look))) for look in LOOKS]
    assert said[0] == said[1] == said[2]


def test_the_pictures_of_the_documentation_are_those_of_today(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    main(["automata", "examples/pingpong.pml", "-o", str(tmp_path / "automata.svg")])
    made = [f"--{name}={tmp_path / file}.svg" for name, file in (("msc", "chart"), ("occupancy", "occupancy"))]
    main(["simulate", "examples/crossing.pml", "--seed", "3", "--quiet", *made])
    made = [f"--{name}={tmp_path / file}.svg" for name, file in (("graph", "states"), ("waits", "waits"))]
    main(["explore", "examples/crossing.pml", "--quiet", "--fold", *made])
    for path in tmp_path.iterdir():
        assert path.read_text() == (ROOT / "docs" / "images" / path.name).read_text(), path.name
