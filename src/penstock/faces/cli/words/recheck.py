"""What evidence proves, for people."""

from __future__ import annotations

from penstock.diagnostics.record import counted
from penstock.tasks.recheck import AssumptionsAnswer, RecheckOutcome, RecheckVerdict


def recheck_text(outcome: RecheckOutcome, file: str) -> str:
    unknown = outcome.verdict is RecheckVerdict.UNKNOWN
    answer = ": what is proved holds, but some channels have no answer" if unknown else " is proved"
    details = _run(outcome) if outcome.assumptions is None else _proofs(outcome, outcome.assumptions)
    return "\n  ".join([f"{file}: {outcome.verdict}{answer}", *details])


def _run(outcome: RecheckOutcome) -> list[str]:
    times, grown = ", ".join(map(str, outcome.repeated)), ", ".join(outcome.grown)
    return [f"the run was repeated {times} times and lets {grown} grow", "assumed: channels are never full"]


def _proofs(outcome: RecheckOutcome, assumptions: AssumptionsAnswer) -> list[str]:
    count = outcome.bounds
    return [f"{counted(count, 'bound')} {'holds' if count == 1 else 'hold'}", *_assumed(assumptions)]


def _assumed(assumptions: AssumptionsAnswer) -> list[str]:
    limit = assumptions.process_limit
    processes = "any number of processes" if limit is None else f"at most {limit} processes at a time"
    lines = [f"assumed: channels are never full, {processes}"]
    if assumptions.messages == "coarse":
        lines.append("messages are distinguished by their message type only")
    if assumptions.told_apart:
        names = [f"{name} of {process}" if process else str(name) for process, _, name in assumptions.told_apart]
        lines.append(f"values distinguished: {', '.join(names)}")
    return lines
