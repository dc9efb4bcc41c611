"""How many messages a channel really holds at most: all states, with channels that are never full."""

from __future__ import annotations

from penstock.control import Automaton
from penstock.machine import Options, build_machine, explore
from penstock.machine.runtime import CUT_OFF
from penstock.resolve.model import Model


def exact_occupancy(model: Model, automata: list[Automaton], most_states: int) -> dict[str, int] | None:
    """The largest number of messages for each channel by name; None if there are too many states."""
    processes = [automaton for automaton in automata if automaton.kind != "never"]
    machine = build_machine(model, processes, Options(unlimited=True, reset_dead=True, measuring=True))
    found = explore(machine, limit=most_states)
    cut_off = any(violation.text.startswith(CUT_OFF) for violation in found.violations)
    return machine.lengths.highest if found.complete and not cut_off else None
