"""`penstock format`: a model in one readable style."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from penstock.commands.load import STANDARD_INPUT, UsageError, load_automata, load_model, read_text
from penstock.commands.options import FINDING, FINE, WRONG, show_diagnostics, write
from penstock.syntax.formatter import format_text

HELP = "print a model in one readable style"
DESCRIPTION = """Print a model in one readable style.  Comments, macros and preprocessor lines are kept, and the printed
model means the same.  Formatting twice changes nothing."""
EPILOG = "exit status: 0 done, 1 with --check if the text would change, 2 errors in the model or wrong usage"


def add_arguments(parser: ArgumentParser) -> None:
    from penstock.commands.options import add_model_arguments, add_output_arguments

    add_model_arguments(parser)
    add_output_arguments(parser, ())
    parser.add_argument("--in-place", action="store_true", help="replace the file by its formatted text")
    parser.add_argument(
        "--check", action="store_true", help="print nothing; exit with 1 if formatting would change the text"
    )


def run(arguments: Namespace) -> int:
    if arguments.file == STANDARD_INPUT and arguments.in_place:
        raise UsageError("the standard input cannot be replaced: leave out --in-place")
    if arguments.file != STANDARD_INPUT:
        model = load_model(arguments.file, arguments.definitions, arguments.directories)
        load_automata(model)
        if not model.ok:
            show_diagnostics(model.diagnostics)
            return WRONG
    text = read_text(arguments.file)
    formatted = format_text(text)
    if arguments.check:
        return FINE if formatted == text else FINDING
    if arguments.in_place:
        if formatted != text:
            Path(arguments.file).write_bytes(formatted.encode("utf-8", errors="surrogateescape"))
    else:
        write(arguments, formatted)
    return FINE
