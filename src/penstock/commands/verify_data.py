"""A verification for programs: JSON, SARIF and JUnit."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from penstock import __version__
from penstock.commands.verify_explain import Finding, ShownStep
from penstock.commands.verify_record import Verification, covered_lines
from penstock.diagnostics.data import sarif_document
from penstock.diagnostics.text import printable
from penstock.spin.checking import HOLDS, VIOLATED


def as_json(verification: Verification) -> dict[str, Any]:
    results = [finding.result for finding in verification.findings]
    first = _first_violated(verification)
    return {
        "verdict": verification.verdict,
        "file": printable(verification.file),
        "errors": sum(result.errors for result in results if result.verdict == VIOLATED),
        "states": sum(result.states for result in results),
        "transitions": sum(result.transitions for result in results),
        "seconds": round(verification.seconds, 3),
        "searching_seconds": round(verification.searching, 3),
        "memory_mb": max(result.memory_mb for result in results),
        "trail": _steps(first) if first is not None else [],
        "properties": [_property(finding) for finding in verification.findings],
        "unreached": [
            {"process": one.process, "file": one.file, "line": one.line, "statement": one.statement}
            for one in verification.unreached or ()
        ],
        "environment": None if verification.environment is None else verification.environment.data(),
        "warnings": list(verification.warnings),
        "replay": verification.replay,
        "versions": {"spin": verification.tools.spin_version, "gcc": verification.tools.compiler_version},
    }


def _first_violated(verification: Verification) -> Finding | None:
    return next((finding for finding in verification.findings if finding.result.verdict == VIOLATED), None)


def _property(finding: Finding) -> dict[str, Any]:
    result = finding.result
    return {
        "name": result.wanted.name,
        "kind": result.wanted.kind,
        "formula": result.wanted.formula or None,
        "verdict": result.verdict,
        "covers": finding.covers,
        "errors": result.errors if result.verdict == VIOLATED else 0,
        "states": result.states,
        "transitions": result.transitions,
        "depth": result.depth,
        "seconds": round(result.seconds, 3),
        "memory_mb": result.memory_mb,
        "reason": printable(finding.reason.replace("\n", " ")) or None,
        "failed": result.failed,
        "not_checked": list(result.not_checked),
        "notes": list(result.notes),
        "cycle": finding.cycle,
        "trail": _steps(finding),
    }


def _steps(finding: Finding) -> list[dict[str, Any]]:
    return [
        {
            "step": step.step,
            "process": step.process,
            "pid": step.pid,
            "file": printable(step.file),
            "line": step.line,
            "statement": printable(step.statement),
            "changes": [{"name": name, "value": value} for name, value in step.changes],
            "printed": [printable(text) for text in step.printed],
        }
        for step in finding.steps
    ]


def as_sarif(verification: Verification) -> dict[str, Any]:
    """One result for each property that does not hold; the steps of the run are its code flow."""
    rules = [
        {"id": finding.result.wanted.name, "shortDescription": {"text": _description(finding)}}
        for finding in verification.findings
    ]
    results = [
        _sarif_result(verification, finding, index)
        for index, finding in enumerate(verification.findings)
        if finding.result.verdict != HOLDS
    ]
    return sarif_document(__version__, rules, results)


def _description(finding: Finding) -> str:
    wanted = finding.result.wanted
    return f"the ltl formula {wanted.formula}" if wanted.formula else f"{wanted.name} of the model"


def _sarif_result(verification: Verification, finding: Finding, index: int) -> dict[str, Any]:
    file, line = finding.place or (verification.file, 1)
    result: dict[str, Any] = {
        "ruleId": finding.result.wanted.name,
        "ruleIndex": index,
        "level": "error" if finding.result.verdict == VIOLATED else "warning",
        "message": {"text": printable(finding.reason.replace("\n", " "))},
        "locations": [_location(file, line)],
    }
    if finding.steps:
        flow = [{"location": _step_location(step)} for step in finding.steps]
        result["codeFlows"] = [{"threadFlows": [{"locations": flow}]}]
    return result


def _step_location(step: ShownStep) -> dict[str, Any]:
    text = printable(f"{step.process}: {step.statement}")
    return _location(step.file, step.line) | {"message": {"text": text}}


def _location(file: str, line: int) -> dict[str, Any]:
    where = {"artifactLocation": {"uri": quote(file, errors="replace")}, "region": {"startLine": max(1, line)}}
    return {"physicalLocation": where}


def as_junit(verification: Verification) -> str:
    """One test case for each property."""
    results = [finding.result for finding in verification.findings]
    suite = ElementTree.Element(
        "testsuite",
        name=printable(verification.file),
        tests=str(len(results)),
        failures=str(sum(result.verdict == VIOLATED for result in results)),
        errors=str(sum(result.failed or result.refused for result in results)),
        skipped=str(sum(_is_undecided(finding) for finding in verification.findings)),
        time=f"{verification.seconds:.3f}",
    )
    for finding in verification.findings:
        _add_case(suite, verification, finding)
    if covered := covered_lines(verification):
        ElementTree.SubElement(suite, "system-out").text = "\n".join(covered)
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suite, encoding="unicode")


def _is_undecided(finding: Finding) -> bool:
    result = finding.result
    return result.verdict not in (HOLDS, VIOLATED) and not (result.failed or result.refused)


def _add_case(suite: ElementTree.Element, verification: Verification, finding: Finding) -> None:
    result = finding.result
    case = ElementTree.SubElement(
        suite, "testcase", classname=printable(verification.file), name=result.wanted.name, time=f"{result.seconds:.3f}"
    )
    first, *more = finding.reason.split("\n")
    if result.verdict == VIOLATED:
        told = ElementTree.SubElement(case, "failure", message=printable(first), type="violated")
        more += [f"{step.step} {step.process} {step.place} {step.statement}" for step in finding.steps]
    elif result.failed or result.refused:
        told = ElementTree.SubElement(case, "error", message=printable(first), type="failed")
    elif result.verdict != HOLDS:
        told = ElementTree.SubElement(case, "skipped", message=printable(first))
    else:
        return
    told.text = "\n".join(map(printable, more)) or None
