"""Penstock in Python programs: each verb as a function, for a path, a text or a whole request.

>>> import penstock
>>> penstock.bound("model.pml", budget=10).verdict
>>> penstock.verify(penstock.Source(text="init { assert(false) }")).verdict
>>> penstock.check(penstock.CheckRequest(penstock.Source("model.pml", definitions=("N=3",))))
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from importlib import import_module
from os import PathLike, fspath
from typing import Any, get_type_hints

from penstock.budget import UNWATCHED, Watch
from penstock.errors import UsageError
from penstock.interpreter import allow_deep_trees
from penstock.reading.source import Source, TextFile
from penstock.records import composed
from penstock.tasks.outcome import Bundle, Outcome
from penstock.verbs import VERBS, outcome_type, request_type, task


def function_of(verb: str) -> Callable[..., Any]:
    """The function for a verb: its first argument is a model or a request, the others are fields of the request."""
    request = request_type(verb)

    def ask(model: Any = None, /, watch: Watch = UNWATCHED, **choices: Any) -> Any:
        allow_deep_trees()
        asked = model if isinstance(model, request) and not choices else request_for(request, model, choices)
        return task(verb)(asked, watch)

    ask.__name__ = ask.__qualname__ = verb
    ask.__doc__ = _documentation(verb, request)
    return ask


def request_for(request: type, model: Any, choices: dict[str, Any]) -> Any:
    """A request for a model; the choices are fields of the request, or of the records in it."""
    left, first = dict(choices), fields(request)[0].name

    def given(one: Field[Any], kind: Any) -> Any:
        if kind is Source:
            return _source(model, left)
        if one.name in left:
            return _as_field(left.pop(one.name), kind)
        return model if one.name == first and model is not None else MISSING

    built = composed(request, given)
    if left:
        raise UsageError(f"`{next(iter(left))}` is not a choice here; there are {', '.join(_choices(request))}")
    return built


def _source(model: Any, choices: dict[str, Any]) -> Source:
    if isinstance(model, Source):
        return model
    if not isinstance(model, str | PathLike):
        raise UsageError("give the path of a model, or a `Source` with its text")
    definitions, directories = (tuple(choices.pop(name, ())) for name in ("definitions", "directories"))
    return Source(fspath(model), definitions=definitions, directories=directories)


def _as_field(value: Any, kind: Any) -> Any:
    """Lists and words are as good as tuples and members of enumerations."""
    if isinstance(value, list):
        return tuple(value)
    if kind is TextFile and isinstance(value, str | PathLike):
        return TextFile(fspath(value))
    if isinstance(kind, type) and issubclass(kind, Enum) and isinstance(value, str):
        try:
            return kind(value)
        except ValueError:
            words = ", ".join(f"`{member.value}`" for member in kind)
            raise UsageError(f"`{value}` is not one of {words}") from None
    return value


def _choices(kind: type) -> list[str]:
    names: list[str] = []
    hints = get_type_hints(kind)
    for one in fields(kind):
        inner = hints[one.name]
        nested = is_dataclass(inner) and isinstance(inner, type)
        names += _choices(inner) if nested else [one.name]
    return [name for name in names if name not in ("path", "text", "name")]


def _documentation(verb: str, request: type) -> str:
    return f"{VERBS[verb].capitalize()}.\n\nChoices: {', '.join(_choices(request))}."


def _bundle(outcome: Outcome) -> Bundle:
    # Only notebooks wait for what draws.
    shown: Bundle = import_module("penstock.faces.python.displays").bundle(outcome)
    return shown


Outcome.bundle = staticmethod(_bundle)


def names() -> list[str]:
    """All names of this face that belong to verbs."""
    kinds = [verb.capitalize() for verb in VERBS]
    return [*VERBS, *(f"{kind}Request" for kind in kinds), *(f"{kind}Outcome" for kind in kinds)]


def named(name: str) -> Any:
    """What a name of this face stands for."""
    verb = name.removesuffix("Request").removesuffix("Outcome").lower()
    if name not in names():
        raise AttributeError(f"module `penstock` has no attribute `{name}`")
    if name == verb:
        return function_of(verb)
    return request_type(verb) if name.endswith("Request") else outcome_type(verb)
