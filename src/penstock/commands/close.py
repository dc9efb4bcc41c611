"""`penstock close`: an open model with the most general environment put into it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from penstock.closing.closing import Closed
from penstock.closing.edits import Edits
from penstock.closing.interface import proposals
from penstock.closing.method import Method
from penstock.closing.report import Finding, findings
from penstock.closing.surroundings import Unsuitable
from penstock.closing.texts import Cannot
from penstock.commands.closing import OpenModel, close_open, open_model, report_notes, report_refusal
from penstock.commands.load import includer, load_automata, load_text, shown_name, text_of
from penstock.commands.options import (
    add_interface_arguments,
    add_model_arguments,
    add_output_arguments,
    show_diagnostics,
    write,
    write_json,
)
from penstock.commands.status import FINE, WRONG
from penstock.resolve import Model
from penstock.syntax.nodes import Constant, MtypeDeclaration, Receive
from penstock.syntax.translation import Translation

DESCRIPTION = """Close an open model: the most general environment, which may send anything at any time, is put into
the processes themselves, without an environment process and without its queues.  What is open is said in the model
(`env chan out = ...;`, `env q ? a;`) or by options.  Whatever the component does with any environment, the closed
model can do too; it may do more.

methods:
  optimised  flags that tell what came from outside, where the analyses leave that open (default)
  flags      a flag for each variable that is ever influenced
  may        no flags: what may come from outside is taken for unknown
  process    an environment process that sends to the queues, to compare with"""
EPILOG = """examples:
  penstock close link.pml -o closed.pml
  penstock close link.pml --env-in line:data --env-out upper
  penstock close link.pml --influence
  penstock close link.pml --compare"""


def add_arguments(parser: ArgumentParser) -> None:
    add_model_arguments(parser)
    add_output_arguments(parser)
    add_interface_arguments(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--influence", action="store_true", help="print where variables are reliable, chaotic, or depend on the run"
    )
    what.add_argument("--compare", action="store_true", help="verify the model closed by all four methods with SPIN")


def run(arguments: Namespace) -> int:
    if arguments.compare:
        from penstock.commands.close_compare import compare  # needs SPIN

        return compare(arguments)
    text, name, include = text_of(arguments), shown_name(arguments.file), includer(arguments.directories)
    choices = {**vars(arguments), "method": None}
    model = load_text(text, name, arguments.definitions, include, choices, lowered=False)
    load_automata(model)
    show_diagnostics(model.diagnostics, arguments.quiet or model.ok)
    if not model.ok:
        return WRONG
    opened = open_model(model, text, arguments.definitions, include, choices)
    _propose(arguments, model, opened)
    if opened.interface.empty:
        _say(arguments, f"nothing is open in `{name}`: the model is as it was")
        return _write(arguments, opened, Closed(_as_it_is(opened)))
    _warn_about_signals(arguments, opened)
    if arguments.influence and arguments.format == "text":
        write(arguments, _beside_lines(opened))
        return FINE
    try:
        closed, opened = close_open(opened, Method(arguments.method), arguments.discard, include, arguments.definitions)
    except (Cannot, Unsuitable) as problem:
        report_refusal(model, opened, problem)
        show_diagnostics(model.diagnostics)
        return WRONG
    before = len(model.diagnostics.records)
    report_notes(model, opened, closed)
    show_diagnostics(model.diagnostics, arguments.quiet or len(model.diagnostics.records) == before)
    if opened.expanded:
        _say(arguments, "macros or included files are in the way: the result is preprocessed, and without comments")
    return _write(arguments, opened, closed)


def _say(arguments: Namespace, text: str) -> None:
    if not arguments.quiet:
        print(f"penstock close: {text}", file=sys.stderr)


def _propose(arguments: Namespace, model: Model, opened: OpenModel) -> None:
    for name, option in proposals(model, opened.interface):
        what = "receives from" if option == "--env-out" else "sends to"
        _say(arguments, f"nobody {what} `{name}`: if the environment does, say `{option} {name}`")


def _warn_about_signals(arguments: Namespace, opened: OpenModel) -> None:
    """Signals that may arrive and that nobody takes."""
    influence = opened.influence()
    receives = opened.model.nodes.of(Receive)
    for channel, signals in opened.interface.signals.items():
        firsts = [one.patterns[0] for one in receives if channel in influence.channels.may_be(one.channel)]
        taken = {first.value for first in firsts if isinstance(first, Constant)}
        others = any(not isinstance(first, Constant) for first in firsts)
        for signal in sorted(signals or ()):
            if signal not in taken and not others:
                _say(arguments, f"nobody receives `{_named(opened.model, signal)}` from `{channel.name}`")


def _named(model: Model, signal: int) -> str:
    names = [one for unit in model.nodes.of(MtypeDeclaration) for one in unit.names if one.value == signal]
    return names[0].name or str(signal) if names else str(signal)


def _as_it_is(opened: OpenModel) -> Translation:
    return Edits(opened.model, opened.file).translation()


def _write(arguments: Namespace, opened: OpenModel, closed: Closed) -> int:
    if arguments.format == "json":
        write_json(arguments, as_json(opened, closed, arguments.method))
    else:
        write(arguments, closed.translation.text)
    return FINE


def as_json(opened: OpenModel, closed: Closed, method: str) -> dict[str, Any]:
    found = findings(opened.influence()) if not opened.interface.empty else []
    return {
        "method": method,
        "open": {
            "channels": sorted(channel.name for channel in opened.interface.outside),
            "signals": sorted(channel.name for channel in opened.interface.signals),
        },
        "influence": [
            {"process": one.process, "line": one.line, "variable": one.variable, "value": one.value.value}
            for one in found
        ],
        "promela": closed.translation.text,
    }


def _beside_lines(opened: OpenModel) -> str:
    """The text with what is known about the variables of each line."""
    by_line: dict[int, list[Finding]] = {}
    for found in findings(opened.influence()):
        by_line.setdefault(found.line, []).append(found)
    lines = opened.model.sources.files[0].text.split("\n")
    width = min(72, max((len(lines[number - 1]) for number in by_line), default=0))
    shown = []
    for number, line in enumerate(lines, 1):
        notes = dict.fromkeys(f"{one.variable}: {one.value.value}" for one in by_line.get(number, ()))
        shown.append(f"{line:{width}}  | {', '.join(notes)}" if notes else line)
    return "\n".join(shown)
