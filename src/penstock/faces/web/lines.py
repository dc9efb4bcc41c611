"""The line of moments that a page sees as a run: what of it is new, and the tree that it is a line of."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from penstock.faces.web.protocol import RunLine, RunProcess, StepsAnswer, TreeBranch
from penstock.stepping.looking import step_at
from penstock.stepping.timeline import Moment, Timeline

MOST_NEW_STEPS = 500
"""How many are told with a move: it is to be seen soon, and a page asks for the others."""

Line = Sequence[Moment]
"""From the beginning through the present moment to the end of what is ahead."""


def new_line(timeline: Timeline, before: Line, line: Line) -> RunLine:
    """What somebody who knows the line before has to be told."""
    kept = _shared(before, line) - 1
    told = told_steps(timeline, line, kept + 1, kept + MOST_NEW_STEPS)
    forked = timeline.count > len(line)
    return RunLine(kept, told.steps, told.processes, tuple(_branches(timeline, line)) if forked else ())


def _shared(one: Line, other: Line) -> int:
    """How many moments two lines of a tree have in common: where they part, they part for good."""
    return bisect_left(range(min(len(one), len(other))), True, key=lambda at: one[at] is not other[at])


def told_steps(timeline: Timeline, line: Line, first: int, last: int) -> StepsAnswer:
    shown = [step_at(timeline, moment) for moment in line[max(1, first) : last + 1]]
    processes = [
        RunProcess(number, one.name, one.proctype, one.pid) for number, one in enumerate(line[-1].mark.instances)
    ]
    return StepsAnswer(tuple(processes), tuple(step for step in shown if step is not None))


def _branches(timeline: Timeline, line: Line) -> Iterator[TreeBranch]:
    present_line = {moment.number for moment in line}
    waiting = [timeline.begin]
    while waiting:
        first = last = waiting.pop()
        length = 1
        while len(last.children) == 1:
            last, length = last.children[0], length + 1
        waiting.extend(reversed(last.children))
        step = step_at(timeline, first)
        yield TreeBranch(
            None if first.parent is None else first.parent.number,
            first.number,
            last.number,
            first.depth,
            length,
            "" if step is None else step.statement,
            "" if step is None else step.name,
            last.failure,
            first.number in present_line,
        )
