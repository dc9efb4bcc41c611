"""A run that repeats itself, cut where the processes are as they were before.

A cycle ends where its claim is as before, too; but often the claim has been satisfied by then for some rounds.  So each
part of the run at whose ends the processes are in the same states is tried as a cycle: what counts is whether the claim
has some way to accept it, forever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penstock.budget import check
from penstock.graphs import components, reachable
from penstock.machine.build import Machine
from penstock.machine.runtime import State

Moment = tuple[int, int]
"""A position in the run and a state of the claim."""


def earliest_cycle(machine: Machine, states: Sequence[State]) -> tuple[int, int] | None:
    """The positions between which a run can be repeated, the end being as early as possible.

    The run goes through `states`, one after the other, when it is the claim's turn.
    """
    run = _ClaimedRun(machine, states)
    for end in range(1, len(states)):
        for begin in range(end):
            if run.system(begin) == run.system(end) and run.accepts(begin, end):
                return begin, end
    return None


class _ClaimedRun:
    def __init__(self, machine: Machine, states: Sequence[State]) -> None:
        assert machine.program.claim_slot is not None
        self.machine = machine
        self.slot = machine.program.claim_slot
        self.states = states
        self._moved: dict[Moment, tuple[int, ...]] = {}
        self._reached: list[set[int]] = [{states[0][0][self.slot]}]
        for position in range(len(states) - 1):
            self._reached.append({after for state in self._reached[-1] for after in self.moved((position, state))})

    def system(self, position: int) -> State:
        """The state of everything but the claim."""
        return self._with_claim(position, 0)

    def _with_claim(self, position: int, claim: int) -> State:
        shared, *rest = self.states[position]
        return ((*shared[: self.slot], claim, *shared[self.slot + 1 :]), *rest)

    def moved(self, moment: Moment) -> tuple[int, ...]:
        """Where the claim may be after its step."""
        if moment not in self._moved:
            check()
            steps = self.machine.claim_steps(self._with_claim(*moment))
            self._moved[moment] = tuple({step.state[0][self.slot] for step in steps})
        return self._moved[moment]

    def accepts(self, begin: int, end: int) -> bool:
        """Whether the claim can accept forever if what is between these positions repeats."""

        def following(moment: Moment) -> Iterator[Moment]:
            position = begin if moment[0] + 1 == end else moment[0] + 1
            return ((position, claim) for claim in self.moved(moment))

        moments = reachable([(begin, claim) for claim in self._reached[begin]], following)
        component = components(moments, following)
        return any(
            self.machine.claim[moment[1]].has_label("accept")
            and any(component[after] == component[moment] for after in following(moment))
            for moment in moments
        )
