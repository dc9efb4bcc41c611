"""What is said while work is done on a cluster."""

from __future__ import annotations

import logging


def leave_telling_to_us(address: str | None) -> None:
    """What happens on a cluster is told by commands in their own words, not by its log."""
    if address is not None:
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
