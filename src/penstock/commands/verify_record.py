"""Everything that `penstock verify` found out, ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass

from penstock.commands.coverage import Environment
from penstock.commands.verify_explain import Finding
from penstock.spin.checking import HOLDS, INCONCLUSIVE, VIOLATED
from penstock.spin.report import Unreached
from penstock.spin.tools import Tools


@dataclass(frozen=True, slots=True)
class Verification:
    """`seconds` are those of everything, `searching` those of the searches, without what was made ready for them.

    `replay` is the command that replays the trail of the first violation.  `environment` is that of an open model.
    """

    file: str
    tools: Tools
    findings: tuple[Finding, ...]
    seconds: float
    searching: float
    warnings: tuple[str, ...] = ()
    replay: str | None = None
    environment: Environment | None = None

    @property
    def verdict(self) -> str:
        verdicts = {finding.result.verdict for finding in self.findings}
        if VIOLATED in verdicts:
            return VIOLATED
        return HOLDS if verdicts == {HOLDS} else INCONCLUSIVE

    @property
    def unreached(self) -> tuple[Unreached, ...] | None:
        """What none of the complete searches reached; None if there was none."""
        lists = [finding.result.unreached for finding in self.findings if finding.result.unreached is not None]
        if not lists:
            return None
        common = set(lists[0]).intersection(*map(set, lists[1:]))
        return tuple(one for one in lists[0] if one in common)


def covered_lines(verification: Verification) -> list[str]:
    """What the verdicts about an open model do not cover."""
    environment = verification.environment
    if environment is None:
        return []
    lines = [f"not judged: {text}" for text in environment.not_judged]
    if not environment.complete:
        lines.insert(0, "incomplete: verified with one environment process")
    elif verification.verdict == VIOLATED:
        lines.append("a violation may be a false alarm: the closed model can do more than the component")
    return lines
