"""Is a violation found in a closed model real?  The same component is looked at with an environment process.

A closed model can do more than the component.  What an environment process causes is real, and says which values do it.
Where nothing is found, the violation may be an artefact of what is not known: the last such value on the way is named.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from penstock.budget import Budget, Watch
from penstock.closing.knowledge import Reliability
from penstock.errors import ModelErrors
from penstock.machine import Exploration, Violation
from penstock.machine import explore as visit
from penstock.machine.trace import Ending, RunTrace
from penstock.reading.reading import Reading
from penstock.spin.checking import Verdict
from penstock.spin.faults import FaultKind
from penstock.tasks.close import influence
from penstock.tasks.confirmation import Confirmation, UnknownValue
from penstock.tasks.coverage import environment_of
from penstock.tasks.explicit_environment import SurroundedModel, with_process
from penstock.tasks.requests.close import CloseRequest
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.violations import Finding

MOST_SECONDS = 10.0
_LIMITS = (2_000, 16_000, 80_000)
"""How many states are looked at before somebody asks whether that was enough."""


def with_confirmations(
    request: VerifyRequest, reading: Reading, findings: Sequence[Finding], watch: Watch
) -> list[Finding]:
    """The findings; assertions that fail in the closed model are looked at with an environment process."""
    environment = environment_of(reading.model)
    doubtful = [one for one in findings if _is_failed_assertion(one)]
    if environment is None or not environment.complete or not doubtful or watch.stop.is_set():
        return list(findings)
    model = with_process(request)
    if model is None:
        return list(findings)
    return [replace(one, confirmation=_confirmed(request, model, one, watch)) if one in doubtful else one
            for one in findings]  # fmt: skip


def _is_failed_assertion(finding: Finding) -> bool:
    result = finding.result
    return result.verdict is Verdict.VIOLATED and not result.wanted.is_claim and result.fault is FaultKind.ASSERTION


def _confirmed(request: VerifyRequest, model: SurroundedModel, finding: Finding, watch: Watch) -> Confirmation:
    line = finding.place[1] if finding.place is not None else None
    found, failed = _searched(model, line, watch)
    figures = found.states, found.complete
    if failed is None:
        return Confirmation(False, None, (), *figures, _last_unknown(request, finding.run))
    run = model.run_to(found, failed)
    return Confirmation(True, _line(model, failed), model.inputs(run), *figures, None)


def _searched(model: SurroundedModel, line: int | None, watch: Watch) -> tuple[Exploration, Violation | None]:
    """Look until an assertion fails, if possible the one in this line."""
    machine = model.machine()
    with Budget(time.monotonic() + MOST_SECONDS, watch, partial=True) as budget:
        for limit in _LIMITS:
            found = visit(machine, limit, partial=True)
            failed = [one for one in found.violations if one.kind is Ending.ASSERTION]
            same = [one for one in failed if _line(model, one) == line]
            if failed or found.complete or budget.over:
                break
    return found, next(iter(same or failed), None)


def _line(model: SurroundedModel, violation: Violation) -> int | None:
    return None if violation.node is None else model.reading.model.locate(violation.node).line


def _last_unknown(request: VerifyRequest, run: RunTrace | None) -> UnknownValue | None:
    """The last step on the way that reads what may come from outside."""
    try:
        known = influence(CloseRequest(request.source, request.actors, request.opening)).influence
    except ModelErrors:
        return None
    chaotic = {(one.process, one.line): one.variable for one in known if one.value is not Reliability.RELIABLE}
    for step in reversed(run.steps if run is not None else ()):
        name = run.processes[step.process].proctype if run is not None and step.process is not None else ""
        if (name, step.line) in chaotic and not step.outside:
            return UnknownValue(chaotic[name, step.line], step.line)
    return None
