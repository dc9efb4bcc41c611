"""`penstock conform`: does a program do what its model allows?"""

from __future__ import annotations

import shlex
import tempfile
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from penstock import external
from penstock.automata import Automaton, Edge
from penstock.codegen import StepKeys
from penstock.codegen.files import program_name
from penstock.codegen.fingerprint import fingerprint
from penstock.codegen.plan import inside
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
from penstock.commands.specification import environment, is_specification, model_regions, program_reading
from penstock.commands.status import FINDING, FINE, WRONG
from penstock.diagnostics.record import counted
from penstock.machine import Machine, Options, build_machine
from penstock.machine.following import Departure, Followed, Follower, Hidden
from penstock.machine.logged import DEADLOCK, ENDED, FAILED, LIMIT, VIOLATED, Trace, Unreadable, read_trace
from penstock.machine.stopping import standing, wrong_ending
from penstock.resolve import Model

DESCRIPTION = """Follows the trace of a generated program on its model.  Each step must be one that the model allows;
the first that is not is shown with what was allowed.  The program must come to an end that the model
allows, too.  The trace is written by a program that was built with `make TRACE=1`."""
EPILOG = """examples:
  penstock conform trace.log model.pml
  penstock conform --run program model.pch"""
MOST_SHOWN = 8
STATUSES = {ENDED: 0, VIOLATED: 1, FAILED: 2, DEADLOCK: 3, LIMIT: 4}
"""With what status a program ends that says so."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a program left; how it ended, in words, and what was wrong about that."""

    trace: str
    ended: str = ""
    broken: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """How many steps are allowed, and what is not: the next one, or the end."""

    steps: int
    ending: str
    ended: str
    wrong: str = ""
    standing: tuple[str, ...] = ()
    departure: Departure | None = None

    @property
    def conforms(self) -> bool:
        return self.departure is None and not self.wrong


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
    ran = _run_program(arguments) if arguments.run is not None else Ran(read_beside(arguments, arguments.trace))
    automata = without_claims(automata)
    machine = build_machine(model, automata, Options(tracing=True))
    try:
        trace = read_trace(ran.trace)
        _refuse_other_model(arguments, model, trace)
        return _tell(arguments, _judged(make_follower(arguments.file, model, automata, machine), trace, ran))
    except Unreadable as problem:
        raise UsageError(str(problem)) from None


def _refuse_other_model(arguments: Namespace, model: Model, trace: Trace) -> None:
    if trace.model and trace.model != fingerprint(_program(arguments, model)):
        raise UsageError(
            f"the trace is not one of `{arguments.file}`: its program was made from another model, or with other "
            "options; generate and build it anew"
        )


def _program(arguments: Namespace, model: Model) -> Model:
    return program_reading(arguments, model).model if is_specification(arguments.file) else model


def _judged(follower: Follower, trace: Trace, ran: Ran) -> Judgement:
    try:
        followed = follower.follow(trace.entries)
    except Departure as problem:
        return Judgement(trace.entries.index(problem.entry), trace.ending, ran.ended, departure=problem)
    wrong = ran.broken or _wrong_end(follower, followed, trace)
    stands = tuple(standing(follower, followed)) if wrong else ()
    return Judgement(followed.steps, trace.ending, ran.ended, wrong, stands)


def _wrong_end(follower: Follower, followed: Followed, trace: Trace) -> str:
    if not trace.model:
        return "the trace is empty: the program did not even begin"
    if not trace.ending:
        return "the program did not come to an end: it crashed, ended itself in its C code, or was stopped"
    return wrong_ending(follower, followed, trace.ending)


def make_follower(file: str, model: Model, automata: list[Automaton], machine: Machine) -> Follower:
    """Of a specification, what only the model does is hidden."""
    if not is_specification(file):
        keys = StepKeys(model, automata)
        return Follower(machine, lambda name, edge: keys.of(name, edge.statement))
    text = model.sources.files[0].text
    left_out = inside(model, model_regions(text, model))
    in_environment = inside(model, environment(text, model))
    unknown = {automaton.name for automaton in automata if in_environment(automaton.process.node)}
    keys = StepKeys(model, automata, left_out)
    return Follower(machine, lambda name, edge: keys.of(name, edge.statement), _hidden(unknown, left_out))


def _hidden(unknown: set[str], left_out: Any) -> Hidden:
    def hidden(name: str, edge: Edge | None) -> bool:
        return name in unknown if edge is None else bool(left_out(edge.statement))

    return hidden


def _run_program(arguments: Namespace) -> Ran:
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
        if not trace.is_file() and outcome.status >= 0 and not outcome.out_of_time:
            raise UsageError(f"the program wrote no trace: build it with `{make} clean all TRACE=1`")
        text = trace.read_text(errors="replace") if trace.is_file() else ""
    return Ran(text, *_how_it_ended(outcome, arguments.seconds, text))


def _how_it_ended(outcome: external.Outcome, seconds: float, text: str) -> tuple[str, str]:
    """In words, and what is wrong about it."""
    if outcome.out_of_time:
        broken = f"the program did not come to an end within {seconds:g} s: it hangs, or has none (see --steps)"
        return f"it was stopped after {seconds:g} s", broken
    said = outcome.errors.strip().split("\n")[0]
    because = f" ({said})" if said else ""
    if outcome.signal_name is not None:
        return f"it was ended by {outcome.signal_name}{because}", "the program crashed"
    broken = ""
    ending = read_trace(text).ending
    if ending and outcome.status != STATUSES[ending]:
        broken = f"the program says `{ending}`, but ended with status {outcome.status}"
    return f"it ended with status {outcome.status}{because}", broken


def _tell(arguments: Namespace, judgement: Judgement) -> int:
    if arguments.format == "json":
        write_json(arguments, as_json(judgement))
    else:
        write(arguments, as_text(arguments.file, judgement))
    return FINE if judgement.conforms else FINDING


def as_json(judgement: Judgement) -> dict[str, Any]:
    problem = judgement.departure
    departure = None
    if problem is not None:
        departure = {"line": problem.entry.line, "step": str(problem.entry), "allowed": problem.allowed}
    end = {"said": judgement.ending or None, "program": judgement.ended or None, "wrong": judgement.wrong or None}
    return {
        "conforms": judgement.conforms,
        "steps": judgement.steps,
        "departure": departure,
        "end": end,
        "standing": list(judgement.standing),
    }


def as_text(file: str, judgement: Judgement) -> str:
    steps = counted(judgement.steps, "step")
    if judgement.departure is not None:
        lines = [f"{file}: after {steps} the program does what the model does not allow"]
        lines += _departure_text(judgement.departure)
    elif judgement.wrong:
        lines = [f"{file}: after {steps} that the model allows, {judgement.wrong}", "  the model stands at"]
        lines += [f"    {text}" for text in judgement.standing] or ["    its end: no process is left"]
    else:
        lines = [f"{file}: {steps}, all allowed by the model"]
    if judgement.ended:
        lines.append(f"  the program: {judgement.ended}")
    return "\n".join(lines)


def _departure_text(problem: Departure) -> list[str]:
    shown = [f"    {text}" for text in problem.allowed[:MOST_SHOWN]] or ["    nothing"]
    if len(problem.allowed) > MOST_SHOWN:
        shown.append(f"    and {len(problem.allowed) - MOST_SHOWN} more")
    return [f"  line {problem.entry.line} of the trace: {problem.entry}", "  allowed was", *shown]
