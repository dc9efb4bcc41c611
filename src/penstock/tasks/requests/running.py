"""What `simulate` and `explore` can both be asked for."""

from __future__ import annotations

from typing import Any

from penstock.records import option


def lossy() -> Any:
    return option(
        False, "what is sent to a full channel is lost, as with spin -m; by default the sender waits", short="-m"
    )


def unlimited() -> Any:
    return option(False, "buffered channels are never full")
