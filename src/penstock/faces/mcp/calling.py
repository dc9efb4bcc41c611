"""Calls: what an agent asks for, judged before any work begins."""

from __future__ import annotations

from difflib import get_close_matches
from math import isfinite
from typing import Any

from penstock.errors import UsageError
from penstock.faces.data.asking import checked, parameters, refuse_unknown, request_of
from penstock.faces.mcp.limits import CallLimits
from penstock.faces.mcp.tools import (
    BUDGET,
    LENGTH,
    RUN,
    TOOLS,
    TRACE_PATH,
    USUAL_LENGTH,
    known_parameters,
    needs_budget,
)
from penstock.reading.confinement import confinement
from penstock.reading.files import trace_text
from penstock.records import record

_DEFAULT_SECONDS = 10.0


@record
class Call:
    """A verb and its parameters as an agent gave them."""

    verb: str
    given: dict[str, Any]
    seconds: float
    answer_kb: int
    limits: CallLimits


def unknown_tool(name: str) -> str:
    meant = get_close_matches(name, TOOLS, 1)
    hint = f"did you mean `{meant[0]}`?" if meant else f"there are {', '.join(TOOLS)}"
    return f"there is no tool `{name}`: {hint}"


def call_of(verb: str, given: dict[str, Any], limits: CallLimits) -> Call:
    """Raises `UsageError` if it makes no sense."""
    known = known_parameters(verb, limits)
    refuse_unknown(given, [BUDGET, *known, LENGTH])
    seconds = _budget(verb, given.get(BUDGET), limits.seconds)
    length = _length(given.get(LENGTH), limits.answer_kb)
    own = {name: value for name, value in given.items() if name not in (BUDGET, LENGTH) and value is not None}
    for one in parameters(verb):
        if one.name in own:
            checked(one, own[one.name])
    return Call(verb, own, seconds, length, limits)


def _budget(verb: str, given: Any, most: float) -> float:
    if given is None and not needs_budget(verb):
        return _DEFAULT_SECONDS
    if given is None:
        raise UsageError(f"`{BUDGET}` is missing: say how long this may take, such as 10, up to {most:g} seconds")
    if isinstance(given, bool) or not isinstance(given, int | float) or not isfinite(given) or given <= 0:
        raise UsageError(f"`{BUDGET}` must be a number of seconds greater than 0, not {given!r}")
    if given > most:
        raise UsageError(f"`{BUDGET}` is {given:g}, but this server allows {most:g} seconds at most")
    return float(given)


def _length(given: Any, most: int) -> int:
    if given is None:
        return min(USUAL_LENGTH, most)
    if isinstance(given, bool) or not isinstance(given, int | float) or not 1 <= given <= most:
        raise UsageError(f"`{LENGTH}` must be a number from 1 to {most}, not {given!r}")
    return int(given)


def request_for(call: Call) -> Any:
    """The request of a call; files are read here, so this needs a confinement around it."""
    own = dict(call.given)
    if call.verb == "conform":
        _read_trace(own)
    _refuse_outside(own.get("directories", []))
    _refuse_outside([own[RUN]] if RUN in own else [])
    return request_of(call.verb, own | _decided(call))


def _read_trace(own: dict[str, Any]) -> None:
    given = [name for name in (TRACE_PATH, "trace", RUN) if name in own]
    if len(given) != 1 or not isinstance(own[given[0]], str):
        raise UsageError(f"give the trace either as `trace`, its text, or as `{TRACE_PATH}`, the name of a file")
    if TRACE_PATH in own:
        own["trace"] = trace_text(own.pop(TRACE_PATH))


def _refuse_outside(paths: list[str]) -> None:
    limits = confinement()
    for path in paths:
        if limits is not None:
            limits.allowed(path)


def _decided(call: Call) -> dict[str, Any]:
    """What the server decides about."""
    match call.verb:
        case "bound":
            return {"budget": call.seconds}
        case "verify":
            return {"timeout": call.seconds, "memory": call.limits.memory_mb, "jobs": 1}
        case "conform":
            return {"seconds": call.seconds}
        case _:
            return {}
