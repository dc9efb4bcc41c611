"""What `lower` can be asked for."""

from __future__ import annotations

from penstock.dialects.actors.choices import ActorChoices
from penstock.reading.source import Source
from penstock.records import record
from penstock.tasks.requests.running import every_tick


@record
class LowerRequest:
    source: Source
    actors: ActorChoices = ActorChoices()
    every_tick: bool = every_tick()
