"""A given run looked through for a part that can be repeated forever."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.bounds.runs.pumping import Pumps, atomic_sequences
from penstock.bounds.runs.search import Pump
from penstock.machine import Machine
from penstock.machine.engine import MachineStep

MOST_TRIES = 2000
"""How many parts of the run are tried."""


def pump_along(machine: Machine, steps: Sequence[MachineStep], suspects: frozenset[str]) -> Pump | None:
    """The first part that can be repeated and makes a suspected channel grow; `machine` must keep a log."""
    pumps = Pumps(machine)
    parts = atomic_sequences(steps)
    states = [machine.initial, *(part[-1].state for part in parts)]
    earlier: dict[object, list[int]] = {}
    tries = 0
    for end, state in enumerate(states):
        group = earlier.setdefault((state[0], state[2:]), [])
        for begin in reversed(group):
            if any(len(one) > len(other) for one, other in zip(states[begin][1], state[1], strict=True)):
                continue
            tries += 1
            growth = pumps.growth(states[begin], parts[begin:end])
            name = machine.lengths.name
            grown = {name(state, place): more for place, more in growth.channels.items()} if growth else {}
            if growth and not suspects.isdisjoint(grown):
                stem = tuple(step for part in parts[:begin] for step in part)
                return Pump(stem, tuple(step for part in parts[begin:end] for step in part), grown, growth.crowd)
            if tries > MOST_TRIES:
                return None
        group.append(end)
    return None
