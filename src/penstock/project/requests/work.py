"""What `work` can be asked for."""

from __future__ import annotations

from penstock.project.requests.defaults import PLAN, RESULTS
from penstock.records import option, record


@record
class WorkRequest:
    plan: str = option(PLAN, f"what `penstock plan` wrote (default: {PLAN})", positional=True, metavar="PLAN")
    index: int | None = option(None, "do the N-th job; the first is 1", metavar="N")
    of: int | None = option(None, "do the N-th of M shares of all jobs", metavar="M", least=1)
    results: str = option(
        RESULTS, f"write the results into DIR, a file for each job (default: {RESULTS})", flag="-o", metavar="DIR"
    )
