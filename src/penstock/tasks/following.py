"""Traces of programs followed on their models."""

from __future__ import annotations

from penstock.codegen.fingerprint import fingerprint
from penstock.codegen.plan import inside
from penstock.codegen.steps import StepKeys
from penstock.control import Edge
from penstock.errors import UsageError
from penstock.machine import Options, build_machine
from penstock.machine.following import Follower
from penstock.machine.logged import KnownModel
from penstock.reading.languages import is_specification
from penstock.reading.reading import Reading
from penstock.tasks.models import processes_of
from penstock.tasks.programs import of_environment, of_one_side, program_reading, regions_of


def follower_of(reading: Reading, tracing: bool = False) -> Follower:
    """Of a specification, what only the model does is hidden.  `tracing`: the run is wanted, with its messages."""
    model, automata = reading.model, processes_of(reading.automata)
    machine = build_machine(model, automata, Options(tracing=tracing))
    if not is_specification(reading.source.shown):
        keys = StepKeys(model, automata)
        return Follower(machine, lambda name, edge: keys.of(name, edge.statement))
    regions = regions_of(reading)
    left_out, in_environment = inside(model, of_one_side(regions)), inside(model, of_environment(regions))
    unknown = {automaton.name for automaton in automata if in_environment(automaton.process.node)}
    keys = StepKeys(model, automata, left_out)

    def is_hidden(name: str, edge: Edge | None) -> bool:
        return name in unknown if edge is None else left_out(edge.statement)

    return Follower(machine, lambda name, edge: keys.of(name, edge.statement), is_hidden)


def known_model(reading: Reading) -> KnownModel:
    """A trace must be one of a program that was made from this very model."""

    def refuse_other(model: str) -> None:
        if model != fingerprint(_program(reading).model):
            raise UsageError(
                f"the trace is not one of `{reading.source.shown}`: its program was made from another model, or with "
                "other options; generate and build it anew"
            )

    return refuse_other


def _program(reading: Reading) -> Reading:
    return program_reading(reading).reading if is_specification(reading.source.shown) else reading
