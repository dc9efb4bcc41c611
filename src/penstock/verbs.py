"""The verbs: what can be done with models, in the order in which people meet them."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

VERBS = {
    "check": "find errors and doubtful places in a model",
    "explain": "explain the code of a finding, such as E301",
    "format": "print a model in one readable style",
    "ltl": "explain a formula, draw its automaton, compare it with another",
    "automata": "show the control flow of each process as a graph",
    "simulate": "run a model step by step, at random, by hand or along a trail",
    "explore": "visit all states of a small model",
    "bound": "how full can each channel get, with proof",
    "recheck": "check the proofs that `bound` wrote",
    "verify": "verify a model with SPIN, and show what goes wrong",
    "close": "close an open model with the most general environment",
    "lower": "print the plain Promela of a model with timers",
    "actors": "translate an actor model (.apml) to Promela",
    "generate": "write a program in C that does what the model does",
    "conform": "check that a program did what its model allows",
    "test": "check that the models of a project are as they are expected to be",
    "sweep": "ask the same for many values of a macro, and how it grows",
    "diff": "tell what changed between two versions of a model",
    "mutate": "change a model here and there, and see which properties notice",
    "plan": "write down the jobs of a test, for others to do",
    "work": "do a job of a plan",
    "merge": "judge the results of a plan",
    "cache": "show what is kept for the next time, and remove it",
}
SERVERS = {
    "lsp": "serve editors: findings, names, fixes and more as you type",
    "dap": "debug runs of a model from an editor, forward and back",
    "mcp": "serve tools for agents, by the Model Context Protocol",
    "serve": "open the workbench in a browser: see models move",
}
"""Commands that answer a program instead of a person, each by a face of its own."""
_FACES = {"serve": "web"}
"""Those faces that have another name."""
_OF_PROJECTS = frozenset(["test", "sweep", "diff", "mutate", "plan", "work", "merge", "cache"])
"""Those that are about many models; the others are about one."""


def _package(verb: str) -> str:
    return "penstock.project" if verb in _OF_PROJECTS else "penstock.tasks"


def server_command(name: str) -> ModuleType:
    """The options of a server, and what starts it."""
    return import_module(f"penstock.faces.{_FACES.get(name, name)}.command")


def request_type(verb: str) -> Any:
    """The record of what a verb can be asked for; this imports nothing that takes time."""
    return getattr(import_module(f"{_package(verb)}.requests.{verb}"), f"{verb.capitalize()}Request")


def outcome_type(verb: str) -> Any:
    return getattr(import_module(f"{_package(verb)}.{verb}"), f"{verb.capitalize()}Outcome")


def task(verb: str) -> Any:
    """The function that does it: from a request and a watch to an outcome."""
    return getattr(import_module(f"{_package(verb)}.{verb}"), verb)
