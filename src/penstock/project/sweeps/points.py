"""What was seen at one point of a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from penstock.project.expectations import Topic
from penstock.project.facts import Fact
from penstock.project.jobs import JobAnswer, ProblemKind
from penstock.records import data, record


class PointVerdict(Enum):
    """`undecided`: time or memory ran out.  `error`: the model is wrong with these values.  `failed`: a tool did."""

    HOLDS = "holds"
    VIOLATED = "violated"
    BOUNDED = "bounded"
    UNBOUNDED = "unbounded"
    UNDECIDED = "undecided"
    ERROR = "error"
    FAILED = "failed"

    @property
    def good(self) -> bool:
        return self in (PointVerdict.HOLDS, PointVerdict.BOUNDED)

    @property
    def fails(self) -> bool:
        return self in (PointVerdict.VIOLATED, PointVerdict.UNBOUNDED)


@record
class SweepPoint:
    """The values of the macros, and what came of them; what is not known is null."""

    values: dict[str, str]
    verdict: PointVerdict
    failing: tuple[str, ...] = data(text="the properties that are violated, or the channels that have no bound")
    states: int | None = data(text="of all searches together")
    transitions: int | None
    complete: bool = data(text="whether all states were visited: a violation ends a search")
    seconds: float = data(least=0, text="for everything, compiling included")
    memory_mb: float | None = data(text="of the largest search")
    bounds: dict[str, int | str] = data(text="for each channel a number, `bounded`, `unbounded` or `unknown`")
    stored: bool = data(text="everything was known before; the time is the one it took then")
    reason: str = data(text="why there is no answer; empty if there is one")


_BAD = {"verify": "violated", "explore": "violated", "bound": "unbounded"}
_UNANSWERED = {ProblemKind.TIME: PointVerdict.UNDECIDED, ProblemKind.MODEL: PointVerdict.ERROR}
_VERDICTS = {
    "verify": (PointVerdict.HOLDS, PointVerdict.VIOLATED),
    "explore": (PointVerdict.HOLDS, PointVerdict.VIOLATED),
    "bound": (PointVerdict.BOUNDED, PointVerdict.UNBOUNDED),
}


def point_of(values: dict[str, str], answers: Sequence[JobAnswer]) -> SweepPoint:
    """The first answer is the one that judges; another one only has bounds."""
    main = answers[0]
    figures, wrong = main.figures, _failing(main)
    problems = dict.fromkeys(answer.problem.text.strip() for answer in answers if answer.problem is not None)
    return SweepPoint(
        values,
        _verdict(main, wrong),
        tuple(fact.about or fact.reason for fact in wrong),
        None if figures is None else figures.states,
        None if figures is None else figures.transitions,
        figures is not None and figures.complete,
        round(sum(answer.seconds for answer in answers), 3),
        None if figures is None else figures.memory_mb,
        {fact.about: _number(fact) for answer in answers for fact in answer.facts if fact.topic is Topic.BOUND},
        all(answer.stored for answer in answers),
        "\n".join(problems) or _undecided(main),
    )


def _failing(answer: JobAnswer) -> list[Fact]:
    topic = Topic.BOUND if answer.verb == "bound" else Topic.VERIFY
    return [fact for fact in answer.facts if fact.topic is topic and fact.seen == _BAD[answer.verb]]


def _verdict(answer: JobAnswer, wrong: list[Fact]) -> PointVerdict:
    if answer.problem is not None:
        return _UNANSWERED.get(answer.problem.kind, PointVerdict.FAILED)
    good, bad = _VERDICTS[answer.verb]
    open = PointVerdict.FAILED if any(fact.failed for fact in answer.facts) else PointVerdict.UNDECIDED
    return bad if wrong else good if answer.decided else open


def _undecided(answer: JobAnswer) -> str:
    """What is said about the properties that are not decided."""
    judged = [fact for fact in answer.facts if not fact.decided and fact.topic is Topic.VERIFY]
    return "\n".join(dict.fromkeys(fact.reason.strip() for fact in judged if fact.reason))


def by_array(bounds: dict[str, int | str]) -> dict[str, int | str]:
    """For each channel that is none of an array, and for each array of channels, how full the fullest can get."""
    found: dict[str, list[int | str]] = {}
    for channel, bound in bounds.items():
        found.setdefault(channel.rpartition("[")[0] or channel, []).append(bound)
    return {name: max(together, key=_fullness) for name, together in found.items()}


def _fullness(bound: int | str) -> tuple[int, int]:
    """What is not known may be anything, but not more than what has no limit."""
    return (0, bound) if isinstance(bound, int) else (["bounded", "unknown", "unbounded"].index(bound) + 1, 0)


def _number(fact: Fact) -> int | str:
    assert isinstance(fact.seen, int | str)
    return fact.seen
