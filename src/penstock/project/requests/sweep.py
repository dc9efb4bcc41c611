"""What `sweep` can be asked for."""

from __future__ import annotations

from enum import Enum

from penstock.project.requests.defaults import CLUSTER
from penstock.reading.source import Source
from penstock.records import option, record


class SweepVerb(Enum):
    """What is asked at every point."""

    VERIFY = "verify"
    BOUND = "bound"
    EXPLORE = "explore"


@record
class SweepRequest:
    source: Source
    parameters: tuple[str, ...] = option(
        (),
        "a macro and its values: `N=2..8`, `M=1,2,4`; of several, all combinations",
        positional="many",
        after=True,
        metavar="NAME=VALUES",
    )
    verb: SweepVerb = option(SweepVerb.VERIFY, "what is asked at every point (default: verify)")
    bound: bool = option(False, "also ask how full each channel can get")
    budget: float = option(60.0, "time for each point, without compiling (default: 60)", metavar="SECONDS")
    memory: int | None = option(None, "memory for each search of `verify`", metavar="MB", least=8, most=2_000_000_000)
    jobs: int | None = option(None, "points at a time (default: one for each core)", metavar="N", least=1, most=1000)
    store: bool = option(True, "ask everything anew, and keep no answers", flag="--no-cache")
    cluster: str | None = option(None, CLUSTER, metavar="ADDRESS")
