"""A verification for programs other than those that read JSON: SARIF and JUnit."""

from __future__ import annotations

from typing import Any

from penstock.diagnostics.text import printable
from penstock.faces.data.junit import CaseResult, TestCase, junit_document
from penstock.faces.data.sarif import location, rule, sarif_document, with_message
from penstock.spin.checking import Verdict
from penstock.tasks.judged import JudgedProperty
from penstock.tasks.verify import VerifyOutcome


def uncovered(outcome: VerifyOutcome) -> list[str]:
    """What the verdicts about an open model do not cover."""
    environment = outcome.environment
    if environment is None:
        return []
    lines = [f"not judged: {what.value}" for what in environment.not_judged]
    if not environment.complete:
        lines.insert(0, "incomplete: verified with one environment process")
    elif outcome.verdict is Verdict.VIOLATED:
        lines.append("a violation may be a false alarm: the closed model can do more than the component")
    return lines


def verify_sarif(outcome: VerifyOutcome) -> dict[str, Any]:
    """One result for each property that does not hold; the steps of the run are its code flow."""
    rules = [rule(one.name, _description(one)) for one in outcome.properties]
    results = [
        _result(outcome, one, index) for index, one in enumerate(outcome.properties) if one.verdict is not Verdict.HOLDS
    ]
    return sarif_document(rules, results)


def _description(one: JudgedProperty) -> str:
    return f"the ltl formula {one.formula}" if one.formula else f"{one.name} of the model"


def _result(outcome: VerifyOutcome, one: JudgedProperty, index: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": one.name,
        "ruleIndex": index,
        "level": "error" if one.verdict is Verdict.VIOLATED else "warning",
        "message": {"text": one.reason or ""},
        "locations": [location(*(one.place or (outcome.file, 1)))],
    }
    if one.trail:
        places = [
            with_message(location(step.file, step.line), printable(f"{step.process}: {step.statement}"))
            for step in one.trail
        ]
        result["codeFlows"] = [{"threadFlows": [{"locations": [{"location": place} for place in places]}]}]
    return result


def verify_junit(outcome: VerifyOutcome) -> str:
    """One test case for each property."""
    return junit_document(outcome.file, list(map(_case, outcome.properties)), outcome.seconds, uncovered(outcome))


def _case(one: JudgedProperty) -> TestCase:
    lines = one.explanation.split("\n")
    if one.verdict is Verdict.VIOLATED:
        lines += [f"{step.step} {step.process} {step.place} {step.statement}" for step in one.trail]
        return TestCase(one.name, CaseResult.FAILURE, one.seconds, tuple(lines), "violated")
    if one.broken:
        return TestCase(one.name, CaseResult.ERROR, one.seconds, tuple(lines), "failed")
    result = CaseResult.PASSED if one.verdict is Verdict.HOLDS else CaseResult.SKIPPED
    return TestCase(one.name, result, one.seconds, tuple(lines))
