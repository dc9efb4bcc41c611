"""What `ltl` can be asked for."""

from __future__ import annotations

from penstock.records import option, record


@record
class LtlRequest:
    formula: str | None = option(
        None,
        "a formula, such as '[] (p -> <> q)', or a pattern, such as 'response(p, q)'",
        metavar="FORMULA",
        positional=True,
    )
    other: str | None = option(None, "a second formula, to be compared with it", metavar="OTHER", positional=True)
    patterns: bool = option(False, "list the patterns that have names")
