"""How long pictures take: automata of many processes, long charts, and what is refused."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.chart_runs import random_run
from tests.test_draw import program

from penstock.draw.chart.sheet import chart_sheet
from penstock.draw.graph.sheet import graph_sheet
from penstock.draw.shapes.forms import written
from penstock.draw.shapes.shapes import Sheet
from penstock.errors import UsageError


def main() -> None:
    print("\ndraw: seconds for the picture, then for SVG and PDF")
    many = [program(9, seed) for seed in range(600)]
    long, huge = program(1000, 1), program(40_000, 1)
    _measure("600 processes", lambda: graph_sheet(many))
    _measure(f"one of {len(long.edges):,} steps", lambda: graph_sheet([long]))
    _measure(f"one of {len(huge.edges):,} steps", lambda: graph_sheet([huge]))
    for processes, steps in ((10, 200), (10, 20_000), (600, 2_000)):
        run = random_run(processes, steps, 1)
        _measure(f"chart of {processes} processes, {steps:,} steps", lambda run=run: chart_sheet(run))  # type: ignore[misc]


def _measure(name: str, draw: Callable[[], Sheet]) -> None:
    started = time.perf_counter()
    try:
        sheet = draw()
    except UsageError:
        print(f"  {name:40} refused after {time.perf_counter() - started:.3f} s")
        return
    drawn = time.perf_counter() - started
    written(sheet, "svg")
    svg = time.perf_counter() - started - drawn
    written(sheet, "pdf")
    pdf = time.perf_counter() - started - drawn - svg
    print(f"  {name:40} {drawn:6.2f} {svg:6.2f} {pdf:6.2f}")


if __name__ == "__main__":
    main()
