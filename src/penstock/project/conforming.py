"""A model generated, built, run and followed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from penstock import external
from penstock.budget import Watch
from penstock.errors import ToolError
from penstock.project.expectations import Topic
from penstock.project.facts import Fact
from penstock.spin.workspace import private_directory
from penstock.tasks.conform import ConformOutcome, conform
from penstock.tasks.generate import generate
from penstock.tasks.requests.conform import ConformRequest
from penstock.tasks.requests.generate import GenerateRequest

CONFORMS, DEPARTS = "conforms", "departs"
BUILD_SECONDS = 300.0


def conforming(request: ConformRequest, runs: int, watch: Watch) -> Iterator[Fact]:
    """Whether every run of the program is one of the model."""
    with private_directory() as place:
        _build(request, place, watch)
        for number in range(1, runs + 1):
            outcome = conform(replace(request, run=str(place)), watch)
            if not outcome.conforms:
                yield Fact(Topic.CONFORM, "", DEPARTS, reason=f"run {number} of {runs}: {_why(outcome)}")
                return
    yield Fact(Topic.CONFORM, "", CONFORMS)


def _build(request: ConformRequest, place: Path, watch: Watch) -> None:
    for name, text in generate(GenerateRequest(request.source, request.actors), watch).files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, encoding="utf-8", errors="surrogateescape")
    try:
        built = external.run(["make", "TRACE=1"], place, external.Limits(seconds=BUILD_SECONDS))
    except external.CannotStart as problem:
        raise ToolError(str(problem)) from None
    if built.status:
        raise ToolError(f"the program cannot be built: {built.errors.strip()[-500:]}")


def _why(outcome: ConformOutcome) -> str:
    if outcome.departure is not None:
        return f"the model does not allow {outcome.departure.step} (line {outcome.departure.line} of the trace)"
    return outcome.end.wrong or "it ended as it must not"
