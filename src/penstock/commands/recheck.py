"""`penstock recheck`: check a certificate against a model."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from penstock.automata import Automaton
from penstock.bounds.certificate import recheck
from penstock.bounds.occupancy import exact_occupancy
from penstock.bounds.verdict import UNBOUNDED, Trial
from penstock.bounds.witness import FORMAT as WITNESS
from penstock.bounds.witness import Refused, from_data, recheck_witness
from penstock.bounds.words import left_out
from penstock.commands.bound_exact import SpinSearch
from penstock.commands.load import UsageError, load, load_automata, read_beside
from penstock.commands.options import (
    add_model_arguments,
    add_output_arguments,
    show_diagnostics,
    whole_number,
    write,
    write_json,
)
from penstock.commands.running import refuse_embedded_c
from penstock.commands.status import FINDING, FINE, WRONG
from penstock.resolve import Model

DESCRIPTION = """Check the evidence that `penstock bound --certificate` or `--witness` wrote.  For a proof, the
abstraction is built from the model again and every step is looked at in whole numbers; a run is replayed, its loop
once, twice and three times as often as --rounds says.  What does not hold is refused."""
EPILOG = "example: penstock recheck proof.json model.pml"
MOST_STATES = 300_000
"""More states than this are left to SPIN."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("certificate", metavar="EVIDENCE", help="the file with the proofs or the run")
    parser.add_argument(
        "--rounds", type=whole_number(1), default=10, metavar="N", help="how often the loop of a run is repeated (10)"
    )
    add_model_arguments(parser)
    add_output_arguments(parser)


def run(arguments: Namespace) -> int:
    try:
        data = json.loads(read_beside(arguments, arguments.certificate))
    except json.JSONDecodeError as problem:
        raise UsageError(f"`{arguments.certificate}` is no certificate: {problem}") from None
    model = load(arguments)
    automata = load_automata(model)
    show_diagnostics(model.diagnostics, arguments.quiet or model.ok)
    if not model.ok:
        return WRONG
    refuse_embedded_c(model)
    for note in left_out(model, automata):
        print(f"penstock recheck: {note}", file=sys.stderr)
    try:
        verdict, reason = _checked(arguments, data, model, automata), ""
    except (Refused, KeyError, TypeError, ValueError, AttributeError) as problem:
        verdict, reason = "refused", str(problem) if isinstance(problem, Refused) else "it is not complete"
    if arguments.format == "json":
        write_json(arguments, {"verdict": verdict, "reason": reason})
    elif reason:
        print(f"penstock recheck: the evidence is refused: {reason}", file=sys.stderr)
    else:
        write(arguments, f"{arguments.certificate}: {verdict} is proved{_details(arguments, data)}")
    return FINDING if reason else FINE


def _details(arguments: Namespace, data: dict[str, Any]) -> str:
    if data["format"] == WITNESS:
        grown = ", ".join(sorted(data["growth"]))
        return f"; the run was repeated {', '.join(map(str, _rounds(arguments)))} times and lets {grown} grow"
    count = sum(channel["bound"] is not None for channel in data["channels"])
    return f"; {count} bounds hold"


def _rounds(arguments: Namespace) -> tuple[int, int, int]:
    return arguments.rounds, 2 * arguments.rounds, 3 * arguments.rounds


def _checked(arguments: Namespace, data: dict[str, Any], model: Model, automata: list[Automaton]) -> str:
    """What the evidence proves; raises `Refused` if that is not what it says."""
    if data.get("format") == WITNESS:
        recheck_witness(model, automata, from_data(data), _rounds(arguments))
        return UNBOUNDED

    def lengths(states: int) -> dict[str, int] | None:
        found = exact_occupancy(model, automata, min(MOST_STATES, 2 * states + 1000))
        return found or SpinSearch(arguments.definitions, arguments.directories).lengths(model)

    return recheck(data, model, automata, lengths, _tell)


def _tell(trial: Trial) -> None:
    if trial.reason:
        print(f"penstock recheck: {trial}", file=sys.stderr)
