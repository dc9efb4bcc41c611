"""What `recheck` can be asked for."""

from __future__ import annotations

from penstock.dialects.actors.choices import ActorChoices
from penstock.reading.source import Source, TextFile
from penstock.records import data, option, record


@record
class RecheckRequest:
    evidence: TextFile = data(text="the file with the proofs or the run")
    source: Source
    actors: ActorChoices = ActorChoices()
    rounds: int = option(10, "how often the loop of a run is repeated (10)", metavar="N", least=1)
    process_limit: int | None = option(
        None,
        "accept proofs that take for granted that there are at most N processes at a time",
        metavar="N",
        least=1,
    )
    budget: float = option(600.0, "how long checking may take (default: 600)", metavar="SECONDS")
