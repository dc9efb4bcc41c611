"""Bounds for people."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.declared import MOST_LISTED
from penstock.bounds.story import Effort
from penstock.bounds.telling.weights import count_lines, full_lines
from penstock.bounds.telling.words import bound_text, counterexample_lines, judgement, other_reasons, reasons_for
from penstock.bounds.verdict import BoundResult, BoundVerdict
from penstock.diagnostics.record import counted
from penstock.faces.cli.words.published import published_text
from penstock.faces.cli.words.tables import aligned
from penstock.machine.trace import RunTrace, Step
from penstock.resolve import Model
from penstock.syntax.nodes import ChannelQuery
from penstock.tasks.bound_outcome import (
    BoundOutcome,
    ChannelAnswer,
    FillingRun,
    LimitVerdict,
    MissingExact,
    MissingKind,
)
from penstock.tasks.exact_lengths import STATES_FOR_EXACT
from penstock.tasks.requests.bound import BoundMethod

MOST_SHOWN = 5
MOST_STEPS = 40


def outcome_text(outcome: BoundOutcome, explain: bool = False, why: str | None = None) -> str:
    file, result = outcome.reading.source.shown, outcome.result
    if outcome.method is BoundMethod.IBOC and result is not None:
        return published_text(outcome, result)
    lines = [f"{file}: {_headline(outcome)}"]
    if result is None:
        return "\n".join(lines + _declared(outcome))
    if why is not None:
        return "\n".join([*lines, *_why(outcome, result, why)])
    lines += _table(outcome.channels)
    if explain:
        lines += _story(outcome, result)
    lines += _limits(outcome)
    lines += _runs(outcome.runs, uses_fullness(outcome.reading.model), explain)
    lines += _counterexamples(result) + _proof(result) + _any_number(outcome.any_number) + _undecided(outcome)
    lines += ["", f"assumed: {', '.join(outcome.assumed)}"] if outcome.channels else []
    return "\n".join(lines)


def remarks(outcome: BoundOutcome) -> list[str]:
    """What is not part of the answer: what it does not cover, what could not be found or tried."""
    told = list(outcome.notes)
    if outcome.gave_up:
        told.append(f"{outcome.gave_up}: the published method gives up")
    if outcome.missing is not None:
        told.append(_missing(outcome.missing))
    if outcome.trial is not None and outcome.trial.reason:
        told.append(f"the proofs were not tried on runs of the model: {outcome.trial.reason}")
    return told


def _missing(missing: MissingExact) -> str:
    match missing.kind:
        case MissingKind.NOT_BOUNDED:
            return "the exact numbers are found only where every channel has a bound"
        case MissingKind.NO_SPIN:
            return f"more than {STATES_FOR_EXACT} states, and SPIN does not help: {missing.problem}"
        case MissingKind.NO_TIME:
            return "time ran out before the exact numbers were found: --budget gives more"
        case MissingKind.TOO_MANY:
            return "too many states, also for SPIN: the exact numbers were not found"


def _headline(outcome: BoundOutcome) -> str:
    channels = outcome.channels
    if not channels:
        return "BOUNDED: there are no buffered channels"
    if outcome.verdict is BoundVerdict.BOUNDED:
        return "BOUNDED"
    total = counted(len(channels), "channel")
    if outcome.result is None:
        ending = "it was stopped" if outcome.stopped else "time ran out"
        return f"UNKNOWN: {ending} before anything was known about {total}"
    endless = sum(channel.verdict is BoundVerdict.UNBOUNDED for channel in channels)
    unknown = sum(channel.verdict is BoundVerdict.UNKNOWN for channel in channels)
    if endless:
        more = f", {unknown} unknown" if unknown else ""
        return f"UNBOUNDED: {endless} of {total} can be filled without end{more}"
    return f"UNKNOWN: no bound for {unknown} of {total}"


def _declared(outcome: BoundOutcome) -> list[str]:
    width = max((len(channel.name) for channel in outcome.channels), default=0)
    rows = [f"  {channel.name:{width}}  {channel.declared} declared, {channel.advice}" for channel in outcome.channels]
    return rows + (["  ..."] if len(rows) == MOST_LISTED else [])


def _why(outcome: BoundOutcome, result: BoundResult, name: str) -> list[str]:
    """All there is to say about one channel."""
    only = [channel for channel in outcome.channels if channel.name == name]
    lines, names = _table(only), NetNames(result.net)
    for known in [channel.known for channel in only if channel.known is not None]:
        lines += _runs([run for run in outcome.runs if name in run.growth], uses_fullness(outcome.reading.model), True)
        told = [full_lines(names, proof, known.order) for proof in (known.proofs if known.bound is not None else ())]
        told += [reasons_for(result, [known])]
        lines += [line for part in told if part for line in ["", *part]]
        lines += _any_number([line for line in outcome.any_number if line.startswith(f"{name}: ")])
    found = [cycles for cycles in result.counterexamples if any(names.queue(queue) == name for queue in cycles.queues)]
    if any(channel.verdict is BoundVerdict.UNKNOWN for channel in only):
        lines += [line for cycles in found for line in ["", *counterexample_lines(result, names, cycles)]]
        lines += _undecided(outcome)
    return lines


def _table(channels: Sequence[ChannelAnswer]) -> list[str]:
    if not channels:
        return []
    with_exact = any(channel.exact is not None for channel in channels)
    head = ["channel", "declared", "bound", *(["exact"] if with_exact else []), "how", ""]
    rows = [_row(channel, with_exact) for channel in channels]
    return [f"  {line}" for line in aligned([head, *rows], frozenset([0, len(head) - 2, len(head) - 1]))]


def _row(channel: ChannelAnswer, with_exact: bool) -> list[str]:
    known = channel.known
    assert known is not None
    several = f" ({len(known.queues)} kinds of owners)" if len(known.queues) > 1 else ""
    exact = ["-" if channel.exact is None else str(channel.exact)] if with_exact else []
    return [channel.name + several, str(channel.declared), bound_text(known), *exact, channel.how, channel.advice]


def _story(outcome: BoundOutcome, result: BoundResult) -> list[str]:
    """What was tried, and what became of each counterexample."""
    lines = ["", *(f"- {event}" for event in outcome.story), f"- time: {_time(result)}"]
    for number, judged in enumerate(result.judged, 1):
        lines += ["", f"cycles {number}: {judgement(judged)}"]
        lines += [f"  {line}" for line in counterexample_lines(result, NetNames(judged.net), judged.found)]
    return lines


def _time(result: BoundResult) -> str:
    """How long each means took."""
    spent = {means: result.seconds[means] for means in Effort if means in result.seconds}
    before = sum(seconds for name, seconds in result.seconds.items() if name not in (*Effort, "refinement"))
    beside = {Effort.SPIN: " beside them"}
    told = [f"{means} {seconds:.1f} s{beside.get(means, '')}" for means, seconds in spent.items()]
    return ", ".join([f"the net {before:.1f} s", *told])


def _runs(runs: Sequence[FillingRun], fullness: bool, explain: bool) -> list[str]:
    lines: list[str] = []
    for run in runs:
        grown = ", ".join(f"{name} grow by {more}" for name, more in run.growth.items())
        lines += ["", f"{_first(len(run.stem))}these steps can be repeated forever, and let {grown} each time:"]
        if explain and run.stem:
            lines += ["  first:", *_steps(run, run.shown.stem), "  then again and again:"]
        lines += _steps(run, run.shown.loop)
    if lines and fullness:
        lines.append("  (channels are taken to be without limit: they are never full)")
    return lines


def _limits(outcome: BoundOutcome) -> list[str]:
    """What became of each limit, with the run that exceeds it."""
    lines: list[str] = []
    for told in outcome.limits:
        if told.run is None:
            proved = told.verdict is LimitVerdict.PROVED
            meaning = "proved" if proved else "neither proved nor exceeded by a run that was found"
            lines += ["", f"limit {told.channel} = {told.limit}: {meaning}"]
        else:
            lines += ["", f"limit {told.channel} = {told.limit}: exceeded after these steps:"]
            lines += _told_steps(told.run, told.run.steps)
    return lines


def _first(steps: int) -> str:
    return f"after {counted(steps, 'step')}, " if steps else ""


def _steps(run: FillingRun, steps: Sequence[Step]) -> list[str]:
    return _told_steps(run.shown.trace, steps)


def _told_steps(trace: RunTrace, steps: Sequence[Step]) -> list[str]:
    names = trace.processes
    told = []
    for step in steps[:MOST_STEPS]:
        who = names[step.process].name if step.process is not None else ""
        partner = f", with {names[step.partner].name}" if step.partner is not None else ""
        told.append(f"  {who}: line {step.line} {step.statement}{partner}")
    return told + ([f"  ... and {len(steps) - MOST_STEPS} more"] if len(steps) > MOST_STEPS else [])


def uses_fullness(model: Model) -> bool:
    """Whether a model asks if channels are full."""
    return any(query.query in ("full", "nfull") for query in model.nodes.of(ChannelQuery))


def _counterexamples(result: BoundResult) -> list[str]:
    """The cycles that may fill the channels without an answer."""
    names = NetNames(result.net)
    unknown = {
        queue for channel in result.channels if channel.verdict is BoundVerdict.UNKNOWN for queue in channel.queues
    }
    shown = [cycles for cycles in result.counterexamples if unknown & set(cycles.queues)]
    lines: list[str] = []
    for cycles in shown[:MOST_SHOWN]:
        lines += ["", *counterexample_lines(result, names, cycles)]
    if len(shown) > MOST_SHOWN:
        lines += ["", f"... and {len(shown) - MOST_SHOWN} more (--format json has them all)"]
    return lines


def _proof(result: BoundResult) -> list[str]:
    reasons = other_reasons(result)
    if reasons:
        return ["", *(f"why: {reason}" for reason in reasons)]
    if result.proof is None or not result.proof.weights:
        return []
    known = sorted({variable.name for variable in result.net.analysis.tracked})
    values = [f"  (the values of {', '.join(known)} are distinguished)"] if known else []
    lines = count_lines(NetNames(result.net), result.proof)
    return ["", f"why: {lines[0]}", *lines[1:], *values]


def _any_number(told: Sequence[str]) -> list[str]:
    return ["", "for any number of processes:", *(f"  {line}" for line in told)] if told else []


def _undecided(outcome: BoundOutcome) -> list[str]:
    """Why there is no answer for some channels, and what may bring one."""
    told = outcome.undecided
    if told is None:
        return []
    lines = ["", f"no answer for {', '.join(told.channels)}"]
    for title, found in (("tried", told.tried), ("missing", told.missing), ("try next", told.advised)):
        lines += [f"  {title + ':':9} {line}" for line in found]
    return lines
