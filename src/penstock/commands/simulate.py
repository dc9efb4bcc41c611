"""`penstock simulate`: a run of a model, by chance, by hand or along a trail."""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser, Namespace
from random import SystemRandom

from penstock.commands.load import STANDARD_INPUT, UsageError, load, load_automata
from penstock.commands.options import (
    add_interface_arguments,
    add_model_arguments,
    add_output_arguments,
    show_diagnostics,
    whole_number,
    write,
    write_json,
)
from penstock.commands.running import (
    add_run_arguments,
    refuse_embedded_c,
    rendered,
    trace_data,
    without_claims,
    write_chart,
)
from penstock.commands.status import FINDING, FINE, TOOL_MISSING, WRONG
from penstock.machine import Machine, Options, build_machine
from penstock.machine.runs import Run, random_run
from penstock.machine.trace import Trace
from penstock.spin.tools import ToolFailed, ToolMissing

DESCRIPTION = """Run a model and show each step with its source line, the variables that change and the contents of
the channels, then the messages as a chart.  Without options the steps are taken by chance; the seed is printed, and
--seed repeats the run.  --interactive asks at each step, --trail follows a trail that a verifier wrote."""
EPILOG = """examples:
  penstock simulate model.pml --seed 7 --steps 100
  penstock simulate model.pml --interactive
  penstock simulate model.pml --trail model.pml.trail --msc run.svg"""
STEPS = 250
_FINDINGS = ("deadlock", "livelock", "assertion", "error")


def add_arguments(parser: ArgumentParser) -> None:
    add_model_arguments(parser)
    add_output_arguments(parser, ("text", "chart", "mermaid", "json"))
    add_interface_arguments(parser)
    parser.add_argument(
        "--steps", type=whole_number(0), default=None, metavar="N", help=f"at most N steps (default: {STEPS})"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="repeat the run by chance that has this number")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("-i", "--interactive", action="store_true", help="choose each step; `h` explains")
    how.add_argument(
        "-t",
        "--trail",
        nargs="?",
        const="",
        metavar="TRAIL",
        help="follow a trail (default: the model's name with `.trail`)",
    )
    add_run_arguments(parser)


def run(arguments: Namespace) -> int:
    if arguments.interactive and arguments.file == STANDARD_INPUT:
        raise UsageError("with --interactive the choices come from the standard input: give the name of a file")
    model = load(arguments)
    automata = load_automata(model)
    show_diagnostics(model.diagnostics, arguments.quiet or model.ok)
    if not model.ok:
        return WRONG
    refuse_embedded_c(model)
    options = Options(unlimited=arguments.unlimited, lossy=arguments.lossy, tracing=True)
    try:
        trace = _chosen_run(arguments, build_machine(model, without_claims(automata), options))
    except (ToolMissing, ToolFailed) as problem:
        print(f"penstock simulate: {problem}", file=sys.stderr)
        return TOOL_MISSING
    if arguments.msc is not None:
        write_chart(arguments.msc, trace)
    if arguments.format == "json":
        write_json(arguments, trace_data(trace))
    else:
        write(arguments, rendered(arguments, trace, _terminal_width()))
    return FINDING if trace.outcome in _FINDINGS else FINE


def _chosen_run(arguments: Namespace, machine: Machine) -> Trace:
    most = STEPS if arguments.steps is None else arguments.steps
    if arguments.interactive:
        from penstock.commands.interactive import interact

        output = None if arguments.quiet else sys.stderr
        return interact(Run(machine), most, output, arguments.seed).trace()
    if arguments.trail is not None:
        from penstock.commands.trails import follow_trail

        return follow_trail(arguments, machine)
    seed = arguments.seed if arguments.seed is not None else SystemRandom().randrange(1, 10_000)
    if arguments.seed is None and not arguments.quiet:
        print(f"a run by chance; --seed {seed} repeats it", file=sys.stderr)
    return random_run(machine, seed, most).trace()


def _terminal_width() -> int:
    return max(60, min(160, shutil.get_terminal_size((100, 24)).columns))
