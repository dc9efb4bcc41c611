"""What `conform` can be asked for."""

from __future__ import annotations

from penstock.dialects.actors.choices import ActorChoices
from penstock.reading.source import Source
from penstock.records import option, record


@record
class ConformRequest:
    """Either the text of a `trace` is followed, or that of the program in the directory `run`."""

    source: Source
    trace: str | None = option(None, "the trace; not with --run", metavar="LOG", positional=True)
    actors: ActorChoices = ActorChoices()
    run: str | None = option(None, "run the program in DIR, which was built with TRACE=1, and follow it", metavar="DIR")
    seconds: float = option(60.0, "how long the program may run (default: 60)")
    binary: bool = option(False, "with --run: have it write its trace in bytes, a few for each step")
    steps: int | None = option(None, "with --run: stop the program after N steps", metavar="N", least=1)
    more: tuple[str, ...] = option(
        (),
        "the trace of another program of the same system, to be put into one order with the first",
        flag="--with",
        metavar="LOG",
    )
