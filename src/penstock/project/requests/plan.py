"""What `plan` can be asked for."""

from __future__ import annotations

from penstock.records import option, record


@record
class PlanRequest:
    """`directory` is where the project is looked for, from there upwards."""

    paths: tuple[str, ...] = option(
        (), "models or directories; default: all models of the project", positional="many", metavar="PATH"
    )
    directory: str = "."
    only: tuple[str, ...] = option((), "only models or expectations with WORD in their names", metavar="WORD")
