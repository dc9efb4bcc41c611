"""Verbs for a page: the outcome as data, and every run in it as a path that can be stepped through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from penstock.budget import Budget, TimeOver, Watch
from penstock.errors import PenstockError
from penstock.faces.data.asking import Parameter, parameters, refuse_unknown, request_of
from penstock.faces.web.bounding import bound_answer
from penstock.faces.web.found import found_run, model_given
from penstock.faces.web.protocol import BoundAnswer, ExploreAnswer, FoundRun, VerbAnswer
from penstock.machine.trace import Ending, RunTrace
from penstock.reasons.told import FailureKind
from penstock.records import Json, as_data
from penstock.spin.checking import Verdict
from penstock.tasks.claims import FormulasLeftAside, OneOfSeveral
from penstock.tasks.explore import ExploreNote, explore
from penstock.tasks.judged import JudgedProperty
from penstock.tasks.recorded import program_run
from penstock.verbs import task

QUICK = ("check", "format", "automata", "lower", "actors")
"""Answered between two keystrokes."""
LONG = ("simulate", "explore", "verify", "bound", "close", "generate", "conform")
"""What may take its time, beside everything else."""
ASKED_VERBS = (*QUICK, *LONG)
"""What pages ask for; verbs that write files or are about many models are for the command line."""
MOST_STATES = 50_000
"""How many are looked at for a run that SPIN knows, and we cannot take."""
ANOTHER = "shown is another run that fails in the same way"
_SAME = {
    FailureKind.DEADLOCK: Ending.DEADLOCK,
    FailureKind.ASSERTION: Ending.ASSERTION,
    FailureKind.RUN_TIME: Ending.ERROR,
    FailureKind.DEFERRING: Ending.LIVELOCK,
}
NEED_PROGRAMS = frozenset(["verify"])
"""What a browser alone cannot do."""
NOT_HERE = {"verify": ("cluster", "jobs", "cache"), "conform": ("run", "seconds", "steps")}
"""What a page must not decide: other machines, and programs that are executed."""


def page_parameters(verb: str) -> list[Parameter]:
    return [one for one in parameters(verb) if one.name not in NOT_HERE.get(verb, ())]


def answer_type(verb: str) -> type:
    return {"bound": BoundAnswer, "explore": ExploreAnswer}.get(verb, VerbAnswer)


def answer(verb: str, given: Json, watch: Watch, memory_mb: int | None = None) -> Json:
    """Raises `UsageError` for what makes no sense; `memory_mb` is for each verifier."""
    refuse_unknown(given, [one.name for one in page_parameters(verb)])
    if verb == "verify" and memory_mb is not None:
        given = {**given, "memory": min(given.get("memory") or memory_mb, memory_mb)}
    outcome: Any = task(verb)(request_of(verb, given), watch)
    with Budget(watch=Watch(watch.show)):  # what was found until somebody said stop is still to be told
        told = _ANSWERS.get(verb, _plain)(outcome, given)
    return {**as_data(told), "outcome": _data(outcome)}


def _data(outcome: Any) -> Json:
    """Charts are drawn by the page, from the run."""
    data: Json = outcome.to_dict()
    _without_charts(data)
    return data


def _without_charts(value: Any) -> None:
    for inner in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        _without_charts(inner)
    if isinstance(value, dict) and "chart" in value:
        value["chart"] = {}


def _plain(outcome: Any, _given: Json) -> VerbAnswer:
    return VerbAnswer(outcome.summary, True, ())


def _checked(outcome: Any, _given: Json) -> VerbAnswer:
    return VerbAnswer(outcome.summary, outcome.ok, ())


def _simulated(outcome: Any, given: Json) -> VerbAnswer:
    run = found_run(given, "run", outcome.reason, outcome.trace)
    return VerbAnswer(outcome.summary, not outcome.outcome.is_wrong, (run,))


def _explored(outcome: Any, given: Json) -> VerbAnswer:
    runs = [found_run(given, one.kind.value, one.text, one.run.trace) for one in outcome.violations]
    notes = tuple(_not_judged(outcome))
    return ExploreAnswer(outcome.summary, outcome.complete and not runs and not notes, tuple(runs), notes)


def _not_judged(outcome: Any) -> Iterator[str]:
    """What a search of all states says nothing about."""
    if any(isinstance(note, FormulasLeftAside) for note in outcome.notes):
        yield "The formulas of this model took no part: Verify judges them, which needs SPIN (`penstock serve`)."
    if outcome.claimed:
        yield "A claim took part; whether an endless run violates it is a question for Verify."
    for note in outcome.notes:
        if isinstance(note, OneOfSeveral):
            yield f"Formulas that took no part: {', '.join(note.others)}."
    if ExploreNote.TRACE_UNCHECKED in outcome.notes:
        yield "The trace assertion is not checked here; Verify does."


def _verified(outcome: Any, given: Json) -> VerbAnswer:
    return VerbAnswer(outcome.summary, outcome.verdict is Verdict.HOLDS, tuple(_violations(outcome, given)))


def _violations(outcome: Any, given: Json) -> Iterator[FoundRun]:
    for one in outcome.properties:
        if one.verdict is Verdict.VIOLATED:
            trail = None if one.trail_file is None else one.trail_file.decode("ascii", "replace")
            again = _found_again(one, given) if one.run is None else None
            reason = f"{one.reason}; {ANOTHER}" if again is not None else one.reason or ""
            yield found_run(given, one.name, reason, one.run or again, one.explanation, trail)


def _found_again(violated: JudgedProperty, given: Json) -> RunTrace | None:
    """Where SPIN's trail cannot be taken by our own machine: a run that fails in the same way, if one is near."""
    kind = None if violated.failure is None else _SAME.get(violated.failure.kind)
    if kind is None:
        return None
    try:
        request = request_of("explore", {**model_given(given), "limit": MOST_STATES, "no_claim": True})
        return next((one.run.trace for one in explore(request).violations if one.kind is kind), None)
    except (PenstockError, TimeOver):
        return None


def _conformed(outcome: Any, given: Json) -> VerbAnswer:
    """The run that the model takes along a trace, as far as it allows that."""
    followed = program_run(request_of("conform", given))
    run = found_run(given, followed.name, followed.reason, followed.run, more={"every_tick": True})
    return VerbAnswer(outcome.summary, outcome.conforms, (run,))


_ANSWERS: dict[str, Callable[[Any, Json], VerbAnswer]] = {
    "check": _checked,
    "simulate": _simulated,
    "explore": _explored,
    "verify": _verified,
    "bound": bound_answer,
    "conform": _conformed,
}
