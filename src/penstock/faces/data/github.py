"""A tested project for GitHub: annotations of lines, and a page about the job in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from penstock.diagnostics.placed import PlacedDiagnostic
from penstock.diagnostics.record import counted
from penstock.faces.data.unmet import difference, expected_words, explained, path_from, place_of, seen_words, unmet
from penstock.project.judging import JudgedExpectation, Met
from penstock.project.test import TestedModel, TestOutcome

_IN_TEXT = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTY = {**_IN_TEXT, ":": "%3A", ",": "%2C"}
_MARKS = {Met.YES: "✅", Met.NO: "❌", Met.UNDECIDED: "❔"}
_ERROR = "⚠️"
_MOST_LINES = 80
"""A page may not be longer than a megabyte; whole charts are in the other formats."""


def annotation_lines(outcome: TestOutcome, start: str) -> Iterator[str]:
    """A line for each expectation that is not met, which GitHub shows at its place."""
    for model, one in unmet(outcome):
        place = place_of(one, outcome.root, start)
        title = f"{model.name}: {one.name}"
        text = "\n".join([difference(one), *one.reason.rstrip().splitlines()])
        level = "warning" if one.met is Met.UNDECIDED else "error"
        yield _annotation(level, place.file, place.line, place.column, title, text)


def diagnostic_annotations(diagnostics: tuple[PlacedDiagnostic, ...], start: str) -> Iterator[str]:
    """The same for findings in models and in the file of a project."""
    for one in diagnostics:
        text = one.message + (f"\n{one.hint}" if one.hint else "")
        yield _annotation(one.severity.value, path_from(one.file, start), one.line, one.column, one.code, text)


def _annotation(level: str, file: str, line: int, column: int, title: str, text: str) -> str:
    told = {"file": file, "line": str(line), "col": str(column), "title": title}
    properties = ",".join(f"{key}={_escaped(value, _IN_PROPERTY)}" for key, value in told.items())
    return f"::{level} {properties}::{_escaped(text, _IN_TEXT)}"


def _escaped(text: str, signs: dict[str, str]) -> str:
    return "".join(signs.get(letter, letter) for letter in text)


def job_page(outcome: TestOutcome) -> str:
    """All models in a table, then each expectation that is not met with its reason."""
    met = outcome.expectations - outcome.unmet
    lines = [
        "## penstock test",
        "",
        f"{counted(len(outcome.models), 'model')}: {met} of {counted(outcome.expectations, 'expectation')} met"
        + ("; stopped before all were asked" if outcome.stopped else ""),
        "",
        "| | model | expectation | expected | seen |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [row for model in outcome.models for row in _rows(model)]
    for model, one in unmet(outcome):
        lines += ["", *_details(model, one)]
    return "\n".join(lines) + "\n"


def _rows(model: TestedModel) -> Iterator[str]:
    failing = [one for one in model.expectations if one.met is not Met.YES]
    if not failing:
        yield _row(_MARKS[Met.YES], _code(model.name), f"all {len(model.expectations)}", "", "")
    for one in failing:
        mark = _MARKS.get(one.met, _ERROR)
        yield _row(mark, _code(model.name), _cell(one.name), _cell(expected_words(one)), _cell(seen_words(one)))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>|#])", r"\\\1", " ".join(text.split()))


def _code(text: str) -> str:
    return f"<code>{_html(text)}</code>"


def _html(text: str) -> str:
    return escape(" ".join(text.split()), quote=False).replace("|", "&#124;")


def _details(model: TestedModel, one: JudgedExpectation) -> list[str]:
    """What opens when one wants to know more."""
    lines = explained(one)
    if len(lines) > _MOST_LINES:
        lines = [*lines[:_MOST_LINES], f"... ({len(lines) - _MOST_LINES} more lines)"]
    fence = "`" * (max(map(len, re.findall("`+", "\n".join(lines))), default=2) + 1)
    fence = max(fence, "```", key=len)
    summary = f"<summary>{_html(model.name)}: {_html(one.name)}</summary>"
    return ["<details>", summary, "", f"{fence}text", *lines, fence, "", "</details>"]
