"""The steps of a run as lines of text, with what they change and where the run begins to repeat itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penstock.reasons.steps import RunStep

REPEATS = "the steps from here on repeat forever:"
STANDS_STILL = "from here on nothing happens any more"
Widths = tuple[int, int, int]


def run_lines(steps: Sequence[RunStep], cycle: int | None) -> Iterator[str]:
    """All steps; `cycle` is the first of those that repeat."""
    widths = widths_of(steps)
    for step in steps:
        if cycle == step.step:
            yield REPEATS
        yield from step_lines(step, widths)
    if cycle is not None and cycle > len(steps):
        yield STANDS_STILL


def widths_of(steps: Sequence[RunStep]) -> Widths:
    """Those of the columns: the number, the process, and the place."""
    process = max((len(step.called) for step in steps), default=0)
    return len(str(len(steps))), process, max((len(step.place) for step in steps), default=0)


def step_lines(step: RunStep, widths: Widths) -> list[str]:
    digits, process, place = widths
    changes = ", ".join(f"{change.name} = {change.value or 'empty'}" for change in step.changes)
    line = f"{step.step:{digits}}  {step.called:{process}}  {step.place:{place}}  {step.statement}"
    return [line + (f"    ({changes})" if changes else ""), *(f"    prints: {text}" for text in step.printed)]
