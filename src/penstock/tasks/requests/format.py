"""What `format` can be asked for."""

from __future__ import annotations

from penstock.reading.source import Source
from penstock.records import record


@record
class FormatRequest:
    source: Source
