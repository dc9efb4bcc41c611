"""`penstock generate`."""

from __future__ import annotations

import shlex
from argparse import Namespace

from penstock.diagnostics.placed import placed
from penstock.errors import ModelErrors, UsageError
from penstock.faces.cli.console import Console
from penstock.faces.cli.files import write_files
from penstock.faces.cli.status import FINE, WRONG
from penstock.faces.data.sarif import diagnostics_sarif
from penstock.tasks.generate import GenerateOutcome, generate
from penstock.tasks.requests.generate import GenerateRequest


def run(request: GenerateRequest, arguments: Namespace, console: Console) -> int:
    if not arguments.directory:
        raise UsageError("-o needs the name of a directory; for the present one write `-o .`")
    try:
        with console.watching() as watch:
            outcome = generate(request, watch)
    except ModelErrors as problem:
        if console.format == "text":
            raise
        _write(GenerateOutcome({}, placed(problem.diagnostics), problem.diagnostics), console)
        return WRONG
    write_files(arguments.directory, outcome.files)
    if console.format == "text":
        console.show(outcome.told)
        _announce(outcome, arguments.directory, console)
    else:
        _write(outcome, console)
    return FINE


def _write(outcome: GenerateOutcome, console: Console) -> None:
    console.write_json(outcome if console.format == "json" else diagnostics_sarif(outcome.diagnostics))


def _announce(outcome: GenerateOutcome, directory: str, console: Console) -> None:
    how = "" if console.quiet else f"; `make -C {shlex.quote(directory)}` builds the program"
    console.write(f"{outcome.made} files in {directory}{how}")
    for number, loop in enumerate(() if console.quiet else outcome.loops):
        because = f": they {'; '.join(loop.because)}" if loop.because else ""
        console.write(f"loop {number}: {', '.join(loop.processes)}{because}")
