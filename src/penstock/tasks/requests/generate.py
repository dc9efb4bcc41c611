"""What `generate` can be asked for."""

from __future__ import annotations

from enum import Enum

from penstock.codegen.choices import Choice, Runtime, Target
from penstock.dialects.actors.choices import ActorChoices
from penstock.reading.source import Source
from penstock.records import option, record


class Capacities(Enum):
    """How much the channels of a program hold."""

    DECLARED = "declared"
    BOUND = "bound"


@record
class GenerateRequest:
    source: Source
    actors: ActorChoices = ActorChoices()
    choice: Choice = option(
        Choice.FIRST,
        "what is done where several guards are executable: the first of them (default), any, or each in turn",
    )
    runtime: Runtime = option(
        Runtime.SINGLE,
        "what executes the processes: a single loop (default), a thread for each, or a program for each",
    )
    cores: int = option(
        1,
        "how many loops there may be, run beside each other, for processes that share only channels (default: 1)",
        metavar="N",
        least=1,
    )
    target: Target = option(
        Target.HOST,
        "where the program runs: on a computer with an operating system (default), or on a small machine without one",
    )
    processes: int | None = option(
        None,
        "with --target embedded: how many processes there may be at a time, where the model does not tell",
        metavar="N",
        type=int,
    )
    main: bool = option(True, "with --target embedded: leave out main.c", flag="--no-main")
    capacities: Capacities = option(
        Capacities.DECLARED,
        "how much channels hold: what is declared (default), or no more than `penstock bound` proves to be enough",
    )
    tick: float = option(
        1.0,
        "of a model with timers: how long a tick takes, in milliseconds (default: 1; 0: no time)",
        metavar="MS",
        type=float,
    )
    tidy: bool = option(False, "of a .pch file: the model without gaps; by default its lines stay in place")
    tests: bool = option(False, "of a .pch file: a skeleton of a test for each action, in actions.c")
    comments: bool = option(True, "of a .pch file: the model without comments", flag="--no-comments")
