"""The command line: find the command, run it, turn what happens into an exit status."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from importlib import import_module
from typing import TYPE_CHECKING

from penstock import __version__
from penstock.errors import PenstockError
from penstock.faces.cli.parsers import FittingFormatter, HelpfulParser, closest
from penstock.faces.cli.status import FINE, INTERRUPTED, OUTPUT_CLOSED, OWN_FAULT, WRONG
from penstock.verbs import SERVERS, VERBS, server_command

if TYPE_CHECKING:
    from penstock.faces.cli.command import Command

COMPLETION = "completion"
"""A command that is about the command line itself."""
_EXIT_STATUS = """exit status:
  0  fine        1  a finding        2  wrong usage, or errors in the model
  3  undecided: out of time or memory
  4  SPIN or the C compiler is missing, or failed
 70  a fault in penstock itself (--debug shows where)"""


def main(arguments: list[str] | None = None) -> int:
    words = sys.argv[1:] if arguments is None else arguments
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]
    try:
        return _run(words)
    except KeyboardInterrupt:
        print("penstock: stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough; keep Python from complaining when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OUTPUT_CLOSED
    except OSError as problem:
        print(f"penstock: {problem.strerror or problem}", file=sys.stderr)
        return WRONG
    except (Exception, RecursionError) as problem:
        if debug:
            raise
        return _own_fault(problem)


def _run(words: list[str]) -> int:
    if words and words[0] in VERBS:
        return _run_command(words[0], words[1:])
    if words and words[0] in SERVERS:
        return _run_server(words[0], words[1:])
    if words and words[0] == COMPLETION:
        return _print_completion(words[1:])
    if words and not words[0].startswith("-"):
        return _refuse_command(words[0])
    if set(words) & (VERBS | SERVERS).keys():
        print(f"penstock: options follow their command: `penstock COMMAND {words[0]}`", file=sys.stderr)
        return WRONG
    parser = overview_parser()
    parser.parse_args(words)
    parser.print_help()
    return FINE


def _print_completion(words: list[str]) -> int:
    completion = import_module("penstock.faces.cli.completion")
    shell = completion.completion_parser().parse_args(words).shell
    try:
        print(completion.completion_script(shell))
    except PenstockError as problem:
        print(f"penstock completion: {problem}", file=sys.stderr)
        return WRONG
    return FINE


def _run_server(name: str, words: list[str]) -> int:
    arguments = server_parser(name).parse_args(words)
    command = server_command(name)
    try:
        status: int = command.run(arguments)
    except PenstockError as problem:
        print(f"penstock {name}: {problem}", file=sys.stderr)
        return WRONG
    return status


def server_parser(name: str) -> ArgumentParser:
    command = server_command(name)
    parser = HelpfulParser(
        prog=f"penstock {name}",
        description=command.DESCRIPTION,
        epilog=command.EPILOG,
        formatter_class=FittingFormatter,
    )
    command.add_arguments(parser)
    return parser


def _refuse_command(word: str) -> int:
    meant = closest(word, [*VERBS, *SERVERS, COMPLETION])
    hint = f"did you mean `{meant}`?" if meant else "`penstock --help` lists them"
    if os.path.exists(word):
        hint = f"a file follows a command, such as `penstock check {word}`"
    print(f"penstock: there is no command `{word}`: {hint}", file=sys.stderr)
    return WRONG


def _run_command(name: str, words: list[str]) -> int:
    # Only the command that is asked for is imported, and what does the work only if its arguments make sense.
    command = import_module(f"penstock.faces.cli.options.{name}").COMMAND
    parser = command_parser(name, command)
    arguments = parser.parse_args(words)
    performing = import_module("penstock.faces.cli.performing")
    status: int = performing.perform(name, command, arguments, parser, words)
    return status


def command_parser(name: str, command: Command) -> ArgumentParser:
    parser = HelpfulParser(
        prog=f"penstock {name}",
        description=command.description,
        epilog=command.epilog,
        formatter_class=FittingFormatter,
    )
    command.add_arguments(parser)
    return parser


def overview_parser() -> ArgumentParser:
    commands = VERBS | SERVERS | {COMPLETION: "print what lets a shell complete commands and options"}
    width = max(map(len, commands))
    listing = "\n".join(f"  {name:{width}}  {text}" for name, text in commands.items())
    parser = HelpfulParser(
        prog="penstock",
        usage="penstock COMMAND [OPTIONS] FILE",
        description="A workbench for Promela, the language of the SPIN model checker.",
        epilog=f"commands:\n{listing}\n\n`penstock COMMAND --help` explains a command.\n\n{_EXIT_STATUS}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"penstock {__version__}")
    parser.add_argument("command", nargs="?", metavar="COMMAND", help="what to do, see below; its options follow it")
    return parser


def _own_fault(problem: BaseException) -> int:
    print(
        f"penstock: this is a fault in penstock itself ({type(problem).__name__}: {problem}).\n"
        "Please report it together with the model; --debug shows where it happened.",
        file=sys.stderr,
    )
    return OWN_FAULT


if __name__ == "__main__":
    sys.exit(main())
