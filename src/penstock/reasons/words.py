"""Failures in words."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.diagnostics.record import counted
from penstock.machine.trace import Instance, RunTrace
from penstock.machine.waiting import full_mailboxes
from penstock.reasons.failures import (
    BrokenFormula,
    BrokenTrace,
    Deadlock,
    EndlessDeferring,
    EndlessRun,
    FailedAssertion,
    FailedRun,
    Fairness,
    MissedDeadline,
    PropertyFailure,
    Repetition,
    RunTimeError,
    StandingProcess,
    Standstill,
    Stuck,
    TooManyActors,
    Turns,
)
from penstock.reasons.floods import FullMailbox, full_at_end, is_overflow

_TOO_MANY_ACTORS = (
    "more actors are created than SPIN can have: it manages 255 processes and 255 channels at a time, and an actor"
    " takes a process, a channel, and another channel for each type of actors that it creates"
)


def failure_text(failure: PropertyFailure) -> str:
    """Why a property fails; a deadlock takes several lines."""
    match failure:
        case Deadlock(run):
            return _deadlock(run)
        case Stuck():
            return _stuck(failure)
        case Standstill():
            return _standstill(failure)
        case FailedAssertion(assertion, steps, at):
            return f"the assertion `{assertion}` fails {_after(steps)}{_where(at)}"
        case BrokenFormula():
            return _broken(failure)
        case MissedDeadline(formula, steps):
            return f"the formula `{formula}` does not hold: its time is up {_after(steps)}"
        case EndlessRun(without_progress, repetition):
            how = "without passing a progress label" if without_progress else "and passes an accept label each time"
            return "\n".join([f"{_repeated(repetition)} {how}", *_turns(repetition)])
        case BrokenTrace(forbidden, steps):
            what = "the run does what the notrace forbids"
            return f"{what if forbidden else _UNEXPECTED} {_after(steps)}"
        case RunTimeError(what, steps, at):
            return f"{what}, {_after(steps)}{_where(at)}"
        case FailedRun(run, what):
            after = _after(len(run.steps))
            text = f"{what} {after}: {run.reason}" if what else f"{run.reason} {after}"
            return "\n".join([text, *(_flood_lines(full_at_end(run)) if is_overflow(run) else [])])
        case EndlessDeferring():
            return _deferring(failure)
        case TooManyActors():
            return _TOO_MANY_ACTORS


_UNEXPECTED = "a message is sent or received that the trace does not allow"


def _after(steps: int) -> str:
    return "at the very beginning" if steps == 0 else f"after {counted(steps, 'step')}"


def _where(at: StandingProcess | None) -> str:
    return "" if at is None else f": {_standing(at)}"


def _standing(at: StandingProcess) -> str:
    return f"{at.process} at {at.file}:{at.line}"


def waiting_lines(run: RunTrace) -> list[str]:
    """Who waits for what at the end of a run."""
    lines = []
    for waiting in run.waiting:
        name = run.processes[waiting.process].called
        lines.append(f"  {name} waits at {waiting.file}:{waiting.line}, {waiting.statement}")
        lines.append(f"    blocked: {waiting.reason}")
    return lines


def _deadlock(run: RunTrace) -> str:
    """Who waits for what, and what to do where waiting forever is fine."""
    full = "".join(f"; the mailbox of `{name}` is full" for name in full_mailboxes(run.waiting))
    lines = [f"deadlock: no process can go on {_after(len(run.steps))}{full}", *waiting_lines(run)]
    lines += _flood_lines([one for one in full_at_end(run) if one.actor in full_mailboxes(run.waiting)])
    idle = [run.processes[waiting.process].name for waiting in run.waiting if waiting.listens]
    if idle:
        listed = " or ".join(f"`{name}`" for name in dict.fromkeys(idle))
        lines.append(f"  if {listed} may wait there forever, put a label that begins with `end` before that statement")
    return "\n".join(lines)


_MOST_INPUTS = 8


def _stuck(failure: Stuck) -> str:
    """Who waits for ever, and what the environment sent."""
    inputs = [f"`{sent}`" for sent in failure.inputs]
    left_out = ["..."] if len(inputs) > _MOST_INPUTS else []
    listed = ", ".join([*left_out, *inputs[-_MOST_INPUTS:]])
    after = f"after input {listed}" if inputs else "without any input"
    return "\n".join([f"stuck: the component waits for ever {after}", *waiting_lines(failure.run)])


def _flood_lines(full: Sequence[FullMailbox]) -> list[str]:
    """Who floods whom."""
    lines = []
    for one in full:
        shares = [f"{share.messages} `{share.method}` from {share.sender}" for share in one.shares]
        lines.append(f"  the mailbox of `{one.actor}` holds {', '.join(shares)}: no room for more than {one.capacity}")
    return lines


def _standstill(failure: Standstill) -> str:
    where = ", ".join(map(_standing, failure.standing))
    text = f"no process can go on {_after(failure.steps)}, and these have not ended: {where}"
    full = [f"`{name}` holds {counted(number, 'message')}" for name, number in failure.messages]
    return text + (f"; {', '.join(full)}" if full else "")


def _broken(failure: BrokenFormula) -> str:
    formula, repetition = failure.formula, failure.repetition
    what = "the never claim is matched" if formula is None else f"the formula `{formula}` does not hold"
    how = f"it is broken {_after(failure.steps)}" if repetition is None else _repeated(repetition)
    return "\n".join([f"{what}: {how}", *([] if repetition is None else _turns(repetition))])


def _turns(repetition: Repetition) -> list[str]:
    """Who moves and who does not, and whether that is why."""
    turns, fairness, lines = repetition.turns, repetition.fairness, []
    if turns is not None and turns.moving:
        parts = [f"in what repeats, {_listed(turns.moving)} {'moves alone' if len(turns.moving) == 1 else 'move'}"]
        for idle, when in ((turns.starving, "always"), (turns.overtaken, "now and then")):
            parts += [f"{_listed(idle)} could {when} move, and never {_verb(idle, 'does', 'do')}"] if idle else []
        lines.append(f"  {'; '.join(parts)}")
    if fairness is not None:
        lines.append(f"  {_fairness(fairness, turns)}")
    return lines


def _fairness(fairness: Fairness, turns: Turns | None) -> str:
    if fairness.shown:
        return "this run is fair to every process"
    if not fairness.holds:
        return "fair runs violate it, too: `--fair` shows one"
    who, where = "a process that could always move is", ""
    if fairness.each:
        who = f"{_listed(fairness.each)} {_verb(fairness.each, 'is', 'are')}"
    elif fairness.some:
        who = f"{_listed(fairness.some, 'or')} is"
    elif turns is not None and turns.starving:
        where = f", here {_listed(turns.starving)}"
    return f"holds with `--fair`: only runs where {who} never given a turn violate it{where}"


def _listed(processes: Sequence[Instance], word: str = "and") -> str:
    """`A`, `B` and `C`."""
    shown = [f"`{process.called}`" for process in processes]
    return f" {word} ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def _verb(processes: Sequence[Instance], one: str, several: str) -> str:
    return one if len(processes) == 1 else several


def _repeated(repetition: Repetition) -> str:
    if repetition.start > repetition.steps:
        return f"a run stops {_after(repetition.steps)} and nothing happens any more"
    return f"a run repeats its steps from step {repetition.start} on forever"


def _deferring(failure: EndlessDeferring) -> str:
    who = " and ".join(f"`{name}`" for name in failure.processes)
    verb = "puts" if len(failure.processes) == 1 else "put"
    what = " and ".join(failure.messages)
    return f"from step {failure.start} on, {who} {verb} back {what} forever, and no message is handled"
