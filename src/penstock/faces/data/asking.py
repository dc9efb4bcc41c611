"""Requests as data: the parameters of a verb, their JSON Schema, and the request that some data stand for.

    request_of("bound", {"path": "model.pml", "exact": true})

All fields of a request, and of the records in it, are parameters side by side: one protocol for whoever asks in JSON.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from difflib import get_close_matches
from enum import Enum
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from penstock.errors import UsageError
from penstock.faces.data.schema import type_schema
from penstock.reading.source import Source, TextFile
from penstock.records import OPTION, Json, as_data, composed
from penstock.verbs import request_type

DEFAULT_NAME = "model.pml"
_MODEL = {
    "path": "the file of the model; give this or `text`",
    "text": "the model itself; give this or `path`",
    "name": "what messages call a model that is given as text; the ending tells the language: `.pml` is Promela "
    f"(default: {DEFAULT_NAME}), `.apml` actors, `.pch` a model and a program in one",
}
_WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """`kind` is the type of its values; `told` is how the field describes itself."""

    name: str
    kind: Any
    default: Any
    text: str
    told: dict[str, Any]

    @property
    def schema(self) -> Json:
        limits = {
            name: self.told[ours] for ours, name in (("least", "minimum"), ("most", "maximum")) if ours in self.told
        }
        default = {} if self.default in (None, MISSING, (), "") else {"default": as_data(self.default)}
        return type_schema(self.kind, {}) | limits | {"description": self.text} | default

    @property
    def wanted(self) -> str:
        """What a value must be, in words."""
        if get_origin(self.kind) is tuple:
            return "a list of texts"
        if issubclass(self.kind, Enum):
            return "one of " + ", ".join(f"`{member.value}`" for member in self.kind)
        least, most = self.told.get("least"), self.told.get("most")
        until = f" to {most}" if most is not None else " on"
        return _WORDS[self.kind] + (f" from {least}{until}" if least is not None else "")


def parameters(verb: str) -> list[Parameter]:
    """What a verb can be asked for, the model first."""
    return list(_parameters(request_type(verb)))


def _parameters(kind: type) -> Iterator[Parameter]:
    hints = get_type_hints(kind)
    for one in fields(kind):
        inner = _without_null(hints[one.name])
        if inner is TextFile:
            yield Parameter(one.name, str, MISSING, one.metadata["text"], {})
        elif is_dataclass(inner) and isinstance(inner, type):
            yield from _parameters(inner)
        elif kind is Source and one.name in _MODEL:
            yield Parameter(one.name, inner, one.default, _MODEL[one.name], {})
        elif OPTION in one.metadata:
            yield _option(one, inner)


def _option(one: Field[Any], kind: Any) -> Parameter:
    told = one.metadata[OPTION]
    # An option that switches something off says what happens then.
    text = f"false: {told['help']}" if one.default is True else told["help"]
    form = told.get("metavar", "")
    text += f"; each is written {form}" if get_origin(kind) is tuple and not form.isalpha() else ""
    return Parameter(one.name, kind, one.default, text, told)


def _without_null(kind: Any) -> Any:
    """What is not given is left out, so that null is no value of its own."""
    if get_origin(kind) not in (UnionType, Union):
        return kind
    return next(part for part in get_args(kind) if part is not NoneType)


def request_of(verb: str, data: Json) -> Any:
    """The request that some data stand for; raises `UsageError` where they make no sense."""
    known = {one.name: one for one in parameters(verb)}
    values = {name: checked(known[name], value) for name, value in data.items() if value is not None and name in known}
    refuse_unknown(data, known)

    def given(one: Field[Any], kind: Any) -> Any:
        if kind is Source:
            return _source(values)
        value = values.get(one.name, MISSING)
        return TextFile(text=value) if kind is TextFile and value is not MISSING else value

    return composed(request_type(verb), given)


def refuse_unknown(given: Collection[str], known: Collection[str]) -> None:
    for name in given:
        if name not in known:
            meant = get_close_matches(name, known, 1)
            hint = f"did you mean `{meant[0]}`?" if meant else f"there are {', '.join(f'`{one}`' for one in known)}"
            raise UsageError(f"`{name}` is not a parameter here: {hint}")


def _source(values: dict[str, Any]) -> Source:
    path, text = values.get("path"), values.get("text")
    if (path is None) == (text is None):
        raise UsageError("give the model either as `path` or as `text`")
    name = "" if text is None else values.get("name") or DEFAULT_NAME
    return Source(path, text, name, values.get("definitions", ()), values.get("directories", ()))


def checked(parameter: Parameter, value: Any) -> Any:
    """A value of JSON as one of the field; raises `UsageError`."""
    try:
        return _converted(parameter, value)
    except (ValueError, TypeError):
        raise UsageError(f"`{parameter.name}` must be {parameter.wanted}, not {value!r}") from None


def _converted(parameter: Parameter, value: Any) -> Any:
    kind, told = parameter.kind, parameter.told
    if get_origin(kind) is tuple:
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise TypeError
        return tuple(value)
    if issubclass(kind, Enum):
        return kind(value)
    if isinstance(value, bool) is not (kind is bool):
        raise TypeError
    if kind in (int, float):
        return _number(kind, value, told.get("least", -float("inf")), told.get("most", float("inf")))
    if not isinstance(value, kind):
        raise TypeError
    return value


def _number(kind: type, value: Any, least: float, most: float) -> Any:
    if not isinstance(value, int | float) or not isfinite(value) or (kind is int and value != int(value)):
        raise TypeError
    if not least <= value <= most:
        raise ValueError
    return kind(value)
