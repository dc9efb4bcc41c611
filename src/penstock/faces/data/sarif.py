"""SARIF 2.1.0, for tools that show findings in code."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from penstock import __version__
from penstock.diagnostics.catalogue import CATALOGUE
from penstock.diagnostics.placed import PlacedDiagnostic, PlacedFix
from penstock.records import Json


def sarif_document(rules: list[Json], results: list[Json]) -> Json:
    """A whole document with one run of ours."""
    driver = {"name": "penstock", "version": __version__, "rules": rules}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }


def rule(name: str, text: str) -> Json:
    return {"id": name, "shortDescription": {"text": text}}


def location(file: str, line: int, column: int | None = None, length: int = 1) -> Json:
    region = {"startLine": max(1, line)}
    if column is not None:
        region |= {"startColumn": column, "endColumn": column + length}
    return {"physicalLocation": {"artifactLocation": {"uri": quote(file, errors="replace")}, "region": region}}


def with_message(place: Json, text: str) -> Json:
    return place | {"message": {"text": text}}


def diagnostics_sarif(diagnostics: Sequence[PlacedDiagnostic]) -> Json:
    codes = sorted({record.code for record in diagnostics})
    rules = [rule(code, CATALOGUE[code].title if code in CATALOGUE else code) for code in codes]
    return sarif_document(rules, [_result(record, codes) for record in diagnostics])


def _result(record: PlacedDiagnostic, codes: list[str]) -> Json:
    result: Json = {
        "ruleId": record.code,
        "ruleIndex": codes.index(record.code),
        "level": record.severity.value,
        "message": {"text": record.message + (f" ({record.hint})" if record.hint else "")},
        "locations": [location(record.file, record.line, record.column, record.length)],
    }
    if record.notes:
        result["relatedLocations"] = [
            with_message(location(note.file, note.line, note.column), note.message) for note in record.notes
        ]
    if record.fixes:
        result["fixes"] = [_fix(fix) for fix in record.fixes]
    return result


def _fix(fix: PlacedFix) -> Json:
    changes: dict[str, list[Json]] = {}
    for edit in fix.edits:
        place = location(edit.file, edit.line, edit.column, edit.length)["physicalLocation"]
        replacement = {"deletedRegion": place["region"], "insertedContent": {"text": edit.text}}
        changes.setdefault(place["artifactLocation"]["uri"], []).append(replacement)
    files = [{"artifactLocation": {"uri": uri}, "replacements": found} for uri, found in changes.items()]
    return {"description": {"text": fix.title}, "artifactChanges": files}
