"""The figures of a sweep as curves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath

from penstock.draw.plot import Curve, Panel, Plot, PlottedPoint, plot_svg
from penstock.project.sweep import SweepOutcome, others_of
from penstock.project.sweeps.points import SweepPoint, by_array

_Lines = dict[str, dict[str, SweepPoint]]
_FIGURES: dict[str, Callable[[SweepPoint], float | None]] = {
    "states": lambda point: point.states if point.complete or point.verdict.fails else None,
    "seconds, compiling included": lambda point: point.seconds if point.verdict.good or point.verdict.fails else None,
    "memory (MB)": lambda point: point.memory_mb if point.verdict.good or point.verdict.fails else None,
}
_BOUNDS = "most messages in a channel"


def sweep_svg(outcome: SweepOutcome) -> str:
    return plot_svg(sweep_plot(outcome))


def sweep_plot(outcome: SweepOutcome) -> Plot:
    first = outcome.parameters[0]
    values = sorted(first.values, key=int) if first.numeric else list(first.values)
    places = tuple(float(value) if first.numeric else float(at) for at, value in enumerate(values))
    lines = _lines(outcome)
    panels = [Panel(title, _distinct(_curves(lines, values, figure))) for title, figure in _FIGURES.items()]
    panels.append(_bound_panel(outcome, lines, values))
    title = f"{PurePath(outcome.file).name}: {outcome.verb.value} against {first.name}"
    return Plot(title, _subtitle(outcome), first.name, tuple(values), places, tuple(p for p in panels if p.heights))


def _subtitle(outcome: SweepOutcome) -> str:
    """What the table tells below, and what the marks mean."""
    points = outcome.points
    told = [f"states {one.told}{_where(one.others)}" for one in outcome.growth if len(outcome.growth) == 1]
    told += [f"smallest {one.parameter} that fails: {one.value}{_where(one.others)}" for one in outcome.smallest[:1]]
    if any(point.verdict.fails for point in points):
        early = any(point.verdict.fails and point.states is not None and not point.complete for point in points)
        told.append("\N{MULTIPLICATION SIGN} fails" + (", and its search ended there" if early else ""))
    unknown = any(not point.verdict.fails and not point.verdict.good for point in points)
    return " \u00b7 ".join([*told, *(["? not known within the budget"] if unknown else [])])


def _where(others: dict[str, str]) -> str:
    return f" ({' '.join(f'{name}={value}' for name, value in others.items())})" if others else ""


def _distinct(curves: Iterable[Curve]) -> tuple[Curve, ...]:
    """Curves that lie on each other are one, with all their names."""
    names: dict[tuple[PlottedPoint, ...], list[str]] = {}
    for curve in curves:
        names.setdefault(curve.points, []).append(curve.name)
    return tuple(Curve(", ".join(together), points) for points, together in names.items())


def _lines(outcome: SweepOutcome) -> _Lines:
    """Points that differ in the first parameter only, by what the others are."""
    name = outcome.parameters[0].name
    lines: _Lines = {}
    for point in outcome.points:
        others = " ".join(f"{other}={value}" for other, value in others_of(point, name).items())
        lines.setdefault(others, {})[point.values[name]] = point
    return lines


def _curves(lines: _Lines, values: list[str], figure: Callable[[SweepPoint], float | None]) -> Iterator[Curve]:
    for others, line in lines.items():
        yield Curve(others, tuple(_plotted(line, values, figure)))


def _bound_panel(outcome: SweepOutcome, lines: _Lines, values: list[str]) -> Panel:
    channels = dict.fromkeys(name for point in outcome.points for name in by_array(point.bounds))
    curves = _distinct(curve for channel in channels for curve in _bounds(channel, lines, values))
    return Panel(f"most messages in {curves[0].name}" if len(curves) == 1 else _BOUNDS, curves)


def _bounds(channel: str, lines: _Lines, values: list[str]) -> list[Curve]:
    """The curves of a channel, or of the fullest channel of an array; one if other macros make no difference."""
    curves = [Curve(others, tuple(_bounded(line, values, channel))) for others, line in lines.items()]
    curves = [curve for curve in curves if curve.points]
    if len({curve.points for curve in curves}) == 1 and len(curves) == len(lines):
        return [Curve(channel, curves[0].points)]
    return [Curve(f"{channel} {curve.name}".rstrip(), curve.points) for curve in curves]


def _bounded(line: dict[str, SweepPoint], values: list[str], channel: str) -> Iterator[PlottedPoint]:
    """Where there is such a channel."""
    for at, value in enumerate(values):
        found = by_array(line[value].bounds).get(channel) if value in line else None
        if found is not None:
            yield PlottedPoint(at, found if isinstance(found, int) else None, found == "unbounded")


def _plotted(
    line: dict[str, SweepPoint], values: list[str], figure: Callable[[SweepPoint], float | None]
) -> Iterator[PlottedPoint]:
    for at, value in enumerate(values):
        if value in line:
            yield PlottedPoint(at, figure(line[value]), line[value].verdict.fails)
