"""JUnit's XML, for tools that show the results of tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from xml.etree import ElementTree

from penstock.diagnostics.text import printable


class CaseResult(Enum):
    """How a test case ended."""

    PASSED = ""
    FAILURE = "failure"
    ERROR = "error"
    SKIPPED = "skipped"


_COUNTED = {"failures": CaseResult.FAILURE, "errors": CaseResult.ERROR, "skipped": CaseResult.SKIPPED}


@dataclass(frozen=True, slots=True)
class TestCase:
    """`lines` say why it did not pass; the first one is the message.  `seen` is what else there is to say."""

    __test__ = False
    name: str
    result: CaseResult
    seconds: float
    lines: tuple[str, ...] = ()
    kind: str = ""
    seen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TestSuite:
    """Cases that belong together; what concerns all of them is in the notes."""

    __test__ = False
    name: str
    cases: tuple[TestCase, ...]
    seconds: float
    notes: tuple[str, ...] = ()


def junit_document(suite: TestSuite) -> str:
    """A whole document with one suite."""
    return junit_text(_suite(suite))


def junit_documents(name: str, suites: Sequence[TestSuite], seconds: float) -> str:
    """A whole document with several suites."""
    cases = [case for suite in suites for case in suite.cases]
    element = ElementTree.Element("testsuites", _counts(name, cases, seconds))
    element.extend(map(_suite, suites))
    return junit_text(element)


def junit_text(element: ElementTree.Element) -> str:
    """A document with this root."""
    ElementTree.indent(element)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(element, encoding="unicode")


def _counts(name: str, cases: Sequence[TestCase], seconds: float) -> dict[str, str]:
    counts = {plural: str(sum(case.result is result for case in cases)) for plural, result in _COUNTED.items()}
    return {"name": printable(name), "tests": str(len(cases)), **counts, "time": f"{seconds:.3f}"}


def _suite(suite: TestSuite) -> ElementTree.Element:
    element = ElementTree.Element("testsuite", _counts(suite.name, suite.cases, suite.seconds))
    for case in suite.cases:
        _add_case(element, printable(suite.name), case)
    _add_output(element, suite.notes)
    return element


def _add_case(suite: ElementTree.Element, name: str, case: TestCase) -> None:
    element = ElementTree.SubElement(suite, "testcase", classname=name, name=case.name, time=f"{case.seconds:.3f}")
    if case.result is not CaseResult.PASSED:
        first, *more = map(printable, case.lines)
        kind = {"type": case.kind} if case.kind else {}
        told = ElementTree.SubElement(element, case.result.value, {"message": first, **kind})
        told.text = "\n".join(more) or None
    _add_output(element, case.seen)


def _add_output(element: ElementTree.Element, lines: Iterable[str]) -> None:
    if text := "\n".join(map(printable, lines)):
        ElementTree.SubElement(element, "system-out").text = text
