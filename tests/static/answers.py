"""What verbs answer about models, as data without times: asked here and in the Python of the static page."""

from __future__ import annotations

import json
from typing import Any

from penstock.errors import PenstockError
from penstock.faces.data.asking import request_of
from penstock.verbs import task

_BY_TIME = ("seconds", "memory_mb")
_SURE = {"bound": ("verdict", "channels")}
"""What does not depend on how fast a machine is, and on which of several best solutions a solver finds."""


def answers(questions: list[tuple[str, dict[str, Any]]]) -> str:
    return json.dumps([_answer(verb, asked) for verb, asked in questions], sort_keys=True)


def _answer(verb: str, asked: dict[str, Any]) -> Any:
    try:
        data = task(verb)(request_of(verb, asked)).to_dict()
        return _timeless({key: data[key] for key in _SURE.get(verb, data)})
    except PenstockError as problem:
        return str(problem)


def _timeless(data: Any) -> Any:
    match data:
        case dict():
            return {key: _timeless(value) for key, value in data.items() if key not in _BY_TIME}
        case list() | tuple():
            return [_timeless(value) for value in data]
        case _:
            return data
