"""`penstock bound`: how full each channel can get, with proof."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from functools import partial

from penstock.automata import Automaton
from penstock.bounds.abstraction.net import build_net
from penstock.bounds.certificates.certificate import certificate
from penstock.bounds.certificates.trial import Claims, tried, try_claims
from penstock.bounds.published.iboc import TooMany
from penstock.bounds.refinement import refined
from penstock.bounds.telling.capacities import with_capacities
from penstock.bounds.telling.words import reservations
from penstock.bounds.verdict import BOUNDED, UNBOUNDED, Result, Trial, boundedness
from penstock.budget import Budget, TimeOver
from penstock.commands.bound_data import as_json, as_sarif
from penstock.commands.bound_exact import SpinSearch, with_exact
from penstock.commands.bound_reference import compare, reference_json, reference_text
from penstock.commands.bound_runs import write_runs
from penstock.commands.bound_text import as_text
from penstock.commands.bound_unknown import tell_nothing_known
from penstock.commands.load import STANDARD_INPUT, UsageError, load, load_automata
from penstock.commands.options import (
    StatusLine,
    add_model_arguments,
    add_output_arguments,
    json_text,
    replace_file,
    seconds,
    show_diagnostics,
    whole_number,
    write,
    write_json,
)
from penstock.commands.running import refuse_embedded_c
from penstock.commands.status import FINDING, FINE, UNDECIDED, WRONG
from penstock.resolve.symbols import Variable

DESCRIPTION = """How full can each message channel get?  All buffered channels are taken to be without limit; the test
finds bounds that hold for every run, each with a proof that was checked, or the cycles that may fill a channel for
ever.  These are refined until they are excluded or shown by a run.  BOUNDED and UNBOUNDED are certain; UNKNOWN means
that neither was found within the budget."""
EPILOG = """exit status: 0 BOUNDED, 1 UNBOUNDED (or, with --exact, a capacity that does not suffice),
  2 errors in the model or wrong usage, 3 UNKNOWN
examples:
  penstock bound model.pml
  penstock bound model.pml --exact --fix smaller.pml
  penstock bound model.pml --report bounds.html
  penstock bound model.pml --certificate proof.json && penstock recheck proof.json model.pml"""

SECONDS_FOR_WORDS = 0.5
"""For runs that are replayed in order to be shown."""


def add_arguments(parser: ArgumentParser) -> None:
    add_model_arguments(parser)
    add_output_arguments(parser, ("text", "json", "sarif"))
    parser.add_argument(
        "--messages",
        choices=("fine", "coarse"),
        default="fine",
        help="tell messages apart by all constants that are received (default), or by their message type only",
    )
    parser.add_argument(
        "--method",
        choices=("net", "iboc"),
        default="net",
        help="our own method (default), or the published one with all simple cycles, for comparison",
    )
    parser.add_argument(
        "--process-limit", type=whole_number(1), metavar="N", help="at most N processes at a time, such as SPIN's 255"
    )
    parser.add_argument(
        "--no-refine", action="store_true", help="only the first test: no refinement, no runs, no search of states"
    )
    parser.add_argument(
        "--budget",
        type=seconds,
        default=30.0,
        metavar="SECONDS",
        help="how long all of it may take, from reading the model on (default 30); what is known by then is printed",
    )
    parser.add_argument("--explain", action="store_true", help="tell what was tried, and what became of each cycle")
    parser.add_argument("--witness", metavar="FILE", help="write a run that fills a channel, for `penstock recheck`")
    parser.add_argument("--msc", metavar="FILE", help="draw that run as a sequence chart (.svg, .mmd or .txt)")
    parser.add_argument("--exact", action="store_true", help="also find the largest number of messages there ever is")
    parser.add_argument("--certificate", metavar="FILE", help="write the proofs, for `penstock recheck`")
    parser.add_argument("--report", metavar="FILE", help="write a page about the result, as HTML for any browser")
    parser.add_argument("--fix", metavar="FILE", help="write a copy of the model with the bounds as capacities")
    parser.add_argument("--in-place", action="store_true", help="write the bounds as capacities into the model itself")


def run(arguments: Namespace) -> int:
    if arguments.method == "iboc" and any(
        (arguments.certificate, arguments.fix, arguments.in_place, arguments.exact, arguments.report)
    ):
        raise UsageError("--method iboc only shows what the published method says; leave the other options out")
    line = StatusLine(not arguments.quiet)
    with Budget(time.monotonic() + arguments.budget, line.show) as budget:
        try:
            model = load(arguments)
            automata = load_automata(model)
        except TimeOver:
            print("penstock bound: the time was over before the model was read: --budget gives more", file=sys.stderr)
            return UNDECIDED
    show_diagnostics(model.diagnostics, arguments.quiet or model.ok)
    if not model.ok:
        return WRONG
    refuse_embedded_c(model)
    try:
        with budget:
            result = boundedness(model, automata, arguments.messages == "coarse", arguments.process_limit)
    except TimeOver:
        return tell_nothing_known(arguments, model, automata)
    if arguments.method == "iboc":
        return _reference(arguments, result, automata, budget)
    if not arguments.no_refine and result.verdict != BOUNDED:
        result = _refined(arguments, result, automata, budget, line)
    result = tried(result, automata, budget.until)
    notes = reservations(result.net, automata)
    if arguments.exact:
        with budget:
            result, why_not = with_exact(arguments, result, automata)
        notes += why_not
    return _tell(arguments, result, automata, notes)


def _tell(arguments: Namespace, result: Result, automata: list[Automaton], notes: list[str]) -> int:
    """Write everything that was asked for; the time for answers is over now, and a little more is for words."""
    notes = write_runs(arguments, result, automata) + notes
    if arguments.certificate is not None:
        data = certificate(result, arguments.messages == "coarse", arguments.process_limit)
        replace_file(arguments.certificate, json_text(data).encode())
    if arguments.report is not None:
        from penstock.commands.bound_report import write_report  # only who wants a page waits for what draws it

        write_report(arguments, result, automata)
    if arguments.fix is not None or arguments.in_place:
        notes += _fix(arguments, result)
    with Budget(time.monotonic() + SECONDS_FOR_WORDS):
        if arguments.format == "json":
            write_json(arguments, as_json(result, automata=automata))
        elif arguments.format == "sarif":
            write_json(arguments, as_sarif(result))
        else:
            write(arguments, as_text(result, automata, arguments.quiet, arguments.explain))
    _print_notes(notes, result.trial)
    return status_of(result)


def _print_notes(notes: list[str], trial: Trial | None) -> None:
    """What is not part of the answer: what it does not cover, what could not be written or tried."""
    for note in [*notes, *([str(trial)] if trial is not None and trial.reason else [])]:
        print(f"penstock bound: {note}", file=sys.stderr)


def _refined(
    arguments: Namespace, result: Result, automata: list[Automaton], budget: Budget, line: StatusLine
) -> Result:
    rebuild = partial(build_net, coarse=arguments.messages == "coarse", process_limit=arguments.process_limit)
    beyond = SpinSearch(arguments.definitions, arguments.directories)
    try:
        # Runs are looked for with SPIN's limit of 255 processes: they say nothing about another one.
        return refined(result, automata, budget, rebuild, beyond, searching=arguments.process_limit is None)
    finally:
        line.clear()


def _reference(arguments: Namespace, result: Result, automata: list[Automaton], budget: Budget) -> int:
    """The published method: its verdict, its bounds and the figures it reports."""
    try:
        with budget:
            answer = compare(result, refining=not arguments.no_refine)
    except (TooMany, TimeOver) as problem:
        print(f"penstock bound: {problem}: the published method gives up", file=sys.stderr)
        return UNDECIDED
    trial = try_claims(result.net, automata, Claims((), answer.known), budget.until)
    notes = reservations(result.net, automata)
    if arguments.format == "json":
        write_json(arguments, reference_json(answer, notes, trial))
    else:
        write(arguments, reference_text(answer))
    _print_notes(notes, trial)
    return FINE if answer.verdict == BOUNDED else UNDECIDED


def status_of(result: Result) -> int:
    if result.verdict == UNBOUNDED:
        return FINDING
    if any(channel.exact is not None and channel.exact > channel.declared for channel in result.channels):
        return FINDING
    return FINE if result.verdict == BOUNDED else UNDECIDED


def _fix(arguments: Namespace, result: Result) -> list[str]:
    """Write the model with the bounds as capacities; what could not be changed."""
    if result.model.syntax.translation is not None and not result.model.wording.clock:
        raise UsageError("capacities can be written into Promela only; lengths of mailboxes are given by --mailbox")
    if arguments.in_place and arguments.file == STANDARD_INPUT:
        raise UsageError("--in-place needs a file")
    edited = with_capacities(result.model, new_capacities(result))
    target = arguments.file if arguments.in_place else arguments.fix
    replace_file(target, edited.text.encode("utf-8", errors="surrogateescape"))
    return [
        f"the capacity of `{name}` is not written as a number in this file: change it by hand" for name in edited.left
    ]


def new_capacities(result: Result) -> dict[Variable, int]:
    """For each declaration the largest bound of its channels; at least 1, since 0 would mean a rendezvous."""
    found: dict[Variable, int] = {}
    open_: set[Variable] = set()
    for channel in result.channels:
        variable = result.net.analysis.queues[channel.queues[0] - 1].variable
        if channel.bound is None:
            open_.add(variable)
            continue
        found[variable] = max(1, channel.bound, found.get(variable, 1))
    return {variable: capacity for variable, capacity in found.items() if variable not in open_}
