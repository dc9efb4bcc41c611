"""Models as tasks need them: without errors, closed, executable."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

from penstock.control import Automaton
from penstock.diagnostics.text import render_text
from penstock.dialects.actors.choices import AUTO
from penstock.errors import ModelErrors, UsageError
from penstock.reading.confinement import may_execute_c
from penstock.reading.languages import is_actor_model
from penstock.reading.reading import Reading, read
from penstock.reading.wanted import Wanted
from penstock.resolve import Model
from penstock.syntax.nodes import CCode, CExpression, CState
from penstock.syntax.preprocessor import Include


def read_model(wanted: Wanted, more: str = "", include: Include | None = None) -> Reading:
    """Read a text; mailboxes get the lengths that are proved, if that is asked for."""
    wanted = replace(wanted, source=wanted.source.loaded())
    if AUTO in wanted.actors.mailbox and is_actor_model(wanted.source.shown):
        # Whoever wants no proofs need not wait for what finds them.
        wanted = import_module("penstock.tasks.mailboxes").with_proved_lengths(wanted)
    return read(wanted, more, include)


def without_errors(reading: Reading, heading: str = "") -> Reading:
    if not reading.ok:
        raise ModelErrors(reading.diagnostics, render_text(reading.diagnostics), heading)
    return reading


def closed_model(wanted: Wanted, more: str = "") -> Reading:
    """A model without errors that is not open, or was closed as it is wanted."""
    reading = without_errors(read_model(wanted, more))
    if reading.open:
        raise UsageError("this model is open: `penstock close FILE -o CLOSED.pml` makes a closed one of it")
    return reading


def runnable_model(wanted: Wanted, more: str = "") -> Reading:
    """The same, for whatever executes models."""
    reading = closed_model(wanted, more)
    refuse_embedded_c(reading.model)
    return reading


def refuse_embedded_c(model: Model) -> None:
    """Models with C code cannot be run here: say so, and what can be done instead."""
    found = [node for kind in (CCode, CExpression, CState) for node in model.nodes.of(kind)]
    if found:
        where = model.locate(found[0])
        instead = "; `penstock verify` checks such models with SPIN" if may_execute_c() else ""
        raise UsageError(f"{where.file}:{where.line}: this model contains C code, which is not executed here{instead}")


def processes_of(automata: list[Automaton]) -> list[Automaton]:
    """Without claims and traces."""
    return [automaton for automaton in automata if automaton.kind in ("proctype", "init")]
