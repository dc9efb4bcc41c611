"""What `penstock explore` says."""

from __future__ import annotations

from penstock.diagnostics.record import counted
from penstock.faces.cli.words.runs import trace_text
from penstock.machine.trace import Ending
from penstock.tasks.claims import ClaimNote, FormulasLeftAside, OneOfSeveral
from penstock.tasks.explore import ExploreNote, ExploreOutcome, FoundViolation

_NOTHING_WRONG = "no violated assertion, no error"


def note_text(note: ClaimNote | ExploreNote) -> str:
    match note:
        case FormulasLeftAside():
            return f"the ltl formulas are left aside: {note.problem}"
        case OneOfSeveral():
            listed = ", ".join(f"`{other}`" for other in note.others)
            return f"the formula `{note.chosen}` takes part, not {listed} (--claim NAME)"
        case ExploreNote.TRACE_UNCHECKED:
            return "the trace is not checked here; `penstock verify` does"
        case ExploreNote.PLACES_CHANGED:
            return (
                "with --defer select messages of different methods may change places;"
                " --defer putback tells what needs that"
            )


def exploration_text(outcome: ExploreOutcome) -> str:
    figures = f"{counted(outcome.states, 'state')}, {counted(outcome.transitions, 'transition')}"
    parts = [f"{figures} in {outcome.seconds:.2f} s"]
    if outcome.claimed:
        parts.append("a claim took part; whether an endless run violates it is a question for `penstock verify`")
    if not outcome.complete:
        parts.append("not all states were visited: the answer is about those that were (--limit, --first)")
    for violation in outcome.violations:
        parts.append(f"\n{_title(violation, outcome)}; a shortest run:\n\n{trace_text(violation.run.trace)}")
    if not outcome.violations:
        parts.append(_NOTHING_WRONG if outcome.environment is not None else f"no deadlock, {_NOTHING_WRONG}")
    if outcome.environment is not None:
        parts += [f"not judged: {one.value}" for one in outcome.environment.not_judged]
    return "\n".join(parts)


def _title(violation: FoundViolation, outcome: ExploreOutcome) -> str:
    if violation.kind is Ending.DEADLOCK:
        return f"deadlock ({counted(outcome.deadlocks, 'such state')})"
    if violation.kind is Ending.LIVELOCK:
        return f"livelock: {violation.text}"
    where = f"{violation.file}:{violation.line}: " if violation.file else ""
    return f"{where}{violation.text}"
