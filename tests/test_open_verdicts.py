"""A verdict on an open model says what it covers, and is the same with and without timers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests import loading as load
from tests.commands import ROOT
from tests.support import load_text, no_include
from tests.test_verify import needs_tools, verdicts, verify, verify_json

from penstock.closing.method import ClosingMethod
from penstock.faces.cli.main import main
from penstock.spin.properties import Property, PropertyKind
from penstock.syntax.nodes import Ltl
from penstock.tasks.coverage import Covers, coverage, environment_of, safe

STUCK = b"env chan q = [1] of { byte };\nactive proctype P() { byte x; q?x; if :: x == 1 :: x == 2 fi; assert(x) }"
TIMED = STUCK.replace(b"active", b"timer t;\nactive").replace(b"q?x;", b"set(t, 3); q?x;")
LIVENESS = b"""env chan q = [1] of { byte };
byte ready;
active proctype P() { byte x; q?x; ready = 1; assert(ready == 1) }
ltl soon { <> (ready == 1) }
ltl small { [] (ready <= 1) }
"""
CLOSING = ("optimised", "flags", "may")


def closed(text: bytes, method: str) -> Any:
    choices = {"env_in": [], "env_out": [], "method": method, "quiet": True}
    model = load.load_text(text.decode(), "model.pml", (), no_include, choices)
    assert model.ok
    return model


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("[] p", True),
        ("<> p", False),
        ("! <> p", True),
        ("! [] p", False),
        ("[] (p -> q)", True),
        ("[] (p -> <> q)", False),
        ("[] (<> p -> q)", True),
        ("p W q", True),
        ("p U q", False),
        ("! (p U q)", True),
        ("p V q", True),
        ("! (p V q)", False),
        ("[] p && <> q", False),
        ("[] p <-> q", False),
        ("[] (p <-> q)", True),
        ("X p", False),
        ("<> [] p", False),
        ("[] p || ! (p U q)", True),
    ],
)
def test_formulas_that_only_something_that_happens_violates(formula: str, expected: bool) -> None:
    model = load_text(f"bool p, q; init {{ p = q }} ltl one {{ {formula} }}")
    assert safe(model.nodes.of(Ltl)[0].formula) is expected


def test_what_is_covered() -> None:
    for method in CLOSING:
        model = closed(LIVENESS, method)
        kinds = {
            PropertyKind.ASSERTIONS: Covers.EVERY,
            PropertyKind.SAFETY: Covers.NOTHING,
            PropertyKind.NEVER: Covers.NOTHING,
            PropertyKind.PROGRESS: Covers.EVERY,
            PropertyKind.ACCEPTANCE: Covers.EVERY,
        }
        for kind, expected in kinds.items():
            assert coverage(model, Property(kind.value, kind), False).covers is expected, (method, kind)
        assert coverage(model, Property("soon", PropertyKind.LTL), False).covers is Covers.NOTHING
        assert coverage(model, Property("small", PropertyKind.LTL), False).covers is Covers.EVERY
        assert coverage(model, Property("progress", PropertyKind.PROGRESS), True).covers is Covers.NOTHING
    process = closed(LIVENESS, "process")
    assert coverage(process, Property("assertions", PropertyKind.ASSERTIONS), False).covers is Covers.ONE
    assert coverage(process, Property("deadlock", PropertyKind.DEADLOCK), False).covers is Covers.NOTHING
    plain = load_text("init { skip }")
    assert coverage(plain, Property("deadlock", PropertyKind.DEADLOCK), True).covers is Covers.MODEL


def test_it_is_known_that_a_model_was_open_however_it_is_rewritten() -> None:
    texts = {
        "plain": STUCK,
        "timed": TIMED,
        "macro in the way": STUCK.replace(b"x == 1", b"ONE(x)").replace(b"env", b"#define ONE(v) v == 1\nenv", 1),
        "timed, macro in the way": TIMED.replace(b"set(t, 3)", b"START").replace(
            b"env", b"#define START set(t, 3)\n#define ONE(v) v == 1\nenv", 1
        ),
    }
    for name, text in texts.items():
        for method in (*CLOSING, "process"):
            environment = environment_of(closed(text, method))
            assert environment is not None and environment.method is ClosingMethod(method), (name, method)


@needs_tools
@pytest.mark.parametrize("method", CLOSING)
def test_the_verdict_is_the_same_with_a_timer(method: str) -> None:
    for words, expected in (
        ([], {"assertions": "violated"}),
        (["--property", "safety"], {"safety": "violated"}),
        (["--property", "deadlock"], {"deadlock": "violated"}),
    ):
        status = 1 if "violated" in expected.values() else 3
        for text in (STUCK, TIMED):
            record = verify_json("-", "--method", method, *words, text=text, status=status)
            assert verdicts(record) == expected
    for text in (STUCK, TIMED):
        right = text.replace(b"assert(x)", b"assert(true)")
        record = verify_json("-", "--method", method, text=right, status=0)
        assert verdicts(record) == {"assertions": "holds"}
        assert record["properties"][0]["covers"] == "every environment"
        assert record["environment"]["complete"] and record["environment"]["not_judged"][0].startswith("deadlock")
        record = verify_json("-", "--method", method, "--property", "safety", text=right, status=3)
        assert "not judged in an open model" in record["properties"][0]["reason"]


@needs_tools
def test_words_say_what_is_covered() -> None:
    right = STUCK.replace(b"assert(x)", b"assert(true)")
    shown = verify("-", text=right).stdout
    assert "the property holds in every environment" in shown and "not judged: deadlock" in shown
    assert "index" in shown and "false alarm" not in shown
    assert "may be a false alarm" in verify("-", "--method", "optimised", text=STUCK).stdout
    process = verify("-", "--method", "process", text=right).stdout
    assert "holds with this environment process" in process and "incomplete: " in process
    assert "not judged: deadlock" in verify("-", "--format", "junit", text=right).stdout
    closed_model = verify("-", text=b"init { assert(true) }").stdout
    assert "environment" not in closed_model and "not judged" not in closed_model


@needs_tools
def test_a_process_that_is_stuck_with_the_environment_process() -> None:
    record = verify_json("-", "--method", "process", "--property", "deadlock", text=STUCK, status=1)
    assert record["environment"] == {"method": "process", "complete": False} | {
        "not_judged": record["environment"]["not_judged"]
    }
    assert verdicts(verify_json("-", "--method", "process", "--property", "deadlock", text=TIMED, status=3)) == {
        "deadlock": "inconclusive"
    }


@needs_tools
def test_what_never_happens_is_not_judged() -> None:
    stuck = LIVENESS.replace(b"ready = 1", b"x > 3; ready = 1")
    record = verify_json("-", text=stuck, status=3)
    assert verdicts(record) == {"assertions": "holds", "soon": "inconclusive", "small": "holds"}
    assert "the environment may keep silent" in record["properties"][1]["reason"]
    assert "the component may be stuck" in record["properties"][1]["reason"]


@needs_tools
def test_promises_hold_while_the_environment_keeps_sending() -> None:
    record = verify_json("-", text=LIVENESS, status=0)
    assert verdicts(record) == {"assertions": "holds", "soon": "holds", "small": "holds"}
    assert record["properties"][1]["covers"] == Covers.SENDING.value
    assert record["properties"][1]["notes"][0].startswith("assumed: ")
    assert verdicts(verify_json("-", "--fair", text=LIVENESS, status=3))["soon"] == "inconclusive"


def test_exploring_says_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tmp_path / "model.pml"
    schema = json.loads((ROOT / "docs" / "schema" / "explore.json").read_text())
    for text in (STUCK, TIMED):
        model.write_bytes(text.replace(b"assert(x)", b"assert(true)"))
        for method in CLOSING:
            assert main(["explore", str(model), "--method", method]) == 0
            shown = capsys.readouterr().out
            assert "no violated assertion, no error" in shown and "no deadlock" not in shown
            assert "not judged: deadlock" in shown
            assert main(["explore", str(model), "--method", method, "--quiet", "--format", "json"]) == 0
            data = json.loads(capsys.readouterr().out)
            Draft202012Validator(schema).validate(data)
            assert data["environment"]["method"] == method and data["violations"] == []
    model.write_bytes(STUCK)
    assert main(["explore", str(model), "--method", "process", "--quiet"]) == 1
    assert "deadlock" in capsys.readouterr().out  # with this environment it is real
