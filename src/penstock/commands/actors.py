"""`penstock actors`: an actor model as Promela."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from penstock.commands.load import UsageError, load, load_automata, shown_name
from penstock.commands.options import (
    add_model_arguments,
    add_output_arguments,
    show_diagnostics,
    write,
    write_json,
)
from penstock.commands.status import FINE, WRONG
from penstock.resolve import Model
from penstock.resolve.constants import constant_value
from penstock.syntax.translation import Translation

DESCRIPTION = """Translate an actor model (.apml) to Promela that SPIN reads: a process and a mailbox for each actor, a
loop over its methods.  The other commands read .apml files themselves and answer in their lines and words."""
EPILOG = """examples:
  penstock actors buffer.apml -o buffer.pml
  penstock actors buffer.apml --mailbox 5 --mailbox consumer=1 --defer select"""


def add_arguments(parser: ArgumentParser) -> None:
    add_model_arguments(parser)
    add_output_arguments(parser)


def run(arguments: Namespace) -> int:
    model = load(arguments)
    load_automata(model)
    show_diagnostics(model.diagnostics, arguments.quiet or model.ok)
    if not model.ok:
        return WRONG
    translation = translation_of(arguments, model)
    if arguments.format == "json":
        write_json(arguments, as_json(model, translation.text))
    else:
        write(arguments, translation.text)
    return FINE


def translation_of(arguments: Namespace, model: Model) -> Translation:
    translation = model.syntax.translation
    if translation is None or model.wording.clock:
        name = shown_name(arguments.file)
        raise UsageError(f"`{name}` is no actor model: those are in files whose names end in .apml")
    return translation


def as_json(model: Model, text: str) -> dict[str, Any]:
    assert model.syntax.translation is not None
    lines = model.syntax.translation.lines(model.sources)
    return {
        "promela": text,
        "actors": [{"type": name, "mailbox": size} for name, size in mailbox_lengths(model).items()],
        "lines": [{"line": number, "file": file, "from": line} for number, (file, line) in enumerate(lines, 1)],
    }


def mailbox_lengths(model: Model) -> dict[str, int]:
    """For each actor type how many messages its mailbox holds."""
    found = {}
    for process in model.processes.values():
        for variable in process.locals:
            if variable.channel is not None and variable.name == model.wording.mailbox:
                found[process.name] = constant_value(variable.channel.capacity) or 0
    return found
