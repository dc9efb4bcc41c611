"""What became of a mutant: some property tells it from the model, or none does."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from penstock.project.expectations import Topic, Wanted
from penstock.project.facts import Figures
from penstock.project.jobs import JobAnswer, ProblemKind
from penstock.project.mutants.changing import Mutation
from penstock.records import data, record


class Fate(Enum):
    """`undecided`: time or memory ran out.  `refused`: SPIN does not take it for a model; this does not count."""

    NOTICED = "noticed"
    UNNOTICED = "not noticed"
    UNDECIDED = "undecided"
    REFUSED = "refused"


@record
class JudgedMutant:
    """A change to the model, and who noticed."""

    change: Mutation
    fate: Fate
    noticed_by: tuple[str, ...] = data(text="properties whose verdict changed; with --bound also `bound CHANNEL`")
    same_states: bool = data(text="as many states as the model itself: the change may be one in words only")
    unreached: bool = data(text="in a line with code that no run of the model executes")
    reason: str = data(text="why there is no answer; empty if there is one")


@record
class KnownAnswers:
    """What is certain about a model: verdicts and bounds by their names, and what a search counted."""

    certain: dict[str, Wanted]
    figures: Figures | None

    @property
    def unreached(self) -> frozenset[tuple[str, int]]:
        found = () if self.figures is None else self.figures.unreached
        return frozenset((one.file, one.line) for one in found if one.statement != "-end-")


def known_answers(answers: Sequence[JobAnswer]) -> KnownAnswers:
    certain = {
        f"bound {fact.about}" if fact.topic is Topic.BOUND else fact.about: fact.seen
        for answer in answers
        for fact in answer.facts
        if fact.decided and fact.topic in (Topic.VERIFY, Topic.BOUND)
    }
    return KnownAnswers(certain, next((one.figures for one in answers if one.figures is not None), None))


def judged_mutant(change: Mutation, file: str, model: KnownAnswers, answers: Sequence[JobAnswer]) -> JudgedMutant:
    mutant = known_answers(answers)
    noticed = tuple(
        name for name, seen in model.certain.items() if name in mutant.certain and mutant.certain[name] != seen
    )
    problems = [answer.problem for answer in answers if answer.problem is not None]
    refused = any(problem.kind is ProblemKind.MODEL for problem in problems)
    missing = [name for name in model.certain if name not in mutant.certain]
    fate = Fate.NOTICED if noticed else Fate.UNDECIDED if missing else Fate.UNNOTICED
    return JudgedMutant(
        change,
        Fate.REFUSED if refused else fate,
        noticed,
        _as_many(model.figures, mutant.figures),
        (file, change.line) in model.unreached,
        "\n".join(problem.text.strip() for problem in problems)
        or (f"nothing certain about {', '.join(missing)}" if fate is Fate.UNDECIDED else ""),
    )


def _as_many(one: Figures | None, other: Figures | None) -> bool:
    if one is None or other is None or not one.complete or not other.complete:
        return False
    return (one.states, one.transitions) == (other.states, other.transitions)
