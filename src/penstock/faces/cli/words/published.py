"""What the published method says, for people, with the figures that its authors report."""

from __future__ import annotations

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.published.comparison import Comparison, rounds_of
from penstock.bounds.telling.words import round_line
from penstock.bounds.verdict import BoundResult, BoundVerdict
from penstock.tasks.bound_outcome import BoundOutcome, ChannelAnswer


def published_text(outcome: BoundOutcome, result: BoundResult) -> str:
    lines = [f"{outcome.reading.source.shown}: {outcome.verdict} (published method)"]
    lines += [f"  {one.name}: {one.declared} declared, {_bound(outcome.verdict, one)}" for one in outcome.channels]
    if outcome.comparison is None:
        return "\n".join(lines)
    lines += _counterexamples(outcome.comparison, result)
    rows = _figures(outcome, outcome.comparison)
    width = max(map(len, rows))
    return "\n".join([*lines, "", *(f"  {name:{width}}  {value}" for name, value in rows.items())])


def _bound(verdict: BoundVerdict, channel: ChannelAnswer) -> str:
    if channel.bound is not None:
        return f"bound {channel.bound}"
    return "bounded, the refinement gives no number" if verdict is BoundVerdict.BOUNDED else "bound none"


def _counterexamples(comparison: Comparison, result: BoundResult) -> list[str]:
    if comparison.gave_up:
        return ["", f"no refinement: {comparison.gave_up}"]
    names = NetNames(result.net)
    lines: list[str] = []
    for number, found in enumerate(comparison.counterexamples, 1):
        lines += ["", f"counterexample {number}: {found.status}: {found.reason}"]
        lines += [round_line(result, names, part) for part in rounds_of(found)]
    if comparison.refined is not None and not comparison.refined.complete:
        lines += ["", "the search ended before all cases were looked at"]
    return lines


def _figures(outcome: BoundOutcome, comparison: Comparison) -> dict[str, int | str]:
    """The rows of the table in which the method was reported."""
    known = outcome.statistics
    refinement = {} if comparison.refined is None else {"Solved programs": known.programs}
    return {
        "Processes": known.processes,
        "States": known.locations,
        "Transitions": known.transitions,
        "Message types": known.message_types,
        "Channels": known.channels,
        "Reported cycles": known.cycles,
        "Generated vectors": known.vectors,
        **refinement,
        **{f"Runtime for {name} [sec.]": f"{seconds:.3f}" for name, seconds in known.seconds.items()},
    }
