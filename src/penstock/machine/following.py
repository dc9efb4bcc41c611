"""Follow the trace of a program: is each of its steps one that the model allows?

A trace names for each step the process and the key of the statement.  Steps that the program does not log,
because it does something else in their place, are hidden: the model may take any number of them in between.
So all states are kept in which the model may be.

Hidden steps of many processes have very many orders.  So at first only those are taken that the next entry needs:
steps of its process; if these do not lead to it, of the environment too, then of all.  If that succeeds, the model
allows the trace; if not, it is followed again with every hidden step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from penstock.control import Edge
from penstock.graphs import layers
from penstock.machine.build import Machine
from penstock.machine.engine import MachineStep, retaken
from penstock.machine.logged import Logged, UnreadableTrace
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.syntax.nodes import Assert, DStep, Receive, Word
from penstock.syntax.printer import statement_text

KeyOf = Callable[[str, Edge], str | None]
Hidden = Callable[[str, Edge | None], bool]
"""Of the name of a process, or one of its steps, whether the program does not know it."""
MOST_STATES = 20_000
"""More states than this in which the model may be: hidden steps run wild."""


class Departure(Exception):
    """The first step that the model does not allow, and what it would have allowed."""

    def __init__(self, entry: Logged, allowed: list[str]) -> None:
        super().__init__(f"line {entry.line} of the trace: {entry}: the model does not allow this step")
        self.entry = entry
        self.allowed = allowed
        self.followed: Followed | None = None
        """How far the model went along."""


class Belief(NamedTuple):
    """Where the model may be: its state, the process that goes on alone, and who its processes are in the program."""

    state: State
    holder: int
    living: tuple[int, ...]
    """For each process of the program the place of its row in the state."""


@dataclass(slots=True)
class EntryWays:
    """How the model comes to where it may be after an entry: from one of `starts`, by hidden steps, then by the entry.

    For each state the one before it, and the step between them; None where an entry is no step of the model.
    """

    starts: dict[Belief, None]
    hidden: dict[Belief, tuple[Belief, MachineStep]] = field(default_factory=dict)
    taken: dict[Belief, tuple[Belief, MachineStep | None]] = field(default_factory=dict)


@dataclass(slots=True)
class Followed:
    """Where the model may be after a trace, and what was printed on the way."""

    beliefs: dict[Belief, None]
    printed: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    steps: int = 0
    failed: bool = False
    """Whether an assertion failed in the last step."""
    broken: bool = False
    """Whether the last step led to an error in the middle of it."""
    ways: list[EntryWays] = field(default_factory=list)
    """One for each entry, if they are kept."""

    def run(self) -> list[MachineStep]:
        """One of the runs of the model that do what the trace says; the ways must have been kept."""
        found: list[MachineStep] = []
        belief = next(iter(self.beliefs))
        for ways in reversed(self.ways[: self.steps - self.broken]):
            belief, step = ways.taken[belief]
            found += [step] if step is not None else []
            while belief not in ways.starts:
                belief, step = ways.hidden[belief]
                found.append(step)
        return found[::-1]


class Follower:
    """Follows traces on one machine, which was built with `tracing`.

    `hidden` says of a process, or of a step of one, that the program does not know it.
    """

    keeps_ways = False
    """Whether a run of the model is wanted that does what the trace says."""

    def __init__(self, machine: Machine, key_of: KeyOf, hidden: Hidden | None = None) -> None:
        self.machine = machine
        self.key_of = key_of
        self.hidden = hidden
        self._ways = EntryWays({})
        self._has_timeout = any(word.word == "timeout" for word in machine.program.model.nodes.of(Word))
        """Then the steps of a process by itself may not be all that it can do."""

    def follow(self, entries: Sequence[Logged]) -> Followed:
        if self.hidden is None:
            return self._follow(entries, self._take)
        with suppress(Departure):
            return self._follow(entries, self._take_nearest)
        return self._follow(entries, self._take_any)

    def _follow(self, entries: Sequence[Logged], take: Callable[[Followed, Logged], None]) -> Followed:
        initial = self.machine.initial
        living = tuple(at for at in range(FIRST_PROCESS, len(initial)) if self._is_known(initial, at))
        followed = Followed({Belief(initial, 0, living): None})
        for entry in entries:
            self._ways = EntryWays(followed.beliefs)
            try:
                take(followed, entry)
            except Departure as problem:
                if entry is not entries[-1] or not self._fails_inside(followed, entry):
                    problem.followed = followed
                    raise
                followed.broken = True
            followed.steps += 1
            if self.keeps_ways:
                followed.ways.append(self._ways)
        return followed

    def _fails_inside(self, followed: Followed, entry: Logged) -> bool:
        """Whether the model, too, comes to an error in the middle of a step of this process, such as a stuck d_step."""
        for belief in followed.beliefs:
            self.machine.forget()
            if at := self._place(belief, entry.pid):
                self.machine.process_steps(belief.state, at)
            if self.machine.faults:
                self.machine.forget()
                return True
        return False

    def _take(self, followed: Followed, entry: Logged) -> None:
        if not self._took(followed, followed.beliefs, entry):
            raise Departure(entry, self._allowed(followed.beliefs))

    def _take_any(self, followed: Followed, entry: Logged) -> None:
        """An entry with any hidden steps before it."""
        before = self._closure(followed.beliefs)
        if not self._took(followed, before, entry):
            raise Departure(entry, self._allowed(before))

    def _take_nearest(self, followed: Followed, entry: Logged) -> None:
        """An entry with any hidden steps of its process before it; if that is not enough, with few of others too."""
        reached = self.reached(followed.beliefs, partial(self._useful_choices, entry=entry))
        if self._took(followed, [belief for layer in reached for belief in layer], entry):
            return
        for choices in (self._near_choices, self._all_choices):
            for layer in self.reached(followed.beliefs, partial(choices, entry=entry)):
                if self._took(followed, layer, entry):
                    return
        raise Departure(entry, [])

    def reached(
        self, beliefs: Iterable[Belief], choices: Callable[[Belief], list[MachineStep]]
    ) -> Iterator[list[Belief]]:
        """The states that are reached by no hidden step, by one, by two and so on; not too many."""

        def following(belief: Belief) -> list[Belief]:
            return [self._after_hidden(belief, step) for step in choices(belief) if self.is_hidden(belief.state, step)]

        seen = 0
        for layer in layers(beliefs, following):
            seen += len(layer)
            if seen > MOST_STATES:
                return
            yield layer

    def _took(self, followed: Followed, before: Iterable[Belief], entry: Logged) -> bool:
        """Whether an entry fits some of the states in which the model may be; it is then in those after it."""
        taken: dict[Belief, tuple[Belief, MachineStep | None]] = {}
        if entry.kind == "value":
            taken = {belief: (belief, None) for belief in before if self._has_value(belief, entry)}
        elif entry.kind == "end":
            taken = {ended: (belief, step) for belief in before for ended, step in self._ended(belief, entry)}
        else:
            steps = [(belief, step) for belief in before for step in self._fitting(belief, entry)]
            taken = {self._after(belief, step): (belief, step) for belief, step in steps}
            if len(steps) == 1:
                followed.printed.extend(self._printed(*steps[0]))
            followed.failed = any(self._fails(belief, step) for belief, step in steps)
        if taken:
            followed.beliefs = dict.fromkeys(taken)
            self._ways.taken = taken
        return bool(taken)

    def _printed(self, belief: Belief, step: MachineStep) -> list[tuple[int, tuple[int, ...]]]:
        log = self.machine.log
        log.clear()
        self.machine.failed.clear()
        retaken(belief.state, step)
        return [(key, values) for action, key, values, _ in log if action == "print"]

    def _fails(self, belief: Belief, step: MachineStep) -> bool:
        """Whether an assertion fails in a step."""
        edges = [move.edge for move in (step.move, step.partner_move) if move is not None]
        if not any(edge is not None and isinstance(edge.statement, Assert | DStep) for edge in edges):
            return False
        self._printed(belief, step)
        return bool(self.machine.failed)

    # -- processes ---------------------------------------------------------------------------

    def _is_known(self, state: State, at: int) -> bool:
        return self.hidden is None or not self.hidden(self._name(state, at), None)

    def _after(self, belief: Belief, step: MachineStep) -> Belief:
        living = belief.living
        new = range(len(belief.state), len(step.state))
        living += tuple(at for at in new if self._is_known(step.state, at))
        return Belief(step.state, step.holder, living)

    def _after_hidden(self, belief: Belief, step: MachineStep) -> Belief:
        after = self._after(belief, step)
        if self.keeps_ways:
            self._ways.hidden.setdefault(after, (belief, step))
        return after

    def _place(self, belief: Belief, pid: int) -> int:
        return belief.living[pid] if pid < len(belief.living) else 0

    def _ended(self, belief: Belief, entry: Logged) -> list[tuple[Belief, MachineStep | None]]:
        """The youngest process of the program ends; that of the model may have to stay for others."""
        at = self._place(belief, entry.pid)
        if not at or entry.pid != len(belief.living) - 1:
            return []
        living = belief.living[:-1]
        steps = [step for step in self.machine.process_steps(belief.state, at) if step.move.edge is None]
        if steps:
            return [(Belief(step.state, step.holder, living), step) for step in steps]
        waits = self.hidden is not None and self.machine.places[belief.state[at][0]].final
        return [(Belief(belief.state, belief.holder, living), None)] if waits else []

    # -- steps -------------------------------------------------------------------------------

    def _fitting(self, belief: Belief, entry: Logged) -> list[MachineStep]:
        state, holder, _ = belief
        at = self._place(belief, entry.pid)
        if not at:
            return []
        if holder and holder != at and self.machine.process_steps(state, holder):
            return []
        found = [step for step in self.machine.process_steps(state, at) if self._fits(belief, step, entry)]
        if not found and self._has_timeout:
            found = [step for step in self.machine.steps(state) if step.at == at and self._fits(belief, step, entry)]
        self.machine.forget()
        return found

    def _fits(self, belief: Belief, step: MachineStep, entry: Logged) -> bool:
        if self._key(belief.state, step.at, step.move.edge) != entry.key:
            return False
        if entry.kind == "meet":
            partner = step.partner_move.edge if step.partner_move is not None else None
            meets = step.partner == self._place(belief, entry.partner)
            return meets and self._key(belief.state, step.partner, partner) == entry.partner_key
        return step.partner_move is None

    def _key(self, state: State, at: int, edge: Edge | None) -> str | None:
        return self.key_of(self._name(state, at), edge) if edge is not None else None

    def _name(self, state: State, at: int) -> str:
        number: int = state[at][0]
        return self.machine.places[number].automaton.name

    def choices(self, belief: Belief) -> list[MachineStep]:
        """What the model allows next."""
        steps = self.machine.process_steps(belief.state, belief.holder) if belief.holder else []
        steps = steps or self.machine.steps(belief.state)
        self.machine.forget()
        return steps

    def _useful_choices(self, belief: Belief, entry: Logged) -> list[MachineStep]:
        """Where a value is already as it should be, hidden steps can wait for the next entry."""
        if entry.kind == "value" and self._has_value(belief, entry):
            return []
        return self._own_choices(belief, entry)

    def _own_choices(self, belief: Belief, entry: Logged) -> list[MachineStep]:
        """The steps of the process of an entry, alone or with somebody of the environment."""
        at = self._place(belief, entry.pid)
        if at and not belief.holder and not self._may_receive(belief.state, at):
            steps = self.machine.process_steps(belief.state, at)
            self.machine.forget()
            return steps
        return [step for step in self._near_choices(belief, entry) if self._takes_part(belief, entry, step)]

    def _may_receive(self, state: State, at: int) -> bool:
        edges = [move.edge for move in self.machine.places[state[at][0]].moves]
        return any(edge is not None and isinstance(edge.statement, Receive) for edge in edges)

    def _takes_part(self, belief: Belief, entry: Logged, step: MachineStep) -> bool:
        places = {self._place(belief, entry.pid), belief.holder}
        return step.at in places or (step.partner_move is not None and step.partner in places)

    def _near_choices(self, belief: Belief, entry: Logged) -> list[MachineStep]:
        """The steps of the process of an entry and of the environment."""
        state, holder, living = belief
        near = set(range(FIRST_PROCESS, len(state))).difference(living)
        near.add(self._place(belief, entry.pid))
        near.discard(0)
        steps = self.machine.process_steps(state, holder) if holder else []
        steps = steps or [step for at in sorted(near) for step in self.machine.process_steps(state, at)]
        near.add(holder)
        self.machine.forget()
        return [step for step in steps if step.partner_move is None or step.partner in near]

    def _all_choices(self, belief: Belief, entry: Logged) -> list[MachineStep]:
        return self.choices(belief)

    def _closure(self, beliefs: dict[Belief, None]) -> dict[Belief, None]:
        """All states that hidden steps lead to."""
        found = dict(beliefs)
        pending = list(beliefs)
        while pending:
            belief = pending.pop()
            for step in self.choices(belief):
                if not self.is_hidden(belief.state, step):
                    continue
                after = self._after_hidden(belief, step)
                if after not in found:
                    found[after] = None
                    pending.append(after)
            if len(found) > MOST_STATES:
                raise UnreadableTrace(f"the model may be in more than {MOST_STATES} states here: too much is hidden")
        return found

    def is_hidden(self, state: State, step: MachineStep) -> bool:
        assert self.hidden is not None
        if not self._hides(state, step.at, step.move.edge):
            return False
        return step.partner_move is None or self._hides(state, step.partner, step.partner_move.edge)

    def _hides(self, state: State, at: int, edge: Edge | None) -> bool:
        assert self.hidden is not None
        name = self._name(state, at)
        return self.hidden(name, None) or (edge is not None and self.hidden(name, edge))

    def _has_value(self, belief: Belief, entry: Logged) -> bool:
        at = self._place(belief, entry.pid)
        if not at:
            return False
        state, program = belief.state, self.machine.program
        own = program.locals_of(self.machine.places[state[at][0]].automaton.process)
        for layout, row in ((own, state[at]), (program.globals, state[0])):
            for cell in layout.cells:
                if cell.name == entry.key:
                    return bool(row[cell.slot] == entry.value)
        return True

    def _allowed(self, beliefs: Iterable[Belief]) -> list[str]:
        """What could have happened instead, in words."""
        found: dict[str, None] = {}
        for belief in beliefs:
            for step in self.choices(belief):
                if step.at not in belief.living:
                    continue
                who = f"process {belief.living.index(step.at)} ({self._name(belief.state, step.at)})"
                edge = step.move.edge
                if edge is None:
                    found[f"{who} ends"] = None
                else:
                    key = self._key(belief.state, step.at, edge) or "code for the model only"
                    found[f"{who} at {key}, {statement_text(edge.statement)}"] = None
        return list(found)
