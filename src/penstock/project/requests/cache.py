"""What `cache` can be asked for."""

from __future__ import annotations

from penstock.records import option, record


@record
class CacheRequest:
    prune: bool = option(False, "remove everything that is kept")
    older: int | None = option(
        None, "with --prune: only what was not used for so many days", metavar="DAYS", least=0, most=100_000
    )
