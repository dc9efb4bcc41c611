"""How many messages a channel really holds at most: all states, with channels that are never full."""

from __future__ import annotations

from penstock.automata import Automaton
from penstock.machine import Machine, Options, build_machine, explore
from penstock.machine.channels import channel_cells
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.resolve.model import Model


def exact_occupancy(model: Model, automata: list[Automaton], most_states: int) -> dict[str, int] | None:
    """The largest number of messages for each channel by name; None if there are too many states."""
    processes = [automaton for automaton in automata if automaton.kind != "never"]
    machine = build_machine(model, processes, Options(unlimited=True, reset_dead=True))
    found = explore(machine, limit=most_states)
    return highest_lengths(machine, found.order) if found.complete else None


def highest_lengths(machine: Machine, states: list[State]) -> dict[str, int]:
    """The largest number of messages that each channel holds in some states."""
    highest: dict[str, int] = {}
    names: dict[tuple[int, ...], list[str]] = {}
    for state in states:
        alive = tuple(row[0] for row in state[FIRST_PROCESS:])
        if alive not in names:
            names[alive] = channel_names(machine, state)
        for name, queue in zip(names[alive], state[1], strict=True):
            if len(queue) - 1 > highest.get(name, -1):
                highest[name] = len(queue) - 1
    return highest


def channel_names(machine: Machine, state: State) -> list[str]:
    """For each channel of a state its name; those of processes begin with the type of their owner."""
    program = machine.program
    names = [cell.name for cell in channel_cells(program.globals)]
    for row in state[FIRST_PROCESS:]:
        automaton = machine.places[row[0]].automaton
        names += [f"{automaton.name}.{cell.name}" for cell in channel_cells(program.locals_of(automaton.process))]
    return names
