"""A verification for programs other than those that read JSON: SARIF and JUnit."""

from __future__ import annotations

from penstock.diagnostics.text import printable
from penstock.faces.data.junit import CaseResult, TestCase, TestSuite, junit_document
from penstock.faces.data.runs import run_lines
from penstock.faces.data.sarif import location, rule, sarif_document, with_message
from penstock.reasons.told import FailureKind
from penstock.reasons.vacuity import empty_lines
from penstock.records import Json
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
    elif any(map(_may_be_false, outcome.properties)):
        lines.append("a violation may be a false alarm: the closed model can do more than the component")
    return lines


def _may_be_false(one: JudgedProperty) -> bool:
    """Whether a violation may be one of the closed model only."""
    stuck = one.failure is not None and one.failure.kind is FailureKind.STUCK
    confirmed = one.confirmation is not None and one.confirmation.real
    return one.verdict is Verdict.VIOLATED and not stuck and not confirmed


def verify_sarif(outcome: VerifyOutcome) -> Json:
    """One result for each property that does not hold; the steps of the run are its code flow."""
    rules = [rule(one.name, _description(one)) for one in outcome.properties]
    results = [
        _result(outcome, one, index) for index, one in enumerate(outcome.properties) if one.verdict is not Verdict.HOLDS
    ]
    return sarif_document(rules, results)


def _description(one: JudgedProperty) -> str:
    return f"the ltl formula {one.formula}" if one.formula else f"{one.name} of the model"


def _result(outcome: VerifyOutcome, one: JudgedProperty, index: int) -> Json:
    result: Json = {
        "ruleId": one.name,
        "ruleIndex": index,
        "level": "error" if one.verdict is Verdict.VIOLATED else "warning",
        "message": {"text": "\n".join(map(printable, (one.explanation or one.verdict.value).split("\n")))},
        "locations": [_place(outcome, one)],
    }
    if one.place is not None:
        result["relatedLocations"] = [with_message(location(*one.place), "the run ends here")]
    if one.trail:
        places = [
            with_message(location(step.file, step.line), printable(f"{step.process}: {step.statement}"))
            for step in one.trail
        ]
        result["codeFlows"] = [{"threadFlows": [{"locations": [{"location": place} for place in places]}]}]
    return result


def _place(outcome: VerifyOutcome, one: JudgedProperty) -> Json:
    """The formula that does not hold; for other properties where their runs end."""
    if one.written is not None:
        return location(one.written.file, one.written.line, one.written.column)
    return location(*(one.place or (outcome.file, 1)))


def verify_junit(outcome: VerifyOutcome) -> str:
    """One test case for each property."""
    notes = [*uncovered(outcome), *(f"warning: {text}" for text in outcome.warnings)]
    return junit_document(TestSuite(outcome.file, tuple(map(_case, outcome.properties)), outcome.seconds, tuple(notes)))


def _case(one: JudgedProperty) -> TestCase:
    lines = tuple((one.explanation or one.verdict.value).split("\n"))
    figures = f"{one.verdict.value}: {one.states} states, {one.transitions} transitions"
    seen = (figures, *one.not_checked, *one.notes, *empty_lines(one.vacuous or ()))
    if one.verdict is Verdict.VIOLATED:
        run = tuple(run_lines(one.trail, one.cycle))
        return TestCase(one.name, CaseResult.FAILURE, one.seconds, (*lines, *run), "violated", seen)
    if one.broken:
        return TestCase(one.name, CaseResult.ERROR, one.seconds, lines, "failed", seen)
    result = CaseResult.PASSED if one.verdict is Verdict.HOLDS else CaseResult.SKIPPED
    return TestCase(one.name, result, one.seconds, lines, seen=seen)
