"""Tested projects in words."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent

from penstock.diagnostics.record import counted
from penstock.faces.data.unmet import difference
from penstock.project.judging import JudgedExpectation, Met
from penstock.project.test import TestedModel, TestOutcome

_LONGEST_CHART = 60
_MARKS = {Met.YES: "ok", Met.NO: "FAILED", Met.UNDECIDED: "undecided"}


def model_lines(model: TestedModel) -> Iterator[str]:
    """A line for a model, and more for each expectation that is not met."""
    count = counted(len(model.expectations), "expectation")
    known = f", {model.stored} stored" if model.stored else ""
    yield f"{_MARKS.get(model.met, 'ERROR'):9}  {model.name}  ({count}{known}, {model.seconds:.1f} s)"
    for one in model.expectations:
        if one.met is not Met.YES:
            yield from _unmet(one)


def _unmet(one: JudgedExpectation) -> Iterator[str]:
    yield f"  {one.name}: {difference(one)}  ({one.file}:{one.line})"
    if one.reason:
        yield indent(one.reason.rstrip(), "    ")
    lines = one.chart.rstrip().splitlines()
    if lines:
        yield indent("\n".join(lines[:_LONGEST_CHART]), "    ")
        if len(lines) > _LONGEST_CHART:
            yield f"    ... ({len(lines) - _LONGEST_CHART} more lines)"


def summary_lines(outcome: TestOutcome) -> Iterator[str]:
    models = counted(len(outcome.models), "model")
    if unlike := sum(model.met is not Met.YES for model in outcome.models):
        models += f", {unlike} not as expected"
    met = outcome.expectations - outcome.unmet
    text = f"{models}: {met} of {counted(outcome.expectations, 'expectation')} met"
    if outcome.stored:
        text += f"; {counted(outcome.stored, 'stored answer')}, {outcome.confirmed} of them checked again"
    if outcome.stopped:
        text += "; stopped before all were asked"
    yield f"{text}; {outcome.seconds:.1f} s"
