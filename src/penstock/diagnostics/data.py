"""Diagnostics for programs: plain records for JSON, and SARIF 2.1.0 for code-scanning tools."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from penstock.diagnostics.record import Diagnostic, Diagnostics, Severity
from penstock.diagnostics.text import printable
from penstock.source import Sources


def as_records(diagnostics: Diagnostics) -> list[dict[str, Any]]:
    """The findings as JSON has them."""
    return [_record(diagnostics.sources, record) for record in diagnostics.sorted()]


def _record(sources: Sources, record: Diagnostic) -> dict[str, Any]:
    where = sources.locate(record.position)
    return {
        "file": printable(where.file),
        "line": where.line,
        "column": where.column,
        "length": record.length,
        "severity": record.severity.value,
        "code": record.code,
        "message": printable(record.message),
        "hint": record.hint,
        "notes": [
            {"message": note.message, "file": at.file, "line": at.line, "column": at.column}
            for note in record.notes
            for at in [sources.locate(note.position)]
        ],
    }


def as_sarif(diagnostics: Diagnostics, version: str, titles: dict[str, str]) -> dict[str, Any]:
    """One SARIF run; `titles` gives each code's short description."""
    codes = sorted({record.code for record in diagnostics.records})
    rules = [{"id": code, "shortDescription": {"text": titles.get(code, code)}} for code in codes]
    return sarif_document(
        version, rules, [_result(diagnostics.sources, record, codes) for record in diagnostics.sorted()]
    )


def sarif_document(version: str, rules: list[dict[str, Any]], results: list[dict[str, Any]]) -> dict[str, Any]:
    """A whole SARIF document with one run of ours."""
    driver = {"name": "penstock", "version": version, "rules": rules}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }


def _result(sources: Sources, record: Diagnostic, codes: list[str]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": record.code,
        "ruleIndex": codes.index(record.code),
        "level": "error" if record.severity is Severity.ERROR else "warning",
        "message": {"text": printable(record.message) + (f" ({record.hint})" if record.hint else "")},
        "locations": [_location(sources, record.position, record.length)],
    }
    if record.notes:
        result["relatedLocations"] = [
            _location(sources, note.position, 1) | {"message": {"text": note.message}} for note in record.notes
        ]
    return result


def _location(sources: Sources, position: int, length: int) -> dict[str, Any]:
    where = sources.locate(position)
    region = {"startLine": where.line, "startColumn": where.column, "endColumn": where.column + length}
    return {"physicalLocation": {"artifactLocation": {"uri": quote(where.file, errors="replace")}, "region": region}}
