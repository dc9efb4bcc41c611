"""The jobs whose answers tell whether a model is as it is expected to be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from os.path import relpath
from pathlib import Path

from penstock.project.expectations import Expectation, ModelUnderTest, Topic
from penstock.project.jobs import Job, ProjectRequest, job_of
from penstock.reading.dependencies import included_texts
from penstock.reading.source import Source
from penstock.records import record
from penstock.spin.method import SearchMethod
from penstock.spin.properties import PropertyKind
from penstock.tasks.requests.bound import BoundRequest
from penstock.tasks.requests.check import CheckRequest
from penstock.tasks.requests.conform import ConformRequest
from penstock.tasks.requests.verify import VerifyRequest

_ANSWERED_BY = {
    Topic.CHECK: "check",
    Topic.VERIFY: "verify",
    Topic.STATES: "verify",
    Topic.UNREACHED: "verify",
    Topic.BOUND: "bound",
    Topic.CONFORM: "conform",
    Topic.TEST: "verify",
}
BUDGET = 60.0


def answered_by(expectation: Expectation) -> str:
    """The verb whose answer tells whether an expectation is met."""
    return _ANSWERED_BY[expectation.topic]


@record
class ModelTexts:
    """All that a model consists of: its own text, and the texts that it includes."""

    source: Source
    included: dict[str, str]


def texts_of(model: ModelUnderTest, root: str) -> ModelTexts:
    source = source_of(model, root).loaded()
    return ModelTexts(source, included_texts(source))


def jobs_for(model: ModelUnderTest, texts: ModelTexts) -> Iterator[Job]:
    """A job for each verb that has something to say about what is expected."""
    for verb in dict.fromkeys(map(answered_by, model.expectations)):
        yield job_of(verb, _request(verb, texts.source, model), model.runs, included=texts.included)


def source_of(model: ModelUnderTest, root: str) -> Source:
    """The model as seen from where the user is."""
    path, *directories = (relpath(Path(root, name)) for name in (model.path, *model.directories))
    return Source(path, None, "", model.definitions, tuple(directories))


def _request(verb: str, source: Source, model: ModelUnderTest) -> ProjectRequest:
    if verb == "check":
        return CheckRequest(source)
    if verb == "bound":
        return BoundRequest(source, budget=model.budget or BUDGET)
    if verb == "conform":
        return ConformRequest(source)
    request = VerifyRequest(
        source,
        model.actors,
        properties=model.asked or _properties(model.expectations),
        fair=model.fair,
        timeout=model.timeout,
        memory=model.memory,
        jobs=1,
    )
    return request if model.search is None else replace(request, search=SearchMethod(model.search))


def _properties(expectations: tuple[Expectation, ...]) -> tuple[str, ...]:
    """What is named; what is expected of states and of code that is not reached is seen by the search for safety."""
    named = [one.about for one in expectations if one.topic is Topic.VERIFY]
    counted = [PropertyKind.SAFETY.value for one in expectations if one.topic in (Topic.STATES, Topic.UNREACHED)]
    return tuple(dict.fromkeys(named + counted))
