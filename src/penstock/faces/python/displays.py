"""How outcomes show themselves in a notebook: pictures where there are some, tables and texts otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from penstock.diagnostics.text import render_text
from penstock.draw.graph.automata import automaton_graph
from penstock.draw.graph.svg import svg
from penstock.tasks.actors import ActorsOutcome
from penstock.tasks.automata import AutomataOutcome
from penstock.tasks.check import CheckOutcome
from penstock.tasks.explain import ExplainOutcome
from penstock.tasks.format import FormatOutcome
from penstock.tasks.lower import LowerOutcome
from penstock.tasks.outcome import Bundle

_DISPLAYS: dict[type, Callable[[Any], Bundle]] = {}
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


@shows(ExplainOutcome)
def _explain(outcome: ExplainOutcome) -> Bundle:
    if outcome.text:
        return {_HTML: preformatted(outcome.text)}
    return {_HTML: table(("code", "title"), [(entry.code, entry.title) for entry in outcome.codes])}


@shows(ActorsOutcome)
@shows(LowerOutcome)
def _promela(outcome: ActorsOutcome | LowerOutcome) -> Bundle:
    return {_HTML: preformatted(outcome.promela)}


@shows(FormatOutcome)
def _format(outcome: FormatOutcome) -> Bundle:
    return {_HTML: preformatted(outcome.text)}
