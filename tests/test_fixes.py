"""Findings that know their repair: the change is right, and takes the finding away."""

from __future__ import annotations

import pytest
from tests.mistakes import applied

from penstock import CheckRequest, Source
from penstock.diagnostics.catalogue import CATALOGUE
from penstock.diagnostics.catalogue.entry import Entry
from penstock.diagnostics.placed import PlacedDiagnostic
from penstock.faces.data.sarif import diagnostics_sarif
from penstock.tasks.check import check

CASES = {
    "a name": ("byte count;\ninit { conut = 1; assert(count) }", "byte count;\ninit { count = 1; assert(count) }"),
    "true": ("bool b;\ninit { b = TRUE; assert(b) }", "bool b;\ninit { b = true; assert(b) }"),
    "comparison": ("byte x;\ninit { (x = 1); x = 1 }", "byte x;\ninit { (x == 1); x = 1 }"),
    "separator": ("byte x;\ninit { x = 1 x = 2 }", "byte x;\ninit { x = 1; x = 2 }"),
    "arrow": ("byte x;\ninit { if :: x == 0 => x = 1 fi }", "byte x;\ninit { if :: x == 0 -> x = 1 fi }"),
    "arrow in a formula": (
        "byte x;\ninit { x = 1 }\nltl p { (x == 0) => <> (x == 1) }",
        "byte x;\ninit { x = 1 }\nltl p { (x == 0) -> <> (x == 1) }",
    ),
    "always": ("byte x;\ninit { x = 1 }\nltl p { G (x < 3) }", "byte x;\ninit { x = 1 }\nltl p { [] (x < 3) }"),
    "eventually": ("byte x;\ninit { x = 1 }\nltl p { F x }", "byte x;\ninit { x = 1 }\nltl p { <> x }"),
    "addition": ("byte x;\ninit { x += 2 }", "byte x;\ninit { x = x + 2 }"),
    "declaration": ("init { x = 2; assert(x) }", "init {\n    byte x; x = 2; assert(x) }"),
    "parentheses": ("active proctype P { skip }", "active proctype P() { skip }"),
    "run": ("proctype P() { skip }\ninit { run P }", "proctype P() { skip }\ninit { run P() }"),
    "a process type": (
        "proctype Sender() { skip }\ninit { run Sendr() }",
        "proctype Sender() { skip }\ninit { run Sender() }",
    ),
    "too few fields": (
        "chan q = [1] of { byte, bool };\ninit { q!1; q?_,_ }",
        "chan q = [1] of { byte, bool };\ninit { q!1, false; q?_,_ }",
    ),
    "too many fields": (
        "chan q = [1] of { byte };\ninit { q!1, 2; q?_ }",
        "chan q = [1] of { byte };\ninit { q!1; q?_ }",
    ),
    "too few patterns": (
        "chan q = [1] of { byte, byte };\ninit { q!1, 2; q?_ }",
        "chan q = [1] of { byte, byte };\ninit { q!1, 2; q?_, _ }",
    ),
    "too few arguments": (
        "proctype P(byte a; byte b) { assert(a + b) }\ninit { run P(1) }",
        "proctype P(byte a; byte b) { assert(a + b) }\ninit { run P(1, 0) }",
    ),
    "a comma between parameters": (
        "proctype P(byte a, byte b) { assert(a + b) }\ninit { run P(1, 2) }",
        "proctype P(byte a; byte b) { assert(a + b) }\ninit { run P(1, 2) }",
    ),
    "a test that is negated": (
        "chan q = [1] of { byte };\ninit { q!1; !empty(q); q?_ }",
        "chan q = [1] of { byte };\ninit { q!1; nempty(q); q?_ }",
    ),
    "a label": ("init { again: if :: goto agan :: skip fi }", "init { again: if :: goto again :: skip fi }"),
    "an unused variable": ("byte x;\nbyte y;\ninit { x = 1; assert(x) }", "byte x;\ninit { x = 1; assert(x) }"),
    "nothing runs": ("proctype P() { skip }", "active proctype P() { skip }"),
    "in a d_step": (
        "proctype P() { skip }\ninit { d_step { skip; run P() } }",
        "proctype P() { skip }\ninit { atomic { skip; run P() } }",
    ),
    "a brace": ("init { if :: skip fi", "init { if :: skip fi\n}"),
}  # fmt: skip


def _can_be_read(entry: Entry) -> bool:
    return entry.verb == "check" and entry.runnable


def findings(text: str, name: str = "a.pml") -> tuple[PlacedDiagnostic, ...]:
    return check(CheckRequest(Source(text=text, name=name))).diagnostics


@pytest.mark.parametrize("case", CASES)
def test_a_repair(case: str) -> None:
    wrong, right = CASES[case]
    fixes = [fix for finding in findings(wrong) for fix in finding.fixes]
    assert right in [applied(wrong, fix) for fix in fixes]
    assert [finding.code for finding in findings(right)] == []


def test_repairs_of_actor_models() -> None:
    text = "actortype Lock {\n  method take() { skip }\n}\nmain { actor l; l = create Lok(); l <- tak() }\n"
    fixes = [fix for finding in findings(text, "a.apml") for fix in finding.fixes]
    assert {edit.text for fix in fixes for edit in fix.edits} == {"Lock", "take"}


def test_a_macro_is_not_changed_for_one_of_its_uses() -> None:
    [finding] = findings("#define STEP x = x + 1\nbyte x;\ninit { STEP x = 2 }\n")
    assert finding.hint is None and finding.fixes == ()


def test_an_argument_is_changed_where_it_is_written() -> None:
    text = "byte count;\ninline inc(ab) { ab = ab + 1 }\ninit { inc(conut) }\n"
    fixes = [fix for finding in findings(text) for fix in finding.fixes]
    assert text.replace("conut", "count") in [applied(text, fix) for fix in fixes]


@pytest.mark.parametrize("code", sorted(code for code, entry in CATALOGUE.items() if _can_be_read(entry)))
def test_repairs_take_away_what_they_are_for(code: str) -> None:
    """In the examples of the catalogue, each in its own dialect."""
    entry = CATALOGUE[code]
    for finding in findings(entry.example, entry.file):
        for fix in finding.fixes:
            after = findings(applied(entry.example, fix), entry.file)
            assert (finding.message, finding.line) not in [(one.message, one.line) for one in after], fix.title


def test_sarif_has_the_repairs() -> None:
    [result] = diagnostics_sarif(findings("byte x;\ninit { (x = 1); x = 1 }"))["runs"][0]["results"]
    [change] = result["fixes"][0]["artifactChanges"]
    region = {"startLine": 2, "startColumn": 11, "endColumn": 12}
    assert change["replacements"] == [{"deletedRegion": region, "insertedContent": {"text": "=="}}]
