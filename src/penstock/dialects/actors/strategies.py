"""Which ways to let messages wait may lead to different verdicts.

Where no message waits, the three translations are the same.  Where messages are all alike, who waits longer does not
matter; else one that is put back loses its place, one that is selected may pass others, and only `ordered` keeps their
order.
"""

from __future__ import annotations

from penstock.dialects.actors.messages import messages_of
from penstock.dialects.actors.system import System


def order_matters(system: System) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """By actor type the messages that may wait, where some that differ may be in one mailbox."""
    found = []
    for name, kind in system.types.items():
        known = messages_of(kind)
        waiting = tuple(message.name for message in known if message.waits)
        if waiting and (len(known) > 1 or any(message.signature.parameters for message in known)):
            found.append((name, waiting))
    return tuple(found)
