"""Records as data: how the fields of requests and outcomes are described, and how a record becomes plain values.

    @record
    class BoundRequest:
        budget: float = option(30.0, "how long it may take", metavar="SECONDS")      a field of a request
        target: int = data(key="to")                                            a field of an outcome

Faces derive their options, JSON and its schema from these descriptions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

Kind = TypeVar("Kind")
Json = dict[str, Any]
"""A record that became plain values."""
OPTION = "option"
KEY = "key"
HIDDEN = "hidden"


def option(default: Any, text: str, **more: Any) -> Any:
    """A field of a request that users may set.

    `flag` and `short` are its names on a command line, `metavar` is what stands for its value, `least` is the smallest
    number, `most` the largest, `choices` are the possible words, `const` is the value of an option that is given
    without one.  A `positional` one has no name: it stands before the model, or `after` it.
    """
    return field(default=default, metadata={OPTION: {"help": text, **more}})


def data(key: str = "", default: Any = MISSING, text: str = "", **limits: Any) -> Any:
    """A field of an outcome: the `key` is its name in data; the text describes it in the schema.

    The schema also tells the limits: `least` for numbers, `pattern` for texts.
    """
    return field(default=default, metadata={KEY: key, "text": text, **limits})


def hidden(default: Any = MISSING) -> Any:
    """A field of an outcome that is not data: what other tasks and drawings need."""
    return field(default=default, metadata={HIDDEN: True}, repr=False, compare=False)


@dataclass_transform(frozen_default=True, field_specifiers=(data, hidden))
def record(kind: type[Kind]) -> type[Kind]:
    """Make a class a record: its fields are given once and never change.  What says how to show it is kept."""
    return dataclass(frozen=True, slots=True, repr=kind.__repr__ is object.__repr__)(kind)


def shown_fields(shown: Any) -> list[tuple[str, Field[Any]]]:
    """The fields of a record, or of its type, that are data, with their keys."""
    return [(one.metadata.get(KEY) or one.name, one) for one in fields(shown) if not one.metadata.get(HIDDEN)]


def composed(kind: Any, given: Callable[[Field[Any], Any], Any]) -> Any:
    """A record made of what is given for each field and its type.

    `MISSING` stands for the default; of a record inside, its fields are asked for.
    """
    hints, values = _hints(kind), {}
    for one in fields(kind):
        inner = hints[one.name]
        value = given(one, inner)
        if value is MISSING and is_dataclass(inner) and isinstance(inner, type):
            value = composed(inner, given)
        if value is not MISSING:
            values[one.name] = value
    return kind(**values)


@cache
def _keys(kind: type) -> tuple[tuple[str, str], ...] | None:
    """The fields of a record that are data: their keys and names.  None for what is no record."""
    return tuple((key, one.name) for key, one in shown_fields(kind)) if is_dataclass(kind) else None


_PLAIN = frozenset([str, int, float, bool, type(None)])


def as_data(value: Any) -> Any:
    """A record as dictionaries, lists, texts and numbers."""
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    if (keys := _keys(kind)) is not None:
        return {key: as_data(getattr(value, name)) for key, name in keys}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {str(key): as_data(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_data(inner) for inner in value]
    return value


def from_data(kind: Any, value: Any) -> Any:
    """The record that was made plain by `as_data`, for records without hidden fields; raises `ValueError`."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (UnionType, Union):
        return _from_any(inner, value)
    if origin is tuple:
        parts = _checked(list, value)
        kinds = [inner[0]] * len(parts) if inner[-1] is Ellipsis else inner
        return tuple(from_data(part, each) for part, each in zip(kinds, parts, strict=True))
    if origin is dict:
        return {key: from_data(inner[1], each) for key, each in _checked(dict, value).items()}
    if is_dataclass(kind) and isinstance(kind, type):
        return _record_from(kind, _checked(dict, value))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    return value if kind in (Any, object) else _checked(kind, value)


def _from_any(kinds: tuple[Any, ...], value: Any) -> Any:
    for kind in kinds:
        try:
            return from_data(kind, value)
        except ValueError:
            continue
    raise ValueError(f"{value!r} is none of {kinds}")


def _record_from(kind: type, value: dict[str, Any]) -> Any:
    hints, known = _hints(kind), dict(shown_fields(kind))
    if extra := value.keys() - known.keys():
        raise ValueError(f"{kind.__name__} has no `{min(extra)}`")
    try:
        return kind(**{known[key].name: from_data(hints[known[key].name], each) for key, each in value.items()})
    except TypeError as problem:
        raise ValueError(str(problem)) from None


_hints = cache(get_type_hints)


def _checked(kind: Any, value: Any) -> Any:
    wanted = (int, float) if kind is float else kind
    if (isinstance(value, bool) and kind is not bool) or not isinstance(value, wanted):
        raise ValueError(f"{value!r} is not of type {kind.__name__}")
    return value
