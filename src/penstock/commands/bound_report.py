"""Bounds as a page to read, print and hand on."""

from __future__ import annotations

import shlex
from argparse import Namespace
from typing import Any

from penstock import __version__
from penstock.automata import Automaton
from penstock.bounds.telling.showing import shown_runs
from penstock.bounds.verdict import Result
from penstock.commands.bound_data import statistics
from penstock.commands.load import STANDARD_INPUT
from penstock.commands.options import replace_file
from penstock.draw.page import Facts, report_page


def write_report(arguments: Namespace, result: Result, automata: list[Automaton]) -> None:
    """Write the page about a result to the file that the user named."""
    found = statistics(result)
    seconds: dict[str, Any] = found.pop("seconds")
    facts = Facts(__version__, found, seconds, recheck_commands(arguments), arguments.process_limit)
    replace_file(arguments.report, report_page(result, facts, shown_runs(result, automata)).encode())


def recheck_commands(arguments: Namespace) -> list[str]:
    """What to type in order to write the proofs and to check them."""
    model = "model.pml" if arguments.file == STANDARD_INPUT else arguments.file
    options = [word for definition in arguments.definitions for word in ("-D", definition)]
    options += [word for directory in arguments.directories for word in ("-I", directory)]
    proofs = arguments.certificate or "proof.json"
    coarse = ["--messages", "coarse"] if arguments.messages == "coarse" else []
    limit = [] if arguments.process_limit is None else ["--process-limit", str(arguments.process_limit)]
    write = ["penstock", "bound", model, *options, *coarse, *limit, "--certificate", proofs]
    return [shlex.join(write), shlex.join(["penstock", "recheck", proofs, model, *options, *limit])]
