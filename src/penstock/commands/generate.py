"""`penstock generate`: a program in C that does what the model does."""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path

from penstock.automata import Automaton
from penstock.codegen import CannotGenerate, Settings, generate, refusals, runtime_files
from penstock.codegen.pairs import Pairs
from penstock.commands.load import UsageError, load, load_automata
from penstock.commands.options import add_model_arguments, replace_file, show_diagnostics
from penstock.commands.specification import is_specification, program_reading
from penstock.commands.status import FINE, WRONG
from penstock.dialects.pch.dialect import tidied, without_comments
from penstock.resolve import Model
from penstock.syntax.nodes import ChannelQuery, Node
from penstock.syntax.walk import final

DESCRIPTION = """Writes a program in C: one file for each process, with the names and the structure of the model, a
small runtime, and a Makefile.  Each process becomes a thread; it waits where the model waits, and never by looking
again and again.  What the program does, the model allows."""
EPILOG = """examples:
  penstock generate model.pml -o program && make -C program && program/model
  penstock generate model.pml -o program --choice random"""
RUNTIME_DIRECTORY = Path(__file__).parent.parent / "runtime"
MOST_MILLISECONDS = 3_600_000


def add_arguments(parser: ArgumentParser) -> None:
    add_model_arguments(parser)
    parser.add_argument("-o", dest="output", metavar="DIR", required=True, help="the directory for the program")
    parser.add_argument(
        "--choice",
        choices=("first", "random", "fair"),
        default="first",
        help="what is done where several guards are executable: the first of them (default), any, or each in turn",
    )
    parser.add_argument(
        "--runtime",
        choices=("threads", "processes"),
        default="threads",
        help="one program with a thread for each process (default), or a program for each process",
    )
    parser.add_argument(
        "--capacities",
        choices=("declared", "bound"),
        default="declared",
        help="how much channels hold: what is declared (default), or no more than `penstock bound` proves to be enough",
    )
    parser.add_argument(
        "--tick",
        type=float,
        default=1.0,
        metavar="MS",
        help="of a model with timers: how long a tick takes, in milliseconds (default: 1; 0: no time)",
    )
    parser.add_argument(
        "--tidy", action="store_true", help="of a .pch file: the model without gaps; by default its lines stay in place"
    )
    parser.add_argument(
        "--tests", action="store_true", help="of a .pch file: a skeleton of a test for each action, in actions.c"
    )
    parser.add_argument("--no-comments", action="store_true", help="of a .pch file: the model without comments")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")


def run(arguments: Namespace) -> int:
    model = load(arguments)
    automata = load_automata(model)
    show_diagnostics(model.diagnostics, arguments.quiet or model.ok)
    if not model.ok:
        return WRONG
    if not arguments.output:
        raise UsageError("-o needs the name of a directory; for the present one write `-o .`")
    _refuse_timers(arguments, model)
    capacities = _capacities(arguments, model, automata)
    settings = Settings(arguments.choice, arguments.runtime, capacities=capacities, tick=arguments.tick)
    extra: dict[str, str] = {}
    pairs = None
    if is_specification(arguments.file):
        extra[_model_name(arguments.file)] = _clean_model(arguments, model)
        reading = program_reading(arguments, model)
        pairs = Pairs(reading.text, reading.regions, model, reading.model, arguments.runtime == "processes")
        if reading.model.ok and _wrong_pairs(model, pairs):
            return WRONG
        model, settings = reading.model, replace(settings, specification=reading.specification)
        automata = load_automata(model)
        if not model.ok:
            print("the model is fine; what is left of it for the program is not:", file=sys.stderr)
            show_diagnostics(model.diagnostics)
            return WRONG
    elif arguments.tests:
        raise UsageError("--tests is for .pch files: a plain model has no actions of its own in C")
    files = _generated(model, automata, settings, pairs if arguments.tests else None)
    if files is None:
        return WRONG
    write_program(Path(arguments.output), files | extra, settings)
    if not arguments.quiet:
        count = len(files) + len(extra)
        print(f"{count} files in {arguments.output}; `make -C {shlex.quote(str(arguments.output))}` builds the program")
    return FINE


def _refuse_timers(arguments: Namespace, model: Model) -> None:
    if not model.wording.clock:
        return
    if is_specification(arguments.file):
        raise UsageError(
            "timers in .pch files are for verification only: while C code waits, no time would pass for them"
        )
    if not 0 <= arguments.tick <= MOST_MILLISECONDS:
        raise UsageError(f"--tick is from 0 to {MOST_MILLISECONDS:,} milliseconds")


def _capacities(arguments: Namespace, model: Model, automata: list[Automaton]) -> dict[tuple[str, str], int]:
    """What `bound` proves to be enough; where a model asks whether a channel is full, its own capacity stays."""
    if arguments.capacities == "declared":
        return {}
    from penstock.bounds.certificates.trial import tried
    from penstock.bounds.verdict import BOUNDED, boundedness  # only who wants bounds waits for the solver
    from penstock.commands.bound import new_capacities

    result = tried(boundedness(model, automata, False, None), automata)
    if result.verdict != BOUNDED:
        raise UsageError("not every channel has a bound: `penstock bound` says which; leave out --capacities bound")
    queries = [query for query in model.nodes.of(ChannelQuery) if query.query in ("full", "nfull")]
    if any(model.variables[final(query.channel)].channel is None for query in queries):
        return {}  # it may be any channel that is asked
    asked = {final(query.channel).name for query in queries}
    return {
        (variable.owner.name if variable.owner is not None else "", variable.name): capacity
        for variable, capacity in new_capacities(result).items()
        if variable.name not in asked
    }


def _wrong_pairs(model: Model, pairs: Pairs) -> bool:
    """Tell where the two readings do not fit together; whether there are errors."""
    findings = pairs.findings()
    sources = pairs.program.sources
    for finding in findings:
        where = sources.locate(finding.offset)
        kind = "error" if finding.error else "warning"
        print(f"{where.file}:{where.line}:{where.column}: {kind}: {finding.message}", file=sys.stderr)
    return any(finding.error for finding in findings)


def _generated(
    model: Model, automata: list[Automaton], settings: Settings, pairs: Pairs | None
) -> dict[str, str] | None:
    """The files of the program; none if something in the model has no translation, which the user was told."""
    refused = refusals(model)
    for refusal in refused:
        _complain(model, refusal.message, refusal.node)
    if refused:
        return None
    try:
        return generate(model, automata, settings, pairs)
    except CannotGenerate as problem:
        _complain(model, str(problem), problem.statement)
        return None


def _model_name(path: str) -> str:
    return Path(path).stem + ".pml"


def _clean_model(arguments: Namespace, model: Model) -> str:
    """The model of a specification as standard Promela."""
    translation = model.syntax.translation
    assert translation is not None
    if arguments.tidy:
        return tidied(translation.text, not arguments.no_comments)
    return without_comments(translation.text) if arguments.no_comments else translation.text


def _complain(model: Model, message: str, node: Node) -> None:
    where = model.locate(node)
    print(f"{where.file}:{where.line}:{where.column}: error: {message}", file=sys.stderr)


def write_program(directory: Path, files: dict[str, str], settings: Settings) -> None:
    """Write the generated files and the runtime beside them."""
    try:
        (directory / "runtime").mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(f"cannot make `{directory}`: {problem.strerror or problem}") from None
    for name, text in files.items():
        replace_file(str(directory / name), text.encode("utf-8", errors="surrogateescape"))
    for name in runtime_files(settings.specification is not None, settings.runtime):
        replace_file(str(directory / "runtime" / name), (RUNTIME_DIRECTORY / name).read_bytes())
