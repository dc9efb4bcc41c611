"""Sweeps: the values, the table, what fails first, how it grows, and the picture."""

from __future__ import annotations

import json
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from math import log
from pathlib import Path

import pytest

import penstock
from penstock.draw.plot.scale import scale_for, shortly, shown
from penstock.faces.cli.main import main
from penstock.faces.cli.words.sweep import growth_text, sweep_lines
from penstock.faces.data.sweep_plot import sweep_plot, sweep_svg
from penstock.project.requests.sweep import SweepRequest, SweepVerb
from penstock.project.sweep import SweepOutcome, sweep
from penstock.project.sweeps.growth import GrowthKind, growth_of
from penstock.project.sweeps.parameters import combinations, parameters_of
from penstock.project.sweeps.points import PointVerdict, by_array
from penstock.reading.source import Source

RACE = """#ifndef N
#define N 2
#endif
#ifndef CAP
#define CAP 1
#endif
chan q = [CAP] of { byte };
byte got;
active [N] proctype P() { q!1 }
active proctype C() { byte x; end: do :: q?x -> got++; assert(got < 4) od }
"""
needs_tools = pytest.mark.needs("spin", "gcc")


def swept(*parameters: str, text: str = RACE, **more: object) -> SweepOutcome:
    request = SweepRequest(Source(text=text, name="race.pml"), parameters, jobs=1, store=False, **more)  # type: ignore[arg-type]
    return sweep(request)


def explored(*parameters: str, text: str = RACE, **more: object) -> SweepOutcome:
    return swept(*parameters, text=text, verb=SweepVerb.EXPLORE, **more)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("N=2..5", "2 3 4 5"),
        ("N=1,2,4", "1 2 4"),
        ("N=-1..1", "-1 0 1"),
        ("N=1..3,10,2", "1 2 3 10"),
        ("N=7", "7"),
        ("MODE=slow, fast", "slow fast"),
    ],
)
def test_values(text: str, values: str) -> None:
    assert " ".join(parameters_of([text])[0].values) == values


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "which macro"),
        (["N"], "is not a macro with values"),
        (["N="], "is not a macro with values"),
        (["2=3"], "is not a macro with values"),
        (["N=8..2"], "write `2..8`"),
        (["N=2..x"], "`2..x` in `N=2..x` is not a value"),
        (["N=1,,2"], "is not a value"),
        (["N=1", "N=2"], "is there twice"),
        (["N=1..100000"], "more than 1000 values"),
        (["N=1..100", "M=1..100"], "10000 combinations"),
    ],
)
def test_values_that_make_no_sense(words: list[str], said: str) -> None:
    with pytest.raises(penstock.PenstockError, match=said.replace("..", r"\.\.")):
        parameters_of(words)


def test_the_first_parameter_changes_fastest() -> None:
    found = [" ".join(one.values()) for one in combinations(parameters_of(["N=1,2", "M=a,b"]))]
    assert found == ["1 a", "2 a", "1 b", "2 b"]


def test_growth_is_found() -> None:
    exponential = growth_of("N", {}, [(n, 5 * 3**n) for n in range(2, 8)])
    polynomial = growth_of("N", {}, [(n, 7 * n**4) for n in range(2, 8)])
    assert exponential is not None and polynomial is not None
    assert (exponential.kind, exponential.rate) == (GrowthKind.EXPONENTIAL, 3.0)
    assert (polynomial.kind, polynomial.rate) == (GrowthKind.POLYNOMIAL, 4.0)
    assert exponential.fit == polynomial.fit == 1.0
    assert growth_of("N", {}, [(1, 9), (2, 9), (3, 9)]).kind is GrowthKind.CONSTANT  # type: ignore[union-attr]
    assert growth_of("N", {}, [(1, 9), (2, 99)]) is None, "a line goes through any two points"
    assert growth_of("N", {}, [(0, 1), (1, 2), (2, 4)]).kind is GrowthKind.EXPONENTIAL  # type: ignore[union-attr]


def test_growth_in_words() -> None:
    growth = growth_of("N", {"M": "1"}, [(n, 5 * 3**n) for n in range(2, 5)])
    assert growth is not None
    assert growth_text(growth) == (
        "growth of states: times 3 for each step of N (with M=1), fitted on 3 complete searches (R² 1.000)"
    )


def test_the_table() -> None:
    outcome = explored("N=2..5", "CAP=1,2")
    lines = list(sweep_lines(outcome))
    assert lines[0] == "race.pml: 8 points: holds at 4, violated at 4"
    assert lines[1].split() == ["N", "CAP", "states", "transitions", "seconds"]
    assert lines[2].split()[:2] == ["2", "1"] and lines[2].endswith("holds")
    assert lines[4].endswith("violated: assertion")
    assert "smallest N that fails: 4 (with CAP=1)" in lines and "smallest N that fails: 4 (with CAP=2)" in lines
    (line,) = sweep_lines(outcome, quiet=True)
    assert line.startswith(lines[0]) and "; smallest N that fails: 4 (with CAP=1)" in line


def test_figures_are_those_of_the_verb() -> None:
    outcome = explored("N=2,3")
    for point in outcome.points:
        alone = penstock.explore(Source(text=RACE, definitions=(f"N={point.values['N']}",)))
        assert (point.states, point.transitions) == (alone.states, alone.transitions)
    assert [point.memory_mb for point in outcome.points] == [None, None]


def test_what_runs_out_of_time_is_told_and_not_guessed() -> None:
    text = RACE.replace("assert(got < 4)", "skip").replace("q!1", "byte i; do :: i < 200 -> i++ :: q!i od")
    outcome = explored("N=1,9", text=text, budget=0.5)
    last = outcome.points[-1]
    assert (last.verdict, last.complete) == (PointVerdict.UNDECIDED, False)
    assert last.reason == "not all states were visited" and outcome.growth == () and outcome.smallest == ()
    assert any(line.endswith("undecided: not all states were visited") for line in sweep_lines(outcome))


def test_a_failure_above_something_unknown_says_so() -> None:
    text = "#ifndef N\n#define N 1\n#endif\ninit { assert(N != 3); N == 2 -> #error }".replace(" -> #error", "")
    text = text.replace("init", "#if N == 2\nnonsense\n#endif\ninit")
    outcome = explored("N=2..3", text=text)
    assert outcome.points[0].verdict is PointVerdict.ERROR and outcome.points[0].reason
    assert outcome.smallest[0].open == ("2",)
    assert any("nothing is known about N=2" in line for line in sweep_lines(outcome))


def test_a_macro_that_makes_no_difference_is_refused() -> None:
    with pytest.raises(penstock.PenstockError, match="#ifndef N"):
        explored("N=2..3", text="#define N 4\ninit { byte x; x = N }")
    with pytest.raises(penstock.PenstockError, match="`Q` makes no difference"):
        explored("N=2..3", "Q=1,2")


def test_bounds() -> None:
    outcome = swept("N=1..3", verb=SweepVerb.BOUND)
    assert [point.bounds for point in outcome.points] == [{"q": 1}, {"q": 2}, {"q": 3}]
    assert {point.verdict for point in outcome.points} == {PointVerdict.BOUNDED}
    endless = swept("N=1..2", verb=SweepVerb.BOUND, text=RACE.replace("{ q!1 }", "{ do :: q!1 od }"))
    assert endless.points[0].failing == ("q",) and endless.points[0].verdict is PointVerdict.UNBOUNDED


@needs_tools
def test_spin_is_asked_and_bounds_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tmp_path / "race.pml"
    model.write_text(RACE)
    picture = tmp_path / "race.svg"
    words = ["sweep", str(model), "N=2,4", "--bound", "--svg", str(picture), "--format", "json", "--no-cache"]
    assert main(words) == 1
    told = json.loads(capsys.readouterr().out)
    first, last = told["points"]
    assert (first["verdict"], first["bounds"], first["complete"]) == ("holds", {"q": 2}, True)
    assert first["memory_mb"] > 0 and first["states"] == penstock.explore(model, definitions=["N=2"]).states
    assert (last["verdict"], last["failing"], last["complete"]) == ("violated", ["safety"], False)
    assert told["smallest"][0]["value"] == "4" and told["growth"] == []
    assert "most messages in q" in picture.read_text()


@needs_tools
def test_processes_give_the_same_and_answers_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PENSTOCK_CACHE", str(tmp_path))
    request = SweepRequest(Source(text=RACE, name="race.pml"), ("N=2..3",), jobs=2)
    first, second = sweep(request), sweep(request)
    assert [point.stored for point in second.points] == [True, True]
    assert [(point.states, point.verdict) for point in first.points] == [
        (point.states, point.verdict) for point in second.points
    ]
    assert first.points[0].seconds == second.points[0].seconds


def test_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tmp_path / "race.pml"
    model.write_text(RACE)
    for word, status in (("N=2..3", 0), ("N=4..5", 1), ("X=1..2", 2), ("N=4..2", 2)):
        assert main(["sweep", str(model), word, "--verb", "explore", "--jobs", "1"]) == status
    capsys.readouterr()


def test_the_picture(tmp_path: Path) -> None:
    outcome = explored("N=2..5", "CAP=1,2", bound=True)
    text = sweep_svg(outcome)
    root = ElementTree.fromstring(text)
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"states", "seconds, compiling included", "most messages in q", "CAP=1", "N"} <= set(words)
    assert "\N{MULTIPLICATION SIGN} fails" in (root[1].text or ""), "what marks mean is told"
    assert "memory (MB)" not in words, "this is not known"
    assert "prefers-color-scheme:dark" in text
    plot = sweep_plot(outcome)
    assert sweep_plot(replace(outcome, file="/a/ring.pml")).title == "ring.pml: explore against N"
    assert [point.alarm for point in plot.panels[0].curves[0].points] == [False, False, True, True]
    if shutil.which("rsvg-convert"):
        (tmp_path / "plot.svg").write_text(text)
        done = subprocess.run(["rsvg-convert", tmp_path / "plot.svg"], capture_output=True, check=False)
        assert done.returncode == 0 and done.stdout.startswith(b"\x89PNG")


def test_curves_that_lie_on_each_other_are_one() -> None:
    ring = "chan ring[N] = [2] of { byte };\nchan q = [2] of { byte };\ninit { ring[0]!1; q!1; q!N }\n"
    plot = sweep_plot(swept("N=2..4", "M=1,2", text=ring + "byte m = M;\n", verb=SweepVerb.BOUND))
    assert [curve.name for curve in plot.panels[-1].curves] == ["ring", "q"]
    assert [[point.height for point in curve.points] for curve in plot.panels[-1].curves] == [[1] * 3, [2] * 3]


def test_arrays_have_one_column() -> None:
    assert by_array({"q": 1, "ring[0]": 2, "ring[1]": 5, "P.own[0]": 1}) == {"q": 1, "ring": 5, "P.own": 1}
    assert by_array({"r[0]": 9, "r[1]": "unknown"}) == {"r": "unknown"}
    assert by_array({"r[0]": "unbounded", "r[1]": "unknown", "r[2]": 3}) == {"r": "unbounded"}


def test_the_model_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "N=2..4", "model.pml"]) == 2
    assert "the model comes first: `penstock sweep FILE N=2..4`" in capsys.readouterr().err


@pytest.mark.parametrize("numbers", [[1.0], [0.0], [3.0, 900.0], [2.0, 1e6, 31.0], [0.003, 0.9], [7.0, 8.0]])
def test_scales(numbers: list[float]) -> None:
    scale = scale_for(numbers)
    assert all(0 <= scale.part(number) <= 1 for number in numbers)
    assert scale_for([1.0, 1.0]).ticks == (0, 1), "half a message is never counted"
    assert 2 <= len(scale.ticks) <= 7 and scale.ticks == tuple(sorted(scale.ticks))
    assert scale.logarithmic == (min(numbers) > 0 and log(max(numbers)) - log(min(numbers)) > log(49.9))


def test_numbers_at_an_axis() -> None:
    assert [shown(number) for number in (0, 0.5, 5000, 20_000, 1_500_000)] == ["0", "0.5", "5000", "20 k", "1.5 M"]
    assert [shortly(number) for number in (0, 1.234, 4158, 12_345, 5_598_270)] == [
        "0",
        "1.23",
        "4158",
        "12.3 k",
        "5.6 M",
    ]
