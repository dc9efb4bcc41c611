"""The verbs: what can be done with a model, in the order in which people meet them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

VERBS = (
    "check",
    "explain",
    "format",
    "automata",
    "simulate",
    "explore",
    "bound",
    "recheck",
    "verify",
    "close",
    "lower",
    "actors",
    "generate",
    "conform",
)


def request_type(verb: str) -> Any:
    """The record of what a verb can be asked for; this imports nothing that takes time."""
    return getattr(import_module(f"penstock.tasks.requests.{verb}"), f"{verb.capitalize()}Request")


def outcome_type(verb: str) -> Any:
    return getattr(import_module(f"penstock.tasks.{verb}"), f"{verb.capitalize()}Outcome")


def task(verb: str) -> Any:
    """The function that does it: from a request and a watch to an outcome."""
    return getattr(import_module(f"penstock.tasks.{verb}"), verb)
