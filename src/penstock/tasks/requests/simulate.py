"""What `simulate` can be asked for."""

from __future__ import annotations

from penstock.dialects.actors.choices import ActorChoices
from penstock.reading.opening import Opening
from penstock.reading.source import Source
from penstock.records import option, record
from penstock.tasks.requests.running import every_tick, lossy, unlimited

STEPS = 250


@record
class SimulateRequest:
    """`trail` is what a verifier wrote, or steps that were saved; the run follows it, messages call it `trail_name`."""

    source: Source
    actors: ActorChoices = ActorChoices()
    opening: Opening = Opening()
    steps: int = option(STEPS, f"at most N steps (default: {STEPS})", metavar="N", least=0)
    seed: int | None = option(None, "repeat the random run that has this number", metavar="N")
    trail: bytes | None = None
    trail_name: str = ""
    lossy: bool = lossy()
    unlimited: bool = unlimited()
    every_tick: bool = every_tick()
