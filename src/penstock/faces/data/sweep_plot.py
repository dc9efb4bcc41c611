"""The figures of a sweep as curves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from penstock.draw.plot import Curve, Panel, Plot, PlottedPoint, plot_svg
from penstock.project.sweep import SweepOutcome, others_of
from penstock.project.sweeps.points import SweepPoint

_FIGURES: dict[str, Callable[[SweepPoint], float | None]] = {
    "states": lambda point: point.states if point.complete or point.verdict.fails else None,
    "seconds": lambda point: point.seconds if point.verdict.good or point.verdict.fails else None,
    "memory (MB)": lambda point: point.memory_mb if point.verdict.good or point.verdict.fails else None,
}


def sweep_svg(outcome: SweepOutcome) -> str:
    return plot_svg(sweep_plot(outcome))


def sweep_plot(outcome: SweepOutcome) -> Plot:
    first = outcome.parameters[0]
    values = sorted(first.values, key=int) if first.numeric else list(first.values)
    places = tuple(float(value) if first.numeric else float(at) for at, value in enumerate(values))
    lines = _lines(outcome)
    panels = [Panel(title, tuple(_curves(lines, values, figure))) for title, figure in _FIGURES.items()]
    panels.append(Panel("most messages in a channel", tuple(_bounds(outcome, lines, values))))
    title = f"{outcome.file}: {outcome.verb.value} against {first.name}"
    return Plot(title, _subtitle(outcome), first.name, tuple(values), places, tuple(p for p in panels if p.heights))


def _subtitle(outcome: SweepOutcome) -> str:
    told = [f"smallest that fails: {found.value}" for found in outcome.smallest[:1] if len(outcome.smallest) == 1]
    verdicts = [point.verdict for point in outcome.points]
    told += ["crossed: it fails, where a search ends early"] if any(one.fails for one in verdicts) else []
    unknown = any(not one.fails and not one.good for one in verdicts)
    return "; ".join([*told, *(["?: not known within the budget"] if unknown else [])])


def _lines(outcome: SweepOutcome) -> dict[str, dict[str, SweepPoint]]:
    """Points that differ in the first parameter only, by what the others are."""
    name = outcome.parameters[0].name
    lines: dict[str, dict[str, SweepPoint]] = {}
    for point in outcome.points:
        others = " ".join(f"{other}={value}" for other, value in others_of(point, name).items())
        lines.setdefault(others, {})[point.values[name]] = point
    return lines


def _curves(
    lines: dict[str, dict[str, SweepPoint]], values: list[str], figure: Callable[[SweepPoint], float | None]
) -> Iterator[Curve]:
    for others, line in lines.items():
        yield Curve(others, tuple(_plotted(line, values, figure)))


def _bounds(outcome: SweepOutcome, lines: dict[str, dict[str, SweepPoint]], values: list[str]) -> Iterator[Curve]:
    for channel in dict.fromkeys(name for point in outcome.points for name in point.bounds):
        for others, line in lines.items():
            points = tuple(_bounded(line, values, channel))
            if points:
                yield Curve(" ".join(filter(None, [channel, others])), points)


def _bounded(line: dict[str, SweepPoint], values: list[str], channel: str) -> Iterator[PlottedPoint]:
    """Where there is such a channel."""
    for at, value in enumerate(values):
        found = line[value].bounds.get(channel) if value in line else None
        if found is not None:
            yield PlottedPoint(at, found if isinstance(found, int) else None, found == "unbounded")


def _plotted(
    line: dict[str, SweepPoint], values: list[str], figure: Callable[[SweepPoint], float | None]
) -> Iterator[PlottedPoint]:
    for at, value in enumerate(values):
        if value in line:
            yield PlottedPoint(at, figure(line[value]), line[value].verdict.fails)
