"""`penstock format`: a model in one readable style."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from penstock.commands.dialects import dialect_of
from penstock.commands.load import STANDARD_INPUT, UsageError, includer, load_automata, load_text, shown_name, text_of
from penstock.commands.options import (
    add_model_arguments,
    add_output_arguments,
    replace_file,
    show_diagnostics,
    write,
)
from penstock.commands.status import FINDING, FINE, WRONG
from penstock.syntax.formatting import format_text

DESCRIPTION = """Print a model in one readable style.  Comments, macros and preprocessor lines are kept, and the printed
model means the same.  Formatting twice changes nothing."""
EPILOG = "exit status: 0 done, 1 with --check if the text would change, 2 errors in the model or wrong usage"


def add_arguments(parser: ArgumentParser) -> None:
    add_model_arguments(parser)
    add_output_arguments(parser, ())
    parser.add_argument("--in-place", action="store_true", help="replace the file by its formatted text")
    parser.add_argument("--check", action="store_true", help="print nothing; exit with 1 if the text would change")


def run(arguments: Namespace) -> int:
    if sum([arguments.in_place, arguments.check, arguments.output is not None]) > 1:
        raise UsageError("only one of --in-place, --check and -o makes sense")
    if arguments.file == STANDARD_INPUT and arguments.in_place:
        raise UsageError("the standard input cannot be replaced: leave out --in-place")
    if dialect_of(arguments.file) is not None:
        raise UsageError(f"`{arguments.file}` is not in Promela, and only Promela is formatted; nothing was changed")
    text = text_of(arguments)
    model = load_text(
        text,
        shown_name(arguments.file),
        arguments.definitions,
        includer(arguments.directories),
        vars(arguments),
        lowered=False,
    )
    load_automata(model)
    if not model.ok:
        show_diagnostics(model.diagnostics)
        return WRONG
    formatted = format_text(text)
    if arguments.check:
        return FINE if formatted == text else FINDING
    if not arguments.in_place:
        write(arguments, formatted)
    elif formatted != text:
        replace_file(arguments.file, formatted.encode("utf-8", errors="surrogateescape"))
    return FINE
