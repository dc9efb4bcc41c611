"""The answers about several models as one document: JSON, SARIF or JUnit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from xml.etree import ElementTree

from penstock.diagnostics.placed import PlacedDiagnostic
from penstock.faces.data.junit import CaseResult, TestCase, TestSuite, junit_document, junit_text
from penstock.faces.data.sarif import diagnostics_sarif, location, rule, sarif_document
from penstock.records import Json, as_data, data, record

_NO_ANSWER = "no-answer"


@record
class FileProblem:
    """Why there is no answer about a model."""

    text: str
    diagnostics: tuple[PlacedDiagnostic, ...]


@record
class FileAnswer:
    """What a command says about one of several models: its own document, or why there is none."""

    file: str
    status: int = data(least=0, text="the exit status, if this were the only model")
    answer: Any
    problem: FileProblem | None


def many_json(answers: Iterable[FileAnswer]) -> Json:
    return {"files": as_data(tuple(answers))}


def many_sarif(answers: Iterable[FileAnswer]) -> Json:
    """One run with the results of all; a rule that several documents have is there once."""
    rules: dict[str, Json] = {}
    results: list[Json] = []
    for answer in answers:
        own = (answer.answer or _problem_sarif(answer))["runs"][0]
        for one in own["tool"]["driver"]["rules"]:
            rules.setdefault(one["id"], one)
        results += own["results"]
    numbers = {name: number for number, name in enumerate(rules)}
    return sarif_document(list(rules.values()), [one | {"ruleIndex": numbers[one["ruleId"]]} for one in results])


def _problem_sarif(answer: FileAnswer) -> Json:
    problem = answer.problem
    if problem is None or problem.diagnostics:
        return diagnostics_sarif(() if problem is None else problem.diagnostics)
    result = {"ruleId": _NO_ANSWER, "level": "error", "message": {"text": problem.text}}
    return sarif_document(
        [rule(_NO_ANSWER, "there is no answer about a model")], [result | {"locations": [location(answer.file, 1)]}]
    )


def many_junit(answers: Sequence[FileAnswer]) -> str:
    """A suite for each model."""
    whole = ElementTree.Element("testsuites")
    for answer in answers:
        whole.append(ElementTree.fromstring(answer.answer or _problem_junit(answer)))
    return junit_text(whole)


def _problem_junit(answer: FileAnswer) -> str:
    text = "there is no answer" if answer.problem is None else answer.problem.text
    case = TestCase(_NO_ANSWER, CaseResult.ERROR, 0.0, tuple(text.split("\n")))
    return junit_document(TestSuite(answer.file, (case,), 0.0))
