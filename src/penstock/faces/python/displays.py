"""How outcomes show themselves in a notebook: pictures where there are some, tables and texts otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from penstock.diagnostics.text import render_text
from penstock.draw.chart import chart_svg
from penstock.draw.graph.automata import automaton_graph
from penstock.draw.graph.svg import svg
from penstock.faces.data.formula_graphs import formula_graphs
from penstock.faces.data.sweep_plot import sweep_svg
from penstock.machine.trace import RunTrace
from penstock.project.diff import DiffOutcome
from penstock.project.mutate import MutateOutcome
from penstock.project.sweep import SweepOutcome
from penstock.tasks.actors import ActorsOutcome
from penstock.tasks.automata import AutomataOutcome
from penstock.tasks.bound_outcome import BoundOutcome
from penstock.tasks.check import CheckOutcome
from penstock.tasks.close import CloseOutcome
from penstock.tasks.conform import ConformOutcome
from penstock.tasks.explain import ExplainOutcome
from penstock.tasks.explore import ExploreOutcome
from penstock.tasks.format import FormatOutcome
from penstock.tasks.generate import GenerateOutcome
from penstock.tasks.lower import LowerOutcome
from penstock.tasks.ltl import LtlOutcome
from penstock.tasks.outcome import Bundle
from penstock.tasks.recheck import RecheckOutcome
from penstock.tasks.simulate import SimulateOutcome
from penstock.tasks.verify import VerifyOutcome

_DISPLAYS: dict[type, Callable[[Any], Bundle]] = {}
_MOST_SHOWN = 60
_SVG = "image/svg+xml"
_HTML = "text/html"


def shows(kind: type) -> Callable[[Callable[[Any], Bundle]], Callable[[Any], Bundle]]:
    """Register how a kind of outcome is shown."""

    def register(show: Callable[[Any], Bundle]) -> Callable[[Any], Bundle]:
        _DISPLAYS[kind] = show
        return show

    return register


def bundle(outcome: Any) -> Bundle:
    """The forms in which a notebook can show an outcome."""
    show = _DISPLAYS.get(type(outcome))
    return {} if show is None else show(outcome)


def preformatted(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """An HTML table; what is not known is left empty."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    return f"<td style='text-align:left'>{'' if value is None else escape(str(value))}</td>"


@shows(CheckOutcome)
def _check(outcome: CheckOutcome) -> Bundle:
    if not outcome.diagnostics:
        return {_HTML: "<p>no findings</p>"}
    return {_HTML: preformatted(render_text(outcome.reading.diagnostics))}


@shows(AutomataOutcome)
def _automata(outcome: AutomataOutcome) -> Bundle:
    return {_SVG: svg([automaton_graph(outcome.model, automaton) for automaton in outcome.graphs])}


@shows(LtlOutcome)
def _ltl(outcome: LtlOutcome) -> Bundle:
    if outcome.patterns:
        rows = [(one.call, one.formula, one.meaning) for one in outcome.patterns]
        return {_HTML: table(("pattern", "formula", "meaning"), rows)}
    return {_SVG: svg(formula_graphs(outcome))}


@shows(ExplainOutcome)
def _explain(outcome: ExplainOutcome) -> Bundle:
    if outcome.text:
        return {_HTML: preformatted(outcome.text)}
    return {_HTML: table(("code", "title"), [(entry.code, entry.title) for entry in outcome.codes])}


@shows(ActorsOutcome)
@shows(CloseOutcome)
@shows(LowerOutcome)
def _promela(outcome: ActorsOutcome | CloseOutcome | LowerOutcome) -> Bundle:
    return {_HTML: preformatted(outcome.promela)}


@shows(FormatOutcome)
def _format(outcome: FormatOutcome) -> Bundle:
    return {_HTML: preformatted(outcome.text)}


@shows(SimulateOutcome)
def _simulate(outcome: SimulateOutcome) -> Bundle:
    return {_SVG: chart_svg(outcome.trace)}


@shows(ExploreOutcome)
def _explore(outcome: ExploreOutcome) -> Bundle:
    charts = "".join(_chart(found.run.trace, found.text) for found in outcome.violations)
    return {_HTML: f"<p>{escape(outcome.summary)}</p>{charts}"}


@shows(BoundOutcome)
def _bound(outcome: BoundOutcome) -> Bundle:
    heads = ("channel", "declared", "bound", "exact", "verdict", "")
    rows = [(one.name, one.declared, one.bound, one.exact, one.verdict.value, one.advice) for one in outcome.channels]
    charts = "".join(_chart(run.shown.trace, "a run that fills a channel") for run in outcome.runs)
    return {_HTML: f"<p>{escape(outcome.summary)}</p>{table(heads, rows)}{charts}"}


@shows(VerifyOutcome)
def _verify(outcome: VerifyOutcome) -> Bundle:
    heads = ("property", "verdict", "states", "transitions", "seconds", "why")
    rows = [
        (one.name, one.verdict.value, one.states, one.transitions, one.seconds, one.reason)
        for one in outcome.properties
    ]
    charts = "".join(_chart(one.run, one.name) for one in outcome.properties if one.run is not None)
    return {_HTML: f"<p>{escape(outcome.summary)}</p>{table(heads, rows)}{charts}"}


@shows(ConformOutcome)
@shows(RecheckOutcome)
def _in_words(outcome: ConformOutcome | RecheckOutcome) -> Bundle:
    return {_HTML: f"<p>{escape(outcome.summary)}</p>"}


@shows(GenerateOutcome)
def _generate(outcome: GenerateOutcome) -> Bundle:
    rows = [(name, text.count("\n")) for name, text in outcome.files.items()]
    return {_HTML: table(("file", "lines"), rows)}


@shows(SweepOutcome)
def _sweep(outcome: SweepOutcome) -> Bundle:
    drawn = sweep_svg(outcome)
    heads = (*(one.name for one in outcome.parameters), "states", "transitions", "seconds", "verdict")
    rows = [
        (*point.values.values(), point.states, point.transitions, point.seconds, point.verdict.value)
        for point in outcome.points
    ]
    return {_HTML: f"<p>{escape(outcome.summary)}</p>{table(heads, rows)}{drawn}", _SVG: drawn}


@shows(DiffOutcome)
def _diff(outcome: DiffOutcome) -> Bundle:
    rows = [(one.topic.value, one.about, one.old, one.new, one.line) for one in outcome.changes]
    return {_HTML: f"<p>{escape(outcome.summary)}</p>{table(('what', '', 'old', 'new', 'line'), rows)}"}


@shows(MutateOutcome)
def _mutate(outcome: MutateOutcome) -> Bundle:
    rows = [
        (one.change.line, one.change.kind.value, one.change.before, one.change.after, ", ".join(one.noticed_by))
        for one in outcome.mutants
    ]
    heads = ("line", "change", "before", "after", "noticed by")
    return {_HTML: f"<p>{escape(outcome.summary)}</p>{table(heads, rows)}"}


def _chart(trace: RunTrace, title: str) -> str:
    """A run as a chart that is folded away if it is long."""
    drawn = chart_svg(trace)
    shown = " open" if len(trace.steps) <= _MOST_SHOWN else ""
    return f"<details{shown}><summary>{escape(title)}</summary>{drawn[drawn.index('<svg') :]}</details>"
