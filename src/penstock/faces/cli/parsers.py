"""Parsers of arguments that know what a mistyped word was meant to be."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from penstock.faces.cli.status import WRONG

_UNKNOWN = "unrecognized arguments: -"
"""How argparse begins to tell of options that it does not know, which is said better here."""


_PARAGRAPH = re.compile(
    r"exit status:.*(?:\n +.*)*|examples?:.*(?:\n.*)*|[^ \n].*(?:\n(?!exit status:|example)[^ \n].*)*|^.*", re.MULTILINE
)
"""The exit status with what goes on below it, examples, sentences, or any other line."""


class HelpfulParser(ArgumentParser):
    """Says in few lines what is wrong; all options are a matter of `--help`."""

    _words: Sequence[str] = ()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Namespace, list[str]]:  # type: ignore[override]
        self._words = sys.argv[1:] if args is None else list(args)
        return super().parse_known_args(self._words, namespace)

    def error(self, message: str) -> NoReturn:
        told = list(dict.fromkeys(filter(None, map(self._suggestion, self._words))))
        first = [] if told and message.startswith(_UNKNOWN) else [message]
        lines = [*first, *told, f"`{self.prog} --help` explains the options"]
        self.exit(WRONG, f"{self.prog}: " + "\n".join(lines) + "\n")

    def _suggestion(self, word: str) -> str:
        name = word.partition("=")[0]
        known = list(self._option_string_actions)
        if not name.startswith("--") or name == "--" or any(option.startswith(name) for option in known):
            return ""
        other = closest(name, known)
        return f"there is no option `{name}`" + (f": did you mean `{other}`?" if other else "")


class FittingFormatter(RawDescriptionHelpFormatter):
    """Sentences are as wide as the terminal, lists and examples as they are written."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        wrap = import_module("textwrap").fill
        filled = []
        for paragraph in _PARAGRAPH.findall(text):
            if paragraph[:1] in ("", " ") or paragraph.startswith("example"):
                filled.append(paragraph)
            else:
                hanging = "  " if paragraph.startswith("exit status:") else ""
                filled.append(wrap(re.sub(r"\n *", " ", paragraph), width, subsequent_indent=hanging))
        return "\n".join(indent + line for line in "\n".join(filled).splitlines())


def closest(word: str, known: Iterable[str]) -> str | None:
    """The word that was meant, if one is near enough."""
    known = list(known)
    begun = [one for one in known if one.startswith(word)]
    # Whoever types well does not wait for this.
    near: list[str] = begun or import_module("difflib").get_close_matches(word, known, 1)
    return near[0] if near else None
