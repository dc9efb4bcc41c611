"""What a page can ask for besides verbs: the parameters and the answer of each method, and what finds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from penstock.faces.web import assisting, bounding, exercises, exporting, files, following, protocol, runs, states
from penstock.faces.web.protocol import Nothing
from penstock.faces.web.verbs import LONG


@dataclass(frozen=True, slots=True)
class PageMethod:
    """`work` is given the session and the parameters."""

    params: type
    result: type
    work: Callable[[Any, Any], Any]


JOBS = frozenset([*LONG, "graph", "exercise.try"])
"""What may take its time has a process of its own, and can be cancelled there."""
METHODS = {
    "hello": PageMethod(Nothing, protocol.Hello, lambda session, _: session.hello()),
    "run.open": PageMethod(protocol.OpenRunParams, protocol.OpenedRun, runs.open_run),
    "run.close": PageMethod(protocol.RunParams, Nothing, runs.close_run),
    "run.go": PageMethod(protocol.GoParams, protocol.RunView, runs.go),
    "run.to": PageMethod(protocol.ToParams, protocol.RunView, runs.to_moment),
    "run.at": PageMethod(protocol.AtParams, protocol.RunView, runs.at_depth),
    "run.random": PageMethod(protocol.RandomParams, protocol.RunView, following.at_random),
    "run.until": PageMethod(protocol.UntilParams, protocol.RunView, following.until),
    "run.steps": PageMethod(protocol.StepsParams, protocol.StepsAnswer, following.steps),
    "run.path": PageMethod(protocol.RunParams, protocol.PathAnswer, following.path),
    "run.lane": PageMethod(protocol.LaneParams, protocol.LaneAnswer, following.lane),
    "run.sum": PageMethod(protocol.SumParams, protocol.SumAnswer, bounding.sum_along),
    "run.waits": PageMethod(protocol.RunParams, protocol.WaitsAnswer, following.waits),
    "graph": PageMethod(protocol.GraphParams, protocol.GraphAnswer, states.graph),
    "complete": PageMethod(protocol.PlaceParams, protocol.CompletionAnswer, assisting.complete),
    "describe": PageMethod(protocol.PlaceParams, protocol.DescriptionAnswer, assisting.describe),
    "file.read": PageMethod(protocol.ReadFileParams, protocol.OpenedFile, files.read),
    "file.save": PageMethod(protocol.SaveFileParams, protocol.OpenedFile, files.save),
    "exercise.try": PageMethod(protocol.ExerciseParams, protocol.ExerciseAnswer, exercises.try_exercise),
    "run.export": PageMethod(protocol.ExportParams, protocol.ExportAnswer, exporting.export),
}
