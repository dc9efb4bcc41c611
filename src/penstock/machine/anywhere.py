"""All states in which a model can be: where it may be if nobody knows what the program has done until now."""

from __future__ import annotations

from penstock.budget import check
from penstock.machine.followed import Belief
from penstock.machine.following import MOST_STATES, Follower
from penstock.machine.logged import UnreadableTrace


def anywhere(follower: Follower) -> dict[Belief, None]:
    """With what the program has of processes in each; raises `UnreadableTrace` if there are too many."""
    found = dict.fromkeys(follower.begin().beliefs)
    pending = list(found)
    while pending:
        check()
        for belief in follower.successors(pending.pop()):
            if belief not in found:
                found[belief] = None
                pending.append(belief)
        if len(found) > MOST_STATES:
            raise UnreadableTrace(
                f"a part of the trace is missing, and the model may be in more than {MOST_STATES} states then"
            )
    return found
