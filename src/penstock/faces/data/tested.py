"""A tested project for other tools: SARIF and JUnit, one document for all models."""

from __future__ import annotations

from penstock.diagnostics.text import printable
from penstock.faces.data.junit import CaseResult, TestCase, TestSuite, junit_documents
from penstock.faces.data.sarif import location, rule, sarif_document, with_message
from penstock.faces.data.unmet import difference, expectation_place, explained, place_of, seen_words, unmet
from penstock.project.expectations import Topic
from penstock.project.judging import JudgedExpectation, Met
from penstock.project.test import TestedModel, TestOutcome
from penstock.records import Json

_RESULTS = {
    Met.YES: CaseResult.PASSED,
    Met.NO: CaseResult.FAILURE,
    Met.UNDECIDED: CaseResult.SKIPPED,
    Met.FAILED: CaseResult.ERROR,
    Met.BROKEN: CaseResult.ERROR,
    Met.FAULT: CaseResult.ERROR,
}
_RULES = {
    Topic.CHECK: "what `check` finds is not as expected",
    Topic.VERIFY: "the verdict about a property is not as expected",
    Topic.STATES: "the number of states is not as expected",
    Topic.UNREACHED: "a line is not reached, and nobody expects that",
    Topic.BOUND: "a channel gets fuller than expected",
    Topic.CONFORM: "the program does not do what the model allows",
    Topic.TEST: "a test in a model does not end as it expects",
}
_UNCERTAIN = (Met.UNDECIDED, Met.FAILED)


def test_junit(outcome: TestOutcome) -> str:
    """A suite for each model, a case for each expectation."""
    return junit_documents("penstock test", [_suite(model) for model in outcome.models], outcome.seconds)


test_junit.__test__ = False  # type: ignore[attr-defined]


def _suite(model: TestedModel) -> TestSuite:
    notes = (f"{model.stored} answers were known before, {model.confirmed} of them checked again",)
    cases = tuple(map(_case, model.expectations))
    return TestSuite(model.name, cases, model.seconds, notes if model.stored else ())


def _case(one: JudgedExpectation) -> TestCase:
    result = _RESULTS[one.met]
    lines = () if result is CaseResult.PASSED else tuple(explained(one))
    return TestCase(one.name, result, 0.0, lines, one.met.value, (f"seen: {seen_words(one)}",))


def test_sarif(outcome: TestOutcome, start: str) -> Json:
    """A result for each expectation that is not met; paths below `start` begin there."""
    rules = [rule(topic.value, text) for topic, text in _RULES.items()]
    return sarif_document(rules, [_result(outcome, model, one, start) for model, one in unmet(outcome)])


test_sarif.__test__ = False  # type: ignore[attr-defined]


def _result(outcome: TestOutcome, model: TestedModel, one: JudgedExpectation, start: str) -> Json:
    place = place_of(one, outcome.root, start)
    text = "\n".join([f"{model.name}, {one.name}: {difference(one)}", *one.reason.rstrip().splitlines()])
    result: Json = {
        "ruleId": one.topic.value,
        "ruleIndex": list(_RULES).index(one.topic),
        "level": "warning" if one.met in _UNCERTAIN else "error",
        "message": {"text": "\n".join(map(printable, text.split("\n")))},
        "locations": [location(place.file, place.line, place.column)],
    }
    if one.place is not None:
        where = expectation_place(one, outcome.root, start)
        result["relatedLocations"] = [with_message(location(where.file, where.line), "this is what is expected")]
    return result
