"""A verification for people."""

from __future__ import annotations

from dataclasses import replace

from penstock.diagnostics.record import counted
from penstock.diagnostics.text import printable
from penstock.draw.chart import chart_text
from penstock.faces.data.runs import REPEATS, step_lines, widths_of
from penstock.faces.data.verify import uncovered
from penstock.reasons.vacuity import empty_lines
from penstock.spin.checking import Verdict
from penstock.spin.properties import PropertyKind
from penstock.tasks.coverage import where_text
from penstock.tasks.judged import JudgedProperty
from penstock.tasks.verify import VerifyOutcome

_FIRST_STEPS = 30
_LAST_STEPS = 70
_MOST_UNREACHED = 20
_MOST_CHARTED = 120


def verify_text(outcome: VerifyOutcome, trail_written: bool) -> str:
    lines = [f"{outcome.file}: {_verdict(outcome)}"]
    width = max(len(_title(one)) for one in outcome.properties)
    lines += [f"  {_title(one):{width}}  {one.verdict.value}  {_figures(one)}" for one in outcome.properties]
    lines += [f"  {one.sentence}" for one in outcome.times]
    for one in outcome.properties:
        lines.extend(_explanation(one))
        lines.extend(_chart(one))
    if covered := uncovered(outcome):
        lines += ["", *covered]
    if trail_written and outcome.replay is not None:
        lines += ["", f"trail written; replay it with: {outcome.replay}"]
    lines.extend(_unreached(outcome))
    lines.extend(f"warning: {text}" for text in outcome.warnings)
    return "\n".join(printable(line) for line in "\n".join(lines).split("\n"))


def _verdict(outcome: VerifyOutcome) -> str:
    number = sum(one.verdict is Verdict.VIOLATED for one in outcome.properties)
    total = len(outcome.properties)
    if number:
        return f"{number} of {'1 property' if total == 1 else f'{total} properties'} violated"
    if outcome.verdict is Verdict.HOLDS:
        where = where_text([one.covers for one in outcome.properties])
        return ("the property holds" if total == 1 else f"all {total} properties hold") + where
    return "undecided"


def _title(one: JudgedProperty) -> str:
    if one.kind not in (PropertyKind.LTL, PropertyKind.WITHIN):
        return one.name
    return f"ltl {one.formula if one.added else one.name}"


def _figures(one: JudgedProperty) -> str:
    if not one.states:
        return ""
    return (
        f"({counted(one.states, 'state')}, {counted(one.transitions, 'transition')},"
        f" {one.seconds:.1f} s, {one.memory_mb:.0f} MB)"
    )


def _explanation(one: JudgedProperty) -> list[str]:
    lines = []
    if one.explanation or one.notes:
        lines += ["", f"{_title(one)}: {one.explanation or one.verdict.value}"]
    lines += [f"  not checked: {text}" for text in one.not_checked if text != one.explanation]
    lines += [f"  note: {text}" for text in one.notes]
    lines += [f"  {one.confirmation.sentence}"] if one.confirmation is not None else []
    if one.vacuous:
        lines += [*([] if lines else ["", f"{_title(one)}: {one.verdict.value}"]), *_vacuous(one)]
    return lines + _steps(one)


def _vacuous(one: JudgedProperty) -> list[str]:
    return [f"  {line}" for line in empty_lines(one.vacuous or ())]


def _steps(one: JudgedProperty) -> list[str]:
    steps = one.trail
    if not steps:
        return []
    widths = widths_of(steps)
    left_out = len(steps) - _FIRST_STEPS - _LAST_STEPS
    lines = []
    for index, step in enumerate(steps):
        if left_out > 0 and _FIRST_STEPS <= index < len(steps) - _LAST_STEPS:
            if index == _FIRST_STEPS:
                lines.append(f"  ... ({left_out} steps; --format json has them all)")
            continue
        if one.cycle == step.step:
            lines.append(f"  {REPEATS}")
        lines.extend(f"  {line}" for line in step_lines(step, widths))
    return lines


def _chart(one: JudgedProperty) -> list[str]:
    """The messages of a short run as a picture."""
    run = one.run
    if run is None or len(run.steps) > _MOST_CHARTED or not any(step.messages for step in run.steps):
        return []
    return ["", *chart_text(replace(run, waiting=())).rstrip().splitlines()]


def _unreached(outcome: VerifyOutcome) -> list[str]:
    unreached = [one for one in outcome.unreached if one.statement != "-end-"]
    if not unreached:
        return []
    lines = ["", "never executed in any run:"]
    lines += [f"  {one.file}:{one.line}  {one.process}: {one.statement}" for one in unreached[:_MOST_UNREACHED]]
    if len(unreached) > _MOST_UNREACHED:
        lines.append(f"  ... and {len(unreached) - _MOST_UNREACHED} more")
    return lines
