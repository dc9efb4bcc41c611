"""Follow the trace of a program: is each of its steps one that the model allows?

A trace names for each step the process and the key of the statement.  Steps that the program does not log,
because it does something else in their place, are hidden: the model may take any number of them in between.
So all states are kept in which the model may be.

Hidden steps of many processes have very many orders.  So at first only those are taken that the next entry needs:
steps of its process; if these do not lead to it, of the environment too, then of all.  If that succeeds, the model
allows the trace; if not, it is followed again with every hidden step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from penstock.control import Edge
from penstock.graphs import layers
from penstock.machine.build import Machine
from penstock.machine.engine import MachineStep, retaken
from penstock.machine.followed import Belief, Departure, EntryWays, Followed, Remembered, Steps, Whereabouts
from penstock.machine.logged import Logged, UnreadableTrace
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.resolve.symbols import ProcessNames
from penstock.syntax.nodes import Assert, DStep, Receive, Word
from penstock.syntax.printer import statement_text

KeyOf = Callable[[str, Edge], str | None]
Hidden = Callable[[str, Edge | None], bool]
"""Of the name of a process, or one of its steps, whether the program does not know it."""
MOST_STATES = 20_000
"""More states than this in which the model may be: hidden steps run wild."""


class Follower:
    """Follows traces on one machine.

    `hidden` says of a process, or of a step of one, that the program does not know it.
    """

    keeps_ways = False
    """Whether a run of the model is wanted that does what the trace says."""

    def __init__(self, machine: Machine, key_of: KeyOf, hidden: Hidden | None = None) -> None:
        self.machine = machine
        self.key_of = key_of
        self.hidden = hidden
        self._ways = EntryWays({})
        self._keys: dict[Edge, str | None] = {}
        self._hidden_edges: dict[Edge, bool] = {}
        self._hiding_places: dict[int, bool] = {}
        self._cells: dict[tuple[ProcessNames, str], tuple[bool, int] | None] = {}
        self._remembered = Remembered()
        self._has_timeout = any(word.word == "timeout" for word in machine.program.model.nodes.of(Word))
        """Then the steps of a process by itself may not be all that it can do."""

    def begin(self) -> Followed:
        """At the first state of the model."""
        initial = self.machine.initial
        living = tuple(at for at in range(FIRST_PROCESS, len(initial)) if self._is_known(initial, at))
        self._remembered = Remembered()
        return Followed(Whereabouts({Belief(initial, 0, living): None}), self.hidden is None)

    def take(self, followed: Followed, entry: Logged) -> None:
        """Go along with an entry.

        Raises `Departure` where the model does not allow it.  An error in the middle of a step may be the end of both.
        """
        if followed.broken is not None:
            problem, followed.broken = followed.broken, None
            followed.steps -= 1
            raise problem
        try:
            self._advance(followed, entry)
        except Departure as problem:
            problem.followed = followed
            if not self._fails_inside(followed, entry):
                raise
            followed.broken = problem
        followed.steps += 1

    def _advance(self, followed: Followed, entry: Logged) -> None:
        if not self.keeps_ways and (known := followed.whereabouts.after[followed.thorough].get(entry)) is not None:
            followed.whereabouts, followed.failed = known
            return
        before = followed.whereabouts
        self._ways = EntryWays(before.beliefs)
        taken, failed = self._taken(before.beliefs, entry, followed.thorough)
        if self.keeps_ways:
            self._ways.taken = taken
            followed.ways.append(self._ways)
        followed.whereabouts, followed.failed = self._remembered.of(dict.fromkeys(taken)), failed
        before.after[followed.thorough][entry] = followed.whereabouts, failed

    def successors(self, belief: Belief) -> list[Belief]:
        """Where any one step leads: of the program, hidden, or the end of its youngest process."""
        living, steps = belief.living, self.choices(belief)
        found = [self._after(belief, step) for step in steps if step.move.edge is not None or step.at not in living]
        return found + [ended for ended, _ in self._ended(belief, Logged("end", len(living) - 1))]

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

    def _taken(self, beliefs: dict[Belief, None], entry: Logged, thorough: bool) -> tuple[Steps, bool]:
        """Where an entry leads, and whether an assertion fails then."""
        if not thorough:
            return self._taken_nearest(beliefs, entry)
        before = beliefs if self.hidden is None else self._closure(beliefs)
        taken = self._fitted(before, entry)
        if not taken[0]:
            raise Departure(entry, self._allowed(before))
        return taken

    def _taken_nearest(self, beliefs: dict[Belief, None], entry: Logged) -> tuple[Steps, bool]:
        """With any hidden steps of its process before it; if that is not enough, with few of others too."""
        reached = self.reached(beliefs, partial(self._useful_choices, entry=entry))
        taken = self._fitted([belief for layer in reached for belief in layer], entry)
        if taken[0]:
            return taken
        for choices in (self._near_choices, self._all_choices):
            for layer in self.reached(beliefs, partial(choices, entry=entry)):
                taken = self._fitted(layer, entry)
                if taken[0]:
                    return taken
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

    def _fitted(self, before: Iterable[Belief], entry: Logged) -> tuple[Steps, bool]:
        """Where an entry leads from the states that it fits, and whether an assertion fails in one of them."""
        if entry.kind == "value":
            return {belief: (belief, None) for belief in before if self._has_value(belief, entry)}, False
        if entry.kind == "end":
            return {ended: (belief, step) for belief in before for ended, step in self._ended(belief, entry)}, False
        steps = [(belief, step) for belief in before for step in self._fitting(belief, entry)]
        failed = any(self._fails(belief, step) for belief, step in steps)
        return {self._after(belief, step): (belief, step) for belief, step in steps}, failed

    def _fails(self, belief: Belief, step: MachineStep) -> bool:
        """Whether an assertion fails in a step."""
        edges = [move.edge for move in (step.move, step.partner_move) if move is not None]
        if not any(edge is not None and isinstance(edge.statement, Assert | DStep) for edge in edges):
            return False
        self.machine.failed.clear()
        retaken(belief.state, step)
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
        if edge is None:
            return None
        if edge not in self._keys:
            self._keys[edge] = self.key_of(self._name(state, at), edge)
        return self._keys[edge]

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
            if not self._may_hide(belief.state, at):
                return []
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
        hiding = [at for at in sorted(near) if self._may_hide(state, at)]
        steps = steps or [step for at in hiding for step in self.machine.process_steps(state, at)]
        near.add(holder)
        self.machine.forget()
        return [step for step in steps if step.partner_move is None or step.partner in near]

    def _all_choices(self, belief: Belief, entry: Logged) -> list[MachineStep]:
        return self._hidden_choices(belief)

    def _hidden_choices(self, belief: Belief) -> list[MachineStep]:
        """What the model allows next and the program does not know."""
        state, holder, _ = belief
        if self._has_timeout:
            steps = self.choices(belief)
        else:
            hiding = [at for at in range(len(state) - 1, FIRST_PROCESS - 1, -1) if self._may_hide(state, at)]
            steps = self.machine.process_steps(state, holder) if holder else []
            steps = steps or [step for at in hiding for step in self.machine.process_steps(state, at)]
            self.machine.forget()
        return [step for step in steps if self.is_hidden(state, step)]

    def _closure(self, beliefs: dict[Belief, None]) -> dict[Belief, None]:
        """All states that hidden steps lead to."""
        found = dict(beliefs)
        pending = list(beliefs)
        while pending:
            belief = pending.pop()
            for step in self._hidden_choices(belief):
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
        if edge is None:
            return self.hidden(self._name(state, at), None)
        known = self._hidden_edges.get(edge)
        if known is None:
            name = self._name(state, at)
            known = self._hidden_edges[edge] = self.hidden(name, None) or self.hidden(name, edge)
        return known

    def _may_hide(self, state: State, at: int) -> bool:
        """Whether a process has hidden steps where it stands, if it is not that of a `timeout`."""
        number: int = state[at][0]
        known = self._hiding_places.get(number)
        if known is None:
            moves = self.machine.places[number].moves
            known = any(self._hides(state, at, move.edge) for move in moves)
            self._hiding_places[number] = known
        return known

    def _has_value(self, belief: Belief, entry: Logged) -> bool:
        at = self._place(belief, entry.pid)
        if not at:
            return False
        state = belief.state
        process = self.machine.places[state[at][0]].automaton.process
        if (process, entry.key) not in self._cells:
            self._cells[process, entry.key] = self._cell(process, entry.key)
        cell = self._cells[process, entry.key]
        if cell is None:
            return True
        own, slot = cell
        return bool(state[at if own else 0][slot] == entry.value)

    def _cell(self, process: ProcessNames, name: str) -> tuple[bool, int] | None:
        """Where a variable is: whether in the row of the process, and at which place there."""
        program = self.machine.program
        for own, layout in ((True, program.locals_of(process)), (False, program.globals)):
            for cell in layout.cells:
                if cell.name == name:
                    return own, cell.slot
        return None

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
