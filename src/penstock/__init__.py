"""Penstock: a workbench for Promela, the language of the SPIN model checker.

>>> import penstock
>>> penstock.check("model.pml").ok
>>> penstock.bound("model.pml", budget=10).channels
>>> penstock.verify(penstock.Source(text="init { assert(false) }")).verdict

Each verb is a function, with a request (`BoundRequest`) and an outcome (`BoundOutcome`); errors that are not Penstock's
own are a `PenstockError`.  `%load_ext penstock` gives notebooks the magic `%%promela`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"
_ELSEWHERE = {
    "PenstockError": "penstock.errors",
    "UsageError": "penstock.errors",
    "ModelErrors": "penstock.errors",
    "ToolError": "penstock.errors",
    "Source": "penstock.reading.source",
    "Opening": "penstock.reading.opening",
    "ActorChoices": "penstock.dialects.actors.choices",
    "Watch": "penstock.budget",
}


def __getattr__(name: str) -> Any:
    """Names are found when they are used: a command line does not wait for what it does not need."""
    if name in _ELSEWHERE:
        value = getattr(import_module(_ELSEWHERE[name]), name)
    else:
        value = import_module("penstock.faces.python.functions").named(name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_ELSEWHERE, *import_module("penstock.faces.python.functions").names()})


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext penstock`: the magic `%%promela`."""
    import_module("penstock.faces.python.magic").register(shell)
