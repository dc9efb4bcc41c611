"""`%%promela`: a cell is a model, and the line above it says what to do with it.

    %%promela bound budget=5 definitions=N=3
    chan q = [2] of { byte };
    active proctype P() { do :: q!1 od }

Without a verb the model is checked.  The outcome is the result of the cell, and the model stays at hand as `model`.
"""

from __future__ import annotations

import shlex
from typing import Any

from penstock.errors import UsageError
from penstock.faces.python.functions import function_of
from penstock.reading.source import Source
from penstock.verbs import VERBS

_SEVERAL = ("definitions", "directories", "mailbox", "env_in", "env_out", "ltl", "properties")
"""Choices of which there may be several: each word adds one."""
_MODEL = "model"


def register(shell: Any) -> None:
    shell.register_magic_function(lambda line, cell: promela(line, cell, shell), "cell", "promela")


def promela(line: str, cell: str, shell: Any = None) -> Any:
    """What the verb in `line` makes of the model in `cell`."""
    words = shlex.split(line)
    verb = words.pop(0) if words and "=" not in words[0] else "check"
    if verb not in VERBS:
        raise UsageError(f"`{verb}` is not one of {', '.join(VERBS)}")
    choices: dict[str, Any] = {}
    for word in words:
        name, _, text = word.partition("=")
        if name in _SEVERAL:
            choices[name] = (*choices.get(name, ()), text)
        else:
            choices[name] = _value(text)
    language = str(choices.pop("language", "pml"))
    given = {name: choices.pop(name) for name in ("definitions", "directories") if name in choices}
    model = Source(text=cell, name=f"<cell>.{language}", **given)
    if shell is not None:
        shell.user_ns[_MODEL] = model
    return function_of(verb)(model, **choices)


def _value(text: str) -> Any:
    """Numbers and truth values; everything else is a word."""
    if text in ("True", "False", "true", "false", ""):
        return text.lower() != "false"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
