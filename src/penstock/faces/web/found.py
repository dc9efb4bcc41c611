"""Runs that some work has found, as paths: whoever opens such a run sees every step of it."""

from __future__ import annotations

from penstock.budget import TimeOver
from penstock.errors import UsageError
from penstock.faces.data.asking import parameters, request_of
from penstock.faces.web.protocol import FoundRun
from penstock.machine.trace import RunTrace
from penstock.records import Json
from penstock.stepping.paths import path_along
from penstock.stepping.timeline import Timeline
from penstock.tasks.simulate import simulated_model

OF_THE_RUN = ("steps", "seed")
"""Parameters of `simulate` that are not about the model."""


def model_given(given: Json) -> Json:
    """The parameters of a verb that are about the model, which are those that `simulate` knows, too."""
    known = {one.name for one in parameters("simulate")} - set(OF_THE_RUN)
    return {name: value for name, value in given.items() if name in known}


def found_run(
    given: Json,
    name: str,
    reason: str,
    trace: RunTrace | None,
    explanation: str = "",
    trail: str | None = None,
    more: Json | None = None,
) -> FoundRun:
    """A run of the model that some parameters describe; `more` are those that it needs besides."""
    model = more or {}
    path = None if trace is None else _path(model_given(given) | model, trace)
    loop = None if trace is None else trace.loop
    return FoundRun(name, reason, path, loop, model, explanation, trail)


def _path(model: Json, trace: RunTrace) -> tuple[int, ...] | None:
    timeline = Timeline(simulated_model(request_of("simulate", model))[1])
    try:
        return path_along(timeline, trace)
    except (UsageError, TimeOver):
        return None
