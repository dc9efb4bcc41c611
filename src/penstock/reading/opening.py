"""What users may say about an open model: where it is open, and how it is closed."""

from __future__ import annotations

from penstock.closing.method import ClosingMethod
from penstock.records import option, record


@record
class Opening:
    """What is open about a model, and how to close it."""

    env_in: tuple[str, ...] = option(
        (),
        "SIGNAL may also arrive on CHANNEL from outside, with any data; without one, any message",
        metavar="CHANNEL[:SIGNAL]",
    )
    env_out: tuple[str, ...] = option((), "CHANNEL has its other end outside", metavar="CHANNEL")
    method: ClosingMethod = option(
        ClosingMethod.PRECISE, "how to close the model (default: precise); `penstock close --help` explains them"
    )
    discard: bool = option(False, "signals that nothing expects are taken from the queue, as in SDL")
