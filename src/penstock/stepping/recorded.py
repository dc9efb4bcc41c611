"""A recorded run laid into a timeline: going forward then leads along it."""

from __future__ import annotations

from penstock.budget import check
from penstock.errors import UsageError
from penstock.machine.runtime import State
from penstock.machine.trace import RunTrace, Step
from penstock.stepping.timeline import RecordedEnd, Timeline


def timeline_along(trace: RunTrace) -> Timeline:
    """A timeline that begins where a run does, with all its moments ahead; our own machine must have taken the run."""
    if trace.history is None:
        raise UsageError("the states of this run are not known, so it cannot be stepped through")
    timeline = Timeline(trace.history.names.machine)
    for step, state in zip(trace.steps, trace.history.states[1:], strict=True):
        check()
        _follow(timeline, step, state)
    timeline.recorded = RecordedEnd(timeline.now, _told(trace))
    timeline.to(timeline.begin)
    return timeline


def _told(trace: RunTrace) -> str:
    if trace.loop is not None:
        return f"the recorded run ends here; from step {trace.loop} on it repeats forever"
    return "the recorded run ends here"


def _follow(timeline: Timeline, step: Step, state: State) -> None:
    for choice in timeline.choices():
        if choice.line == step.line or not choice.line:
            before = timeline.now
            moment = timeline.go(choice)
            if moment.state == state and moment.step == step:
                return
            timeline.to(before)
            timeline.forget(moment)
    raise UsageError(f"step {step.number} of this run, `{step.statement}`, is not possible")
