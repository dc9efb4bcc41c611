"""Breakpoints as clients set them."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

from penstock.errors import UsageError
from penstock.faces.dap.debuggee import Debuggee
from penstock.faces.dap.showing import Body, Display
from penstock.stepping.breakpoints import DataBreak, ErrorKind, LineBreak
from penstock.stepping.scopes import Seen

FILTERS = {
    ErrorKind.ASSERTION: ("Assertions", "stop where an assertion does not hold", True),
    ErrorKind.DEADLOCK: ("Deadlocks", "stop where no process can move, and not all are at an end", True),
    ErrorKind.LIVELOCK: ("Livelocks", "stop where every message that is left has to wait forever", True),
    ErrorKind.ERROR: (
        "Run-time errors",
        "stop where a step does what it must not, such as dividing by zero",
        True,
    ),
    ErrorKind.FULL: ("Full channels", "stop when a step fills a channel", False),
}
_numbers = count(1)


def exception_filters() -> list[Body]:
    return [
        {"filter": kind.value, "label": label, "description": text, "default": default}
        for kind, (label, text, default) in FILTERS.items()
    ]


class BreakpointTable:
    """What a client wants, kept so that it can be set again on a run that is started anew."""

    def __init__(self) -> None:
        self._lines: dict[str, list[Body]] = {}
        self._data: list[Body] = []
        self._errors: set[ErrorKind] | None = None

    def apply(self, debuggee: Debuggee, display: Display) -> None:
        """Set everything on a new run."""
        for path, wanted in self._lines.items():
            self.set_lines(debuggee, display, path, wanted)
        self.set_data(debuggee, self._data)
        if self._errors is not None:
            debuggee.stepper.breaks.errors = set(self._errors)

    # -- lines -------------------------------------------------------------------------------

    def set_lines(self, debuggee: Debuggee, display: Display, path: str, wanted: list[Body]) -> list[Body]:
        """All breakpoints of a file; each with the line where it really is."""
        self._lines[path] = wanted
        breaks = debuggee.stepper.breaks
        file = debuggee.file_of(path)
        breaks.lines = [one for one in breaks.lines if one.file != file]
        return [self._set_line(debuggee, display, file, one) for one in wanted]

    def _set_line(self, debuggee: Debuggee, display: Display, file: str | None, wanted: Body) -> Body:
        number = next(_numbers)
        line = int(wanted["line"]) + 1 - display.first_line
        real = _next_line(debuggee, file, line)
        if file is None or real is None:
            why = "the model does not use this file" if file is None else "no statement is at this line or below it"
            return {"id": number, "verified": False, "message": why}
        texts = [str(wanted.get(name) or "") for name in ("condition", "hitCondition", "logMessage")]
        one = LineBreak(number, file, real, *texts)
        try:
            debuggee.stepper.breaks.check(one)
        except UsageError as problem:
            return {"id": number, "verified": False, "message": str(problem)}
        debuggee.stepper.breaks.lines.append(one)
        return {
            "id": number,
            "verified": True,
            "line": real - 1 + display.first_line,
            "source": display.source(file),
        }

    # -- data --------------------------------------------------------------------------------

    def set_data(self, debuggee: Debuggee, wanted: list[Body]) -> list[Body]:
        self._data = wanted
        debuggee.stepper.breaks.data.clear()
        return [self._set_one(debuggee, one) for one in wanted]

    def _set_one(self, debuggee: Debuggee, wanted: Body) -> Body:
        number = next(_numbers)
        try:
            expression, process, title = _decoded(wanted.get("dataId"))
            condition, hits = (str(wanted.get(name) or "") for name in ("condition", "hitCondition"))
            one = DataBreak(number, expression, process, condition, hits, title)
            debuggee.stepper.breaks.watch(one, debuggee.timeline.now.mark)
        except UsageError as problem:
            return {"id": number, "verified": False, "message": str(problem)}
        return {"id": number, "verified": True}

    # -- errors ------------------------------------------------------------------------------

    def set_errors(self, debuggee: Debuggee, filters: list[str]) -> list[Body]:
        known = {kind.value: kind for kind in ErrorKind}
        self._errors = {known[name] for name in filters if name in known}
        debuggee.stepper.breaks.errors = set(self._errors)
        return [{"verified": name in known} for name in filters]


def _next_line(debuggee: Debuggee, file: str | None, line: int) -> int | None:
    """The first line from here on where a process can be."""
    lines = debuggee.stepper.breaks.step_lines.all.get(file or "", set())
    return min((one for one in lines if one >= line), default=None)


def data_info(debuggee: Debuggee, expression: str, at: int, title: str = "") -> Body:
    """What a client needs to set a breakpoint on an expression."""
    process = debuggee.thread_of(at) - 1 if at else None
    try:
        asked = debuggee.stepper.questions.ask(expression, debuggee.timeline.now.mark, process)
    except UsageError as problem:
        return {"dataId": None, "description": str(problem)}
    what = "becomes true" if asked.question.is_truth else "changes"
    data = json.dumps({"expression": expression, "process": process, "title": title})
    return {
        "dataId": data,
        "description": f"{title or expression} {what}",
        "accessTypes": ["write"],
        "canPersist": False,
    }


def seen_info(debuggee: Debuggee, seen: Seen) -> Body:
    """The same for something that is shown: of a channel, how many messages it holds."""
    if seen.type == "chan" and seen.address is None:
        return data_info(debuggee, f"len({seen.expression})", seen.at, f"len({seen.title})")
    return data_info(debuggee, seen.expression, seen.at, seen.title)


def _decoded(data: Any) -> tuple[str, int | None, str]:
    try:
        decoded = json.loads(str(data))
        return str(decoded["expression"]), decoded["process"], str(decoded["title"])
    except (ValueError, KeyError, TypeError):
        return str(data), None, ""  # an expression that somebody wrote in a configuration
