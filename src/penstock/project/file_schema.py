"""A JSON Schema for penstock.toml, for editors."""

from __future__ import annotations

from typing import Any

from penstock.project.tables import BOUNDS, CHECKS, VERDICTS
from penstock.spin.method import SearchMethod

Json = dict[str, Any]
_TEXTS: Json = {"type": "array", "items": {"type": "string"}}
_SECONDS: Json = {"type": "number", "exclusiveMinimum": 0}
_COUNT: Json = {"type": "integer", "minimum": 0}
_GIVEN: Json = {
    "define": _TEXTS | {"description": "macros: NAME or NAME=VALUE"},
    "include": _TEXTS | {"description": "directories that are searched for included files"},
    "timeout": _SECONDS | {"description": "seconds for the searches of `verify`"},
    "memory": {"type": "integer", "minimum": 1, "description": "megabytes for each search"},
    "budget": _SECONDS | {"description": "seconds for `bound`"},
}
_MODEL: Json = {
    "file": {"type": "string", "description": "a path or a pattern, seen from this file"},
    **_GIVEN,
    "variants": {
        "type": "object",
        "description": "values of macros; all combinations are tested",
        "additionalProperties": {"type": "array", "minItems": 1},
    },
    "check": {"enum": list(CHECKS), "default": "no-errors"},
    "verify": {
        "type": "object",
        "description": "verdicts by the names of properties",
        "properties": {
            "search": {"enum": [method.value for method in SearchMethod]},
            "fair": {"type": "boolean", "description": "look only at runs that are fair to every process"},
        },
        "additionalProperties": {"enum": list(VERDICTS)},
    },
    "bound": {
        "type": "object",
        "description": "by the names of channels the most messages, or a word; * means all others",
        "additionalProperties": {"anyOf": [_COUNT, {"enum": list(BOUNDS)}]},
    },
    "states": _COUNT | {"description": "stored by the search for safety"},
    "unreached": {
        "type": "array",
        "items": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": "^[^/]+:[1-9][0-9]*$"}]},
        "description": "lines that may stay unreached; those of included files as `more.h:12`",
    },
    "conform": {
        "type": "object",
        "description": "a program is generated, built and run, and must do what the model allows",
        "properties": {"runs": {"type": "integer", "minimum": 1, "maximum": 1000}},
        "additionalProperties": False,
    },
}
SCHEMA: Json = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "penstock.toml",
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "defaults": {"type": "object", "additionalProperties": False, "properties": _GIVEN},
        "model": {
            "type": "array",
            "items": {"type": "object", "additionalProperties": False, "required": ["file"], "properties": _MODEL},
        },
    },
}
