"""Runs drawn into files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from penstock.draw.chart import chart_mermaid, chart_svg, chart_text
from penstock.errors import UsageError
from penstock.faces.cli.files import replace_text
from penstock.machine.trace import RunTrace

_CHARTS: dict[str, Callable[[RunTrace], str]] = {
    "": chart_svg,
    ".svg": chart_svg,
    ".mmd": chart_mermaid,
    ".txt": chart_text,
}


def write_chart(path: str, trace: RunTrace) -> None:
    """Write a chart in the form that the name of the file asks for."""
    form = _CHARTS.get(Path(path).suffix.lower())
    if form is None:
        raise UsageError(f"cannot tell the form of the chart from `{path}`: use a name with .svg, .mmd or .txt")
    replace_text(path, form(trace))
