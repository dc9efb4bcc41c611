"""What `explore` can be asked for."""

from __future__ import annotations

from penstock.dialects.actors.choices import ActorChoices
from penstock.reading.opening import Opening
from penstock.reading.source import Source
from penstock.records import option, record
from penstock.tasks.requests.running import every_tick, lossy, unlimited

LIMIT = 1_000_000


@record
class ExploreRequest:
    source: Source
    actors: ActorChoices = ActorChoices()
    opening: Opening = Opening()
    limit: int = option(LIMIT, f"visit at most N states (default: {LIMIT})", metavar="N", least=1)
    first: bool = option(False, "stop at the first violation")
    claim: str | None = option(None, "the ltl formula or never claim that takes part (default: first)", metavar="NAME")
    no_claim: bool = option(False, "leave ltl formulas and never claims aside")
    lossy: bool = lossy()
    unlimited: bool = unlimited()
    every_tick: bool = every_tick()
