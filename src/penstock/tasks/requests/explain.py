"""What `explain` can be asked for."""

from __future__ import annotations

from penstock.records import option, record


@record
class ExplainRequest:
    code: str | None = option(None, "the code in brackets after `error` or `warning`", metavar="CODE", positional=True)
