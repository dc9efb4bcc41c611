"""A verification for people."""

from __future__ import annotations

from dataclasses import replace

from penstock.commands.coverage import EVERY, ONE
from penstock.commands.verify_explain import Finding, ShownStep
from penstock.commands.verify_record import Verification, covered_lines
from penstock.diagnostics.record import counted
from penstock.diagnostics.text import printable
from penstock.draw.chart import chart_text
from penstock.spin.checking import VIOLATED
from penstock.spin.properties import LTL

_FIRST_STEPS = 30
_LAST_STEPS = 70
_MOST_UNREACHED = 20
_MOST_CHARTED = 120


def as_text(verification: Verification, trail_file: str | None, quiet: bool = False) -> str:
    lines = [f"{verification.file}: {_verdict(verification)}"]
    width = max(len(_title(finding)) for finding in verification.findings)
    for finding in verification.findings:
        lines.append(f"  {_title(finding):{width}}  {finding.result.verdict}  {_figures(finding)}")
    for finding in verification.findings:
        lines.extend(_explanation(finding))
        lines.extend(_chart(finding) if not quiet else ())
    lines.extend(_covered(verification))
    lines.extend(_replay(verification, trail_file))
    if not quiet:
        lines.extend(_unreached(verification))
        lines.extend(f"warning: {text}" for text in verification.warnings)
    return "\n".join(printable(line) for line in "\n".join(lines).split("\n"))


def _verdict(verification: Verification) -> str:
    number = sum(finding.result.verdict == VIOLATED for finding in verification.findings)
    total = len(verification.findings)
    if number:
        return f"{number} of {_properties(total)} violated"
    if verification.verdict == "holds":
        where = _WHERE.get(verification.findings[0].covers, "")
        return ("the property holds" if total == 1 else f"all {total} properties hold") + where
    return "undecided"


_WHERE = {EVERY: " in every environment", ONE: " with this environment process"}


def _covered(verification: Verification) -> list[str]:
    lines = covered_lines(verification)
    return ["", *lines] if lines else []


def _properties(number: int) -> str:
    return "1 property" if number == 1 else f"{number} properties"


def _title(finding: Finding) -> str:
    wanted = finding.result.wanted
    if wanted.kind != LTL:
        return wanted.name
    return f"ltl {wanted.formula if wanted.added else wanted.name}"


def _figures(finding: Finding) -> str:
    result = finding.result
    if not result.states:
        return ""
    return (
        f"({counted(result.states, 'state')}, {counted(result.transitions, 'transition')},"
        f" {result.seconds:.1f} s, {result.memory_mb:.0f} MB)"
    )


def _explanation(finding: Finding) -> list[str]:
    result = finding.result
    lines = []
    if finding.reason or result.notes:
        lines += ["", f"{_title(finding)}: {finding.reason or result.verdict}"]
    lines += [f"  not checked: {text}" for text in result.not_checked if text != finding.reason]
    lines += [f"  note: {text}" for text in result.notes]
    lines += _steps(finding)
    return lines


def _steps(finding: Finding) -> list[str]:
    steps = finding.steps
    if not steps:
        return []
    places = [step.place for step in steps]
    widths = len(str(len(steps))), max(len(step.process) for step in steps), max(map(len, places))
    lines = []
    for index, step in enumerate(steps):
        if len(steps) > _FIRST_STEPS + _LAST_STEPS and _FIRST_STEPS <= index < len(steps) - _LAST_STEPS:
            if index == _FIRST_STEPS:
                left_out = len(steps) - _FIRST_STEPS - _LAST_STEPS
                lines.append(f"  ... ({left_out} steps; --format json has them all)")
            continue
        if finding.cycle == step.step:
            lines.append("  the steps from here on repeat for ever:")
        lines.extend(_step(step, widths))
    return lines


def _chart(finding: Finding) -> list[str]:
    """The messages of a short run as a picture."""
    run = finding.run
    if run is None or len(run.steps) > _MOST_CHARTED or not any(step.messages for step in run.steps):
        return []
    return ["", *chart_text(replace(run, waiting=())).rstrip().splitlines()]


def _step(step: ShownStep, widths: tuple[int, int, int]) -> list[str]:
    digits, process, place = widths
    changes = ", ".join(f"{name} = {value or 'empty'}" for name, value in step.changes)
    line = f"  {step.step:{digits}}  {step.process:{process}}  {step.place:{place}}  {step.statement}"
    return [line + (f"    ({changes})" if changes else ""), *(f"      prints: {text}" for text in step.printed)]


def _replay(verification: Verification, trail_file: str | None) -> list[str]:
    if trail_file is None or verification.replay is None:
        return []
    return ["", f"trail written; replay it with: {verification.replay}"]


def _unreached(verification: Verification) -> list[str]:
    unreached = [one for one in verification.unreached or () if one.statement != "-end-"]
    if not unreached:
        return []
    lines = ["", "never executed in any run:"]
    lines += [f"  {one.file}:{one.line}  {one.process}: {one.statement}" for one in unreached[:_MOST_UNREACHED]]
    if len(unreached) > _MOST_UNREACHED:
        lines.append(f"  ... and {len(unreached) - _MOST_UNREACHED} more")
    return lines
