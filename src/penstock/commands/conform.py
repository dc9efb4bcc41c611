"""`penstock conform`: does a program do what its model allows?"""

from __future__ import annotations

import shlex
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from penstock import external
from penstock.automata import Automaton, Edge
from penstock.commands.load import UsageError, load, load_automata, read_beside
from penstock.commands.options import (
    add_model_arguments,
    add_output_arguments,
    show_diagnostics,
    whole_number,
    write,
    write_json,
)
from penstock.commands.running import refuse_embedded_c, without_claims
from penstock.commands.specification import environment, is_specification, model_regions
from penstock.commands.status import FINDING, FINE, WRONG
from penstock.diagnostics.record import counted
from penstock.generate import StepKeys
from penstock.generate.files import program_name
from penstock.generate.plan import inside
from penstock.machine import Machine, Options, build_machine
from penstock.machine.following import Departure, Follower, Hidden, Unreadable, read_trace
from penstock.resolve import Model

DESCRIPTION = """Follows the trace of a generated program on its model.  Each step must be one that the model allows;
the first that is not is shown with what was allowed.  The trace is written by a program that was built with
`make TRACE=1`."""
EPILOG = """examples:
  penstock conform trace.log model.pml
  penstock conform --run program model.pch"""
MOST_SHOWN = 8


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("trace", nargs="?", metavar="LOG", help="the trace; not with --run")
    add_model_arguments(parser)
    add_output_arguments(parser)
    parser.add_argument(
        "--run", metavar="DIR", help="run the program in DIR, which was built with TRACE=1, and follow it"
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="how long the program may run (default: 60)")
    parser.add_argument("--steps", type=whole_number(1), metavar="N", help="with --run: stop the program after N steps")


def run(arguments: Namespace) -> int:
    model = load(arguments)
    automata = load_automata(model)
    show_diagnostics(model.diagnostics, arguments.quiet or model.ok)
    if not model.ok:
        return WRONG
    refuse_embedded_c(model)
    if (arguments.trace is None) == (arguments.run is None):
        raise UsageError("give either the file of a trace, or --run with the directory of a program")
    ended = ""
    if arguments.run is not None:
        text, ended = _run_program(arguments)
    else:
        text = read_beside(arguments, arguments.trace)
    automata = without_claims(automata)
    machine = build_machine(model, automata, Options(tracing=True))
    try:
        entries = read_trace(text)
        follower = make_follower(arguments.file, model, automata, machine)
        steps = follower.follow(entries).steps
    except Unreadable as problem:
        raise UsageError(str(problem)) from None
    except Departure as problem:
        return _tell(arguments, entries.index(problem.entry), problem, ended)
    return _tell(arguments, steps, None, ended)


def make_follower(file: str, model: Model, automata: list[Automaton], machine: Machine) -> Follower:
    """Of a specification, what only the model does is hidden."""
    if not is_specification(file):
        keys = StepKeys(model, automata)
        return Follower(machine, lambda name, edge: keys.of(name, edge.statement))
    text = model.sources.files[0].text
    left_out = inside(model, model_regions(text))
    in_environment = inside(model, environment(text))
    unknown = {automaton.name for automaton in automata if in_environment(automaton.process.node)}
    keys = StepKeys(model, automata, left_out)
    return Follower(machine, lambda name, edge: keys.of(name, edge.statement), _hidden(unknown, left_out))


def _hidden(unknown: set[str], left_out: Any) -> Hidden:
    def hidden(name: str, edge: Edge | None) -> bool:
        return name in unknown if edge is None else bool(left_out(edge.statement))

    return hidden


def _run_program(arguments: Namespace) -> tuple[str, str]:
    """The trace that the program leaves, and how it ended."""
    directory = Path(arguments.run).resolve()
    program = directory / program_name(arguments.file)
    make = f"make -C {shlex.quote(arguments.run)}"
    if not program.is_file():
        raise UsageError(f"there is no program `{program}`: build it with `{make} TRACE=1`")
    with tempfile.TemporaryDirectory(prefix="penstock-") as place:
        trace = Path(place, "trace.log")
        limits = {} if arguments.steps is None else {"PENSTOCK_LIMIT": str(arguments.steps)}
        outcome = external.run(
            [str(program)],
            directory,
            external.Limits(seconds=arguments.seconds),
            environment={"PENSTOCK_TRACE": str(trace), **limits},
        )
        if not trace.is_file():
            raise UsageError(f"the program wrote no trace: build it with `{make} clean all TRACE=1`")
        text = trace.read_text(errors="replace")
    if outcome.out_of_time:
        return text, f"it was stopped after {arguments.seconds:g} s"
    said = outcome.errors.strip().split("\n")[0]
    return text, f"it ended with status {outcome.status}" + (f" ({said})" if said else "")


def _tell(arguments: Namespace, steps: int, problem: Departure | None, ended: str) -> int:
    if arguments.format == "json":
        write_json(arguments, as_json(steps, problem))
    else:
        write(arguments, as_text(arguments.file, steps, problem, ended))
    return FINE if problem is None else FINDING


def as_json(steps: int, problem: Departure | None) -> dict[str, Any]:
    departure = None
    if problem is not None:
        departure = {"line": problem.entry.line, "step": str(problem.entry), "allowed": problem.allowed}
    return {"conforms": problem is None, "steps": steps, "departure": departure}


def as_text(file: str, steps: int, problem: Departure | None, ended: str) -> str:
    lines = [f"{file}: {counted(steps, 'step')}, all allowed by the model"]
    if problem is not None:
        lines = [f"{file}: after {counted(steps, 'step')} the program does what the model does not allow"]
        lines += [f"  line {problem.entry.line} of the trace: {problem.entry}", "  allowed was"]
        shown = problem.allowed[:MOST_SHOWN]
        lines += [f"    {text}" for text in shown] or ["    nothing"]
        if len(problem.allowed) > MOST_SHOWN:
            lines.append(f"    and {len(problem.allowed) - MOST_SHOWN} more")
    if ended:
        lines.append(f"  the program: {ended}")
    return "\n".join(lines)
