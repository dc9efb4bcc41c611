"""How full channels are along a run, as a plot with a panel for each of them."""

from __future__ import annotations

from penstock.draw.chart.labels import extent, title
from penstock.draw.plot.figure import Curve, Panel, Plot, PlottedPoint
from penstock.machine.trace import RunTrace

MOST_CHANNELS = 24
_LOW = 64.0


def occupancy_plot(trace: RunTrace) -> Plot:
    """The fullest channels, each with what it can hold, if that is known."""
    lengths, capacities = channel_lengths(trace), channel_capacities(trace)
    fullest = sorted(lengths, key=lambda name: -max(lengths[name]))[:MOST_CHANNELS]
    declared = [*capacities, *lengths]
    shown = sorted(fullest, key=declared.index)
    more = len(lengths) - len(shown)
    told = f"{extent(trace)}; the {len(shown)} fullest of {len(lengths)} channels" if more else extent(trace)
    steps = range(len(trace.steps) + 1)
    return Plot(
        f"messages in channels, {title(trace)}",
        told if shown else f"{extent(trace)}; no message is ever in a channel",
        "step",
        tuple(map(str, steps)),
        tuple(map(float, steps)),
        tuple(_panel(name, lengths[name], capacities.get(name)) for name in shown),
        height=_LOW,
    )


def channel_lengths(trace: RunTrace) -> dict[str, list[int]]:
    """For each buffered channel that is used, how many messages are in it at first and after each step."""
    names = dict.fromkeys(
        message.channel for step in trace.steps for message in step.messages if not message.rendezvous
    )
    lengths = {name: [0] for name in names}
    for step in trace.steps:
        for found in lengths.values():
            found.append(found[-1])
        for message in step.messages:
            if not message.rendezvous:
                lengths[message.channel][-1] += {"send": 1, "receive": -1}.get(message.action, 0)
    # What was sent before the first step that is shown was there from the beginning.
    return {name: [length - min(found) for length in found] for name, found in lengths.items()}


def channel_capacities(trace: RunTrace) -> dict[str, int]:
    """What the channels can hold that are there at the end, if the run knows its states."""
    if trace.history is None:
        return {}
    names, state = trace.history.names, trace.history.states[-1]
    channels = names.channels(state, names.processes(state))
    return {name: names.program.kind_of(queue).capacity for name, queue in zip(channels, state[1], strict=True)}


def _panel(name: str, lengths: list[int], capacity: int | None) -> Panel:
    points = tuple(PlottedPoint(step, length) for step, length in enumerate(lengths))
    limit = (float(capacity),) if capacity is not None else ()
    said = f"{name} (capacity {capacity})" if capacity is not None else name
    return Panel(said, (Curve(name, points, stepped=True),), limits=limit)
