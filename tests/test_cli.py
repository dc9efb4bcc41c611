"""The commands as users call them: output, exit status, and no traceback whatever the input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.commands import ROOT, penstock

EXAMPLES = sorted((ROOT / "examples").glob("*.pml"))
GOOD = ROOT / "examples" / "pingpong.pml"
BAD = ROOT / "examples" / "mistakes.pml"


def test_version_and_help() -> None:
    assert penstock("--version").stdout.startswith("penstock ")
    overview = penstock("--help")
    assert overview.returncode == 0
    for command in ("check", "explain", "format", "automata"):
        assert command in overview.stdout
        detail = penstock(command, "--help")
        assert detail.returncode == 0 and "usage: penstock " + command in detail.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["check"],
        ["check", "--format", "xml", GOOD],
        ["automata", GOOD, "--process", "X"],
        ["explain", "E999"],
    ],
)
def test_wrong_usage(words: list[str]) -> None:
    result = penstock(*words)
    assert result.returncode == 2
    assert result.stderr


def test_check_reports_everything_at_once() -> None:
    result = penstock("check", "examples/mistakes.pml")
    assert result.returncode == 2
    assert "examples/mistakes.pml:17:5: error[E416]" in result.stdout
    assert result.stdout.rstrip().endswith("9 errors")
    assert penstock("check", GOOD).returncode == 0


@pytest.mark.parametrize(("command", "path"), [("check", GOOD), ("check", BAD), ("automata", GOOD)])
def test_json_is_as_documented(command: str, path: Path) -> None:
    result = penstock(command, path, "--format", "json")
    schema = json.loads((ROOT / "docs" / "schema" / f"{command}.json").read_text())
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(json.loads(result.stdout))


def test_sarif() -> None:
    sarif = json.loads(penstock("check", BAD, "--format", "sarif").stdout)
    run = sarif["runs"][0]
    assert sarif["version"] == "2.1.0"
    assert len(run["results"]) == 9
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        region = result["locations"][0]["physicalLocation"]["region"]
        assert region["endColumn"] > region["startColumn"] >= 1


def test_explain() -> None:
    assert "E301" in penstock("explain").stdout
    result = penstock("explain", "e301")
    assert result.returncode == 0 and "E301" in result.stdout


def test_format(tmp_path: Path) -> None:
    model = tmp_path / "model.pml"
    model.write_text("init{skip;skip}")
    assert penstock("format", model, "--check").returncode == 1
    printed = penstock("format", model).stdout
    assert penstock("format", model, "--in-place").returncode == 0
    assert model.read_text() == printed
    assert penstock("format", model, "--check").returncode == 0
    assert penstock("format", "-", text=b"init{skip;skip}").stdout == printed
    model.write_text("init { x = }")
    assert penstock("format", model, "--in-place").returncode == 2
    assert model.read_text() == "init { x = }"


def test_automata_forms(tmp_path: Path) -> None:
    assert penstock("automata", GOOD, "--format", "dot").stdout.startswith("digraph")
    target = tmp_path / "model.svg"
    assert penstock("automata", GOOD, "--format", "svg", "-o", target).returncode == 0
    assert target.read_text().lstrip().startswith("<svg") or "<svg" in target.read_text()[:200]
    assert penstock("automata", GOOD, "-o", tmp_path).returncode == 2
    assert penstock("automata", BAD).returncode == 2


def test_macros_and_includes(tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "size.h").write_text("#define SIZE 2\n")
    model = tmp_path / "model.pml"
    model.write_text('#include "size.h"\nbyte a[SIZE];\ninit { a[WHICH] = 1 }')
    assert penstock("check", model).returncode == 2
    assert penstock("check", model, "-I", tmp_path / "inc", "-D", "WHICH=1").returncode == 0
    assert penstock("check", "-", text=b"init { skip }").returncode == 0


NESTED = 10_000
HARD = {
    "empty": b"",
    "binary": bytes(range(256)) * 40,
    "zero byte": b"init { skip }\0",
    "one name of 10 MB": b"x" * 10_000_000,
    "parentheses": b"init { " + b"(" * NESTED + b"1" + b")" * NESTED + b" }",
    "open parentheses": b"init { x = " + b"(" * NESTED,
    "braces": b"init { " + b"{" * NESTED + b"skip" + b"}" * NESTED + b" }",
    "selections": b"init { " + b"if :: " * NESTED + b"skip" + b" fi" * NESTED + b" }",
    "labels": b"init { " + b"".join(b"L%d: " % i for i in range(NESTED)) + b"skip }",
    "indices": b"byte a[3]; init { a" + b"[a" * NESTED + b"[0]" + b"]" * NESTED + b" = 1 }",
    "minus signs": b"init { int x; x = " + b"- " * NESTED + b"x }",
    "long sum": b"init { int x; x = " + b" + ".join([b"x"] * 50_000) + b" }",
    "open comment": b"init { skip } /* here",
    "open string": b'init { printf("here) }',
    "open character": b"init { int x; x = 'ab }",
    "include cycle": b'#include "model.pml"\n#include "model.pml"\ninit { skip }',
    "missing include": b'#include "nothing.h"\ninit { skip }',
    "macro explosion": b"\n".join(b"#define a%d a%d a%d" % (i, i + 1, i + 1) for i in range(60)) + b"\ninit { a0 }",
    "macro recursion": b"#define F(x) F(x) F(x)\ninit { " + b"F(" * 2000 + b")" * 2000 + b"}",
    "inline recursion": b"inline f() { g() }\ninline g() { f() }\ninit { f() }",
    "inline explosion": b"byte x;\ninline f0() { x = 1 }\n"
    + b"".join(b"inline f%d() { f%d(); f%d() }\n" % (i, i - 1, i - 1) for i in range(1, 40))
    + b"init { f39() }",
    "if condition": b"#if " + b"(" * NESTED + b"1\n#endif\ninit { skip }",
    "separators": b"init { skip" + b";" * 100_000 + b"}",
    "options": b"init { do " + b":: " * 100_000 + b"}",
    "odd bytes": b"init { \xff\xfe skip }",
    "odd characters": "init { ☃ = ﻿1 }".encode(),
    "jumps in circles": b"init { a: goto b; b: goto a }",
}


COMMANDS = ("check", "format", "automata")
SLOW = {"macro explosion": "check", "macro recursion": "format", "inline explosion": "automata"}
"""A million tokens are read in seconds, and by each command in the same way: one of them is enough."""


@pytest.mark.parametrize(
    ("command", "name"), [(command, name) for command in COMMANDS for name in HARD if name not in SLOW]
)
def test_hard_input_gets_a_message(command: str, name: str, tmp_path: Path) -> None:
    model = tmp_path / "model.pml"
    model.write_bytes(HARD[name])
    result = penstock(command, model)
    assert result.returncode == 2
    assert 0 < len(result.stdout + result.stderr) < 200_000


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_endless_expansion_gets_a_message(name: str, tmp_path: Path) -> None:
    test_hard_input_gets_a_message(SLOW[name], name, tmp_path)


def test_places_that_are_no_models(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.pml", tmp_path / ("x" * 300)):
        result = penstock("check", path)
        assert result.returncode == 2
        assert "cannot read" in result.stderr or "directory" in result.stderr


def test_odd_bytes_in_comments_and_strings_are_fine() -> None:
    text = b'\xef\xbb\xbfinit { /* \xff\xfe */ printf("\xe9\\n") } // \x80\r\n'
    assert penstock("check", "-", text=text).returncode == 0
    assert penstock("automata", "-", text=text).returncode == 0
    assert b"\xe9".decode("utf-8", "replace") in penstock("format", "-", text=text).stdout


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_bundled_examples_are_formatted(path: Path) -> None:
    if path != BAD:
        assert penstock("check", path).returncode == 0
        assert penstock("format", path, "--check").returncode == 0
