"""Every kind of picture in every form that it can have: what faces write into files and show."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from penstock.draw.chart.mermaid import chart_mermaid
from penstock.draw.chart.sheet import chart_sheet
from penstock.draw.chart.text import chart_text
from penstock.draw.graph.dot import dot
from penstock.draw.graph.graph import Graph
from penstock.draw.graph.mermaid import mermaid
from penstock.draw.graph.sheet import graph_sheet
from penstock.draw.plot import Plot, plot_sheet
from penstock.draw.shapes.forms import SHEET_FORMS, written
from penstock.draw.shapes.look import USUAL, PictureLook
from penstock.draw.shapes.shapes import Sheet
from penstock.machine.trace import RunTrace

Form = Callable[[], str | bytes]
"""Draws when it is called: a picture that nobody asked for costs nothing."""


def graph_forms(graphs: Callable[[], Sequence[Graph]], look: PictureLook = USUAL) -> dict[str, Form]:
    """Graphs, such as automata and state spaces, by the name of the form."""
    others: dict[str, Form] = {"dot": lambda: dot(graphs()), "mermaid": lambda: mermaid(graphs())}
    return _sheet_forms(lambda: graph_sheet(graphs(), look), look) | others


def chart_forms(trace: RunTrace, look: PictureLook = USUAL) -> dict[str, Form]:
    """A run as a message sequence chart."""
    others: dict[str, Form] = {"mermaid": lambda: chart_mermaid(trace), "text": lambda: chart_text(trace)}
    return _sheet_forms(lambda: chart_sheet(trace, look), look) | others


def plot_forms(plot: Callable[[], Plot], look: PictureLook = USUAL) -> dict[str, Form]:
    """Numbers as curves."""
    return _sheet_forms(lambda: plot_sheet(plot(), look), look)


def _sheet_forms(draw: Callable[[], Sheet], look: PictureLook) -> dict[str, Form]:
    def form(name: str) -> Form:
        return lambda: written(draw(), name, look)

    return {name: form(name) for name in SHEET_FORMS}


def as_bytes(form: Form) -> bytes:
    """The picture as a file holds it."""
    shown = form()
    return shown.encode("utf-8", errors="surrogateescape") if isinstance(shown, str) else shown
