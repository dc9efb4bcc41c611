"""Sweeps in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from penstock.diagnostics.record import counted
from penstock.faces.cli.words.tables import aligned
from penstock.project.sweep import SmallestFailure, SweepOutcome
from penstock.project.sweeps.growth import GrowthKind, StateGrowth
from penstock.project.sweeps.points import PointVerdict, SweepPoint, by_array

_COLUMNS: dict[str, Callable[[SweepPoint], str]] = {
    "states": lambda point: _states(point),
    "transitions": lambda point: _known(point.transitions),
    "seconds": lambda point: f"{point.seconds:.2f}",
    "MB": lambda point: "" if point.memory_mb is None else f"{point.memory_mb:.0f}",
}
_MOST_REASON = 100


def sweep_lines(outcome: SweepOutcome, quiet: bool = False) -> Iterator[str]:
    """The table, and below it what it tells."""
    headline = f"{outcome.file}: {_headline(outcome)}"
    if quiet:
        yield "; ".join([headline, *map(smallest_text, outcome.smallest)])
        return
    yield headline
    yield from (f"  {row}" for row in _table(outcome))
    if any(point.states is not None and not point.complete for point in outcome.points):
        yield "  (>= n: the search ended before all states were visited)"
    yield from map(smallest_text, outcome.smallest)
    if not outcome.smallest and any(point.verdict.fails for point in outcome.points):
        failing = ", ".join(point_text(point) for point in outcome.points if point.verdict.fails)
        yield f"fails: {failing}"
    yield from map(growth_text, outcome.growth)


def _headline(outcome: SweepOutcome) -> str:
    verdicts = [point.verdict for point in outcome.points]
    told = [f"{verdict.value} at {verdicts.count(verdict)}" for verdict in PointVerdict if verdict in verdicts]
    ending = "; stopped before all were asked" if outcome.stopped else ""
    return f"{counted(len(verdicts), 'point')}: {', '.join(told)}{ending}" if told else f"no points{ending}"


def _table(outcome: SweepOutcome) -> list[str]:
    names = [parameter.name for parameter in outcome.parameters]
    columns = {title: cell for title, cell in _COLUMNS.items() if any(map(cell, outcome.points))}
    bounds_at = [by_array(point.bounds) for point in outcome.points]
    channels = list(dict.fromkeys(name for bounds in bounds_at for name in bounds))
    rows = [[*names, *columns, *(f"bound {name}" for name in channels), ""]]
    for point, bounds in zip(outcome.points, bounds_at, strict=True):
        own = [point.values[name] for name in names]
        limits = [str(bounds.get(name, "")) for name in channels]
        rows.append([*own, *(cell(point) for cell in columns.values()), *limits, _verdict(point)])
    return aligned(rows, frozenset([len(rows[0]) - 1]))


def _states(point: SweepPoint) -> str:
    return _known(point.states) if point.complete or point.states is None else f">= {point.states}"


def _known(number: int | None) -> str:
    return "" if number is None else str(number)


def _verdict(point: SweepPoint) -> str:
    """The verdict, and what it is about."""
    told = ", ".join(point.failing) or point.reason.partition("\n")[0][:_MOST_REASON]
    stored = " (stored)" if point.stored else ""
    return f"{point.verdict.value}{': ' + told if told else ''}{stored}"


def point_text(point: SweepPoint) -> str:
    return _values(point.values)


def _values(values: dict[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items())


def _where(others: dict[str, str]) -> str:
    return f" (with {_values(others)})" if others else ""


def smallest_text(found: SmallestFailure) -> str:
    first = f"smallest {found.parameter} that fails: {found.value}{_where(found.others)}"
    if not found.open:
        return first
    return f"{first}; nothing is known about {found.parameter}={','.join(found.open)}"


def growth_text(growth: StateGrowth) -> str:
    if growth.kind is GrowthKind.CONSTANT:
        return f"states: {growth.told}{_where(growth.others)}"
    return (
        f"growth of states: {growth.told}{_where(growth.others)},"
        f" fitted on {growth.points} complete searches (R\u00b2 {growth.fit:.3f})"
    )
