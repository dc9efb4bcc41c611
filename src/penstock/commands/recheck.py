"""`penstock recheck`: check a certificate against a model."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass

from penstock.automata import Automaton
from penstock.bounds.certificates.certificate import recheck
from penstock.bounds.certificates.claims import Assumptions, certificate_in
from penstock.bounds.evidence import Part, Refused, parse_evidence
from penstock.bounds.runs.occupancy import exact_occupancy
from penstock.bounds.runs.witness import FORMAT as WITNESS
from penstock.bounds.runs.witness import recheck_witness, witness_in
from penstock.bounds.telling.words import left_out
from penstock.bounds.verdict import UNBOUNDED, UNKNOWN, Trial
from penstock.budget import Budget, TimeOver
from penstock.commands.bound_exact import SpinSearch
from penstock.commands.load import UsageError, load, load_automata, read_beside
from penstock.commands.options import (
    add_model_arguments,
    add_output_arguments,
    seconds,
    show_diagnostics,
    whole_number,
    write,
    write_json,
)
from penstock.commands.running import refuse_embedded_c
from penstock.commands.status import FINDING, FINE, UNDECIDED, WRONG
from penstock.diagnostics.record import counted
from penstock.resolve import Model

DESCRIPTION = """Check the evidence that `penstock bound --certificate` or `--witness` wrote.  For a proof, the
abstraction is built from the model again and every step is looked at in whole numbers; a run is replayed, its loop
once, twice and three times as often as --rounds says.  What does not hold is refused, and so is a proof that takes more
for granted than it may: see --process-limit.  What is taken for granted is printed."""
EPILOG = """exit status: 0 proved, 1 refused, 2 errors in the model, wrong usage, or no evidence at all, 3 out of time
example: penstock recheck proof.json model.pml"""
MOST_STATES = 300_000
"""More states than this are left to SPIN."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("certificate", metavar="EVIDENCE", help="the file with the proofs or the run")
    parser.add_argument(
        "--rounds", type=whole_number(1), default=10, metavar="N", help="how often the loop of a run is repeated (10)"
    )
    parser.add_argument(
        "--process-limit",
        type=whole_number(1),
        metavar="N",
        help="accept proofs that take for granted that there are at most N processes at a time",
    )
    parser.add_argument(
        "--budget", type=seconds, default=600.0, metavar="SECONDS", help="how long checking may take (default 600)"
    )
    add_model_arguments(parser)
    add_output_arguments(parser)


@dataclass(frozen=True, slots=True)
class Checked:
    """What evidence proves, or why it is refused; `details` say more, line by line."""

    verdict: str
    reason: str = ""
    details: tuple[str, ...] = ()
    assumptions: Assumptions | None = None


def run(arguments: Namespace) -> int:
    try:
        with Budget(time.monotonic() + arguments.budget):
            return _run(arguments)
    except TimeOver:
        print("penstock recheck: the time was over before the evidence was checked", file=sys.stderr)
        return UNDECIDED


def _run(arguments: Namespace) -> int:
    text = read_beside(arguments, arguments.certificate)
    model = load(arguments)
    automata = load_automata(model)
    show_diagnostics(model.diagnostics, arguments.quiet or model.ok)
    if not model.ok:
        return WRONG
    refuse_embedded_c(model)
    for note in left_out(model, automata):
        print(f"penstock recheck: {note}", file=sys.stderr)
    try:
        found = _checked(arguments, parse_evidence(text), model, automata)
    except json.JSONDecodeError as problem:
        raise UsageError(f"`{arguments.certificate}` is no certificate: {problem}") from None
    except Refused as problem:
        # Names in it may be no UTF-8.
        found = Checked("refused", str(problem).encode("utf-8", errors="backslashreplace").decode())
    if arguments.format == "json":
        assumptions = None if found.assumptions is None else found.assumptions.as_data()
        write_json(arguments, {"verdict": found.verdict, "reason": found.reason, "assumptions": assumptions})
    elif found.reason:
        print(f"penstock recheck: the evidence is refused: {found.reason}", file=sys.stderr)
    else:
        open_ = found.verdict == UNKNOWN
        answer = ": what is proved holds, but some channels have no answer" if open_ else " is proved"
        headline = f"{arguments.certificate}: {found.verdict}{answer}"
        write(arguments, "\n  ".join([headline, *found.details]))
    return FINDING if found.reason else FINE


def _checked(arguments: Namespace, data: object, model: Model, automata: list[Automaton]) -> Checked:
    """What the evidence proves; raises `Refused` if that is not what it says."""
    if isinstance(data, dict) and data.get("format") == WITNESS:
        return _checked_run(arguments, data, model, automata)

    def lengths(states: int) -> dict[str, int] | None:
        found = exact_occupancy(model, automata, min(MOST_STATES, 2 * states + 1000))
        return SpinSearch(arguments.definitions, arguments.directories).lengths(model) if found is None else found

    verdict = recheck(data, model, automata, lengths, arguments.process_limit, _tell)
    claimed = certificate_in(data)
    count = sum(claim.bound is not None for claim in claimed.channels)
    details = (f"{counted(count, 'bound')} {'holds' if count == 1 else 'hold'}", *assumed(claimed.assumptions))
    return Checked(verdict, details=details, assumptions=claimed.assumptions)


def assumed(assumptions: Assumptions) -> list[str]:
    """What is taken for granted, for people."""
    limit = assumptions.process_limit
    processes = "any number of processes" if limit is None else f"at most {limit} processes at a time"
    lines = [f"assumed: channels are never full, {processes}"]
    if assumptions.messages == "coarse":
        lines.append("messages are told apart by their message type only")
    if assumptions.tracked:
        names = [f"{name} of {process}" if process else name for process, _, name in assumptions.tracked]
        lines.append(f"values told apart: {', '.join(names)}")
    return lines


def _checked_run(arguments: Namespace, data: object, model: Model, automata: list[Automaton]) -> Checked:
    if arguments.process_limit is not None:
        raise Refused("a run says nothing about a model with a limit for processes")
    witness = witness_in(Part(data, "the run"))
    rounds = arguments.rounds, 2 * arguments.rounds, 3 * arguments.rounds
    recheck_witness(model, automata, witness, rounds)
    grown = ", ".join(sorted(witness.growth))
    return Checked(
        UNBOUNDED,
        details=(
            f"the run was repeated {', '.join(map(str, rounds))} times and lets {grown} grow",
            "assumed: channels are never full",
        ),
    )


def _tell(trial: Trial) -> None:
    if trial.reason:
        print(f"penstock recheck: {trial}", file=sys.stderr)
