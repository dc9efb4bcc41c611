"""Runs as paths: the numbers of the choices that were taken from the beginning.

A path and the text of a model are all that is needed to see the same run again, elsewhere and later.
"""

from __future__ import annotations

from collections.abc import Sequence

from penstock.budget import check
from penstock.errors import UsageError
from penstock.machine.runtime import State
from penstock.machine.trace import RunTrace, Step
from penstock.stepping.choices import StepChoice
from penstock.stepping.timeline import Moment, Timeline


def go_along(timeline: Timeline, path: Sequence[int]) -> None:
    """Take these choices from the present moment on; raises `UsageError` where one is not there."""
    for number in path:
        check()
        choices = timeline.choices()
        if not 1 <= number <= len(choices):
            depth = timeline.now.depth
            raise UsageError(f"this run does not fit the model: after {depth} steps there is no choice {number}")
        timeline.go(choices[number - 1])


def line_of(timeline: Timeline) -> list[Moment]:
    """The moments from the beginning through the present one to the end of what is ahead."""
    line = timeline.path()
    while (ahead := line[-1].ahead) is not None:
        line.append(ahead)
    return line


def path_of(moments: Sequence[Moment]) -> tuple[int, ...]:
    """The choices that lead along moments that follow each other, the first being the beginning."""
    return tuple(moment.choice for moment in moments[1:])


def path_along(timeline: Timeline, trace: RunTrace) -> tuple[int, ...]:
    """The path of a run that was recorded in this model, perhaps by another machine; the timeline stands at its end.

    Several choices can look the same and still lead to different places: then those are tried that lead further.
    """
    states = trace.history.states if trace.history is not None else ()
    tried: list[list[StepChoice]] = []
    while (depth := timeline.now.depth) < len(trace.steps):
        check()
        if depth == len(tried):
            tried.append(_candidates(timeline, trace.steps[depth], states[depth + 1] if states else None))
        if tried[-1]:
            timeline.go(tried[-1].pop(0))
        elif depth:
            tried.pop()
            timeline.back()
        else:
            raise UsageError("this run cannot be stepped through: the model does not do the same again")
    return path_of(timeline.path())


def _candidates(timeline: Timeline, step: Step, state: State | None) -> list[StepChoice]:
    """The choices that do what a step did; those that lead to the same state come first."""
    found: list[tuple[bool, StepChoice]] = []
    before = timeline.now
    for choice in timeline.choices():
        if choice.line not in (step.line, 0) or choice.file not in (step.file, ""):
            continue
        moment = timeline.go(choice)
        if moment.step == step:
            found.append((moment.state != state, choice))
        timeline.to(before)
        if moment.step != step:
            timeline.forget(moment)
    return [choice for _, choice in sorted(found, key=lambda one: one[0])]
