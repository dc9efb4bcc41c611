"""How many messages a channel really holds at most: all states, with channels that are never full."""

from __future__ import annotations

from dataclasses import dataclass

from penstock.control import Automaton
from penstock.machine import Options, build_machine, explore
from penstock.machine.runtime import CUT_OFF
from penstock.resolve.model import Model


@dataclass(frozen=True, slots=True)
class Occupancy:
    """The largest number of messages for each channel by name; `names` are also those of channels that stay empty."""

    highest: dict[str, int]
    names: frozenset[str]
    states: int


def exact_occupancy(model: Model, automata: list[Automaton], most_states: int) -> dict[str, int] | None:
    """The largest number of messages for each channel by name; None if there are too many states."""
    found = occupancy(model, automata, most_states)
    return None if found is None else found.highest


def lengths_near_the_start(model: Model, automata: list[Automaton], most_states: int) -> dict[str, int]:
    """How long channels, by name, get in so many states at least."""
    machine = build_machine(model, _processes(automata), Options(unlimited=True, reset_dead=True, measuring=True))
    explore(machine, limit=most_states)
    return machine.lengths.highest


def occupancy(model: Model, automata: list[Automaton], most_states: int) -> Occupancy | None:
    machine = build_machine(model, _processes(automata), Options(unlimited=True, reset_dead=True, measuring=True))
    found = explore(machine, limit=most_states)
    lengths = machine.lengths
    cut_off = any(violation.text.startswith(CUT_OFF) for violation in found.violations)
    return Occupancy(lengths.highest, lengths.names, found.states) if found.complete and not cut_off else None


def _processes(automata: list[Automaton]) -> list[Automaton]:
    return [automaton for automaton in automata if automaton.kind != "never"]
