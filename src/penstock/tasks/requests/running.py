"""What several verbs that run models can be asked for."""

from __future__ import annotations

from typing import Any

from penstock.records import option


def lossy() -> Any:
    return option(
        False, "what is sent to a full channel is lost, as with spin -m; by default the sender waits", short="-m"
    )


def unlimited() -> Any:
    return option(False, "buffered channels are never full")


def every_tick() -> Any:
    return option(False, "every tick is a step; by default time passes at once until the next timer runs down")
