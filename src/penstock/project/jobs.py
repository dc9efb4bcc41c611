"""A job is a verb and its request with all texts in it: it can be done here, by another process, or elsewhere."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import Any

from penstock.project.evidence import Evidence
from penstock.project.expectations import Topic
from penstock.project.facts import Fact, Figures
from penstock.reading.dependencies import included_texts
from penstock.records import as_data, data, from_data, record
from penstock.tasks.requests.bound import BoundRequest
from penstock.tasks.requests.check import CheckRequest
from penstock.tasks.requests.conform import ConformRequest
from penstock.tasks.requests.explore import ExploreRequest
from penstock.tasks.requests.verify import VerifyRequest

ProjectRequest = CheckRequest | VerifyRequest | BoundRequest | ConformRequest | ExploreRequest
_REQUESTS = {
    "check": CheckRequest,
    "verify": VerifyRequest,
    "bound": BoundRequest,
    "conform": ConformRequest,
    "explore": ExploreRequest,
}
_IN_PASSING = (Topic.STATES, Topic.UNREACHED)
"""What searches tell besides their verdicts."""


@record
class Job:
    """`included` are the texts of included files by their paths; `runs` is for `conform`.

    `seconds` limits verbs that know no limit of their own.
    """

    verb: str
    request: dict[str, Any]
    included: dict[str, str]
    runs: int = 1
    seconds: float | None = None

    def asked(self) -> Any:
        return from_data(_REQUESTS[self.verb], self.request)


class ProblemKind(Enum):
    MODEL = "errors in the model"
    TOOL = "a tool is missing or failed"
    TIME = "time ran out"
    FAULT = "a fault of ours"
    MISSING = "nobody has done it"


@record
class JobProblem:
    """Why there is no answer."""

    kind: ProblemKind
    text: str


@record
class JobAnswer:
    """What came of a job.  `stored`: it was known before, `confirmed`: and was checked again.

    `foreign`: it was found by other versions of the tools than those that are here.
    """

    verb: str
    facts: tuple[Fact, ...]
    seconds: float = 0.0
    problem: JobProblem | None = None
    evidence: tuple[Evidence, ...] = data(default=())
    figures: Figures | None = None
    stored: bool = False
    confirmed: bool = False
    foreign: bool = False

    @property
    def decided(self) -> bool:
        """Whether it stays as it is; what a search that ended at an error has not reached does not count."""
        return self.problem is None and all(fact.decided for fact in self.facts if fact.topic not in _IN_PASSING)


def job_of(
    verb: str,
    request: ProjectRequest,
    runs: int = 1,
    seconds: float | None = None,
    included: dict[str, str] | None = None,
) -> Job:
    """A job that needs no file of this machine; `included` are the texts that the model includes, if they are known."""
    source = request.source.loaded()
    included = included_texts(source) if included is None else included
    request = replace(request, source=replace(source, name=source.shown))
    return Job(verb, as_data(request), included, runs, seconds)
