"""What `verify` can be asked for."""

from __future__ import annotations

from penstock.dialects.actors.choices import ActorChoices
from penstock.reading.opening import Opening
from penstock.reading.source import Source
from penstock.records import option, record
from penstock.spin.method import SearchMethod
from penstock.tasks.requests.running import every_tick

_MOST = 2_000_000_000


@record
class VerifyRequest:
    source: Source
    actors: ActorChoices = ActorChoices()
    opening: Opening = Opening()
    properties: tuple[str, ...] = option(
        (),
        "verify only this: safety, assertions, deadlock, acceptance, progress, never, or the name of an ltl"
        " formula (repeatable; default: everything the model has)",
        flag="--property",
        metavar="NAME",
    )
    ltl: tuple[str, ...] = option((), "verify this formula (repeatable)", metavar="FORMULA")
    time: tuple[str, ...] = option(
        (),
        "tell how many ticks pass from where one condition holds until another does, at least and at most, in a model"
        " with timers: `P@asked -> P@answered` (repeatable)",
        metavar="'P -> Q'",
    )
    fair: bool = option(False, "look only at runs that are fair to every process")
    every_tick: bool = every_tick()
    search: SearchMethod = option(
        SearchMethod.EXHAUSTIVE,
        "look at every state (default), at most of them with little memory, or here and there with many searches",
    )
    timeout: float | None = option(None, "time for all searches together, without compiling", metavar="SECONDS")
    memory: int | None = option(
        None, "memory for each search (default: most of what is free)", metavar="MB", least=1, most=_MOST
    )
    jobs: int | None = option(None, "searches at a time (default: one for each core)", metavar="N", least=1, most=_MOST)
    depth: int | None = option(None, "steps that the first search goes deep", metavar="N", least=1, most=_MOST)
    cluster: str | None = option(None, "run the searches of a swarm on a Dask cluster", metavar="ADDRESS")
    cache: bool = option(True, "compile anew, and do not keep compiled verifiers", flag="--no-cache")
