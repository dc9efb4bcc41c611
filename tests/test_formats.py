"""What we write for other tools, loaded by tools that are not ours."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import itf_py
import pytest
from jsonschema import Draft202012Validator
from junitparser import JUnitXml
from sarif.loader import load_sarif_file
from tests.test_verify import MODELS

from penstock.faces.cli.main import main
from penstock.faces.data.github import annotation_lines, job_page
from penstock.faces.data.schema import schema_of
from penstock.project.expectations import Topic
from penstock.project.judging import JudgedExpectation, Met
from penstock.project.test import TestedModel, TestOutcome

ROOT = Path(__file__).parent.parent
needs_tools = pytest.mark.needs("spin", "gcc")
PROJECT = """\
[[model]]
file = "models/starving.pml"
verify = { safety = "holds", everyone = "holds" }
states = 7

[[model]]
file = "models/full channel.pml"
verify = { safety = "violated" }
bound = { there = 1, back = "bounded" }
unreached = []
"""


def written(words: list[str], path: Path, status: int = 1) -> Path:
    assert main([*words, "-o", str(path)]) == status
    return path


def loaded(path: Path) -> list[tuple[str, str, str, int]]:
    """What sarif-tools sees: severity, rule, file and line of each result."""
    records = load_sarif_file(str(path)).get_records()
    return [(one["Severity"], one["Code"].split()[0], one["Location"], one["Line"]) for one in records]


# -- projects ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with expectations that are met and others that are not, tested once with every report."""
    root = tmp_path_factory.mktemp("project")
    (root / "models").mkdir()
    (root / "models" / "starving.pml").write_text((MODELS / "starving.pml").read_text())
    (root / "models" / "full channel.pml").write_text((MODELS / "full_channel.pml").read_text())
    (root / "penstock.toml").write_text(PROJECT)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root / "models")
        patch.setenv("GITHUB_WORKSPACE", str(root))
        patch.setenv("GITHUB_STEP_SUMMARY", str(root / "page.md"))
        words = ["test", "--jobs", "1", "--format", "github", "--junit", "../junit.xml", "--sarif", "../found.sarif"]
        written(words, root / "log.txt")
        written(["test", "--jobs", "1", "--format", "json"], root / "outcome.json")
    return root


@needs_tools
def test_a_project_as_junit(project: Path) -> None:
    document = JUnitXml.fromfile(str(project / "junit.xml"))
    assert (document.tests, document.failures, document.errors, document.skipped) == (9, 3, 0, 1)
    suites = {suite.name: {case.name: case for case in suite} for suite in document}
    assert list(suites) == ["models/starving.pml", "models/full channel.pml"]
    assert suites["models/full channel.pml"]["verify safety"].is_passed, "it is expected to be violated"
    assert suites["models/full channel.pml"]["unreached"].is_skipped, "the search ended at the violation"
    (failure,) = suites["models/starving.pml"]["verify everyone"].result
    assert failure.message == "expected holds, seen violated" and "repeats forever" in failure.text
    assert "Busy     Patient" in failure.text, "the chart of the run"


@needs_tools
def test_a_project_as_sarif(project: Path) -> None:
    """Formulas and channels are marked in the model, everything else where it is expected."""
    assert loaded(project / "found.sarif") == [
        ("error", "verify", "models/starving.pml", 15),
        ("error", "states", "penstock.toml", 4),
        ("error", "bound", "models/full%20channel.pml", 2),
        ("warning", "unreached", "penstock.toml", 10),
    ]


@needs_tools
def test_a_project_for_github(project: Path) -> None:
    log = (project / "log.txt").read_text().splitlines()
    marks = [line for line in log if line.startswith("::")]
    assert [
        re.match(r"::error file=(.*?),line=(\d+),col=\d+,title=(.*?)::expected", line) is not None for line in marks
    ]
    assert marks[0].startswith(
        "::error file=models/starving.pml,line=15,col=1,title=models/starving.pml%3A verify ever"
    )
    assert "%0Athe formula" in marks[0] and len(marks) == 4
    page = (project / "page.md").read_text()
    assert "| ❌ | <code>models/full channel.pml</code> | bound there | at most 1 | 2 |" in page
    assert page.count("<details>") == page.count("</details>") == 4


@needs_tools
def test_a_project_as_json(project: Path) -> None:
    outcome = json.loads((project / "outcome.json").read_text())
    Draft202012Validator(schema_of("test")).validate(outcome)
    told = {one["topic"] + one["about"]: one for model in outcome["models"] for one in model["expectations"]}
    assert told["verifyeveryone"]["failure"]["cycle"] == 1 and told["verifyeveryone"]["place"]["line"] == 15
    assert outcome["root"] == str(project) and all((project / model["path"]).exists() for model in outcome["models"])


def test_mistakes_in_a_project_are_told_in_the_same_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "penstock.toml").write_text('[[model]]\nfile = "nowhere.pml"\nchekc = "clean"\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    assert main(["test", "--format", "github"]) == 2
    assert "::error file=penstock.toml,line=3,col=1,title=E952::" in capsys.readouterr().out
    written(["test", "--format", "sarif"], tmp_path / "found.sarif", 2)
    assert ("error", "E952", "penstock.toml", 3) in loaded(tmp_path / "found.sarif")


def test_what_a_model_says_is_no_command_for_github() -> None:
    """Names and reasons with all signs that GitHub or Markdown would understand."""
    evil = JudgedExpectation(
        Topic.VERIFY, "a,b:c", "holds", "violated", Met.NO, "100%\n::set-output::", "```\n", None, None, "m.pml", 3
    )
    model = TestedModel("m|<b>.pml -DX=1,2", "m.pml", Met.NO, (evil,), 0.0, 0, 0)
    outcome = TestOutcome(False, "/r", (model,), 1, 1, 0, 0, 0.0, False)
    (line,) = annotation_lines(outcome, "/r")
    head, text = line.split("::", 2)[1:]
    assert "title=m|<b>.pml -DX=1%2C2%3A verify a%2Cb%3Ac" in head
    assert text == "expected holds, seen violated%0A100%25%0A::set-output::"
    page = job_page(outcome)
    assert "m&#124;&lt;b&gt;.pml" in page and "````text\n" in page


# -- models ------------------------------------------------------------------------------------


@needs_tools
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["check", "examples/mistakes.pml"], ("error", "E301", "examples/mistakes.pml", 11)),
        (["bound", "examples/retry.pml"], ("warning", "capacity", "examples/retry.pml", 16)),
        (["verify", "tests/models/verify/starving.pml"], ("error", "everyone", "tests/models/verify/starving.pml", 15)),
    ],
    ids=lambda value: value[0],
)
def test_sarif(words: list[str], found: tuple[str, str, str, int], tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(ROOT)
    main([*words, "--format", "sarif", "-o", str(tmp_path / "found.sarif")])
    assert found in loaded(tmp_path / "found.sarif")


@needs_tools
@pytest.mark.parametrize(
    ("model", "options", "name", "told"),
    [
        ("starving", [], "everyone", ["the steps from here on repeat forever:\n1  Busy", "(turns = 1)"]),
        ("full_channel", [], "safety", ["Left waits at", "(there = [1])"]),
        ("starving", [], "safety", None),
        ("large", ["--timeout", "0.3"], "safety", ["time ran out"]),
    ],
)
def test_junit_for_every_verdict(
    model: str, options: list[str], name: str, told: list[str] | None, tmp_path: Path
) -> None:
    main(["verify", str(MODELS / f"{model}.pml"), *options, "--format", "junit", "-o", str(tmp_path / "junit.xml")])
    (suite,) = JUnitXml.fromfile(str(tmp_path / "junit.xml"))
    case = next(case for case in suite if case.name == name)
    assert case.is_passed == (told is None) and case.system_out
    if told is not None:
        (result,) = case.result
        text = f"{result.message}\n{result.text}"
        assert all(words in text for words in told), text


def paths_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value[key] for key in ("file", "partner_file", "path") if value.get(key)}
        return own.union(*map(paths_in, value.values()))
    return set().union(*map(paths_in, value)) if isinstance(value, list) else set()


@needs_tools
@pytest.mark.parametrize("model", ["full_channel", "assertion", "embedded", "starving", "idle_cycle"])
def test_json_names_only_files_that_exist(model: str, tmp_path: Path) -> None:
    main(["verify", str(MODELS / f"{model}.pml"), "--format", "json", "-o", str(tmp_path / "outcome.json")])
    outcome = json.loads((tmp_path / "outcome.json").read_text())
    Draft202012Validator(schema_of("verify")).validate(outcome)
    assert outcome["replay"] is None and all(Path(path).exists() for path in paths_in(outcome))
    assert paths_in(outcome)
    for one in outcome["properties"]:
        assert (one["verdict"] == "violated") == (one["failure"] is not None)


# -- traces ------------------------------------------------------------------------------------


def trace(path: Path) -> Any:
    return itf_py.trace_from_json(json.loads(path.read_text()))


def test_a_simulation_as_itf(tmp_path: Path) -> None:
    model = tmp_path / "model.pml"
    model.write_text("""
mtype = { data, ack };
typedef pair { byte from; bool _set[2] };
chan q[2] = [2] of { mtype, byte };
pair p;
chan at = [1] of { bit };
proctype Child(byte class) { chan own = [1] of { byte }; own!class }
init { int n = -5; q[1]!data(7); p.from = 3; p._set[1] = true; run Child(9) }
""")
    found = trace(written(["simulate", str(model), "--seed", "1", "--format", "itf"], tmp_path / "run.itf.json", 0))
    assert found.vars == ["p", "q", "at", "processes", "at_"] and found.loop is None
    first, second, last = found.states[0].values, found.states[1].values, found.states[-1].values
    assert first["q"] == [[], []] and second["q"] == [[], [("data", 7)]]
    assert last["p"] == {"from": 3, "_set": [False, True]}
    children = [state.values["processes"].get("Child#1") for state in found.states]
    assert {"class": 9, "own": []} in children and {"class": 9, "own": [(9,)]} in children
    assert first["processes"] == {"init": {"n": -5}} and len(last["processes"]) == 0
    assert first["at_"]["init"].endswith("model.pml:8")


@needs_tools
def test_counterexamples_as_itf(tmp_path: Path) -> None:
    def counterexample(model: str) -> Any:
        target = tmp_path / "run.itf.json"
        assert main(["verify", str(MODELS / model), "-o", str(tmp_path / "text"), "--itf", str(target)]) == 1
        return trace(target)

    found = counterexample("starving.pml")
    turns = [state.values["processes"]["Busy"]["turns"] for state in found.states]
    assert (turns, found.loop) == ([0, 1, 0], 1), "the last state is followed by the second"
    found = counterexample("idle_cycle.pml")
    assert found.states[found.loop - 1].values == found.states[-1].values
    found = counterexample("full_channel.pml")
    assert found.loop is None and found.states[-1].values["there"] == found.states[-1].values["back"] == [(1,)]


@needs_tools
def test_a_run_that_stands_still_repeats_its_last_state(tmp_path: Path) -> None:
    model = tmp_path / "model.pml"
    model.write_text("byte x; active proctype P() { x = 1 } ltl p { <> (x == 2) }")
    assert main(["verify", str(model), "--property", "p", "-o", str(tmp_path / "t"), "--itf", str(tmp_path / "i")]) == 1
    found = trace(tmp_path / "i")
    assert found.loop == len(found.states) - 1 and found.states[-1].values["x"] == 1


@needs_tools
def test_without_states_there_is_no_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "run.itf.json"
    main(["verify", str(MODELS / "embedded.pml"), "-o", str(tmp_path / "text"), "--itf", str(target)])
    assert "is not written" in capsys.readouterr().err and not target.exists()
