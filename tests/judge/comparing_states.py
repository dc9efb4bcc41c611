"""Compares the states that Penstock finds with those that SPIN finds."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from pathlib import Path

from tests.judge.running import text_and_directory
from tests.judge.states import SpinCount, spin_explores
from tests.loading import load_automata, load_text

from penstock.machine import Options, build_machine, explore
from penstock.reading.includes import includer

MOST_STATES = 50_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """What both found; `difference` is empty where they agree, and `skipped` says why nothing was compared."""

    spin: SpinCount
    difference: str = ""
    skipped: str = ""
    seconds: float = 0.0

    @property
    def agreed(self) -> bool:
        return not self.difference


@dataclass(frozen=True, slots=True)
class _Count:
    states: int
    transitions: int
    deadlocks: int
    kinds: frozenset[str]
    complete: bool


def compare_states(
    model: Path | str, directory: Path | None = None, seconds: float = 2.0, most: int = MOST_STATES
) -> Comparison:
    """Let both explore a model of moderate size that SPIN accepts and that has no run-time errors."""
    name = str(model) if isinstance(model, Path) else "model.pml"
    text, directory = text_and_directory(model, directory)
    # The claim that SPIN makes of a formula is its own; what is compared is the model without it.
    definitions = ["NOCLAIM"] if re.search(r"^\s*ltl\b", text, re.MULTILINE) else []
    spin = spin_explores(text, directory, seconds, definitions, most)
    skipped = _reason_to_skip(spin, most) or _depends_on_order(spin, text, directory, seconds)
    if skipped:
        return Comparison(spin, skipped=skipped)
    begin = time.perf_counter()
    try:
        own = _explore(text, name, most)
    except Exception as problem:  # a failure is a finding about Penstock, not the end of the comparison
        return Comparison(spin, f"Penstock broke: {type(problem).__name__}: {problem}")
    return Comparison(spin, _difference(own, spin), seconds=time.perf_counter() - begin)


def _reason_to_skip(spin: SpinCount, most: int) -> str:
    if spin.problem:
        return spin.problem
    if not spin.complete:
        return "not explored completely"
    if spin.stored > most:
        return "too many states"
    # Without its checks the verifier goes on with values from beyond an array or a channel.
    return spin.error or next((text for text in spin.messages if "invalid array index" in text), "")


def _depends_on_order(spin: SpinCount, text: str, directory: Path | None, seconds: float) -> str:
    """A claim that goes on alone makes SPIN's count depend on the order in which it finds the states."""
    if spin.deadlocks is not None:
        return ""
    alone = spin_explores(text, directory, seconds, ["NOSTUTTER"])
    same = (alone.stored, alone.transitions) == (spin.stored, spin.transitions)
    return "" if same else "the claim goes on alone"


def _explore(text: str, name: str, most: int) -> _Count:
    model = load_text(text, name, (), includer([]))
    automata = load_automata(model)
    if not model.ok:
        errors = "; ".join(record.message for record in model.diagnostics.sorted())
        raise ValueError(f"refused: {errors}")
    found = explore(build_machine(model, automata, Options(reset_dead=True)), limit=most + 1)
    kinds = frozenset(violation.kind for violation in found.violations)
    return _Count(found.states, found.transitions, found.deadlocks, kinds, found.complete)


def _difference(own: _Count, spin: SpinCount) -> str:
    """What differs, as a text; SPIN says nothing about deadlocks where a claim runs along."""
    pairs = {
        "states": (own.states, spin.stored),
        # SPIN counts the way into the initial state as well.
        "transitions": (own.transitions, spin.transitions - 1),
        "assertion": ("assertion" in own.kinds, spin.assertion),
        "complete": (own.complete, True),
        "error": ("error" in own.kinds, False),
    }
    if spin.deadlocks is not None:
        pairs["deadlocks"] = (own.deadlocks, spin.deadlocks)
    return ", ".join(f"{name} {ours} but SPIN {theirs}" for name, (ours, theirs) in pairs.items() if ours != theirs)
