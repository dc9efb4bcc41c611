"""What a client shows of a stopped run: threads, frames, scopes, variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from penstock.errors import UsageError
from penstock.faces.dap.debuggee import WHOLE, Debuggee, utf16_column
from penstock.machine.runtime import FIRST_PROCESS
from penstock.machine.waiting import waiting_processes
from penstock.stepping.places import TextSpan
from penstock.stepping.scopes import Seen, ShownScope

Body = dict[str, Any]
_MOST_LEVELS = 1000
"""Inlines in inlines: no written model comes near."""


@dataclass(frozen=True, slots=True)
class ShownFrame:
    """A frame of a thread: the place of its process in the state, and how deep in inlines it is."""

    at: int
    level: int


@dataclass(frozen=True, slots=True)
class Shown:
    """Variables that a client may ask for: those in a scope of a process, or the parts of the one at a path."""

    at: int
    scope: str
    path: tuple[str, ...] = ()


class Display:
    """Numbers for what clients ask for, good until the cursor moves."""

    def __init__(self, debuggee: Debuggee, first_line: int, first_column: int) -> None:
        self.debuggee = debuggee
        self.first_line = first_line
        self.first_column = first_column
        self._shown: list[Shown] = []

    def clear(self) -> None:
        self._shown.clear()

    def frame(self, number: int | None) -> ShownFrame:
        """The frame that a client means; the whole model if it means none.

        A client may still ask about a frame when the run has moved on: then it means the same process now.
        """
        if number is None:
            return ShownFrame(0, 0)
        at, level = divmod(number - 1, _MOST_LEVELS)
        if at and not FIRST_PROCESS <= at < len(self.debuggee.timeline.now.mark.state):
            raise UsageError("this process does not live at this moment")
        return ShownFrame(at, level)

    def shown(self, reference: int) -> Shown:
        if not 0 < reference <= len(self._shown):
            raise UsageError("these variables are from an earlier moment")
        return self._shown[reference - 1]

    # -- threads and frames ------------------------------------------------------------------

    def threads(self) -> Body:
        return {"threads": [{"id": one.number, "name": one.name} for one in self.debuggee.threads()]}

    def stack(self, thread: int, start: int, levels: int) -> Body:
        at = self.debuggee.row(thread)
        if not at and thread != WHOLE:
            raise UsageError("this process does not live at this moment")
        places = self.debuggee.standing(at)
        frames = [self._frame(at, level) for level in range(len(places))]
        shown = frames[start : start + levels if levels else None]
        return {"stackFrames": shown, "totalFrames": len(frames)}

    def _frame(self, at: int, level: int) -> Body:
        place = self.debuggee.standing(at)[level]
        name = self.debuggee.frame_name(at, place)
        return {"id": at * _MOST_LEVELS + level + 1, "name": name, **self.placed(place.span), "canRestart": True}

    def placed(self, span: TextSpan) -> Body:
        """A stretch of text in the way that clients count."""
        line = span.line - 1 + self.first_line
        less = 1 - self.first_column
        body = {"source": self.source(span.file), "line": line, "column": utf16_column(span) - less}
        if self.debuggee.model.syntax.translation is None:  # else the length is that of other words
            body |= {"endLine": line, "endColumn": utf16_column(span, span.length) - less}
        return body

    def source(self, file: str) -> Body:
        path = self.debuggee.path(file)
        return {"name": Path(path).name, "path": path}

    # -- variables ---------------------------------------------------------------------------

    def scopes(self, number: int) -> Body:
        at = self.frame(number).at
        return {"scopes": [self._scope(at, scope) for scope in self._all_scopes(at)]}

    def _scope(self, at: int, scope: ShownScope) -> Body:
        body: Body = {"name": scope.name, "variablesReference": self._keep(Shown(at, scope.name)), "expensive": False}
        body["namedVariables"] = len(scope.seen)
        if scope.name == "Locals":
            body["presentationHint"] = "locals"
        return body

    def _all_scopes(self, at: int) -> list[ShownScope]:
        return [*self.debuggee.viewer().scopes(at), *self._waiting(at)]

    def _waiting(self, at: int) -> list[ShownScope]:
        """What a process that cannot move waits for."""
        if not at:
            return []
        instance = self.debuggee.run.living[at - FIRST_PROCESS]
        seen = [
            Seen("blocked", one.reason)
            for one in waiting_processes(self.debuggee.run)
            if one.process == instance and not one.goes_on
        ]
        return [ShownScope("Waiting", at, tuple(seen))] if seen else []

    def _keep(self, shown: Shown) -> int:
        self._shown.append(shown)
        return len(self._shown)

    def seen(self, shown: Shown) -> Sequence[Seen]:
        """The variables as they are now: a client may ask again after it has set one."""
        if shown.at >= len(self.debuggee.run.state):
            return []
        scope = next((one for one in self._all_scopes(shown.at) if one.name == shown.scope), None)
        seen: Sequence[Seen] = () if scope is None else scope.seen
        for name in shown.path:
            seen = next((one.parts for one in seen if one.name == name), [])
        return seen

    def variables(self, reference: int, start: int, count: int) -> Body:
        shown = self.shown(reference)
        chosen = self.seen(shown)[start : start + count if count else None]
        return {"variables": [self.variable(one, shown) for one in chosen]}

    def variable(self, seen: Seen, inside: Shown) -> Body:
        inner = Shown(inside.at, inside.scope, (*inside.path, seen.name))
        body: Body = {"name": seen.name, "value": seen.value, "variablesReference": 0}
        if seen.parts:
            body["variablesReference"] = self._keep(inner)
            body["indexedVariables" if seen.parts[0].name.startswith("[") else "namedVariables"] = len(seen.parts)
        if seen.type:
            body["type"] = seen.type
        if seen.expression and seen.at in (0, inside.at):
            body["evaluateName"] = seen.expression
        if seen.address is None:
            body["presentationHint"] = {"attributes": ["readOnly"]}
        return body
