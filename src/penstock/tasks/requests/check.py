"""What `check` can be asked for."""

from __future__ import annotations

from penstock.dialects.actors.choices import ActorChoices
from penstock.reading.source import Source
from penstock.records import record


@record
class CheckRequest:
    source: Source
    actors: ActorChoices = ActorChoices()
