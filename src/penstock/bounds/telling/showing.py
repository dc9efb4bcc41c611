"""Runs that fill channels without end, with what happens in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from penstock.bounds.runs.witness import Witness, replay
from penstock.bounds.verdict import BoundResult
from penstock.budget import in_time
from penstock.control import Automaton
from penstock.machine.trace import RunTrace, Step


@dataclass(frozen=True, slots=True)
class ShownRun:
    """A witness with its steps: first those of the stem, then one round of the loop."""

    witness: Witness
    trace: RunTrace

    @property
    def stem(self) -> tuple[Step, ...]:
        return self.trace.steps[: len(self.witness.stem)]

    @property
    def loop(self) -> tuple[Step, ...]:
        begin = len(self.witness.stem)
        return self.trace.steps[begin : begin + len(self.witness.loop)]


def shown_runs(result: BoundResult, automata: list[Automaton]) -> list[ShownRun]:
    """Each run once, although it may fill several channels; none that takes too long to be replayed."""
    found: list[Witness] = []
    for channel in result.channels:
        if channel.witness is not None and channel.witness not in found:
            found.append(channel.witness)
    shown = (in_time(partial(_shown, result, automata, witness)) for witness in found)
    return [run for run in shown if run is not None]


def _shown(result: BoundResult, automata: list[Automaton], witness: Witness) -> ShownRun:
    return ShownRun(witness, replay(result.model, automata, witness, 1).trace())
