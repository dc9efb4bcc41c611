"""Outcomes for agents: what it comes to, the answer in one sentence, the run in the model's own lines, and details."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from penstock.bounds.verdict import BoundVerdict
from penstock.closing.knowledge import Reliability
from penstock.diagnostics.record import counted
from penstock.diagnostics.text import render_text
from penstock.faces.data.runs import run_lines
from penstock.faces.data.verify import uncovered
from penstock.faces.mcp.answers import AnswerStatus
from penstock.machine.trace import Ending, RunTrace
from penstock.reasons.steps import run_steps
from penstock.spin.checking import Verdict
from penstock.tasks.bound_outcome import BoundOutcome, FillingRun
from penstock.tasks.check import CheckOutcome
from penstock.tasks.claims import FormulasLeftAside, OneOfSeveral
from penstock.tasks.close import CloseNote, CloseOutcome, OneEnded
from penstock.tasks.conform import ConformOutcome
from penstock.tasks.coverage import where_text
from penstock.tasks.explain import ExplainOutcome
from penstock.tasks.explore import ExploreOutcome
from penstock.tasks.judged import JudgedProperty
from penstock.tasks.simulate import SimulateOutcome
from penstock.tasks.verify import VerifyOutcome

_MOST_UNREACHED = 20
_STATUS = {Verdict.HOLDS: AnswerStatus.FINE, Verdict.VIOLATED: AnswerStatus.FINDING}
_ENDINGS = {Ending.LIMIT: "stopped"}
_HARMLESS = (Ending.FINISHED, Ending.LIMIT, Ending.TRAIL)


@dataclass(frozen=True, slots=True)
class Words:
    status: AnswerStatus
    reason: str
    run: tuple[str, ...] = ()
    details: tuple[str, ...] = ()


def words_of(outcome: Any) -> Words:
    return _WORDS[type(outcome)](outcome)


def _check(outcome: CheckOutcome) -> Words:
    errors = sum(one.severity.value == "error" for one in outcome.diagnostics)
    warnings = len(outcome.diagnostics) - errors
    found = render_text(outcome.reading.diagnostics).splitlines()
    if errors:
        first = next(one for one in outcome.diagnostics if one.severity.value == "error")
        reason = f"{counted(errors, 'error')}; the first is in line {first.line}: {first.message}"
        return Words(AnswerStatus.ERRORS, reason, (), tuple(found))
    has = f"the model has {_number(outcome.processes, 'process', 'processes')}, {counted(outcome.channels, 'channel')}"
    reason = f"no errors, {counted(warnings, 'warning') if warnings else 'no warnings'}: {has}"
    return Words(AnswerStatus.FINE, reason, (), tuple(found))


def _number(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


def _explain(outcome: ExplainOutcome) -> Words:
    if outcome.text:
        return Words(AnswerStatus.FINE, outcome.summary, (), tuple(outcome.text.splitlines()))
    titles = tuple(f"{one.code}  {one.title}" for one in outcome.codes)
    return Words(AnswerStatus.FINE, f"there are {len(titles)} codes", (), titles)


def _simulate(outcome: SimulateOutcome) -> Words:
    trace = outcome.trace
    status = AnswerStatus.FINE if trace.outcome in _HARMLESS else AnswerStatus.FINDING
    which = "" if outcome.seed is None else f" (seed {outcome.seed})"
    ending = _ENDINGS.get(trace.outcome, trace.outcome.value)
    reason = f"a random run{which} of {counted(len(trace.steps), 'step')}, {ending}: {trace.reason}"
    return Words(status, reason, _run(trace), _waiting(trace))


def _run(trace: RunTrace) -> tuple[str, ...]:
    return tuple(run_lines(run_steps(trace), trace.loop))


def _waiting(trace: RunTrace) -> tuple[str, ...]:
    return tuple(
        f"{trace.processes[one.process].name} waits at {one.file}:{one.line}, {one.statement}: {one.reason}"
        for one in trace.waiting
    )


def _explore(outcome: ExploreOutcome) -> Words:
    states = (
        f"{counted(outcome.states, 'state')} visited, {'which are all' if outcome.complete else 'not all there are'}"
    )
    notes = tuple(_explore_details(outcome))
    if not outcome.violations:
        status = AnswerStatus.FINE if outcome.complete else AnswerStatus.UNDECIDED
        # Whether a process waits forever is up to the environment of an open model.
        deadlock = "" if outcome.environment is not None else "no deadlock, "
        return Words(status, f"{states}: {deadlock}no violated assertion, no error", (), notes)
    first = outcome.violations[0]
    where = f" at {first.file}:{first.line}" if first.line is not None else ""
    others = [f"also found: {one.kind.value}, {one.text}" for one in outcome.violations[1:]]
    reason = f"{first.kind.value}{where} after {counted(len(first.run.steps), 'step')}: {first.text} ({states})"
    return Words(AnswerStatus.FINDING, reason, _run(first.run.trace), (*_waiting(first.run.trace), *others, *notes))


def _explore_details(outcome: ExploreOutcome) -> Iterable[str]:
    if outcome.claimed:
        yield "a claim took part; whether an endless run violates it is a question for `verify`"
    if outcome.environment is not None:
        yield from (f"not judged: {one.value}" for one in outcome.environment.not_judged)
    yield from map(_explore_note, outcome.notes)


def _explore_note(note: Any) -> str:
    match note:
        case FormulasLeftAside():
            return f"the ltl formulas took no part: {note.problem}"
        case OneOfSeveral():
            return f"only the claim `{note.chosen}` took part; `claim` chooses another: {', '.join(note.others)}"
        case _:
            return str(note.value)


def _verify(outcome: VerifyOutcome) -> Words:
    status = _STATUS.get(outcome.verdict, AnswerStatus.UNDECIDED)
    wrong = [one for one in outcome.properties if one.verdict is not Verdict.HOLDS]
    wrong.sort(key=lambda one: one.verdict is not Verdict.VIOLATED)
    if wrong:
        first = wrong[0]
        reason = f"{_title(first)} is {first.verdict.value}: {first.reason}"
    else:
        several = "holds" if len(outcome.properties) == 1 else "hold"
        where = where_text([one.covers for one in outcome.properties])
        states = counted(outcome.states, "state")
        reason = f"{', '.join(map(_title, outcome.properties))} {several}{where} ({states} searched)" + _idle(outcome)
    run = next((tuple(run_lines(one.trail, one.cycle)) for one in wrong if one.trail), ())
    return Words(status, reason, run, tuple(_verify_details(outcome)))


def _idle(outcome: VerifyOutcome) -> str:
    """A model where little happens keeps every promise."""
    count = sum(one.statement != "-end-" for one in outcome.unreached)
    return f", but {counted(count, 'statement')} can never be executed" if count else ""


def _verify_details(outcome: VerifyOutcome) -> Iterable[str]:
    for one in outcome.properties:
        yield f"{_title(one)}: {one.verdict.value} ({counted(one.states, 'state')}, {one.seconds:.1f} s)"
        yield from (f"  {line}" for line in one.explanation.splitlines())
        yield from (f"  note: {note}" for note in one.notes)
    yield from uncovered(outcome)
    unreached = [one for one in outcome.unreached if one.statement != "-end-"]
    yield from (
        f"never executed: {one.file}:{one.line}  {one.process}: {one.statement}" for one in unreached[:_MOST_UNREACHED]
    )
    yield from (f"warning: {text}" for text in outcome.warnings)


def _title(one: JudgedProperty) -> str:
    return f"`{one.formula}`" if one.added and one.formula else f"`{one.name}`"


def _bound(outcome: BoundOutcome) -> Words:
    status = {BoundVerdict.BOUNDED: AnswerStatus.FINE, BoundVerdict.UNBOUNDED: AnswerStatus.FINDING}.get(
        outcome.verdict, AnswerStatus.UNDECIDED
    )
    told = [
        f"{one.name} {'has no bound' if one.bound is None else f'holds at most {one.bound}'}"
        f"{'' if one.exact is None else f' (in fact {one.exact})'}, {one.declared} declared"
        for one in outcome.channels
    ]
    if any(one.exact is not None and one.exact > one.declared for one in outcome.channels):
        status = AnswerStatus.FINDING
    reason = f"{outcome.verdict.value}: {'; '.join(told[:3]) or 'there are no buffered channels'}"
    reason += f"; and {len(told) - 3} more" if len(told) > 3 else ""
    run = next((tuple(_filling(run)) for run in outcome.runs), ())
    details = [f"{one.name}: {one.verdict.value}, {one.advice}" for one in outcome.channels]
    details += [f"cycles ({one.status.value}): {one.reason}" for one in outcome.counterexamples]
    return Words(status, reason, run, (*details, *outcome.notes, *outcome.story))


def _filling(run: FillingRun) -> Iterable[str]:
    grown = ", ".join(f"{name} by {more}" for name, more in run.growth.items())
    yield from (f"{one.process}  {one.file}:{one.line}  {one.statement}" for one in run.stem)
    yield f"then again and again, which lets grow: {grown}"
    yield from (f"{one.process}  {one.file}:{one.line}  {one.statement}" for one in run.loop)


def _close(outcome: CloseOutcome) -> Words:
    names = (*outcome.open.channels, *outcome.open.signals)
    notes = tuple(_close_note(note) for note in outcome.notes if note is not CloseNote.NOTHING_OPEN)
    if not names:
        return Words(AnswerStatus.FINE, "nothing is open: the model is as it was", (), notes)
    touched = [one for one in outcome.influence if one.value in _VALUES]
    lines = tuple(f"line {one.line}, {one.process}: {one.variable} is {_VALUES[one.value]}" for one in touched)
    reason = f"closed by `{outcome.method.value}`; open were {', '.join(names)}"
    return Words(AnswerStatus.FINE, reason, (), (*notes, *lines, "", *outcome.promela.splitlines()))


_VALUES = {Reliability.CHAOTIC: "from outside", Reliability.DEPENDS: "from outside in some runs"}


def _close_note(note: Any) -> str:
    match note:
        case OneEnded(name, lacking):
            way = "env_out" if lacking.name == "RECEIVER" else "env_in"
            return f"`{name}` has no {lacking.name.lower()} in the model: if it is outside, give `{way}`: [`{name}`]"
        case _:
            return str(note.value)


def _conform(outcome: ConformOutcome) -> Words:
    steps = counted(outcome.steps, "step")
    if outcome.departure is not None:
        wrong = outcome.departure
        reason = f"after {steps} the program does what the model does not allow: {wrong.step} (line {wrong.line})"
        return Words(AnswerStatus.FINDING, reason, (), ("allowed was", *(f"  {one}" for one in wrong.allowed)))
    if outcome.end.wrong is not None:
        reason = f"after {steps} that the model allows, {outcome.end.wrong}"
        return Words(
            AnswerStatus.FINDING, reason, (), ("the model stands at", *(f"  {one}" for one in outcome.standing))
        )
    return Words(AnswerStatus.FINE, f"{steps}, all allowed by the model")


_WORDS: dict[type, Callable[[Any], Words]] = {
    CheckOutcome: _check,
    ExplainOutcome: _explain,
    SimulateOutcome: _simulate,
    ExploreOutcome: _explore,
    VerifyOutcome: _verify,
    BoundOutcome: _bound,
    CloseOutcome: _close,
    ConformOutcome: _conform,
}
