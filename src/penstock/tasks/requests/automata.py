"""What `automata` can be asked for."""

from __future__ import annotations

from penstock.dialects.actors.choices import ActorChoices
from penstock.reading.source import Source
from penstock.records import option, record


@record
class AutomataRequest:
    source: Source
    actors: ActorChoices = ActorChoices()
    process: str | None = option(None, "show only the process NAME", metavar="NAME")
