"""Tested models as records, and how the answers about one become what is known of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from penstock.diagnostics.record import counted
from penstock.project.asking import answered_by
from penstock.project.expectations import ANY_CHANNEL, Expectation, ModelUnderTest, Topic
from penstock.project.jobs import JobAnswer, ProblemKind
from penstock.project.judging import JudgedExpectation, Met, judged, unanswered
from penstock.project.mistakes import meant
from penstock.records import data, record
from penstock.tasks.outcome import Outcome

_UNANSWERED = {
    ProblemKind.MODEL: Met.BROKEN,
    ProblemKind.TOOL: Met.FAILED,
    ProblemKind.FAULT: Met.FAULT,
    ProblemKind.MISSING: Met.UNDECIDED,
    ProblemKind.TIME: Met.UNDECIDED,
}
_ERRORS = "the model has errors"


@record
class TestedModel:
    """A model, and what became of everything that is expected of it."""

    __test__ = False
    name: str = data(text="the path, with the definitions of its variant")
    path: str
    met: Met = data(text="of all expectations the worst")
    expectations: tuple[JudgedExpectation, ...]
    seconds: float
    stored: int = data(least=0, text="how many answers were known before")
    confirmed: int = data(least=0, text="how many of those were rechecked or replayed")


@record
class TestOutcome(Outcome):
    """All models.  `stopped`: not everything was asked."""

    __test__ = False
    met: bool = data(text="whether everything is as it is expected")
    root: str = data(text="the directory of the project; paths of models begin there")
    models: tuple[TestedModel, ...]
    expectations: int = data(least=0)
    unmet: int = data(least=0)
    stored: int = data(least=0, text="answers that were known before")
    confirmed: int = data(least=0, text="of those, how many were rechecked or replayed")
    seconds: float
    stopped: bool
    remarks: tuple[str, ...] = data(default=(), text="what went otherwise than it should, although nothing is lost")

    @property
    def summary(self) -> str:
        return (
            f"{counted(len(self.models), 'model')}, {counted(self.expectations, 'expectation')}, {self.unmet} not met"
        )


def tested(model: ModelUnderTest, answers: Sequence[JobAnswer]) -> TestedModel:
    by_verb = {answer.verb: answer for answer in answers}
    told = [one for wanted in model.expectations for one in _judged(wanted, model, by_verb[answered_by(wanted)])]
    told = _errors_once(told)
    return TestedModel(
        model.name,
        model.path,
        max((one.met for one in told), key=list(Met).index),
        tuple(told),
        round(sum(answer.seconds for answer in answers if not answer.stored), 3),
        sum(answer.stored for answer in answers),
        sum(answer.confirmed for answer in answers),
    )


def _errors_once(told: list[JudgedExpectation]) -> list[JudgedExpectation]:
    """Errors in a model are why `check` fails, and why nothing else has an answer: they are listed in one place."""
    if not any(one.topic is Topic.CHECK and one.met is Met.NO and one.seen == "errors" for one in told):
        return told
    return [replace(one, reason=_ERRORS) if one.met is Met.BROKEN else one for one in told]


def _judged(wanted: Expectation, model: ModelUnderTest, answer: JobAnswer) -> list[JudgedExpectation]:
    if answer.problem is not None:
        return [unanswered(wanted, answer.problem.text, _UNANSWERED[answer.problem.kind])]
    told = judged(wanted, model, answer.facts)
    if told:
        return told
    names = [fact.about for fact in answer.facts if fact.topic is wanted.topic]
    what = "channel" if wanted.topic is Topic.BOUND else wanted.topic.value
    named = f" `{wanted.about}`" if wanted.about != ANY_CHANNEL else " that no other expectation names"
    return [unanswered(wanted, f"there is no {what}{named}: {meant(wanted.about, names)}")]
