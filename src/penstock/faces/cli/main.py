"""The command line: find the command, run it, turn what happens into an exit status."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from importlib import import_module
from typing import TYPE_CHECKING

from penstock import __version__
from penstock.faces.cli.status import FINE, INTERRUPTED, OUTPUT_CLOSED, OWN_FAULT, WRONG
from penstock.tasks.verbs import VERBS

if TYPE_CHECKING:
    from penstock.faces.cli.command import Command

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
    parser = _parser()
    parser.parse_args(words[:1])
    parser.print_help()
    return WRONG if words else FINE


def _run_command(name: str, words: list[str]) -> int:
    # Only the command that is asked for is imported, and what does the work only if its arguments make sense.
    command = import_module(f"penstock.faces.cli.options.{name}").COMMAND
    arguments = command_parser(name, command).parse_args(words)
    performing = import_module("penstock.faces.cli.performing")
    status: int = performing.perform(name, command, arguments)
    return status


def command_parser(name: str, command: Command) -> ArgumentParser:
    parser = ArgumentParser(
        prog=f"penstock {name}",
        description=command.description,
        epilog=command.epilog,
        formatter_class=RawDescriptionHelpFormatter,
    )
    command.add_arguments(parser)
    return parser


def _parser() -> ArgumentParser:
    width = max(map(len, VERBS))
    listing = "\n".join(f"  {name:{width}}  {text}" for name, text in VERBS.items())
    parser = ArgumentParser(
        prog="penstock",
        usage="penstock COMMAND [OPTIONS] FILE",
        description="A workbench for Promela, the language of the SPIN model checker.",
        epilog=f"commands:\n{listing}\n\n`penstock COMMAND --help` explains a command.\n\n{_EXIT_STATUS}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"penstock {__version__}")
    parser.add_argument("command", nargs="?", choices=VERBS, metavar="COMMAND", help="what to do, see below")
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
