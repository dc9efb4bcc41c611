"""What `merge` can be asked for."""

from __future__ import annotations

from penstock.project.requests.defaults import PLAN, RESULTS
from penstock.records import option, record


@record
class MergeRequest:
    results: str = option(
        RESULTS, f"the directory with the results (default: {RESULTS})", positional=True, metavar="DIR"
    )
    plan: str = option(PLAN, f"what `penstock plan` wrote (default: {PLAN})", metavar="FILE")
