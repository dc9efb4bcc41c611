"""`penstock completion SHELL`: a script that lets a shell complete commands, options, choices and files."""

from __future__ import annotations

from argparse import SUPPRESS, Action, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from penstock.errors import UsageError
from penstock.faces.cli.parsers import HelpfulParser
from penstock.verbs import SERVERS, VERBS, server_command

SHELLS = ("bash", "zsh", "fish")
HELP = "print what lets a shell complete commands and options"
DESCRIPTION = """Print a script that lets a shell complete commands, options, their choices, and files."""
EPILOG = """examples:
  penstock completion bash > ~/.local/share/bash-completion/completions/penstock
  penstock completion zsh > "${fpath[1]}/_penstock"
  penstock completion fish > ~/.config/fish/completions/penstock.fish"""
_FILES = {"FILE", "PATH", "LOG", "TRAIL", "EVIDENCE"}
_DIRECTORIES = {"DIR"}


def completion_parser() -> ArgumentParser:
    parser = HelpfulParser(
        prog="penstock completion",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
    return parser


def completion_script(shell: str) -> str:
    try:
        shtab = import_module("shtab")
    except ImportError:
        text = "`penstock completion` needs the `shtab` package: pip install 'penstock[completion]'"
        raise UsageError(text) from None
    parser = whole_parser()
    for action in _actions(parser):
        if action.metavar in _FILES | _DIRECTORIES:
            action.complete = shtab.DIRECTORY if action.metavar in _DIRECTORIES else shtab.FILE  # type: ignore[attr-defined]
    script: str = shtab.complete(parser, shell)
    return script


def whole_parser() -> ArgumentParser:
    """All commands in one parser: for whoever describes them, since running one needs its own only."""
    whole = ArgumentParser(prog="penstock", description="A workbench for Promela.")
    whole.add_argument("--version", action="store_true", help="show the version")
    commands = whole.add_subparsers(metavar="COMMAND")
    for name, text in VERBS.items():
        command = import_module(f"penstock.faces.cli.options.{name}").COMMAND
        command.add_arguments(commands.add_parser(name, help=text, description=text))
    for name, text in SERVERS.items():
        server = server_command(name)
        server.add_arguments(commands.add_parser(name, help=text, description=text))
    own = commands.add_parser("completion", help=HELP, description=HELP)
    own.add_argument("shell", choices=SHELLS, help=", ".join(SHELLS))
    return whole


def _actions(parser: ArgumentParser) -> Iterator[Action]:
    for action in parser._actions:
        if isinstance(action.choices, dict):
            for inner in _parsers(action.choices):
                yield from _actions(inner)
        elif action.help != SUPPRESS:
            yield action


def _parsers(choices: dict[str, Any]) -> list[ArgumentParser]:
    return [choice for choice in choices.values() if isinstance(choice, ArgumentParser)]
