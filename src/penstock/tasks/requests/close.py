"""What `close` can be asked for."""

from __future__ import annotations

from penstock.dialects.actors.choices import ActorChoices
from penstock.reading.opening import Opening
from penstock.reading.source import Source
from penstock.records import record


@record
class CloseRequest:
    source: Source
    actors: ActorChoices = ActorChoices()
    opening: Opening = Opening()
