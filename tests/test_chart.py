"""Message sequence charts: whatever the run, every message is where it belongs, and nothing is hidden."""

import json
import os
import re
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.chart_mermaid import check_mermaid
from tests.chart_runs import Recorder, every_form, failed, lasso, random_run, waits_because

from penstock.draw.chart import chart_data, chart_mermaid, chart_svg, chart_text
from penstock.draw.chart.layout import lay_out
from penstock.draw.chart.story import tell
from penstock.draw.shapes.shapes import Box
from penstock.draw.text import columns
from penstock.machine.trace import Ending, Instance, Message, RunTrace, Step, Waiting

SVG = "{http://www.w3.org/2000/svg}"
GOLDEN = Path(__file__).parent / "models" / "charts"
NASTY = (
    "",
    "<b>&amp;\"'</b> ]]>",
    "a\x00b\x07c\x1b[0m",
    "\ud800 lone \udfff",
    "line\nbreak\ttab\r\u2028x\x85y",
    "x" * 300,
    "日本語のとても長い値です、本当に長い値",
    "e\u0301" * 20,
    "%% ; # :: --> %%{init: {}}%% end $$x$$ <br/> style a:b#c;",
    "🚂🚃🚃🚃",
)

sizes = st.tuples(st.integers(1, 12), st.integers(0, 60), st.integers(0, 10**6))
texts = st.sampled_from([("ack", "data", "7"), NASTY])
runs = st.builds(random_run, st.integers(1, 12), st.integers(0, 60), st.integers(0, 10**6), texts)


@st.composite
def garbage(draw: st.DrawFn) -> RunTrace:
    """Records that fit together only in their indices: a chart of them need not make sense, but must be one."""
    number = draw(st.integers(1, 4))
    process = st.integers(0, number - 1)
    texts = st.one_of(st.sampled_from(NASTY), st.sampled_from(["q", "r", "data"]))
    messages = st.builds(
        Message,
        st.sampled_from(["send", "receive", "peek", "lost"]),
        process,
        texts,
        st.tuples(texts),
        st.integers(0, 4),
        st.booleans(),
    )
    steps = tuple(
        Step(
            at + 1,
            draw(st.none() | process),
            draw(texts),
            at,
            draw(texts),
            messages=tuple(draw(st.lists(messages, max_size=3))),
            started=tuple(draw(st.lists(process, max_size=1))),
            ended=draw(st.booleans()),
            printed=draw(texts),
            partner=draw(st.none() | process),
        )
        for at in range(draw(st.integers(0, 8)))
    )
    processes = tuple(Instance(draw(texts), draw(texts), pid) for pid in range(number))
    outcome = draw(st.sampled_from([Ending.FINISHED, Ending.ASSERTION, Ending.CYCLE]))
    waiting = (Waiting(0, draw(texts), 1, draw(texts), (waits_because(draw(texts)),)),)
    return RunTrace(processes, steps, outcome, draw(texts), waiting, draw(st.none() | st.integers(0, 9)))


def numbers(trace: RunTrace) -> list[int]:
    """The messages of a run."""
    return sorted({message.number for step in trace.steps for message in step.messages})


def messages(trace: RunTrace) -> list[ElementTree.Element]:
    tree = ElementTree.fromstring(chart_svg(trace))
    return [element for element in tree.iter(f"{SVG}g") if "data-message" in element.attrib]


def overlap(one: Box, other: Box) -> bool:
    across = one.x + one.width > other.x + 0.01 and other.x + other.width > one.x + 0.01
    return across and one.y + one.height > other.y + 0.01 and other.y + other.height > one.y + 0.01


def check_layout(trace: RunTrace) -> None:
    layout = lay_out(tell(trace))
    padding = {"note": (5.0, 2.5)}
    boxes = [head.box for head in layout.heads]
    for caption in layout.captions:
        box, (x, y) = caption.box, padding.get(caption.phrase.tone, (0.0, 0.0))
        boxes.append(Box(box.x - x, box.y - y, box.width + 2 * x, box.height + 2 * y))
    boxes.sort(key=lambda box: box.y)
    # Boxes are low: one that is far below cannot touch.
    for at, box in enumerate(boxes):
        below = boxes[at + 1 : at + 1 + 4 * len(trace.processes)]
        assert not [other for other in below if overlap(box, other)]
        assert layout.margins[1] < box.x
        assert box.x + box.width < layout.width


@settings(max_examples=60)
@given(runs)
def test_every_message_is_drawn_once_from_its_sender_to_its_receiver(trace: RunTrace) -> None:
    drawn = messages(trace)
    assert sorted(int(element.attrib["data-message"]) for element in drawn) == numbers(trace)
    layout = lay_out(tell(trace))
    ends = {number: (way["from"], way["to"]) for way in chart_data(trace)["messages"] for number in [way["number"]]}
    for element in drawn:
        source, target = ends[int(element.attrib["data-message"])]
        shapes = [path.attrib["d"] for path in element.iter(f"{SVG}path")]
        # The first path is the line, the last one the head, which begins at its tip.
        start, tip = (float(shape[1:].split(",")[0]) for shape in (shapes[0], shapes[-1]))
        assert start == pytest.approx(layout.columns[source], abs=0.06)
        if target is not None and target != source:
            assert tip == pytest.approx(layout.columns[target], abs=0.06)


@settings(max_examples=60)
@given(runs)
def test_no_text_hides_another(trace: RunTrace) -> None:
    check_layout(trace)


@settings(max_examples=60)
@given(runs, st.sampled_from([20, 40, 61, 80, 100, 160]), st.booleans(), st.booleans())
def test_text_keeps_to_the_width(trace: RunTrace, width: int, ascii_only: bool, local: bool) -> None:
    text = chart_text(trace, width, ascii_only, local)
    assert max(map(columns, text.splitlines())) <= max(width, 40)
    assert text.isascii() or not ascii_only
    assert all(line == line.rstrip() for line in text.split("\n"))


@settings(max_examples=60)
@given(sizes)
def test_arrows_in_text_go_from_column_to_column(size: tuple[int, int, int]) -> None:
    trace = random_run(*size, name="p")
    lines = chart_text(trace, 200).splitlines()
    header = next(line for line in lines if line.lstrip().startswith("step"))
    place = {name: found.start() for found in re.finditer(r"p\d+", header) for name in [found[0]]}
    rows: dict[str, str] = {}
    for line in lines:
        rows.setdefault(line.lstrip().partition(" ")[0], line)
    received = [way for way in chart_data(trace)["messages"] if way["received"] is not None]
    for way in received:
        line, start, end = rows[str(way["received"])], place[f"p{way['from']}"], place[f"p{way['to']}"]
        assert columns(line[:start]) == start
        if start == end:
            assert line[start + 1] == "◀"
        else:
            assert line[start] in "├╞─" if start < end else line[start] in "┤╡─"
            assert line[end - 1 if start < end else end + 1] == ("▶" if start < end else "◀")
            assert line.count("▶") + line.count("◀") == 1


@settings(max_examples=60)
@given(runs, st.booleans())
def test_mermaid_is_a_sequence_diagram_in_which_nothing_is_missing(trace: RunTrace, local: bool) -> None:
    arrows = check_mermaid(chart_mermaid(trace, local))
    actions = [message for step in trace.steps for message in step.messages]
    starts = sum(len(step.started) for step in trace.steps)
    rendezvous = sum(message.rendezvous for message in actions) // 2
    assert len(arrows) == len(actions) - rendezvous + starts


@settings(max_examples=60)
@given(runs)
def test_data_tells_all_events_in_order(trace: RunTrace) -> None:
    data = json.loads(json.dumps(chart_data(trace)))
    steps = [event["step"] for event in data["events"]]
    assert steps == sorted(steps)
    assert set(steps) == {step.number for step in trace.steps if step.process is not None}
    assert sorted(way["number"] for way in data["messages"]) == numbers(trace)
    for way in data["messages"]:
        assert (way["received"] is not None) == (way["fate"] in ("received", "rendezvous"))
        assert way["received"] is None or way["sent"] <= way["received"]


@settings(max_examples=80)
@given(garbage())
def test_inconsistent_records_make_a_chart_too(trace: RunTrace) -> None:
    ElementTree.fromstring(chart_svg(trace))
    check_mermaid(chart_mermaid(trace))
    assert max(map(columns, chart_text(trace, 80).splitlines())) <= 80
    json.dumps(chart_data(trace))


@pytest.mark.parametrize("trace", [every_form(), lasso(), failed()], ids=["every_form", "lasso", "failed"])
@pytest.mark.parametrize(("form", "suffix"), [(chart_text, "txt"), (chart_mermaid, "mmd")], ids=["text", "mermaid"])
def test_forms(trace: RunTrace, form: object, suffix: str, request: pytest.FixtureRequest) -> None:
    name = request.node.callspec.id.split("-")[1]
    assert callable(form)
    written = form(trace)
    golden = GOLDEN / f"{name}.{suffix}"
    if os.environ.get("UPDATE_CHARTS"):
        golden.write_text(written, encoding="utf-8")
    assert written == golden.read_text(encoding="utf-8")


def test_ascii_form() -> None:
    lines = chart_text(lasso(), ascii_only=True).splitlines()
    assert "   3    12  +---->|     there?ball, sent in step 2" in lines


def test_lifelines_begin_and_end_with_their_processes() -> None:
    story = tell(every_form())
    init, sender, receiver = story.lifelines
    assert (init.started, init.ended) == (None, 2)
    assert (sender.started, sender.starter, sender.ended) == (0, 0, None)
    data = chart_data(every_form())["processes"]
    assert [(process["started"], process["started_by"], process["ended"]) for process in data] == [
        (None, None, 3),
        (1, 0, None),
        (2, 0, None),
    ]
    assert receiver.name == "receiver"


def test_svg_says_what_it_is_and_what_each_mark_means() -> None:
    tree = ElementTree.fromstring(chart_svg(every_form()))
    assert tree.attrib["role"] == "img"
    assert tree.findtext(f"{SVG}title") == "run of model.pml"
    assert "deadlock: no process can move" in (tree.findtext(f"{SVG}desc") or "")
    said = "\n".join(tree.itertext())
    for words in ("rendezvous: sent and received in one step", "still in q: bye", "lossy!nack", '<got> & "1"'):
        assert words in said
    tooltips = [title.text or "" for title in tree.iter(f"{SVG}title")]
    assert any("sent by sender in step 5, model.pml:14\nreceived by receiver in step 11" in said for said in tooltips)
    assert any("x: 0 → 1" in said for said in tooltips)


def test_what_never_arrives_is_said_to_be_so() -> None:
    fates = {element.attrib["data-message"]: element.attrib["data-fate"] for element in messages(every_form())}
    assert [fates[number] for number in sorted(fates, key=int)] == [
        "rendezvous",
        "received",
        "received",
        "received",
        "lost",
        "left",
    ]


def test_a_cycle_has_a_bracket_from_its_first_step() -> None:
    story = tell(lasso())
    assert story.loop == 1
    assert "from step 2 on, the run repeats forever" in chart_svg(lasso())
    # Nothing to put a bracket around: the words say it.
    still = RunTrace(lasso().processes, lasso().steps, Ending.CYCLE, "nothing moves", loop=6)
    assert "from step 6 on, it repeats forever" in chart_svg(still)


def test_the_claim_has_no_lifeline() -> None:
    run = Recorder(["main"])
    run.local(None, "!p")
    trace = run.trace("claim", "the claim was completed")
    assert tell(trace).rows == ()
    assert "claim violated: the claim was completed" in chart_text(trace)
    assert check_mermaid(chart_mermaid(trace)) == []


def test_a_receive_without_its_send() -> None:
    message = Message("receive", 0, "q", ("1",), 5)
    trace = RunTrace((Instance("p", "p", 0),), (Step(9, 0, "m.pml", 3, "q?x", messages=(message,)),), Ending.TRAIL, "")
    assert "q?1, sent before step 9" in chart_text(trace)
    assert messages(trace)[0].attrib["data-fate"] == "earlier"
    check_layout(trace)


def test_an_empty_run() -> None:
    trace = RunTrace((), (), Ending.FINISHED, "")
    ElementTree.fromstring(chart_svg(trace))
    assert chart_mermaid(trace) == "sequenceDiagram\n"
    assert "0 steps, 0 processes" in chart_text(trace)
    assert chart_data(trace)["events"] == []


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_nasty_texts(text: str) -> None:
    run = Recorder([text, text + "2"], file=text or "m.pml")
    run.send(0, text or "q", text, text)
    run.step(1, text, printed=text + "!")
    trace = run.trace("error", text, waiting=(Waiting(0, text, 1, text, (waits_because(text),)),))
    ElementTree.fromstring(chart_svg(trace))
    chart_svg(trace).encode()
    chart_text(trace).encode()
    check_mermaid(chart_mermaid(trace))
    check_layout(trace)


def test_long_texts_are_cut_and_whole_when_pointed_at() -> None:
    run = Recorder(["a" * 100, "b"])
    run.send(0, "q", "m", "9" * 200)
    tree = ElementTree.fromstring(chart_svg(run.trace()))
    shown = [text.text or (text[0].tail or "") for text in tree.iter(f"{SVG}text") if len(text) or text.text]
    assert max(map(len, shown)) < 100
    assert any("9" * 200 in (title.text or "") for title in tree.iter(f"{SVG}title"))
    assert any("a" * 100 in (title.text or "") for title in tree.iter(f"{SVG}title"))


def test_thirty_processes() -> None:
    trace = random_run(30, 150, 4)
    check_layout(trace)
    assert "process1 → " in chart_text(trace, 60)
    assert "columns: 0 process0" in chart_text(trace, 180)


def test_long_charts_repeat_the_names() -> None:
    trace = random_run(4, 300, 1)
    layout = lay_out(tell(trace))
    heads = sorted(head.box.y for head in layout.heads)
    assert heads[-1] > layout.rows[-1]
    assert max(later - earlier for earlier, later in pairwise(heads)) < 1200
    assert sum(line.lstrip().startswith("step") for line in chart_text(trace).splitlines()) > 3


def test_long_runs_take_time_and_room_in_proportion() -> None:
    start = time.perf_counter()
    long, half = random_run(10, 5000, 1), random_run(10, 2500, 1)
    for form in (chart_svg, chart_mermaid, chart_text):
        assert len(form(long)) < 2.5 * len(form(half))
    chart_data(long)
    assert time.perf_counter() - start < 20


def test_a_long_calculation_takes_one_row() -> None:
    run = Recorder(["p"])
    for _ in range(1000):
        run.local(0)
    trace = run.trace()
    assert len(tell(trace).rows) == 1
    assert len(chart_svg(trace)) < 12_000
    assert tell(trace, local=False).rows == ()


def test_the_same_on_every_machine() -> None:
    program = "from penstock.draw.chart import *; from tests.chart_runs import *\n"
    program += "import hashlib; t = random_run(8, 120, 3)\n"
    program += "print(hashlib.sha256((chart_svg(t) + chart_mermaid(t) + chart_text(t)).encode()).hexdigest())"
    root = Path(__file__).parent.parent
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"},
            capture_output=True,
            check=True,
            cwd=root,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
