"""What `test` can be asked for."""

from __future__ import annotations

from penstock.project.requests.defaults import CLUSTER
from penstock.records import option, record


@record
class TestRequest:
    """`directory` is where the project is looked for, from there upwards."""

    __test__ = False  # not one of pytest's
    paths: tuple[str, ...] = option(
        (), "models or directories; default: all models of the project", positional="many", metavar="PATH"
    )
    directory: str = "."
    only: tuple[str, ...] = option((), "only models or expectations with WORD in their names", metavar="WORD")
    fail_fast: bool = option(False, "stop at the first expectation that is not met")
    jobs: int | None = option(None, "models at a time (default: one for each core)", metavar="N", least=1, most=1000)
    store: bool = option(True, "ask everything anew, and keep no answers", flag="--no-cache")
    cluster: str | None = option(None, CLUSTER, metavar="ADDRESS")
