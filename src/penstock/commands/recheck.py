"""`penstock recheck`: check a certificate against a model."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from penstock.bounds.certificate import Refused, recheck
from penstock.commands.load import UsageError, load, load_automata, read_text
from penstock.commands.options import add_model_arguments, add_output_arguments, show_diagnostics, write, write_json
from penstock.commands.status import FINDING, FINE, WRONG

DESCRIPTION = """Check the proofs that `penstock bound --certificate` wrote: the abstraction is built from the model
again, and every step is looked at in whole numbers.  What does not hold is refused."""
EPILOG = "example: penstock recheck proof.json model.pml"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("certificate", metavar="CERTIFICATE", help="the file with the proofs")
    add_model_arguments(parser)
    add_output_arguments(parser)


def run(arguments: Namespace) -> int:
    try:
        data = json.loads(read_text(arguments.certificate))
    except json.JSONDecodeError as problem:
        raise UsageError(f"`{arguments.certificate}` is no certificate: {problem}") from None
    model = load(arguments)
    automata = load_automata(model)
    show_diagnostics(model.diagnostics, arguments.quiet or model.ok)
    if not model.ok:
        return WRONG
    try:
        verdict, reason = recheck(data, model, automata), ""
    except (Refused, KeyError, TypeError, AttributeError) as problem:
        verdict, reason = "refused", str(problem) if isinstance(problem, Refused) else "it is not complete"
    if arguments.format == "json":
        write_json(arguments, {"verdict": verdict, "reason": reason})
    elif reason:
        print(f"penstock recheck: the certificate is refused: {reason}", file=sys.stderr)
    else:
        count = sum(channel["bound"] is not None for channel in data["channels"])
        write(arguments, f"{arguments.certificate}: {verdict} is proved; {count} bounds hold")
    return FINDING if reason else FINE
