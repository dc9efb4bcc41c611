"""JSON Schema from the records of outcomes: `python -m penstock.faces.data.schema` writes docs/schema anew.

A field of a record is a property, and always there; texts and limits stand at the fields (`penstock.records.data`).
"""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from penstock.faces.data.many import FileAnswer
from penstock.project.file_schema import SCHEMA
from penstock.records import Json, shown_fields
from penstock.tasks.compare import CompareOutcome
from penstock.verbs import VERBS, outcome_type

_PLAIN: dict[Any, Json] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Any: {},
}
_OTHERS = {"close": (CompareOutcome,)}
"""Where options ask for another outcome."""
OF_SEVERAL = ("check", "explore", "bound", "verify")
"""The verbs that take several models."""
_LIMITS = {"least": "minimum", "pattern": "pattern", "text": "description"}


def answer_schema(answer: type, verb: str) -> Json:
    """The schema of a record whose field `answer` is the outcome of a verb, or null."""
    known: dict[str, Json] = {}
    return _with_answer(answer, outcome_type(verb), known) | {"$defs": known}


def schema_of(verb: str) -> Json:
    """The schema of what `penstock VERB --format json` prints."""
    known: dict[str, Json] = {}
    kinds = (outcome_type(verb), *_OTHERS.get(verb, ()))
    forms = [_reference(kind, known) if verb in OF_SEVERAL else _record(kind, known) for kind in kinds]
    forms += [_many(outcome_type(verb), known)] if verb in OF_SEVERAL else []
    whole = forms[0] if len(forms) == 1 else {"anyOf": forms}
    head: Json = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"penstock {verb} --format json"}
    return head | whole | ({"$defs": known} if known else {})


def _many(outcome: type, known: dict[str, Json]) -> Json:
    """What is printed for several models."""
    known[FileAnswer.__name__] = _with_answer(FileAnswer, outcome, known)
    files = {"type": "array", "items": {"$ref": f"#/$defs/{FileAnswer.__name__}"}}
    return {"type": "object", "required": ["files"], "additionalProperties": False, "properties": {"files": files}}


def _with_answer(kind: type, outcome: type, known: dict[str, Json]) -> Json:
    whole = _record(kind, known)
    whole["properties"]["answer"] = {"anyOf": [_reference(outcome, known), {"type": "null"}]}
    return whole


def _record(kind: type, known: dict[str, Json]) -> Json:
    hints = get_type_hints(kind)
    properties: Json = {}
    for key, one in shown_fields(kind):
        limits = {
            name: one.metadata[ours] for ours, name in _LIMITS.items() if one.metadata.get(ours) not in (None, "")
        }
        properties[key] = type_schema(hints[one.name], known) | limits
    return {"type": "object", "required": list(properties), "additionalProperties": False, "properties": properties}


def type_schema(kind: Any, known: dict[str, Json]) -> Json:
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (UnionType, Union):
        return _any_of([type_schema(part, known) for part in inner])
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in (tuple, list, frozenset, set):
        return {"type": "array", "items": type_schema(inner[0], known)}
    if origin is dict:
        return {"type": "object", "additionalProperties": type_schema(inner[1], known)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [member.value for member in kind]}
    if is_dataclass(kind) and isinstance(kind, type):
        return _reference(kind, known)
    raise TypeError(f"{kind} has no form in JSON")


def _any_of(parts: list[Json]) -> Json:
    if all(set(part) == {"type"} for part in parts):
        return {"type": [part["type"] for part in parts]}
    return {"anyOf": parts}


def _reference(kind: type, known: dict[str, Json]) -> Json:
    if kind.__name__ not in known:
        known[kind.__name__] = {}
        known[kind.__name__] = _record(kind, known)
    return {"$ref": f"#/$defs/{kind.__name__}"}


def write_schemas(directory: str) -> None:
    """A file for each verb, and one for project files."""
    for name, schema in {**{verb: schema_of(verb) for verb in WITH_JSON}, "project": SCHEMA}.items():
        with open(f"{directory}/{name}.json", "w") as file:
            file.write(json.dumps(schema, indent=2) + "\n")


WITH_JSON = tuple(verb for verb in VERBS if verb not in ("explain", "format", "lower", "plan"))

if __name__ == "__main__":
    write_schemas("docs/schema")
