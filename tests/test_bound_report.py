"""The page about bounds: well-formed, complete, harmless whatever the model contains, and shown by a real browser."""

from __future__ import annotations

import re
import shlex
import shutil
import struct
import subprocess
from collections import Counter
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from tests.support import load_text

from penstock.bounds.verdict import BoundResult, ChannelBound, boundedness
from penstock.control import build_automata
from penstock.draw.graph.dot import dot
from penstock.draw.graph.graph import Graph, GraphEdge, GraphNode
from penstock.draw.graph.svg import svg
from penstock.draw.page import PageFacts, report_page
from penstock.draw.page.bars import bar
from penstock.draw.page.drawings import taken_edges
from penstock.faces.cli.main import main
from penstock.reading.source import Source
from penstock.tasks.bound import bound
from penstock.tasks.bound_artifacts import report_of
from penstock.tasks.requests.bound import BoundRequest

BOUNDED = """
chan box = [2] of { byte };
chan spare = [3] of { bit };
active proctype Sender() { byte n; box!1; do :: box?n -> box!n od }
"""
UNKNOWN = """mtype = { ping };
chan box = [1] of { mtype };
chan log = [4] of { byte };
chan twice = [1] of { byte };
active proctype Writer() {
    do
    :: log!1 -> log!2
    :: box!ping -> box?ping
    od
}
active proctype Reader() { byte n; twice!1; twice!2; do :: log?n od }
"""
MARK = "#b3261e"
VOID = {"meta", "br"}


class Page(HTMLParser):
    """Reads a page; refuses tags that are not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, {name: value or "" for name, value in attrs}))
        assert len(attrs) == len({name for name, _ in attrs}), attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "svg" in self.open, f"<{tag}/> outside a drawing"
        self.seen.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style", "script"} & set(self.open):
            self.words.append(data)

    def elements(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.seen if name == tag]

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


def result_of(text: str, name: str = "model.pml") -> BoundResult:
    model = load_text(text, name)
    assert model.ok
    return boundedness(model, build_automata(model))


def written(result: BoundResult) -> str:
    facts = PageFacts("1.0", {"processes": 1, "strange": 2}, {"net": 0.25}, ["penstock bound m.pml"])
    return report_page(result, facts)


def page_of(text: str, name: str = "model.pml") -> Page:
    return Page(written(result_of(text, name)))


def marked_labels(page: str) -> list[str]:
    labels = re.findall(rf'<g class="label"><title>([^<]*)</title><text class="[^"]*" fill="{MARK}"', page)
    return [label.split("\n")[1] for label in labels]


def test_a_bounded_model() -> None:
    page = page_of(BOUNDED)
    assert "model.pml ✓ BOUNDED" in page.text
    assert "This is proved." in page.text
    assert "each message in box counts 1" in page.text and "Sender counts" in page.text
    assert "never more than 1 message." in page.text
    assert "2 declared, 1 always suffices" in page.text
    assert "nothing is ever sent to it" in page.text
    assert not any(attributes.get("id") == "counterexamples" for attributes in page.elements("section"))
    assert "Sender" in page.text and "penstock bound m.pml" in page.text
    assert "building the abstraction 0.250" in " ".join(" ".join(page.words).split())


def test_an_unknown_model() -> None:
    text = written(result_of(UNKNOWN))
    page = Page(text)
    assert "? UNKNOWN" in page.text and "For 1 of 3 channels no bound was found." in page.text
    assert "Counterexample 1: log grows by" in page.text
    assert "Writer goes once through line 77: :: log!1 -> log!2" in page.text
    assert "1 declared, may need 2: the send at line 11 can block" in page.text
    assert sorted(marked_labels(text)) == ["log!1", "log!2"]
    assert [attributes["id"] for attributes in page.elements("li") if attributes.get("class") == "named"] == [
        "line-0-7"
    ]
    shown = [attributes for attributes in page.elements("svg") if "marked" in attributes.get("aria-label", "")]
    assert len(shown) == 1, "the automaton of the process that goes round, once"


@pytest.mark.parametrize("text", [BOUNDED, UNKNOWN, "init { skip }", "chan c = [0] of { bit }; init { skip }"])
def test_links_lead_somewhere_and_nothing_is_loaded(text: str) -> None:
    whole = written(result_of(text))
    page = Page(whole)
    names = Counter(attributes["id"] for _, attributes in page.seen if "id" in attributes)
    assert set(names.values()) == {1}
    for attributes in page.elements("a"):
        assert attributes["href"].removeprefix("#") in names
    assert not re.search(r"https?:|//\w|url\(|@import|\bsrc=", whole)
    assert not {"link", "img", "iframe", "object"} & {tag for tag, _ in page.seen}


def test_the_page_can_be_read_without_seeing_it() -> None:
    page = page_of(UNKNOWN)
    assert page.elements("html") == [{"lang": "en"}]
    headings = [tag for tag, _ in page.seen if re.fullmatch(r"h\d", tag)]
    assert headings[0] == "h1" and headings.count("h1") == 1
    assert all(int(after[1]) - int(before[1]) <= 1 for before, after in pairwise(headings))
    assert all(attributes.get("scope") in ("col", "row") for attributes in page.elements("th"))
    assert len(page.elements("caption")) == len(page.elements("table"))
    assert all(attributes["role"] == "img" and attributes["aria-label"] for attributes in page.elements("svg"))


def test_names_and_texts_are_escaped() -> None:
    evil = "</li></details><script>alert(1)</script> &amp; \" ' \udce9 \x01"
    text = UNKNOWN.replace(":: log!1", f"/* {evil} */ :: log!1")
    whole = written(result_of(text, "a<b>&\"c'\udcff.pml"))
    whole.encode("utf-8")
    page = Page(whole)
    assert len(page.elements("script")) == 1
    assert "a<b>&\"c'\ufffd.pml" in page.text
    assert "<script>alert(1)</script> &amp; \" ' \ufffd" in page.text


def test_lines_of_included_files_are_named_with_their_file() -> None:
    body = "active proctype P() {\n do :: c!1 od\n}\n"
    model = load_text('chan c = [1] of { bit };\n#include "p.h"\n', include=lambda *_: ("p.h", body))
    page = Page(written(boundedness(model, build_automata(model))))
    assert "P goes once through line p.h:2p.h:2: do :: c!1 od" in page.text
    assert "p.h, 3 lines" in page.text
    assert "<predefined>" not in page.text


def test_a_step_inside_a_d_step_marks_the_d_step() -> None:
    text = written(
        result_of("chan c = [1] of { byte }; byte n; active proctype P() { do :: d_step { n++; c!n } :: n-- od }")
    )
    assert len(marked_labels(text)) == 1
    assert marked_labels(text)[0].startswith("d_step")


def test_an_escape_is_marked_only_where_it_is_taken() -> None:
    text = """chan c = [1] of { bit }; byte x;
    active proctype P() { again: { do :: x < 9 -> x++ :: x-- od } unless { c!1; goto again } }"""
    result = result_of(text)
    automaton = result.net.analysis.graphs[0].automaton
    (found,) = result.counterexamples
    escapes = [edge for edge in automaton.edges if edge.label == "c!1"]
    marked = taken_edges(automaton, (arc for part in found.rounds for arc in part.arcs))
    assert len(escapes) > 1
    assert len(marked) == 1 and marked < set(escapes)


def test_many_counterexamples_are_folded() -> None:
    result = result_of(UNKNOWN)
    many = replace(result, judged=result.judged * 50)
    page = Page(written(many))
    growth = [attributes for attributes in page.elements("details") if attributes.get("class") == "growth"]
    assert ["open" in attributes for attributes in growth] == [True] * 5 + [False] * 45


def test_many_channels_are_sorted_by_need() -> None:
    declared = "".join(f"chan c{number} = [2] of {{ bit }};\n" for number in range(200))
    whole = written(result_of(declared + "active proctype P() { do :: c7!1 od }"))
    page = Page(whole)
    assert "199 channels whose declared capacity suffices" in page.text
    first = whole[whole.index("<tbody>") : whole.index("</tbody>")]
    assert first.count("<tr>") == 1 and "c7" in first
    assert len(whole) < 500_000


def test_large_automata_are_named_but_not_drawn() -> None:
    steps = "; ".join("n++" for _ in range(300))
    page = page_of(f"chan c = [1] of {{ bit }}; byte n; active proctype P() {{ do :: c!1; {steps} od }}")
    assert "penstock automata model.pml --process P --format svg" in page.text
    assert "Counterexample 1: c grows by 1" in page.text


def test_bars_show_what_is_missing() -> None:
    fits, short, endless = (ChannelBound("c", (1,), 4, bound) for bound in (3, 8, None))
    assert 'class="over"' not in bar(fits) and 'width="90"' in bar(fits)
    assert 'x="60" y="0" width="60" height="14" class="over"' in bar(short)
    assert "polygon" in bar(endless) and "no bound, 4 declared" in bar(endless)
    assert 'class="most"' in bar(replace(fits, exact=2)) and "2 ever used" in bar(replace(fits, exact=2))


def test_marked_edges_stand_out() -> None:
    nodes = (GraphNode("a", "a"), GraphNode("b", "b"))
    plain = GraphEdge("a", "b", "go")
    escape = GraphEdge("b", "a", "back", "dashed", marked=True)
    graph = Graph("g", "", nodes, (escape, plain))
    drawn = svg([graph])
    assert f'stroke="{MARK}" stroke-width="3.6" stroke-dasharray="5 3"' in drawn
    assert drawn.index(">a -&gt; b") < drawn.index(">b -&gt; a"), "what is marked lies on top"
    assert "1 of them marked" in drawn
    assert "style=dashed, penwidth=3.6" in dot([graph])
    assert MARK not in svg([replace(graph, edges=(plain,))])


def test_what_is_missing_for_an_answer_is_told() -> None:
    text = "chan q = [1] of { byte }; active proctype P() { byte i; do :: i < 3 -> q!1; i++ :: else -> break od }"
    outcome = bound(BoundRequest(Source(text=text), refine=False))
    page = report_of(outcome)
    assert page is not None
    shown = Page(page).text
    assert "No answer" in shown and "leave out --no-refine" in shown and "in which order" in shown
    assert "Assumed: channels without limit, any number of processes." in shown


def test_the_command_writes_a_page_whose_commands_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("the model.pml").write_text(BOUNDED.replace("[2]", "[SIZE]"))
    words = ["bound", "the model.pml", "-D", "SIZE=2", "--exact", "--report", "page.html", "--process-limit", "9"]
    assert main(words) == 0
    assert "BOUNDED" in capsys.readouterr().out
    text = Path("page.html").read_text(encoding="utf-8")
    assert "exact" in text and "at most 9 processes at a time" in text
    shown = re.findall(r"<code>(penstock (?:bound|recheck) .*?)</code>", text)
    commands = [shlex.split(unescape(command)) for command in shown]
    assert [command[1] for command in commands] == ["bound", "recheck"]
    assert [main(command[1:]) for command in commands] == [0, 0]


@pytest.fixture(scope="module")
def browser() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    pytest.skip("there is no browser to look at the page with")


def test_a_browser_shows_the_page(browser: str, tmp_path: Path) -> None:
    page, picture = tmp_path / "page.html", tmp_path / "page.png"
    page.write_text(written(result_of(UNKNOWN)), encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1000,1400"]
    options += [f"--user-data-dir={tmp_path / 'profile'}", "--enable-logging=stderr", f"--screenshot={picture}"]
    try:
        run = subprocess.run([browser, *options, page.as_uri()], capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        pytest.skip("the browser does not start here")
    if run.returncode:
        pytest.skip("the browser does not start here")
    data = picture.read_bytes()
    assert struct.unpack(">II", data[16:24]) == (1000, 1400)
    assert len(data) > 40_000, "an empty page is much smaller"
    assert "CONSOLE" not in run.stderr, "a script or a style was refused"
