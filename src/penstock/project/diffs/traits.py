"""What is told about a version of a model, as a table: two versions differ where their tables do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from penstock.diagnostics.placed import PlacedDiagnostic
from penstock.project.expectations import Topic
from penstock.project.facts import UNKNOWN
from penstock.project.jobs import JobAnswer
from penstock.spin.properties import Property, PropertyKind
from penstock.tasks.automata import ShownAutomaton


class DiffTopic(Enum):
    """In the order in which a reviewer wants to know."""

    PROBLEM = "no answer"
    PROPERTY = "property"
    FORMULA = "formula"
    BOUND = "bound"
    STATES = "states"
    UNREACHED = "unreached"
    PROCESS = "process"
    PLACES = "control states"
    STATEMENT = "statement"
    LABEL = "label"
    FLOW = "order of statements"
    FINDING = "finding"


@dataclass(frozen=True, slots=True)
class Trait:
    """Versions differ if the values do; lines move without anything having changed."""

    value: str | int
    line: int | None = None


Key = tuple[DiffTopic, str]
Traits = dict[Key, Trait]
_END = "-end-"
_SAFETY = PropertyKind.SAFETY.value


@dataclass(slots=True)
class Version:
    """A version with all its answers; `automata` is empty if there are errors."""

    findings: tuple[PlacedDiagnostic, ...]
    automata: dict[str, ShownAutomaton] = field(default_factory=dict)
    properties: tuple[Property, ...] = ()
    answers: dict[str, JobAnswer] = field(default_factory=dict)

    @property
    def states(self) -> int | None:
        """Those of the search for safety, if it saw all: numbers of a search that ended early cannot be compared."""
        facts = self.answers["verify"].facts if "verify" in self.answers else ()
        holds = any(fact.topic is Topic.VERIFY and fact.seen == "holds" and fact.about == _SAFETY for fact in facts)
        counts = [fact.seen for fact in facts if fact.topic is Topic.STATES and isinstance(fact.seen, int)]
        return counts[0] if holds and counts else None


def traits_of(version: Version, other: Version) -> Traits:
    """What can be compared with another version."""
    found: Traits = dict(_answered(version))
    if version.states is not None and other.states is not None:
        found |= _searched(version, version.states)
    found |= {(DiffTopic.FORMULA, one.name): Trait(one.formula) for one in version.properties if one.formula}
    for name, automaton in version.automata.items():
        found[DiffTopic.PROCESS, name] = Trait(automaton.kind)
        if name in other.automata:
            found |= _inside(automaton)
    lines = ((f"{one.code} {one.message}", one.line) for one in version.findings)
    return found | _counted(DiffTopic.FINDING, lines)


def _answered(version: Version) -> Iterator[tuple[Key, Trait]]:
    for verb, answer in version.answers.items():
        if answer.problem is not None:
            yield (DiffTopic.PROBLEM, verb), Trait(answer.problem.text.strip())
        for fact in answer.facts:
            topic = {Topic.VERIFY: DiffTopic.PROPERTY, Topic.BOUND: DiffTopic.BOUND}.get(fact.topic)
            if topic is not None and isinstance(fact.seen, str | int):
                yield (topic, fact.about), Trait(fact.seen)


def _searched(version: Version, states: int) -> Traits:
    figures = version.answers["verify"].figures
    unreached = () if figures is None else figures.unreached
    lines = ((f"{one.process}: {one.statement}", one.line) for one in unreached if one.statement != _END)
    return {(DiffTopic.STATES, ""): Trait(states)} | _counted(DiffTopic.UNREACHED, lines)


def _inside(automaton: ShownAutomaton) -> Traits:
    name = automaton.name
    statements = ((f"{name}: {step.text}", step.line) for step in automaton.transitions)
    labels = ((f"{name}: {label}", None) for labels in automaton.labels.values() for label in labels)
    places: Traits = {(DiffTopic.PLACES, name): Trait(automaton.states)}
    return places | _counted(DiffTopic.STATEMENT, statements) | _counted(DiffTopic.LABEL, labels)


def _counted(topic: DiffTopic, places: Iterable[tuple[str, int | None]]) -> Traits:
    """How often each of them is there, and where for the first time."""
    listed = list(places)
    counts = Counter(about for about, _ in listed)
    first: dict[str, int | None] = {}
    for about, line in listed:
        first.setdefault(about, line)
    return {(topic, about): Trait(count, first[about]) for about, count in counts.items()}


def undecided_in(version: Version) -> list[Key]:
    return [
        key
        for key, trait in _answered(version)
        if trait.value in ("inconclusive", UNKNOWN) or key[0] is DiffTopic.PROBLEM
    ]


def flow_of(automaton: ShownAutomaton) -> list[tuple[int, int, str, bool, int]]:
    """The whole graph, in one order."""
    return sorted((step.source, step.target, step.text, step.atomic, step.escape) for step in automaton.transitions)
