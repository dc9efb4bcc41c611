"""The reference of all commands and options, out of the parsers that read them."""

from __future__ import annotations

import re
from argparse import SUPPRESS, Action, ArgumentParser
from importlib import import_module

from penstock.faces.cli.completion import HELP, completion_parser
from penstock.faces.cli.main import COMPLETION, command_parser, server_parser
from penstock.verbs import SERVERS, VERBS

HEAD = """# Commands and options

All commands, from the parsers that read them; `penstock COMMAND --help` prints the same.  What they have in common is
on the page about [the command line](../command-line.md); the data that `--format json` prints, on
[JSON, field by field](data.md).
"""


def parsers() -> dict[str, tuple[str, ArgumentParser]]:
    """Each command with its line of help and its parser."""
    described = {name: import_module(f"penstock.faces.cli.options.{name}").COMMAND for name in VERBS}
    verbs = {name: (VERBS[name], command_parser(name, command)) for name, command in described.items()}
    servers = {name: (text, server_parser(name)) for name, text in SERVERS.items()}
    return verbs | servers | {COMPLETION: (HELP, completion_parser())}


def commands_page() -> str:
    return HEAD + "".join(_section(name, text, parser) for name, (text, parser) in parsers().items())


def _section(name: str, text: str, parser: ArgumentParser) -> str:
    rows = [_row(action) for action in parser._actions if action.help != SUPPRESS and action.dest != "help"]
    table = "\n".join(["| option | what it does |", "| --- | --- |", *rows])
    description = " ".join((parser.description or "").split())
    epilog = f"\n```text\n{parser.epilog.strip()}\n```\n" if parser.epilog else ""
    return f"\n## penstock {name}\n\n*{_sentence(text)}*\n\n{_escaped(description)}\n\n{table}\n{epilog}"


def _row(action: Action) -> str:
    return f"| {_spelling(action)} | {_escaped(' '.join((action.help or '').split()))} |"


def _spelling(action: Action) -> str:
    value = _value(action)
    words = [f"{option} {value}".strip() for option in action.option_strings] or [value or action.dest]
    return ", ".join(f"`{word}`" for word in words)


def _value(action: Action) -> str:
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, str):
        return action.metavar
    return "{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.dest.upper()


def _sentence(text: str) -> str:
    return _escaped(text[:1].upper() + text[1:].rstrip(".") + ".")


def _escaped(text: str) -> str:
    """Text in a cell of a table: no bar may end it, no sign become markup; what is in backticks is safe."""
    pieces = text.split("`")
    pieces[::2] = [re.sub(r"([*_|<])", r"\\\1", piece) for piece in pieces[::2]]
    return "`".join(pieces)
