"""What `mutate` can be asked for."""

from __future__ import annotations

from penstock.project.requests.defaults import CLUSTER
from penstock.reading.source import Source
from penstock.records import option, record


@record
class MutateRequest:
    source: Source
    bound: bool = option(False, "also notice changes of how full each channel can get")
    most: int = option(
        100, "try at most N mutants, chosen at random (default: 100)", metavar="N", least=1, most=100_000
    )
    seed: int = option(0, "choose others (default: 0)", metavar="N")
    budget: float = option(10.0, "time for each mutant, without compiling (default: 10)", metavar="SECONDS")
    memory: int | None = option(None, "memory for each search", metavar="MB", least=8, most=2_000_000_000)
    jobs: int | None = option(None, "mutants at a time (default: one for each core)", metavar="N", least=1, most=1000)
    store: bool = option(True, "ask everything anew, and keep no answers", flag="--no-cache")
    cluster: str | None = option(None, CLUSTER, metavar="ADDRESS")
