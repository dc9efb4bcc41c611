"""What a page can ask for besides verbs: the parameters and the answer of each method, and what finds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from penstock.faces.web import protocol, runs
from penstock.faces.web.protocol import Nothing


@dataclass(frozen=True, slots=True)
class PageMethod:
    """`work` is given the session and the parameters."""

    params: type
    result: type
    work: Callable[[Any, Any], Any]


METHODS = {
    "hello": PageMethod(Nothing, protocol.Hello, lambda session, _: session.hello()),
    "run.open": PageMethod(protocol.OpenRunParams, protocol.OpenedRun, runs.open_run),
    "run.close": PageMethod(protocol.RunParams, Nothing, runs.close_run),
    "run.go": PageMethod(protocol.GoParams, protocol.RunView, runs.go),
    "run.to": PageMethod(protocol.ToParams, protocol.RunView, runs.to_moment),
    "run.at": PageMethod(protocol.AtParams, protocol.RunView, runs.at_depth),
    "run.steps": PageMethod(protocol.StepsParams, protocol.StepsAnswer, runs.steps),
}
