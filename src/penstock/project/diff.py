"""What changed between two versions of a model: not in its text, but in what is true of it."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.budget import UNWATCHED, Activity, Budget, Progress, Watch
from penstock.diagnostics.record import counted
from penstock.errors import ToolError
from penstock.project.answering import answered
from penstock.project.diffs.revisions import HEAD, old_version
from penstock.project.diffs.traits import DiffTopic, Key, Trait, Version, flow_of, traits_of, undecided_in
from penstock.project.jobs import Job, ProblemKind, job_of
from penstock.project.requests.diff import DiffRequest
from penstock.project.working.places import place_for
from penstock.project.working.workplace import Workplace
from penstock.reading.opening import Opening
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted
from penstock.records import data, record
from penstock.tasks.automata import automata
from penstock.tasks.check import check
from penstock.tasks.models import read_model
from penstock.tasks.outcome import Outcome
from penstock.tasks.properties import known_properties
from penstock.tasks.requests.automata import AutomataRequest
from penstock.tasks.requests.bound import BoundRequest
from penstock.tasks.requests.check import CheckRequest
from penstock.tasks.requests.verify import VerifyRequest


@record
class ModelChange:
    """Something that is true of one version and not of the other."""

    topic: DiffTopic
    about: str = data(text="the property, channel, process or statement that is meant")
    old: str | int | None = data(text="null: there is no such thing; of what is counted, how often it is there")
    new: str | int | None
    line: int | None = data(text="in the newer version that has it")


@record
class DiffOutcome(Outcome):
    """All changes.  `stopped`: not everything was asked."""

    changes: tuple[ModelChange, ...]
    changed: bool
    old: str
    new: str
    undecided: tuple[str, ...] = data(text="what neither version has a certain answer to")
    incomplete: bool = data(text="states and unreached code are not compared: a search ended early")
    stopped: bool
    broken: tuple[str, ...] = data(default=(), text="versions with errors, of which nothing is known but these")

    @property
    def summary(self) -> str:
        return counted(len(self.changes), "change")


def diff(request: DiffRequest, watch: Watch = UNWATCHED, place: Workplace | None = None) -> DiffOutcome:
    with Budget(watch=watch):
        new = request.source.loaded()
        with old_version(request.old, new) as old:
            versions = _version(old), _version(new)
            complete = _ask(request, [old, new], versions, watch, place or place_for(None, request.jobs))
            same_name = old.shown == new.shown
    shown = f"{request.old or HEAD}:{old.shown}" if same_name and old.path != new.path else old.shown
    changes = tuple(_changes(*versions)) if complete else ()
    broken = tuple(name for name, version in zip((shown, new.shown), versions, strict=True) if not version.automata)
    searched = all(version.states is not None for version in versions)
    undecided = _undecided(*versions)
    return DiffOutcome(changes, bool(changes), shown, new.shown, undecided, not searched, not complete, broken)


def _version(source: Source) -> Version:
    checked = check(CheckRequest(source))
    if not checked.ok:
        return Version(checked.diagnostics)
    shown = automata(AutomataRequest(source)).automata
    reading = read_model(Wanted(source, opening=Opening()))
    properties = tuple(known_properties(reading.model, reading.asked))
    return Version(checked.diagnostics, {one.name: one for one in shown}, properties)


def _ask(
    request: DiffRequest, sources: list[Source], versions: tuple[Version, Version], watch: Watch, place: Workplace
) -> bool:
    """Fill in what takes time; whether all of it was answered."""
    asked = [
        (version, job)
        for source, version in zip(sources, versions, strict=True)
        if version.automata
        for job in _jobs(request, source)
    ]
    done = 0
    for number, answer in answered([job for _, job in asked], place, request.store, watch):
        if answer.problem is not None and answer.problem.kind is ProblemKind.TOOL:
            raise ToolError(answer.problem.text)
        asked[number][0].answers[answer.verb] = answer
        done += 1
        watch.tell(Progress(Activity.ASKING, done=done, total=len(asked)))
    return done == len(asked)


def _jobs(request: DiffRequest, source: Source) -> Iterator[Job]:
    yield job_of("verify", VerifyRequest(source, timeout=request.budget, memory=request.memory, jobs=1))
    yield job_of("bound", BoundRequest(source, budget=request.budget))


def _changes(old: Version, new: Version) -> Iterator[ModelChange]:
    before, after = traits_of(old, new), traits_of(new, old)
    keys = dict.fromkeys([*after, *before])
    found = [_change(key, before, after) for key in keys if _value(before, key) != _value(after, key)]
    found += _reordered(old, new, {change.about.partition(":")[0] for change in found})
    yield from sorted(found, key=lambda change: list(DiffTopic).index(change.topic))


def _value(traits: dict[Key, Trait], key: Key) -> str | int | None:
    return traits[key].value if key in traits else None


def _change(key: Key, before: dict[Key, Trait], after: dict[Key, Trait]) -> ModelChange:
    line = (after.get(key) or before[key]).line
    return ModelChange(*key, _value(before, key), _value(after, key), line)


def _reordered(old: Version, new: Version, told: set[str]) -> Iterator[ModelChange]:
    """Processes with the same statements in another order."""
    for name, automaton in new.automata.items():
        if name in old.automata and name not in told and flow_of(automaton) != flow_of(old.automata[name]):
            yield ModelChange(DiffTopic.FLOW, name, None, None, None)


def _undecided(old: Version, new: Version) -> tuple[str, ...]:
    both = set(undecided_in(old)) & set(undecided_in(new))
    return tuple(sorted(f"{topic.value} {about}" for topic, about in both))
