"""What is there in a state of the model, held against what a proof says can be there together, and in which order."""

from __future__ import annotations

from collections import Counter

from penstock.bounds.abstraction.marking import Marking, Token
from penstock.bounds.proofs.together import Together


def misfit(order: Together, marking: Marking) -> str:
    """What is there although it cannot be, in words; nothing if all can.

    Where a token may be in several places nothing is said about it.
    """
    tokens = Counter(token[0] for part in marking.parts() for token in part if len(token) == 1)
    there = sum(1 << place for place in tokens)
    for place, number in tokens.items():
        if not order.reached >> place & 1:
            return f"there is something at place {place}, where nothing can be"
        known = order.beside[place] | (1 << place if number == 1 else 0)
        if there & ~known:
            return f"what is at place {place} cannot be there together with all else"
    return next((problem for part in marking.waiting if (problem := _out_of_order(order, part))), "")


def _out_of_order(order: Together, waiting: tuple[Token, ...]) -> str:
    """Whether messages of a channel are in an order that is known to be impossible."""
    behind = 0
    for token in reversed(waiting):
        place = token[0] if len(token) == 1 else None
        if place is not None and order.queue[place]:
            if behind & ~order.behind[place]:
                return f"a message of place {place} cannot be ahead of others that are behind it"
            behind |= 1 << place
    return ""
