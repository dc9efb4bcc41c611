"""Do the properties of a model say anything about it?  Change it here and there, and see which of them notice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from penstock.budget import UNWATCHED, Activity, Budget, Progress, Watch
from penstock.errors import Cancelled, PenstockError, ToolError, UsageError
from penstock.project.answering import answered
from penstock.project.expectations import Wanted as Seen
from penstock.project.jobs import Job, JobAnswer, ProblemKind, job_of
from penstock.project.mutants.changing import Mutation, mutations_of
from penstock.project.mutants.fates import Fate, JudgedMutant, KnownAnswers, judged_mutant, known_answers
from penstock.project.mutants.spelling import spelling_of
from penstock.project.requests.mutate import MutateRequest
from penstock.project.working.places import place_for
from penstock.project.working.workplace import Workplace
from penstock.reading.reading import Reading, read
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted
from penstock.records import data, record
from penstock.tasks.models import without_errors
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.bound import BoundRequest
from penstock.tasks.requests.verify import VerifyRequest


@record
class MutateOutcome(Outcome):
    """All mutants that were tried, and how many are noticed.  `stopped`: not all of them were asked."""

    mutants: tuple[JudgedMutant, ...]
    file: str
    possible: int = data(least=0, text="changes that could be made; those that are tried are chosen at random")
    score: float | None = data(text="the share that is noticed, of those that are decided; null: there are none")
    noticed: int = data(least=0)
    unnoticed: int = data(least=0)
    undecided: int = data(least=0)
    refused: int = data(least=0, text="SPIN or `check` do not take them for models; they do not count")
    properties: dict[str, Seen] = data(text="what is certain about the model itself")
    notices: dict[str, int] = data(text="how many mutants each of these notices")
    stopped: bool
    remarks: tuple[str, ...] = data(default=(), text="what went otherwise than it should, although nothing is lost")

    @property
    def summary(self) -> str:
        return f"{self.noticed} of {self.noticed + self.unnoticed} mutants noticed"


def mutate(request: MutateRequest, watch: Watch = UNWATCHED, place: Workplace | None = None) -> MutateOutcome:
    """Try the mutants; `watch.part` is told about each of them as it is judged.  No file is changed."""
    source = request.source.loaded()
    place = place or place_for(request.cluster, request.jobs)
    with Budget(watch=watch):
        reading = without_errors(read(Wanted(source, lowered=False)))
        if reading.model.syntax.translation is not None:
            raise UsageError("only Promela is changed: make it of this model first, as with `penstock actors`")
        possible = mutations_of(spelling_of(reading.model))
        chosen, refused = _chosen(possible, reading, request)
    model = _model(request, source, place, watch)
    mutants = list(_judged(request, source, chosen, model, place, watch))
    outcome = _outcome(source.shown, len(possible), refused, model, mutants, len(mutants) < len(chosen))
    return replace(outcome, remarks=tuple(place.remarks))


def _chosen(possible: list[Mutation], reading: Reading, request: MutateRequest) -> tuple[list[Mutation], int]:
    """Some of the changes that leave a model, in the order of the text, and how many did not."""
    chosen: list[Mutation] = []
    refused = 0
    for change in Random(request.seed).sample(possible, len(possible)):
        if len(chosen) == request.most:
            break
        mutant = read(replace(reading.wanted, source=_changed(reading.source, change)), include=reading.include)
        chosen += [change] if mutant.ok else []
        refused += not mutant.ok
    return sorted(chosen, key=possible.index), refused


def _changed(source: Source, change: Mutation) -> Source:
    return replace(source, text=change.applied(source.text or ""), name=source.shown)


def _jobs(request: MutateRequest, source: Source) -> Iterator[Job]:
    # Nobody will ask for the verifier of a mutant again.
    asked = VerifyRequest(source, timeout=request.budget, memory=request.memory, jobs=1, cache=False)
    yield job_of("verify", asked)
    if request.bound:
        yield job_of("bound", BoundRequest(source, budget=request.budget))


def _model(request: MutateRequest, source: Source, place: Workplace, watch: Watch) -> KnownAnswers:
    """What is known about the model itself: without that there is nothing to notice."""
    watch.tell(Progress(Activity.ASKING))
    jobs = list(_jobs(request, source))
    answers = [answer for _, answer in sorted(answered(jobs, place, request.store, watch), key=lambda one: one[0])]
    if len(answers) < len(jobs):
        raise Cancelled
    for answer in answers:
        if answer.problem is not None:
            raise (ToolError if answer.problem.kind is ProblemKind.TOOL else PenstockError)(answer.problem.text)
    known = known_answers(answers)
    if not known.certain:
        raise UsageError("no property of the model itself is decided: --budget gives more time")
    return known


def _judged(
    request: MutateRequest,
    source: Source,
    chosen: list[Mutation],
    model: KnownAnswers,
    place: Workplace,
    watch: Watch,
) -> Iterator[JudgedMutant]:
    """The mutants whose questions are all answered, in the order of the text."""
    jobs = [list(_jobs(request, _changed(source, change))) for change in chosen]
    owners = [number for number, own in enumerate(jobs) for _ in own]
    found: dict[int, list[JobAnswer]] = {}
    judged: dict[int, JudgedMutant] = {}
    for at, answer in answered([job for own in jobs for job in own], place, request.store, watch):
        number = owners[at]
        found.setdefault(number, []).append(answer)
        if len(found[number]) == len(jobs[number]):
            judged[number] = judged_mutant(chosen[number], source.shown, model, found[number])
            watch.finished(judged[number])
            watch.tell(Progress(Activity.ASKING, done=len(judged), total=len(jobs)))
    yield from (judged[number] for number in sorted(judged))


def _outcome(
    file: str, possible: int, refused: int, model: KnownAnswers, mutants: list[JudgedMutant], stopped: bool
) -> MutateOutcome:
    fates = [mutant.fate for mutant in mutants]
    noticed, unnoticed = fates.count(Fate.NOTICED), fates.count(Fate.UNNOTICED)
    decided = noticed + unnoticed
    return MutateOutcome(
        tuple(mutant for mutant in mutants if mutant.fate is not Fate.REFUSED),
        file,
        possible,
        round(noticed / decided, 4) if decided else None,
        noticed,
        unnoticed,
        fates.count(Fate.UNDECIDED),
        refused + fates.count(Fate.REFUSED),
        dict(model.certain),
        {name: sum(name in mutant.noticed_by for mutant in mutants) for name in model.certain},
        stopped,
    )
