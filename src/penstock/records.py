"""Records as data: how the fields of requests and outcomes are described, and how a record becomes plain values.

    @record
    class BoundRequest:
        budget: float = option(30.0, "how long it may take", metavar="SECONDS")      a field of a request
        target: int = data(key="to")                                            a field of an outcome

Faces derive their options, JSON and its schema from these descriptions.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar, dataclass_transform

Kind = TypeVar("Kind")
OPTION = "option"
KEY = "key"
HIDDEN = "hidden"


def option(default: Any, text: str, **more: Any) -> Any:
    """A field of a request that users may set.

    `flag` and `short` are its names on a command line, `metavar` is what stands for its value, `least` is the smallest
    number, `most` the largest, `choices` are the possible words, `const` is the value of an option that is given
    without one.
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


def as_data(value: Any) -> Any:
    """A record as dictionaries, lists, texts and numbers."""
    if is_dataclass(value) and not isinstance(value, type):
        return {key: as_data(getattr(value, one.name)) for key, one in shown_fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {str(key): as_data(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_data(inner) for inner in value]
    return value
