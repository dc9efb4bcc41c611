"""May a program stop where it stopped?  Where does the model stand then?"""

from __future__ import annotations

from collections.abc import Iterator

from penstock.machine.followed import Belief, Followed
from penstock.machine.following import MOST_STATES, Follower
from penstock.machine.logged import LoggedEnding, UnreadableTrace
from penstock.syntax.printer import statement_text


def wrong_ending(follower: Follower, followed: Followed, ending: LoggedEnding) -> str:
    """Why the model does not allow that it ends so after these steps; nothing if it does."""
    if ending is LoggedEnding.VIOLATED and not followed.failed:
        return "an assertion failed in the program, but it holds in the model"
    if ending is LoggedEnding.FAILED and not followed.broken and not _has_fault(follower, followed):
        return "the program had an error where the model has none"
    if ending not in (LoggedEnding.ENDED, LoggedEnding.DEADLOCK):
        return ""
    quiet = next((belief for belief in _after_hidden_steps(follower, followed) if _is_quiet(follower, belief)), None)
    if quiet is None:
        return "the program stopped, but the model can go on"
    if follower.hidden is None and follower.machine.at_end(quiet.state) != (ending is LoggedEnding.ENDED):
        here, there = ("an end", "a deadlock") if ending is LoggedEnding.ENDED else ("a deadlock", "an end")
        return f"the program reached {here}, but in the model this is {there}"
    return ""


def standing(follower: Follower, followed: Followed) -> list[str]:
    """Where each process of the program is in the model, in words; one of the possible places."""
    belief = next(iter(followed.beliefs))
    return [f"process {pid} {_place(follower, belief, at)}" for pid, at in enumerate(belief.living)]


def _place(follower: Follower, belief: Belief, at: int) -> str:
    place = follower.machine.places[belief.state[at][0]]
    name = place.automaton.name
    edges = [move.edge for move in place.moves if move.edge is not None]
    if not edges:
        return f"({name}) at its end"
    first = edges[0]
    key = follower.key_of(name, first)
    more = f", and {len(edges) - 1} more" if len(edges) > 1 else ""
    return f"({name}) before {f'{key}, ' if key else ''}{statement_text(first.statement)}{more}"


def _has_fault(follower: Follower, followed: Followed) -> bool:
    machine = follower.machine
    for belief in _after_hidden_steps(follower, followed):
        machine.faults.clear()
        machine.steps(belief.state)
        if machine.faults:
            return True
    return False


def _after_hidden_steps(follower: Follower, followed: Followed) -> Iterator[Belief]:
    """Where the model may have gone by steps that the program does not know, the nearest first."""
    if follower.hidden is None:
        yield from followed.beliefs
        return
    count = 0
    for layer in follower.reached(followed.beliefs, follower.choices):
        yield from layer
        count += len(layer)
    if count > MOST_STATES:
        raise UnreadableTrace(f"the model may be in more than {MOST_STATES} states at the end: too much is hidden")


def _is_quiet(follower: Follower, belief: Belief) -> bool:
    """Whether no process of the program could do what the program would log."""
    steps = follower.choices(belief)
    if follower.hidden is None:
        return not steps
    return all(step.at not in belief.living or follower.is_hidden(belief.state, step) for step in steps)
