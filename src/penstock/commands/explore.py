"""`penstock explore`: all states that a small model can reach."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any

from penstock.automata import Automaton
from penstock.commands.claims import chosen_claim
from penstock.commands.coverage import environment_of
from penstock.commands.load import load_automata
from penstock.commands.options import (
    add_interface_arguments,
    add_model_arguments,
    add_output_arguments,
    show_diagnostics,
    whole_number,
    write,
    write_json,
)
from penstock.commands.running import add_run_arguments, refuse_embedded_c, trace_data, trace_text, write_chart
from penstock.commands.status import FINDING, FINE, TOOL_MISSING, UNDECIDED, WRONG
from penstock.diagnostics.record import counted
from penstock.machine import Exploration, Options, Violation, build_machine, explore
from penstock.machine.futility import LIVELOCK, goes_nowhere, has_futile_steps
from penstock.machine.runtime import State
from penstock.machine.trace import Trace
from penstock.machine.tracing import trace_of
from penstock.resolve import Model
from penstock.spin.tools import ToolFailed, ToolMissing

DESCRIPTION = """Visit all states that a model can reach, and report deadlocks, violated assertions and other errors,
each with a shortest run that leads there.  For small models and for learning: `penstock verify` is faster by far.
States are counted as SPIN's verifier counts them without partial order reduction and statement merging; an ltl
formula or a never claim takes part, unless --no-claim is given."""
EPILOG = "example: penstock explore model.pml --msc deadlock.svg"
LIMIT = 1_000_000
_NOTHING_WRONG = "no violated assertion, no error"
CHANGED_PLACES = (
    "with --defer select messages of different methods may change places; --defer putback tells what needs that"
)


def add_arguments(parser: ArgumentParser) -> None:
    add_model_arguments(parser)
    add_output_arguments(parser)
    add_interface_arguments(parser)
    parser.add_argument(
        "--limit", type=whole_number(1), default=LIMIT, metavar="N", help=f"visit at most N states (default: {LIMIT})"
    )
    parser.add_argument("--first", action="store_true", help="stop at the first violation")
    parser.add_argument(
        "--claim", metavar="NAME", help="the ltl formula or never claim that takes part (default: first)"
    )
    parser.add_argument("--no-claim", action="store_true", help="leave ltl formulas and never claims aside")
    add_run_arguments(parser)


def run(arguments: Namespace) -> int:
    try:
        model, automata = chosen_model(arguments)
    except (ToolMissing, ToolFailed) as problem:
        print(f"penstock explore: {problem}", file=sys.stderr)
        return TOOL_MISSING
    show_diagnostics(model.diagnostics, arguments.quiet or model.ok)
    if not model.ok:
        return WRONG
    if not arguments.quiet and any(found.kind.endswith("trace") for found in automata):
        print("penstock explore: the trace is not checked here; `penstock verify` does", file=sys.stderr)
    started = time.monotonic()
    found = visited(arguments, model, automata)
    seconds = time.monotonic() - started
    options = _options(arguments)
    runs = [(violation, trace_of(model, automata, options, found, violation)) for violation in found.violations]
    if arguments.msc is not None and runs:
        write_chart(arguments.msc, runs[0][1])
    if arguments.format == "json":
        write_json(arguments, as_json(model, found, seconds, runs))
    else:
        write(arguments, as_text(model, automata, found, seconds, runs))
    if runs and arguments.defer == "select" and model.syntax.translation is not None and not arguments.quiet:
        print(f"penstock explore: {CHANGED_PLACES}", file=sys.stderr)
    if runs:
        return FINDING
    return FINE if found.complete else UNDECIDED


def chosen_model(arguments: Namespace) -> tuple[Model, list[Automaton]]:
    """The model, and the automata of its processes and of the claim that takes part."""
    model, claim = chosen_claim(arguments)
    automata = load_automata(model)
    return model, [found for found in automata if found.kind != "never" or found.process.node is claim]


def visited(arguments: Namespace, model: Model, automata: list[Automaton]) -> Exploration:
    """All states of a model without errors, and what is wrong with them, as far as it is judged."""
    refuse_embedded_c(model)
    machine = build_machine(model, automata, _options(arguments))
    found = explore(machine, arguments.limit, _progress(arguments), arguments.first)
    look_for_livelock(found)
    environment = environment_of(model)
    if environment is not None and environment.complete:
        found.deadlocks = 0
        found.violations = [one for one in found.violations if one.kind != "deadlock"]
    return found


def _options(arguments: Namespace) -> Options:
    return Options(unlimited=arguments.unlimited, lossy=arguments.lossy, reset_dead=True)


def look_for_livelock(found: Exploration) -> None:
    """Add the first state from which on everything is in vain, if there is one."""
    machine = found.machine
    if machine.claim or not has_futile_steps(machine):
        return
    known: set[State] = set()
    for number, state in enumerate(found.order):
        if goes_nowhere(machine, state, known):
            found.violations.append(Violation("livelock", LIVELOCK, number))
            return


def _progress(arguments: Namespace) -> Callable[[Exploration], None] | None:
    if arguments.quiet or sys.stderr is None or not sys.stderr.isatty():
        return None

    def show(found: Exploration) -> None:
        sys.stderr.write(f"\r{len(found.order)} states, {found.transitions} transitions ... \r")

    return show


def as_json(model: Model, found: Exploration, seconds: float, runs: list[tuple[Violation, Trace]]) -> dict[str, Any]:
    return {
        "states": found.states,
        "transitions": found.transitions,
        "deadlocks": found.deadlocks,
        "complete": found.complete,
        "environment": None if (environment := environment_of(model)) is None else environment.data(),
        "seconds": round(seconds, 3),
        "violations": [
            {
                "kind": violation.kind,
                "text": violation.text,
                **_place(model, violation),
                "run": trace_data(trace),
            }
            for violation, trace in runs
        ],
    }


def _place(model: Model, violation: Violation) -> dict[str, Any]:
    if violation.node is None:
        return {"file": None, "line": None}
    where = model.locate(violation.node)
    return {"file": where.file, "line": where.line}


def as_text(
    model: Model,
    automata: list[Automaton],
    found: Exploration,
    seconds: float,
    runs: list[tuple[Violation, Trace]],
) -> str:
    parts = [f"{counted(found.states, 'state')}, {counted(found.transitions, 'transition')} in {seconds:.2f} s"]
    if any(automaton.kind == "never" for automaton in automata):
        parts.append("a claim took part; whether an endless run violates it is a question for `penstock verify`")
    if not found.complete:
        parts.append("not all states were visited: the answer is about those that were (--limit, --first)")
    for violation, trace in runs:
        parts.append(f"\n{_title(model, violation, found)}; a shortest run:\n\n{trace_text(trace)}")
    environment = environment_of(model)
    if not runs:
        parts.append("no deadlock, no violated assertion, no error" if environment is None else _NOTHING_WRONG)
    if environment is not None:
        parts += [f"not judged: {text}" for text in environment.not_judged]
    return "\n".join(parts)


def _title(model: Model, violation: Violation, found: Exploration) -> str:
    if violation.kind == "deadlock":
        return f"deadlock ({counted(found.deadlocks, 'such state')})"
    place = _place(model, violation)
    if violation.kind == "livelock":
        return f"livelock: {violation.text}"
    where = f"{place['file']}:{place['line']}: " if place["file"] else ""
    return f"{where}{violation.text}"
