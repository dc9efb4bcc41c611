"""What was expected beside what was seen."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from enum import Enum
from pathlib import PurePath

from penstock.diagnostics.placed import TextPlace
from penstock.project.expectations import ANY_CHANNEL, Expectation, ModelUnderTest, Topic, Wanted
from penstock.project.facts import UNDECIDED, UNKNOWN, VIOLATED, Fact
from penstock.reasons.told import ToldFailure
from penstock.records import data, hidden, record


class Met(Enum):
    """Whether an expectation is met, from good to bad.

    `undecided`: time or memory ran out.  `broken`: there are errors in the model or in what is expected, `failed`: a
    tool is missing or failed, `fault`: Penstock itself is wrong.
    """

    YES = "met"
    UNDECIDED = "undecided"
    FAILED = "failed"
    BROKEN = "broken"
    NO = "not met"
    FAULT = "fault"


@record
class JudgedExpectation:
    """An expectation, what was seen, and why."""

    topic: Topic
    about: str
    wanted: Wanted
    seen: Wanted | None = data(text="null: nothing was seen")
    met: Met
    reason: str
    chart: str = data(text="a sequence chart of the run that shows it, as text; empty if there is none")
    failure: ToldFailure | None = data(text="the reason as a record, if a property is violated")
    place: TextPlace | None = data(text="where the formula, the channel or the first finding is; null: not known")
    file: str = data(text="where the expectation is written")
    line: int
    path: tuple[str | int, ...] = hidden(default=())
    """The keys that lead to the expectation in the project file."""

    @property
    def name(self) -> str:
        return f"{self.topic.value} {self.about}".rstrip()


def judged(expectation: Expectation, model: ModelUnderTest, facts: Sequence[Fact]) -> list[JudgedExpectation]:
    """What became of an expectation; one about all channels is one about each that is not named."""
    about = [fact for fact in facts if fact.topic is expectation.topic]
    if expectation.topic is Topic.BOUND:
        named = {one.about for one in model.expectations if one.topic is Topic.BOUND}
        about = [fact for fact in about if meant_by(fact.about, named) == expectation.about]
    else:
        about = [fact for fact in about if fact.about == expectation.about]
    return [_compared(expectation, fact, model.path) for fact in about]


def meant_by(channel: str, names: Set[str]) -> str:
    """The name in expectations that stands for a channel: its own, that of its array, or the one for all others."""
    array = channel.rpartition("[")[0]
    return channel if channel in names else array if array in names else ANY_CHANNEL


def unanswered(expectation: Expectation, reason: str, met: Met = Met.BROKEN) -> JudgedExpectation:
    """There was no answer."""
    return _judged(expectation, Fact(expectation.topic, expectation.about, "", reason=reason), None, met)


def _compared(expectation: Expectation, fact: Fact, path: str) -> JudgedExpectation:
    # That there is no verdict can be expected; numbers and lines of a search that ended early mean nothing.
    certain = fact.decided or expectation.topic in (Topic.VERIFY, Topic.TEST)
    met = Met.YES if certain and _fits(expectation, fact.seen) else Met.NO if fact.decided else Met.UNDECIDED
    met = Met.FAILED if fact.failed else met
    if fact.place is not None and PurePath(fact.place.file).name == PurePath(path).name:
        # An answer that was stored, or comes from elsewhere, may know the model by another path.
        fact = replace(fact, place=replace(fact.place, file=path))
    if fact.topic is Topic.UNREACHED:
        fact = replace(fact, place=_unexpected_line(expectation.wanted, fact.seen, path))
    return _judged(expectation, fact, fact.seen if certain else None, met)


def _unexpected_line(wanted: Wanted, seen: Wanted, path: str) -> TextPlace | None:
    """The first line that is not reached and should be."""
    assert isinstance(wanted, tuple) and isinstance(seen, tuple)
    return next((TextPlace(path, line, 1) for line in seen if isinstance(line, int) and line not in wanted), None)


def _judged(wanted: Expectation, fact: Fact, seen: Wanted | None, met: Met) -> JudgedExpectation:
    return JudgedExpectation(
        topic=wanted.topic,
        about=fact.about,
        wanted=wanted.wanted,
        seen=seen,
        met=met,
        reason=fact.reason,
        chart=fact.chart,
        failure=fact.failure,
        place=fact.place,
        file=wanted.file,
        line=wanted.line,
        path=wanted.path,
    )


def _fits(expectation: Expectation, seen: Wanted) -> bool:
    wanted = expectation.wanted
    match expectation.topic:
        case Topic.CHECK:
            return seen == wanted or (wanted == "no-errors" and seen == "clean")
        case Topic.BOUND if isinstance(wanted, int):
            return isinstance(seen, int) and seen <= wanted
        case Topic.BOUND if wanted == "bounded":
            return seen not in ("unbounded", UNKNOWN)
        case Topic.TEST:
            assert isinstance(seen, tuple)
            return wanted in seen or (wanted == VIOLATED and not {*seen} <= {"holds", UNDECIDED})
        case Topic.UNREACHED:
            assert isinstance(wanted, tuple) and isinstance(seen, tuple)
            return set(seen) <= set(wanted)
        case _:
            return seen == wanted
