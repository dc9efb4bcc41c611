"""JUnit's XML, for tools that show the results of tests."""

from __future__ import annotations

from collections.abc import Sequence
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


@dataclass(frozen=True, slots=True)
class TestCase:
    """`lines` say why it did not pass; the first one is the message."""

    __test__ = False
    name: str
    result: CaseResult
    seconds: float
    lines: tuple[str, ...] = ()
    kind: str = ""


def junit_document(suite: str, cases: Sequence[TestCase], seconds: float, notes: Sequence[str] = ()) -> str:
    """A whole document with one suite; what concerns all cases is in the notes."""
    counts = {
        plural: str(sum(case.result is result for case in cases))
        for plural, result in (
            ("failures", CaseResult.FAILURE),
            ("errors", CaseResult.ERROR),
            ("skipped", CaseResult.SKIPPED),
        )
    }
    name = printable(suite)
    whole = {"name": name, "tests": str(len(cases)), **counts, "time": f"{seconds:.3f}"}
    element = ElementTree.Element("testsuite", whole)
    for case in cases:
        _add_case(element, name, case)
    if notes:
        ElementTree.SubElement(element, "system-out").text = "\n".join(notes)
    ElementTree.indent(element)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(element, encoding="unicode")


def _add_case(suite: ElementTree.Element, name: str, case: TestCase) -> None:
    element = ElementTree.SubElement(suite, "testcase", classname=name, name=case.name, time=f"{case.seconds:.3f}")
    if case.result is CaseResult.PASSED:
        return
    first, *more = map(printable, case.lines)
    kind = {"type": case.kind} if case.kind else {}
    told = ElementTree.SubElement(element, case.result.value, {"message": first, **kind})
    told.text = "\n".join(more) or None
